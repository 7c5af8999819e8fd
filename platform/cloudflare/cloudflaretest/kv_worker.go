package cloudflaretest

import (
	"net/http"
	"time"
)

// Of what a worker does with a namespace, Cloudflare takes the limits and the day's budget as for the API. It answers with the status
// alone: 200, 404 for what is not there, 413 or 414 for what is too large, 429 for a key that was written a moment ago and for a
// budget that is used up.

// WorkerGet reads as a worker does: what FreezeReads has stopped, it does not see.
func (s *Server) WorkerGet(account, namespace, key string) (Entry, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, n := s.asWorker(account, namespace)
	if n == nil {
		return Entry{}, http.StatusNotFound
	}
	if !r.spend("reads", r.account.plan.KVReads) {
		return Entry{}, r.answer.status
	}
	e, ok := n.read(s.clock.Now())[key]
	if !ok {
		return Entry{}, http.StatusNotFound
	}
	return e, http.StatusOK
}

// WorkerPut writes as a worker does; ttl 0 is for ever.
func (s *Server) WorkerPut(account, namespace, key string, e Entry, ttl time.Duration) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, n := s.asWorker(account, namespace)
	if n == nil {
		return http.StatusNotFound
	}
	if !r.write(n, key, e, int(ttl/time.Second), true) {
		return r.answer.status
	}
	return http.StatusOK
}

// WorkerDelete deletes as a worker does.
func (s *Server) WorkerDelete(account, namespace, key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, n := s.asWorker(account, namespace)
	if n == nil {
		return http.StatusNotFound
	}
	if !r.spend("deletes", r.account.plan.KVDeletes) {
		return r.answer.status
	}
	delete(n.entries, key)
	return http.StatusOK
}

func (s *Server) asWorker(account, id string) (*request, *namespace) {
	a := s.accounts[account]
	if a == nil {
		return nil, nil
	}
	return &request{server: s, account: a}, s.namespace(account, id)
}
