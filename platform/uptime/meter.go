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
	"math"
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
	// mostAbsences bounds how many absences are kept.
	mostAbsences = 64
	// oldAbsence is how long ago an absence ended that is dropped before any other.
	oldAbsence = 14 * 24 * time.Hour
	// shortestStay is how long Crier runs between two absences that are never taken for one. A
	// machine that sleeps wakes for a moment many times a night.
	shortestStay = 5 * time.Minute
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
	absences []Absence
}

// point is one moment by both clocks.
type point struct {
	wall    time.Time
	running clock.Running
}

// Absence is a span in which Crier did not run, by the network's clock as far as that is known.
type Absence struct{ From, To time.Time }

func (a Absence) length() time.Duration { return a.To.Sub(a.From) }

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
		m.add(Absence{From: m.now().Add(-away), To: m.now()})
		return
	}
	// Only the wall clock says how long that was. A comparison with the network may correct it.
	m.add(Absence{From: before.wall.Add(-r.ahead()), To: m.now()})
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
		if a.From.Before(since) {
			a.From = since
		}
		away += max(a.length(), 0)
	}
	return away
}

// Absences returns the spans in which Crier did not run, as far as they are known: all of the last
// two weeks, unless there were very many.
func (m *Meter) Absences() []Absence {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.look()
	return slices.Clone(m.absences)
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
		m.add(Absence{From: m.now().Add(-asleep), To: m.now()})
	}
	m.clip()
}

func (m *Meter) add(a Absence) {
	if a.length() <= 0 {
		return
	}
	m.absences = append(m.absences, a)
	if len(m.absences) > mostAbsences {
		m.spare()
	}
}

// spare makes room for an absence. Two with the shortest stay between them become one, if that is
// short. Otherwise one is dropped, the shortest of those that ended long ago: a recent one says
// whether a post was missed, and at which hours this machine is off.
func (m *Meter) spare() {
	byStart := func(a, b Absence) int { return a.From.Compare(b.From) }
	slices.SortFunc(m.absences, byStart)
	next, shortest := 0, time.Duration(math.MaxInt64)
	for i := 1; i < len(m.absences); i++ {
		if stay := m.absences[i].From.Sub(m.absences[i-1].To); stay < shortest {
			next, shortest = i, stay
		}
	}
	if shortest < shortestStay {
		before := &m.absences[next-1]
		if m.absences[next].To.After(before.To) {
			before.To = m.absences[next].To
		}
		m.absences = slices.Delete(m.absences, next, next+1)
		return
	}
	isOld := func(a Absence) bool { return m.now().Sub(a.To) > oldAbsence }
	dropped := slices.MinFunc(m.absences, func(a, b Absence) int {
		if isOld(a) != isOld(b) {
			if isOld(a) {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.length(), b.length())
	})
	m.absences = slices.DeleteFunc(m.absences, func(a Absence) bool { return a == dropped })
}

// clip ends at now the absences that reach beyond it. A clock that was ahead recorded them.
func (m *Meter) clip() {
	now := m.now()
	for i := range m.absences {
		if m.absences[i].To.After(now) {
			m.absences[i].To = now
		}
	}
	m.absences = slices.DeleteFunc(m.absences, func(a Absence) bool { return a.length() <= 0 })
}
