package cloud_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/wiretime"
)

// fakeWorker answers for every script that is uploaded and served under its name, as worker/API.md
// says, as far as this package uses it. Its state goes with the script.
type fakeWorker struct {
	cf      *cloudflaretest.Server
	account string
	clock   clock.Clock
	http    *httptest.Server

	mu      sync.Mutex
	jobs    map[string]map[string]any
	fence   int64
	lastRun *wiretime.Time
	asked   map[string]int
	// instead, if set, answers in the place of the worker and reports whether it did.
	instead func(http.ResponseWriter, *http.Request) bool
	// version and key, if set, are what the worker has in the place of what was deployed.
	version, key string
	// isOld says that it is of a version that issues no epochs, until it is deployed again; schema
	// is the version of its tables.
	isOld  bool
	schema int64
	// copies are the nonces of the copies that said hello, in order; highest is the highest
	// revision.
	copies  []string
	highest int64
	// copySince is when the last one did so, as diagnostics say.
	copySince *wiretime.Time
	// rung are the addresses to which a test message was sent; silence, if set, keeps it from
	// arriving.
	rung    []string
	silence string
	// renewed are tokens that it offers.
	renewed []cloud.RenewedToken
	// held is what it reports of its files.
	held map[string]any
	// days are the usage that it reports.
	days []map[string]any
	// answered, if set, is called before each answer is sent, and after its time was read.
	answered func()
}

func startWorker(t *testing.T, cf *cloudflaretest.Server, account string, c clock.Clock) *fakeWorker {
	t.Helper()
	w := &fakeWorker{cf: cf, account: account, clock: c, jobs: map[string]map[string]any{}, asked: map[string]int{}, schema: worker.Schema}
	w.http = httptest.NewServer(w)
	t.Cleanup(w.http.Close)
	return w
}

// set changes the worker under its lock.
func (w *fakeWorker) set(change func(*fakeWorker)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(w)
}

// answers has each request answered so, in the place of the worker.
func (w *fakeWorker) answers(so http.HandlerFunc) {
	w.set(func(w *fakeWorker) {
		w.instead = func(rw http.ResponseWriter, r *http.Request) bool { so(rw, r); return true }
	})
}

// silent makes the worker stop answering.
func (w *fakeWorker) silent() {
	w.answers(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
}

func (w *fakeWorker) heal() {
	w.set(func(w *fakeWorker) { w.instead, w.version, w.key = nil, "", "" })
}

func (w *fakeWorker) count(what string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked[what]
}

func (w *fakeWorker) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	instead := w.instead
	w.asked[r.Method+" "+r.URL.Path]++
	w.mu.Unlock()
	if instead != nil && instead(rw, r) {
		return
	}
	name, _, _ := strings.Cut(r.Host, ".")
	script, ok := w.cf.Script(w.account, name)
	if !ok || !script.Served || r.Host != w.cf.Host(w.account, name) {
		rw.Header().Set("Content-Type", "text/html")
		rw.WriteHeader(http.StatusNotFound)
		_, _ = fmt.Fprint(rw, "<html>There is nothing here yet</html>")
		return
	}
	status, body := w.answer(r, script)
	if status != http.StatusOK {
		body["status"] = status
	}
	rw.Header().Set("Content-Type", "application/json; charset=utf-8")
	rw.Header().Set("Crier-Time", strconv.FormatInt(w.clock.Now().UnixMilli(), 10))
	if w.answered != nil {
		w.answered()
	}
	rw.WriteHeader(status)
	_ = json.NewEncoder(rw).Encode(body)
}

func refused(status int, code string, more map[string]any) (int, map[string]any) {
	body := map[string]any{"error": "refused: " + code, "code": code}
	maps.Copy(body, more)
	return status, body
}

func (w *fakeWorker) answer(r *http.Request, script cloudflaretest.Script) (int, map[string]any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if r.Header.Get("Authorization") != "Bearer "+script.Secrets[worker.BindingWorkerKey] {
		return refused(http.StatusUnauthorized, "UNAUTHORIZED", nil)
	}
	var body map[string]any
	if r.Body != nil {
		_ = json.NewDecoder(r.Body).Decode(&body)
	}
	id := strings.TrimPrefix(r.URL.Path, "/v1/jobs/")
	switch {
	case r.URL.Path == "/v1/diagnostics":
		return http.StatusOK, w.diagnostics(script)
	case r.URL.Path == "/v1/notify":
		address, problem := notifyAddressOf(script), &w.silence
		if w.rung = append(w.rung, address); w.silence == "" {
			problem = nil
		}
		return http.StatusOK, map[string]any{"isSet": address != "", "delivered": problem == nil, "problem": problem}
	case w.isOld && r.URL.Path == "/v1/hello":
		return refused(http.StatusNotFound, "NOT_FOUND", nil)
	case r.URL.Path == "/v1/hello":
		if nonce := body["nonce"].(string); !slices.Contains(w.copies, nonce) {
			w.copies = append(w.copies, nonce)
		}
		return http.StatusOK, map[string]any{"highestRev": w.highest, "highestEpoch": w.fence, "schema": w.schema, "since": nil, "timestamp": wiretime.Of(w.clock.Now())}
	case r.Method != http.MethodGet && len(w.copies) > 0 && r.Header.Get("Crier-Copy") != w.copies[len(w.copies)-1]:
		return refused(http.StatusConflict, "OTHER_COPY", map[string]any{"since": wiretime.Of(w.clock.Now())})
	case r.URL.Path == "/v1/fence":
		epoch, isAsked := body["epoch"].(float64)
		if !isAsked && w.isOld {
			return refused(http.StatusBadRequest, "INVALID_BODY", nil)
		}
		if !isAsked {
			epoch = float64(max(w.fence, w.highestEpoch()) + 1)
		}
		return http.StatusOK, w.raise(int64(epoch))
	case r.URL.Path == "/v1/results":
		return http.StatusOK, w.results(r)
	case r.URL.Path == "/v1/results/acknowledge":
		return http.StatusOK, w.acknowledge(body)
	case r.URL.Path == "/v1/jobs":
		return http.StatusOK, w.list(r)
	case r.Method == http.MethodPut:
		return w.put(id, body)
	case w.jobs[id] == nil && r.Method == http.MethodGet:
		return refused(http.StatusNotFound, "UNKNOWN_JOB", nil)
	case r.Method == http.MethodDelete:
		rev, _ := strconv.ParseInt(r.URL.Query().Get("rev"), 10, 64)
		w.jobs[id] = w.job(id, float64(rev), 0, "CANCELLED")
	}
	return http.StatusOK, map[string]any{"job": w.jobs[id]}
}

func (w *fakeWorker) job(id string, rev, epoch float64, state string) map[string]any {
	now := wiretime.Of(w.clock.Now())
	return map[string]any{
		"id": id, "rev": rev, "epoch": epoch, "runAt": now, "state": state, "retryCount": 0, "lastAttemptAt": nil, "containerId": nil,
		"containerCreatedAt": nil, "publishIntentAt": nil, "callAnswered": false, "mediaId": nil, "permalink": nil, "publishedAt": nil,
		"mediaFound": false, "errorCode": nil, "errorMessage": nil, "endedAt": nil, "seq": nil, "updatedAt": now,
	}
}

func (w *fakeWorker) put(id string, body map[string]any) (int, map[string]any) {
	rev, epoch := body["rev"].(float64), body["epoch"].(float64)
	old := w.jobs[id]
	switch {
	case int64(epoch) < w.fence:
		return refused(http.StatusConflict, "FENCED", map[string]any{"fence": w.fence})
	case old != nil && old["rev"].(float64) > rev:
		return refused(http.StatusConflict, "STALE_REVISION", map[string]any{"job": old})
	case old != nil && old["state"] == "PROCESSING":
		return refused(http.StatusConflict, "ALREADY_CLAIMED", map[string]any{"job": old})
	}
	w.jobs[id] = w.job(id, rev, epoch, "SCHEDULED")
	return http.StatusOK, map[string]any{"job": w.jobs[id]}
}

// end gives the job a result.
func (w *fakeWorker) end(id, state string, seq int64) {
	w.set(func(w *fakeWorker) { w.jobs[id]["state"], w.jobs[id]["seq"] = state, seq })
}

func (w *fakeWorker) sorted() []string { return slices.Sorted(maps.Keys(w.jobs)) }

func (w *fakeWorker) list(r *http.Request) map[string]any {
	jobs := []any{}
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	var next any
	for _, id := range w.sorted() {
		if state := w.jobs[id]["state"]; id <= r.URL.Query().Get("after") || state != "SCHEDULED" && state != "PROCESSING" {
			continue
		}
		if len(jobs) == limit {
			next = jobs[limit-1].(map[string]any)["id"]
			break
		}
		jobs = append(jobs, w.jobs[id])
	}
	return map[string]any{"jobs": jobs, "next": next}
}

func (w *fakeWorker) results(r *http.Request) map[string]any {
	found := []any{}
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)
	for _, id := range w.sorted() {
		if seq, ok := w.jobs[id]["seq"].(int64); ok && seq > after {
			found = append(found, w.jobs[id])
		}
	}
	return map[string]any{"results": found, "next": after, "hasMore": false, "renewed": w.renewed}
}

func (w *fakeWorker) acknowledge(body map[string]any) map[string]any {
	changed, n := []any{}, 0
	for _, one := range body["results"].([]any) {
		ref := one.(map[string]any)
		job := w.jobs[ref["id"].(string)]
		if seq, ok := job["seq"].(int64); ok && float64(seq) == ref["seq"].(float64) {
			job["seq"] = nil
			n++
			continue
		}
		changed = append(changed, ref["id"])
	}
	return map[string]any{"acknowledged": n, "changed": changed}
}

func (w *fakeWorker) highestEpoch() int64 {
	var highest float64
	for _, job := range w.jobs {
		highest = max(highest, job["epoch"].(float64))
	}
	return int64(highest)
}

func (w *fakeWorker) raise(epoch int64) map[string]any {
	w.fence = max(w.fence, epoch)
	handed := []any{}
	for _, id := range w.sorted() {
		if w.jobs[id]["state"] == "SCHEDULED" {
			w.jobs[id]["state"] = "FENCED"
			handed = append(handed, id)
		}
	}
	return map[string]any{"epoch": w.fence, "handedBack": handed, "resolving": []any{}}
}

// notifyAddressOf returns the address that the script tells people at.
func notifyAddressOf(script cloudflaretest.Script) string {
	if textOf(script, worker.BindingNotifyKind) == "" {
		return ""
	}
	return script.Secrets[worker.BindingNotifyURL]
}

func (w *fakeWorker) diagnostics(script cloudflaretest.Script) map[string]any {
	version, notify := w.version, map[string]any{"isSet": notifyAddressOf(script) != "", "problem": nil}
	if w.silence != "" {
		notify["problem"] = w.silence
	}
	for _, b := range script.Bindings {
		if b.Name == worker.BindingNotifyMark {
			notify["mark"] = b.Text
		}
		if b.Name == worker.BindingVersion && version == "" {
			version = b.Text
		}
		if n, err := strconv.ParseInt(b.Text, 10, 64); b.Name == worker.BindingFence && err == nil {
			w.fence = max(w.fence, n)
		}
	}
	key := w.key
	if key == "" {
		key = script.Secrets[worker.BindingEncryptionKey]
	}
	return map[string]any{
		"version": version, "schema": w.schema, "schemaBy": "9.9.9", "highestRev": w.highest, "copySince": w.copySince, "hasEncryptionKey": true, "keyCheckValue": keyCheck(key), "lastCronRun": w.lastRun,
		"scheduledCount": len(w.jobs), "activeCount": 0, "completedCount": 7, "failedCount": 1, "fencedCount": 0, "repostConfigCount": 0,
		"pendingRepostCount": 0, "unacknowledgedCount": 0, "fence": w.fence, "usage": map[string]any{"kvWrites": 0, "days": w.days}, "media": w.held, "recentJobs": []any{map[string]any{"id": "x"}},
		"notify": notify, "timestamp": wiretime.Of(w.clock.Now()),
	}
}

// keyCheck is what API.md says of the key check value.
func keyCheck(key string) string {
	raw, _ := base64.StdEncoding.DecodeString(key)
	mac := hmac.New(sha256.New, raw)
	mac.Write([]byte("kcv"))
	return hex.EncodeToString(mac.Sum(nil)[:8])
}
