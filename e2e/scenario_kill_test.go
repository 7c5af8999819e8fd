package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
)

// kinds returns the body of one post of each kind that goes another way through the resolver.
func (j *journey) kinds() map[string]body {
	j.t.Helper()
	photo := j.photo()
	return map[string]body{
		"image":    {"accountId": j.bakery.ID, "mediaType": "IMAGE", "mediaFileId": photo, "caption": "once"},
		"story":    {"accountId": j.bakery.ID, "mediaType": "STORIES", "mediaFileId": photo},
		"carousel": {"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{photo, photo}, "caption": "once"},
	}
}

// TestScenario_01_KilledAfterThePublishCall: the process dies when the network has published and
// before the answer is stored; the next start finds the one post that is live.
func TestScenario_01_KilledAfterThePublishCall(t *testing.T) {
	t.Parallel()
	answered := moment{http.MethodPost, atPublish, 0, true, 0}
	for name, c := range map[string]struct {
		kind  string
		kills []moment
	}{
		"image":                                  {"image", []moment{answered}},
		"story":                                  {"story", []moment{answered}},
		"carousel":                               {"carousel", []moment{answered}},
		"again while the container is read":      {"image", []moment{answered, {http.MethodGet, atContainer, 0, false, 0}, {http.MethodGet, atContainer, 0, true, 0}}},
		"again while the media are listed":       {"story", []moment{answered, {http.MethodGet, "/stories", 0, false, 0}, {http.MethodGet, "/stories", 0, true, 0}}},
		"again and again":                        {"image", []moment{answered, {http.MethodGet, "/media", 0, true, 0}, {http.MethodGet, "/media", 0, true, 0}, {http.MethodGet, "/media", 0, true, 0}}},
		"once the id is stored, before the link": {"image", []moment{{http.MethodGet, atMedia, 0, false, 0}}},
		"once the link is there":                 {"image", []moment{{http.MethodGet, atMedia, 0, true, 0}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clk := clock.NewFake(e2e.Start)
			l := lay(t, clk)
			j := l.begin(e2e.At(clk))
			id, j := l.killed(j, j.kinds()[c.kind], c.kills...)
			j.endsAs(id, once)
		})
	}
}

// TestScenario_02_KilledBeforeThePublishCall: the process dies with the intent stored and the call
// not sent, or anywhere before that; the next start publishes once.
func TestScenario_02_KilledBeforeThePublishCall(t *testing.T) {
	t.Parallel()
	unsent := moment{http.MethodPost, atPublish, 0, false, 0}
	for name, c := range map[string]struct {
		kind    string
		kills   []moment
		creates int
	}{
		"image":                           {"image", []moment{unsent}, 1},
		"story":                           {"story", []moment{unsent}, 1},
		"carousel":                        {"carousel", []moment{unsent}, 3},
		"again between the two looks":     {"image", []moment{unsent, {http.MethodGet, atContainer, 1, true, 0}}, 1},
		"again before the call":           {"image", []moment{unsent, unsent, unsent}, 1},
		"and then after the call":         {"image", []moment{unsent, {http.MethodPost, atPublish, 0, true, 0}}, 1},
		"before the container":            {"image", []moment{{http.MethodPost, atCreate, 0, false, 0}}, 1},
		"with the container not stored":   {"image", []moment{{http.MethodPost, atCreate, 0, true, 0}}, 2},
		"with the second item on its way": {"carousel", []moment{{http.MethodPost, atCreate, 1, true, 0}}, 4},
		"with the container ready":        {"image", []moment{{http.MethodGet, atContainer, 0, true, 0}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clk := clock.NewFake(e2e.Start)
			l := lay(t, clk)
			j := l.begin(e2e.At(clk))
			id, j := l.killed(j, j.kinds()[c.kind], c.kills...)
			if p := j.endsAs(id, once); p.RetryCount != 0 || j.creates() != c.creates {
				t.Errorf("retryCount is %d; there were %d containers", p.RetryCount, j.creates())
			}
		})
	}
}

// TestScenario_02_KilledForLong: the process dies before or after the publish call, and nobody
// starts it for nine days.
func TestScenario_02_KilledForLong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answered bool
		ends     ending
	}{
		"live":     {true, once},
		"not live": {false, ending{code: "PROCESSING_FAILED", says: "Expired"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clk := clock.NewFake(e2e.Start)
			l := lay(t, clk)
			j := l.begin(e2e.At(clk))
			id, j := l.killed(j, j.imagePost("once"), moment{http.MethodPost, atPublish, 0, c.answered, 9 * 24 * time.Hour})
			j.endsAs(id, c.ends)
			if c.answered {
				return
			}
			j.retry(id)
			j.endsAs(id, once)
		})
	}
}

// TestScenario_02_KilledTwice: a post that takes the process down twice before it gets any further
// is put aside, and a retry publishes it.
func TestScenario_02_KilledTwice(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(e2e.Start)
	l := lay(t, clk)
	j := l.begin(e2e.At(clk))
	create := moment{http.MethodPost, atCreate, 0, true, 0}
	id, j := l.killed(j, j.imagePost("once"), create, create)
	j.endsAs(id, ending{code: "UNKNOWN_ERROR", says: "Crier ended twice"})
	j.retry(id)
	j.endsAs(id, once)
}
