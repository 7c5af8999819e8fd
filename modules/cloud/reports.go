package cloud

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"crier/platform/wiretime"
)

// reports are what the worker says of itself.
type reports struct {
	stack *stack
	asker *asker

	mu sync.RWMutex
	// last is what the worker last said; nil before it did.
	last *workerFacts
}

// workerFacts is what the worker says of itself.
type workerFacts struct {
	Version            *string          `json:"version"`
	HasEncryptionKey   bool             `json:"hasEncryptionKey"`
	KeyCheckValue      *string          `json:"keyCheckValue"`
	LastCronRun        *wiretime.Time   `json:"lastCronRun"`
	ScheduledCount     int64            `json:"scheduledCount"`
	ActiveCount        int64            `json:"activeCount"`
	CompletedCount     int64            `json:"completedCount"`
	FailedCount        int64            `json:"failedCount"`
	RepostConfigCount  int64            `json:"repostConfigCount"`
	PendingRepostCount int64            `json:"pendingRepostCount"`
	Fence              int64            `json:"fence"`
	HighestRev         int64            `json:"highestRev"`
	CopySince          *wiretime.Time   `json:"copySince"`
	Schema             int64            `json:"schema"`
	SchemaBy           string           `json:"schemaBy"`
	RecentJobs         []map[string]any `json:"recentJobs"`
	Timestamp          wiretime.Time    `json:"timestamp"`
	Usage              struct {
		Days []UsageDay `json:"days"`
	} `json:"usage"`
	Notify workerNotification `json:"notify"`
}

func (f *workerFacts) flaw() string {
	if f.Version == nil || f.Timestamp.IsZero() {
		return "it does not say which worker it is"
	}
	return ""
}

// read asks the worker for what it says of itself, and remembers that. Its error is a *WorkerError.
func (r *reports) read(ctx context.Context) (workerFacts, error) {
	var got workerFacts
	if err := r.asker.ask(ctx, workerCall{op: "read its diagnostics", method: http.MethodGet, path: "/v1/diagnostics"}, &got); err != nil {
		return workerFacts{}, err
	}
	r.mu.Lock()
	r.last = &got
	r.mu.Unlock()
	st := r.stack.get()
	if at := st.row.ReachedAt; at != nil && r.stack.clock.Now().Sub(at.Time()) < keptFresh {
		return got, nil
	}
	if err := r.store(ctx, got); err != nil {
		r.stack.log.Error("cloud: what the worker says could not be stored", "error", err)
	}
	return got, nil
}

// store writes down what the worker said.
func (r *reports) store(ctx context.Context, got workerFacts) error {
	text, err := json.Marshal(got)
	if err != nil {
		return err
	}
	_, err = r.stack.update(ctx, func(row *storedWorker) {
		now := r.stack.now()
		row.Diagnostics, row.ReachedAt = string(text), &now
	})
	return err
}

// latest returns what the worker last said, and false when it never did.
func (r *reports) latest() (workerFacts, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.last != nil {
		return *r.last, true
	}
	stored := r.stack.get().row.Diagnostics
	var kept workerFacts
	if stored == "" || json.Unmarshal([]byte(stored), &kept) != nil {
		return workerFacts{}, false
	}
	return kept, true
}

// lastRun returns when the worker says that its cron last ran, nil for never, and false when it
// does not say.
func (r *reports) lastRun(ctx context.Context) (*wiretime.Time, bool) {
	ctx, cancel := context.WithTimeout(ctx, overlayPatience)
	defer cancel()
	got, err := r.read(ctx)
	return got.LastCronRun, err == nil
}

// forget forgets what the worker said.
func (r *reports) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = nil
}

// isSilence reports that nobody answered, or that the answer says nothing about the worker itself.
func isSilence(err error) bool {
	e := AsWorkerError(err)
	return e != nil && e.code == "" && (e.NotSent || e.Unsure)
}
