package publish

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// waiting stores a post with a container, and a job that is due.
func (b *bundle) waiting(t *testing.T, post posts.Post) posts.Post {
	t.Helper()
	post = b.insert(t, post, b.photo(t))
	b.enqueue(t, post.ID, post.SocialAccountID.String(), b.clock.Now())
	return post
}

// untilDue moves the clock to when the job is due that is due first.
func (b *bundle) untilDue(t *testing.T) {
	t.Helper()
	var next wiretime.Time
	if err := b.db.NewSelect().Model((*jobs.ScheduledJob)(nil)).ColumnExpr("min(run_at)").Where("status = ?", jobs.Pending).Scan(t.Context(), &next); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(max(next.Time().Sub(b.clock.Now()), 0))
}

// turn is untilDue, and runs that job.
func (b *bundle) turn(t *testing.T) jobs.ScheduledJob {
	t.Helper()
	b.untilDue(t)
	return b.work(t, func(ctx context.Context, claim *jobs.Claim) error { return b.engine.Run(ctx, claim) })
}

// look has a runner without work look at the clock.
func (b *bundle) look(t *testing.T) {
	t.Helper()
	runner, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(runner.Start(t.Context()), runner.Stop(context.WithoutCancel(t.Context()))); err != nil {
		t.Fatal(err)
	}
}

// TestFinding04_Offline: while the network cannot be reached a post waits, with one reason and
// without an attempt, for as long as it would for a Crier that is not running.
func TestFinding04_Offline(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]bool{"and it comes back": true, "for longer than the grace": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.uptime.Agree(0)
			b.network.leave()
			post := b.waiting(t, attempted())
			until := lateness.Grace
			if back {
				until = 3 * time.Hour
			}
			for b.clock.Now().Sub(start) <= until {
				before := b.clock.Now()
				job := b.turn(t)
				got := b.read(t, post.ID)
				if got.Status != posts.Queued || got.RetryCount != 1 || value(got.ErrorMessage) != "the network cannot be reached since 2026-11-21T09:30:00.000Z" {
					t.Fatalf("after %s the post is %s, %q, after %d retries", b.clock.Now().Sub(start), got.Status, value(got.ErrorMessage), got.RetryCount)
				}
				if pause := job.RunAt.Time().Sub(b.clock.Now()); job.Attempts != 0 || pause <= 0 || pause > time.Minute {
					t.Fatalf("the job waits for %s after %d attempts", job.RunAt.Time().Sub(before), job.Attempts)
				}
				b.clock.Advance(10 * time.Minute)
			}
			if !back {
				b.turn(t)
				if got := b.read(t, post.ID); got.Status != posts.Failed || !strings.Contains(value(got.ErrorMessage), "cannot be reached since 2026-11-21T09:30:00.000Z; the post is 24 hours") {
					t.Errorf("the post is %s, %q", got.Status, value(got.ErrorMessage))
				}
				return
			}
			b.network.comeBack()
			b.network.contain(container, graph.Published)
			b.network.show(b.bakery, "media", live(1, time.Second, captioned("")))
			b.clock.Advance(settledAfter)
			b.turn(t)
			if got := b.read(t, post.ID); got.Status != posts.Published || got.ErrorCode != nil || got.ErrorMessage != nil {
				t.Errorf("the post is %s, %q", got.Status, value(got.ErrorMessage))
			}
		})
	}
}

// TestOffline_ClockSet: what waits for the network is not late because this machine's clock was set
// meanwhile. It is late once the machine has counted the grace.
func TestOffline_ClockSet(t *testing.T) {
	t.Parallel()
	const year = 365 * 24 * time.Hour
	shared := in(posts.Published)
	shared.ShareState = new(posts.SharePending)
	for what, c := range map[string]struct {
		post  posts.Post
		meets func(context.Context, *testing.T, holding, error) error
	}{
		"a post": {in(posts.Publishing), func(ctx context.Context, t *testing.T, h holding, lost error) error {
			t.Helper()
			return h.publication(t).post().waitUnsent(ctx, lost, nothing)
		}},
		"a share": {shared, func(ctx context.Context, _ *testing.T, h holding, lost error) error {
			return h.sharing().handleError(ctx, lost)
		}},
	} {
		for name, sets := range map[string][]time.Duration{"back, and put right": {-year, year}, "ahead, and put right": {year, -year}} {
			t.Run(what+", "+name, func(t *testing.T) {
				t.Parallel()
				b := setup(t)
				b.uptime.Agree(0)
				lost := b.notReached(t)
				post := b.waiting(t, c.post)
				wait := func() jobs.ScheduledJob {
					t.Helper()
					b.untilDue(t)
					_, job := b.held(t, post, func(ctx context.Context, h holding) error { return c.meets(ctx, t, h, lost) })
					return job
				}
				wait()
				for _, by := range sets {
					b.clock.Jump(by)
					b.look(t)
					b.clock.Advance(time.Hour)
					if job := wait(); job.Status != jobs.Pending || job.Wait != heldOffline.Wait {
						t.Fatalf("the clock was set by %s, and the job is %s, %q", by, job.Status, value(job.LastError))
					}
				}
				b.clock.Advance(lateness.Grace - time.Hour)
				if job := wait(); job.Wait == heldOffline.Wait {
					t.Error("after the grace the job still waits")
				}
			})
		}
	}
}

// TestOffline_AnyAnswerEndsIt: what waits for the network goes on once it has answered anyone.
func TestOffline_AnyAnswerEndsIt(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.leave()
	b.waiting(t, attempted())
	other := attempted()
	other.SocialAccountID, other.SNContainerID = b.potter.ID, new("17890000000000002")
	b.waiting(t, other)
	for range 12 {
		b.turn(t)
	}
	b.network.comeBack()
	b.network.contain(container, graph.InProgress)
	b.network.contain("17890000000000002", graph.InProgress)
	b.turn(t)
	held, err := b.db.NewSelect().Model((*jobs.ScheduledJob)(nil)).Where("wait = ? AND run_at > ?", heldOffline.Wait, wiretime.Of(b.clock.Now())).Count(t.Context())
	if err != nil || held != 0 {
		t.Errorf("%d jobs still wait, %v", held, err)
	}
}

// TestOffline_OneHost: while one host alone cannot be reached, what waits for it is tried less and
// less often, however often another one answers, and says which host that is.
func TestOffline_OneHost(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.isPartnerAway = true
	b.network.contain(container, graph.InProgress)
	b.waiting(t, attempted())
	other := attempted()
	other.SocialAccountID, other.SNContainerID = b.potter.ID, new("17890000000000002")
	other = b.waiting(t, other)
	var pauses []time.Duration
	answers := 0
	for b.clock.Now().Sub(start) < 270*time.Second {
		switch job := b.turn(t); job.Wait {
		case heldOffline.Wait:
			pauses = append(pauses, job.RunAt.Time().Sub(b.clock.Now()))
		case channel.WaitsForMedia.Wait:
			answers++
		default:
			t.Fatalf("a job is %s, %q", job.Status, value(job.LastError))
		}
	}
	if !slices.IsSorted(pauses) || len(pauses) > 30 || answers < 10 || pauses[len(pauses)-1] < 30*time.Second {
		t.Errorf("the other host has answered %d times, and the pauses are %s", answers, pauses)
	}
	if got := b.read(t, other.ID); got.Status != posts.Queued || value(got.ErrorMessage) != "the network's host 127.0.0.1:1 cannot be reached since 2026-11-21T09:30:00.000Z" {
		t.Errorf("the post is %s, %q", got.Status, value(got.ErrorMessage))
	}
}

// TestReach_Forgets: nobody knows since when a host is away that alone was away and was not tried
// for a long time. Where no other host has answered, all are away since.
func TestReach_Forgets(t *testing.T) {
	t.Parallel()
	for name, answers := range map[string]bool{"another host answers": true, "nobody answers": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			r, gone := b.engine.reach, &graph.Error{Host: "gone"}
			lost := func() string {
				why, _ := r.noteLost(gone, longestOfflinePause)
				return why
			}
			lost()
			if answers {
				r.noteAnswer(t.Context(), failure.Host("there"), graph.OpMedia)
			}
			b.clock.Advance(forgottenAfter - time.Second)
			if got := lost(); !strings.HasSuffix(got, "cannot be reached since 2026-11-21T09:30:00.000Z") {
				t.Errorf("tried soon enough: %q", got)
			}
			b.clock.Advance(forgottenAfter)
			want := "the network cannot be reached since 2026-11-21T09:30:00.000Z"
			if answers {
				want = "the network cannot be reached since 2026-11-21T11:29:59.000Z"
			}
			if got := lost(); got != want {
				t.Errorf("not tried for long: %q", got)
			}
		})
	}
}

// TestOffline_Resolving: a post whose call was sent is asked about when the network can be reached,
// and that time counts towards no timeout.
func TestOffline_Resolving(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.leave()
	post := b.waiting(t, in(posts.Publishing))
	for b.clock.Now().Sub(start) < 5*time.Hour {
		b.turn(t)
		if got := b.read(t, post.ID); got.Status != posts.Publishing || !strings.Contains(value(got.ErrorMessage), "cannot be reached since") {
			t.Fatalf("the post is %s, %q", got.Status, value(got.ErrorMessage))
		}
		b.clock.Advance(10 * time.Minute)
	}
	if a := b.last(t, post); a.Verdict != attempt.Open || a.AskedMs != 0 {
		t.Errorf("the attempt is %+v", a)
	}
	b.network.comeBack()
	b.network.contain(container, graph.Published)
	b.network.show(b.bakery, "media", live(1, time.Second, captioned("")))
	b.turn(t)
	if got := b.read(t, post.ID); got.Status != posts.Published || value(got.SNMediaID) != live(1, 0).ID || got.ErrorCode != nil {
		t.Errorf("the post is %s as %q, %q", got.Status, value(got.SNMediaID), value(got.ErrorMessage))
	}
}

// TestFinding12_NoSlotWhileTheNetworkProcesses: the job of a post whose media are processed waits
// in the queue, and no worker does; for how long is counted over all its looks.
func TestFinding12_NoSlotWhileTheNetworkProcesses(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.network.contain(container, graph.InProgress)
	b.network.show(b.bakery, "media")
	post := b.waiting(t, attempted())
	looks := 0
	for {
		job := b.turn(t)
		if looks++; job.Status != jobs.Pending {
			break
		}
		if got := b.read(t, post.ID); got.Status != posts.Processing || job.Wait != channel.WaitsForMedia.Wait || job.Attempts != 0 || looks > 100 {
			t.Fatalf("look %d: the post is %s, the job %+v", looks, got.Status, job)
		}
	}
	got := b.read(t, post.ID)
	if took := b.clock.Now().Sub(start); got.Status != posts.Failed || value(got.ErrorCode) != "PROCESSING_FAILED" || took < 5*time.Minute || took > 5*time.Minute+30*time.Second {
		t.Errorf("after %s and %d looks the post is %s, %q", took, looks, got.Status, value(got.ErrorMessage))
	}
	reads := 0
	for _, call := range b.network.heard() {
		if strings.HasSuffix(call, "/media") || strings.HasSuffix(call, "content_publishing_limit") {
			reads++
		}
	}
	if reads != 2 {
		t.Errorf("what was looked into before was read %d times: %q", reads, b.network.heard())
	}
}

// TestFinding12_StuckMediaHoldNobodyUp: more posts than there are workers whose media are processed
// for ever let one of another account go out at once. Tier race, one database.
func TestFinding12_StuckMediaHoldNobodyUp(t *testing.T) {
	t.Parallel()
	const stuck = 16
	b := setup(t)
	b.network.show(b.bakery, "media")
	b.network.contain(container, graph.Finished)
	b.network.isOpen = true
	add := func(post posts.Post, lane string) posts.Post {
		post = b.insert(t, post, b.photo(t))
		b.enqueue(t, post.ID, lane, b.clock.Now())
		return post
	}
	for n := range stuck {
		post := attempted()
		post.SNContainerID, post.Caption = new(fmt.Sprint("1789000000000010", n)), new(fmt.Sprint("stuck ", n))
		b.network.contain(*post.SNContainerID, graph.InProgress)
		add(post, fmt.Sprint("account ", n))
	}
	quick := attempted()
	quick.Caption = new("quick")
	quick = add(quick, "another account")
	ended := make(chan wireid.ID, stuck+1)
	w := worker{Engine: b.engine, done: make(chan ran, stuck+1), run: func(ctx context.Context, claim *jobs.Claim) error {
		defer func() { ended <- claim.Job.SubjectID }()
		return b.engine.Run(ctx, claim)
	}}
	runner, err := jobs.NewRunner(b.db, b.queue, slog.New(slog.DiscardHandler), []jobs.Handler{w})
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	// The clock stands still: nothing but a free worker lets the last one go.
	timeout, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for isThere := false; !isThere; {
		select {
		case id := <-ended:
			isThere = id == quick.ID
		case <-timeout.Done():
			t.Error("no worker is free")
			isThere = true
		}
	}
	if got := b.read(t, quick.ID); got.Status != posts.Published {
		t.Errorf("the post is %s: %s", got.Status, value(got.ErrorMessage))
	}
	if err := runner.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}

// TestFinding12_HeldPostsComeBackSpaced, those too that were to go out at once.
func TestFinding12_HeldPostsComeBackSpaced(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(time.Hour)
	b.sent(t, b.bakery.ID, time.Hour)
	for why, want := range map[jobs.Reason]bool{
		heldForAccount: true, heldForCheckpoint: true, heldOffline: true, heldForSpacing: true, channel.WaitsForSpacedMedia: true,
		channel.WaitsForMedia: false, {Wait: jobs.BackOff}: false,
	} {
		job := jobs.ScheduledJob{CreatedAt: *at(start), RunAt: *at(b.clock.Now()), Wait: why.Wait}
		gate, run := b.engine.publications.gate, &channel.Run{Claim: &jobs.Claim{Job: job}, Post: posts.Post{Status: posts.Queued, SocialAccountID: b.bakery.ID}}
		held, err := gate.check(t.Context(), run, channel.Rules{ComparesClock: true})
		if err != nil || (held != nil) != want || run.IsSpaced != want {
			t.Errorf("%q: %+v, %t, %v", why.Wait, held, run.IsSpaced, err)
		}
		if held != nil && (held.pause != lateness.Spacing || held.reason != heldForSpacing) {
			t.Errorf("%q: its turn comes in %s, %q", why.Wait, held.pause, held.reason.Text)
		}
	}
}
