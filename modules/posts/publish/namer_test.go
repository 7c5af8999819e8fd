package publish

import (
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/graph"
)

// unnamed stores a post that is PUBLISHED without its id, and was sent at the start.
func (b *bundle) unnamed(t *testing.T, asked time.Duration) posts.Post {
	t.Helper()
	post := sought(posts.Image, new("Bread"))
	post.Status, post.PublishedAt, post.CompletedAt = posts.Published, at(start), at(start)
	if last, err := posts.NextCompletion(t.Context(), b.db, *post.CompletedAt); err == nil {
		post.CompletedAt = &last
	}
	post = b.insert(t, post)
	a := b.send(t, post, attempt.Attempt{Verdict: attempt.Live})
	if err := attempt.AddAskedTime(t.Context(), b.db, a.Seq, asked.Milliseconds()); err != nil {
		t.Fatal(err)
	}
	return post
}

// name runs the chore at its times for so long, and returns how often the account's list was read.
func (b *bundle) name(t *testing.T, period time.Duration) (reads int) {
	t.Helper()
	before := len(b.network.heard())
	for end := b.clock.Now().Add(period); b.clock.Now().Before(end); b.clock.Advance(shortestNamingPause) {
		if err := b.engine.namer.look(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, call := range b.network.heard()[before:] {
		if strings.HasSuffix(call, "/media") {
			reads++
		}
	}
	return reads
}

// TestName_Soon: a post that became PUBLISHED without its id gets that within two minutes, once
// several looks agree, and not from one look: that may lack the post's own item.
func TestName_Soon(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post, own := b.unnamed(t, 0), live(1, time.Second)
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media", live(2, time.Second))
	b.name(t, shortestNamingPause)
	b.network.show(b.bakery, "media", own)
	b.name(t, shortestNamingPause)
	if got := b.read(t, post.ID); got.SNMediaID != nil {
		t.Fatalf("after two looks that differ it is %s", *got.SNMediaID)
	}
	b.name(t, 2*time.Minute)
	if got, last := b.read(t, post.ID), b.last(t, post); value(got.SNMediaID) != own.ID || value(last.MediaID) != own.ID || got.SNPermalink == nil {
		t.Errorf("after two minutes it is %q at %q, the attempt %q", value(got.SNMediaID), value(got.SNPermalink), value(last.MediaID))
	}
}

// TestName_AsksLittle: what cannot be told is asked for a few times, after each start, and is then
// left to the search; so is what was asked for long, and all of an account that wants no questions.
func TestName_AsksLittle(t *testing.T) {
	t.Parallel()
	limited := `{"error":{"message":"Application request limit reached","code":4}}`
	for name, c := range map[string]struct {
		asked   time.Duration
		posts   int
		refusal string
		reads   int
	}{
		"two alike":            {0, 1, "", 10},
		"asked for long":       {namedWithin, 1, "", 0},
		"limited":              {0, 1, limited, 0},
		"token dead":           {0, 1, `{"error":{"message":"Session has expired","code":190}}`, 0},
		"more than are looked": {0, 2 * batchSize, "", 10 * batchSize},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			for range c.posts {
				b.unnamed(t, c.asked)
			}
			b.network.contain(container, graph.Published)
			b.network.show(b.bakery, "media", live(1, time.Second), live(2, time.Second))
			b.network.refuse(c.refusal)
			for range 2 {
				if reads := b.name(t, time.Hour); reads != c.reads {
					t.Errorf("in an hour the list was read %d times, want %d", reads, c.reads)
				}
				b.engine.namer.looks = nil // As after a start.
			}
			if calls := len(b.network.heard()); c.refusal != "" && calls > 10 {
				t.Errorf("in two hours an account that wants no questions was asked %d times", calls)
			}
		})
	}
}
