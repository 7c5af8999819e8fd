package e2e_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/config"

	"github.com/alecthomas/kong"
)

func readme(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// walkScript returns the README's walk as one script.
func walkScript(t *testing.T) string {
	t.Helper()
	_, rest, ok := strings.Cut(readme(t), "<!-- walk: a test")
	walk, _, closed := strings.Cut(rest, "<!-- walk: end -->")
	if !ok || !closed {
		t.Fatal("the README has no walk between its marks")
	}
	var script strings.Builder
	for _, block := range shellBlock.FindAllStringSubmatch(walk, -1) {
		script.WriteString(block[1])
	}
	return script.String()
}

// TestReadme_Walk runs the walk as it stands, but for the port, which is the one of the service under test.
func TestReadme_Walk(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	out := runScript(t, service, strings.ReplaceAll(walkScript(t), "http://127.0.0.1:7171/api/v1", service.BaseURL()))
	var ledger struct {
		Publications []struct{ Caption, Permalink string }
	}
	e2e.GetJSON(t, service.SandboxURL()+"/_sandbox/ledger", &ledger)
	if p := ledger.Publications; len(p) != 2 || p[0].Caption != "Hello from Crier" || p[1].Caption != "Hello again" || p[1].Permalink == "" {
		t.Errorf("the ledger has %+v\n%s", p, out)
	}
	if n := strings.Count(out, `"status":"PUBLISHED"`); n != 2 {
		t.Errorf("the walk shows %d published posts:\n%s", n, out)
	}
}

// scriptPatience bounds a script, some of which wait until something is so. Only one that is wrong uses it up.
const scriptPatience = time.Minute

// runScript runs commands of the documentation to their end, in a folder that has what a reader has: bin/crier and photo.jpg.
// It returns what they print.
func runScript(t *testing.T, service *e2e.Service, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(e2e.Program(t).Path(), filepath.Join(dir, "bin", "crier")); err != nil {
		t.Fatal(err)
	}
	writePhoto(t, filepath.Join(dir, "photo.jpg"))
	ctx, cancel := context.WithTimeout(t.Context(), scriptPatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-eu", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CRIER_DATA_DIR="+service.Dir())
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// writePhoto writes a PNG under the name of a JPEG, as a user may well do.
func writePhoto(t *testing.T, path string) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 640, 640))
	for i := range 640 * 640 {
		img.Set(i%640, i/640, color.RGBA{uint8(i), uint8(i / 640), 120, 255})
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestReadme_Configuration holds the table of settings against the settings.
func TestReadme_Configuration(t *testing.T) {
	t.Parallel()
	var cfg config.Config
	parser, err := kong.New(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	text := readme(t)
	for _, flag := range parser.Model.Flags {
		if len(flag.Envs) == 0 {
			continue
		}
		byDefault := flag.Default
		if byDefault != "" {
			byDefault = "`" + byDefault + "`"
		}
		row := fmt.Sprintf("| `%s` | `--%s` | %s | %s |", flag.Envs[0], flag.Name, byDefault, strings.ReplaceAll(flag.Help, "${enum}", flag.Enum))
		if !strings.Contains(text, row) {
			t.Errorf("the README lacks this row:\n%s", row)
		}
	}
}
