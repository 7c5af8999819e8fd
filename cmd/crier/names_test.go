package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"crier/modules/settings"
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
