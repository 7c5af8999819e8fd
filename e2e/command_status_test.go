package e2e_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"crier/e2e"
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
	Attention []string
}

// statusCommand runs crier status twice, for people and for programs, holds that it leaves the folder as it is, and returns both answers.
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

// TestCommand_Status looks at a service that runs, has been killed, and has ended, and at a folder that has lost its database.
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
	// It holds the folder and says nothing. Its patience with that is what makes this test take ten seconds.
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

// TestCommand_StatusOfNothing: a folder is made by no look at it.
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
