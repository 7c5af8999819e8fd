package cloud

import (
	"context"
	"maps"
	"strings"
	"time"

	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/wiretime"
)

// inspector reads the state of the worker and of Cloudflare, and changes nothing there.
type inspector struct {
	stack   *stack
	reports *reports
	cron    *cached[cronFacts]
	mirror  *cached[mirrorFacts]
}

// diagnosticsPatience is how long a diagnosis waits for the worker.
const diagnosticsPatience = 10 * time.Second

// Diagnostics asks the worker for its state. A worker that does not answer is offline, with its
// last report. A worker that has never answered, or that answers as another one, is
// WORKER_UNREACHABLE.
func (i *inspector) Diagnostics(ctx context.Context) (CloudDiagnostics, error) {
	st := i.stack.get()
	switch {
	case !st.isDeployed():
		return CloudDiagnostics{}, errNotSetUp(i.stack.refusal)
	case i.stack.refusal != "":
		return CloudDiagnostics{}, apperror.New(apperror.CloudNotConfigured, "%s", i.stack.refusal)
	}
	if refused := st.usable(); refused != nil {
		return CloudDiagnostics{}, refused
	}
	ctx, cancel := context.WithTimeout(ctx, diagnosticsPatience)
	defer cancel()
	got, err := i.reports.read(ctx)
	if err == nil {
		return i.shown(got), nil
	}
	last, known := i.reports.latest()
	if !known || !isSilence(err) {
		return CloudDiagnostics{}, apperror.Wrap(apperror.WorkerUnreachable, err, "%s", sentence(err))
	}
	offline := i.shown(last)
	offline.Offline, offline.OfflineReason = true, new(sentence(err))
	return offline, nil
}

// shown converts a report of the worker. A key other than the expected one counts as no key.
func (i *inspector) shown(f workerFacts) CloudDiagnostics {
	st := i.stack.get()
	hasKey := f.HasEncryptionKey && f.KeyCheckValue != nil && *f.KeyCheckValue == st.keyCheck()
	jobs := f.RecentJobs
	if jobs == nil {
		jobs = []map[string]any{}
	}
	return CloudDiagnostics{
		Version: f.Version, HasEncryptionKey: hasKey, LastCronRun: f.LastCronRun, ScheduledCount: f.ScheduledCount,
		RepostConfigCount: f.RepostConfigCount, PendingRepostCount: f.PendingRepostCount, CompletedCount: f.CompletedCount,
		FailedCount: f.FailedCount, RecentJobs: jobs, Timestamp: f.Timestamp,
	}
}

// reader returns the state and the account for an operation of v1 that asks Cloudflare. It returns
// false while nothing is set up.
func (i *inspector) reader() (st state, account *cloudflare.Account, isDeployed bool, err error) {
	st = i.stack.get()
	if !st.isDeployed() || i.stack.refusal != "" {
		return st, nil, false, nil
	}
	if refused := st.usable(); refused != nil {
		return st, nil, true, refused
	}
	account, err = i.stack.account(st)
	if err != nil {
		err = apperror.Wrap(apperror.CloudError, err, "%s", sentence(err))
	}
	return st, account, true, err
}

const (
	// cronKept is how long an answer about the triggers is valid.
	cronKept = 30 * time.Second
	// overlayPatience is how long to wait for the worker where its answer is only fresher than
	// Cloudflare's.
	overlayPatience = 3 * time.Second
)

// cronFacts is what Cloudflare says about the triggers.
type cronFacts struct {
	crons    []CloudCron
	modified *wiretime.Time
	// mirrored is when the cron last ran according to KV: up to five minutes late.
	mirrored *wiretime.Time
}

// CronStatus returns the triggers, and when the worker last ran by them.
func (i *inspector) CronStatus(ctx context.Context) (CloudCronStatus, error) {
	st, account, isDeployed, err := i.reader()
	if err != nil || !isDeployed {
		return CloudCronStatus{}, err
	}
	got, err := i.cron.get(ctx, st.row.AccountID+"/"+st.row.WorkerName, i.stack.clock.Now(), func(ctx context.Context) (cronFacts, time.Duration, error) {
		facts, err := readCron(ctx, account, st.row)
		return facts, cronKept, err
	})
	if err != nil {
		return CloudCronStatus{}, explained(err)
	}
	status := CloudCronStatus{Configured: true, Crons: got.crons, HasCron: len(got.crons) > 0, LastCronRun: got.mirrored, ModifiedOn: got.modified}
	if fresh, ok := i.reports.lastRun(ctx); ok {
		status.LastCronRun = fresh
	}
	return status, nil
}

func readCron(ctx context.Context, account *cloudflare.Account, row storedWorker) (cronFacts, error) {
	schedules, err := account.Workers().Schedules(ctx, row.WorkerName)
	if err != nil && !cloudflare.Is(err, cloudflare.NotFound) {
		return cronFacts{}, err
	}
	facts := cronFacts{crons: []CloudCron{}}
	for _, one := range schedules {
		facts.crons = append(facts.crons, CloudCron{Cron: one.Cron})
		for _, at := range []time.Time{one.Created, one.Modified} {
			if !at.IsZero() && (facts.modified == nil || at.After(facts.modified.Time())) {
				facts.modified = wiretime.Ptr(at)
			}
		}
	}
	if value, err := account.Namespace(row.NamespaceID).Get(ctx, worker.KeyLastRun); err == nil {
		facts.mirrored = instantOf(string(value))
	}
	return facts, nil
}

// instantOf returns nil for a text that is no instant.
func instantOf(text string) *wiretime.Time {
	at, err := wiretime.Parse(text)
	if err != nil {
		return nil
	}
	return &at
}

const (
	// listKept is how long a list of one page is valid. A list of several pages is valid as many
	// times as long, so that a day has at most 960 of the free plan's 1,000 lists, whatever
	// prefixes are asked for.
	listKept   = 90 * time.Second
	mostPages  = 40
	metaPrefix = "meta:"
)

// mirrorFacts is the content of KV.
type mirrorFacts struct {
	keys []CloudKey
	meta map[string]string
}

// Keys returns the keys of KV that begin with the prefix, and the values of the worker's own keys.
func (i *inspector) Keys(ctx context.Context, prefix string) (CloudKV, error) {
	st, account, isDeployed, err := i.reader()
	if err != nil || !isDeployed {
		return CloudKV{}, err
	}
	got, err := i.mirror.get(ctx, st.row.AccountID+"/"+st.row.NamespaceID, i.stack.clock.Now(), func(ctx context.Context) (mirrorFacts, time.Duration, error) {
		return readMirror(ctx, account.Namespace(st.row.NamespaceID))
	})
	if err != nil {
		return CloudKV{}, explained(err)
	}
	answer := CloudKV{Configured: true, Keys: []CloudKey{}, MetaValues: make(map[string]string, len(got.meta))}
	for _, key := range got.keys {
		if strings.HasPrefix(key.Name, prefix) {
			answer.Keys = append(answer.Keys, key)
		}
	}
	answer.KeyCount = int64(len(answer.Keys))
	maps.Copy(answer.MetaValues, got.meta)
	if fresh, ok := i.reports.lastRun(ctx); ok && fresh != nil {
		answer.MetaValues[worker.KeyLastRun] = fresh.String()
	}
	return answer, nil
}

// readMirror reads all keys, and returns how long they are valid.
func readMirror(ctx context.Context, kv *cloudflare.KV) (mirrorFacts, time.Duration, error) {
	var facts mirrorFacts
	var about []string
	cursor, pages := "", 0
	for {
		page, err := kv.Keys(ctx, "", cursor, 0)
		pages++
		if err != nil {
			return mirrorFacts{}, listKept * time.Duration(pages), err
		}
		for _, key := range page.Keys {
			facts.keys = append(facts.keys, CloudKey{Name: key.Name})
			if strings.HasPrefix(key.Name, metaPrefix) && len(about) < cloudflare.MaxBulkGetKeys {
				about = append(about, key.Name)
			}
		}
		if cursor = page.Cursor; cursor == "" || pages == mostPages {
			break
		}
	}
	meta, err := kv.GetAll(ctx, about)
	facts.meta = meta
	return facts, listKept * time.Duration(pages), err
}

// cached stores a result that is expensive to load, or its error. One caller loads it at a time.
type cached[T any] struct {
	turn  chan struct{}
	of    string
	value T
	err   error
	keep  time.Duration
	until time.Time
}

func newCached[T any]() *cached[T] { return &cached[T]{turn: make(chan struct{}, 1)} }

// get returns the stored result for the same argument, or loads it when it is no longer valid. An
// error is valid for keepError.
func (c *cached[T]) get(ctx context.Context, of string, now time.Time, load func(context.Context) (T, time.Duration, error)) (T, error) {
	var none T
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
	if c.of == of && waits(now, c.until, c.keep) {
		return c.value, c.err
	}
	value, keep, err := load(ctx)
	if ctx.Err() != nil {
		// The caller has gone; the error says nothing about the result.
		return value, err
	}
	c.of, c.value, c.err, c.keep, c.until = of, value, err, keep, now.Add(keep)
	return value, err
}
