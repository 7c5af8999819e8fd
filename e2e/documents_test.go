package e2e_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"crier/platform/config"

	"github.com/alecthomas/kong"
)

// documents returns the documents for users, by their paths in the repository.
func documents(t *testing.T) map[string]string {
	t.Helper()
	pages, err := filepath.Glob("../modules/docs/pages/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatalf("there are %d pages, %v", len(pages), err)
	}
	all := map[string]string{}
	for _, path := range append(pages, "../README.md") {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimPrefix(filepath.ToSlash(path), "../")] = string(b)
	}
	return all
}

var (
	fencePattern   = regexp.MustCompile("(?ms)^```([a-z ]*)\n(.*?)^```$")
	spanPattern    = regexp.MustCompile("`[^`\n]+`")
	targetPattern  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headingPattern = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// slugs returns the anchors of a Markdown document.
func slugs(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range headingPattern.FindAllStringSubmatch(fencePattern.ReplaceAllString(text, ""), -1) {
		kept := strings.Map(func(r rune) rune {
			switch {
			case r == ' ' || r == '-':
				return '-'
			case strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", r):
				return r
			}
			return -1
		}, strings.ToLower(m[1]))
		found[kept] = true
	}
	return found
}

// TestDocuments_Links: every link between files of the repository has a target.
func TestDocuments_Links(t *testing.T) {
	t.Parallel()
	for path, text := range documents(t) {
		prose := spanPattern.ReplaceAllString(fencePattern.ReplaceAllString(text, ""), "")
		for _, m := range targetPattern.FindAllStringSubmatch(prose, -1) {
			to, err := url.Parse(m[1])
			if err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			if to.Host != "" {
				continue
			}
			target := "../" + path
			if to.Path != "" {
				target = filepath.Join("..", filepath.Dir(path), to.Path)
			}
			info, err := os.Stat(target)
			if err != nil {
				t.Errorf("%s: %s leads to nothing", path, m[1])
				continue
			}
			if to.Fragment == "" || info.IsDir() {
				continue
			}
			b, err := os.ReadFile(target)
			if err != nil {
				t.Fatal(err)
			}
			if !slugs(string(b))[to.Fragment] {
				t.Errorf("%s: %s has no such heading", path, m[1])
			}
		}
	}
}

// TestDocuments_Configuration compares the table of settings with the settings.
func TestDocuments_Configuration(t *testing.T) {
	t.Parallel()
	text := documents(t)["modules/docs/pages/configuration.md"]
	for _, flag := range settingFlags(t) {
		byDefault := flag.Default
		if byDefault != "" {
			byDefault = "`" + byDefault + "`"
		}
		row := fmt.Sprintf("| `%s` | `--%s` | %s | %s |", flag.Envs[0], flag.Name, byDefault, strings.ReplaceAll(flag.Help, "${enum}", flag.Enum))
		if !strings.Contains(text, row) {
			t.Errorf("the page lacks this row:\n%s", row)
		}
	}
}

// settingFlags returns the flags that have a variable.
func settingFlags(t *testing.T) []*kong.Flag {
	t.Helper()
	var cfg config.Config
	parser, err := kong.New(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	var flags []*kong.Flag
	for _, flag := range parser.Model.Flags {
		if len(flag.Envs) > 0 {
			flags = append(flags, flag)
		}
	}
	return flags
}

// TestDocuments_Names: the variables, make targets and benchmarks that the documents name exist.
func TestDocuments_Names(t *testing.T) {
	t.Parallel()
	// A passphrase is not a flag, because others could see it; the night is one of tests.
	variables := map[string]bool{"CRIER_BACKUP_PASSPHRASE": true, "CRIER_TEST_NIGHT": true}
	for _, flag := range settingFlags(t) {
		variables[flag.Envs[0]] = true
	}
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range documents(t) {
		for _, name := range regexp.MustCompile(`CRIER_[A-Z_]+[A-Z]`).FindAllString(text, -1) {
			if !variables[name] {
				t.Errorf("%s: there is no variable %s", path, name)
			}
		}
		for _, m := range regexp.MustCompile("(?m)(?:^|`)make ([a-z-]+)").FindAllStringSubmatch(text, -1) {
			if !strings.Contains(string(makefile), "\n"+m[1]+":") {
				t.Errorf("%s: there is no make %s", path, m[1])
			}
		}
	}
	benchmarks := regexp.MustCompile("`([A-Z][A-Za-z]+)\\$? \\./([a-z0-9/]+)`")
	for _, m := range benchmarks.FindAllStringSubmatch(documents(t)["modules/docs/pages/measurements.md"], -1) {
		sources, err := filepath.Glob("../" + m[2] + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, source := range sources {
			b, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			found = found || regexp.MustCompile(`\nfunc Benchmark[A-Za-z_]*`+m[1]).Match(b)
		}
		if !found {
			t.Errorf("%s has no benchmark %s", m[2], m[1])
		}
	}
}
