// Command tiers lists the tests of the tree, each with the tier that runs it:
//
//	go run ./e2e/tiers
//
// With files that `go test -json` has written it lists those that did not run in any of these runs,
// and fails when there are some. A test that skipped itself did not run.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Tiers of a test.
const (
	day   = "day"   // go test ./... and make test
	night = "night" // make nightly
	bench = "bench" // make bench
)

// test is a test, fuzz target, example or benchmark.
type test struct{ pkg, name, tier string }

func main() {
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(results []string) error {
	tests, err := declared(".")
	if err != nil {
		return err
	}
	if len(results) == 0 {
		for _, t := range tests {
			_, _ = fmt.Fprintln(os.Stdout, t.tier, t.pkg, t.name)
		}
		return nil
	}
	ran := map[test]bool{}
	for _, file := range results {
		if err := readRan(file, ran); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	never := slices.DeleteFunc(tests, func(t test) bool { return t.tier == bench || ran[test{pkg: t.pkg, name: t.name}] })
	for _, t := range never {
		_, _ = fmt.Fprintln(os.Stdout, "never ran:", t.pkg, t.name)
	}
	_, _ = fmt.Fprintf(os.Stdout, "%d tests ran, %d never did\n", len(ran), len(never))
	if len(never) > 0 {
		return errors.New("no tier has run the tests above")
	}
	return nil
}

// readRan adds the tests that passed or failed in a run to ran.
func readRan(file string, ran map[test]bool) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewReader(f); ; {
		line, err := lines.ReadBytes('\n')
		var event struct{ Action, Package, Test string }
		if json.Unmarshal(line, &event) == nil && (event.Action == "pass" || event.Action == "fail") &&
			event.Test != "" && !strings.Contains(event.Test, "/") {
			ran[test{pkg: event.Package, name: event.Test}] = true
		}
		if err != nil {
			return nil // A run that was cut off ends in the middle of a line.
		}
	}
}

var isTest = regexp.MustCompile(`^(Test|Fuzz|Example|Benchmark)([^a-z]|$)`)

// declared returns the tests of the tree that this system can run, with the race detector or
// without it.
func declared(root string) ([]test, error) {
	var tests []test
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && file != root && (name == "node_modules" || name == "testdata" || strings.HasPrefix(name, ".")):
			return filepath.SkipDir
		case !strings.HasSuffix(name, "_test.go") || !isBuilt(file):
			return nil
		}
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range source.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name != "TestMain" && isTest.MatchString(f.Name.Name) {
				tests = append(tests, test{path.Join("crier", filepath.ToSlash(filepath.Dir(file))), f.Name.Name, tierOf(f)})
			}
		}
		return nil
	})
	return tests, err
}

// isBuilt reports whether this system compiles the file for some tier.
func isBuilt(file string) bool {
	return slices.ContainsFunc([]string{"race", "norace"}, func(tag string) bool {
		system := build.Default
		system.BuildTags = append(slices.Clone(system.BuildTags), tag)
		matches, err := system.MatchFile(filepath.Dir(file), filepath.Base(file))
		return err == nil && matches
	})
}

// tierOf returns the tier of a test: the night's are those that call needtest.Night themselves.
func tierOf(f *ast.FuncDecl) string {
	if strings.HasPrefix(f.Name.Name, "Benchmark") {
		return bench
	}
	for _, statement := range f.Body.List {
		if s, ok := statement.(*ast.ExprStmt); ok {
			if call, ok := s.X.(*ast.CallExpr); ok {
				if called, ok := call.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "Night" {
					return night
				}
			}
		}
	}
	return day
}
