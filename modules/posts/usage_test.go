package posts

import (
	"testing"
	"time"

	"crier/modules/auth"
	"crier/platform/wiretime"
)

// TestUsage: what was published in the last 24 hours counts against the cap, whether the post is
// archived or not, and what waits is what fails with the account.
func TestUsage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	f := b.forecasts()
	wants := func(when string, want ...AccountUsage) {
		t.Helper()
		got, err := f.usages(t.Context())
		if err != nil || len(got.Accounts) != len(want) {
			t.Fatalf("%s: %+v, %v", when, got, err)
		}
		for i := range want {
			if got.Accounts[i] != want[i] {
				t.Errorf("%s: %+v, want %+v", when, got.Accounts[i], want[i])
			}
		}
	}
	wants("at first", AccountUsage{AccountID: b.bakery.ID, Cap: usual()}, AccountUsage{AccountID: b.potter.ID, Cap: usual()})
	published := func(ago time.Duration) {
		t.Helper()
		b.insert(t, Post{Status: Published, SocialAccountID: b.bakery.ID, PublishedAt: wiretime.Ptr(start.Add(-ago))})
	}
	published(time.Hour)
	published(24*time.Hour - time.Second)
	published(24 * time.Hour)
	b.due(t, b.bakery.ID, 30*24*time.Hour)
	b.insert(t, Post{Status: Processing, SocialAccountID: b.bakery.ID})
	b.insert(t, Post{Status: Draft, SocialAccountID: b.bakery.ID})
	if err := (AccountCap{AccountID: b.bakery.ID, Total: 100}).Store(t.Context(), b.db); err != nil {
		t.Fatal(err)
	}
	bakery := AccountUsage{AccountID: b.bakery.ID, Used: 2, Cap: 100, IsTold: true, Waiting: 2}
	potter := AccountUsage{AccountID: b.potter.ID, Cap: usual()}
	wants("with posts", bakery, potter)
	b.clock.Advance(time.Second)
	bakery.Used = 1
	wants("a second later", bakery, potter)
	if err := b.accounts.Remove(t.Context(), b.bakery.ID, []auth.RemovalHook{}); err != nil {
		t.Fatal(err)
	}
	wants("without the account", potter)
}
