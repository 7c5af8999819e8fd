package e2e_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"

	"crier/e2e"
	"crier/platform/apperror"
	"crier/platform/needtest"
)

// checkCoverage fails the run unless each operation of the document was answered and each code that
// v1 can give was given, with the message that the table shows, and on posts where the table says
// so. It runs after the tests, and only when all of them ran: no test was left out because the
// machine lacks something.
func checkCoverage() error {
	if needtest.IsLacking() {
		return nil
	}
	for _, name := range []string{"test.run", "test.skip", "test.list"} {
		if flag.Lookup(name).Value.String() != "" {
			return nil
		}
	}
	operations, err := documentedOperations()
	if err != nil {
		return err
	}
	var errs []error
	for _, id := range operations {
		if !e2e.Covered(id) {
			errs = append(errs, fmt.Errorf("no end-to-end request had an answer of the operation %s", id))
		}
	}
	for _, d := range apperror.Catalog() {
		switch given := e2e.Given(string(d.Code)); {
		case given && d.Unreachable != "":
			errs = append(errs, fmt.Errorf("%s was given, although the table says: %s", d.Code, d.Unreachable))
		case !given && d.Unreachable == "":
			errs = append(errs, fmt.Errorf("no end-to-end request was given the code %s", d.Code))
		case given && !e2e.GivenWith(string(d.Code), d.Example):
			errs = append(errs, fmt.Errorf("%s was never given with a message such as the table's example %q", d.Code, d.Example))
		}
		if got := e2e.GivenOnPost(string(d.Code)); got != d.OnPosts {
			errs = append(errs, fmt.Errorf("%s was given on a post: %t, and the table says %t", d.Code, got, d.OnPosts))
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
