package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
)

type statusReport struct {
	DataDir string
	Service struct {
		State                                     string
		PID                                       *int
		Mode, APIURL, AppURL, DocsURL, SandboxURL *string
	}
	Database struct {
		State, Path string
		Bytes       int64
	}
	Orphans struct {
		Files   int
		Bytes   int64
		Folders []struct{ Path, MayGoFrom string }
	}
	Accounts []struct {
		Username, Token string
		TokenExpiresAt  *string
	}
	Next []struct {
		PostID, Status string
		Account        *string
		ScheduledFor   string
	}
	Scheduled *int
	Attention []string
}

// statusCommand runs crier status twice, for people and as JSON, checks that it changes nothing in
// the folder, and returns both answers.
func statusCommand(t *testing.T, service *e2e.Service, code int) (told string, report statusReport) {
	t.Helper()
	before := listing(t, service.Dir())
	plain, encoded := service.Command(t, "status"), service.Command(t, "status", "--json")
	if plain.Code != code || encoded.Code != code || plain.Stderr+encoded.Stderr != "" {
		t.Errorf("got %+v and %+v", plain, encoded)
	}
	if err := json.Unmarshal([]byte(encoded.Stdout), &report); err != nil {
		t.Errorf("%v in %s", err, encoded.Stdout)
	}
	if after := listing(t, service.Dir()); after != before {
		t.Errorf("the folder was\n%sand is\n%s", before, after)
	}
	if (code == 3) != (len(report.Attention) > 0) || strings.Count(plain.Stdout, "Attention: ") != len(report.Attention) {
		t.Errorf("code %d, and %q need attention:\n%s", code, report.Attention, plain.Stdout)
	}
	return plain.Stdout, report
}

// TestCommand_Status runs on a folder whose service runs, was killed, and has ended, and on one
// that has lost its database.
func TestCommand_Status(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	photo := uploadPhoto(t, service.Client(t))
	told, r := statusCommand(t, service, 0)
	if r.Service.State != "running" || *r.Service.PID != service.PID() || *r.Service.Mode != "sandbox" || *r.Service.APIURL != service.BaseURL() || *r.Service.AppURL != service.AppURL() ||
		*r.Service.DocsURL != service.URL()+"/docs" || *r.Service.SandboxURL != service.SandboxURL() {
		t.Errorf("got %+v", r.Service)
	}
	if r.DataDir != service.Dir() || r.Database.State != "ok" || r.Database.Path != filepath.Join(service.Dir(), "crier.db") || r.Database.Bytes == 0 || r.Orphans.Files != 0 {
		t.Errorf("got %+v", r)
	}
	for _, want := range []string{"Service   running (process ", "Mode      SANDBOX\n", "Base URL  " + service.BaseURL() + "\n", "Database  ok, ", "Orphans   none\n"} {
		if !strings.Contains(told, want) {
			t.Errorf("it lacks %q:\n%s", want, told)
		}
	}
	service.Signal(t, syscall.SIGSTOP)
	// A program has locked the folder and does not answer. Waiting for it makes this test take ten
	// seconds.
	if exit := service.Command(t, "status", "--json"); exit.Code != 3 || !strings.Contains(exit.Stdout, `"state":"not answering"`) {
		t.Errorf("got %+v", exit)
	}
	service.Signal(t, syscall.SIGCONT)
	service.Kill(t)
	if _, r = statusCommand(t, service, 0); r.Service.State != "stopped" || r.Service.PID != nil || r.Service.APIURL != nil {
		t.Errorf("killed: %+v", r.Service)
	}
	if log, err := os.Stat(filepath.Join(service.Dir(), "crier.db-wal")); err != nil || r.Database.Bytes <= log.Size() {
		t.Errorf("killed, the database has %d bytes, and its log %v, %v", r.Database.Bytes, log, err)
	}
	service = service.Again(t)
	service.Stop(t)
	statusCommand(t, service, 0)

	key := filepath.Join(service.Dir(), "secret.key")
	kept := read(t, key)
	remove(t, key)
	if told, r = statusCommand(t, service, 3); r.Database.State != "ok" || len(r.Attention) != 1 || !strings.Contains(told, "Attention: there is no "+key) {
		t.Errorf("without a key: %+v\n%s", r, told)
	}
	write(t, key, kept[:20])
	if told, r = statusCommand(t, service, 3); len(r.Attention) != 1 || !strings.Contains(told, "Attention: the key record is damaged: "+key) {
		t.Errorf("with a damaged key: %+v\n%s", r, told)
	}
	write(t, key, kept)

	database := filepath.Join(service.Dir(), "crier.db")
	content := read(t, database)
	remove(t, database)
	if _, r = statusCommand(t, service, 3); r.Database.State != "lost" {
		t.Errorf("without a database: %+v", r)
	}
	write(t, database, []byte(strings.Repeat("no database", 100)))
	if _, r = statusCommand(t, service, 3); r.Database.State != "unreadable" {
		t.Errorf("with a damaged database: %+v", r)
	}
	write(t, database, content)
	execSQL(t, service.Dir(), "DELETE FROM media_files")
	service = service.Again(t)
	service.Anonymous(t).Get("/api/v1/health").Want(http.StatusOK)
	told, r = statusCommand(t, service, 3)
	if r.Service.State != "running" || r.Orphans.Files != 2 || len(r.Orphans.Folders) != 1 || len(r.Orphans.Folders[0].MayGoFrom) != len("2026-12-24") {
		t.Errorf("with orphans: %+v", r)
	}
	if _, err := os.Stat(filepath.Join(r.Orphans.Folders[0].Path, "uploads", "images", photo+".jpg")); err != nil || !strings.Contains(told, "Orphans   2 files, ") {
		t.Errorf("%v:\n%s", err, told)
	}
}

// TestCommand_StatusOfPublishing prints the accounts, the next posts, and the failed ones, if a
// service runs.
func TestCommand_StatusOfPublishing(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	_, r := statusCommand(t, s.Service, 0)
	if len(r.Accounts) != 2 || r.Accounts[0].Username != s.bakery || r.Accounts[0].Token != "ok" || r.Accounts[0].TokenExpiresAt == nil || r.Next == nil || *r.Scheduled != 0 {
		t.Errorf("got %+v", r)
	}
	for i := 6; i > 0; i-- {
		s.publishes(s.square, "--account", s.potter, "--at", fmt.Sprintf("+%dh", i), "--caption", fmt.Sprint(i))
	}
	told, r := statusCommand(t, s.Service, 0)
	if len(r.Next) != 5 || *r.Scheduled != 6 || r.Next[0].ScheduledFor >= r.Next[4].ScheduledFor || *r.Next[0].Account != s.potter {
		t.Errorf("got %+v", r)
	}
	first, err := time.Parse(time.RFC3339, r.Next[0].ScheduledFor)
	if err != nil {
		t.Fatal(err)
	}
	tokyo := e2e.Program(t).Run(t, []string{"CRIER_DATA_DIR=" + s.Dir(), "TZ=Asia/Tokyo"}, "status")
	for _, c := range [][2]string{
		{told, "Account   " + s.bakery + ", token ok, expires in 60 days\n"},
		{told, "), IMAGE of " + s.potter + ", " + r.Next[0].PostID[:8] + "\n"},
		{told, "Next      and 1 more; "},
		{tokyo.Stdout, "Next      " + first.Add(9*time.Hour).Format("Monday, 2006-01-02 15:04") + " JST (in "},
	} {
		if !strings.Contains(c[0], c[1]) {
			t.Errorf("it lacks %q:\n%s", c[1], c[0])
		}
	}
	const until = "UPDATE social_accounts SET data_access_until = ? WHERE login_method = 'partner'"
	for days, said := range map[int]string{7: s.potter + " must be connected again before ", -7: s.potter + " must be connected again (crier accounts connect): the data access of its login ended at "} {
		execSQL(t, s.Dir(), until, clock.System().Now().AddDate(0, 0, days).UnixMilli())
		if _, r = statusCommand(t, s.Service, 3); len(r.Attention) != 1 || !strings.HasPrefix(r.Attention[0], said) || r.Accounts[1].Token != "ok" {
			t.Errorf("%d days before the data access ends: %q", days, r.Attention)
		}
		if list := s.Command(t, "accounts", "list"); list.Code != 0 || !strings.Contains(list.Stdout, "\n"+said) {
			t.Errorf("%d days before the data access ends: %+v", days, list)
		}
	}
	execSQL(t, s.Dir(), until, clock.System().Now().AddDate(0, 0, 60).UnixMilli())
	_, r = statusCommand(t, s.Service, 0)
	s.Control(t).NextContainerFails(2207004)
	if exit := s.Command(t, "publish", s.square, "--account", s.bakery, "--wait"); exit.Code != 1 {
		t.Fatalf("got %+v", exit)
	}
	if _, r = statusCommand(t, s.Service, 3); len(r.Attention) != 1 || !strings.Contains(r.Attention[0], "1 post has failed") {
		t.Errorf("got %q", r.Attention)
	}
	next := r.Next[0].PostID
	s.Stop(t)
	if _, r = statusCommand(t, s.Service, 3); r.Accounts != nil || r.Next != nil || r.Scheduled != nil || len(r.Attention) != 1 ||
		!strings.Contains(r.Attention[0], "no service runs, and 6 posts are to go out") {
		t.Errorf("stopped: %+v", r)
	}
	execSQL(t, s.Dir(), "DELETE FROM scheduled_jobs WHERE subject_id = ?", next)
	if _, r = statusCommand(t, s.Service, 3); len(r.Attention) != 2 || !strings.Contains(r.Attention[1], "a fault of Crier has left the post "+next[:8]+" in a state") {
		t.Errorf("without the job of a post: %q", r.Attention)
	}
	execSQL(t, s.Dir(), "DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)")
	if _, r = statusCommand(t, s.Service, 3); len(r.Attention) != 1 {
		t.Errorf("of an older version's database: %q", r.Attention)
	}
}

// TestCommand_ErrorsAsJSON, in every way to ask for JSON.
func TestCommand_ErrorsAsJSON(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	settings := []string{"CRIER_DATA_DIR=" + t.TempDir()}
	const running = `,"code":"NOT_RUNNING","exitCode":1}`
	for _, args := range [][]string{{"posts", "list", "--json"}, {"posts", "list", "--json=true"}, {"posts", "list", "--json=1"}} {
		if exit := program.Run(t, settings, args...); exit.Code != 1 || exit.Stderr != "" || !strings.HasSuffix(exit.Stdout, running+"\n") {
			t.Errorf("%q: %+v", args, exit)
		}
	}
	for _, args := range [][]string{{"posts", "list", "--json=false"}, {"posts", "list", "--json", "--json=no"}} {
		if exit := program.Run(t, settings, args...); exit.Code != 1 || exit.Stdout != "" || strings.Count(exit.Stderr, "\n") != 1 {
			t.Errorf("%q: %+v", args, exit)
		}
	}
}

// TestCommand_StatusOfNothing: the command does not make a folder.
func TestCommand_StatusOfNothing(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	missing := filepath.Join(t.TempDir(), "missing")
	if exit := program.Run(t, []string{"CRIER_DATA_DIR=" + missing}, "status"); exit.Code != 1 || !strings.Contains(exit.Stderr, missing) {
		t.Errorf("got %+v", exit)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("it has made the folder")
	}
	if exit := program.Run(t, []string{"CRIER_DATA_DIR=" + t.TempDir()}, "status", "now"); exit.Code != 2 {
		t.Errorf("got %+v", exit)
	}
	if exit := program.Run(t, []string{"CRIER_DATA_DIR=" + t.TempDir()}, "status"); exit.Code != 0 || !strings.Contains(exit.Stdout, "none yet") {
		t.Errorf("got %+v", exit)
	}
}
