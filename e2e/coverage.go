package e2e

import (
	"encoding/json"
	"regexp"
	"slices"
	"sync"
)

// coverage records which operations were answered, and which codes were given with which messages.
type coverage struct {
	mu         sync.Mutex
	operations map[string]bool
	messages   map[string]map[string]bool
	onPosts    map[string]bool
}

// covered is the coverage of the whole test run.
var covered = &coverage{operations: map[string]bool{}, messages: map[string]map[string]bool{}, onPosts: map[string]bool{}}

var (
	// onPost finds the error codes of posts, each with its message.
	onPost = regexp.MustCompile(`"errorMessage":("(?:[^"\\]|\\.)*"),"errorCode":"([A-Z_]+)"`)
	// particular finds what differs between messages: ids, instants, numbers.
	particular = regexp.MustCompile(`[\w.:-]*\d[\w.:-]*`)
)

// unconfigured are the codes with which an operation answers while what it needs is not set up.
var unconfigured = []string{"CLOUD_NOT_CONFIGURED", "CREDENTIALS_NOT_CONFIGURED", "NOT_CONFIGURED"}

// note counts an operation as answered once it has succeeded, or has said that what it needs is not
// set up. It also records every code, of an error or of a post.
func (c *coverage) note(operation string, r Response) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Status < 400 {
		c.operations[operation] = true
		for _, match := range onPost.FindAllSubmatch(r.Body, -1) {
			var message string
			if json.Unmarshal(match[1], &message) == nil {
				c.give(string(match[2]), message)
				c.onPosts[string(match[2])] = true
			}
		}
		return
	}
	var body struct{ Code, Error string }
	if json.Unmarshal(r.Body, &body) == nil && body.Code != "" {
		c.give(body.Code, body.Error)
		if slices.Contains(unconfigured, body.Code) {
			c.operations[operation] = true
		}
	}
}

func (c *coverage) give(code, message string) {
	if c.messages[code] == nil {
		c.messages[code] = map[string]bool{}
	}
	c.messages[code][particular.ReplaceAllString(message, "#")] = true
}

// Covered reports whether the operation has answered a request of the test run.
func Covered(operation string) bool {
	covered.mu.Lock()
	defer covered.mu.Unlock()
	return covered.operations[operation]
}

// Given reports whether an answer of the test run had the code.
func Given(code string) bool {
	covered.mu.Lock()
	defer covered.mu.Unlock()
	return len(covered.messages[code]) > 0
}

// GivenOnPost reports whether a post of the test run had the code.
func GivenOnPost(code string) bool {
	covered.mu.Lock()
	defer covered.mu.Unlock()
	return covered.onPosts[code]
}

// GivenWith reports whether the code was given with the message, ignoring ids, instants and
// numbers.
func GivenWith(code, message string) bool {
	covered.mu.Lock()
	defer covered.mu.Unlock()
	return covered.messages[code][particular.ReplaceAllString(message, "#")]
}
