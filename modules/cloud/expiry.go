package cloud

import (
	"context"
	"slices"
	"sync"
	"time"

	"crier/platform/apperror"
	"crier/platform/cloudflare"
	"crier/platform/objectstore"
)

const (
	// monthsKept is how many months after the one in which an object is needed begins the one with which it ends.
	monthsKept = 2
	// rulesFresh is for how long what was read of a bucket's rules is believed, and pausePerFailure how long rules that could not be set, and
	// without which nothing is lost, are not tried again.
	rulesFresh, pausePerFailure = 24 * time.Hour, 10 * time.Minute
	// rulesPatience is how long Cloudflare is waited for: somebody may wait for a post to be changed.
	rulesPatience = 10 * time.Second
	// mostRules is how many rules Cloudflare takes, with room for those of others.
	mostRules = 900
)

// expiry has the objects in a bucket of R2 that a set-up has made end by themselves some time after they were needed, so that nothing stays public for
// ever when this machine never returns. There is a rule for each month, by the prefix of the keys. Rules only move ahead: another data folder may
// use the bucket too.
type expiry struct {
	stack   *stack
	buckets *Buckets
	setup   *setup

	mu sync.Mutex
	// bucket is the one of which known was read, and readAt when; known has by prefix the day on which objects end.
	bucket string
	readAt time.Time
	known  map[string]time.Time
	// failedAt is when rules could not be set last.
	failedAt time.Time
}

// endOf returns the day on which objects end that are needed in the instant's month.
func endOf(needed time.Time) time.Time {
	needed = needed.UTC()
	return time.Date(needed.Year(), needed.Month()+monthsKept, 1, 0, 0, 0, 0, time.UTC)
}

// keepUntil makes sure that the objects are there as long as a post needs them that is due then, and that they end after that. It returns an error
// when they might end before: keys of an earlier month. A key without a month never ends by itself.
func (e *expiry) keepUntil(ctx context.Context, keys []string, due time.Time) error {
	wanted, isEarlier := map[string]time.Time{}, false
	for _, key := range keys {
		month, isDated := objectstore.DueMonth(key)
		if !isDated {
			continue
		}
		if end := endOf(month); end.Before(endOf(due)) {
			isEarlier = true
			wanted[objectstore.MonthPrefix(month)] = endOf(due)
		} else {
			wanted[objectstore.MonthPrefix(month)] = end
		}
	}
	bucket, isOurs := e.managed()
	if len(wanted) == 0 || !isOurs {
		return nil
	}
	err := e.ensure(ctx, bucket, wanted, isEarlier)
	if err == nil {
		return nil
	}
	if isEarlier {
		return apperror.Wrap(apperror.CloudError, err, "the bucket's rule by which the post's files end before it is due could not be changed: %s", sentence(err))
	}
	e.stack.log.Warn("cloud: the bucket has no rule by which public files end by themselves; Crier deletes them as long as it runs", "error", err)
	return nil
}

// managed returns the name of the bucket when a set-up has made it in the account.
func (e *expiry) managed() (string, bool) {
	st, c := e.stack.get(), e.buckets.inUse()
	if c == nil || e.buckets.Fixed != nil || st.row.AccountID == "" || c.store.Config().Endpoint != e.setup.endpointOf(st.row.AccountID) {
		return "", false
	}
	return c.store.Config().Name, true
}

// ensure has the objects of each prefix end on the day, or later. Unless it must, it does not try soon again what has just failed.
func (e *expiry) ensure(ctx context.Context, bucket string, wanted map[string]time.Time, must bool) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.stack.clock.Now()
	if e.bucket == bucket && waits(now, e.readAt.Add(rulesFresh), rulesFresh) && e.covers(wanted) {
		return nil
	}
	if !must && waits(now, e.failedAt.Add(pausePerFailure), pausePerFailure) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, rulesPatience)
	defer cancel()
	err := e.set(ctx, bucket, wanted)
	e.failedAt = time.Time{}
	if err != nil {
		e.failedAt = now
	}
	return err
}

func (e *expiry) covers(wanted map[string]time.Time) bool {
	for prefix, end := range wanted {
		if known, ok := e.known[prefix]; !ok || known.Before(end) {
			return false
		}
	}
	return true
}

// set reads the rules, and moves those of the prefixes ahead where they are not far enough. Rules of others stay as they are.
func (e *expiry) set(ctx context.Context, bucket string, wanted map[string]time.Time) error {
	account, err := e.stack.account(e.stack.get())
	if err != nil {
		return err
	}
	rules, err := account.R2().Lifecycle(ctx, bucket)
	if err != nil {
		return cloudError(err, apperror.CloudError)
	}
	known := map[string]time.Time{}
	for _, rule := range rules {
		if isOwn(rule) {
			known[rule.Prefix] = rule.DeleteOn
		}
	}
	e.bucket, e.readAt, e.known = bucket, e.stack.clock.Now(), known
	if e.covers(wanted) {
		return nil
	}
	past := e.stack.clock.Now().AddDate(-1, 0, 0)
	rules = slices.DeleteFunc(rules, func(rule cloudflare.LifecycleRule) bool {
		end, isWanted := wanted[rule.Prefix]
		return isOwn(rule) && (rule.DeleteOn.Before(past) || isWanted && rule.DeleteOn.Before(end))
	})
	for prefix, end := range wanted {
		if known[prefix].Before(end) {
			rules = append(rules, cloudflare.LifecycleRule{ID: prefix, Prefix: prefix, DeleteOn: end})
		}
	}
	if len(rules) > mostRules {
		return apperror.New(apperror.CloudError, "the bucket %s has %d lifecycle rules, and Cloudflare takes no more; delete some in its dashboard", bucket, len(rules))
	}
	if err := account.R2().SetLifecycle(ctx, bucket, rules); err != nil {
		e.readAt = time.Time{} // Whether it was done is not known.
		return cloudError(err, apperror.CloudError)
	}
	for prefix, end := range wanted {
		if known[prefix].Before(end) {
			known[prefix] = end
		}
	}
	return nil
}

// isOwn reports whether a rule is one that Crier has made: its id is the prefix.
func isOwn(rule cloudflare.LifecycleRule) bool {
	month, isDated := objectstore.DueMonth(rule.Prefix)
	return isDated && rule.ID == rule.Prefix && rule.Prefix == objectstore.MonthPrefix(month) && !rule.DeleteOn.IsZero()
}
