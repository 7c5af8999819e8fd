package cloud_test

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"crier/modules/cloud"
	"crier/modules/cloud/worker"
	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

func TestLink_AJobThereAndBack(t *testing.T) {
	t.Parallel()
	b := ready(t)
	ctx := t.Context()
	_, err := b.link.Job(ctx, postID)
	if e := cloud.AsWorkerError(err); e == nil || e.Code != cloud.CodeUnknownJob || e.NotSent || e.Unsure {
		t.Errorf("got %v", err)
	}
	put, err := b.link.Put(ctx, postID, job())
	if err != nil || put.ID != postID || put.Rev != 1 || put.State != cloud.JobScheduled || put.HasEnded() {
		t.Fatalf("got %+v, %v", put, err)
	}
	if got, err := b.link.Job(ctx, postID); err != nil || !reflect.DeepEqual(got, put) {
		t.Errorf("got %+v, %v", got, err)
	}
	other := wireid.New()
	if _, err := b.link.Put(ctx, other, job()); err != nil {
		t.Fatal(err)
	}
	first, next, err := b.link.Open(ctx, nil, 1)
	if err != nil || len(first) != 1 || next == nil || *next != first[0].ID {
		t.Fatalf("got %+v, %v, %v", first, next, err)
	}
	second, next, err := b.link.Open(ctx, next, 1)
	if err != nil || len(second) != 1 || next != nil || second[0].ID == first[0].ID {
		t.Errorf("got %+v, %v, %v", second, next, err)
	}
	b.worker.end(postID.String(), "PUBLISHED", 4)
	page, err := b.link.Results(ctx, 0, 200)
	if err != nil || len(page.Results) != 1 || *page.Results[0].Seq != 4 || !page.Results[0].HasEnded() || page.HasMore {
		t.Fatalf("got %+v, %v", page, err)
	}
	for _, c := range []struct{ seq, left int64 }{{3, 1}, {4, 0}} {
		if err := b.link.Acknowledge(ctx, []cloud.ResultRef{{ID: postID, Seq: c.seq}}); err != nil {
			t.Error(err)
		}
		if page, err = b.link.Results(ctx, 0, 200); err != nil || int64(len(page.Results)) != c.left {
			t.Errorf("after the result %d was acknowledged there are %+v, %v", c.seq, page, err)
		}
	}
	if gone, err := b.link.Delete(ctx, other, 2); err != nil || gone.State != cloud.JobCancelled || gone.Rev != 2 {
		t.Errorf("got %+v, %v", gone, err)
	}
	_, err = b.link.Put(ctx, other, job())
	if e := cloud.AsWorkerError(err); e == nil || e.Code != cloud.CodeStaleRevision || e.Job == nil || e.Job.Rev != 2 || e.Apperror().Code != apperror.InvalidStatus {
		t.Errorf("got %v", err)
	}
}

// TestLink_Seal seals as the worker opens.
func TestLink_Seal(t *testing.T) {
	t.Parallel()
	b := ready(t)
	sealed, err := b.link.Seal(postID, secrets.NewText("network-token"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil {
		t.Fatal(err)
	}
	key, err := base64.StdEncoding.DecodeString(b.script(t).Secrets[worker.BindingEncryptionKey])
	if err != nil {
		t.Fatal(err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		t.Fatal(err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := aead.Open(nil, raw[:12], raw[12:], []byte(postID.String()+"|token|v1"))
	if err != nil || string(plain) != "network-token" {
		t.Errorf("got %q, %v", plain, err)
	}
	if again, err := b.link.Seal(postID, secrets.NewText("network-token")); err != nil || again == sealed {
		t.Errorf("two seals are alike, %v", err)
	}
}

// TestLink_WhatCameBack: only the worker's own answer counts as a refusal, and only a request that
// was not sent is known not to have arrived.
func TestLink_WhatCameBack(t *testing.T) {
	t.Parallel()
	type want struct {
		notSent, unsure bool
		code            string
		told            apperror.Code
	}
	refusedWith := func(status int, code string) http.HandlerFunc {
		return answer(status, "application/json", fmt.Sprintf(`{"error":"no","code":%q,"status":%d}`, code, status))
	}
	unsure := want{unsure: true, told: apperror.WorkerUnreachable}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   want
	}{
		"lost": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, unsure},
		"cut": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "99")
			_, _ = w.Write([]byte(`{"job"`))
		}, unsure},
		"page of a proxy":  {answer(200, "text/html", "<html>Sign in</html>"), unsure},
		"JSON as a page":   {answer(200, "text/html", `{"job":{"id":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","rev":1,"state":"SCHEDULED"}}`), unsure},
		"page of an error": {answer(403, "text/html", "<html>Blocked</html>"), unsure},
		"nothing":          {answer(200, "application/json", ""), unsure},
		"another thing":    {answer(200, "application/json", `{"ok":true}`), unsure},
		"another job":      {answer(200, "application/json", `{"job":{"id":"00000000-0000-4000-8000-000000000000","rev":1,"state":"SCHEDULED"}}`), unsure},
		"another revision": {answer(200, "application/json", `{"job":{"id":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","rev":99,"state":"SCHEDULED"}}`), unsure},
		"another state":    {answer(200, "application/json", `{"job":{"id":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","rev":1,"state":"NAPPING"}}`), unsure},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, unsure},
		"too long": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 2<<20)) }, unsure},
		"error of Cloudflare's": {
			answer(429, "application/json", `{"title":"Error 1027","status":429,"error_code":1027}`), unsure,
		},
		"error of somebody":  {answer(409, "application/json", `{"error":"no"}`), unsure},
		"status of somebody": {answer(403, "application/json", `{"error":"no","code":"UNAUTHORIZED","status":401}`), unsure},
		"inside of the worker": {
			refusedWith(500, "INTERNAL_ERROR"), want{unsure: true, code: "INTERNAL_ERROR", told: apperror.WorkerUnreachable},
		},
		"key":           {refusedWith(401, "UNAUTHORIZED"), want{code: "UNAUTHORIZED", told: apperror.InvalidWorkerKey}},
		"no key":        {refusedWith(503, "NOT_CONFIGURED"), want{code: "NOT_CONFIGURED", told: apperror.NotConfigured}},
		"mismatch":      {refusedWith(409, "ENCRYPTION_KEY_MISMATCH"), want{code: cloud.CodeKeyMismatch, told: apperror.EncryptionKeyMismatch}},
		"claimed":       {refusedWith(409, "ALREADY_CLAIMED"), want{code: cloud.CodeAlreadyClaimed, told: apperror.InvalidStatus}},
		"ended":         {refusedWith(409, "ALREADY_ENDED"), want{code: cloud.CodeAlreadyEnded, told: apperror.InvalidStatus}},
		"too many":      {refusedWith(409, "TOO_MANY_JOBS"), want{code: cloud.CodeTooManyJobs, told: apperror.CloudError}},
		"invalid":       {refusedWith(400, "INVALID_JOB"), want{code: cloud.CodeInvalidJob, told: apperror.CloudError}},
		"other version": {refusedWith(404, "NOT_FOUND"), want{code: "NOT_FOUND", told: apperror.CloudError}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			b.worker.answers(c.answer)
			_, err := b.link.Put(t.Context(), postID, job())
			e := cloud.AsWorkerError(err)
			if e == nil {
				t.Fatalf("got %v", err)
			}
			if got := (want{e.NotSent, e.Unsure, e.Code, e.Apperror().Code}); got != c.want {
				t.Errorf("got %+v, want %+v: %v", got, c.want, err)
			}
			if e.Message == "" || strings.ContainsAny(e.Error(), "\n<") {
				t.Errorf("the text is %q", e.Error())
			}
		})
	}
}

// TestLink_NotCancelled: a job that is not cancelled, or not by this request, does not confirm that
// it never fires.
func TestLink_NotCancelled(t *testing.T) {
	t.Parallel()
	for name, said := range map[string]string{"scheduled": `"rev":7,"state":"SCHEDULED"`, "of another request": `"rev":6,"state":"CANCELLED"`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := ready(t)
			b.worker.answers(answer(200, "application/json", `{"job":{"id":"`+postID.String()+`",`+said+`}}`))
			_, err := b.link.Delete(t.Context(), postID, 7)
			if e := cloud.AsWorkerError(err); e == nil || !e.Unsure {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestFound_ListThatIsCutShort: a list whose next page begins where the one before began is not
// whole, and is not taken for the whole one: a job that is not on it would count as gone.
func TestFound_ListThatIsCutShort(t *testing.T) {
	t.Parallel()
	b := ready(t)
	for _, next := range []wireid.ID{postID, wireid.MustParse("00000000-0000-4000-8000-000000000001")} {
		b.worker.answers(answer(200, "application/json", `{"jobs":[],"next":"`+next.String()+`"}`))
		if _, _, err := b.link.Open(t.Context(), nil, 1); err != nil {
			t.Errorf("the first page: %v", err)
		}
		jobs, _, err := b.link.Open(t.Context(), new(postID), 1)
		if e := cloud.AsWorkerError(err); e == nil || !e.Unsure || !strings.Contains(e.Message, "goes on where it began") {
			t.Errorf("after %s: %v, %v", next, jobs, err)
		}
	}
}

// TestLink_TornText: results are read even if a text was cut in the middle of a character.
func TestLink_TornText(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.worker.answers(answer(200, "application/json", `{"results":[{"id":"`+postID.String()+`","rev":1,"state":"FAILED","seq":1,"errorMessage":"no \ud83d"}],"next":1,"hasMore":false}`))
	page, err := b.link.Results(t.Context(), 0, 1)
	if err != nil || len(page.Results) != 1 || !strings.HasPrefix(*page.Results[0].ErrorMessage, "no ") {
		t.Errorf("got %+v, %v", page, err)
	}
}

func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// TestLink_NobodyThere: a request that could not be sent is known not to have arrived.
func TestLink_NobodyThere(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.worker.http.Close()
	b.boot(t) // A connection that is kept would have been used.
	_, err := b.link.Put(t.Context(), postID, job())
	if e := cloud.AsWorkerError(err); e == nil || !e.NotSent || e.Unsure {
		t.Errorf("got %v", err)
	}
}

// TestLink_KeyIsNotHandedOn: whatever is answered, the key goes to no address of a redirect and
// into no text.
func TestLink_KeyIsNotHandedOn(t *testing.T) {
	t.Parallel()
	b := ready(t)
	handed := make(chan string, 1)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { handed <- r.Header.Get("Authorization") }))
	defer elsewhere.Close()
	key := b.script(t).Secrets[worker.BindingWorkerKey]
	for _, reply := range []http.HandlerFunc{
		func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusPermanentRedirect)
		},
		answer(400, "application/json", fmt.Sprintf(`{"error":"your key is %s","code":"%s","status":400}`, key, key)),
		answer(200, "application/json", fmt.Sprintf(`{"job":"%s"}`, key)),
		answer(200, "application/json", fmt.Sprintf(`{"%s":1,"%s":2}`, key, key)),
	} {
		b.worker.answers(reply)
		_, err := b.link.Put(t.Context(), postID, job())
		if e := cloud.AsWorkerError(err); e == nil || strings.Contains(e.Error()+e.Apperror().Error()+e.Code, key) {
			t.Errorf("the key is in %v", err)
		}
	}
	select {
	case <-handed:
		t.Error("the redirect was followed")
	default:
	}
}

// TestLink_Fenced: the next job carries an epoch that the worker takes.
func TestLink_Fenced(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.worker.set(func(w *fakeWorker) { w.fence = 7 })
	_, err := b.link.Put(t.Context(), postID, job())
	if e := cloud.AsWorkerError(err); e == nil || e.Code != cloud.CodeFenced || e.Fence != 7 || b.link.Epoch() != 7 {
		t.Fatalf("got %v, epoch %d", err, b.link.Epoch())
	}
	j := job()
	j.Epoch = b.link.Epoch()
	if _, err := b.link.Put(t.Context(), postID, j); err != nil {
		t.Error(err)
	}
	b.boot(t)
	if b.link.Epoch() != 7 {
		t.Error("the epoch is forgotten")
	}
}

func TestLink_WithoutWorker(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	_, err := b.link.Put(t.Context(), postID, job())
	if e := cloud.AsWorkerError(err); e == nil || !e.NotSent || e.Apperror().Code != apperror.CloudNotConfigured {
		t.Errorf("got %v", err)
	}
	if _, err := b.link.Seal(postID, secrets.NewText("x")); apperror.CodeOf(err) != apperror.CloudNotConfigured {
		t.Errorf("got %v", err)
	}
	if b.link.KeyCheck() != "" || b.link.Epoch() != 0 {
		t.Error("there is something")
	}
}

func TestScriptURL(t *testing.T) {
	t.Parallel()
	b := ready(t)
	if got := *b.status(t).WorkerURL; got != "https://"+b.cf.Host(b.account, workerName) || got != cloudflare.ScriptURL(workerName, "crier-00000000") {
		t.Errorf("got %s", got)
	}
}
