package posts

import (
	"strings"
	"testing"
	"time"

	"crier/platform/limits"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// TestCrowding counts the posts of the fullest day that holds the instant: the published, the
// archived and the waiting.
func TestCrowding(t *testing.T) {
	t.Parallel()
	b := setup(t)
	published := func(after time.Duration) Post {
		at := wiretime.Ptr(start.Add(after))
		return b.insert(t, Post{Status: Published, PublishedAt: at, CompletedAt: at})
	}
	published(-25 * time.Hour)
	published(-24 * time.Hour)
	published(-23 * time.Hour)
	gone := published(-2 * time.Hour)
	if err := b.deleter.Delete(t.Context(), gone.ID); err != nil {
		t.Fatal(err)
	}
	b.insert(t, Post{Status: Failed, CompletedAt: wiretime.Ptr(start.Add(-time.Minute))})
	b.insert(t, Post{Status: Published, PublishedAt: wiretime.Ptr(start), SocialAccountID: b.potter.ID})
	for _, after := range []time.Duration{20 * time.Hour, 21*time.Hour + time.Minute, 30 * time.Hour} {
		b.insert(t, Post{Status: Scheduled, IsScheduled: true, ScheduledFor: wiretime.Ptr(start.Add(after))})
	}
	for after, want := range map[time.Duration]int{
		-time.Hour:     4, // From -24 h, which is out again at 0, to itself, and on to none more.
		0:              4, // With -2 h, 20 h and 21 h.
		48 * time.Hour: 2, // With 30 h.
		90 * time.Hour: 1,
	} {
		got, err := crowding(t.Context(), b.db, b.bakery.ID, start.Add(after), wireid.ID{})
		if err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", after, got, err, want)
		}
	}
}

// TestAccountCap: the cap that the network said last counts, and nothing is kept of an account that
// is gone.
func TestAccountCap(t *testing.T) {
	t.Parallel()
	b := setup(t)
	keep := func(c AccountCap) {
		t.Helper()
		if err := c.Store(t.Context(), b.db); err != nil {
			t.Fatal(err)
		}
	}
	total := func() int {
		t.Helper()
		n, err := totalOf(t.Context(), b.db, b.bakery.ID)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if total() != usual() {
		t.Errorf("%d", total())
	}
	for _, n := range []int{50, 100} {
		keep(AccountCap{AccountID: b.bakery.ID, Total: n})
		if total() != n {
			t.Errorf("%d, not %d", total(), n)
		}
	}
	if err := b.accounts.Remove(t.Context(), b.bakery.ID, nil); err != nil {
		t.Fatal(err)
	}
	keep(AccountCap{AccountID: b.bakery.ID, Total: 7})
	if total() != usual() {
		t.Errorf("%d of an account that is gone", total())
	}
}

// TestRefusals_Doubtful: hashtags beyond what no source disputes get a warning, and are tried.
func TestRefusals_Doubtful(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{5: "", 6: mayBeRefused, 30: mayBeRefused, 31: networkRefuses} {
		caption, code := strings.Repeat("#bread ", n), ""
		for _, f := range refusals(PublishablePost{Content: Content{Caption: &caption}}) {
			code += f.Code
		}
		if code != want {
			t.Errorf("%d hashtags: %q", n, code)
		}
	}
}

// TestRefusals: a post that the network is known to refuse gets a warning when it is accepted.
func TestRefusals(t *testing.T) {
	t.Parallel()
	repeat := func(s string, n int) (all string) {
		for range n {
			all += s
		}
		return all
	}
	for caption, want := range map[string]int{
		"":                               0,
		repeat("#bread ", 5):             0,
		repeat("#bread ", 31):            1,
		repeat("#a", 31):                 1,
		repeat("@ann ", 20):              0,
		repeat("@ann ", 21):              1,
		repeat("ann@example.com ", 21):   0,
		repeat("#a @b ", 31):             2,
		repeat("# and @ by itself ", 40): 0,
	} {
		if got := refusals(PublishablePost{Content: Content{Caption: &caption}}); len(got) != want {
			t.Errorf("%q: %+v", caption, got)
		}
	}
	for id, want := range map[string]int{"213385402": 0, "Lisbon": 1, "12-3": 1} {
		if got := refusals(PublishablePost{Content: Content{LocationID: &id}}); len(got) != want {
			t.Errorf("%q: %+v", id, got)
		}
	}
}

// usual returns the cap of an account whose cap the network has not reported yet.
func usual() int { return limits.Of(limits.PostsPerDay).Int() }
