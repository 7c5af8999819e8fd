package publish

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/graph"
	"crier/platform/mp4"
	"crier/platform/wireid"
)

// TestIsPageReel: a reel of a Page is upright, 9:16 but for whole pixels, not small, and lasts 3 to 90 seconds.
func TestIsPageReel(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		movie mp4.Movie
		want  bool
	}{
		"usual":          {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920}, true},
		"least":          {mp4.Movie{Duration: 3 * time.Second, Width: 540, Height: 960}, true},
		"longest":        {mp4.Movie{Duration: 90 * time.Second, Width: 720, Height: 1280}, true},
		"a pixel off":    {mp4.Movie{Duration: 10 * time.Second, Width: 1081, Height: 1920}, true},
		"too short":      {mp4.Movie{Duration: 2999 * time.Millisecond, Width: 1080, Height: 1920}, false},
		"too long":       {mp4.Movie{Duration: 90*time.Second + time.Millisecond, Width: 1080, Height: 1920}, false},
		"too small":      {mp4.Movie{Duration: 10 * time.Second, Width: 539, Height: 959}, false},
		"wide":           {mp4.Movie{Duration: 10 * time.Second, Width: 1920, Height: 1080}, false},
		"4:5":            {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1350}, false},
		"of a film":      {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 23.976}, true},
		"too slow":       {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 20}, false},
		"too fast":       {mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 120}, false},
		"of no size":     {mp4.Movie{Duration: 10 * time.Second}, false},
		"of no length":   {mp4.Movie{Width: 1080, Height: 1920}, false},
		"of no anything": {},
	} {
		if got := isPageReel(c.movie); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestWithoutOwned: a post of the Page that is any other post's of ours, an archived one's too, is not free.
func TestWithoutOwned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, id := range []string{"1_1", "1_2"} {
		post := in(posts.Published)
		post.PartnerPostID = &id
		post = b.insert(t, post)
		if id == "1_2" {
			if err := b.service.Delete(t.Context(), post.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := withoutOwned(t.Context(), b.db, []string{"1_1", "1_2", "1_3"})
	if err != nil || len(got) != 1 || got[0] != "1_3" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := withoutOwned(t.Context(), b.db, nil); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestBeginShare: only a post that is to be shared gets a job, and of its account's lane.
func TestBeginShare(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, wanted := range []bool{false, true} {
		post := in(posts.Published)
		post.CrossPostToPartner, post.SocialAccountID = wanted, b.potter.ID
		post = b.insert(t, post)
		if err := b.engine.beginShare(t.Context(), b.db, post); err != nil {
			t.Fatal(err)
		}
		if got := b.read(t, post.ID); (got.ShareState != nil) != wanted || got.CompletedAt != post.CompletedAt && !got.CompletedAt.Time().Equal(post.CompletedAt.Time()) {
			t.Errorf("wanted %t: %+v", wanted, got)
		}
		counts, err := b.queue.Counts(t.Context(), b.db)
		if err != nil || (counts.Total == 1) != wanted {
			t.Errorf("wanted %t: %+v, %v", wanted, counts, err)
		}
	}
}

// TestSends: the bytes of videos alone are sent, and with the partner login alone.
func TestSends(t *testing.T) {
	t.Parallel()
	for kind, video := range map[graph.Kind]bool{
		graph.Reel: true, graph.VideoStory: true, graph.CarouselVideo: true,
		graph.Image: false, graph.ImageStory: false, graph.CarouselImage: false, graph.Carousel: false,
	} {
		for _, login := range []graph.Login{graph.Primary, graph.Partner} {
			w := &work{post: posts.Post{ID: wireid.New()}, account: graph.Account{Login: login}}
			if got := w.sends(kind); got != (video && login == graph.Partner) {
				t.Errorf("%s, %s: %t", kind, login, got)
			}
		}
	}
}
