package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// pkg is one of our packages as the go command lists it.
type pkg struct {
	ImportPath   string
	Dir          string
	GoFiles      []string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

// packages lists every package of the program.
func packages(t *testing.T) []pkg {
	t.Helper()
	all, err := listPackages()
	if err != nil || len(all) < 20 {
		t.Fatalf("go list gave %d packages, %v", len(all), err)
	}
	return all
}

// listPackages runs the go command once for all tests.
var listPackages = sync.OnceValues(func() (all []pkg, err error) {
	cmd := exec.CommandContext(context.Background(), "go", "list", "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports", "crier/...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, p)
	}
})

// mayImport says which other modules a module may import. A module without a row imports none.
var mayImport = map[string][]string{
	"settings":    {"auth"},
	"posts":       {"auth", "media", "settings"},
	"schedule":    {"posts", "media", "cloud", "auth"},
	"golive":      {"auth", "settings", "media", "posts", "cloud"},
	"backups":     {"health"},
	"health":      {"auth", "posts", "cloud", "storyrepost"},
	"notify":      {"auth", "posts", "health"},
	"storyrepost": {"auth", "settings", "posts", "media"},
	"watch":       {"auth", "media", "posts", "health"},
}

// foundations import none of our packages.
var foundations = []string{
	"crier/platform/apperror", "crier/platform/clock", "crier/platform/wireid", "crier/platform/wiretime",
	"crier/platform/failpoint", "crier/platform/video/mp4", "crier/platform/publicurl", "crier/platform/intent", "crier/platform/look",
	"crier/platform/keylock", "crier/platform/httpclient", "crier/platform/limits",
}

// standAlone are packages that can be replaced as a whole, with our packages that they may import;
// their tests may import more.
var standAlone = map[string][]string{
	"crier/platform/native":     {"crier/platform/clock", "crier/platform/secrets", "crier/platform/httpclient", "crier/platform/intent"},
	"crier/platform/cloudflare": {"crier/platform/clock", "crier/platform/secrets", "crier/platform/httpclient"},
	// These are libraries that know nothing of Crier.
	"crier/platform/child":          {},
	"crier/platform/video":          {"crier/platform/video/mp4"},
	"crier/platform/video/avi":      {"crier/platform/video", "crier/platform/video/mp4"},
	"crier/platform/video/matroska": {"crier/platform/video", "crier/platform/video/mp4"},
	"crier/platform/video/probe":    {"crier/platform/video", "crier/platform/video/avi", "crier/platform/video/matroska"},
	"crier/platform/corpus":         {},
	"crier/platform/diskcopy":       {},
	"crier/platform/textimage":      {},
	"crier/platform/ffmpeg":         {"crier/platform/child", "crier/platform/video/mp4"},
	"crier/platform/footprint":      {},
	"crier/platform/imaging":        {"crier/platform/child", "crier/platform/footprint", "crier/platform/imaging/heif"},
	// The simulated network: the state does not know its faces, and no face knows another, except
	// that graph passes calls to pages.
	simulated + "edges": {},
	simulated + "wire":  {simulated + "edges"},
	simulated + "world": {"crier/platform/clock", "crier/platform/limits", "crier/platform/secrets", "crier/platform/wiretime", simulated + "wire"},
	simulated + "files": {"crier/platform/keylock", "crier/platform/limits", "crier/platform/video/mp4", simulated + "wire", simulated + "world"},
	simulated + "pages": {
		"crier/platform/limits", "crier/platform/video/mp4", "crier/platform/wiretime", simulated + "edges", simulated + "wire", simulated + "world", simulated + "files",
	},
	simulated + "graph": {
		"crier/platform/limits", "crier/platform/wiretime", simulated + "edges", simulated + "wire", simulated + "world", simulated + "files", simulated + "pages",
	},
	simulated + "native":  {"crier/platform/video/mp4", "crier/platform/wiretime", simulated + "wire", simulated + "world", simulated + "files"},
	simulated + "gallery": {"crier/platform/look", simulated + "wire", simulated + "world", simulated + "files"},
	simulated + "control": {"crier/platform/limits", "crier/platform/wiretime", simulated + "world", simulated + "files"},
}

// simulated is the path of the simulated network's packages.
const simulated = "crier/platform/sandbox/"

// whyNot returns why from may not import to, and "" when it may.
func whyNot(from, to string) string {
	module, inModules := within(from, "crier/modules")
	target, toModules := within(to, "crier/modules")
	_, inPlatform := within(from, "crier/platform")
	switch {
	case !strings.HasPrefix(to, "crier/"):
		return ""
	case slices.Contains(foundations, from) && to != from && !strings.HasPrefix(to, from+"/"):
		return "apperror, clock, wireid, wiretime, failpoint, video/mp4, publicurl, intent, look, keylock, httpclient and limits stand alone; they import nothing of ours"
	case to == "crier/platform/failpoint" && inPlatform && from != to && from != to+"_test" && from != "crier/platform/jobs":
		return "the steps at which a death is tried are those of the queue and of the modules"
	case inPlatform && toModules:
		return "the platform knows no module"
	case to == "crier/migrations" && !strings.HasPrefix(from, "crier/platform/database"):
		return "the schema is run by platform/database alone"
	case strings.HasPrefix(from, "crier/platform/") && to == "crier/platform/httpapi" && !strings.HasPrefix(from, "crier/platform/httpapi"):
		return "only modules, cmd, e2e and platform.go speak HTTP; the rest of the platform works without it"
	case inModules && module != "" && toModules && target != module && !slices.Contains(mayImport[module], target):
		return fmt.Sprintf("of the other modules, modules/%s may import %q alone; declare the interface that it needs and bind it in module.go", module, mayImport[module])
	case !strings.HasPrefix(from, "crier/cmd") && !strings.HasPrefix(from, "crier/e2e") && (strings.HasPrefix(to, "crier/cmd") || strings.HasPrefix(to, "crier/e2e")):
		return "nothing imports the command or the end-to-end tests"
	}
	return ""
}

// within returns the first element of path below root, and whether path is root or below it.
func within(path, root string) (first string, ok bool) {
	if path == root {
		return "", true
	}
	rest, ok := strings.CutPrefix(path, root+"/")
	if !ok {
		return "", false
	}
	first, _, _ = strings.Cut(rest, "/")
	return first, true
}

func TestArchitecture_Imports(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range packages(t) {
		if module, ok := within(p.ImportPath, "crier/modules"); ok && module != "" {
			seen[module] = true
		}
		if own, ok := standAlone[p.ImportPath]; ok {
			for _, to := range p.Imports {
				if strings.HasPrefix(to, "crier/") && !slices.Contains(own, to) {
					t.Errorf("%s imports %s: it stands alone, so that it can be replaced whole; standAlone has what of ours it may import", p.ImportPath, to)
				}
			}
		}
		for _, to := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if why := whyNot(p.ImportPath, to); why != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, to, why)
			}
		}
	}
	for module := range mayImport {
		if !seen[module] {
			t.Errorf("the table mayImport has a row for modules/%s, which does not exist", module)
		}
	}
}

// TestArchitecture_Rules shows that the rules above can refuse something.
func TestArchitecture_Rules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		allowed  bool
	}{
		{"crier/modules/posts", "crier/modules/media", true},
		{"crier/modules/posts", "crier/modules/schedule", false},
		{"crier/modules/auth", "crier/modules/settings", false},
		{"crier/modules/media", "crier/modules/media/rules", true},
		{"crier/modules/posts", "crier/modules/media/rules", true},
		{"crier/platform/jobs", "crier/modules/posts", false},
		{"crier/platform/jobs", "crier/platform/httpapi", false},
		{"crier/platform", "crier/platform/httpapi", true},
		{"crier/platform/clock", "crier/platform/wiretime", false},
		{"crier/platform/video/mp4", "crier/platform/graph", false},
		{"crier/platform/graph", "crier/platform/failpoint", false},
		{"crier/platform/jobs", "crier/platform/failpoint", true},
		{"crier/modules/posts", "crier/platform/failpoint", true},
		{"crier/cmd/crier", "crier/migrations", false},
		{"crier/platform/database", "crier/migrations", true},
		{"crier/modules/posts", "crier/e2e", false},
		{"crier/migrations", "crier/cmd/crier", false},
		{"crier/modules/new", "crier/modules/auth", false},
		{"crier/modules/new", "crier/modules/new/part", true},
		{"crier/platform/instance", "crier/cmd/crier", false},
		{"crier/cmd/crier", "crier/e2e", true},
		{"crier/modules/posts", "github.com/uptrace/bun", true},
	} {
		if got := whyNot(c.from, c.to) == ""; got != c.allowed {
			t.Errorf("%s -> %s: allowed %v", c.from, c.to, got)
		}
	}
}

// TestArchitecture_Fx keeps fx out of the logic.
func TestArchitecture_Fx(t *testing.T) {
	t.Parallel()
	wiring := []string{"module.go", "modules.go", "platform.go"}
	for _, p := range packages(t) {
		if _, ok := within(p.ImportPath, "crier/cmd"); ok || strings.HasPrefix(p.ImportPath, "crier/e2e") {
			continue
		}
		for _, name := range p.GoFiles {
			if slices.Contains(wiring, name) {
				continue
			}
			for _, imported := range parseFile(t, filepath.Join(p.Dir, name)).Imports {
				if strings.HasPrefix(strings.Trim(imported.Path.Value, `"`), "go.uber.org/fx") {
					t.Errorf("%s/%s imports fx: wiring stands in module.go, so that the logic compiles without it", p.ImportPath, name)
				}
			}
		}
	}
}

func parseFile(t *testing.T, path string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestArchitecture_PackageComments requires exactly one comment that says what a package is for.
func TestArchitecture_PackageComments(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		var with []string
		for _, name := range p.GoFiles {
			if doc := parseFile(t, filepath.Join(p.Dir, name)).Doc; doc != nil {
				with = append(with, name)
				if text := doc.Text(); !strings.HasPrefix(text, "Package ") && !strings.HasPrefix(text, "Command ") {
					t.Errorf("%s/%s: the package comment begins %.40q", p.ImportPath, name, text)
				}
			}
		}
		if len(p.GoFiles) > 0 && len(with) != 1 {
			t.Errorf("%s has package comments in %v; it needs exactly one", p.ImportPath, with)
		}
	}
}

// TestArchitecture_TopLevel allows only the agreed entries at the root.
func TestArchitecture_TopLevel(t *testing.T) {
	t.Parallel()
	allowed := []string{"modules", "platform", "cmd", "migrations", "e2e", "go.mod", "go.sum", "Makefile", "README.md", "LICENSE", "bin"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && !slices.Contains(allowed, e.Name()) {
			t.Errorf("%s does not belong at the top level", e.Name())
		}
	}
}
