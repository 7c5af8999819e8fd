package world

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

const defaultQuota = 50

// Accounts are the network's accounts, always the same ones.
type Accounts struct {
	*core

	all  []*Account
	ByID map[string]*Account
}

func newAccounts(c *core) *Accounts {
	a := &Accounts{core: c, ByID: map[string]*Account{}}
	for _, p := range slices.Concat(DemoAccounts(), FurtherAccounts(), UnifiedAccounts(), []Profile{InvitedAccount()}) {
		one := &Account{ID: p.SNUserID, TokenState: TokenGood, TokenSince: wiretime.Of(c.Now()), QuotaTotal: defaultQuota, Profile: p}
		a.all = append(a.all, one)
		a.ByID[one.ID] = one
	}
	return a
}

// Put records what has changed about the account.
func (s *Accounts) Put(a *Account) { s.record().Accounts = append(s.record().Accounts, a) }

// Named returns the account of an id that the control API was given.
func (s *Accounts) Named(accountID string) (*Account, error) {
	if a := s.ByID[accountID]; a != nil {
		return a, nil
	}
	return nil, errors.New("accountId names no account of the sandbox; it is the network's own id (snUserId)")
}

// OfLogin returns the accounts of a login.
func (s *Accounts) OfLogin(login string) []*Account {
	return slices.DeleteFunc(slices.Clone(s.all), func(a *Account) bool { return a.Profile.LoginMethod != login })
}

// WhoAgrees returns the account of the login that was named, by default the florist or the potter.
func (s *Accounts) WhoAgrees(login, id string) *Account {
	if id == "" {
		id = map[string]string{LoginPrimary: FurtherAccounts()[0].SNUserID, LoginPartner: DemoAccounts()[1].SNUserID}[login]
	}
	if a := s.ByID[id]; a != nil && a.Profile.LoginMethod == login {
		return a
	}
	return nil
}

func (s *Accounts) apply(a *Account) error {
	if a == nil {
		return errNullEntry
	}
	known := s.ByID[a.ID]
	if known == nil {
		return fmt.Errorf("no account %q", a.ID)
	}
	known.TokenState, known.TokenSince, known.TokenSeq = a.TokenState, a.TokenSince, a.TokenSeq
	known.QuotaTotal, known.QuotaUsed, known.QuotaAt, known.QuotaSeq = a.QuotaTotal, a.QuotaUsed, a.QuotaAt, a.QuotaSeq
	return nil
}

// OfPage returns the account whose Page has the id, nil when there is none.
func (s *Accounts) OfPage(id string) *Account {
	i := slices.IndexFunc(s.all, func(a *Account) bool { return id != "" && a.Profile.PageID == id })
	if i < 0 {
		return nil
	}
	return s.all[i]
}

// UsedSince returns how much of the cap was used after the mark from: the publications since then,
// and what the control API said was used if that is not older.
func (a *Account) UsedSince(from Mark) int {
	base := Mark{At: a.QuotaAt.UnixMilli(), seq: a.QuotaSeq}
	if a.QuotaSeq == 0 || compareMarks(base, from) <= 0 {
		return countAfter(a.published, from)
	}
	return a.QuotaUsed + countAfter(a.published, base)
}

func insertMark(marks []Mark, m Mark) []Mark {
	i, _ := slices.BinarySearchFunc(marks, m, compareMarks)
	return slices.Insert(marks, i, m)
}

// countAfter returns how many of marks lie after the mark from.
func countAfter(marks []Mark, from Mark) int {
	first := sort.Search(len(marks), func(i int) bool { return compareMarks(marks[i], from) > 0 })
	return len(marks) - first
}

func compareMarks(a, b Mark) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.seq, b.seq)) }

// DayBefore returns the mark after which everything lies within the 24 hours that end now.
func DayBefore(now time.Time) Mark {
	return Mark{At: now.Add(-Day).UnixMilli(), seq: math.MaxInt64}
}
