package e2e_test

import (
	"strings"
	"testing"
)

// TestCommand_NamesAPostByTheBeginningOfItsID, where that names one.
func TestCommand_NamesAPostByTheBeginningOfItsID(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	p := s.publishes(s.square, "--account", s.bakery)
	for text, want := range map[string]struct {
		code int
		says string
	}{
		p.PostID:                      {0, p.PostID},
		p.PostID[:8]:                  {0, p.PostID},
		strings.ToUpper(p.PostID[:9]): {0, p.PostID},
		p.PostID[:3]:                  {2, "at least 4 characters"},
		"not an id":                   {2, "no id of a post"},
		unlike(p.PostID):              {1, "no post whose id begins"},
	} {
		exit := s.Command(t, "posts", "show", text)
		if exit.Code != want.code || !strings.Contains(exit.Stdout+exit.Stderr, want.says) {
			t.Errorf("%s: %+v", text, exit)
		}
	}
}

// unlike returns the beginning of an id that is not that one.
func unlike(id string) string {
	if strings.HasPrefix(id, "0000") {
		return "1111"
	}
	return "0000"
}
