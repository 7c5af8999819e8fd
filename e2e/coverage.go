package e2e

import (
	"encoding/json"
	"regexp"
	"slices"
	"sync"
)

// coverage notes which operations were answered and which codes were given.
type coverage struct {
	mu         sync.Mutex
	operations map[string]bool
	codes      map[string]bool
}

// covered is the coverage of the whole test run.
var covered = &coverage{operations: map[string]bool{}, codes: map[string]bool{}}

// onPost finds the codes that posts show as the reason of their failure.
var onPost = regexp.MustCompile(`"errorCode":"([A-Z_]+)"`)

// unconfigured are the codes with which an operation itself answers as long as what it needs is not set up.
var unconfigured = []string{"CLOUD_NOT_CONFIGURED", "CREDENTIALS_NOT_CONFIGURED", "NOT_CONFIGURED"}

// note counts an operation as answered once it has succeeded, or has said that what it needs is not set up; and every code
// that is given, as an error or on a post.
func (c *coverage) note(operation string, r Response) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Status < 400 {
		c.operations[operation] = true
		for _, match := range onPost.FindAllSubmatch(r.Body, -1) {
			c.codes[string(match[1])] = true
		}
		return
	}
	var body struct{ Code string }
	if json.Unmarshal(r.Body, &body) == nil && body.Code != "" {
		c.codes[body.Code] = true
		if slices.Contains(unconfigured, body.Code) {
			c.operations[operation] = true
		}
	}
}

// Covered reports whether a request of the test run has had an answer of the operation.
func Covered(operation string) bool {
	covered.mu.Lock()
	defer covered.mu.Unlock()
	return covered.operations[operation]
}

// Given reports whether an answer of the test run has had the code.
func Given(code string) bool {
	covered.mu.Lock()
	defer covered.mu.Unlock()
	return covered.codes[code]
}
