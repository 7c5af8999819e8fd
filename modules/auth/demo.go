package auth

import (
	"context"
	"fmt"
	"time"

	"crier/platform/config"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// DemoAccount is an account of the sandbox network that the first run connects.
type DemoAccount struct {
	// ID is the account's id in Crier, the same on every machine, so that recipes can name it.
	ID             wireid.ID
	SNUserID       string
	Username       string
	Name           string
	AccountType    string
	LoginMethod    LoginMethod
	PageID         string
	PageName       string
	FollowersCount int64
	MediaCount     int64
	Token          secrets.Text
}

func connectDemo(ctx context.Context, tx bun.IDB, s *Service) error {
	now := s.now()
	for i, d := range s.demo {
		// The instants are a millisecond apart, so that the accounts keep the order of the list.
		account := d.account(s.user, wiretime.Of(now.Time().Add(time.Duration(i)*time.Millisecond)))
		token := &accountToken{
			Sealed: s.box.Seal(d.Token, tokenRecord(account.ID)), UpdatedAt: now, ObtainedAt: now, NextSyncAt: nextSync(now),
		}
		if err := insertAccount(ctx, tx, account, token); err != nil {
			return fmt.Errorf("connect the demo account %s: %w", d.Username, err)
		}
	}
	return markDemoConnected(ctx, tx, s.user, now)
}

func (d DemoAccount) account(userID wireid.ID, now wiretime.Time) *SocialAccount {
	a := &SocialAccount{
		ID: d.ID, SNUserID: d.SNUserID, Username: d.Username, Name: &d.Name, AccountType: &d.AccountType,
		LoginMethod: d.LoginMethod, FollowersCount: &d.FollowersCount, MediaCount: &d.MediaCount,
		LastSyncedAt: &now, CreatedAt: now, UserID: userID, Network: config.Sandbox,
	}
	if d.LoginMethod == Partner {
		// A Page's token does not expire.
		a.PartnerPageID, a.PartnerPageName = &d.PageID, &d.PageName
	} else {
		a.TokenExpiresAt = wiretime.Ptr(now.Time().Add(longLivedFor))
	}
	return a
}

// demoAccounts are the accounts of the sandbox, under fixed ids of Crier.
func demoAccounts() []DemoAccount {
	ids := []wireid.ID{
		wireid.MustParse("11111111-1111-4111-8111-111111111111"),
		wireid.MustParse("22222222-2222-4222-8222-222222222222"),
	}
	accounts := make([]DemoAccount, 0, len(ids))
	for i, a := range sandbox.DemoAccounts() {
		accounts = append(accounts, DemoAccount{
			ID: ids[i], SNUserID: a.SNUserID, Username: a.Username, Name: a.Name, AccountType: a.AccountType,
			LoginMethod: LoginMethod(a.LoginMethod), PageID: a.PageID, PageName: a.PageName,
			FollowersCount: int64(a.FollowersCount), MediaCount: int64(a.MediaCount), Token: a.Token,
		})
	}
	return accounts
}
