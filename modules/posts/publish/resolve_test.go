package publish

import (
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/timing"
	"crier/platform/graph"
)

// resolve has the attempt of an ended post be looked for once.
func (b *bundle) resolve(t *testing.T, post posts.Post) finding {
	t.Helper()
	run := &channel.Run{Post: post, Last: b.last(t, post)}
	ch := b.engine.channels.forPost(post)
	work := ch.At(run)
	if err := work.Identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := b.engine.resolvers.newResolver(run, ch, work)
	r.isBrief = true
	f, err := r.resolve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestResolve_WhichItem: of a post that is live, an item is taken that no other post and nobody
// else can have made.
func TestResolve_WhichItem(t *testing.T) {
	t.Parallel()
	type other struct {
		sent    time.Duration
		verdict attempt.Verdict
	}
	first, second, third := live(1, 10*time.Second), live(2, 20*time.Second), live(3, 10*time.Minute)
	for name, c := range map[string]struct {
		others []other
		seen   []string
		listed []graph.Media
		want   string
	}{
		"alone":                                    {nil, nil, []graph.Media{first}, first.ID},
		"alone, not shown":                         {nil, nil, nil, ""},
		"alone, shown too early":                   {nil, nil, []graph.Media{live(1, -10*time.Minute)}, ""},
		"alone, shown too late":                    {nil, nil, []graph.Media{third}, ""},
		"alone, by hand too":                       {nil, nil, []graph.Media{second, first}, ""},
		"alone, by hand too, seen before":          {nil, []string{second.ID}, []graph.Media{second, first}, first.ID},
		"two live at one time":                     {[]other{{0, attempt.Live}}, nil, []graph.Media{second, first}, ""},
		"two live at one time, one shown":          {[]other{{0, attempt.Live}}, nil, []graph.Media{first}, ""},
		"two live at two times":                    {[]other{{10 * time.Minute, attempt.Live}}, nil, []graph.Media{third, first}, first.ID},
		"two, of which one is not live":            {[]other{{0, attempt.Absent}}, nil, []graph.Media{first}, first.ID},
		"two, of which one may be live, one shown": {[]other{{0, attempt.Open}}, nil, []graph.Media{first}, ""},
		"two, of which one may be live, two shown": {[]other{{0, attempt.Open}}, nil, []graph.Media{second, first}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.clock.Advance(time.Hour)
			b.network.show(b.bakery, "media", c.listed...)
			b.network.contain(container, graph.Published)
			for _, o := range c.others {
				twin := sought(posts.Image, new("Bread "))
				twin.SNContainerID = new("17890000000000002")
				b.send(t, b.insert(t, twin), attempt.Attempt{SentAt: *at(start.Add(o.sent)), Verdict: o.verdict})
			}
			post := b.insert(t, sought(posts.Image, new("Bread")))
			b.send(t, post, attempt.Attempt{SeenBefore: c.seen})
			f := b.resolve(t, post)
			got := ""
			if f.item != nil {
				got = f.item.ID
			}
			if f.verdict != verdictLive || got != c.want {
				t.Errorf("got %q: %+v", got, f)
			}
		})
	}
}

// TestResolve_Owned: what another post of ours is live as is not taken, whatever became of that
// post.
func TestResolve_Owned(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media", live(3, 30*time.Second), live(2, 20*time.Second), live(1, 10*time.Second))
	for n, status := range map[int]posts.Status{2: posts.Published, 1: posts.Failed} {
		owner := in(status)
		owner.SNMediaID = new(live(n, 0).ID)
		owner = b.insert(t, owner)
		if err := b.service.Delete(t.Context(), owner.ID); err != nil {
			t.Fatal(err)
		}
	}
	post := b.failed(t, sought(posts.Image, new("Bread")), 0)
	if f := b.resolve(t, post); f.verdict != verdictLive || f.item != nil {
		t.Errorf("while the list may lag, got %+v", f)
	}
	b.clock.Advance(settledAfter + time.Second)
	if f := b.resolve(t, post); f.item == nil || f.item.ID != live(3, 0).ID {
		t.Errorf("got %+v", f)
	}
}

// TestResolve_InFlight: a post that is not live yet may be so in the next moment, and once more is
// asked when it no longer can.
func TestResolve_InFlight(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Finished)
	post := b.failed(t, sought(posts.Image, nil), 0)
	if f := b.resolve(t, post); f.verdict != verdictUnknown || f.after != timing.InFlight {
		t.Errorf("at once: %+v", f)
	}
	b.clock.Advance(timing.InFlight)
	for _, want := range []verdict{verdictUnknown, verdictAbsent} {
		if f := b.resolve(t, post); f.verdict != want {
			t.Errorf("got %+v, want %d", f, want)
		}
		b.clock.Advance(proofPause)
	}
}

// TestResolve_Forgotten: a container that the network has forgotten is what the account shows as
// the only item that it can be. It was not published when its day is over and the account shows
// nothing that it could be.
func TestResolve_Forgotten(t *testing.T) {
	t.Parallel()
	one, bread := live(1, time.Second), "Bread"
	for name, c := range map[string]struct {
		age     time.Duration
		caption string
		listed  []graph.Media
		kind    posts.MediaType
		want    verdict
	}{
		"its day is over":             {timing.ReferenceDay, bread, nil, posts.Image, verdictDead},
		"its day is not over":         {timing.ReferenceDay - time.Second, bread, nil, posts.Image, verdictUnknown},
		"changed since":               {timing.ReferenceDay, bread, []graph.Media{live(1, time.Second, captioned("Rolls"))}, posts.Image, verdictUnknown},
		"another, long after":         {timing.ReferenceDay, bread, []graph.Media{live(1, time.Hour)}, posts.Image, verdictDead},
		"a story, of which none stay": {timing.ReferenceDay, bread, nil, posts.Stories, verdictUnknown},
		"it is shown":                 {timing.ReferenceDay, bread, []graph.Media{one}, posts.Image, verdictLive},
		"it is shown on its day":      {time.Hour, bread, []graph.Media{one}, posts.Image, verdictLive},
		"on its way, one is shown":    {timing.InFlight - time.Second, bread, []graph.Media{one}, posts.Image, verdictUnknown},
		"two are shown":               {timing.ReferenceDay, bread, []graph.Media{live(2, 2*time.Second), one}, posts.Image, verdictUnknown},
		"nobody can tell it by words": {timing.ReferenceDay, "", []graph.Media{live(1, time.Second, captioned(""))}, posts.Image, verdictUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.show(b.bakery, "media", c.listed...)
			b.network.show(b.bakery, "stories")
			post := b.failed(t, sought(c.kind, &c.caption), 0)
			b.clock.Advance(c.age)
			f := b.resolve(t, post)
			if f.verdict != c.want || (f.item != nil) != (c.want == verdictLive) {
				t.Errorf("got %+v", f)
			}
			if f.item != nil && (f.item.ID != one.ID || f.how != attempt.Found) {
				t.Errorf("it is %s, %s", f.item.ID, f.how)
			}
		})
	}
}

// TestInstants: no clock that is set makes it shorter or longer how long ago a call was sent.
func TestInstants(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		compared bool
		set      time.Duration
	}{
		"compared": {true, 0}, "compared, set ahead": {true, 365 * 24 * time.Hour}, "compared, set back": {true, -365 * 24 * time.Hour},
		"never compared": {false, 0}, "never compared, set ahead": {false, 365 * 24 * time.Hour}, "never compared, set back": {false, -365 * 24 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			if c.compared {
				b.uptime.Agree(0)
			}
			var a attempt.Attempt
			b.engine.clock.Stamp(&a)
			b.clock.Advance(10 * time.Second)
			b.clock.Jump(c.set)
			b.clock.Advance(10 * time.Second)
			if got := b.engine.clock.Elapsed(a); got != 20*time.Second {
				t.Errorf("it was sent %s ago", got)
			}
			if got := b.engine.clock.OnItsWay(a); got != 40*time.Second {
				t.Errorf("it is on its way for %s", got)
			}
			if got := b.engine.clock.Published(a); got.Time().After(b.clock.Now()) {
				t.Errorf("it was published at %s", got)
			}
		})
	}
}

// TestResolve_AfterAStorysDay: a story that was there for its day is not taken for a younger one
// that is still listed.
func TestResolve_AfterAStorysDay(t *testing.T) {
	t.Parallel()
	for after, isBound := range map[time.Duration]bool{22 * time.Hour: true, 24*time.Hour + 20*time.Second: false} {
		b := setup(t)
		b.network.contain(container, graph.Published)
		b.network.show(b.bakery, "stories", live(1, 40*time.Second, shown(graph.TypeImage, graph.ProductStory)))
		post := b.failed(t, sought(posts.Stories, nil), 0)
		b.clock.Advance(after)
		if f := b.resolve(t, post); f.verdict != verdictLive || (f.item != nil) != isBound {
			t.Errorf("after %s: %+v", after, f)
		}
	}
}

// TestRun_Forgotten: a post whose container the network has forgotten says so, and a retry prepares
// it again.
func TestRun_Forgotten(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := in(posts.Publishing)
	b.network.show(b.bakery, "media")
	b.clock.Advance(26 * time.Hour)
	got, _ := b.running(t, post, 0)
	if got.Status != posts.Failed || value(got.ErrorCode) != "UNKNOWN_ERROR" || !strings.Contains(value(got.ErrorMessage), "has forgotten") || got.SNContainerID != nil || b.last(t, got).Verdict != attempt.Absent {
		t.Errorf("the post is %s, %q %q, its attempt %s", got.Status, value(got.ErrorCode), value(got.ErrorMessage), b.last(t, got).Verdict)
	}
}
