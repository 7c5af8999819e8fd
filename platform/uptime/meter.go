// Package uptime measures how long Crier ran, when it did not run, and by how much the wall clock
// was set.
//
// The wall clock cannot tell when Crier was not running: if it jumps ahead by two days, a program
// that ran all the time looks as if it had been closed. A Meter counts the time since the machine's
// start (clock.Running), which nobody can set:
//
//	time passed, and the machine was awake    Crier ran
//	time passed, and the machine slept        an absence
//	from the last beat to the next start      an absence, exact while the machine stayed on
//	the wall clock moved by more or less      the clock was set, by the difference
//
// Callers report the dates of the network's answers (Compare). From then on a Meter knows by how
// much the wall clock is ahead, until the machine starts again: also when the clock is set while
// the network cannot be reached, and after a kill. Absences are instants by the network's clock, as
// far as that is known. They never reach beyond now.
//
// A Meter counts for one network alone: while Crier is in the mode of the other one, it does not
// run for the posts of this one.
//
// A beat stores the row of the network, every 30 seconds and at the stop. A process that is killed
// loses at most that much, which lengthens its absence. A beat is written in a relaxed transaction:
// if a power cut takes it back, that lengthens the absence too.
package uptime

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
)

const (
	// shortestAbsence is how long a sleep of the machine must be to count as an absence.
	shortestAbsence = time.Second
	// mostAbsences bounds how many absences are kept. The shortest are dropped first, because only
	// long ones matter.
	mostAbsences = 64
)

// Meter counts how long Crier ran. It is safe for concurrent use.
type Meter struct {
	db      *database.DB
	clock   clock.Clock
	network config.Network

	mu       sync.Mutex
	last     point
	ran      time.Duration
	ahead    time.Duration
	compared bool
	absences []absence
}

// point is one moment by both clocks.
type point struct {
	wall    time.Time
	running clock.Running
}

// absence is a span in which Crier did not run, by the network's clock as far as that is known.
type absence struct{ from, to time.Time }

func (a absence) length() time.Duration { return a.to.Sub(a.from) }

// New returns a Meter of the network that begins to count now. Start continues from the stored row.
func New(db *database.DB, clk clock.Clock, network config.Network) *Meter {
	m := &Meter{db: db, clock: clk, network: network}
	m.last = m.point()
	return m
}

// Start continues from the last beat for the network. The time since then is an absence.
func (m *Meter) Start(ctx context.Context) error {
	r, found, err := read(ctx, m.db, m.network)
	if err != nil {
		return fmt.Errorf("read for how long Crier ran: %w", err)
	}
	if found {
		m.resume(r)
	}
	return m.Beat(ctx)
}

func (m *Meter) resume(r row) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = m.point()
	m.ran, m.absences = r.ran(), r.absences()
	before := r.point()
	away := m.last.running.Elapsed - before.running.Elapsed
	if r.Boot != "" && r.Boot == m.last.running.Boot && away >= 0 {
		m.ahead, m.compared = r.ahead(), r.AheadMs != nil
		m.ahead += m.last.wall.Sub(before.wall) - away
		m.add(absence{from: m.now().Add(-away), to: m.now()})
		return
	}
	// Only the wall clock says how long that was. A comparison with the network may correct it.
	m.add(absence{from: before.wall.Add(-r.ahead()), to: m.now()})
}

// Beat stores the present counts.
func (m *Meter) Beat(ctx context.Context) error {
	m.mu.Lock()
	m.look()
	r := m.row()
	m.mu.Unlock()
	if err := r.store(ctx, m.db); err != nil {
		return fmt.Errorf("store for how long Crier ran: %w", err)
	}
	return nil
}

// Ran returns how long Crier ran, over all its processes. Only differences of two results mean
// anything. A patience that is measured by them is not used up while the program is closed or the
// machine sleeps, nor by a clock that is set.
func (m *Meter) Ran() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
	return m.ran
}

// Agree records by how much the wall clock is ahead of the network's now. Tests call it, which set
// both clocks; the program knows dates alone, for Compare.
func (m *Meter) Agree(ahead time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
	m.agree(ahead)
}

// agree is Agree after a look. The caller holds the lock.
func (m *Meter) agree(ahead time.Duration) {
	m.ahead, m.compared = ahead, true
	m.clip()
}

// freshness is how long a call may take for its answer to tell the time. During a longer call the
// clock may have been set.
const freshness = time.Minute

// precision is the precision of a date, and how long a call may take for its date to count as the
// time of its end.
const precision = time.Second

// Compare records by how much the wall clock is ahead, as the date of an answer of the network
// says. received is when the answer came, by the wall clock, and took is how long the call took. If
// received is not about now, the clock was set or the machine slept during the call or since, and
// the answer tells nothing.
func (m *Meter) Compare(received time.Time, took time.Duration, date time.Time) {
	if date.IsZero() || took < 0 || took > freshness {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
	if age := m.last.wall.Sub(received); age < -precision || age > freshness {
		return
	}
	m.agree(AheadBy(received, took, date, m.ahead, m.compared))
}

// AheadBy returns by how much a clock is ahead of the one that dated an answer. received is when
// the answer came, and took is how long the call took. The date may have been written at any moment
// of the call. So a call of more than a second changes a known difference only as far as it
// contradicts that.
func AheadBy(received time.Time, took time.Duration, date time.Time, known time.Duration, isKnown bool) time.Duration {
	if isKnown && took > precision {
		// A date is truncated to the second.
		least, most := received.Add(-took).Sub(date.Add(precision)), received.Sub(date)
		return min(max(known, least), most)
	}
	return received.Sub(date.Add(precision / 2))
}

// Ahead returns by how much the wall clock is ahead of the network's: the difference at their last
// comparison plus what the wall clock was set by since. It returns false if they were not compared
// since the machine started.
func (m *Meter) Ahead() (time.Duration, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
	return m.ahead, m.compared
}

// Away returns how much of the time since an instant by the network's clock Crier did not run.
func (m *Meter) Away(since time.Time) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
	var away time.Duration
	for _, a := range m.absences {
		if a.from.Before(since) {
			a.from = since
		}
		away += max(a.length(), 0)
	}
	return away
}

func (m *Meter) point() point { return point{wall: m.clock.Now(), running: m.clock.Running()} }

// now returns the last point by the network's clock, as far as that is known.
func (m *Meter) now() time.Time { return m.last.wall.Add(-m.ahead) }

// look counts the time since the last look.
func (m *Meter) look() {
	before := m.last
	m.last = m.point()
	elapsed, awake := m.last.running.Elapsed-before.running.Elapsed, m.last.running.Awake-before.running.Awake
	m.ran += awake
	m.ahead += m.last.wall.Sub(before.wall) - elapsed
	if asleep := elapsed - awake; asleep >= shortestAbsence {
		m.add(absence{from: m.now().Add(-asleep), to: m.now()})
	}
	m.clip()
}

func (m *Meter) add(a absence) {
	if a.length() <= 0 {
		return
	}
	m.absences = append(m.absences, a)
	if len(m.absences) > mostAbsences {
		shortest := slices.MinFunc(m.absences, func(a, b absence) int { return cmp.Compare(a.length(), b.length()) })
		m.absences = slices.Delete(m.absences, slices.Index(m.absences, shortest), slices.Index(m.absences, shortest)+1)
	}
}

// clip ends at now the absences that reach beyond it. A clock that was ahead recorded them.
func (m *Meter) clip() {
	now := m.now()
	for i := range m.absences {
		if m.absences[i].to.After(now) {
			m.absences[i].to = now
		}
	}
	m.absences = slices.DeleteFunc(m.absences, func(a absence) bool { return a.length() <= 0 })
}
