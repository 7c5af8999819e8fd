package auth

import (
	"context"
	"errors"
	"log/slog"

	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// refresher gives accounts tokens with a new life.
type refresher struct {
	accounts *Service
	client   *graph.Client
	syncer   *syncer
	renewals *Renewals
	log      *slog.Logger
}

// newRefresher returns the refresher of a service's accounts.
func newRefresher(accounts *Service, client *graph.Client, s *syncer, log *slog.Logger) *refresher {
	return &refresher{accounts, client, s, NewRenewals(accounts, log), log}
}

// RefreshDue refreshes the tokens whose end is near or not known. A token that
// cannot be refreshed stays as it is and is tried again after six hours; one
// that the network does not take marks its account.
func (r *refresher) RefreshDue(ctx context.Context) error {
	return eachDue(ctx, r.accounts, r.log, selectRefreshDue, func(ctx context.Context, a SocialAccount) error {
		_, err := r.refresh(ctx, a)
		return err
	})
}

// Refreshed is what came of Refresh.
type Refreshed struct {
	Account SocialAccount
	// TokenRefreshed says that the account has a new token. If not, Note may say why.
	TokenRefreshed bool
	Note           string
}

// Refresh gives the account a token with a new life if the network does that by now, and reads the
// profile and the picture. It revives an account whose token was found dead and works.
func (r *refresher) Refresh(ctx context.Context, id wireid.ID) (Refreshed, error) {
	account, err := r.accounts.Account(ctx, r.accounts.db, id)
	if err != nil {
		return Refreshed{}, err
	}
	var out Refreshed
	out.TokenRefreshed, err = r.refresh(ctx, account)
	if err != nil {
		out.Note = "the token was not refreshed and stays as it is: " + plainText(err)
	}
	if err := r.syncer.Sync(ctx, account); err != nil {
		return Refreshed{}, err
	}
	out.Account, err = r.accounts.Account(ctx, r.accounts.db, id)
	return out, err
}

func plainText(err error) string {
	if e := apperror.From(err); e != nil {
		return e.Message
	}
	return "the log has the reason"
}

// refresh reports whether the account has a new token. Whatever happens, the
// account keeps one that works: the old one is replaced only by one that the
// network gave, and only if it is still the account's.
func (r *refresher) refresh(ctx context.Context, account SocialAccount) (bool, error) {
	row, token, err := r.accounts.openToken(ctx, account.ID)
	if err != nil {
		return false, apperror.Wrap(apperror.TokenExpired, err, "the account's access token cannot be read; connect the account again")
	}
	if err := checkRefreshable(account, row, r.accounts.now()); err != nil {
		return false, err
	}
	next, expiry, err := r.renew(ctx, account, row, token)
	failpoint.Reach("auth.renewed")
	if err != nil {
		later := wiretime.Of(r.accounts.now().Time().Add(refreshPause))
		err = errors.Join(refusedToken(err), postponeRefresh(ctx, r.accounts.db, account.ID, later))
		if isDead(err) || isCheckpoint(err) {
			// Only the profile tells whether the token is of no use, or just not to be refreshed.
			err = errors.Join(err, updateNextSync(ctx, r.accounts.db, account.ID, r.accounts.now()))
		}
		return false, err
	}
	return r.renewals.swap(ctx, account.ID, row, next, expiry)
}

func checkRefreshable(account SocialAccount, row accountToken, now wiretime.Time) error {
	end := account.TokenExpiresAt
	if account.TokenDeadAt != nil {
		end = account.TokenExpiryKept
	}
	switch {
	case account.LoginMethod == Partner && row.UserSealed == nil:
		return apperror.New(apperror.ValidationError, "the token of a Page is not refreshed; as a rule it does not expire")
	case end != nil && !end.Time().After(now.Time()):
		return apperror.New(apperror.ValidationError, "it has expired; connect the account again")
	case account.LoginMethod == Primary && now.Time().Before(row.ObtainedAt.Time().Add(leastRefreshAge)):
		return apperror.New(apperror.ValidationError, "the network refreshes tokens that are at least 24 hours old")
	}
	return nil
}

// renew asks the network for a new token. The expiry is nil for one that does not expire.
func (r *refresher) renew(ctx context.Context, account SocialAccount, row accountToken, token secrets.Text) (renewed, *wiretime.Time, error) {
	if account.LoginMethod == Partner {
		return r.renewPage(ctx, account, row)
	}
	g, err := r.client.Tokens.Refresh(ctx, token)
	if err != nil {
		return renewed{}, nil, err
	}
	life, assumed := g.ExpiresIn, g.ExpiresIn <= 0
	if assumed {
		life = assumedLifetime
	}
	return renewed{token: g.Token, assumed: assumed}, wiretime.Ptr(r.accounts.now().Time().Add(life)), nil
}

// renewed is what the network gave in the place of an account's tokens.
type renewed struct {
	token, user secrets.Text
	assumed     bool
}

// renewPage exchanges the user's token again, which leads to a Page's token that lives as long.
func (r *refresher) renewPage(ctx context.Context, account SocialAccount, row accountToken) (none renewed, _ *wiretime.Time, _ error) {
	app, err := rememberedApp(ctx, r.accounts, Partner)
	if err != nil {
		return none, nil, err
	}
	user, err := r.accounts.box.Open(row.UserSealed, userTokenRecord(account.ID))
	if err != nil {
		return none, nil, err
	}
	g, err := r.client.Tokens.LongLived(ctx, graph.Partner, app.app(), user)
	if err != nil {
		return none, nil, err
	}
	reached, err := r.client.Profiles.Pages(ctx, g.Token)
	if err != nil {
		return none, nil, err
	}
	for _, p := range reached.Pages {
		if p.Account == nil || p.Account.ID != account.SNUserID || p.Token.IsEmpty() {
			continue
		}
		info, err := r.client.Tokens.DebugToken(ctx, p.Token)
		if err != nil {
			return none, nil, err
		}
		var expiry *wiretime.Time
		if !info.ExpiresAt.IsZero() {
			expiry = wiretime.Ptr(info.ExpiresAt)
		}
		return renewed{token: p.Token, user: g.Token}, expiry, nil
	}
	// The Page may be on a list that could not be read for now: that says nothing of the account.
	for _, err := range reached.Unread {
		if !isRefusal(err) {
			return none, nil, err
		}
	}
	return none, nil, apperror.New(apperror.ValidationError, "the user's token does not lead to the account's Page any more; connect the account again")
}
