package publish

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

const (
	// searchRounds is how many rounds the background search has after the last job has ended: a day
	// of them, and a few.
	searchRounds = 150
	// watchedRounds are those that happen in any case, lastRounds the last ones of them, if not all
	// do. maxUnsettled is more than there are.
	watchedRounds, lastRounds, maxUnsettled = 12, 6, 100
	// historyTimeout is after how long a post that has not ended is stuck while the machine is
	// awake, maxSteps the same in steps of the clock.
	historyTimeout = 100 * time.Hour
	maxSteps       = 40_000
)

// past is a history as it has gone on.
type past struct {
	*village
	history history
	// ids are the posts, in their order; zero for one that was not submitted yet.
	ids     []wireid.ID
	deleted map[wireid.ID]bool
	began   time.Time
	// reached is when the network can be reached again, connected when it takes the tokens again.
	reached, connected time.Time
	next               int
	events             []pastEvent
	wrong              []setBack
	aways              []away
	slept              time.Duration
	rounds             int
	search             time.Time
	// isStuck says that the work did not end.
	isStuck bool
	// illegal are the states that no post may be in and one was, steps how often it was looked for
	// them.
	illegal map[string]bool
	steps   int
	// removed are the items that the user has deleted at the network.
	removed  map[string]bool
	removals removals
	// handMade are the native stories that somebody posted by hand.
	handMade []made
}

// setBack is when and by how much a clock is put right.
type setBack struct {
	at time.Time
	by time.Duration
}

// away is a time in which nobody could ask the network.
type away struct{ from, to time.Time }

// live has the history happen, within a bubble, and returns what is wrong with how it ended.
func (h history) live(t *testing.T, o *origin) (wrong verdicts, said []string) {
	t.Helper()
	o.fresh(t)
	synctest.Test(t, func(t *testing.T) {
		v := &village{t: t, origin: o, machine: clockAt(start), right: clockAt(start), db: o.db, database: o.path, state: filepath.Join(t.TempDir(), "state")}
		if err := os.WriteFile(v.state, o.state, 0o600); err != nil {
			t.Fatal(err)
		}
		p := &past{village: v, history: h, ids: make([]wireid.ID, len(h.Posts)), deleted: map[wireid.ID]bool{}, began: start, events: h.Events, illegal: map[string]bool{}, removed: map[string]bool{}}
		v.open()
		for w, calls := range h.Calls {
			v.wire.fates[w] = append([]fate(nil), calls...)
		}
		v.control("POST", "reads", map[string]any{"listLag": h.ListLag, "listLagMs": 240_000}, nil)
		v.control("POST", "latency", map[string]any{"imageMs": h.Processing.Milliseconds(), "videoMs": h.Processing.Milliseconds()}, nil)
		v.control("POST", "comments", map[string]any{"hideNext": h.HiddenComments}, nil)
		v.control("POST", "native", map[string]any{"hideDeviceTimestamp": h.IsUploadHidden}, nil)
		if h.before != nil {
			h.before(p)
		}
		v.start()
		p.search = start.Add(searchRound)
		p.goOn()
		if h.spoil != nil {
			h.spoil(p)
		}
		wrong, said = p.judged(), v.wire.said
		if h.after != nil {
			h.after(p)
		}
		p.stop(false)
		if err := v.network.Close(); err != nil {
			t.Fatal(err)
		}
		for _, one := range v.alarm.all() {
			wrong = append(wrong, flaw{isAlarming, one})
		}
	})
	return wrong, said
}

// passed is how much time has passed since the beginning.
func (p *past) passed() time.Duration { return p.right.Now().Sub(p.began) }

// goOn has the history happen to its end.
func (p *past) goOn() {
	p.t.Helper()
	for range maxSteps {
		p.settleDown()
		if p.happen() {
			continue
		}
		atWork, open, next := p.agenda()
		isOver := open == 0 && p.next == len(p.history.Posts) && len(p.events) == 0 && len(p.wrong) == 0 && p.connected.IsZero() && p.untilLate(time.Hour) == time.Hour && !p.isRemoving()
		if isOver && (p.rounds >= searchRounds || !p.isUnsettled()) {
			return
		}
		if isOver && p.rounds == watchedRounds && !p.history.IsWhole && !p.isUnanswered() {
			p.skipRounds()
			continue
		}
		if !isOver {
			p.rounds = 0
		}
		if p.passed()-p.slept > historyTimeout {
			break
		}
		p.step(atWork > 0 || p.isRemoving(), next)
		p.lookAtOne()
	}
	p.isStuck = true
}

// skipRounds takes most rounds of the background search for done, with the time that they last.
func (p *past) skipRounds() {
	p.t.Helper()
	unsettled, err := attempt.Unsettled(p.t.Context(), p.db, 0, maxUnsettled)
	if err != nil {
		p.t.Fatal(err)
	}
	var skipped time.Duration
	err = p.db.InTx(p.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		for _, a := range unsettled {
			asked := searchTimeout - lastRounds*searchRound - a.Asked()
			if asked <= 0 {
				continue
			}
			skipped = max(skipped, asked)
			if err := attempt.AddAskedTime(ctx, tx, a.Seq, asked.Milliseconds()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.wire.say("rounds of the search are skipped: " + skipped.String())
	p.rounds += 1 + int(skipped/searchRound)
	p.pass(skipped)
	p.search = p.right.Now().Add(searchRound)
}

// settleDown waits until nothing goes on before the clock does. A process that is to die does.
func (p *past) settleDown() {
	p.t.Helper()
	synctest.Wait()
	p.wire.mu.Lock()
	isDead := p.wire.isDead
	p.wire.mu.Unlock()
	if isDead {
		p.wire.say("the process dies at a call")
		p.restart(true)
		synctest.Wait()
	}
}

func (p *past) restart(hard bool) {
	p.t.Helper()
	p.stop(hard)
	p.pass(time.Second)
	p.start()
}

// agenda returns how many jobs are at work, how many have not ended, and in how long the next one
// is due.
func (p *past) agenda() (atWork, open int, next time.Duration) {
	p.t.Helper()
	row := p.db.Reader().QueryRowContext(p.t.Context(), `SELECT coalesce(sum(status = 'PROCESSING' OR run_at <= ?1), 0), count(*),
		coalesce(min(CASE WHEN status = 'PENDING' AND run_at > ?1 THEN run_at END), 0) FROM scheduled_jobs WHERE status IN ('PENDING', 'PROCESSING')`,
		p.machine.Now().UnixMilli())
	var at int64
	if err := row.Scan(&atWork, &open, &at); err != nil {
		p.t.Fatal(err)
	}
	if at != 0 {
		next = time.UnixMilli(at).Sub(p.machine.Now())
	}
	return atWork, open, next
}

func (p *past) isUnsettled() bool {
	p.t.Helper()
	list, err := attempt.Unsettled(p.t.Context(), p.db, 0, 1)
	if err != nil {
		p.t.Fatal(err)
	}
	return len(list) > 0
}

// step has the time pass until something may go on.
func (p *past) step(isAtWork bool, next time.Duration) {
	p.t.Helper()
	wait := p.search.Sub(p.right.Now())
	if at, ok := p.nextEvent(); ok {
		wait = min(wait, at-p.passed())
	}
	for _, end := range []time.Time{p.reached, p.connected} {
		if !end.IsZero() {
			wait = min(wait, end.Sub(p.right.Now()))
		}
	}
	for _, one := range p.wrong {
		wait = min(wait, one.at.Sub(p.right.Now()))
	}
	if next > 0 {
		wait = min(wait, next)
	}
	if isAtWork {
		if timer, ok := p.machine.Next(); ok {
			wait = min(wait, timer)
		}
	}
	p.pass(max(p.untilLate(wait), time.Millisecond))
	if p.right.Now().Sub(p.lastBeat) < 30*time.Second {
		return
	}
	p.lastBeat = p.right.Now()
	if !p.mayEnd() {
		p.meter.Ran() // What it would store is for the next process.
		return
	}
	if err := p.meter.Beat(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
}

// mayEnd reports whether the process ends before the history does.
func (p *past) mayEnd() bool {
	p.wire.mu.Lock()
	defer p.wire.mu.Unlock()
	return p.wire.left >= 0 || slices.ContainsFunc(p.events, func(e pastEvent) bool {
		return e.Kind == isRestarted || e.Kind == isKilled || e.Kind == isKilledAt
	})
}

func (p *past) nextEvent() (at time.Duration, found bool) {
	if len(p.events) > 0 {
		at, found = p.events[0].At, true
	}
	if p.next < len(p.history.Posts) && (!found || p.history.Posts[p.next].At < at) {
		at, found = p.history.Posts[p.next].At, true
	}
	return at, found
}

// happen brings about what is due now, and reports whether anything was.
func (p *past) happen() bool {
	p.t.Helper()
	now := p.right.Now()
	switch {
	case !p.reached.IsZero() && !now.Before(p.reached):
		p.reached = time.Time{}
		p.setOffline(false)
		p.setForeign(false)
	case !p.connected.IsZero() && !now.Before(p.connected):
		p.connected = time.Time{}
		p.connect()
	case len(p.wrong) > 0 && !now.Before(p.wrong[0].at):
		p.wire.say("the clock is put right")
		p.machine.Jump(p.wrong[0].by)
		p.wrong = p.wrong[1:]
	case p.next < len(p.history.Posts) && p.history.Posts[p.next].At <= p.passed():
		p.ids[p.next] = p.submit(p.history.Posts[p.next])
		p.wire.say("post " + p.ids[p.next].String() + " is submitted")
		p.next++
	case len(p.events) > 0 && p.events[0].At <= p.passed():
		e := p.events[0]
		p.events = p.events[1:]
		p.befall(e)
	case !now.Before(p.search):
		p.search, p.rounds = now.Add(searchRound), p.rounds+1
		// A process that dies at a call of the search does not come back from it.
		go func() {
			if err := p.engine.searcher.search(p.t.Context()); err != nil {
				p.wire.say("the search failed: " + err.Error())
			}
		}()
	default:
		return false
	}
	return true
}
