package cloud

import (
	"context"
	"net/http"

	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Load reads what is stored, without looking at the worker.
func (c *Cloud) Load(ctx context.Context) error {
	err := c.stack.load(ctx)
	c.Media.refresh()
	return err
}

// Refuse has no worker reach the network from now on.
func (c *Cloud) Refuse(why string) { c.stack.refusal = why }

// IsWaitedFor reports whether a teardown waits for a job that is being put.
func (l *Link) IsWaitedFor() bool {
	if l.gate.TryRLock() {
		l.gate.RUnlock()
		return false
	}
	return true
}

// OtherCopySince returns when the other copy was started that makes this one silent, or nil.
func (l *Link) OtherCopySince() *wiretime.Time {
	c := l.asker.copies
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.since
}

// ReadAnswer reads a response as the answer to a job that was put.
func ReadAnswer(id wireid.ID, key secrets.Text, status int, contentType string, body []byte) (JobState, error) {
	got := jobAnswer{id: id}
	c := workerCall{op: "put the job"}
	resp := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {contentType}}}
	if status != http.StatusOK {
		return got.Job, c.refusal(resp, body, key)
	}
	return got.Job, c.read(resp, body, key, &got)
}
