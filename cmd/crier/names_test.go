package main

import (
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
