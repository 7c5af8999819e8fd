package e2e_test

import (
	"regexp"
	"strings"
	"testing"
)

// writesProgram finds a program that is written in the plain way.
var writesProgram = regexp.MustCompile(`os\.WriteFile\(.*, 0o[1357]\d\d\)`)

// TestArchitecture_Programs: a test that starts what it has written does not fail because another
// one starts something at that moment.
func TestArchitecture_Programs(t *testing.T) {
	t.Parallel()
	eachGoFile(t, func(path, source string) {
		isTest := strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "e2e/")
		if line := writesProgram.FindString(source); isTest && line != "" {
			t.Errorf("%s: %s: write a program that is started by programtest.Write", path, line)
		}
	})
}
