package feed

import (
	"testing"
	"time"

	"crier/platform/graph"
)

// TestUsage: while the allowance for calls is nearly used polls are rare, and when it is used up
// nothing is begun.
func TestUsage(t *testing.T) {
	t.Parallel()
	var u usage
	for _, c := range []struct {
		percent int
		want    time.Duration
	}{{0, firstPoll}, {79, firstPoll}, {80, slowestPoll}, {100, slowestPoll}} {
		u.watch(graph.Call{HTTPStatus: 200, Usage: graph.Usage{Percent: c.percent}})
		if got := u.pause(firstPoll); got != c.want {
			t.Errorf("at %d %%: %s", c.percent, got)
		}
	}
	u.watch(graph.Call{}) // No answer, no news.
	if u.check() == nil {
		t.Error("a call without an answer freed the allowance")
	}
}

// TestSendsBytes: the bytes of videos alone are sent, and with the partner login alone.
func TestSendsBytes(t *testing.T) {
	t.Parallel()
	for kind, video := range map[graph.Kind]bool{
		graph.Reel: true, graph.VideoStory: true, graph.CarouselVideo: true,
		graph.Image: false, graph.ImageStory: false, graph.CarouselImage: false, graph.Carousel: false,
	} {
		for _, login := range []graph.Login{graph.Primary, graph.Partner} {
			if got := sendsBytes(login, kind); got != (video && login == graph.Partner) {
				t.Errorf("%s, %s: %t", kind, login, got)
			}
		}
	}
}
