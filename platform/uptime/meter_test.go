package uptime_test

import (
	"slices"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/uptime"
)

const day = 24 * time.Hour

var begin = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

type bench struct {
	t     *testing.T
	db    *database.DB
	clock *clock.Fake
	meter *uptime.Meter
}

func setup(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, db: databasetest.New(t), clock: clock.NewFake(begin)}
	b.start()
	return b
}

// start has another process go on.
func (b *bench) start() {
	b.t.Helper()
	b.meter = uptime.New(b.db, b.clock, config.Sandbox)
	if err := b.meter.Start(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) beat() {
	b.t.Helper()
	if err := b.meter.Beat(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// says holds what the Meter says of the time since the beginning, as the wall clock had it then.
func (b *bench) says(ran, away, ahead time.Duration, compared bool) {
	b.t.Helper()
	if got := b.meter.Ran(); got != ran {
		b.t.Errorf("it ran for %s, not %s", got, ran)
	}
	if got := b.meter.Away(begin); got != away {
		b.t.Errorf("it was away for %s, not %s", got, away)
	}
	if got, known := b.meter.Ahead(); got != ahead || known != compared {
		b.t.Errorf("the clock is ahead by %s (%t), not %s (%t)", got, known, ahead, compared)
	}
}

func TestMeter_Runs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(3 * day)
	b.says(3*day, 0, 0, false)
	b.meter.Agree(time.Minute)
	b.clock.Advance(time.Hour)
	b.says(3*day+time.Hour, 0, time.Minute, true)
}

func TestMeter_Sleeps(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.meter.Agree(0)
	b.clock.Advance(time.Hour)
	b.clock.Sleep(3 * day)
	b.says(time.Hour, 3*day, 0, true)
	if away := b.meter.Away(begin.Add(time.Hour + 2*day)); away != day {
		t.Errorf("away for %s", away)
	}
	if away := b.meter.Away(begin.Add(5 * day)); away != 0 {
		t.Errorf("away for %s since a time that is to come", away)
	}
}

// TestMeter_ClockIsSet: no time passes when the clock is set, forward, back or for good.
func TestMeter_ClockIsSet(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.meter.Agree(0)
	b.clock.Advance(time.Hour)
	b.clock.Jump(2 * day)
	b.clock.Advance(time.Hour)
	b.says(2*time.Hour, 0, 2*day, true)
	b.clock.Jump(-2 * day)
	b.says(2*time.Hour, 0, 0, true)
	b.clock.Jump(9 * day)
	b.meter.Agree(0)
	b.says(2*time.Hour, 0, 0, true)
}

// TestMeter_Closed: what lies between the last beat and the next start is an absence, and no longer
// than it was while the machine stayed on, whatever the wall clock says.
func TestMeter_Closed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		closed      func(*bench)
		away, ahead time.Duration
		compared    bool
	}{
		"for long":             {func(b *bench) { b.clock.Advance(3 * day) }, 3 * day, 0, true},
		"asleep":               {func(b *bench) { b.clock.Sleep(3 * day) }, 3 * day, 0, true},
		"and the clock is set": {func(b *bench) { b.clock.Advance(time.Minute); b.clock.Jump(2 * day) }, time.Minute, 2 * day, true},
		"and set back":         {func(b *bench) { b.clock.Advance(time.Minute); b.clock.Jump(-2 * day) }, time.Minute, -2 * day, true},
		"and rebooted":         {func(b *bench) { b.clock.Advance(3 * day); b.clock.Reboot() }, 3 * day, 0, false},
		"rebooted, clock set":  {func(b *bench) { b.clock.Jump(2 * day); b.clock.Reboot() }, 2 * day, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.meter.Agree(0)
			b.clock.Advance(time.Hour)
			b.beat()
			c.closed(b)
			b.start()
			b.says(time.Hour, c.away, c.ahead, c.compared)
			b.start()
			b.says(time.Hour, c.away, c.ahead, c.compared)
		})
	}
}

// TestMeter_AbsenceBeyondNow: an absence that was noted by a wrong clock ends when the network's
// clock says so.
func TestMeter_AbsenceBeyondNow(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.beat()
	b.clock.Jump(2 * day)
	b.clock.Reboot()
	b.start()
	b.meter.Agree(2*day - time.Hour)
	b.clock.Advance(time.Hour)
	b.says(time.Hour, time.Hour, 2*day-time.Hour, true)
}

// TestMeter_Killed: a process that is killed has been absent since its last beat.
func TestMeter_Killed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(20 * time.Second)
	b.beat()
	b.clock.Advance(20 * time.Second)
	b.start()
	b.says(20*time.Second, 20*time.Second, 0, false)
}

// TestMeter_KeepsTheLongest: what is stored does not grow, and keeps what matters.
func TestMeter_KeepsTheLongest(t *testing.T) {
	t.Parallel()
	b := setup(t)
	// The seconds are more nanoseconds than a 32-bit integer holds.
	const long = time.Minute + 3*time.Second
	for _, sleep := range []time.Duration{2 * day, long} {
		b.clock.Sleep(sleep)
		b.beat()
	}
	for range 100 {
		b.clock.Advance(10 * time.Minute)
		b.clock.Sleep(time.Minute)
		b.beat()
	}
	// Between the first two there was nothing, so that they are one.
	if away := b.meter.Away(begin); away != 2*day+long+63*time.Minute {
		t.Errorf("away for %s", away)
	}
	var rows, size int
	if err := b.db.QueryRowContext(t.Context(), "SELECT count(*), max(length(absences)) FROM uptime").Scan(&rows, &size); err != nil || rows != 1 || size > 4096 {
		t.Errorf("%d rows of %d bytes, %v", rows, size, err)
	}
}

// TestMeter_KeepsTheLatest: a machine that is off every night, the latest ones shorter than those
// before, and that wakes for a moment many times a night, is known to have been off in each of the
// last 14 nights.
func TestMeter_KeepsTheLatest(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const nights = 100
	for night := range nights {
		b.clock.Advance(16*time.Hour + time.Duration(night)*time.Minute)
		b.clock.Sleep(8*time.Hour - time.Duration(night)*time.Minute)
		b.beat()
	}
	for range 3 {
		b.clock.Advance(16 * time.Hour)
		for range 32 {
			b.clock.Sleep(14 * time.Minute)
			b.beat()
			b.clock.Advance(time.Minute)
			b.beat()
		}
	}
	b.start()
	absences := b.meter.Absences()
	for night := range 14 {
		at := b.clock.Now().Add(-time.Duration(night)*day - time.Hour)
		if !slices.ContainsFunc(absences, func(a uptime.Absence) bool { return !a.From.After(at) && a.To.After(at) }) {
			t.Errorf("it was not off at %s", at)
		}
	}
	if n := len(absences); n > 64 {
		t.Errorf("%d absences are kept", n)
	}
}

// TestMeter_Compare: the date of an answer says what time it is, unless the call took so long that
// the clock may have moved in it.
func TestMeter_Compare(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(time.Hour)
	now := b.clock.Now()
	b.meter.Compare(now, 2*time.Minute, now.Add(-day))
	b.meter.Compare(now, -time.Second, now.Add(-day))
	b.meter.Compare(now, time.Second, time.Time{})
	b.meter.Compare(now.Add(day), time.Second, now)
	b.meter.Compare(now.Add(-day), time.Second, now)
	b.says(time.Hour, 0, 0, false)
	b.meter.Compare(now, time.Second, now.Add(-day-time.Second/2))
	b.says(time.Hour, 0, day, true)
}

// TestMeter_CompareSlow: the date of a slow answer is that of any moment of the call, so that it
// changes only what it contradicts.
func TestMeter_CompareSlow(t *testing.T) {
	t.Parallel()
	const slow = 21 * time.Second
	for name, c := range map[string]struct{ date, want time.Duration }{
		"dated at its begin":               {-slow, 0},
		"dated at its end":                 {0, 0},
		"the machine's clock is ahead":     {-time.Hour, time.Hour - slow - time.Second},
		"the machine's clock falls behind": {time.Hour, -time.Hour},
	} {
		b := setup(t)
		now := b.clock.Now()
		b.meter.Compare(now, 0, now.Add(-time.Second/2))
		b.meter.Compare(now, slow, now.Add(c.date))
		if ahead, known := b.meter.Ahead(); !known || ahead != c.want {
			t.Errorf("%s: it is %s ahead, known %t, want %s", name, ahead, known, c.want)
		}
	}
}

// TestMeter_OtherNetwork: the time in one mode is an absence in the other, beside the time in which
// nothing ran, and each mode counts for itself how long it ran.
func TestMeter_OtherNetwork(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.meter.Agree(0)
	b.clock.Advance(time.Hour)
	b.beat()
	b.meter = uptime.New(b.db, b.clock, config.Live)
	if err := b.meter.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(day)
	b.clock.Sleep(time.Hour)
	b.says(day, time.Hour, 0, false)
	b.beat()
	b.clock.Advance(2 * day)
	b.start()
	b.says(time.Hour, 3*day+time.Hour, 0, true)
	b.clock.Advance(time.Hour)
	b.beat()
	b.meter = uptime.New(b.db, b.clock, config.Live)
	if err := b.meter.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.says(day, 2*day+2*time.Hour, 0, false)
}
