package cloud_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/objectstore"
)

// withManaged returns a bench whose bucket is one that the set-up has made in R2.
func withManaged(t *testing.T) *bench {
	t.Helper()
	b := withoutBucket(t)
	if err := b.cloud.Setup.SetUp(t.Context(), b.r2()); err != nil {
		t.Fatal(err)
	}
	return b
}

// ends returns on which days objects end, by the prefix of their keys, and how many other rules the bucket has.
func (b *bench) ends(t *testing.T) (days map[string]string, others int) {
	t.Helper()
	days = map[string]string{}
	for _, raw := range b.cf.R2(b.account).Lifecycle("posts") {
		var rule struct {
			ID         string
			Enabled    bool
			Conditions struct{ Prefix string }
			Delete     struct {
				Condition struct{ Type, Date string }
			} `json:"deleteObjectsTransition"`
		}
		if err := json.Unmarshal(raw, &rule); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(rule.ID, "crier-") {
			others++
			continue
		}
		if rule.ID != rule.Conditions.Prefix || !rule.Enabled || rule.Delete.Condition.Type != "Date" {
			t.Errorf("got %s", raw)
		}
		days[rule.ID] = rule.Delete.Condition.Date
	}
	return days, others
}

func month(y int, m time.Month) time.Time { return time.Date(y, m, 20, 23, 0, 0, 0, time.UTC) }

// TestKeepUntil: what is needed in a month ends at the beginning of the month after the next, later where a post needs it later, and never
// before what was said once; rules of others stay.
func TestKeepUntil(t *testing.T) {
	t.Parallel()
	b := withManaged(t)
	b.clock.Advance(time.Hour)
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	days, others := b.ends(t)
	if others != 1 || len(days) != 1 || days["crier-202611-"] != "2027-01-01T00:00:00Z" {
		t.Errorf("got %v and %d others", days, others)
	}
	key := func(due time.Time) string { return objectstore.NewKeyDue("jpg", due) }
	december := key(month(2026, time.December))
	keep := func(due time.Time, keys ...string) {
		t.Helper()
		if err := b.link.KeepUntil(t.Context(), keys, due); err != nil {
			t.Fatal(err)
		}
	}
	keep(month(2026, time.December), december, key(month(2026, time.December)), objectstore.NewKey("jpg"))
	calls := b.cf.Count("PUT", "/lifecycle")
	keep(month(2026, time.December), december)
	if got := b.cf.Count("PUT", "/lifecycle"); got != calls {
		t.Errorf("what is known was set again, %d calls after %d", got, calls)
	}
	keep(month(2027, time.May), december)
	keep(month(2026, time.December), december)
	keep(month(2026, time.December))
	keep(month(2026, time.December), objectstore.NewKey("jpg"))
	days, others = b.ends(t)
	if others != 1 || len(days) != 2 || days["crier-202612-"] != "2027-07-01T00:00:00Z" || days["crier-202611-"] != "2027-01-01T00:00:00Z" {
		t.Errorf("got %v and %d others", days, others)
	}
	// Another start knows nothing of it, and another folder may have moved a rule ahead.
	b.boot(t)
	keep(month(2027, time.January), december)
	if days, _ = b.ends(t); days["crier-202612-"] != "2027-07-01T00:00:00Z" {
		t.Errorf("got %v", days)
	}
	b.clock.Advance(3 * 365 * 24 * time.Hour)
	keep(month(2029, time.December), key(month(2029, time.December)))
	if days, others = b.ends(t); others != 1 || len(days) != 1 {
		t.Errorf("rules of long ago stay: %v and %d others", days, others)
	}
}

// TestKeepUntil_Refused: files that a post needs longer than they would be there are not taken for granted; a rule that is only for tidiness keeps no
// post back, and is not asked for each time.
func TestKeepUntil_Refused(t *testing.T) {
	t.Parallel()
	b := withManaged(t)
	key := objectstore.NewKeyDue("jpg", month(2026, time.December))
	b.cf.Fault(cloudflaretest.Fault{Path: "/lifecycle", Status: 403, Code: 10000, Message: "Authentication error", Times: -1})
	for range 3 {
		if err := b.link.KeepUntil(t.Context(), []string{key}, month(2026, time.December)); err != nil {
			t.Error(err)
		}
	}
	if got := b.cf.Count("GET", "/lifecycle"); got != 1 {
		t.Errorf("%d calls", got)
	}
	wantCode(t, b.link.KeepUntil(t.Context(), []string{key}, month(2027, time.January)), apperror.CloudError)
	b.cf.Heal()
	if err := b.link.KeepUntil(t.Context(), []string{key}, month(2027, time.January)); err != nil {
		t.Error(err)
	}
	if days, _ := b.ends(t); days["crier-202612-"] != "2027-03-01T00:00:00Z" {
		t.Errorf("got %v", days)
	}
}

// TestKeepUntil_OthersBuckets: a bucket that no set-up has made is left alone.
func TestKeepUntil_OthersBuckets(t *testing.T) {
	t.Parallel()
	b := ready(t)
	if err := b.link.KeepUntil(t.Context(), []string{objectstore.NewKeyDue("jpg", start)}, month(2028, time.January)); err != nil {
		t.Error(err)
	}
	if b.cf.Count("GET", "/lifecycle")+b.cf.Count("PUT", "/lifecycle") != 0 || slices.Contains(b.cf.R2(b.account).Buckets(), "media") {
		t.Error("it was touched")
	}
}
