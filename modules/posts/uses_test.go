package posts

import (
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestUses: of the posts that have a file the newest are told, each once, and all are counted.
func TestUses(t *testing.T) {
	t.Parallel()
	b := setup(t)
	u := newUses(b.db, b.files, newSummaries(b.db, b.clock, b.accounts, b.files))
	file, other := b.photo(t), b.photo(t)
	if told, err := u.find(t.Context(), file, time.UTC); err != nil || told.Total != 0 || len(told.Posts) != 0 {
		t.Errorf("before any post: %+v, %v", told, err)
	}
	if _, err := u.find(t.Context(), wireid.New(), time.UTC); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("of no file: %v", err)
	}
	post := func(age time.Duration, status Status, files ...wireid.ID) Post {
		p := in(status)
		p.CreatedAt = wiretime.Of(start.Add(-age))
		return b.insert(t, p, files...)
	}
	draft, published := post(time.Hour, Draft, file, other, file), post(0, Published, other, file)
	post(0, Draft, other)
	told, err := u.find(t.Context(), file, time.UTC)
	if err != nil || told.Total != 2 || len(told.Posts) != 2 || told.Posts[0].ID != published.ID || told.Posts[1].ID != draft.ID || told.Posts[1].Status != Draft {
		t.Errorf("got %+v, %v", told, err)
	}
	for i := range maxUses {
		post(-time.Duration(i)*time.Second, Draft, file)
	}
	if told, err := u.find(t.Context(), file, time.UTC); err != nil || told.Total != maxUses+2 || len(told.Posts) != maxUses {
		t.Errorf("of many posts %d of %d are told, %v", len(told.Posts), told.Total, err)
	}
}
