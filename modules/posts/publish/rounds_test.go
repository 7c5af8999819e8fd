package publish

import (
	"slices"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestUnproven: FAILED posts whose call was sent, in the order in which they failed, in rounds.
func TestUnproven(t *testing.T) {
	t.Parallel()
	b := setup(t)
	add := func(n byte, status posts.Status, sent bool, completed *wiretime.Time) {
		post := in(status)
		post.ID, post.CompletedAt = numbered(n), completed
		if !sent {
			post.PublishIntentAt = nil
		}
		b.insert(t, post)
	}
	second := func(s int) *wiretime.Time { return at(start.Add(time.Duration(s) * time.Second)) }
	add(9, posts.Failed, true, second(1))
	add(1, posts.Failed, true, second(2))
	add(2, posts.Failed, true, second(3))
	add(3, posts.Failed, false, second(4))
	add(4, posts.Published, true, second(5))
	add(5, posts.Publishing, true, nil)
	for _, c := range []struct {
		after mark
		most  int
		want  []byte
	}{
		{mark{}, 10, []byte{9, 1, 2}},
		{mark{}, 2, []byte{9, 1}},
		{mark{at: *second(1)}, 10, []byte{9, 1, 2}},
		{mark{at: *second(1), id: numbered(9)}, 10, []byte{1, 2}},
		{mark{at: *second(2), id: numbered(0)}, 10, []byte{1, 2}},
		{mark{at: *second(3), id: numbered(2)}, 10, nil},
	} {
		found, err := selectUnproven(t.Context(), b.db, c.after, c.most)
		want := make([]wireid.ID, len(c.want))
		for i, n := range c.want {
			want[i] = numbered(n)
		}
		if err != nil || !slices.Equal(ids(found), want) {
			t.Errorf("%+v: got %v, %v", c, ids(found), err)
		}
	}
}

// TestWithoutPermalink: published posts with an id and no address, oldest first.
func TestWithoutPermalink(t *testing.T) {
	t.Parallel()
	b := setup(t)
	add := func(n byte, status posts.Status, media, link *string, published time.Duration) {
		post := in(status)
		post.ID, post.SNMediaID, post.SNPermalink, post.PublishedAt = numbered(n), media, link, at(start.Add(published))
		b.insert(t, post)
	}
	id := new("18000000000000001")
	add(1, posts.Published, id, nil, 2*time.Second)
	add(2, posts.Published, id, nil, time.Second)
	add(3, posts.Published, id, new("https://example.org/p"), time.Second)
	add(4, posts.Published, nil, nil, time.Second)
	add(5, posts.Publishing, id, nil, time.Second)
	found, err := selectWithoutPermalink(t.Context(), b.db, mark{}, 10)
	if err != nil || !slices.Equal(ids(found), []wireid.ID{numbered(2), numbered(1)}) {
		t.Errorf("got %v, %v", ids(found), err)
	}
	found, err = selectWithoutPermalink(t.Context(), b.db, mark{*at(start.Add(time.Second)), numbered(2)}, 10)
	if err != nil || !slices.Equal(ids(found), []wireid.ID{numbered(1)}) {
		t.Errorf("got %v, %v", ids(found), err)
	}
}

// TestRounds: a full round goes on after its last post, a short one begins anew, and nothing older than asked counts.
func TestRounds(t *testing.T) {
	t.Parallel()
	var r rounds
	place := func(p posts.Post) mark { return mark{*p.CompletedAt, p.ID} }
	post := posts.Post{ID: numbered(1), CompletedAt: at(start)}
	full := slices.Repeat([]posts.Post{post}, roundSize)
	day := func(n int) time.Time { return start.AddDate(0, 0, n) }
	if got := r.next(day(-1)); got != (mark{at: wiretime.Of(day(-1))}) {
		t.Errorf("the first round begins at %+v", got)
	}
	r.turn(full, place)
	for since, want := range map[time.Time]mark{
		day(-1): {*post.CompletedAt, post.ID}, start: {*post.CompletedAt, post.ID}, day(1): {at: wiretime.Of(day(1))},
	} {
		if got := r.next(since); got != want {
			t.Errorf("since %s: got %+v", since, got)
		}
	}
	r.turn(full[1:], place)
	if got := r.next(day(-1)); got != (mark{at: wiretime.Of(day(-1))}) {
		t.Errorf("after the end: got %+v", got)
	}
}
