package health

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/networkclock"
	"crier/modules/storyrepost"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/instance"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// Held says whether posts are held because the folder went back in time.
type Held interface {
	State(ctx context.Context) (instance.State, error)
}

// Buckets says how the bucket is.
type Buckets interface {
	Status() cloud.BucketStatus
}

// Worker says how the cloud worker is, without asking it.
type Worker interface {
	SetupStatus(ctx context.Context) (cloud.SetupStatus, error)
}

// Parts finds how the parts are that a module of its own has, at each report: from what it has
// stored or knows, so that it answers at once. Their ids begin with the module's name.
type Parts func(ctx context.Context) ([]HealthPart, error)

// Deps are what an Examiner works with.
type Deps struct {
	Dir      *datadir.Dir
	DB       *database.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Config   config.Config
	Contents backup.Contents
	Box      *secrets.Box
	Accounts *auth.Service
	Network  *networkclock.Clock
	Held     Held
	Buckets  Buckets
	Worker   Worker
	Given    []Parts
}

// freshness is how long what was found in the background is good. Reading every page and every file
// takes a while.
const freshness = time.Hour

// Examiner makes the report of a running service.
type Examiner struct {
	Deps

	base    context.Context
	end     context.CancelFunc
	running sync.WaitGroup

	mu sync.Mutex
	// deep are the parts that take a while, as they were at the time looked.
	deep   []HealthPart
	looked time.Time
	// inWork is closed at the end of the look that is being made; nil while there is none.
	inWork chan struct{}
	// last is how each part was when it was last reported, since when.
	last map[string]HealthPart
}

// NewExaminer returns an Examiner. Call Stop after its last use.
func NewExaminer(d Deps) *Examiner {
	e := &Examiner{Deps: d, last: map[string]HealthPart{}}
	e.base, e.end = context.WithCancel(context.Background())
	return e
}

// Stop ends a look and waits for that.
func (e *Examiner) Stop() {
	e.end()
	e.running.Wait()
}

// Report says how each part is, at once: what takes a while stands in it as it was last found, and
// is looked at in the background where that is old.
func (e *Examiner) Report(ctx context.Context) (HealthReport, error) {
	now := e.Clock.Now()
	e.mu.Lock()
	isOld := e.looked.IsZero() || now.Before(e.looked) || now.Sub(e.looked) >= freshness
	e.mu.Unlock()
	if isOld {
		e.begin()
	}
	return e.Known(ctx)
}

// Known is Report for who asks again and again: what takes a while is not looked at.
func (e *Examiner) Known(ctx context.Context) (HealthReport, error) {
	now := e.Clock.Now()
	parts, err := e.standing(ctx, now)
	if err != nil {
		return HealthReport{}, err
	}
	quick, err := e.folder(now).Quick(ctx)
	if err != nil {
		return HealthReport{}, fmt.Errorf("look at the data folder: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	r := Sorted(e.dated(append(append(parts, e.deep...), quick...), now), now)
	if r.IsLooking = e.inWork != nil; !e.looked.IsZero() {
		r.LookedAt = wiretime.Ptr(e.looked)
	}
	return r, nil
}

// dated gives the parts that do not know it themselves the time since when they are as they are.
func (e *Examiner) dated(parts []HealthPart, now time.Time) []HealthPart {
	last := make(map[string]HealthPart, len(parts))
	for i, p := range parts {
		if before, ok := e.last[p.ID]; ok && p.Since == nil && before.Verdict == p.Verdict {
			p.Since = before.Since
		}
		if p.Since == nil {
			p.Since = wiretime.Ptr(now)
		}
		parts[i], last[p.ID] = p, p
	}
	e.last = last
	return parts
}

// Look looks at the parts that take a while now, and waits for the end of that. A look that is
// being made counts. It goes on when ctx ends.
func (e *Examiner) Look(ctx context.Context) error {
	ended, _ := e.begin()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// lookAgain is Look, where a look that is being made does not count.
func (e *Examiner) lookAgain(ctx context.Context) error {
	for {
		ended, isNew := e.begin()
		select {
		case <-ended:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if isNew {
			return nil
		}
	}
}

// begin begins a look, unless one is being made, and returns what is closed at its end.
func (e *Examiner) begin() (ended chan struct{}, isNew bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.inWork != nil {
		return e.inWork, false
	}
	ended = make(chan struct{})
	e.inWork = ended
	e.running.Go(func() {
		now := e.Clock.Now()
		found, err := e.folder(now).Deep(e.base)
		found = append(found, e.states(e.base))
		e.mu.Lock()
		if err == nil && e.base.Err() == nil {
			e.deep, e.looked = found, now
		}
		e.inWork = nil
		e.mu.Unlock()
		close(ended)
	})
	return ended, true
}

// Mend mends what can be mended without asking, and looks again.
func (e *Examiner) Mend(ctx context.Context) (done []string, err error) {
	if done, err = e.folder(e.Clock.Now()).Mend(ctx); err != nil {
		return done, err
	}
	if len(done) > 0 {
		e.Log.Info("health: mended", "done", done)
	}
	return done, e.lookAgain(ctx)
}

func (e *Examiner) folder(now time.Time) Folder {
	f := Folder{Dir: e.Dir, DB: e.DB, Contents: e.Contents, Box: e.Box, Now: now}
	if e.Config.FFmpeg != config.FFmpegOff {
		f.HasFFmpeg = FindFFmpeg
	}
	return f
}

// standing returns the parts that follow from what the service has stored.
func (e *Examiner) standing(ctx context.Context, now time.Time) ([]HealthPart, error) {
	held, err := e.held(ctx)
	if err != nil {
		return nil, err
	}
	accounts, err := e.accounts(ctx, now)
	if err != nil {
		return nil, err
	}
	set, err := e.Worker.SetupStatus(ctx)
	if err != nil {
		return nil, fmt.Errorf("read how the worker is: %w", err)
	}
	parts := append(append(held, accounts...), e.places(set)...)
	parts = append(parts, worker(set, now)...)
	more, err := e.perAccount(ctx, now)
	if err != nil {
		return nil, err
	}
	parts = append(parts, more...)
	for _, find := range e.Given {
		given, err := find(ctx)
		if err != nil {
			return nil, fmt.Errorf("ask a module how its parts are: %w", err)
		}
		parts = append(parts, given...)
	}
	return append(parts, e.machine(), e.service(), version(now)), nil
}

func (e *Examiner) held(ctx context.Context) ([]HealthPart, error) {
	state, err := e.Held.State(ctx)
	if err != nil || !state.IsQuarantined() {
		return nil, err
	}
	p := part("held", "Posts are held", "").is(Mend, "Nothing goes out, because "+state.Reason()+".", HealthFix{Label: "Decide", To: "/held", Command: "crier restore status"})
	return []HealthPart{p.since(state.QuarantinedAt)}, nil
}

// perAccount returns the parts about what each account publishes.
func (e *Examiner) perAccount(ctx context.Context, now time.Time) (parts []HealthPart, err error) {
	known, err := e.Accounts.Accounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the accounts: %w", err)
	}
	usages, err := posts.Usages(ctx, e.DB, e.Clock, e.Accounts)
	if err != nil {
		return nil, fmt.Errorf("count what the accounts have published: %w", err)
	}
	paused, err := storyrepost.Paused(ctx, e.DB, now)
	if err != nil {
		return nil, fmt.Errorf("read which reposts are paused: %w", err)
	}
	for i := range known {
		for _, u := range usages.Accounts {
			if u.AccountID == known[i].ID {
				parts = append(parts, limit(known[i].Username, u))
			}
		}
		if until, ok := paused[known[i].ID]; ok {
			parts = append(parts, part("reposts:"+known[i].ID.String(), "Reposts of "+known[i].Username, "").is(Soon, "They are paused until "+until.String()+", as somebody has said.", HealthFix{Label: "Go on", To: "/reposts?account=" + known[i].ID.String()}))
		}
	}
	return parts, nil
}

func (e *Examiner) accounts(ctx context.Context, now time.Time) ([]HealthPart, error) {
	list, err := auth.Overviews(ctx, e.Accounts)
	if err != nil {
		return nil, fmt.Errorf("read how the accounts are: %w", err)
	}
	if len(list) == 0 && e.Config.Network == config.Live {
		fix := HealthFix{Label: "Connect an account", To: "/go-live", Command: "crier accounts connect"}
		return []HealthPart{part("accounts", "Accounts", "").is(Mend, "None is connected, so nothing can be published.", fix)}, nil
	}
	parts := make([]HealthPart, len(list))
	for i := range list {
		parts[i] = account(&list[i], now)
	}
	return parts, nil
}
