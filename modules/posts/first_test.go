package posts

import (
	"strings"
	"testing"
	"time"

	"crier/platform/wiretime"
)

// TestFirstPublished: the first one counts, of the account alone, also when it was deleted here.
func TestFirstPublished(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first := func() *FirstPost {
		t.Helper()
		post, err := FirstPublished(t.Context(), b.db, b.bakery.ID)
		if err != nil {
			t.Fatal(err)
		}
		return post
	}
	published := func(ago time.Duration, post Post) Post {
		t.Helper()
		at := wiretime.Ptr(start.Add(-ago))
		post.Status, post.PublishedAt, post.CompletedAt = Published, at, at
		return b.insert(t, post)
	}
	b.insert(t, in(Failed))
	published(9*time.Hour, Post{SocialAccountID: b.potter.ID})
	if post := first(); post != nil {
		t.Errorf("found %+v", post)
	}
	link := "https://www.instagram.com/p/DAbCdEfGhIj/"
	oldest := published(3*time.Hour, Post{SNPermalink: &link})
	published(time.Hour, Post{})
	want := func(when string) {
		t.Helper()
		if post := first(); post == nil || post.ID != oldest.ID || post.Permalink == nil || *post.Permalink != link || !post.PublishedAt.Time().Equal(oldest.PublishedAt.Time()) {
			t.Errorf("%s: found %+v", when, post)
		}
	}
	want("both here")
	if err := b.deleter.Delete(t.Context(), oldest.ID); err != nil {
		t.Fatal(err)
	}
	want("deleted here")
}

// TestFirstPublished_ReadsTheIndex: it is found by an index alone, however many posts there are.
func TestFirstPublished_ReadsTheIndex(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, table := range []string{"posts", "posts_archive"} {
		plan := b.plan(t, strings.ReplaceAll(firstOf+table+ofOne, "?1", "'"+b.bakery.ID.String()+"'"))
		if !strings.Contains(plan, "USING INDEX "+table+"_published") || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s: %s", table, plan)
		}
	}
}
