package cloudflaretest

import (
	"maps"
	"net/http"
	"time"
)

// KV is a namespace as tests and workers see it. Of what a worker does with a namespace, Cloudflare
// takes the limits and the day's budget as for the API. It answers with the status alone: 200, 404
// for what is not there, 413 or 414 for what is too large, 429 for a key that was written a moment
// ago and for a budget that is used up.
type KV struct {
	server      *Server
	account, id string
}

func (k KV) namespace() *namespace {
	if a := k.server.accounts[k.account]; a != nil {
		return a.namespace(k.id)
	}
	return nil
}

// Values returns what is in the namespace, as last written.
func (k KV) Values() map[string]Entry {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	n := k.namespace()
	if n == nil {
		return nil
	}
	return maps.Clone(n.entries)
}

// Set writes as a worker does, past the limits. It does nothing in a namespace that is not there.
func (k KV) Set(key string, e Entry) {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	if n := k.namespace(); n != nil {
		n.entries[key] = e
	}
}

// FreezeReads lets reads and lists of the namespace see what is there now, whatever is written,
// until ThawReads.
func (k KV) FreezeReads() {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	if n := k.namespace(); n != nil {
		n.frozen = maps.Clone(n.entries)
	}
}

// ThawReads lets reads see what was written.
func (k KV) ThawReads() {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	if n := k.namespace(); n != nil {
		n.frozen = nil
	}
}

// Get reads as a worker does. It does not see what was written after FreezeReads.
func (k KV) Get(key string) (Entry, int) {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	r, n := k.request()
	if n == nil {
		return Entry{}, http.StatusNotFound
	}
	if !r.spend("reads", r.account.plan.KVReads) {
		return Entry{}, r.answer.status
	}
	e, ok := n.read(k.server.clock.Now())[key]
	if !ok {
		return Entry{}, http.StatusNotFound
	}
	return e, http.StatusOK
}

// Put writes as a worker does; ttl 0 is for ever.
func (k KV) Put(key string, e Entry, ttl time.Duration) int {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	r, n := k.request()
	if n == nil {
		return http.StatusNotFound
	}
	if !write(r, n, key, e, int(ttl/time.Second), true) {
		return r.answer.status
	}
	return http.StatusOK
}

// Delete deletes as a worker does.
func (k KV) Delete(key string) int {
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	r, n := k.request()
	if n == nil {
		return http.StatusNotFound
	}
	if !r.spend("deletes", r.account.plan.KVDeletes) {
		return r.answer.status
	}
	delete(n.entries, key)
	return http.StatusOK
}

// request returns the request that a worker's call counts as.
func (k KV) request() (*request, *namespace) {
	return &request{server: k.server, account: k.server.accounts[k.account]}, k.namespace()
}
