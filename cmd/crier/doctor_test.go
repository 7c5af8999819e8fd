package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"crier/modules/auth"
	"crier/platform/pipetest"
	"crier/platform/wireid"
)

// TestExamine_AccountsAtOnce: a user with many accounts does not wait for the pauses of each one in
// turn. The sections come in the order of the accounts all the same.
func TestExamine_AccountsAtOnce(t *testing.T) {
	t.Parallel()
	var accounts, want []string
	for i := range accountsAtOnce + 2 {
		accounts = append(accounts, fmt.Sprintf(`{"account":{"id":%q,"username":"account%d","loginMethod":"primary"}}`, wireid.New(), i))
		want = append(want, fmt.Sprintf("account%d, primary login, live", i), fmt.Sprintf("account%d, the session of the app API", i))
	}
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		running, most, together := 0, 0, make(chan struct{})
		mux := http.NewServeMux()
		answer := func(pattern, body string) {
			mux.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
		}
		answer("GET "+accountsPath, `{"network":"live","accounts":[`+strings.Join(accounts, ",")+`]}`)
		answer("GET /api/v1/settings/private-api-credentials/{id}", `{"configured":false}`)
		answer("GET "+bucketPath, `{"configured":false}`)
		answer("GET "+cloudSetupPath, `{"isConfigured":false}`)
		mux.HandleFunc("POST "+accountsPath+"/{id}/check", func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			running++
			if most = max(most, running); running == accountsAtOnce && most == running {
				select {
				case <-together:
				default:
					close(together)
				}
			}
			mu.Unlock()
			select {
			case <-together: // No account is done before so many are examined.
			case <-r.Context().Done():
			}
			mu.Lock()
			running--
			mu.Unlock()
			_, _ = io.WriteString(w, `{"steps":[{"name":"profile","verdict":"confirms"}]}`)
		})
		service := newServiceClient(address{origin: "http://127.0.0.1:7171", app: "http://127.0.0.1:7171"})
		service.http.Transport = pipetest.Serve(t, mux)
		// In the bubble nobody waits for so long: the time is over once all wait for each other.
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		report, err := examine(ctx, service)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, section := range report.Sections {
			got = append(got, section.Name)
			if len(section.Steps) != 1 || strings.Contains(section.Name, "login") && section.Steps[0].Name != "profile" {
				t.Errorf("%s: %+v", section.Name, section.Steps)
			}
		}
		if want = append(want, "the bucket", "Cloudflare"); strings.Join(got, "; ") != strings.Join(want, "; ") {
			t.Errorf("the sections are %q", got)
		}
		if most != accountsAtOnce {
			t.Errorf("%d accounts were examined at a time", most)
		}
	})
}

// TestDoctorReport_KeepsTheFormerName: a script that reads what the answer was by the name that it
// had before finds it.
func TestDoctorReport_KeepsTheFormerName(t *testing.T) {
	t.Parallel()
	report := doctorReport{Sections: []doctorSection{{Name: "the bucket", Steps: []auth.CheckStep{{Name: "write", Expected: "it works", Actual: "HTTP 200", Row: "r2", Verdict: auth.Confirms}}}}}
	got, err := json.Marshal(report)
	const want = `{"sections":[{"name":"the bucket","steps":[{"name":"write","expected":"it works","actual":"HTTP 200","row":"r2","verdict":"confirms","came":"HTTP 200"}]}]}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestReportFile_IsOpenedFirst: a report that cannot be written is refused before anything is
// asked or published. An older report is replaced only by a new one.
func TestReportFile_IsOpenedFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := openReport(filepath.Join(dir, "none", "report.txt")); codeOf(err) != exitUsage || !strings.Contains(err.Error(), "none") {
		t.Errorf("without a folder: %v", err)
	}
	if report, err := openReport(""); err != nil || report.write("text") != nil || report.close() != nil {
		t.Errorf("without a report: %v", err)
	}
	path := filepath.Join(dir, "report.txt")
	for _, c := range []struct{ text, want string }{{"", ""}, {"a long report\n", "a long report\n"}, {"", "a long report\n"}, {"short\n", "short\n"}} {
		report, err := openReport(path)
		if err == nil && c.text != "" {
			err = report.write(c.text)
		}
		if err = errors.Join(err, report.close()); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); string(got) != c.want || (err != nil) != (c.want == "") {
			t.Errorf("%q: the file has %q, %v", c.text, got, err)
		}
	}
}
