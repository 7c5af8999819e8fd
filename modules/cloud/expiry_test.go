package cloud_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"crier/modules/cloud"
	"crier/platform/apperror"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/objectstore"
)

// ends returns on which days objects end, by the prefix of their keys, and how many other rules the
// bucket has.
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

// watch makes one turn of the watcher, and says which of a month's objects end when.
func (b *bench) watch(t *testing.T) map[string]string {
	t.Helper()
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Fatal(err)
	}
	days, others := b.ends(t)
	if others != 1 {
		t.Errorf("%d rules are of others", others)
	}
	return days
}

func (b *bench) keep(t *testing.T, due time.Time, keys ...string) {
	t.Helper()
	if err := b.link.KeepUntil(t.Context(), keys, due); err != nil {
		t.Fatal(err)
	}
}

func keyOf(due time.Time) string { return objectstore.NewKeyDue("jpg", due) }

var december = month(2026, time.December)

func wantDays(t *testing.T, got map[string]string, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// ahead returns when objects end of the month of that instant and of the twelve after it, but for
// those that are changed.
func ahead(now time.Time, changed map[string]string) map[string]string {
	days := map[string]string{}
	for month := range 13 {
		first := time.Date(now.Year(), now.Month()+time.Month(month), 1, 0, 0, 0, 0, time.UTC)
		days[first.Format("crier-200601-")] = first.AddDate(0, 2, 0).Format(time.RFC3339)
	}
	maps.Copy(days, changed)
	return days
}

const (
	november = "crier-202611-"
	ofDec    = "crier-202612-"
)

// TestKeepUntil: the watcher makes the rules of this month and the next twelve, so that a month has
// its rule before its first post. Objects end on the first day of the second month after theirs. A
// post that is due later moves the rule at once, and no rule moves back.
func TestKeepUntil(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	wantDays(t, b.watch(t), ahead(start, map[string]string{november: "2027-01-01T00:00:00Z", ofDec: "2027-02-01T00:00:00Z"}))
	key := keyOf(december)
	calls := len(b.cf.Calls())
	distant := month(2028, time.March)
	b.keep(t, december, key, keyOf(december), objectstore.NewKey("jpg"))
	b.keep(t, distant, keyOf(distant))
	if got := b.cf.Calls()[calls:]; len(got) != 0 {
		t.Errorf("a post waits for a rule that is only for tidiness: %v", got)
	}
	wantDays(t, b.watch(t), ahead(start, map[string]string{"crier-202803-": "2028-05-01T00:00:00Z"}))
	b.keep(t, month(2027, time.May), key)
	b.keep(t, december, key)
	puts := b.cf.Count("PUT", "/lifecycle")
	calls = len(b.cf.Calls())
	b.keep(t, month(2027, time.May), key)
	if got := b.cf.Calls()[calls:]; len(got) != 0 {
		t.Errorf("a rule that is known was asked for: %v", got)
	}
	want := ahead(start, map[string]string{ofDec: "2027-07-01T00:00:00Z", "crier-202803-": "2028-05-01T00:00:00Z"})
	wantDays(t, b.watch(t), want)
	// After a restart nothing is known of the rules.
	b.boot(t)
	b.keep(t, month(2027, time.April), key)
	wantDays(t, b.watch(t), want)
	if got := b.cf.Count("PUT", "/lifecycle"); got != puts {
		t.Errorf("rules that are as wanted were set again, %d calls after %d", got, puts)
	}
	b.clock.Advance(3 * 365 * 24 * time.Hour)
	wantDays(t, b.watch(t), ahead(b.clock.Now(), nil))
}

// TestKeepUntil_LongEnough: a post is not held back by a file that ends well after the post is due,
// whatever Cloudflare says, nor by a file whose rule was late enough when it was last read.
func TestKeepUntil_LongEnough(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	key := keyOf(december) // It ends on 1 February.
	down := cloudflaretest.Fault{Path: "/lifecycle", Status: 503, Times: -1}
	b.cf.Fault(down)
	b.keep(t, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), key)
	b.keep(t, time.Date(2027, 1, 29, 23, 0, 0, 0, time.UTC), key)
	late := time.Date(2027, 1, 30, 0, 0, 0, 0, time.UTC)
	wantCode(t, b.link.KeepUntil(t.Context(), []string{key}, late), apperror.CloudError)
	b.cf.Heal()
	b.keep(t, late, key) // The rule is moved to 1 March.
	b.clock.Advance(30 * 24 * time.Hour)
	b.cf.Fault(down)
	b.keep(t, time.Date(2027, 2, 26, 0, 0, 0, 0, time.UTC), key)
	wantCode(t, b.link.KeepUntil(t.Context(), []string{key}, month(2027, time.March)), apperror.CloudError)
}

// TestKeepUntil_Refused: when Cloudflare refuses to change rules, the files get other keys. A rule
// that only tidies up is not asked for each time.
func TestKeepUntil_Refused(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	b.cf.Fault(cloudflaretest.Fault{Path: "/lifecycle", Status: 403, Code: 10000, Message: "Authentication error", Times: -1})
	for range 3 {
		b.watch(t)
		b.clock.Advance(time.Minute)
	}
	if got := b.cf.Count("GET", "/lifecycle"); got != 1 {
		t.Errorf("%d calls", got)
	}
	if err := b.link.KeepUntil(t.Context(), []string{keyOf(december)}, month(2027, time.March)); !errors.Is(err, cloud.ErrEndsEarlier) {
		t.Errorf("got %v", err)
	}
	b.cf.Heal()
	b.clock.Advance(2 * time.Hour)
	wantDays(t, b.watch(t), ahead(start, nil))
}

// TestKeepUntil_OldRulesPutBack: another folder sets the rules that it had read before. Crier sees
// that at once, and again a day later.
func TestKeepUntil_OldRulesPutBack(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	key, due := keyOf(december), month(2027, time.May)
	b.link.OnFiles(func(context.Context) ([]cloud.NeededFiles, error) {
		return []cloud.NeededFiles{{Keys: []string{key}, Due: due}}, nil
	})
	b.watch(t)
	old := b.cf.R2(b.account).Lifecycle("posts")
	puts := 0
	b.cf.R2(b.account).AfterLifecycle("posts", func() {
		if puts++; puts == 1 {
			b.cf.R2(b.account).PutLifecycle("posts", old[:1])
		}
	})
	b.keep(t, month(2027, time.August), key)
	if days, _ := b.ends(t); puts != 2 || days[ofDec] != "2027-10-01T00:00:00Z" {
		t.Errorf("after %d calls: %v", puts, days)
	}
	b.cf.R2(b.account).PutLifecycle("posts", old[:1])
	b.clock.Advance(24 * time.Hour)
	wantDays(t, b.watch(t), ahead(start, map[string]string{ofDec: "2027-07-01T00:00:00Z"}))
}

// TestKeepUntil_ChangedRules: a rule of Crier's that somebody changed is replaced where it might
// delete too early. One that is switched off deletes nothing, and stays so.
func TestKeepUntil_ChangedRules(t *testing.T) {
	t.Parallel()
	const at = `"deleteObjectsTransition":{"condition":`
	for name, c := range map[string]struct{ rule, want string }{
		"off":                {`"enabled":false,"conditions":{"prefix":"crier-202612-"},` + at + `{"type":"Date","date":"2027-01-01T00:00:00Z"}}`, "2027-01-01T00:00:00Z"},
		"an age":             {`"enabled":true,"conditions":{"prefix":"crier-202612-"},` + at + `{"type":"Age","maxAge":86400}}`, "2027-07-01T00:00:00Z"},
		"another prefix":     {`"enabled":true,"conditions":{"prefix":""},` + at + `{"type":"Date","date":"2028-01-01T00:00:00Z"}}`, "2027-07-01T00:00:00Z"},
		"a day":              {`"enabled":true,"conditions":{"prefix":"crier-202612-"},` + at + `{"type":"Date","date":"2027-09-01"}}`, "2027-09-01"},
		"a day too early":    {`"enabled":true,"conditions":{"prefix":"crier-202612-"},` + at + `{"type":"Date","date":"2027-02-01"}}`, "2027-07-01T00:00:00Z"},
		"an unknown date":    {`"enabled":true,"conditions":{"prefix":"crier-202612-"},` + at + `{"type":"Date","date":"next year"}}`, "2027-07-01T00:00:00Z"},
		"an empty rule":      {`"enabled":true,"conditions":{"prefix":"crier-202612-"}`, "2027-07-01T00:00:00Z"},
		"as it should be":    {`"enabled":true,"conditions":{"prefix":"crier-202612-"},` + at + `{"type":"Date","date":"2027-08-01T00:00:00Z"}}`, "2027-08-01T00:00:00Z"},
		"nearly long enough": {`"enabled":true,"conditions":{"prefix":"crier-202612-"},` + at + `{"type":"Date","date":"2027-05-22T00:00:00Z"}}`, "2027-07-01T00:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := withMadeBucket(t)
			r2 := b.cf.R2(b.account)
			r2.PutLifecycle("posts", append(r2.Lifecycle("posts"), json.RawMessage(`{"id":"crier-202612-",`+c.rule+`}`)))
			b.keep(t, month(2027, time.May), keyOf(december))
			rules := r2.Lifecycle("posts")
			if len(rules) != 2 || !strings.Contains(string(rules[1]), c.want) {
				t.Errorf("got %s", rules)
			}
		})
	}
}

// TestKeepUntil_OthersBuckets: Crier leaves the rules of a bucket alone that is not in the worker's
// account. A file that they might delete too early needs another key.
func TestKeepUntil_OthersBuckets(t *testing.T) {
	t.Parallel()
	b := ready(t)
	b.store = startStore(t, storeKey)
	b.boot(t)
	b.keep(t, month(2026, time.December), keyOf(december), objectstore.NewKey("jpg"))
	if err := b.link.KeepUntil(t.Context(), []string{keyOf(start)}, month(2028, time.January)); !errors.Is(err, cloud.ErrEndsEarlier) {
		t.Errorf("got %v", err)
	}
	if err := b.cloud.Watcher.Watch(t.Context()); err != nil {
		t.Error(err)
	}
	if b.link.HasRules() || b.cf.Count("GET", "/lifecycle")+b.cf.Count("PUT", "/lifecycle") != 0 {
		t.Error("it was touched")
	}
}

// TestKeepUntil_Environment: a bucket that set-up has made keeps its rules when the environment
// names it, so that they are moved as before.
func TestKeepUntil_Environment(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	b.watch(t)
	fixed := b.store.config("posts", tokenID)
	b.fixed = &fixed
	b.boot(t)
	b.keep(t, month(2027, time.March), keyOf(start))
	if days, _ := b.ends(t); days[november] != "2027-05-01T00:00:00Z" {
		t.Errorf("got %v", days)
	}
}

// TestKeepUntil_HangingCloudflare: a post waits for a background look at the rules no longer than
// for a request of its own.
func TestKeepUntil_HangingCloudflare(t *testing.T) {
	t.Parallel()
	b := withMadeBucket(t)
	b.keep(t, december, keyOf(december))
	held := make(chan struct{})
	b.cf.Fault(cloudflaretest.Fault{Path: "/lifecycle", Until: held, Times: -1})
	watched := make(chan error, 1)
	go func() { watched <- b.cloud.Watcher.Watch(t.Context()) }()
	b.keep(t, december, keyOf(december))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantCode(t, b.link.KeepUntil(ctx, []string{keyOf(december)}, month(2027, time.May)), apperror.CloudError)
	close(held)
	if err := <-watched; err != nil {
		t.Error(err)
	}
}
