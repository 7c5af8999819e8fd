package notify

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi/events"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Deps are what a Notifier works with.
type Deps struct {
	DB       *database.DB
	Dir      *datadir.Dir
	Clock    clock.Clock
	Log      *slog.Logger
	Box      *secrets.Box
	Events   *events.Hub
	Accounts *auth.Service
	Health   Health
	// Plan is nil where nothing is foretold.
	Plan Plan
	// Network is the mode, and Program the program of --on-event, empty without one.
	Network, Program string
}

const (
	// settle is how long after a change troubles are looked for, so that a batch counts as one, and
	// gap the least time between two such looks.
	settle = 15 * time.Second
	gap    = time.Minute
)

// Notifier tells a person what needs them.
type Notifier struct {
	Deps

	base    context.Context
	end     context.CancelFunc
	running sync.WaitGroup
	// chosen and due have a value when a place was chosen, and when something waits.
	chosen, due chan struct{}
	// looking is held by the one look that there is.
	looking sync.Mutex
	// beingTold has the names of the places that are being told, under the lock telling.
	beingTold map[string]bool
	telling   sync.Mutex
	// program is held while the program of --on-event runs.
	program sync.Mutex
}

// New returns a Notifier. Nothing is told before Start.
func New(d Deps) *Notifier {
	n := &Notifier{Deps: d, chosen: make(chan struct{}, 1), due: make(chan struct{}, 1), beingTold: map[string]bool{}}
	n.base, n.end = context.WithCancel(context.Background())
	return n
}

// Start begins to look and to tell.
func (n *Notifier) Start(ctx context.Context) error {
	if err := n.setProgram(ctx); err != nil {
		return fmt.Errorf("note which program is told: %w", err)
	}
	n.running.Go(n.watch)
	n.running.Go(n.deliver)
	return nil
}

// Stop ends what is being told, which is told after the next start, and waits for that.
func (n *Notifier) Stop() {
	n.end()
	n.running.Wait()
}

func wake(signal chan struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// watch looks for troubles when something has changed.
func (n *Notifier) watch() {
	for n.base.Err() == nil {
		isOn, err := anyOn(n.base, n.DB)
		if err != nil && n.base.Err() == nil {
			n.Log.Error("notify: cannot read where somebody is told", "error", err)
		}
		if isOn && n.follow() {
			continue
		}
		select {
		case <-n.base.Done():
		case <-n.chosen:
		}
	}
}

// follow looks, and again after changes, until the places change. It returns false when that cannot
// go on.
func (n *Notifier) follow() bool {
	stream, err := n.Events.Subscribe(n.base, "", "")
	if err != nil {
		n.Log.Warn("notify: changes cannot be followed, so that troubles are noticed later", "error", err)
		return false
	}
	defer stream.Close()
	for isFirst := true; ; isFirst = false {
		batch := stream.Read()
		// What changed before the stream began is in no batch.
		if isFirst || batch.Missed || slices.ContainsFunc(batch.Events, matters) {
			if clock.Sleep(n.base, n.Clock, settle) != nil {
				return false
			}
			n.drain(stream)
			if err := n.Look(n.base); err != nil && n.base.Err() == nil {
				n.Log.Error("notify: cannot look what needs somebody", "error", err)
			}
			if clock.Sleep(n.base, n.Clock, gap) != nil {
				return false
			}
			continue
		}
		if len(batch.Events) > 0 {
			continue
		}
		select {
		case <-n.base.Done():
			return false
		case <-n.chosen:
			return true
		case <-stream.Ended():
			return false
		case <-batch.More:
		}
	}
}

func (n *Notifier) drain(stream *events.Stream) {
	for {
		if batch := stream.Read(); !batch.Missed && len(batch.Events) == 0 {
			return
		}
	}
}

// matters reports whether an event can bring a trouble.
func matters(e events.Event) bool {
	return e.Kind == events.Post || e.Kind == events.Account || e.Kind == events.Status && e.ID != eventID
}

// Look looks what needs somebody, and has every place told of what it is not told yet.
func (n *Notifier) Look(ctx context.Context) error {
	n.looking.Lock()
	defer n.looking.Unlock()
	if isOn, err := anyOn(ctx, n.DB); err != nil || !isOn {
		return err
	}
	before, err := selectTold(ctx, n.DB)
	if err != nil {
		return err
	}
	now := n.Clock.Now()
	find := finder{Deps: n.Deps, now: now, told: before}
	found, err := find.troubles(ctx)
	if err != nil {
		return err
	}
	isForetold := n.Plan != nil && !isToday(before, planCause, now)
	if isForetold {
		more, err := find.foretold(ctx)
		if err != nil {
			n.Log.Error("notify: cannot look what the plan foretells", "error", err)
			isForetold = false
		}
		found = append(found, more...)
	}
	var fresh []trouble
	for _, t := range found {
		if isToday(before, t.Cause, now) {
			continue
		}
		if t.last != nil && !t.last.Time().After(find.upTo(t.Cause, t.last.Time())) {
			continue
		}
		fresh = append(fresh, t)
	}
	if len(fresh) == 0 && !isForetold {
		return nil
	}
	err = n.DB.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		for _, t := range fresh {
			if err := enqueue(ctx, tx, n.finished(t.Event)); err != nil {
				return err
			}
			for _, with := range append(t.explains, t) {
				row := told{Cause: with.Cause, ToldAt: wiretime.Of(now), UpTo: wiretime.Of(now)}
				if with.last != nil {
					row.UpTo = *with.last
				}
				if err := upsertTold(ctx, tx, row); err != nil {
					return err
				}
			}
		}
		if isForetold {
			if err := upsertTold(ctx, tx, told{Cause: planCause, ToldAt: wiretime.Of(now), UpTo: wiretime.Of(now)}); err != nil {
				return err
			}
		}
		return forgetTold(ctx, tx, now.Add(-remembered))
	})
	if err == nil {
		wake(n.due)
	}
	return err
}

// isToday reports whether a cause was told less than a day ago.
func isToday(before map[string]told, cause string, now time.Time) bool {
	last, isKnown := before[cause]
	age := now.Sub(last.ToldAt.Time())
	return isKnown && age >= 0 && age < day
}

// most is how many characters a text has at most.
const most = 500

// finished is the event with what all have.
func (n *Notifier) finished(e Event) Event {
	e.At, e.Network = wiretime.Of(n.Clock.Now()), n.Network
	e.Title, e.Text = secrets.Printable(e.Title, most), secrets.Printable(e.Text, most)
	if n.Network != liveNetwork {
		e.Title = "Sandbox: " + e.Title
	}
	return e
}
