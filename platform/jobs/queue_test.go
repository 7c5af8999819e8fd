package jobs

import (
	"context"
	"fmt"
	"testing"
	"time"

	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// check is another type of job than publish.
const check Type = "STORY_REPOST_CHECK"

// many stores jobs of all kinds: of both types, in two lanes, waiting, in work and ended, due
// before, at and after noon, put off for one of two reasons or for none.
func (s *stand) many(t *testing.T) []ScheduledJob {
	t.Helper()
	var all []func(*ScheduledJob)
	for _, typ := range []Type{publish, check} {
		for _, status := range []Status{Pending, Processing, Completed} {
			for _, lane := range []string{"a", "b"} {
				for _, after := range []time.Duration{-time.Hour, 0, time.Hour} {
					for _, wait := range []Wait{NoWait, BackOff, BrokenOff} {
						all = append(all, func(j *ScheduledJob) {
							j.Type, j.Status, j.Lane, j.RunAt = typ, status, lane, wiretime.Of(noon.Add(after))
							j.UpdatedAt = wiretime.Of(noon.Add(-2 * time.Hour))
							j.Wait, j.NamedInstant = wait, wait == NoWait
						})
					}
				}
			}
		}
	}
	return s.addAll(t, all)
}

// TestQueue_MakesDueOnlyWhatItNames: a job that somebody asked to have at a time stays at it, as do
// those of other lanes and types, those put off for another reason, and those that are due already,
// which shows for how long. Each wakes the Runner.
func TestQueue_MakesDueOnlyWhatItNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		call  func(ctx context.Context, s *stand) error
		names func(j ScheduledJob) bool
	}{
		"MakeDue": {
			func(ctx context.Context, s *stand) error { return s.runner.queue.MakeDue(ctx, s.db, "a", BackOff) },
			func(j ScheduledJob) bool { return j.Lane == "a" && j.Wait == BackOff },
		},
		"MakeLaneDue": {
			func(ctx context.Context, s *stand) error {
				return s.runner.queue.MakeLaneDue(ctx, s.db, publish, "a")
			},
			func(j ScheduledJob) bool { return j.Lane == "a" && j.Type == publish && !j.NamedInstant },
		},
		"MakeAllDue": {
			func(ctx context.Context, s *stand) error { return s.runner.queue.MakeAllDue(ctx, s.db, BackOff) },
			func(j ScheduledJob) bool { return j.Wait == BackOff },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStand(t, idle{})
			all := s.many(t)
			if err := c.call(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			made := 0
			for _, want := range all {
				if want.Status == Pending && want.RunAt.Time().After(noon) && c.names(want) {
					want.RunAt, want.UpdatedAt = wiretime.Of(noon), wiretime.Of(noon)
					made++
				}
				same(t, want, s.read(t, want.ID))
			}
			if made == 0 || len(s.runner.queue.wake) == 0 {
				t.Errorf("%d jobs are due; the runner is woken: %t", made, len(s.runner.queue.wake) > 0)
			}
		})
	}
}

// TestEnqueue_AtOnce: a job without a time is due from now on, which is what its lateness counts
// from.
func TestEnqueue_AtOnce(t *testing.T) {
	t.Parallel()
	s := newStand(t, idle{})
	id, err := s.runner.queue.Enqueue(t.Context(), s.db, Request{Type: publish, SubjectID: wireid.New(), Lane: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.read(t, id); got.RunAt != wiretime.Of(noon) || len(s.runner.queue.wake) == 0 {
		t.Errorf("the job is %s; the runner is woken: %t", describeJob(got), len(s.runner.queue.wake) > 0)
	}
}

func TestQueue_Counts(t *testing.T) {
	t.Parallel()
	s := newStand(t, idle{})
	var want Counts
	for _, j := range s.many(t) {
		switch isLater := j.RunAt.Time().After(noon); {
		case j.Status == Processing:
			want.Active++
		case j.Status == Pending && isLater:
			want.Delayed++
		case j.Status == Pending:
			want.Waiting++
		}
	}
	want.Total = want.Active + want.Delayed + want.Waiting
	if got, err := s.runner.queue.Counts(t.Context(), s.db); err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

// TestQueue_OfOneSubject: a job is cancelled, moved and looked for by its type and its subject, and
// only while it waits; a subject may have jobs of other types, and jobs that have ended.
func TestQueue_OfOneSubject(t *testing.T) {
	t.Parallel()
	later := noon.Add(time.Hour)
	for name, c := range map[string]struct {
		call  func(ctx context.Context, s *stand, subject wireid.ID) (bool, error)
		after string
		wakes bool
	}{
		"cancel": {func(ctx context.Context, s *stand, subject wireid.ID) (bool, error) {
			return s.runner.queue.Cancel(ctx, s.db, publish, subject)
		}, "CANCELLED, due 0s, ended 0s", false},
		"move": {func(ctx context.Context, s *stand, subject wireid.ID) (bool, error) {
			return s.runner.queue.Move(ctx, s.db, publish, subject, later)
		}, "PENDING, due 1h0m0s", true},
		"is in work": {func(ctx context.Context, s *stand, subject wireid.ID) (bool, error) {
			return s.runner.queue.IsInWork(ctx, s.db, publish, subject)
		}, "PENDING, due 0s", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStand(t, idle{})
			subject, atWork, bare := wireid.New(), wireid.New(), wireid.New()
			of := func(id wireid.ID, typ Type, status Status) ScheduledJob {
				return s.add(t, func(j *ScheduledJob) { j.SubjectID, j.Type, j.Status = id, typ, status })
			}
			job := of(subject, publish, Pending)
			others := []ScheduledJob{
				of(subject, check, Pending), of(subject, publish, Completed), of(wireid.New(), publish, Pending), of(atWork, publish, Processing), of(bare, check, Processing),
			}
			done, err := c.call(t.Context(), s, subject)
			if err != nil || done != (name != "is in work") {
				t.Errorf("its own: %t, %v", done, err)
			}
			if woken := len(s.runner.queue.wake) > 0; woken != c.wakes {
				t.Errorf("the runner is woken: %t", woken)
			}
			got := s.read(t, job.ID)
			text := fmt.Sprintf("%s, due %s", got.Status, got.RunAt.Time().Sub(noon))
			if got.CompletedAt != nil {
				text += fmt.Sprintf(", ended %s", got.CompletedAt.Time().Sub(noon))
			}
			if text != c.after {
				t.Errorf("the job is %s", text)
			}
			if done, err := c.call(t.Context(), s, atWork); err != nil || done != (name == "is in work") {
				t.Errorf("of one in work: %t, %v", done, err)
			}
			if done, err := c.call(t.Context(), s, bare); err != nil || done {
				t.Errorf("of one without such a job: %t, %v", done, err)
			}
			for _, want := range others {
				same(t, want, s.read(t, want.ID))
			}
		})
	}
}

// TestUpsert_OnlyItsOwnKey: the waiting job of the key is moved, and wakes the Runner. Jobs of
// other keys stay, as do those of the key that are in work or have ended. Where none is open, one
// is added.
func TestUpsert_OnlyItsOwnKey(t *testing.T) {
	t.Parallel()
	for _, status := range []Status{Pending, Processing, Completed} {
		t.Run(string(status), func(t *testing.T) {
			t.Parallel()
			s := newStand(t, idle{})
			keyed := func(key string, status Status) ScheduledJob {
				return s.add(t, func(j *ScheduledJob) {
					j.Type, j.RepeatKey, j.Status, j.RunAt = check, &key, status, wiretime.Of(noon.Add(time.Hour))
				})
			}
			own, others := keyed("own", status), []ScheduledJob{keyed("other", Pending), keyed("own", Completed)}
			if err := s.runner.queue.Upsert(t.Context(), s.db, Request{Type: check, SubjectID: own.SubjectID, RunAt: noon, RepeatKey: "own"}); err != nil {
				t.Fatal(err)
			}
			want := own
			if status == Pending {
				want.RunAt = wiretime.Of(noon)
			}
			same(t, want, s.read(t, own.ID))
			for _, want := range others {
				same(t, want, s.read(t, want.ID))
			}
			rows := int64(3)
			if status == Completed {
				rows++
			}
			if n, err := s.db.NewSelect().Model((*ScheduledJob)(nil)).Count(t.Context()); err != nil || n != rows || len(s.runner.queue.wake) == 0 {
				t.Errorf("%d jobs, %v; the runner is woken: %t", n, err, len(s.runner.queue.wake) > 0)
			}
		})
	}
}

// TestRebase_MovesOnlyWaitsOfALaterClock: of all kinds of jobs, those move that a clock that was
// ahead put off, or that it made due at once. All others keep their time.
func TestRebase_MovesOnlyWaitsOfALaterClock(t *testing.T) {
	t.Parallel()
	s := newStand(t, idle{})
	at := func(hours int) wiretime.Time { return wiretime.Of(noon.Add(time.Duration(hours) * time.Hour)) }
	var all []func(*ScheduledJob)
	for _, status := range []Status{Pending, Processing, Completed} {
		for _, due := range []int{-1, 1, 24, 25} {
			for _, changed := range []int{-2, 24} {
				for _, created := range []int{-2, 24} {
					for _, named := range []bool{true, false} {
						all = append(all, func(j *ScheduledJob) {
							j.Status, j.RunAt, j.UpdatedAt, j.CreatedAt, j.NamedInstant = status, at(due), at(changed), at(created), named
						})
					}
				}
			}
		}
	}
	added := s.addAll(t, all)
	if err := s.runner.rebase(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, j := range added {
		due, created := j.RunAt, j.CreatedAt
		if j.Status == Pending && due.Time().After(noon) && j.UpdatedAt.Time().After(noon) && !j.NamedInstant {
			due = wiretime.Of(noon.Add(max(due.Time().Sub(j.UpdatedAt.Time()), 0)))
		}
		if j.Status != Completed && created.Time().After(noon) {
			created = wiretime.Of(noon)
		}
		if got := s.read(t, j.ID); got.RunAt != due || got.CreatedAt != created {
			t.Errorf("%s, created %s: it is due %s, created %s", describeJob(j), j.CreatedAt, got.RunAt, got.CreatedAt)
		}
	}
}
