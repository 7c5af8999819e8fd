package publish

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/graph"
)

// TestFail_KeepsWhatMayBeLive: a container for which a publish call may have counted is kept for
// the next look; one for which none can have is dropped.
func TestFail_KeepsWhatMayBeLive(t *testing.T) {
	t.Parallel()
	for name, absent := range map[string]string{"it may be live": "", "it is not live": "it was proved"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			verdicts := map[string]attempt.Verdict{"": attempt.Open, "it was proved": attempt.Absent}
			got, _ := b.working(t, in(posts.Publishing), 0, func(ctx context.Context, p *publication) error {
				return p.life.fail(ctx, failure.Failure{Action: failure.Remake, Code: apperror.UnknownError, Message: "refused", Absent: absent})
			})
			if last := b.last(t, got); got.Status != posts.Failed || (got.SNContainerID == nil) != (absent != "") || last.Verdict != verdicts[absent] {
				t.Errorf("the post is %s, container %v, its attempt %s", got.Status, got.SNContainerID, last.Verdict)
			}
		})
	}
}

// TestSendAgain_Disconnected: the account goes between the two reads of the proof, and nothing is
// sent for it.
func TestSendAgain_Disconnected(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.Finished)
	sent := in(posts.Publishing)
	b.clock.Advance(timing.InFlight)
	go func() {
		// The runner waits, and the job in a pause and for its lease.
		for removed := false; b.clock.BlockUntil(t.Context(), 3) == nil; removed = true {
			if !removed {
				if err := b.accounts.Remove(t.Context(), b.bakery.ID, nil); err != nil {
					t.Error(err)
				}
			}
			b.clock.Advance(proofPause)
		}
	}()
	got, _ := b.running(t, sent, 0)
	if got.Status != posts.Failed || value(got.ErrorCode) != string(apperror.NotFound) {
		t.Errorf("the post is %s, %q", got.Status, value(got.ErrorCode))
	}
	for _, call := range b.network.heard() {
		if strings.HasSuffix(call, "/media_publish") {
			t.Errorf("%s was sent", call)
		}
	}
}

// TestSendAgain_AfterARestart: what is known not to be live is sent again for its account by a run
// that has asked nothing.
func TestSendAgain_AfterARestart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.insert(t, in(posts.Publishing))
	b.decideAbsent(t, post)
	b.clock.Advance(time.Hour)
	b.job(t, post.ID, 0)
	if want := "POST " + b.bakery.SNUserID + "/media_publish"; !slices.Contains(b.network.heard(), want) {
		t.Errorf("%s was not sent: %v", want, b.network.heard())
	}
}

// TestRun_GivenUpAndToldAfterAll: a post that was given up lost its container to a retry which then
// sent nothing. The retry at which its item can be told makes it PUBLISHED all the same.
func TestRun_GivenUpAndToldAfterAll(t *testing.T) {
	t.Parallel()
	mine, another := live(1, time.Second), live(2, 2*time.Second)
	for name, ref := range map[string]string{"with a reference": container, "of an unknown one": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := sought(posts.Image, new("Bread"))
			if post.Status = posts.Queued; ref == "" {
				post.SNContainerID, post.ContainerCreatedAt = nil, nil
			}
			post = b.waiting(t, post)
			b.send(t, post, attempt.Attempt{Ref: ref, Verdict: attempt.GivenUp})
			b.clock.Advance(settledAfter + time.Second)
			b.network.show(b.bakery, "media", another, mine)
			b.turn(t)
			if got := b.read(t, post.ID); got.Status != posts.Failed || got.SNContainerID != nil || b.last(t, post).Verdict != attempt.GivenUp {
				t.Fatalf("the first retry left it %s, %q, container %q, its attempt %s", got.Status, value(got.ErrorMessage), value(got.SNContainerID), b.last(t, post).Verdict)
			}
			b.network.show(b.bakery, "media", mine)
			if err := b.service.Retry(t.Context(), post.ID); err != nil {
				t.Fatal(err)
			}
			b.turn(t)
			got, last := b.read(t, post.ID), b.last(t, post)
			if got.Status != posts.Published || value(got.SNMediaID) != mine.ID || value(got.SNContainerID) != ref || last.Verdict != attempt.Live || value(last.MediaID) != mine.ID {
				t.Errorf("the post is %s as %q, %q, its attempt %+v", got.Status, value(got.SNMediaID), value(got.ErrorMessage), last)
			}
		})
	}
}
