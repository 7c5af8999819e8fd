package desktop

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "write made.sum again, as make ui does once everything is made")

// sums has a line for each thing that Node makes here: its name, the hash of what it is made from,
// and the hash of what was made. With it, Go alone finds what is out of date. The night makes both
// things again and compares every byte.
const sums = "made.sum"

type sum struct{ thing, from, made string }

// sumsOf returns what sums has to say of a repository.
func sumsOf(t *testing.T, repository fs.FS) []sum {
	t.Helper()
	const (
		app   = "modules/desktop/app"
		types = app + "/src/api"
		dist  = "modules/desktop/dist"
	)
	typesFrom := hashOf(t, repository, "e2e/testdata/openapi.json", "e2e/testdata/openapi.internal.json", app+"/types.mjs", app+"/package-lock.json")
	distFrom := sha256.Sum256([]byte(hashOf(t, repository, app, "platform/look", "modules/docs/pages/README.md") + asked(t, repository, "e2e/face", app+"/src")))
	return []sum{
		{types, typesFrom, hashOf(t, repository, types+"/internal.d.ts", types+"/v1.d.ts")},
		{dist, hex.EncodeToString(distFrom[:]), hashOf(t, repository, dist)},
	}
}

// TestMade compares what Node made with what it would be made from now.
func TestMade(t *testing.T) {
	t.Parallel()
	if *update {
		pack(t, os.DirFS("app/.built"))
	}
	now := sumsOf(t, os.DirFS("../.."))
	if *update {
		if err := os.WriteFile(sums, []byte(text(now)), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	said, err := os.ReadFile(sums)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults(string(said), now) {
		t.Error(fault)
	}
}

// pack writes what Vite has built into dist: scripts and styles as gzip, all else as it is.
func pack(t *testing.T, built fs.FS) {
	t.Helper()
	if _, err := fs.Stat(built, index); err != nil {
		t.Fatalf("%v; make ui builds it", err)
	}
	if err := os.RemoveAll("dist"); err != nil {
		t.Fatal(err)
	}
	err := fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		to := filepath.Join("dist", filepath.FromSlash(name))
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(to, 0o750)
		}
		body, err := fs.ReadFile(built, name)
		if err != nil {
			return err
		}
		if ext := path.Ext(name); ext == ".js" || ext == ".css" {
			to, body = to+".gz", packed(t, body)
		}
		return os.WriteFile(to, body, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func text(all []sum) string {
	var b strings.Builder
	for _, s := range all {
		_, _ = fmt.Fprintln(&b, s.thing, s.from, s.made)
	}
	return b.String()
}

// faults says of each thing that is not as said what to do.
func faults(said string, now []sum) (faults []string) {
	lines := strings.Fields(said)
	for _, s := range now {
		switch i := slices.Index(lines, s.thing); {
		case i < 0 || len(lines) < i+3 || lines[i+1] != s.from:
			faults = append(faults, fmt.Sprintf("%s is not made from the sources that are here: run 'make ui' and commit what it writes", s.thing))
		case lines[i+2] != s.made:
			faults = append(faults, fmt.Sprintf("%s is not what 'make ui' made: change its sources instead, and run 'make ui'", s.thing))
		}
	}
	return faults
}

// walk calls f with each file below the roots, in the order of their names. What is hidden,
// installed, or a test of the application is left out. Lines end as they do in the repository.
func walk(t *testing.T, files fs.FS, roots []string, f func(name string, body []byte)) {
	t.Helper()
	for _, root := range roots {
		err := fs.WalkDir(files, root, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && (entry.Name()[0] == '.' || entry.Name() == "node_modules" || entry.Name() == "test") {
				return fs.SkipDir
			}
			if err != nil || entry.IsDir() || entry.Name()[0] == '.' {
				return err
			}
			body, err := fs.ReadFile(files, name)
			f(name, bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// hashOf returns the hash of all files below the roots, except Go's, which the build does not read.
func hashOf(t *testing.T, files fs.FS, roots ...string) string {
	t.Helper()
	hash := sha256.New()
	walk(t, files, roots, func(name string, body []byte) {
		if path.Ext(name) != ".go" {
			_, _ = fmt.Fprintf(hash, "%s %d\n%s", name, len(body), body)
		}
	})
	return hex.EncodeToString(hash.Sum(nil))
}

// asked returns the names by which the tests in faces look for elements, as far as components and
// styles have such words: the build keeps these names, and takes nothing else from the tests.
func asked(t *testing.T, files fs.FS, faces, source string) string {
	t.Helper()
	has := make(map[string]bool)
	word := regexp.MustCompile(`[A-Za-z][\w-]*`)
	walk(t, files, []string{source}, func(name string, body []byte) {
		if path.Ext(name) != ".ts" {
			for _, w := range word.FindAll(body, -1) {
				has[string(w)] = true
			}
		}
	})
	var names []string
	quoted, name := regexp.MustCompile("\"[^\"\n]*\"|`[^`]*`"), regexp.MustCompile(`(?:\.|--)([a-z][\w-]*)`)
	walk(t, files, []string{faces}, func(file string, body []byte) {
		if path.Ext(file) != ".go" {
			return
		}
		for _, said := range quoted.FindAll(body, -1) {
			for _, m := range name.FindAllSubmatch(said, -1) {
				if has[string(m[1])] {
					names = append(names, string(m[1]))
				}
			}
		}
	})
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// TestMade_Notices changes one thing after the other in a small repository.
func TestMade_Notices(t *testing.T) {
	t.Parallel()
	const app = "modules/desktop/app/"
	files := map[string]string{
		"e2e/testdata/openapi.json": "{}", "e2e/testdata/openapi.internal.json": "{}", "e2e/face/a_test.go": "find(`.card`)",
		app + "types.mjs": "types", app + "package-lock.json": "{}", app + "src/api/v1.d.ts": "v1", app + "src/api/internal.d.ts": "internal",
		app + "src/App.svelte": "<p class=\"card note\">\n</p>\n", app + "test/a.test.ts": "1", "platform/look/tokens.css": "a {}", "platform/look/look.go": "package look",
		"modules/docs/pages/README.md": "# Documentation\n",
		"modules/desktop/dist/app.js":  "app()\n",
	}
	with := func(changes map[string]string) fs.FS {
		system := make(fstest.MapFS)
		for _, all := range []map[string]string{files, changes} {
			for name, body := range all {
				system[name] = &fstest.MapFile{Data: []byte(body)}
			}
		}
		return system
	}
	said := text(sumsOf(t, with(nil)))
	const old, changed = "not made from the sources", "not what 'make ui' made"
	for _, c := range []struct {
		name, body string
		want       []string
	}{
		{app + "src/App.svelte", "<p class=\"card note\">\r\n</p>\r\n", nil},
		{"modules/desktop/dist/app.js", "app()\r\n", nil},
		{app + "node_modules/svelte/index.js", "1", nil},
		{app + ".svelte-check/a.ts", "1", nil},
		{app + "test/a.test.ts", "2", nil},
		{"platform/look/look.go", "package other", nil},
		{"e2e/face/a_test.go", "find(`.card`, `.elsewhere`)\n// note", nil},
		{"e2e/face/a_test.go", "find(`.card .note`)", []string{old}},
		{"e2e/face/b_test.go", "find(\".note\")", []string{old}},
		{app + "src/App.svelte", "<p class=\"card note\">!</p>", []string{old}},
		{app + "src/New.svelte", "", []string{old}},
		{app + "vite.config.ts", "1", []string{old}},
		{"platform/look/tokens.css", "b {}", []string{old}},
		{"modules/docs/pages/README.md", "# Pages\n", []string{old}},
		{"modules/desktop/dist/app.js", "app(1)\n", []string{changed}},
		{"modules/desktop/dist/left.js", "", []string{changed}},
		{"e2e/testdata/openapi.json", "[]", []string{old}},
		{app + "package-lock.json", "[]", []string{old, old}},
		{app + "src/api/v1.d.ts", "v2", []string{changed, old}},
	} {
		got := faults(said, sumsOf(t, with(map[string]string{c.name: c.body})))
		if !slices.EqualFunc(got, c.want, strings.Contains) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if got := faults("", sumsOf(t, with(nil))); len(got) != 2 {
		t.Errorf("without the file: %q", got)
	}
}
