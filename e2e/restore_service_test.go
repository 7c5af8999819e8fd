package e2e_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/backups"
	"crier/platform/needtest"
)

const restorePath, checkPath = "/api/backups/restore", "/api/backups/check"

// signedIn returns the browser with the session that a path gives once the service has started
// again. A request that comes while it stops may be lost.
func signedIn(t testing.TB, s *e2e.Service, path string) *e2e.Client {
	t.Helper()
	host := strings.TrimPrefix(s.AppURL(), "http://")
	var answer e2e.Response
	e2e.Until(t, func() bool {
		answer = s.Anonymous(t).At(host).MayBeLost().Get(path)
		return answer.Status == http.StatusSeeOther && answer.Header.Get("Set-Cookie") != ""
	})
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return s.Anonymous(t).At(host).With("Cookie", cookie)
}

func uploaded(browser *e2e.Client, content string) e2e.Response {
	return browser.With("Content-Type", "application/octet-stream").InternalDo(http.MethodPost, "/api/backups/uploads", content)
}

// TestRestore_InTheService makes a backup, sends it back and restores it, all by the service: the
// folder is as it was, what was there is kept beside it, keys and sessions have ended, the browser
// that asked is let in again, and posts are held.
func TestRestore_InTheService(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	browser, key := s.Browser(t), s.Client(t)
	before := runtimeOf(t, s)
	var stored backups.Stored
	browser.InternalDo(http.MethodPost, "/api/backups", backups.MakeRequest{Passphrase: "short"}).Want(http.StatusBadRequest)
	browser.InternalDo(http.MethodPost, "/api/backups", backups.MakeRequest{}).Want(http.StatusCreated).JSON(&stored)
	var list backups.Overview
	browser.Internal("/api/backups").Want(http.StatusOK).JSON(&list)
	if len(list.Files) == 0 || list.Files[0] != stored || !list.IsBeside || list.Next == nil || list.Restored != nil {
		t.Errorf("got %+v", list)
	}
	late := s.Key(t) // Made after the backup.
	file := browser.Get("/api/backups/files/" + stored.Name).Want(http.StatusOK)
	if !strings.Contains(file.Header.Get("Content-Disposition"), stored.Name) || int64(len(file.Body)) != stored.Bytes {
		t.Errorf("got %d bytes, %v", len(file.Body), file.Header)
	}
	browser.Get("/api/backups/files/crier.db").Want(http.StatusNotFound)
	browser.Get("/api/backups/files/..%2Fcrier.db").Want(http.StatusNotFound)

	var looked backups.Looked
	uploaded(browser, string(file.Body)).Want(http.StatusCreated).JSON(&looked)
	if !looked.IsOwn || looked.HasKey || looked.Key != "" {
		t.Errorf("got %+v", looked)
	}
	source := backups.Source{File: looked.File}
	browser.InternalDo(http.MethodPost, checkPath, source).Want(http.StatusOK).JSON(&looked)
	if looked.Key != "opens" {
		t.Errorf("got %+v", looked)
	}
	var restoring backups.Restoring
	browser.InternalDo(http.MethodPost, restorePath, backups.RestoreRequest{Source: source}).Want(http.StatusAccepted).JSON(&restoring)
	again := signedIn(t, s, restoring.SignIn)
	again.Internal("/api/backups").Want(http.StatusOK).JSON(&list)
	done := list.Restored
	if done == nil || done.ID != restoring.ID || done.Failed != "" || !done.IsRevoked || !done.IsQuarantined || done.IsForgotten {
		t.Fatalf("got %+v", done)
	}
	if _, err := os.Stat(done.Kept); err != nil {
		t.Error(err)
	}
	if runtimeOf(t, s) != before {
		t.Errorf("the service answers elsewhere: %+v", runtimeOf(t, s))
	}
	browser.Get("/api/service").Want(http.StatusUnauthorized)
	key.Get("/api/v1/posts").Want(http.StatusUnauthorized)
	s.Anonymous(t).With("Authorization", "Bearer "+late).Get("/api/v1/posts").Want(http.StatusUnauthorized)
	signedOut := s.Anonymous(t).At(strings.TrimPrefix(s.AppURL(), "http://")).Get(restoring.SignIn)
	if signedOut.Header.Get("Set-Cookie") != "" {
		t.Error("the link signs in twice")
	}
	// The lock is that of the new folder: no other service starts, and the log goes on there.
	if exit := s.Command(t, "serve"); exit.Code == 0 || !strings.Contains(exit.Stderr, "already using") {
		t.Errorf("a second service: %+v", exit)
	}
	log, err := os.ReadFile(s.Dir() + "/crier.log")
	if err != nil || !strings.Contains(string(log), "a backup is restored") {
		t.Errorf("%v\n%s", err, log)
	}
}

// TestRestore_Refused: what cannot be restored is refused with a sentence, and the service goes on.
func TestRestore_Refused(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	browser := s.Browser(t)
	var stored backups.Stored
	browser.InternalDo(http.MethodPost, "/api/backups", backups.MakeRequest{}).Want(http.StatusCreated).JSON(&stored)
	whole := string(browser.Get("/api/backups/files/" + stored.Name).Want(http.StatusOK).Body)
	for name, bad := range map[string]struct{ content, says string }{
		"another program's": {"PK\x03\x04" + strings.Repeat("x", 100), "not a backup of Crier"},
		"text":              {"hello", "not a backup of Crier"},
		"cut":               {whole[:len(whole)/2], "cut off"},
		"empty":             {"", "empty"},
		"changed list":      {strings.Replace(whole, `"format":1`, `"format":7`, 1), "newer version"},
	} {
		if answer := uploaded(browser, bad.content).Want(http.StatusBadRequest); !strings.Contains(answer.String("error"), bad.says) {
			t.Errorf("%s: %s", name, answer.Body)
		}
	}
	if left, err := os.ReadDir(s.Dir() + "/staging"); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	browser.InternalDo(http.MethodPost, restorePath, backups.RestoreRequest{Source: backups.Source{File: "backup-upload-1"}}).Want(http.StatusNotFound)
	// One byte of the database is another one: the list is good, and what it names is not.
	var looked backups.Looked
	at := strings.Index(whole, "SQLite format 3") + 5000
	uploaded(browser, whole[:at]+"~"+whole[at+1:]).Want(http.StatusCreated).JSON(&looked)
	browser.InternalDo(http.MethodPost, checkPath, backups.Source{File: looked.File}).Want(http.StatusBadRequest)
	var restoring backups.Restoring
	browser.InternalDo(http.MethodPost, restorePath, backups.RestoreRequest{Source: backups.Source{File: looked.File}}).Want(http.StatusAccepted).JSON(&restoring)
	var list backups.Overview
	e2e.Until(t, func() bool {
		browser.Internal("/api/backups").Want(http.StatusOK).JSON(&list)
		return list.Restored != nil
	})
	if done := list.Restored; done.ID != restoring.ID || !strings.Contains(done.Failed, "damaged") || done.Kept != "" {
		t.Errorf("got %+v", done)
	}
	browser.InternalDo(http.MethodDelete, "/api/backups/files/"+stored.Name, nil).Want(http.StatusNoContent)
	browser.Get("/api/backups/files/" + stored.Name).Want(http.StatusNotFound)
	if _, err := os.Stat(s.Dir() + "/backups/" + stored.Name); err == nil {
		t.Error("it is still there")
	}
}

// TestRestore_Key exports the key and tries it, by the service.
func TestRestore_Key(t *testing.T) {
	needtest.Night(t) // Passphrases are slow by design.
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	browser := s.Browser(t)
	var file backups.KeyFile
	var stored backups.Stored
	browser.InternalDo(http.MethodPost, "/api/backups", backups.MakeRequest{Passphrase: "correct horse"}).Want(http.StatusCreated).JSON(&stored)
	var looked backups.Looked
	browser.InternalDo(http.MethodPost, checkPath, backups.Source{File: stored.Name}).Want(http.StatusOK).JSON(&looked)
	if !looked.HasKey {
		t.Errorf("got %+v", looked)
	}
	browser.InternalDo(http.MethodPost, "/api/backups/key/export", backups.ExportRequest{Passphrase: "short"}).Want(http.StatusBadRequest)
	browser.InternalDo(http.MethodPost, "/api/backups/key/export", backups.ExportRequest{Passphrase: "correct horse"}).Want(http.StatusOK).JSON(&file)
	try := func(content []byte, word string) e2e.Response {
		return browser.InternalDo(http.MethodPost, "/api/backups/key/try", backups.TryRequest{KeyFile: content, Passphrase: word})
	}
	var tried backups.TriedKey
	if try(file.Content, "correct horse").Want(http.StatusOK).JSON(&tried); !tried.IsOwn {
		t.Error("it is not the key of the folder")
	}
	for _, answer := range []e2e.Response{try(file.Content, "battery staple"), try([]byte("hello"), "")} {
		answer.Want(http.StatusBadRequest)
	}
}
