package publish

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/graph"

	"github.com/uptrace/bun"
)

// unplugged is a way to the network that is gone from the call on that makes a story visible.
type unplugged struct{ *past }

func (u unplugged) RoundTrip(req *http.Request) (*http.Response, error) {
	if strings.HasSuffix(req.URL.Path, "/configure_to_story/") && u.reached.IsZero() && u.next > 0 && len(u.aways) == 0 {
		u.befall(pastEvent{Kind: isOffline, For: 3 * time.Hour})
	}
	return u.wire.RoundTrip(req)
}

// TestOffline_StoryAtItsCall: a story with mentions whose call does not reach the network waits, for as long as that takes, and without an
// attempt. It goes on once the app API answers, which nothing else has asked meanwhile.
func TestOffline_StoryAtItsCall(t *testing.T) {
	t.Parallel()
	h := history{Posts: []pastPost{{Way: byStory, Form: isPictureStory, Text: "ann"}}}
	var got posts.Post
	var isLost bool
	var attempts int
	h.before = func(p *past) { p.transport = unplugged{p} }
	h.spoil = func(p *past) {
		var err error
		if got, err = posts.SelectPost(p.t.Context(), p.db, p.ids[0]); err != nil {
			p.t.Fatal(err)
		}
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

// TestOffline_AtTheCall: a post whose publish call does not reach the network has not used up an attempt.
func TestOffline_AtTheCall(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.uptime.Agree(0)
	b.network.leave()
	post := in(posts.Publishing)
	post.ScheduledFor = nil
	post = b.insert(t, post)
	if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := attempt.Decide(ctx, tx, b.last(t, post).Seq, *at(start), absent("it was dropped"))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	job := b.job(t, post.ID, 0)
	got, last := b.read(t, post.ID), b.last(t, post)
	if got.Status != posts.Publishing || job.Attempts != 0 || value(job.LastError) != heldOffline || !strings.HasPrefix(value(got.ErrorMessage), "the network cannot be reached since") {
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
