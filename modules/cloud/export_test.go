package cloud

import (
	"context"
	"net/http"

	"crier/platform/secrets"
	"crier/platform/wireid"
)

// Status returns the answer of GET /cloud/status.
func (s *Stack) Status() CloudStatus { return s.status() }

// SetupStatus returns the answer of GET /api/cloud/setup.
func (s *Stack) SetupStatus(ctx context.Context) (SetupStatus, error) { return s.setupStatus(ctx) }

// Diagnostics returns the answer of GET /cloud/diagnostics.
func (s *Stack) Diagnostics(ctx context.Context) (CloudDiagnostics, error) { return s.diagnostics(ctx) }

// CronStatus returns the answer of GET /cloud/cron-status.
func (s *Stack) CronStatus(ctx context.Context) (CloudCronStatus, error) { return s.cronStatus(ctx) }

// Keys returns the answer of GET /cloud/kv.
func (s *Stack) Keys(ctx context.Context, prefix string) (CloudKV, error) {
	return s.keysOf(ctx, prefix)
}

// Load reads what is stored, without looking at the worker.
func (s *Stack) Load(ctx context.Context) error { return s.load(ctx) }

// IsWaitedFor reports whether a teardown waits for a job that is being put.
func (l *Link) IsWaitedFor() bool {
	if l.gate.TryRLock() {
		l.gate.RUnlock()
		return false
	}
	return true
}

// ReadAnswer reads what came in the place of the worker's answer to a job that was put.
func ReadAnswer(id wireid.ID, key secrets.Text, status int, contentType string, body []byte) (JobState, error) {
	got := jobAnswer{id: id}
	c := workerCall{op: "put the job"}
	resp := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {contentType}}}
	if status != http.StatusOK {
		return got.Job, c.refusal(resp, body, key)
	}
	return got.Job, c.read(resp, body, key, &got)
}
