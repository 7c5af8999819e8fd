package publish

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/graph"
)

// unplugged is a way to the network that is gone for three hours, from the first call on whose path
// ends so.
type unplugged struct {
	*past

	at   string
	mu   sync.Mutex
	from time.Time
}

func (u *unplugged) RoundTrip(req *http.Request) (*http.Response, error) {
	u.mu.Lock()
	now := u.wire.right.Now()
	switch {
	case u.from.IsZero() && req.Method == http.MethodPost && strings.HasSuffix(req.URL.Path, u.at):
		u.from = now
		u.setOffline(true)
	case !u.from.IsZero() && now.Sub(u.from) >= 3*time.Hour:
		u.setOffline(false)
	}
	u.mu.Unlock()
	return u.wire.RoundTrip(req)
}

// TestOffline_StoryAtItsCall: a story with mentions whose call does not reach the network waits,
// for as long as that takes, and without an attempt. It goes on once the app API answers, which
// nothing else has asked meanwhile.
func TestOffline_StoryAtItsCall(t *testing.T) {
	t.Parallel()
	h := history{Posts: []pastPost{{Way: byStory, Form: isPictureStory, Text: "ann"}}}
	var got posts.Post
	var isLost bool
	var attempts int
	h.before = func(p *past) { p.transport = &unplugged{past: p, at: "/configure_to_story/"} }
	h.spoil = func(p *past) {
		got = p.first()
		isLost = p.engine.reach.isLost()
		if err := p.db.NewSelect().Table("scheduled_jobs").ColumnExpr("attempts").Where("subject_id = ?", p.ids[0]).Scan(p.t.Context(), &attempts); err != nil {
			p.t.Fatal(err)
		}
	}
	wrong, said := h.live(t, newOrigin(t))
	if len(wrong) > 0 || got.Status != posts.Published || got.ErrorCode != nil || attempts != 1 {
		t.Errorf("%v; after %d attempts the post is %s, %q\n%s", wrong, attempts, got.Status, value(got.ErrorMessage), strings.Join(said, "\n"))
	}
	if isLost {
		t.Error("the network has answered, and counts as out of reach")
	}
}

// TestOffline_ShareAtItsCall: a share whose call does not reach the network is on the Page once it
// can, also one of a plain video, of which nothing else tells that it is not there.
func TestOffline_ShareAtItsCall(t *testing.T) {
	t.Parallel()
	for form, at := range map[form]string{isWideReel: "/videos", isPicture: "/feed"} {
		h := history{Posts: []pastPost{{Way: byPage, Form: form, Text: "ann"}}}
		var got posts.Post
		h.before = func(p *past) { p.transport = &unplugged{past: p, at: at} }
		h.spoil = func(p *past) { got = p.first() }
		wrong, said := h.live(t, newOrigin(t))
		if len(wrong) > 0 || got.PartnerPostID == nil || got.ErrorCode != nil {
			t.Errorf("%s: %v; the post is on the Page as %q, %q\n%s", at, wrong, value(got.PartnerPostID), value(got.ErrorMessage), strings.Join(said, "\n"))
		}
	}
}

// sending is a way to the network on which a plain video takes five minutes, and its answer is
// lost.
type sending struct{ *past }

func (s sending) RoundTrip(req *http.Request) (*http.Response, error) {
	if !isVideoOfPage(req) {
		return s.wire.RoundTrip(req)
	}
	if err := clock.Sleep(req.Context(), s.wire.clock, 5*time.Minute); err != nil {
		return nil, err
	}
	resp, err := s.wire.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	return nil, errors.Join(errCut, resp.Body.Close())
}

// TestShare_ALongUpload: the window of a plain video reaches to the end of its call, and a while
// further.
func TestShare_ALongUpload(t *testing.T) {
	t.Parallel()
	for _, fates := range [][]fate{{{Kind: isAnswered}}, {{Kind: isLate, After: 50 * time.Second}}} {
		h := history{Posts: []pastPost{{Way: byPage, Form: isWideReel, Text: "ann"}}, Calls: map[way][]fate{byPage: fates}}
		var got posts.Post
		h.before = func(p *past) { p.transport = sending{p} }
		h.spoil = func(p *past) { got = p.first() }
		wrong, said := h.live(t, newOrigin(t))
		if len(wrong) > 0 || got.PartnerPostID == nil || got.ErrorCode != nil {
			t.Errorf("%v: %v; the post is on the Page as %q, %q\n%s", fates, wrong, value(got.PartnerPostID), value(got.ErrorMessage), strings.Join(said, "\n"))
		}
	}
}

// first returns the history's first post as it is stored.
func (p *past) first() posts.Post {
	p.t.Helper()
	post, err := posts.SelectPost(p.t.Context(), p.db, p.ids[0])
	if err != nil {
		p.t.Fatal(err)
	}
	return post
}

// TestOffline_AtTheCall: a post whose publish call does not reach the network has not used up an
// attempt.
func TestOffline_AtTheCall(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.uptime.Agree(0)
	b.network.leave()
	post := in(posts.Publishing)
	post.ScheduledFor = nil
	post = b.insert(t, post)
	b.decideAbsent(t, post)
	job := b.job(t, post.ID, 0)
	got, last := b.read(t, post.ID), b.last(t, post)
	if got.Status != posts.Publishing || job.Attempts != 0 || job.Wait != heldOffline.Wait || !strings.HasPrefix(value(got.ErrorMessage), "the network cannot be reached since") {
		t.Errorf("after %d attempts the post is %s, %q; the job waits because of %q", job.Attempts, got.Status, value(got.ErrorMessage), value(job.LastError))
	}
	if last.Seq < 2 || !last.IsOpen() || !last.IsAnswered() {
		t.Errorf("the attempt is %+v", last)
	}
	b.network.comeBack()
	b.network.isOpen = true
	b.network.contain(container, graph.Finished)
	go func() {
		// The runner waits, and the job in the pause of a proof and for its lease.
		for b.clock.BlockUntil(t.Context(), 3) == nil {
			b.clock.Advance(proofPause)
		}
	}()
	for !got.Status.HasEnded() {
		b.turn(t)
		got = b.read(t, post.ID)
	}
	if got.Status != posts.Published || got.ErrorMessage != nil {
		t.Errorf("the post is %s, %q", got.Status, value(got.ErrorMessage))
	}
}
