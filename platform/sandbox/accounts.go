package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"time"

	"crier/platform/wiretime"
)

// accounts are the network's accounts, always the same ones.
type accounts struct {
	*core

	all  []*account
	byID map[string]*account
}

func newAccounts(c *core) *accounts {
	a := &accounts{core: c, byID: map[string]*account{}}
	for _, p := range append(DemoAccounts(), FurtherAccounts()...) {
		one := &account{ID: p.SNUserID, TokenState: tokenGood, TokenSince: wiretime.Of(c.now()), QuotaTotal: defaultQuota, profile: p}
		a.all = append(a.all, one)
		a.byID[one.ID] = one
	}
	return a
}

func (s *accounts) put(a *account) { s.record().Accounts = append(s.record().Accounts, a) }

func (s *accounts) named(accountID string) (*account, error) {
	if a := s.byID[accountID]; a != nil {
		return a, nil
	}
	return nil, errors.New("accountId names no account of the sandbox; it is the network's own id (snUserId)")
}

// whoAgrees returns the account of the login that was named, by default the florist or the potter.
func (s *accounts) whoAgrees(login, id string) *account {
	if id == "" {
		id = map[string]string{loginPrimary: FurtherAccounts()[0].SNUserID, loginPartner: DemoAccounts()[1].SNUserID}[login]
	}
	if a := s.byID[id]; a != nil && a.profile.LoginMethod == login {
		return a
	}
	return nil
}

func (s *accounts) apply(a *account) error {
	if a == nil {
		return errNullEntry
	}
	known := s.byID[a.ID]
	if known == nil {
		return fmt.Errorf("no account %q", a.ID)
	}
	known.TokenState, known.TokenSince, known.TokenSeq = a.TokenState, a.TokenSince, a.TokenSeq
	known.QuotaTotal, known.QuotaUsed, known.QuotaAt, known.QuotaSeq = a.QuotaTotal, a.QuotaUsed, a.QuotaAt, a.QuotaSeq
	return nil
}

// ofPage returns the account whose Page has the id, nil when there is none.
func (s *accounts) ofPage(id string) *account {
	i := slices.IndexFunc(s.all, func(a *account) bool { return id != "" && a.profile.PageID == id })
	if i < 0 {
		return nil
	}
	return s.all[i]
}

// quotaUsed returns how much of the cap was used after the mark from: the publications since then, and what the
// control API said was used if that is not older.
func (a *account) quotaUsed(from mark) int {
	base := mark{at: a.QuotaAt.UnixMilli(), seq: a.QuotaSeq}
	if a.QuotaSeq == 0 || compareMarks(base, from) <= 0 {
		return countAfter(a.published, from)
	}
	return a.QuotaUsed + countAfter(a.published, base)
}

func insertMark(marks []mark, m mark) []mark {
	i, _ := slices.BinarySearchFunc(marks, m, compareMarks)
	return slices.Insert(marks, i, m)
}

// countAfter returns how many of marks lie after the mark from.
func countAfter(marks []mark, from mark) int {
	first := sort.Search(len(marks), func(i int) bool { return compareMarks(marks[i], from) > 0 })
	return len(marks) - first
}

func compareMarks(a, b mark) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.seq, b.seq)) }

// dayBefore returns the mark after which everything lies within the 24 hours that end now.
func dayBefore(now time.Time) mark {
	return mark{at: now.Add(-day).UnixMilli(), seq: math.MaxInt64}
}
