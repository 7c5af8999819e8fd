package cloud_test

import (
	"strings"
	"testing"
	"unicode"

	"crier/modules/cloud"
	"crier/platform/secrets"
)

// FuzzAnswer: whatever answers, only the worker's own answer counts as one, and no text shows what
// must stay hidden.
func FuzzAnswer(f *testing.F) {
	f.Add(200, "application/json", []byte(`{"job":{"id":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","rev":1,"state":"SCHEDULED","seq":null}}`))
	f.Add(200, "text/html", []byte("<html>"))
	f.Add(409, "application/json", []byte(`{"error":"no","code":"ALREADY_CLAIMED","status":409,"job":{"id":"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e","rev":2,"state":"PROCESSING"}}`))
	f.Add(409, "application/json", []byte(`{"error":"no","code":"FENCED","status":409,"fence":12}`))
	f.Add(500, "application/json", []byte(`{"error":"\u0000\u202e the-worker-key","code":"INTERNAL_ERROR","status":500}`))
	f.Add(429, "", []byte(`{"error_code":1027}`))
	const key = "the-worker-key"
	f.Fuzz(func(t *testing.T, status int, contentType string, body []byte) {
		job, err := cloud.ReadAnswer(postID, secrets.NewText(key), status, contentType, body)
		if err == nil {
			if job.ID != postID || job.Rev < 1 || status != 200 {
				t.Errorf("taken was %+v", job)
			}
			return
		}
		e := cloud.AsWorkerError(err)
		if e == nil || e.NotSent || (status == 200 && !e.Unsure) || (!e.Unsure && e.Code == "") {
			t.Fatalf("got %+v", e)
		}
		for _, text := range []string{e.Error(), e.Apperror().Message} {
			if len(text) > 2000 || strings.Contains(text, key) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("the text is %q", text)
			}
		}
	})
}
