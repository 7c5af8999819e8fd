package cloud

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"

	"crier/platform/wiretime"
)

// reports are the worker's reports about itself.
type reports struct {
	stack *stack
	asker *asker

	mu sync.RWMutex
	// last is the worker's last report, or nil.
	last *workerFacts
}

// workerFacts is the worker's report about itself.
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
	// Media is what the files use. Most is 0 when the worker has not said.
	Media struct {
		Files int64      `json:"files"`
		Bytes int64      `json:"bytes"`
		Most  int64      `json:"most"`
		Days  []UsageDay `json:"days"`
	} `json:"media"`
	// LeadsBack says that the worker leads the browser back here after a login.
	LeadsBack bool               `json:"leadsBack"`
	Notify    workerNotification `json:"notify"`
}

func (f *workerFacts) flaw() string {
	if f.Version == nil || f.Timestamp.IsZero() {
		return "it does not say which worker it is"
	}
	return ""
}

// read asks the worker for a report, and stores it. Its error is a *WorkerError.
func (r *reports) read(ctx context.Context) (workerFacts, error) {
	var got workerFacts
	if err := r.asker.ask(ctx, workerCall{op: "read its diagnostics", method: http.MethodGet, path: "/v1/diagnostics"}, &got); err != nil {
		return workerFacts{}, err
	}
	r.mu.Lock()
	r.last = &got
	r.mu.Unlock()
	st := r.stack.get()
	if at := st.row.ReachedAt; at != nil && waits(r.stack.clock.Now(), at.Time().Add(keptFresh), keptFresh) {
		return got, nil
	}
	if err := r.store(ctx, got); err != nil {
		r.stack.log.Error("cloud: the worker's report could not be stored", "error", err)
	}
	return got, nil
}

func (r *reports) store(ctx context.Context, got workerFacts) error {
	text, err := json.Marshal(got)
	if err != nil {
		return err
	}
	_, err = r.stack.update(ctx, func(row *storedWorker) {
		row.Diagnostics, row.ReachedAt = string(text), new(r.stack.now())
	})
	return err
}

// latest returns the worker's last report, and false when there is none.
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

// lastRun returns when the worker's cron last ran according to its report, nil for never, and false
// when the report does not say.
func (r *reports) lastRun(ctx context.Context) (*wiretime.Time, bool) {
	ctx, cancel := context.WithTimeout(ctx, overlayPatience)
	defer cancel()
	got, err := r.read(ctx)
	return got.LastCronRun, err == nil
}

func (r *reports) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = nil
}

// isSilence reports whether nobody answered, or the answer says nothing about the worker itself.
func isSilence(err error) bool {
	e := AsWorkerError(err)
	return e != nil && e.code == "" && (e.NotSent || e.Unsure)
}
