package e2e_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/health"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/objectstore/s3test"
	"crier/platform/sandbox"
)

// TestCommand_Doctor: every answer of the sandbox is as expected. An answer of a changed network is
// named, and no report contains a token.
func TestCommand_Doctor(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	if got := s.Command(t, "doctor", "--live", "--fix"); got.Code != 2 {
		t.Errorf("with --fix: %+v", got)
	}
	file := filepath.Join(t.TempDir(), "report.txt")
	for _, demo := range sandbox.DemoAccounts() {
		s.Control(t).PostByHand(demo.SNUserID, "by hand", "IMAGE")
	}
	good := s.Command(t, "doctor", "--live", "--report", file)
	written, err := os.ReadFile(file)
	if err != nil || good.Code != 0 || string(written) != good.Stdout || strings.Contains(good.Stdout, "  contradicts") ||
		strings.Count(good.Stdout, "  confirms") < 14 || strings.Count(good.Stdout, "  confirms    comments\n") != 2 || strings.Count(good.Stdout, "  not set up") != 4 || strings.Contains(good.Stdout, "SANDBOX-") {
		t.Errorf("%v, got %+v", err, good)
	}
	s.Control(t).Fault(e2e.Fault{Match: e2e.FaultMatch{Path: "/content_publishing_limit$"}, HTTP: 400, Code: 98765, Message: "(#98765) Something new"})
	changed := s.Command(t, "doctor", "--live")
	if changed.Code != 3 || strings.Count(changed.Stdout, "  contradicts publishing limit") != 1 || !strings.Contains(changed.Stdout, "98765") ||
		!strings.Contains(changed.Stdout, "GET /{ig-user}/content_publishing_limit") {
		t.Errorf("got %+v", changed)
	}
	if l := s.Control(t).Ledger(); len(l.Publications) != 2 || len(l.Comments) != 0 || len(l.PublishCalls) != 0 {
		t.Errorf("the doctor made visible %+v", l)
	}
	demo := sandbox.DemoNativeUser()
	exported := filepath.Join(t.TempDir(), "session")
	if err := os.WriteFile(exported, []byte(demo.WebSession.Reveal()), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := s.Command(t, "accounts", "session", "crier.demo.bakery", "--file", exported); got.Code != 0 {
		t.Errorf("from a file: %+v", got)
	}
	// instagrapi writes its settings on many lines.
	settings := "{\n    \"authorization_data\": {\n        \"sessionid\": \"" + demo.WebSession.Reveal() + "\"\n    }\n}\n"
	imported := typed(t, s, settings, "accounts", "session", "crier.demo.bakery")
	session := s.Command(t, "doctor", "--live")
	if imported.Code != 0 || session.Code != 0 || strings.Count(session.Stdout, "confirms    inbox\n") != 1 ||
		strings.Contains(session.Stdout, demo.WebSession.Reveal()) {
		t.Errorf("with a session: %+v, %+v", imported, session)
	}
}

// TestCommand_DoctorHealth: the doctor says how each part is, with a service and without one, and
// mends what it can.
func TestCommand_DoctorHealth(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	good := s.Command(t, "doctor")
	if good.Code != 0 || !strings.Contains(good.Stdout, "Every page can be read") || !strings.Contains(good.Stdout, "Access of crier.demo.bakery") || strings.Contains(good.Stdout, "MEND") {
		t.Errorf("a service that is well: %+v", good)
	}
	strange := filepath.Join(s.Dir(), "uploads", "images", "strange.jpg")
	if err := errors.Join(os.WriteFile(strange, []byte("?"), 0o600), os.Chtimes(strange, time.Unix(1, 0), time.Unix(1, 0)), os.Chmod(filepath.Join(s.Dir(), "secret.key"), 0o644)); err != nil { //nolint:gosec // That is the fault.
		t.Fatal(err)
	}
	if bad := s.Command(t, "doctor"); bad.Code != 3 || !strings.HasPrefix(bad.Stdout, "MEND\n  Data folder") || strings.Count(bad.Stdout, "crier doctor --fix\n") != 2 {
		t.Errorf("with two faults: %+v", bad)
	}
	var report health.HealthReport
	if err := json.Unmarshal([]byte(s.Command(t, "doctor", "--json").Stdout), &report); err != nil || report.Mend != 1 || report.Soon != 1 || report.LookedAt == nil {
		t.Errorf("%v, got %+v", err, report)
	}
	s.Stop(t)
	if bad := s.Command(t, "doctor"); bad.Code != 3 || !strings.Contains(bad.Stdout, "It does not run") || !strings.Contains(bad.Stdout, "  Data folder") {
		t.Errorf("without a service: %+v", bad)
	}
	file := filepath.Join(t.TempDir(), "report.txt")
	mended := s.Command(t, "doctor", "--fix", "--report", file)
	written, err := os.ReadFile(file)
	if err != nil || string(written) != mended.Stdout || !strings.HasPrefix(mended.Stdout, "Mended: closed 1 part of the data folder to others.\nMended: put 1 file aside that the database does not know.\n") {
		t.Errorf("%v, mended: %+v", err, mended)
	}
	// What was put aside is told until it goes.
	if after := s.Command(t, "doctor"); after.Code != 3 || strings.Contains(after.Stdout, "MEND") || !strings.Contains(after.Stdout, "Files put aside") {
		t.Errorf("afterwards: %+v", after)
	}
	// A folder without a database gets none, and a damaged one is said.
	empty := t.TempDir()
	if got := s.Command(t, "doctor", "--fix", "--data-dir", empty); got.Code != 0 || !strings.Contains(got.Stdout, "There is none yet") {
		t.Errorf("an empty folder: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(empty, "crier.db")); !os.IsNotExist(err) {
		t.Errorf("a database was made: %v", err)
	}
	if err := os.WriteFile(filepath.Join(s.Dir(), "crier.db"), []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := s.Command(t, "doctor", "--fix"); got.Code != 3 || !strings.Contains(got.Stdout, "crier restore FILE") {
		t.Errorf("a damaged database: %+v", got)
	}
}

// TestCommand_DoctorPublishes: one picture is published like any post, and is deleted where the
// login can do that. If it stays, the report says where.
func TestCommand_DoctorPublishes(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	control := s.Control(t)
	if got := s.Command(t, "doctor", "--live", "--publish", "--account", "crier.demo.potter"); got.Code != 2 ||
		!strings.Contains(got.Stderr, "everybody can see it") || !strings.Contains(got.Stderr, "--yes") {
		t.Errorf("without somebody to ask: %+v", got)
	}
	if got := s.Command(t, "doctor", "--live", "--yes"); got.Code != 2 {
		t.Errorf("--yes without --publish: %+v", got)
	}
	if got := control.Ledger(); len(got.Publications) != 0 {
		t.Fatalf("published without being told to: %+v", got)
	}
	partner := s.Command(t, "doctor", "--live", "--publish", "--yes", "--account", "crier.demo.potter")
	if ledger := control.Ledger(); partner.Code != 0 || len(ledger.Publications) != 1 || strings.Contains(partner.Stdout, "SANDBOX-") {
		t.Errorf("%d publications, %+v", len(ledger.Publications), partner)
	}
	for _, want := range []string{
		"confirms    upload and publish", "confirms    publish\n", "POST /{ig-user}/media_publish", "confirms    follow",
		"actual:   PUBLISHED at http", "confirms    delete at the network", "actual:   deleted",
	} {
		if strings.Count(partner.Stdout, want) != 1 {
			t.Errorf("not once %q in\n%s", want, partner.Stdout)
		}
	}
	primary := s.Command(t, "doctor", "--live", "--publish", "--yes", "--account", "crier.demo.bakery")
	if ledger := control.Ledger(); primary.Code != 0 || len(ledger.Publications) != 2 || !strings.Contains(primary.Stdout, "left out    delete at the network") ||
		!strings.Contains(primary.Stdout, "please delete it in the network's app: http") {
		t.Errorf("%d publications, %+v", len(ledger.Publications), primary)
	}
}

// TestCommand_DoctorPublishContradicted: when the network refuses the publish call with an unknown
// code, or the deletion, the report names the row, and the doctor repeats nothing.
func TestCommand_DoctorPublishContradicted(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	control := s.Control(t)
	deletions := e2e.FaultMatch{Method: http.MethodDelete}
	control.Fault(e2e.Fault{Match: deletions, HTTP: http.StatusForbidden, Code: 10, Message: "(#10) no", Times: 1})
	args := []string{"doctor", "--live", "--publish", "--yes", "--account", "crier.demo.potter"}
	if kept := s.Command(t, args...); kept.Code != 3 || !strings.Contains(kept.Stdout, "refused     delete at the network") ||
		!strings.Contains(kept.Stdout, "still live: ") || len(control.Ledger().Publications) != 1 {
		t.Errorf("got %+v", kept)
	}
	control.Fault(e2e.Fault{Match: e2e.PublishCalls, HTTP: http.StatusBadRequest, Code: 98765, Message: "(#98765) Something new", Times: 1})
	changed := s.Command(t, args...)
	if changed.Code != 3 || strings.Count(changed.Stdout, "  contradicts publish\n") != 1 || !strings.Contains(changed.Stdout, "code 98765") {
		t.Errorf("got %+v", changed)
	}
	if asked := strings.Count(changed.Stdout, "upload and publish"); asked != 1 {
		t.Errorf("%d attempts", asked)
	}
}

// TestCommand_DoctorOwnServices: the user's bucket and Cloudflare worker are checked too. Each read
// of the account has its row, and an unknown answer of Cloudflare is named. A token that Cloudflare
// no longer accepts is explained. It runs the worker in its real runtime, in the plain tier, for
// about 4 s of CPU.
func TestCommand_DoctorOwnServices(t *testing.T) {
	t.Parallel()
	bucket := s3test.Start(t)
	settings := bucket.Config()
	c := newCloudWorld(t, e2e.Program(t))
	d := c.open(t, "CRIER_BUCKET_ENDPOINT="+settings.Endpoint, "CRIER_BUCKET_NAME="+settings.Name,
		"CRIER_BUCKET_ACCESS_KEY_ID="+settings.AccessKeyID, "CRIER_BUCKET_SECRET_ACCESS_KEY="+settings.SecretAccessKey.Reveal(),
		"CRIER_BUCKET_PUBLIC_URL="+settings.PublicURL)
	d.setUp()
	steps := []string{
		"write, fetch and remove an object\n", "token, account and worker\n", "worker diagnostics\n", "list scripts\n", "get schedules\n", "list KV keys\n",
	}
	good := d.Command(t, "doctor", "--live")
	for _, step := range steps {
		if !strings.Contains(good.Stdout, "  confirms    "+step) {
			t.Errorf("no step confirms %q: %+v", step, good)
		}
	}
	if keys := bucket.Keys(t); good.Code != 0 || len(keys) != 0 {
		t.Errorf("code %d, objects left in the bucket: %v", good.Code, keys)
	}
	c.CF.Fault(cloudflaretest.Fault{Method: http.MethodGet, Path: "/schedules", Status: http.StatusBadRequest, Code: 987654, Message: "glow", Times: -1})
	changed := d.Command(t, "doctor", "--live")
	if changed.Code != 3 || strings.Count(changed.Stdout, "  contradicts ") != 1 || !strings.Contains(changed.Stdout, "  contradicts get schedules\n") ||
		!strings.Contains(changed.Stdout, "unknown here: the error 987654") || !strings.Contains(changed.Stdout, "GET /accounts/{account}/workers/scripts/{script}/schedules") {
		t.Errorf("a Cloudflare that has changed: %+v", changed)
	}
	c.CF.Heal()
	c.CF.RevokeToken(e2e.CloudToken)
	bad := d.Command(t, "doctor", "--live")
	if bad.Code != 3 || strings.Contains(bad.Stdout, "  confirms    "+steps[1]) || !strings.Contains(bad.Stdout, steps[1]) ||
		!strings.Contains(bad.Stdout, "  confirms    "+steps[0]) || !strings.Contains(bad.Stdout, "API token") {
		t.Errorf("with a token that was revoked: %+v", bad)
	}
	for _, secret := range []string{e2e.CloudToken, settings.SecretAccessKey.Reveal()} {
		if strings.Contains(good.Stdout+bad.Stdout, secret) {
			t.Error("a report has a secret")
		}
	}
}
