package attempt_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// TestFinding08_OrderIsSeq: whatever reads several attempts has them in the order in which they
// were written down, also when the clock stood a year ahead at an earlier one. By their instants
// look-alikes would swap what they are.
func TestFinding08_OrderIsSeq(t *testing.T) {
	t.Parallel()
	b := setup(t)
	post := wireid.New()
	for _, one := range []struct {
		ref  string
		sent time.Duration
	}{{"1", 365 * 24 * time.Hour}, {"2", time.Hour}, {"3", 0}} {
		a := attempt.Attempt{PostID: post, AccountID: b.account, Channel: attempt.Feed, Ref: one.ref, Look: "look", SentAt: at(one.sent)}
		if _, err := b.ledger.Intend(t.Context(), b.durably, &a, func(context.Context, bun.IDB) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if a, ok, err := attempt.Last(t.Context(), b.db, post, attempt.Feed); err != nil || !ok || a.Ref != "3" {
		t.Errorf("the last one is %+v, %t, %v", a, ok, err)
	}
	for name, c := range map[string]struct {
		read func() ([]attempt.Attempt, error)
		want []string
	}{
		"of a post":  {func() ([]attempt.Attempt, error) { return attempt.OfPost(t.Context(), b.db, post) }, []string{"1", "2", "3"}},
		"unsettled":  {func() ([]attempt.Attempt, error) { return attempt.Unsettled(t.Context(), b.db, 0, 9) }, []string{"1", "2", "3"}},
		"one by one": {func() ([]attempt.Attempt, error) { return attempt.Unsettled(t.Context(), b.db, 0, 1) }, []string{"1"}},
		"that look so": {func() ([]attempt.Attempt, error) {
			return attempt.Alike(t.Context(), b.db, b.account, attempt.Feed, "look")
		}, []string{"3", "2", "1"}},
		"recent": {func() ([]attempt.Attempt, error) { return attempt.Recent(t.Context(), b.db, b.account, attempt.Feed) }, []string{"3", "2", "1"}},
	} {
		all, err := c.read()
		var refs []string
		for _, a := range all {
			refs = append(refs, a.Ref)
		}
		if err != nil || !slices.Equal(refs, c.want) {
			t.Errorf("%s: %v, not %v, %v", name, refs, c.want, err)
		}
	}
}
