package storyrepost

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"crier/modules/settings"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// process returns what a new process has to repost with, as far as no call is made and no file
// touched.
func (b *bench) process() *reposter {
	return newReposter(b.configs.clocks, b.db, slog.New(slog.DiscardHandler), b.configs, b.records, &network{clock: b.clock, pace: settings.NewPace(b.clock), chance: newChance()}, nil, nil, nil, nil)
}

// waiting stores a mention that waits.
func (b *bench) waiting(status Status) *RepostRecord {
	b.t.Helper()
	now, media := wiretime.Of(start), "31"
	r := &RepostRecord{
		ID: wireid.New(), SocialAccountID: b.account, Status: status, ItemID: "1", SourceMediaID: &media, MentionedAt: now,
		ExpiresAt: wiretime.Of(start.Add(storyLife)), CreatedAt: now, UpdatedAt: now,
	}
	if _, err := b.db.NewInsert().Model(r).Exec(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	return r
}

// begin claims a record, as a request and a job do.
func (b *bench) begin(s *reposter, r *RepostRecord, automatic bool) (leave func()) {
	b.t.Helper()
	err := b.db.InTx(b.t.Context(), func(ctx context.Context, tx bun.Tx) (err error) {
		leave, err = s.begin(ctx, tx, r.ID, b.record(r).Status, automatic)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return leave
}

func (b *bench) record(r *RepostRecord) *RepostRecord {
	b.t.Helper()
	now, err := selectRepost(b.t.Context(), b.db, r.ID)
	if err != nil || now == nil {
		b.t.Fatalf("the record is %+v, %v", now, err)
	}
	return now
}

// TestPutBack_NotWhatBegins: a repost that begins is not put back by Resume, which runs at any
// moment: it would not be made, and the user was told that it is. Once its work has ended without
// an outcome, it is put back.
func TestPutBack_NotWhatBegins(t *testing.T) {
	t.Parallel()
	for name, automatic := range map[string]bool{"by hand": false, "by itself": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.automatic()
			s, r := b.process(), b.waiting(map[bool]Status{false: Detected, true: Pending}[automatic])
			leave := b.begin(s, r, automatic)
			if leave == nil {
				t.Fatal("it does not begin")
			}
			if err := s.putBack(t.Context()); err != nil {
				t.Fatal(err)
			}
			if now := b.record(r); now.Status != Processing {
				t.Fatalf("as it begins it becomes %s: %s", now.Status, *now.Reason)
			}
			if taken, free := s.busy.TryLock(r.ID); free {
				taken()
				t.Error("somebody else could begin it")
			}
			leave()
			if err := s.putBack(t.Context()); err != nil {
				t.Fatal(err)
			}
			if now := b.record(r); now.Status != r.Status || *now.Reason != reasonInterrupted {
				t.Errorf("after its work it is %+v", now)
			}
		})
	}
}

// automatic has the account repost by itself, at any hour.
func (b *bench) automatic() {
	b.t.Helper()
	if err := b.configs.Enable(b.t.Context(), b.account); err != nil {
		b.t.Fatal(err)
	}
	b.exec("UPDATE story_repost_configs SET auto_repost_enabled = 1, sleep_window_start = 0, sleep_window_end = 0")
}

// diesIn has a new process take up what there is, then begin the repost if it waits for its turn,
// and die while it works on it. It reports whether the work was begun.
func (b *bench) diesIn(r *RepostRecord) (begun bool) {
	b.t.Helper()
	s := b.process()
	if err := s.putBack(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	switch b.record(r).Status {
	case Pending:
		if b.begin(s, r, true) == nil {
			return false
		}
	case Processing:
	default:
		return false
	}
	tried, err := s.beginTry(b.t.Context(), r.ID)
	if err != nil {
		b.t.Fatal(err)
	}
	return tried != nil
}

// TestResume_DeathsAreTries: a repost that takes Crier down three times is not begun once more,
// from wherever it goes on, and says what to do. The user may have it begun again.
func TestResume_DeathsAreTries(t *testing.T) {
	t.Parallel()
	for name, hasFile := range map[string]bool{"while it is fetched": false, "after that": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.automatic()
			r := b.waiting(Pending)
			for try := range 3 {
				if !b.diesIn(r) {
					t.Fatalf("try %d is not begun, it is %+v", try+1, b.record(r))
				}
				if hasFile {
					b.exec("UPDATE story_reposts SET media_file_id = ?", wireid.New())
				}
				if now := b.record(r); now.Status != Processing || now.Tries != try+1 {
					t.Fatalf("in try %d it is %+v", try+1, now)
				}
			}
			if b.diesIn(r) {
				t.Error("it is begun once more")
			}
			now := b.record(r)
			if now.Status != Failed || *now.Reason != reasonDeaths || now.Tries != 0 {
				t.Fatalf("after three deaths it is %+v", now)
			}
			if err := now.canRepost(b.records.gone()); err != nil {
				t.Errorf("the user cannot repost it: %v", err)
			}
			b.exec("UPDATE story_reposts SET tries = 2")
			if b.begin(b.process(), r, false) == nil || b.record(r).Tries != 0 {
				t.Errorf("asked for again it is %+v", b.record(r))
			}
		})
	}
}

// TestCarryOn_AStopIsNoOutcome: a stop in order during a repost, or a lost lease, is neither an
// outcome nor a try, however often.
func TestCarryOn_AStopIsNoOutcome(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		why       error
		endsWhole bool
	}{
		"a stop during a pause": {jobs.ErrStopping, false},
		"a lost lease":          {jobs.ErrLost, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.automatic()
			s, r := b.process(), b.waiting(Pending)
			for range maxAttempts + 1 {
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				sleep := func(context.Context, time.Duration) error {
					if c.endsWhole {
						cancel(c.why)
					}
					return c.why
				}
				leave := b.begin(s, r, true)
				err := s.carryOn(ctx, r.ID, task{caller: caller{network: s.network, account: b.account, sleep: sleep}, config: b.config()})
				leave()
				if !errors.Is(err, c.why) || isExplained(err) {
					t.Errorf("it ends with %v", err)
				}
				if now := b.record(r); now.Status != Processing || now.Tries != 0 {
					t.Fatalf("it is %+v", now)
				}
				if err := s.putBack(t.Context()); err != nil {
					t.Fatal(err)
				}
				if now := b.record(r); now.Status != Pending || *now.Reason != reasonInterrupted {
					t.Fatalf("it waits as %+v", now)
				}
			}
		})
	}
}

// TestPutBack_WhatMayNotGoOn: a repost that was interrupted goes on by itself only when it might
// begin. What was fetched of it is kept.
func TestPutBack_WhatMayNotGoOn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		automatic bool
		change    string
		want      Status
	}{
		"by itself":                      {true, "", Processing},
		"by hand":                        {false, "", Processing},
		"by itself, in the quiet hours":  {true, "sleep_window_start = 9, sleep_window_end = 10", Pending},
		"by hand, in the quiet hours":    {false, "sleep_window_start = 9, sleep_window_end = 10", Processing},
		"by itself, switched off":        {true, "is_enabled = 0", Pending},
		"by hand, switched off":          {false, "is_enabled = 0", Processing},
		"by itself, now to be asked for": {true, "auto_repost_enabled = 0", Detected},
		"by itself, after a challenge":   {true, "challenge_pause_until = 1795263000000", Pending},
		"by hand, after a challenge":     {false, "challenge_pause_until = 1795263000000", Detected},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.automatic()
			r := b.waiting(Pending)
			b.begin(b.process(), r, c.automatic)
			b.exec("UPDATE story_reposts SET media_file_id = ?", wireid.New())
			if c.change != "" {
				b.exec("UPDATE story_repost_configs SET " + c.change)
			}
			if err := b.process().putBack(t.Context()); err != nil {
				t.Fatal(err)
			}
			if now := b.record(r); now.Status != c.want || now.MediaFileID == nil {
				t.Errorf("it is %+v", now)
			}
		})
	}
}

// TestPutBack_WhatHasGone: a repost does not go on once its story has gone by the network's clock.
func TestPutBack_WhatHasGone(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	r := b.waiting(Detected)
	b.begin(b.process(), r, false)
	b.exec("UPDATE story_reposts SET media_file_id = ?", wireid.New())
	b.meter.Agree(0)
	for _, c := range []struct {
		later time.Duration
		want  Status
	}{{storyLife - time.Minute, Processing}, {time.Minute, Expired}} {
		b.clock.Advance(c.later)
		if err := b.process().putBack(t.Context()); err != nil {
			t.Fatal(err)
		}
		if now, err := b.records.Record(t.Context(), r.ID); err != nil || now.Status != c.want {
			t.Errorf("it is %+v, %v; want %s", now, err, c.want)
		}
	}
}

// TestEnd_WhatIsInWork: with its account ends also a mention that is in work and has no post, which
// nobody could repost for that account. Its work stops, and ends nothing else.
func TestEnd_WhatIsInWork(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.automatic()
	s, r := b.process(), b.waiting(Pending)
	leave := b.begin(s, r, true)
	if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return b.records.end(ctx, tx, b.account) }); err != nil {
		t.Fatal(err)
	}
	err := s.carryOn(t.Context(), r.ID, task{caller: s.network.atOnce(b.account), config: b.config()})
	leave()
	if !errors.Is(err, errTaken) {
		t.Errorf("its work ends with %v", err)
	}
	if now := b.record(r); now.Status != Skipped || *now.Reason != reasonDisconnected {
		t.Errorf("it is %+v", now)
	}
	b.exec("UPDATE story_reposts SET status = 'PROCESSING', post_id = ?", wireid.New())
	if err := b.records.end(t.Context(), b.db, b.account); err != nil || b.record(r).Status != Processing {
		t.Errorf("with a post it is %+v, %v", b.record(r), err)
	}
}

// TestPutBack_OfTheOtherMode: a mention of an account that this network mode does not have is left
// as it is.
func TestPutBack_OfTheOtherMode(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	r := b.waiting(Detected)
	b.begin(b.process(), r, false)
	b.exec("UPDATE story_reposts SET social_account_id = ?", wireid.New())
	if err := b.process().putBack(t.Context()); err != nil || b.record(r).Status != Processing {
		t.Errorf("it is %+v, %v", b.record(r), err)
	}
}
