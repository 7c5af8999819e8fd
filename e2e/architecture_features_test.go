package e2e_test

import (
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// migrationPattern finds the module in the name of a migration.
	migrationPattern = regexp.MustCompile(`^\d+_([a-z]+)_`)
	createPattern    = regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`)
	// namedTables finds the tables that SQL statements and the tags of models name.
	namedTables = regexp.MustCompile(`(?:\b(?:FROM|INTO|UPDATE|JOIN|TABLE)\s+|\bbun:"table:)(\w+)`)
	// namedModules finds the modules that texts and comments name.
	namedModules = regexp.MustCompile(`\bmodules/(\w+)`)
)

// ownersOfTables returns the owner of each table: a module or a package of the platform, which the
// first migration that creates the table names.
func ownersOfTables(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	owners := map[string]string{}
	for _, file := range slices.Sorted(slices.Values(files)) {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range createPattern.FindAllStringSubmatch(string(source), -1) {
			if owners[m[1]] == "" {
				owners[m[1]] = migrationPattern.FindStringSubmatch(filepath.Base(file))[1]
			}
		}
	}
	return owners
}

// namedFeatures returns the modules, and the tables of modules, that a source names.
func namedFeatures(source string, owners map[string]string, modules map[string]bool) []string {
	named := map[string]bool{}
	for _, m := range namedTables.FindAllStringSubmatch(source, -1) {
		if modules[owners[m[1]]] {
			named["the table "+m[1]+" of modules/"+owners[m[1]]] = true
		}
	}
	for _, m := range namedModules.FindAllStringSubmatch(source, -1) {
		if modules[m[1]] {
			named[m[0]] = true
		}
	}
	return slices.Sorted(maps.Keys(named))
}

// TestArchitecture_Features: no file of the platform names a module, a table of one, or the type of
// its jobs. A module registers what the platform needs of it. There are no exceptions.
func TestArchitecture_Features(t *testing.T) {
	t.Parallel()
	all, owners, modules := packages(t), ownersOfTables(t), map[string]bool{}
	for _, p := range all {
		if module, ok := within(p.ImportPath, "crier/modules"); ok && module != "" {
			modules[module] = true
		}
	}
	for _, p := range all {
		if _, ok := within(p.ImportPath, "crier/platform"); !ok {
			continue
		}
		for _, name := range p.GoFiles {
			source, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, feature := range namedFeatures(string(source), owners, modules) {
				t.Errorf("%s/%s names %s; let the module register what the platform needs of it", p.ImportPath, name, feature)
			}
			if p.ImportPath == "crier/platform/jobs" {
				for _, constant := range typesOfJobs(parseFile(t, filepath.Join(p.Dir, name))) {
					t.Errorf("%s/%s: %s is the type of a module's jobs; declare it in the module that handles them", p.ImportPath, name, constant)
				}
			}
		}
	}
}

// typesOfJobs returns the constants of the type Type.
func typesOfJobs(file *ast.File) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Type" {
			for _, name := range spec.Names {
				names = append(names, name.Name)
			}
		}
		return true
	})
	return names
}

// TestArchitecture_FeatureRules shows that the rule above refuses what it should.
func TestArchitecture_FeatureRules(t *testing.T) {
	t.Parallel()
	owners := ownersOfTables(t)
	modules := map[string]bool{"posts": true, "media": true}
	for source, want := range map[string]string{
		`"SELECT id FROM posts WHERE id = ?"`:               "the table posts of modules/posts",
		"`UPDATE\n\tmedia_files SET id = 1`":                "the table media_files of modules/media",
		"X bun.BaseModel `bun:\"table:post_steps\"`":        "the table post_steps of modules/posts",
		`"SELECT 1 FROM scheduled_jobs"`:                    "",
		`"the posts that wait"`:                             "",
		"// Package modules/posts/quarantine has the rest.": "modules/posts",
		"// node_modules/other has it.":                     "",
	} {
		if got := strings.Join(namedFeatures(source, owners, modules), ", "); got != want {
			t.Errorf("%s names %q", source, got)
		}
	}
}
