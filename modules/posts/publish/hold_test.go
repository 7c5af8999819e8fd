package publish

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/jobs"

	"github.com/uptrace/bun"
)

// holding is a run that finds that its post must wait.
type holding struct {
	*bundle

	claim *jobs.Claim
	post  posts.Post
}

func (h holding) publication(t *testing.T) *publication {
	t.Helper()
	return h.at(t, h.claim, h.post)
}

func (h holding) sharing() *publication {
	return h.engine.newSharing(&channel.Run{Claim: h.claim, Post: h.post})
}

// held runs the post's job, has fn put it off, and returns the post, and its job as fn left it.
func (b *bundle) held(t *testing.T, post posts.Post, fn func(context.Context, holding) error) (posts.Post, jobs.ScheduledJob) {
	t.Helper()
	var job jobs.ScheduledJob
	var err error
	// A job that is due at once may be claimed again before the runner is told to stop.
	var once sync.Once
	b.work(t, func(ctx context.Context, claim *jobs.Claim) error {
		once.Do(func() {
			err = errors.Join(fn(ctx, holding{b, claim, post}), b.db.NewSelect().Model(&job).Where("id = ?", claim.Job.ID).Scan(ctx))
		})
		return err
	})
	return b.read(t, post.ID), job
}

// When what a post waits for comes: while its job is being put off, once that was put off, or not.
const comesMeanwhile, comesAfter, comesNever = "it comes meanwhile", "it comes after", "it does not come"

// checkHeld checks that a job was put off for a reason, that it is due at once if what it waits for
// has come and later if not, and that this is no attempt.
func (b *bundle) checkHeld(t *testing.T, job jobs.ScheduledJob, reason jobs.Reason, when string) {
	t.Helper()
	if isDue := !job.RunAt.Time().After(b.clock.Now()); isDue != (when != comesNever) || job.Wait != reason.Wait || job.Attempts != 0 {
		t.Errorf("the job goes on %s from now after %d attempts, and waits because of %q", job.RunAt.Time().Sub(b.clock.Now()), job.Attempts, value(job.LastError))
	}
}

// TestHold_IsOverMeanwhile: what a post waits for may come after the post was found to wait for it,
// and before its job is put off: then the post does not wait for the pause. Tier race, one database
// each.
func TestHold_IsOverMeanwhile(t *testing.T) {
	t.Parallel()
	marked := func(mark func(*auth.Service, context.Context, bun.IDB, auth.SocialAccount) error) func(*testing.T, *bundle) func() error {
		return func(t *testing.T, b *bundle) func() error {
			t.Helper()
			b.accounts.ReviveWith([]auth.RevivalHook{b.engine.AccountRevived})
			if err := mark(b.accounts, t.Context(), b.db, b.bakery); err != nil {
				t.Fatal(err)
			}
			return func() error { return b.accounts.MarkTokenAlive(t.Context(), b.bakery.ID) }
		}
	}
	alike := func(post posts.Post, by attempt.Channel) func(*testing.T, *bundle) func() error {
		return func(t *testing.T, b *bundle) func() error {
			t.Helper()
			other := b.insert(t, post)
			run := &channel.Run{Post: other}
			if by == attempt.Page {
				run.Last = b.send(t, other, attempt.Attempt{Channel: by})
				return func() error {
					return b.engine.newSharing(run).journal.settle(t.Context(), b.db, absent("it is not there"))
				}
			}
			run.Last = b.last(t, other)
			return func() error {
				return b.engine.newPublication(run).journal.settle(t.Context(), b.db, absent("it is not there"))
			}
		}
	}
	byGate := func(ctx context.Context, t *testing.T, h holding) func() error {
		t.Helper()
		p := h.publication(t)
		found, err := p.gate.check(ctx, p.run, p.ch.Rules())
		if found == nil || err != nil {
			t.Errorf("nothing holds the post, %v", err)
			return func() error { return err }
		}
		return func() error { return p.post().hold(ctx, found) }
	}
	byIntent := func(ctx context.Context, t *testing.T, h holding) func() error {
		t.Helper()
		p := h.publication(t)
		_, err := p.journal.intend(ctx, container, p.run.Claim.Progress, p.post().moveToPublishing)
		return func() error { return p.handleError(ctx, err) }
	}
	again := func(ctx context.Context, t *testing.T, h holding) func() error {
		t.Helper()
		p := h.publication(t)
		_, err := p.journal.intend(ctx, container, p.run.Claim.InTx, nothing)
		return func() error { return p.post().handleErrorOfIntent(ctx, "it is not live", err) }
	}
	byShare := func(ctx context.Context, t *testing.T, h holding) func() error {
		t.Helper()
		s := h.sharing()
		_, err := s.journal.intend(ctx, "", s.run.Claim.InTx, nothing)
		return func() error { return s.handleError(ctx, err) }
	}
	shared := in(posts.Published)
	shared.ShareState = new(posts.SharePending)
	for name, c := range map[string]struct {
		post posts.Post
		// given has the post be held, and returns what ends that.
		given func(*testing.T, *bundle) (comes func() error)
		// finds has the run find that, and returns what puts its job off.
		finds  func(context.Context, *testing.T, holding) (putOff func() error)
		reason jobs.Reason
		// says is a part of what the post says.
		says string
	}{
		"a dead token": {
			posts.Post{Status: posts.Queued}, marked(func(s *auth.Service, ctx context.Context, db bun.IDB, a auth.SocialAccount) error {
				_, err := s.MarkTokenDead(ctx, db, a.ID, "it has ended")
				return err
			}), byGate, heldForAccount, "must be connected again",
		},
		"a checkpoint": {
			posts.Post{Status: posts.Queued}, marked(func(s *auth.Service, ctx context.Context, db bun.IDB, a auth.SocialAccount) error {
				_, err := s.MarkCheckpoint(ctx, db, a.ID, "it must be confirmed")
				return err
			}), byGate, heldForCheckpoint, "checkpoint",
		},
		"one alike":                   {attempted(), alike(in(posts.Publishing), attempt.Feed), byIntent, heldForLookalike, "the post waits for"},
		"one alike, to be sent again": {in(posts.Publishing), alike(in(posts.Publishing), attempt.Feed), again, heldForLookalike, ""},
		"a share alike":               {shared, alike(shared, attempt.Page), byShare, heldForLookalike, ""},
	} {
		for _, when := range []string{comesMeanwhile, comesAfter, comesNever} {
			t.Run(name+", "+when, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				comes := c.given(t, b)
				post := b.waiting(t, c.post)
				if post.Status == posts.Publishing {
					b.decideAbsent(t, post)
				}
				got, job := b.held(t, post, func(ctx context.Context, h holding) error {
					putOff := c.finds(ctx, t, h)
					switch when {
					case comesMeanwhile:
						return errors.Join(comes(), putOff())
					case comesAfter:
						return errors.Join(putOff(), comes())
					}
					return putOff()
				})
				b.checkHeld(t, job, c.reason, when)
				want := c.post.Status
				if want == posts.Processing {
					want = posts.Queued
				}
				if got.Status != want || !strings.Contains(value(got.ErrorMessage), c.says) || (got.ErrorCode != nil) != (got.ErrorMessage != nil) {
					t.Errorf("the post is %s, %q %q", got.Status, value(got.ErrorCode), value(got.ErrorMessage))
				}
			})
		}
	}
}

// decideAbsent writes down that the post's attempt took no effect.
func (b *bundle) decideAbsent(t *testing.T, post posts.Post) {
	t.Helper()
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := attempt.Settle(ctx, tx, b.last(t, post).Seq, *at(start), absent("it was proved"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// telling is a log that tells when something is written to it.
type telling struct {
	slog.Handler

	tell func()
}

func (telling) Enabled(context.Context, slog.Level) bool { return true }

func (l telling) Handle(context.Context, slog.Record) error {
	l.tell()
	return nil
}

// answers has a host of the network answer between two steps of putOff: putOff has noted that the
// host cannot be reached, and has not written yet that the job waits. The answer's transaction is
// open from before putOff, so that what putOff writes comes after it.
func (b *bundle) answers(ctx context.Context, host string, putOff func() error) error {
	lost, isOpen, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	tell := sync.OnceFunc(func() { close(lost) })
	b.engine.reach.log = slog.New(telling{slog.DiscardHandler, tell})
	go func() {
		ended <- b.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			close(isOpen)
			<-lost
			b.engine.reach.endOutage(host, "")
			return b.queue.MakeAllDue(ctx, tx, heldOffline.Wait)
		})
	}()
	<-isOpen
	err := putOff()
	tell() // It may not have got that far.
	return errors.Join(err, <-ended)
}

// TestOffline_AnswerMeanwhile: the network may answer after a call has not reached it, and before
// the job of that call is put off: then the job does not wait for the pause. Tier race, one
// database each.
func TestOffline_AnswerMeanwhile(t *testing.T) {
	t.Parallel()
	shared := in(posts.Published)
	shared.ShareState = new(posts.SharePending)
	for name, c := range map[string]struct {
		post  posts.Post
		meets func(context.Context, *testing.T, holding, error) error
	}{
		"before the call": {attempted(), func(ctx context.Context, t *testing.T, h holding, lost error) error {
			t.Helper()
			return h.publication(t).handleError(ctx, lost)
		}},
		"at the call": {in(posts.Publishing), func(ctx context.Context, t *testing.T, h holding, lost error) error {
			t.Helper()
			return h.publication(t).post().waitUnsent(ctx, lost, nothing)
		}},
		"after the call": {in(posts.Publishing), func(ctx context.Context, t *testing.T, h holding, lost error) error {
			t.Helper()
			return h.publication(t).post().handleUnreadable(ctx, lost)
		}},
		"a share": {shared, func(ctx context.Context, _ *testing.T, h holding, lost error) error {
			return h.sharing().handleError(ctx, lost)
		}},
	} {
		for _, when := range []string{comesMeanwhile, comesAfter, comesNever} {
			t.Run(name+", "+when, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				b.uptime.Agree(0)
				lost := b.notReached(t)
				post := b.waiting(t, c.post)
				_, job := b.held(t, post, func(ctx context.Context, h holding) error {
					putOff := func() error { return c.meets(ctx, t, h, lost) }
					switch when {
					case comesMeanwhile:
						return b.answers(ctx, hostOf(lost), putOff)
					case comesAfter:
						err := putOff()
						b.engine.reach.noteAnswer(ctx, hostOf(lost), "")
						return err
					}
					return putOff()
				})
				b.checkHeld(t, job, heldOffline, when)
			})
		}
	}
}

func hostOf(err error) string {
	host, _ := failure.HostOf(err)
	return host
}
