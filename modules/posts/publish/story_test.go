package publish

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/graph"
)

// TestResolve_BesideNative: a story of the publishing API is never taken for one that went out by
// the native way, to which that API has given an id too.
func TestResolve_BesideNative(t *testing.T) {
	t.Parallel()
	story := shown(graph.TypeImage, graph.ProductStory)
	for name, c := range map[string]struct {
		verdict attempt.Verdict
		sent    time.Duration
		kind    posts.MediaType
		isMine  bool
	}{
		"one that is live":              {attempt.Live, 0, posts.Stories, false},
		"one of which nothing is known": {attempt.Open, 0, posts.Stories, false},
		"one that is not live":          {attempt.Absent, 0, posts.Stories, true},
		"one of long before":            {attempt.Live, -time.Hour, posts.Stories, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.contain(container, graph.Published)
			b.network.show(b.bakery, "stories", live(1, 5*time.Second, story))
			native := b.insert(t, posts.Post{Status: posts.Failed, MediaType: posts.Stories, StoryMentions: new(`[{"username":"ann"}]`)})
			b.send(t, native, attempt.Attempt{Verdict: c.verdict, SentAt: *at(start.Add(c.sent))})
			post := b.failed(t, sought(c.kind, nil), 0)
			b.clock.Advance(settledAfter + time.Second)
			f := b.resolve(t, post)
			if f.verdict != verdictLive || (f.item != nil) != c.isMine {
				t.Errorf("got %+v", f)
			}
		})
	}
}
