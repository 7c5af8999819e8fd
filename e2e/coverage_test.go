package e2e_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"crier/e2e"
	"crier/platform/apperror"
)

const uncoveredFile = "testdata/uncovered.txt"

// checkCoverage compares what no end-to-end request has produced with the committed list, which may only shrink. It
// runs after the tests, and only when all of them ran.
func checkCoverage() error {
	if flag.Lookup("test.run").Value.String() != "" || flag.Lookup("test.skip").Value.String() != "" || testingList() {
		return nil
	}
	operations, err := documentedOperations()
	if err != nil {
		return err
	}
	codes := make([]string, 0, len(apperror.Catalog()))
	for _, d := range apperror.Catalog() {
		codes = append(codes, string(d.Code))
	}
	uncovered := e2e.Uncovered(operations, codes)
	if *update {
		return os.WriteFile(uncoveredFile, []byte(strings.Join(uncovered, "\n")+"\n"), 0o600)
	}
	b, err := os.ReadFile(uncoveredFile)
	if err != nil {
		return err
	}
	return compareCoverage(uncovered, strings.Split(strings.TrimSpace(string(b)), "\n"))
}

func testingList() bool { return flag.Lookup("test.list").Value.String() != "" }

func compareCoverage(uncovered, allowed []string) error {
	var errs []error
	for _, u := range uncovered {
		if !slices.Contains(allowed, u) {
			errs = append(errs, fmt.Errorf("no end-to-end request produced the %s", u))
		}
	}
	for _, a := range allowed {
		if !slices.Contains(uncovered, a) {
			errs = append(errs, fmt.Errorf("the %s is covered now: strike it from %s", a, uncoveredFile))
		}
	}
	return errors.Join(errs...)
}

func documentedOperations() ([]string, error) {
	b, err := os.ReadFile(goldenDocument)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		return nil, err
	}
	var ids []string
	for _, methods := range doc.Paths {
		for _, op := range methods {
			ids = append(ids, op.OperationID)
		}
	}
	return ids, nil
}
