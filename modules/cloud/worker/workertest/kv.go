package workertest

import (
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"crier/platform/cloudflare/cloudflaretest"
)

// What the runtime's protocol for KV names.
const (
	kvRequest    = "Mf-Url"
	kvMetadata   = "Cf-Kv-Metadata"
	kvExpiration = "Cf-Expiration"
	maxValue     = 25 << 20
)

// FailKV lets KV answer the workers with the status in the place of what they ask for, until Heal.
func (r *Runtime) FailKV(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kvStatus = status
}

// serveKV answers a worker as KV does: the path says which namespace, a header what was asked.
func (r *Runtime) serveKV(w http.ResponseWriter, req *http.Request) {
	asked, err := url.Parse(req.Header.Get(kvRequest))
	account, namespace, ok := strings.Cut(strings.Trim(req.URL.Path, "/"), "/")
	if err != nil || !ok || req.Header.Get(kvRequest) == "" {
		w.WriteHeader(http.StatusUpgradeRequired) // It asks for a web socket as well, and goes on without.
		return
	}
	r.mu.Lock()
	status := r.kvStatus
	r.mu.Unlock()
	if status != 0 {
		w.WriteHeader(status)
		return
	}
	key := strings.TrimPrefix(asked.Path, "/")
	switch req.Method {
	case http.MethodGet:
		r.getValue(w, account, namespace, key)
	case http.MethodPut:
		w.WriteHeader(r.putValue(req, account, namespace, key, asked.Query()))
	case http.MethodDelete:
		w.WriteHeader(r.cf.KV(account, namespace).Delete(key))
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func (r *Runtime) getValue(w http.ResponseWriter, account, namespace, key string) {
	e, status := r.cf.KV(account, namespace).Get(key)
	if e.Metadata != nil {
		w.Header().Set(kvMetadata, string(e.Metadata))
	}
	if !e.Expires.IsZero() {
		w.Header().Set(kvExpiration, strconv.FormatInt(e.Expires.Unix(), 10))
	}
	w.WriteHeader(status)
	_, _ = w.Write(e.Value)
}

func (r *Runtime) putValue(req *http.Request, account, namespace, key string, query url.Values) int {
	value, err := io.ReadAll(io.LimitReader(req.Body, maxValue+1))
	if err != nil {
		return http.StatusBadRequest
	}
	e := cloudflaretest.Entry{Value: value}
	if metadata := req.Header.Get("Mf-Header-" + kvMetadata); metadata != "" {
		e.Metadata = []byte(metadata)
	}
	seconds, _ := strconv.Atoi(query.Get("expiration_ttl"))
	return r.cf.KV(account, namespace).Put(key, e, time.Duration(seconds)*time.Second)
}
