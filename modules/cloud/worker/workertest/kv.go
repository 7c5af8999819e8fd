package workertest

import (
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"crier/platform/cloudflare/cloudflaretest"
)

const (
	// kvMetadata is the header with the metadata of an entry, as JSON.
	kvMetadata = "Cf-Kv-Metadata"
	maxValue   = 25 << 20
)

// kvServer is the workers' KV, with the entries of cf.
type kvServer struct {
	cf     *cloudflaretest.Server
	server *httptest.Server
	// failure is the status of every answer, readFailure of every answer to a read; 0 is none.
	failure, readFailure atomic.Int64
}

func newKV(cf *cloudflaretest.Server) *kvServer {
	kv := &kvServer{cf: cf}
	kv.server = httptest.NewServer(http.HandlerFunc(kv.serve))
	return kv
}

// FailKV makes KV answer every request of the workers with the status, until Heal.
func (kv *kvServer) FailKV(status int) { kv.failure.Store(int64(status)) }

// FailKVReads makes KV answer every read of the workers with the status, until Heal. A worker then
// begins nothing, and still writes what it knows of its posts.
func (kv *kvServer) FailKVReads(status int) { kv.readFailure.Store(int64(status)) }

// address returns the host and port of the server.
func (kv *kvServer) address() string { return kv.server.Listener.Addr().String() }

// serve answers a worker as KV does: a header names the namespace, and the path is the key.
func (kv *kvServer) serve(w http.ResponseWriter, req *http.Request) {
	account, namespace, isNamed := strings.Cut(req.Header.Get(kvNamespace), "/")
	if !isNamed {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	status := kv.failure.Load()
	if req.Method == http.MethodGet {
		status = cmp.Or(status, kv.readFailure.Load())
	}
	if status != 0 {
		w.WriteHeader(int(status))
		return
	}
	key := strings.TrimPrefix(req.URL.Path, "/")
	switch req.Method {
	case http.MethodGet:
		kv.getValue(w, account, namespace, key)
	case http.MethodPut:
		w.WriteHeader(kv.putValue(req, account, namespace, key, req.URL.Query()))
	case http.MethodDelete:
		w.WriteHeader(kv.cf.KV(account, namespace).Delete(key))
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func (kv *kvServer) getValue(w http.ResponseWriter, account, namespace, key string) {
	e, status := kv.cf.KV(account, namespace).Get(key)
	if e.Metadata != nil {
		w.Header().Set(kvMetadata, string(e.Metadata))
	}
	w.WriteHeader(status)
	_, _ = w.Write(e.Value)
}

func (kv *kvServer) putValue(req *http.Request, account, namespace, key string, query url.Values) int {
	value, err := io.ReadAll(io.LimitReader(req.Body, maxValue+1))
	if err != nil {
		return http.StatusBadRequest
	}
	e := cloudflaretest.Entry{Value: value}
	if metadata := req.Header.Get(kvMetadata); metadata != "" {
		e.Metadata = []byte(metadata)
	}
	seconds, _ := strconv.Atoi(query.Get("expiration_ttl"))
	return kv.cf.KV(account, namespace).Put(key, e, time.Duration(seconds)*time.Second)
}
