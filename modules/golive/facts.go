package golive

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"crier/modules/auth"
	"crier/platform/graph"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// facts are what the steps are worked out from.
type facts struct {
	now   wiretime.Time
	looks []storedLook
	// others are the usernames of the accounts besides best.
	others []string
	// best is nil while no account is connected.
	best *standing
	// base is the beginning of the public addresses, empty while there is no place for files.
	base string
	// noPlace says why there is none.
	noPlace error
}

// standing is an account with what keeps it from publishing.
type standing struct {
	auth.SocialAccount

	token secrets.Text
	// refused is why its access does not suffice, or nil.
	refused error
}

func (s standing) isProfessional() bool { return s.AccountType != nil }

// canPublish reports whether the steps account and token are done.
func (s *standing) canPublish() bool { return s != nil && s.refused == nil && s.isProfessional() }

// rank grows with how close the account is to publishing.
func (s standing) rank() int {
	n := 0
	if s.refused == nil {
		n += 2
	}
	if s.isProfessional() {
		n++
	}
	return n
}

func (s standing) asked() graph.Account {
	return graph.Account{ID: s.SNUserID, Login: graph.Login(s.LoginMethod), Token: s.token}
}

// know reads the facts. It asks nobody.
func (d Deps) know(ctx context.Context) (f facts, err error) {
	f.now = wiretime.Of(d.Clock.Now())
	if f.noPlace = d.Objects.Ready(); f.noPlace == nil {
		f.base = d.Objects.URL("")
	}
	if f.looks, err = selectLooks(ctx, d.DB, d.Config.Network); err != nil {
		return f, fmt.Errorf("read what the last looks have found: %w", err)
	}
	accounts, err := d.Accounts.Accounts(ctx)
	if err != nil {
		return f, err
	}
	all := make([]standing, len(accounts))
	for i, account := range accounts {
		all[i] = d.standingOf(ctx, account, f.now)
	}
	// Of several that stand alike, the one that was connected first counts.
	slices.SortStableFunc(all, func(a, b standing) int { return b.rank() - a.rank() })
	for i := range all {
		if i == 0 {
			f.best = &all[0]
			continue
		}
		f.others = append(f.others, all[i].Username)
	}
	return f, nil
}

// standingOf reads the token in any case: it is a part of what a look is about.
func (d Deps) standingOf(ctx context.Context, account auth.SocialAccount, now wiretime.Time) standing {
	token, err := d.Accounts.Token(ctx, account.ID)
	return standing{account, token, cmp.Or(account.CheckUsable(now), err, account.CheckPermissions())}
}

// of returns the last look at a step of now, and nil when there is none, or one of something else.
func (f facts) of(id ID) *storedLook {
	account, about := f.about(id)
	for i := range f.looks {
		if look := &f.looks[i]; look.Step == id && look.AccountID == account && look.About == about {
			return look
		}
	}
	return nil
}

// about returns what a look at the step is about: the account, empty for none, and a digest.
func (f facts) about(id ID) (account, digest string) {
	parts := []string{string(id)}
	if id != Media && f.best != nil {
		account = f.best.ID.String()
		parts = append(parts, f.best.token.Reveal())
	}
	if id == Media || id == Rehearsal {
		parts = append(parts, f.base)
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return account, hex.EncodeToString(sum[:])
}

// isDone reports whether the last look has proved a step.
func (f facts) isDone(id ID) bool {
	look := f.of(id)
	return look != nil && look.State == Done
}

// canLook reports whether what comes before a look at the step is done.
func (f facts) canLook(id ID) bool {
	switch id {
	case Token:
		return f.best != nil && !f.best.token.IsEmpty()
	case Media:
		return f.noPlace == nil
	case Rehearsal:
		return f.best.canPublish() && f.noPlace == nil && f.isDone(Media)
	case Limit:
		return f.best.canPublish()
	case Account, Page, Mode, First, Off:
	}
	return false
}

// isDue reports whether a look at the step is to be made without being asked for. One from the
// future was made by a clock that was set back since.
func (f facts) isDue(id ID) bool {
	if !f.canLook(id) {
		return false
	}
	look := f.of(id)
	return look == nil || !f.now.Time().Before(look.NextAt.Time()) || f.now.Time().Before(look.CheckedAt.Time())
}
