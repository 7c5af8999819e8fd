package posts

import (
	"slices"
	"testing"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// ids returns the ids of the posts, in their order.
func ids(posts []Post) []wireid.ID {
	list := make([]wireid.ID, len(posts))
	for i, p := range posts {
		list[i] = p.ID
	}
	return list
}

// numbered returns an id that sorts by its number.
func numbered(n byte) wireid.ID {
	return wireid.MustParse("00000000-0000-4000-8000-0000000000" + string([]byte{'0' + n/10, '0' + n%10}))
}

// TestHistory: newest first, the id as the tie-breaker, by status and in pages.
func TestHistory(t *testing.T) {
	t.Parallel()
	b := setup(t)
	photo := b.photo(t)
	for n, after := range []time.Duration{time.Second, 0, time.Second, 2 * time.Second, 0} {
		post := in([]Status{Draft, Failed}[n%2])
		post.ID, post.CreatedAt = numbered(byte(n)), wiretime.Of(start.Add(after))
		b.insert(t, post, slices.Repeat([]wireid.ID{photo}, n)...)
	}
	for _, c := range []struct {
		status       Status
		number, size int
		want         []byte
		total        int64
		more         bool
	}{
		{"", 1, 10, []byte{3, 2, 0, 4, 1}, 5, false},
		{"", 1, 5, []byte{3, 2, 0, 4, 1}, 5, false},
		{"", 1, 2, []byte{3, 2}, 5, true},
		{"", 2, 2, []byte{0, 4}, 5, true},
		{"", 3, 2, []byte{1}, 5, false},
		{"", 4, 2, nil, 5, false},
		{"", 1_000_000, 100, nil, 5, false},
		{Draft, 1, 2, []byte{2, 0}, 3, true},
		{Draft, 2, 2, []byte{4}, 3, false},
		{Failed, 1, 10, []byte{3, 1}, 2, false},
		{Published, 1, 10, nil, 0, false},
	} {
		list, err := b.history.All(t.Context(), c.status, c.number, c.size)
		want := make([]wireid.ID, len(c.want))
		for i, n := range c.want {
			want[i] = numbered(n)
		}
		if err != nil || list.Posts == nil || !slices.Equal(ids(list.Posts), want) || list.Total != c.total || list.HasMore != c.more {
			t.Errorf("%+v: got %v of %d, more %t, %v", c, ids(list.Posts), list.Total, list.HasMore, err)
		}
		for i, p := range list.Posts {
			if p.MediaFiles == nil || len(p.MediaFiles) != int(c.want[i]) {
				t.Errorf("post %d has the files %v", c.want[i], p.MediaFiles)
			}
		}
	}
}

// TestNextCompletion: completion instants are unique and grow, whatever the clock does.
func TestNextCompletion(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, step := range []struct{ clock, want time.Duration }{
		{0, 0},
		{0, time.Millisecond},
		{0, 2 * time.Millisecond},
		{time.Millisecond, 3 * time.Millisecond},
		{4 * time.Millisecond, 4 * time.Millisecond},
		{-time.Hour, 5 * time.Millisecond},
		{time.Second, time.Second},
	} {
		got, err := NextCompletion(t.Context(), b.db, wiretime.Of(start.Add(step.clock)))
		if err != nil || !got.Time().Equal(start.Add(step.want)) {
			t.Fatalf("at %s: got %s, %v, want %s", step.clock, got, err, step.want)
		}
		post := in(Failed)
		post.CompletedAt = &got
		b.insert(t, post)
	}
}
