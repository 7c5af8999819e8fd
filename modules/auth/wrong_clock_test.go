package auth

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/wiretime"
)

// networkClock is the clock of the network: that of Crier without the error of Crier's.
type networkClock struct {
	*clock.Fake

	err atomic.Int64
}

func (n *networkClock) Now() time.Time { return n.Fake.Now().Add(-time.Duration(n.err.Load())) }

// misset sets Crier's clock wrong by so much more, and leaves the network's as it is.
func (n *networkClock) misset(by time.Duration) {
	n.err.Add(int64(by))
	n.Jump(by)
}

// chores runs what is due of the accounts.
func (c *connected) chores(t *testing.T) {
	t.Helper()
	for _, chore := range []func() error{
		func() error { return c.syncer.SyncDue(t.Context()) },
		func() error { return c.syncer.ProbeDue(t.Context()) },
		func() error { return c.refresher.RefreshDue(t.Context()) },
	} {
		if err := chore(); err != nil {
			t.Fatal(err)
		}
	}
}

const year = 365 * 24 * time.Hour

// TestChores_AfterAClockThatWasAhead: a clock that is ahead for an hour ends no care for a token.
// Once it is put right, the token is read daily and refreshed before it ends.
func TestChores_AfterAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 30*24*time.Hour)
	c.chores(t)
	c.network.misset(year)
	c.chores(t)
	c.clock.Advance(time.Hour)
	c.chores(t)
	c.network.misset(-year)
	var reads, refreshes atomic.Int32
	c.before = func(path string) {
		if strings.HasSuffix(path, "/me") {
			reads.Add(1)
		}
		if strings.HasSuffix(path, "/refresh_access_token") {
			refreshes.Add(1)
		}
	}
	const days = 75
	for range days {
		c.clock.Advance(24 * time.Hour)
		c.chores(t)
	}
	c.works(t, a)
	end := c.account(t, a.ID).TokenExpiresAt
	if reads.Load() < days || refreshes.Load() != 2 || end == nil || end.Time().Sub(c.clock.Now()) > longLivedFor {
		t.Errorf("in %d days %d reads and %d refreshes; it ends %s", days, reads.Load(), refreshes.Load(), end)
	}
}

// TestProbeDue_AfterAClockThatWasAhead: an account that was marked meanwhile is probed once the
// clock is put right.
func TestProbeDue_AfterAClockThatWasAhead(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, 0)
	c.network.misset(year)
	c.markDead(t, a.ID, "x")
	c.network.misset(-year)
	if err := c.syncer.ProbeDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := c.account(t, a.ID); got.IsMarked() {
		t.Errorf("it works and is marked: %s", got.Remedy())
	}
}

// TestSelectDue_DropsFarPlans: what lies further off than it is ever planned is due, and what lies
// as far off as that is not.
func TestSelectDue_DropsFarPlans(t *testing.T) {
	t.Parallel()
	const token, account = "account_tokens SET ", "social_accounts SET "
	for name, one := range map[string]struct {
		due     selectDue
		plan    string
		longest time.Duration
		set     []string
	}{
		"read":                   {selectSyncDue, token + "next_sync_at", syncInterval, nil},
		"read after the end":     {selectSyncDue, token + "next_probe_at", longestProbePause, []string{account + "token_expires_at = 1"}},
		"probe":                  {selectProbeDue, token + "next_probe_at", longestProbePause, []string{account + "token_dead_at = 1"}},
		"refresh":                {selectRefreshDue, token + "next_refresh_at", refreshPause, []string{account + "token_expires_at = NULL", token + "expiry_assumed = 1"}},
		"refresh by age":         {selectRefreshDue, token + "obtained_at", 0, []string{account + "token_expires_at = NULL", token + "expiry_assumed = 1"}},
		"refresh before the end": {selectRefreshDue, account + "token_expires_at", longLivedFor, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			now := b.clock.Now()
			set := append(slices.Clone(one.set), token+"next_sync_at = "+fmt.Sprint(nextSync(wiretime.Of(now)).Time().UnixMilli()))
			if !strings.Contains(one.plan, "obtained_at") {
				set = append(set, token+"obtained_at = 1")
			}
			for _, ahead := range []time.Duration{one.longest, one.longest + time.Millisecond} {
				plan := one.plan + " = " + fmt.Sprint(now.Add(ahead).UnixMilli())
				for _, statement := range append(set, plan) {
					if _, err := b.db.ExecContext(t.Context(), "UPDATE "+statement); err != nil {
						t.Fatal(err)
					}
				}
				due, err := one.due(t.Context(), b.db, b.service, wiretime.Of(now))
				isDue := slices.ContainsFunc(due, func(a SocialAccount) bool { return a.LoginMethod == Primary })
				if err != nil || isDue != (ahead > one.longest) {
					t.Errorf("%s ahead: due %t, %v", ahead, isDue, err)
				}
			}
		})
	}
}

// TestSyncDue_AgainstAFarProbe: after the end of a token a failed read is tried after a pause, also
// where the next probe lies too far off to be believed.
func TestSyncDue_AgainstAFarProbe(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	a := c.bakery(t, longLivedFor)
	if err := updateProbe(t.Context(), c.db, a.ID, 0, wiretime.Of(c.clock.Now().Add(year))); err != nil {
		t.Fatal(err)
	}
	if _, err := c.db.ExecContext(t.Context(), "UPDATE account_tokens SET sealed = x'00' WHERE account_id = ?", a.ID); err != nil {
		t.Fatal(err)
	}
	if err := c.syncer.SyncDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	due, err := selectSyncDue(t.Context(), c.db, c.service, c.service.now())
	if err != nil || slices.ContainsFunc(due, func(d SocialAccount) bool { return d.ID == a.ID }) {
		t.Errorf("it is due again at once, %v", err)
	}
}
