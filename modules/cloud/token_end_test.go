package cloud_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/wiretime"
)

const aDay = 24 * time.Hour

// TestTokenEnd: the end of the API token is read at each look, and announced from ten days before.
// Posts go to the worker until then. A token that was extended is announced no longer.
func TestTokenEnd(t *testing.T) {
	t.Parallel()
	const logged = "the API token has to be extended or replaced"
	b := newBench(t)
	ends := start.Add(40 * aDay)
	issue := func() {
		b.cf.AddToken(cloudflaretest.Token{ID: tokenID, Value: apiToken, Accounts: []string{b.account}, Expires: ends})
	}
	warned := func() string {
		t.Helper()
		status := b.status(t)
		if status.TokenExpiresAt == nil || !status.TokenExpiresAt.Time().Equal(ends) {
			t.Errorf("at %s the end is %v, want %s", b.clock.Now(), status.TokenExpiresAt, ends)
		}
		if status.TokenWarning == nil {
			if strings.Contains(strings.Join(status.Warnings, " "), "token") {
				t.Errorf("warnings: %q", status.Warnings)
			}
			return ""
		}
		if len(status.Warnings) == 0 || status.Warnings[0] != *status.TokenWarning+"." {
			t.Errorf("warnings: %q", status.Warnings)
		}
		return strings.ReplaceAll(*status.TokenWarning, wiretime.Of(ends).String(), "THEN")
	}
	at := func(day int, more time.Duration) string {
		t.Helper()
		b.clock.Advance(start.Add(time.Duration(day)*aDay + more).Sub(b.clock.Now()))
		if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
			t.Fatal(err)
		}
		return warned()
	}
	issue()
	b.mustSetUp(t)
	if text := at(29, 0); text != "" || strings.Contains(b.log.String(), logged) {
		t.Errorf("11 days before it is announced: %q", text)
	}
	const before = "Cloudflare's API token must be extended or replaced before THEN (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards"
	for n, day := range []int{30, 35, 39} {
		for _, hour := range []time.Duration{0, time.Hour, 12 * time.Hour} {
			if text := at(day, hour); text != before || strings.Count(b.log.String(), logged) != n+1 || !b.link.Ready() {
				t.Errorf("on day %d: %q, ready %t, logged %d times", day, text, b.link.Ready(), strings.Count(b.log.String(), logged))
			}
		}
		b.boot(t)
	}
	ends = ends.Add(30 * aDay)
	issue()
	if text := at(39, 13*time.Hour); text != "" {
		t.Errorf("extended: %q", text)
	}
	// Without Cloudflare's API nobody says that the token has ended.
	b.cf.Fault(cloudflaretest.Fault{Path: "/verify", Status: http.StatusBadGateway, HTML: true, Times: -1})
	const after = "Cloudflare's API token must be extended or replaced (crier cloud setup): it ended at THEN, and Cloudflare takes no new posts and files"
	if text := at(70, 0); text != after {
		t.Errorf("after the end: %q", text)
	}
	b.cf.Heal()
	if text, problem := at(70, time.Hour), b.status(t).Problem; text != "" || problem == nil || !strings.Contains(*problem, "the Cloudflare API token is expired") {
		t.Errorf("Cloudflare refuses it: %q, %v", text, problem)
	}
	b.cf.AddToken(cloudflaretest.Token{ID: otherID, Value: otherToken, Accounts: []string{b.account}})
	if err := b.cloud.Setup.SetUp(t.Context(), cloud.SetupRequest{APIToken: otherToken}); err != nil {
		t.Fatal(err)
	}
	if status := b.status(t); status.TokenExpiresAt != nil || status.TokenWarning != nil {
		t.Errorf("with a token without an end: %+v", status)
	}
}
