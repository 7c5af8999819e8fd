package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/settings"
	"crier/platform/datadir"
	"crier/platform/loopback"
	"crier/platform/sandbox"
	"crier/platform/wireid"
)

// TestChooseKey: what does not name one key says why.
func TestChooseKey(t *testing.T) {
	t.Parallel()
	var keys []settings.APIKey
	for _, k := range [][2]string{
		{"aaaa1111-0000-4000-8000-000000000001", "script"}, {"aaaa1111-0000-4000-8000-000000000002", "script"}, {"bbbb1111-0000-4000-8000-000000000003", "phone"},
	} {
		id, err := wireid.Parse(k[0])
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, settings.APIKey{ID: id, Name: k[1]})
	}
	for text, want := range map[string]string{
		" ": "no API key is named", "script": "2 keys are called script: aaaa", "aaaa1111": "2 ids of keys begin with aaaa1111: aaaa", "bbb": "there is no API key bbb",
	} {
		if _, err := chooseKey(keys, text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"phone", "bbbb", "BBBB1111", keys[2].ID.String()} {
		if id, err := chooseKey(keys, text); err != nil || id != keys[2].ID {
			t.Errorf("%q: %s, %v", text, id, err)
		}
	}
}

// TestFingerprint_OfAFileThatIsGone says so in the words of somebody who has named it.
func TestFingerprint_OfAFileThatIsGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gone.png")
	if _, err := fingerprint(request{}, []localFile{{path: path}}); err == nil || !strings.HasPrefix(err.Error(), "the file "+path+" has gone") {
		t.Errorf("got %v", err)
	}
}

// TestWriteNew writes over nothing, and tells a folder from a file.
func TestWriteNew(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "posts.csv")
	for _, c := range []struct{ path, want string }{{dir, "is a folder"}, {path, ""}, {path, "there is a file"}, {filepath.Join(dir, "none", "posts.csv"), "none"}} {
		err := writeNew(c.path, []byte("ref\n"))
		if (err == nil) != (c.want == "") || err != nil && (codeOf(err) != exitUsage || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}

// TestWhole_SaysThatThereIsNone: the beginning of an id that names nothing has the code that the
// whole id has.
func TestWhole_SaysThatThereIsNone(t *testing.T) {
	t.Parallel()
	_, err := whole("post", "3f2a", func(string) ([]wireid.ID, error) { return nil, nil })
	if report := reportOf(err, codeOf(err)); report.Code != "NOT_FOUND" || report.ExitCode != exitFailure || report.Error != "there is no post whose id begins with 3f2a" {
		t.Errorf("got %+v", report)
	}
}

// TestFindUnknown: a post that only the worker has is named as any other, and a text that is no id
// is a mistake in the call.
func TestFindUnknown(t *testing.T) {
	t.Parallel()
	id := wireid.New()
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+unknownPath, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(w, `{"posts":[{"id":%q}]}`, id)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	service := newServiceClient(address{origin: server.URL, app: server.URL})
	if found, err := findUnknown(t.Context(), service, short(id)); err != nil || found != id {
		t.Errorf("by its beginning: %s, %v", found, err)
	}
	if _, err := findUnknown(t.Context(), service, "x"); codeOf(err) != exitUsage || !strings.Contains(err.Error(), "no id of a post") {
		t.Errorf("no id: %v", err)
	}
}

// TestNamedFiles: a file that is not there is a mistake in the call, and so is one that would be
// written over. The text is not that of the system.
func TestNamedFiles(t *testing.T) {
	t.Parallel()
	dir, err := datadir.Open(filepath.Join(t.TempDir(), "data"))
	if err != nil {
		t.Fatal(err)
	}
	there, gone := filepath.Join(t.TempDir(), "a.jpg"), filepath.Join(t.TempDir(), "gone")
	if err := os.WriteFile(there, []byte("\xff\xd8\xff\xe0"), 0o600); err != nil {
		t.Fatal(err)
	}
	in := existingFolder{folder{DataDir: dir.Path()}}
	for name, c := range map[string]struct {
		run  func(context.Context) error
		code int
		says string
	}{
		"restore":                      {(&restoreFile{folder: in.folder, File: gone}).Run, exitUsage, "there is no file " + gone},
		"restore a folder":             {(&restoreFile{folder: in.folder, File: dir.Path()}).Run, exitUsage, "is a folder"},
		"restore --check":              {(&restoreFile{folder: in.folder, File: gone, Check: true}).Run, exitUsage, "there is no file " + gone},
		"key import":                   {(&importKeyCommand{existingFolder: in, File: gone}).Run, exitUsage, "there is no file " + gone},
		"key import a folder":          {(&importKeyCommand{existingFolder: in, File: dir.Path()}).Run, exitUsage, "is a folder"},
		"key import a picture":         {(&importKeyCommand{existingFolder: in, File: there}).Run, exitFailure, "a.jpg: the file holds no sealing key of Crier"},
		"backup into a missing folder": {(&backupCommand{existingFolder: in, File: filepath.Join(gone, "b.crier")}).Run, exitUsage, "there is no folder " + gone},
		"backup of nothing":            {(&backupCommand{existingFolder: in, File: gone + ".crier"}).Run, exitFailure, "there is nothing to back up"},
		"backup over a file":           {(&backupCommand{existingFolder: in, File: there}).Run, exitUsage, "there is a file " + there},
		"backup over a folder":         {(&backupCommand{existingFolder: in, File: dir.Path()}).Run, exitUsage, "is a folder"},
	} {
		err := c.run(t.Context())
		if err == nil || codeOf(err) != c.code || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "invalid character") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWithHint_BusyPort: the flag that is named is the one of the port that is in use.
func TestWithHint_BusyPort(t *testing.T) {
	t.Parallel()
	for flag, err := range map[string]error{
		"another with --port":         loopback.ErrPortInUse,
		"another with --sandbox-port": fmt.Errorf("%w: %w", sandbox.ErrNotStarted, loopback.ErrPortInUse),
	} {
		if got := withHint(err).Error(); !strings.HasSuffix(got, flag) {
			t.Errorf("%s: %s", flag, got)
		}
	}
}
