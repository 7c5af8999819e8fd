package e2e_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/sandbox"
)

// TestSupportBundle_OfTheService: the interface gets the file of crier support-bundle, with all its
// parts, and without what a person has written or keeps secret. Nobody else gets it.
func TestSupportBundle_OfTheService(t *testing.T) {
	t.Parallel()
	j := begin(t)
	user := sandbox.DemoNativeUser()
	password := user.Password.Reveal()
	const caption, inLog = "My very first sourdough, after three weeks!", "EAAGm0PX4ZCpsBAKZBwQaccessTokenOfTheAccount0000ZD"
	j.ended(j.publish(j.imagePost(caption)))
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Code: 352})
	failed := j.publish(j.imagePost(caption + " Again."))
	if p := j.ended(failed); p.Status != posts.Failed {
		t.Fatalf("the post is %s", p.Status)
	}
	j.client.Post(credentialsPath, body{"accountId": j.bakery.ID, "snUsername": user.Username, "snPassword": password}).Want(http.StatusOK)
	line := `{"time":"2026-11-22T09:30:00Z","level":"ERROR","msg":"publish","account":"` + j.bakery.ID.String() + `","error":"GET https://graph.instagram.com/me?access_token=` + inLog + ` of ` +
		j.bakery.Username + `, password ` + password + `, ` + caption + `: EOF"}` + "\n"
	if err := os.WriteFile(filepath.Join(j.Dir, "crier.log"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}

	answer := j.Browser(t).Internal("/api/health/support-bundle").Want(http.StatusOK)
	if kind, file := answer.Header.Get("Content-Type"), answer.Header.Get("Content-Disposition"); kind != "application/zip" || file != "attachment; filename=crier-support-2026-11-21-093000.zip" {
		t.Errorf("it is %s, %s", kind, file)
	}
	archive, err := zip.NewReader(bytes.NewReader(answer.Body), int64(len(answer.Body)))
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string]string{
		"README.txt": "sent it nowhere", "about.json": `"version"`, "health.json": `"id": "database"`, "plan.json": `"count"`, "counts.json": `"FAILED": 1`, "crier.log": `"msg":"publish"`,
	}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(f.Name, "crier-support/")
		if text, ok := wanted[name]; !ok || !strings.Contains(string(content), text) {
			t.Errorf("%s has no %q: %s", name, text, content)
		}
		delete(wanted, name)
		for _, secret := range []string{caption, caption[:20], password, inLog, inLog[:17], j.bakery.Username, j.potter.Username, j.Dir} {
			if at := strings.Index(string(content), secret); at >= 0 {
				t.Errorf("%s has %q: ...%s", name, secret, content[max(0, at-60):at+len(secret)])
			}
		}
	}
	if len(wanted) > 0 {
		t.Errorf("it lacks %v", wanted)
	}
	j.client.Get("/api/health/support-bundle").WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
}
