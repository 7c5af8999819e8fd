package publish

import (
	"testing"
	"time"

	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/graph"
	"crier/platform/native"
)

// TestResembles: which of the account's live stories looks like the post, and which could be it.
func TestResembles(t *testing.T) {
	t.Parallel()
	names := []string{"ann", "bob"}
	w := &work{post: posts.Post{MediaFiles: []media.MediaFile{{MimeType: "image/jpeg"}}}}
	story := func(mentions ...string) native.OwnStory {
		s := native.OwnStory{ID: "1", TakenAt: start}
		for _, name := range mentions {
			s.Mentions = append(s.Mentions, native.StickerMention{UserID: name, Username: name})
		}
		return s
	}
	video := story(names...)
	video.IsVideo = true
	for name, c := range map[string]struct {
		story           native.OwnStory
		alike, possible bool
	}{
		"both":             {story(names...), true, true},
		"one is left out":  {story("bob"), false, true},
		"all are left out": {story(), false, true},
		"somebody else":    {story("ann", "eve"), false, false},
		"one more":         {story("ann", "bob", "eve"), false, false},
		"a video":          {video, false, false},
	} {
		if alike, possible := w.resembles(c.story, names); alike != c.alike || possible != c.possible {
			t.Errorf("%s: %t, %t", name, alike, possible)
		}
	}
}

// TestResolve_BesideNative: a story of the publishing API is never taken for one that went out by the native way, to which that API
// has given an id too.
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
			f := b.resolve(t, b.failed(t, sought(c.kind, nil), 0))
			if f.outcome != isLive || (f.item != nil) != c.isMine {
				t.Errorf("got %+v", f)
			}
		})
	}
}
