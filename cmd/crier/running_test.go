package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/secrets"
)

// TestWithService_SignsInAgain: a code that the service has ended before it was used is replaced,
// once, because a service whose folder was put back ends all of them.
func TestWithService_SignsInAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refusals, used int
		code           apperror.Code
	}{
		"the first one counts":       {0, 1, ""},
		"the first one was ended":    {1, 2, ""},
		"the second one was as well": {2, 2, apperror.TokenInvalid},
	} {
		var used []string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasPrefix(auth.Link("", secrets.NewText("x")), r.URL.Path+"?") {
				return // It is alive, and lets everybody sign out.
			}
			if used = append(used, r.URL.RawQuery); len(used) <= c.refusals {
				w.WriteHeader(http.StatusUnauthorized)
				_, _ = io.WriteString(w, `{"error":"the link has been used","code":"TOKEN_INVALID"}`)
				return
			}
			http.SetCookie(w, &http.Cookie{Name: httpapi.SessionCookie, Value: "y"})
		}))
		t.Cleanup(server.Close)
		dir, err := datadir.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		databasetest.Put(t, filepath.Join(dir.Path(), "crier.db"))
		lock, err := dir.Lock()
		if err != nil {
			t.Fatal(err)
		}
		if err := dir.WriteRuntime(datadir.Runtime{PID: os.Getpid(), APIURL: server.URL + "/api/v1", AppURL: server.URL}); err != nil {
			t.Fatal(err)
		}
		done := 0
		err = existingFolder{folder{DataDir: dir.Path()}}.withService(t.Context(), func(*serviceClient) error {
			done++
			return nil
		})
		refused, _ := errors.AsType[readableError](err)
		if refused.code != c.code || (err == nil) != (c.code == "") || (done == 1) != (err == nil) || len(used) != c.used || c.used == 2 && used[0] == used[1] {
			t.Errorf("%s: %v, done %d times, with the codes %v", name, err, done, used)
		}
		if err := lock.Release(); err != nil {
			t.Error(err)
		}
	}
}

// TestRunningService_Stopped: a call that is stopped while it looks for the service says nothing
// about the service.
func TestRunningService_Stopped(t *testing.T) {
	t.Parallel()
	dir := takenFolder(t)
	ctx, stop := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	if err := dir.WriteRuntime(datadir.Runtime{PID: os.Getpid(), APIURL: server.URL + "/api/v1"}); err != nil {
		t.Fatal(err)
	}
	if _, err := runningService(ctx, dir); !errors.Is(err, context.Canceled) || errors.Is(err, errNotRunning) {
		t.Errorf("got %v", err)
	}
}

// TestRunningService_DamagedRuntimeFile: a runtime.json that cannot be read is an error while a
// service holds the folder, and means nothing when none does.
func TestRunningService_DamagedRuntimeFile(t *testing.T) {
	t.Parallel()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir.Path(), "runtime.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := runningService(t.Context(), dir); !errors.Is(err, errNotRunning) {
		t.Errorf("without a service: %v", err)
	}
	lock, err := dir.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := runningService(t.Context(), dir); err == nil || errors.Is(err, errNotRunning) || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("with a service: %v", err)
	}
	if err := lock.Release(); err != nil {
		t.Error(err)
	}
}
