package cloud

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/objectstore"
)

const (
	// monthsAhead is for how many coming months rules exist before any object needs them, so that a
	// machine that is switched off right after it put a file into the bucket leaves no file without
	// a rule.
	monthsAhead = 12
	// spareDays is for how many days after its time a post may still need its files.
	spareDays = 2
	// rulesFresh is how long rules that were read are valid.
	rulesFresh = 24 * time.Hour
	// rulesRetry is the pause after rules could not be set in the background.
	rulesRetry = time.Hour
	// rulesPatience is short, because an edit of a post asks up to twice and has ten seconds.
	rulesPatience = 4 * time.Second
	// rulesRounds is how often rules are read at most; they are set between two reads.
	rulesRounds = 3
	// mostRules is how many rules Crier sets: what Cloudflare takes, with room for rules of others.
	mostRules = 900
)

// never is when objects expire that no rule deletes.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// ErrEndsEarlier says that a rule may delete files of a post before the post is due, and that this
// Crier cannot change the rule. The files need other keys.
var ErrEndsEarlier = errors.New("cloud: the files may be deleted before the post is due")

// NeededFiles are the keys of a post's files in the bucket, and when the post is due.
type NeededFiles struct {
	Keys []string
	Due  time.Time
}

// expiry maintains rules in a bucket of R2 by which Cloudflare deletes objects that this machine
// did not delete because it never returned. There is one rule for each month, by the prefix of the
// keys. A rule only moves to later days, because another data folder may use the bucket too.
type expiry struct {
	stack   *stack
	buckets *Buckets
	setup   *setup

	// turn has one place, for the call that reads and sets rules.
	turn chan struct{}
	mu   sync.Mutex
	// known has for each prefix the day on which objects expire, as read from place at readAt.
	place  bucketPlace
	readAt time.Time
	known  map[string]time.Time
	// noted has the prefixes of keys that posts use. tidyAt is when the rules are checked next.
	noted  map[string]bool
	tidyAt time.Time
	// files returns what posts at the worker need.
	files []func(context.Context) ([]NeededFiles, error)
}

type bucketPlace struct{ account, name string }

// need is what a prefix should have: objects expire after least, by a rule for end if there is
// none.
type need struct{ least, end time.Time }

func newExpiry(s *stack, b *Buckets, u *setup) *expiry {
	return &expiry{stack: s, buckets: b, setup: u, turn: make(chan struct{}, 1), noted: map[string]bool{}}
}

// keepUntil makes sure that objects stay as long as a post needs them that is due then. It asks
// Cloudflare only about keys whose own month ends too early. It returns ErrEndsEarlier if the rules
// cannot be changed, and CLOUD_ERROR if another attempt may change them.
func (e *expiry) keepUntil(ctx context.Context, keys []string, due time.Time) error {
	wanted := map[string]need{}
	for _, key := range keys {
		month, isDated := objectstore.DueMonth(key)
		if !isDated {
			continue
		}
		e.note(objectstore.MonthPrefix(month))
		if least := due.AddDate(0, 0, spareDays); !objectstore.EndOf(month).After(least) {
			wanted[objectstore.MonthPrefix(month)] = need{least: least, end: objectstore.EndOf(due)}
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	at, isOurs := e.managed()
	if !isOurs {
		return ErrEndsEarlier
	}
	err := e.ensure(ctx, at, wanted)
	switch {
	case err == nil:
		return nil
	case !mayPass(err):
		e.stack.log.Warn("cloud: the bucket's rules cannot be changed; Crier stores the post's files under other keys", "error", err)
		return ErrEndsEarlier
	}
	return apperror.Wrap(apperror.CloudError, err, "the bucket deletes the post's files before the post is due, and Crier could not change that rule: %s", sentence(err))
}

// mayPass reports whether another attempt to change the rules may succeed.
func mayPass(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || isPassing(err)
}

// note schedules a rule for a prefix. It sends no request.
func (e *expiry) note(prefix string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.noted[prefix] {
		e.noted[prefix], e.tidyAt = true, time.Time{}
	}
}

// managed returns the bucket in use, and whether it is in the account of the worker, so that its
// rules can be changed.
func (e *expiry) managed() (bucketPlace, bool) {
	st, c := e.stack.get(), e.buckets.inUse()
	if c == nil || st.row.AccountID == "" || c.store.Config().Endpoint != e.setup.r2Endpoint(st.row.AccountID) {
		return bucketPlace{}, false
	}
	return bucketPlace{st.row.AccountID, c.store.Config().Name}, true
}

// ensure makes the rules what is wanted. While Cloudflare cannot be asked, a rule that was late
// enough when it was last read counts.
func (e *expiry) ensure(ctx context.Context, at bucketPlace, wanted map[string]need) error {
	if e.isFresh() && e.covers(at, wanted) {
		return nil
	}
	err := e.set(ctx, at, wanted)
	if err != nil && e.covers(at, wanted) {
		e.stack.log.Warn("cloud: the bucket's rules could not be read; as last read, they keep the post's files long enough", "error", err)
		return nil
	}
	return err
}

func (e *expiry) isFresh() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return waits(e.stack.clock.Now(), e.readAt.Add(rulesFresh), rulesFresh)
}

func (e *expiry) covers(at bucketPlace, wanted map[string]need) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for prefix, n := range wanted {
		if e.place != at || !e.known[prefix].After(n.least) {
			return false
		}
	}
	return true
}

// tidy checks once a day, and soon after a month was noted, that each month has its rule and that
// the rules of the months of posts at the worker are late enough. Another folder may have restored
// older rules.
func (e *expiry) tidy(ctx context.Context) {
	at, isOurs := e.managed()
	now := e.stack.clock.Now()
	e.mu.Lock()
	isDue := !waits(now, e.tidyAt, rulesFresh)
	if isOurs && isDue {
		e.tidyAt = now.Add(rulesFresh)
	}
	e.mu.Unlock()
	if !isOurs || !isDue {
		return
	}
	wanted, err := e.neededRules(ctx, now)
	if err == nil {
		err = e.set(ctx, at, wanted)
	}
	if err != nil && ctx.Err() == nil {
		e.mu.Lock()
		e.tidyAt = now.Add(rulesRetry)
		e.mu.Unlock()
		e.stack.log.Warn("cloud: the rules that delete public files could not be set; Crier deletes the files while it runs", "error", err)
	}
}

// forgetRules has the rules read and set soon, because the bucket was made again without them.
func (e *expiry) forgetRules() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.known, e.readAt, e.tidyAt = nil, time.Time{}, time.Time{}
}

// neededRules returns what the months need in which something is public or may become so.
func (e *expiry) neededRules(ctx context.Context, now time.Time) (map[string]need, error) {
	ends := map[string]time.Time{}
	for i := range monthsAhead + 1 {
		month := time.Date(now.UTC().Year(), now.UTC().Month()+time.Month(i), 1, 0, 0, 0, 0, time.UTC)
		ends[objectstore.MonthPrefix(month)] = objectstore.EndOf(month)
	}
	extend := func(key string, end time.Time) {
		if month, isDated := objectstore.DueMonth(key); isDated {
			prefix := objectstore.MonthPrefix(month)
			ends[prefix] = slices.MaxFunc([]time.Time{ends[prefix], objectstore.EndOf(month), end}, time.Time.Compare)
		}
	}
	e.mu.Lock()
	noted, files := slices.Collect(maps.Keys(e.noted)), slices.Clone(e.files)
	e.mu.Unlock()
	for _, prefix := range noted {
		extend(prefix, time.Time{})
	}
	for _, f := range files {
		list, err := f(ctx)
		if err != nil {
			return nil, err
		}
		for _, needed := range list {
			for _, key := range needed.Keys {
				extend(key, objectstore.EndOf(needed.Due))
			}
		}
	}
	wanted := map[string]need{}
	for prefix, end := range ends {
		if !end.Before(longAgo(now)) {
			wanted[prefix] = need{least: end.Add(-1), end: end}
		}
	}
	return wanted, nil
}

// set reads the rules and moves those that end too early. It reads the result, because another
// folder may set rules at the same time. It does not change rules of others.
func (e *expiry) set(ctx context.Context, at bucketPlace, wanted map[string]need) error {
	ctx, cancel := context.WithTimeout(ctx, rulesPatience)
	defer cancel()
	select {
	case e.turn <- struct{}{}:
		defer func() { <-e.turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	account, err := e.stack.account(e.stack.get())
	if err != nil {
		return err
	}
	for round := 1; ; round++ {
		rules, err := account.R2().Lifecycle(ctx, at.name)
		if err != nil {
			return cloudError(err, apperror.CloudError)
		}
		e.learn(at, rules)
		if e.covers(at, wanted) {
			return nil
		}
		if round == rulesRounds {
			return apperror.New(apperror.CloudError, "the rules of the bucket %s are not as they were set; another program changes them", at.name)
		}
		if rules = e.moved(rules, wanted); len(rules) > mostRules {
			return apperror.New(apperror.CloudError, "the bucket %s has %d lifecycle rules, and Cloudflare takes no more; delete some in its dashboard", at.name, len(rules))
		}
		if err := account.R2().SetLifecycle(ctx, at.name, rules); err != nil {
			return cloudError(err, apperror.CloudError)
		}
		e.learn(at, rules)
	}
}

// learn stores when objects expire by the rules.
func (e *expiry) learn(at bucketPlace, rules []cloudflare.LifecycleRule) {
	known := map[string]time.Time{}
	for _, rule := range rules {
		if !isOwn(rule) {
			continue
		}
		switch {
		case rule.IsOff:
			known[rule.ID] = never
		case rule.Prefix == rule.ID && !rule.DeleteOn.IsZero():
			known[rule.ID] = rule.DeleteOn
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.place, e.readAt, e.known = at, e.stack.clock.Now(), known
}

// moved returns the rules with the wanted ones. A wanted rule replaces the rule with its id, and
// rules of a year ago are left out.
func (e *expiry) moved(rules []cloudflare.LifecycleRule, wanted map[string]need) []cloudflare.LifecycleRule {
	e.mu.Lock()
	defer e.mu.Unlock()
	past := longAgo(e.stack.clock.Now())
	isMissing := func(prefix string) bool {
		n, isWanted := wanted[prefix]
		return isWanted && !e.known[prefix].After(n.least)
	}
	rules = slices.DeleteFunc(rules, func(rule cloudflare.LifecycleRule) bool {
		isPast := !rule.DeleteOn.IsZero() && rule.DeleteOn.Before(past)
		return isOwn(rule) && (isPast || isMissing(rule.ID))
	})
	for _, prefix := range slices.Sorted(maps.Keys(wanted)) {
		if isMissing(prefix) {
			rules = append(rules, cloudflare.LifecycleRule{ID: prefix, Prefix: prefix, DeleteOn: wanted[prefix].end})
		}
	}
	return rules
}

// longAgo returns the instant before which rules are not needed any more.
func longAgo(now time.Time) time.Time { return now.AddDate(-1, 0, 0) }

// isOwn reports whether a rule has the id of one that Crier makes, which is a prefix.
func isOwn(rule cloudflare.LifecycleRule) bool {
	month, isDated := objectstore.DueMonth(rule.ID)
	return isDated && rule.ID == objectstore.MonthPrefix(month)
}
