package graph

import (
	"net/url"
	"strings"

	"crier/platform/secrets"
)

const (
	maxTextRunes = 400
	// minSecretRun is the shortest piece of a token that is taken for one.
	minSecretRun = 10
	hidden       = "[token]"
)

// clean returns a text of the network's, or about it, in the form in which it may be shown:
// printable, bounded, and without the token or a piece of it, or the key that a file is public
// under, all of which the network is known to echo.
func clean(s string, token secrets.Text) string {
	return secrets.Printable(hide(s, token.Reveal()), maxTextRunes)
}

func hide(s, token string) string {
	if len(token) < minSecretRun {
		return s
	}
	for _, form := range []string{token, url.QueryEscape(token), url.PathEscape(token)} {
		s = strings.ReplaceAll(s, form, hidden)
	}
	var out strings.Builder
	for s != "" {
		n := tokenRun(s)
		if n >= minSecretRun && strings.Contains(token, s[:n]) {
			out.WriteString(hidden)
		} else {
			out.WriteString(s[:n])
		}
		s = s[n:]
	}
	return out.String()
}

// tokenRun returns the length of the run of bytes that s begins with: all such as tokens are made
// of, or none.
func tokenRun(s string) int {
	inside := isTokenRune(rune(s[0]))
	n := strings.IndexFunc(s, func(r rune) bool { return isTokenRune(r) != inside })
	if n <= 0 {
		return len(s)
	}
	return n
}

func isTokenRune(r rune) bool {
	return r == '-' || r == '_' || (r >= '0' && r <= '9') || (r >= 'a' && r <= 'z') || (r >= 'A' && r <= 'Z')
}
