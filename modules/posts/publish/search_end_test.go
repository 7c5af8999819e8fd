package publish

import (
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/platform/apperror"
	"crier/platform/graph"
)

// TestSearch_TakesTheDoubtOff: once an attempt is proved to have taken no effect, its post no
// longer says that it may be live, and still says why it ended.
func TestSearch_TakesTheDoubtOff(t *testing.T) {
	t.Parallel()
	const why = "the network said twice, 5s apart, that it is not published"
	refused := failure.Failure{Message: "the network refused: (#368) The action attempted has been deemed abusive"}
	for want, v := range map[string]failure.Failure{
		"the post was not published: " + why:               unknownFailure("the network gave no answer"),
		refused.Message + "; the post is not live: " + why: refused,
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.network.contain(container, graph.Finished)
			post := sought(posts.Image, new("Bread"))
			post.CompletedAt, post.ErrorCode = at(start), new(string(apperror.UnknownError))
			post.Doubt = (&statuses{journal: &journal{run: &channel.Run{Last: attempt.Attempt{Seq: 1, Verdict: attempt.Open}}}}).doubt(&v)
			post.ErrorMessage, post.SettledMessage = &v.Message, &v.Certain
			post = b.insert(t, post)
			b.send(t, post, attempt.Attempt{})
			b.clock.Advance(timing.InFlight)
			b.search(t, 1)
			b.clock.Advance(proofPause)
			b.search(t, 1)
			if got, last := b.read(t, post.ID), b.last(t, post); last.Verdict != attempt.Absent || value(got.ErrorMessage) != want || got.Status != posts.Failed {
				t.Errorf("the attempt is %s, the post %s, %q", last.Verdict, got.Status, value(got.ErrorMessage))
			}
		})
	}
}

// TestSearch_Disconnected: the attempt of an account that has been disconnected is given up when
// Crier has run for a month since its call. One of an account of the other network mode is not.
func TestSearch_Disconnected(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isForeign bool
		ran       time.Duration
		want      attempt.Verdict
	}{
		"not for long": {false, disconnectedTimeout - time.Second, attempt.Open},
		"for a month":  {false, disconnectedTimeout, attempt.GivenUp},
		"foreign":      {true, disconnectedTimeout, attempt.Open},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := b.failed(t, sought(posts.Image, new("Bread")), 0)
			if c.isForeign {
				if _, err := b.db.ExecContext(t.Context(), "UPDATE social_accounts SET network = 'live' WHERE id = ?", post.SocialAccountID); err != nil {
					t.Fatal(err)
				}
			} else if err := b.accounts.Remove(t.Context(), b.bakery.ID, nil); err != nil {
				t.Fatal(err)
			}
			b.clock.Advance(c.ran)
			b.search(t, 2)
			last, got := b.last(t, post), b.read(t, post.ID)
			if last.Verdict != c.want || got.Doubt != posts.MayBeLive {
				t.Errorf("the attempt is %s, the post says %q", last.Verdict, value(got.ErrorMessage))
			}
		})
	}
}
