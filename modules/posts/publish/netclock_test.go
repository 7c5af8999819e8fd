package publish

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/channel"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wiretime"
)

// TestHold_Clock: a scheduled post does not go out before the network's clock has come to its time,
// and waits for that half of the time at once, a quarter of an hour at most; nothing else is held.
func TestHold_Clock(t *testing.T) {
	t.Parallel()
	scheduled := func(at time.Time) posts.Post {
		return posts.Post{Status: posts.Queued, IsScheduled: true, ScheduledFor: wiretime.Ptr(at), SourceType: posts.FromSchedule}
	}
	for name, c := range map[string]struct {
		post  posts.Post
		ahead time.Duration
		wait  time.Duration
	}{
		"right":                      {scheduled(start), 0, 0},
		"a little ahead":             {scheduled(start), networkclock.Tolerance, 0},
		"a date without a clock":     {scheduled(start), 56 * 365 * 24 * time.Hour, 15 * time.Minute},
		"a day ahead, due in a day":  {scheduled(start), 24 * time.Hour, 15 * time.Minute},
		"a day ahead, due in 20 min": {scheduled(start.Add(20*time.Minute - 24*time.Hour)), 24 * time.Hour, 10 * time.Minute},
		"due in a minute and a half": {scheduled(start.Add(-24*time.Hour + 90*time.Second)), 24 * time.Hour, time.Minute},
		"due in half a minute":       {scheduled(start.Add(-24*time.Hour + 30*time.Second)), 24 * time.Hour, 30 * time.Second},
		"ahead, and due":             {scheduled(start.Add(-24 * time.Hour)), 24 * time.Hour, 0},
		"behind":                     {scheduled(start), -24 * time.Hour, 0},
		"at once":                    {posts.Post{Status: posts.Queued}, 24 * time.Hour, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := b.insert(t, c.post, b.photo(t))
			b.clocks.Observe(graph.Call{At: start, Date: start.Add(-c.ahead - time.Second/2)})
			held := false
			b.enqueue(t, post.ID, "bakery", start)
			if _, err := b.db.NewUpdate().Model((*jobs.ScheduledJob)(nil)).Set("created_at = ?", wiretime.Of(start.Add(-48*time.Hour))).Where("1").Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			job := b.work(t, func(ctx context.Context, claim *jobs.Claim) (err error) {
				held, err = b.at(t, claim, b.read(t, post.ID)).post().isKept(ctx, isToBeSent)
				return err
			})
			if held != (c.wait > 0) {
				t.Fatalf("held: %v; the job says %q", held, value(job.LastError))
			}
			if held && !job.RunAt.Time().Equal(start.Add(c.wait)) {
				t.Errorf("it is put off by %s, not %s", job.RunAt.Time().Sub(start), c.wait)
			}
		})
	}
}

// TestHold_BeforeItsTime: a post that is retried before its time, because its account was
// disconnected and is connected again, waits for that time, and the reason blames no clock. A clock
// that was set back once the job was due is named.
func TestHold_BeforeItsTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// due is when the job is due, of a post that is due in an hour; the clock is set after the
		// claim.
		due, set time.Duration
		want     string
	}{
		"retried":                       {0, 0, "the post waits for the time that it is scheduled for, in 1 hour"},
		"retried, half an hour earlier": {30 * time.Minute, 0, "the post waits for the time that it is scheduled for, in 30 minutes"},
		"set back":                      {time.Hour, -10 * time.Minute, "this machine's clock was set back; the post is due in 10 minutes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := b.insert(t, posts.Post{Status: posts.Queued, IsScheduled: true, ScheduledFor: at(start.Add(time.Hour))})
			b.enqueue(t, post.ID, "bakery", start.Add(c.due))
			b.clock.Advance(c.due)
			held, why := false, ""
			job := b.work(t, func(ctx context.Context, claim *jobs.Claim) (err error) {
				b.clock.Jump(c.set)
				b.clocks.Observe(graph.Call{At: b.clock.Now(), Date: b.clock.Now()})
				p := b.at(t, claim, b.read(t, post.ID))
				found, err := p.gate.check(ctx, p.run, p.ch.Rules())
				if err != nil || found == nil {
					return errors.Join(errors.New("nothing holds it"), err)
				}
				why = found.reason.Text
				held, err = p.post().isKept(ctx, isToBeSent)
				return err
			})
			if !held || why != c.want || !job.NamedInstant || !job.RunAt.Time().Equal(post.ScheduledFor.Time()) {
				t.Errorf("held %t until %s: %q, want %q", held, job.RunAt.Time(), why, c.want)
			}
			if got := b.read(t, post.ID); got.Status != posts.Scheduled || got.ErrorMessage != nil {
				t.Errorf("the post is %s, %q", got.Status, value(got.ErrorMessage))
			}
		})
	}
}

// TestSafe_ClockJumpFailsNoPost: what a clock says that was set, or may have been, fails no post.
// Missed is only what was due while Crier did not run; what waits for the network's clock says so,
// and is given back as it was when the clock returns.
func TestSafe_ClockJumpFailsNoPost(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		// passes is what happens after the post was scheduled for in an hour.
		passes func(*bundle)
		// held says that the post waits for the network's clock, missed that it FAILED. Else it
		// goes on.
		held, missed bool
	}{
		"it ran, and the network agrees":         {func(b *bundle) { b.clock.Jump(2 * day) }, false, false},
		"it ran for days with a busy lane":       {func(b *bundle) { b.clock.Advance(2 * day) }, false, false},
		"it slept, and the network agrees":       {func(b *bundle) { b.clock.Sleep(2 * day) }, false, true},
		"the network does not agree":             {func(b *bundle) { b.clock.Jump(2 * day); b.behind(2 * day) }, true, false},
		"nobody can ask":                         {func(b *bundle) { b.clock.Jump(2 * day); b.network.cut() }, true, false},
		"nobody can ask after a sleep":           {func(b *bundle) { b.clock.Sleep(2 * day); b.network.cut() }, true, false},
		"nobody can ask, but it was right once":  {func(b *bundle) { b.uptime.Agree(0); b.clock.Jump(2 * day); b.network.cut() }, true, false},
		"a little ahead, and nobody can ask":     {func(b *bundle) { b.uptime.Agree(0); b.clock.Jump(2 * time.Hour); b.network.cut() }, true, false},
		"an expired token by a clock far ahead":  {func(b *bundle) { b.clock.Jump(100 * day); b.behind(100 * day) }, true, false},
		"it slept, after the clock had been off": {func(b *bundle) { b.uptime.Agree(-day); b.clock.Jump(day); b.clock.Sleep(2 * day) }, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			post := b.scheduled(t, time.Hour)
			c.passes(b)
			held, job := b.hold(t)
			got := b.read(t, post.ID)
			switch {
			case c.missed && (!held || got.Status != posts.Failed || value(got.ErrorCode) != "INVALID_SCHEDULE"):
				t.Errorf("it was not missed: held %t, %s, %q", held, got.Status, value(got.ErrorMessage))
			case c.held && (!held || got.Status != posts.Queued || job.Status != jobs.Pending):
				t.Errorf("it does not wait: held %t, %s, %q", held, got.Status, value(got.ErrorMessage))
			case !c.held && !c.missed && (held || got.Status != posts.Queued):
				t.Errorf("it does not go on: held %t, %s, %q, %q", held, got.Status, value(got.ErrorMessage), value(job.LastError))
			}
		})
	}
}

// TestHold_UnaskedIsMissedLater: a post that waited for the network's clock after days in which
// Crier was closed is missed once that has agreed; the wait does not make it due later.
func TestHold_UnaskedIsMissedLater(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.scheduled(t, time.Hour)
	b.clock.Sleep(72 * time.Hour)
	b.network.cut()
	held, job := b.hold(t)
	if got := b.read(t, post.ID); !held || got.Status != posts.Queued || !strings.Contains(value(got.ErrorMessage), "waits for the network's clock") || job.Wait != heldUnasked.Wait {
		t.Fatalf("held %t, the post is %s, %q", held, got.Status, value(got.ErrorMessage))
	}
	b.network.mend()
	b.clock.Advance(shortestClockHold)
	b.hold(t)
	if got := b.read(t, post.ID); got.Status != posts.Failed || !strings.HasPrefix(value(got.ErrorMessage), "missed by 2 days") || !strings.Contains(value(got.ErrorMessage), "2026-11-21T10:30:00.000Z") {
		t.Errorf("the post is %s, %q", got.Status, value(got.ErrorMessage))
	}
}

// TestHold_UnaskedIsGivenBack: a clock that returns leaves nothing behind on a post that waited
// because of it.
func TestHold_UnaskedIsGivenBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := b.scheduled(t, time.Hour)
	b.clock.Jump(72 * time.Hour)
	b.network.cut()
	b.hold(t)
	if got := b.read(t, post.ID); got.ErrorMessage == nil {
		t.Fatalf("the post does not say that it waits")
	}
	b.clock.Jump(-72 * time.Hour)
	if _, err := b.db.ExecContext(t.Context(), "UPDATE scheduled_jobs SET run_at = ?", wiretime.Of(b.clock.Now())); err != nil {
		t.Fatal(err)
	}
	held, job := b.hold(t)
	got := b.read(t, post.ID)
	if !held || got.Status != posts.Scheduled || got.ErrorMessage != nil || got.ErrorCode != nil || !job.RunAt.Time().Equal(start.Add(time.Hour)) {
		t.Errorf("held %t, the post is %s with %q, and waits until %s", held, got.Status, value(got.ErrorMessage), job.RunAt)
	}
}

// TestWanted_NotBeforeItsTime: a job that a clock two years behind has made due is not two years
// late. Tier race, no time at all.
func TestWanted_NotBeforeItsTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	run := &channel.Run{
		Post:  posts.Post{IsScheduled: true, ScheduledFor: wiretime.Ptr(at)},
		Claim: &jobs.Claim{Job: jobs.ScheduledJob{RunAt: wiretime.Of(at.AddDate(-2, 0, 0))}},
	}
	if got := wanted(run); !got.Equal(at) {
		t.Errorf("it was wanted at %s", got)
	}
	run.Claim.Job.RunAt = wiretime.Of(at.Add(time.Minute))
	if got := wanted(run); !got.Equal(at.Add(time.Minute)) {
		t.Errorf("a minute later it was wanted at %s", got)
	}
}
