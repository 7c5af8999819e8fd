// Package timelinetest reads the timelines of posts for tests of what writes them.
package timelinetest

import (
	"fmt"
	"testing"

	"crier/modules/posts/timeline"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Steps returns a post's timeline, each step as a short text.
func Steps(t *testing.T, db bun.IDB, post wireid.ID) (texts []string) {
	t.Helper()
	steps, err := timeline.Select(t.Context(), db, post)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		text := string(s.Kind)
		for _, part := range []string{string(s.FromStatus), string(s.ToStatus), s.ErrorCode, s.Op, s.Text} {
			if part != "" {
				text += " " + part
			}
		}
		if s.Times > 1 {
			text += fmt.Sprintf(" x%d", s.Times)
		}
		texts = append(texts, text)
	}
	return texts
}
