package auth

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/graph"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

const (
	// longLivedFor is how long the network's long-lived tokens live.
	longLivedFor = 60 * 24 * time.Hour
	// leastRefreshAge is how old a token of the primary login must be before the network refreshes
	// it.
	leastRefreshAge = 24 * time.Hour
	// RefreshWindow is how long before its expiry a token is refreshed: from its 50th day.
	RefreshWindow = 10 * 24 * time.Hour
	// refreshPause is the longest pause between two refreshes of an account.
	refreshPause = 6 * time.Hour
)

// refresher renews the access tokens of accounts before they expire.
type refresher struct {
	accounts *Service
	client   *graph.Client
	syncer   *syncer
	renewals *Renewals
	log      *slog.Logger
}

func newRefresher(accounts *Service, client *graph.Client, s *syncer, renewals *Renewals, log *slog.Logger) *refresher {
	return &refresher{accounts, client, s, renewals, log}
}

// RefreshDue refreshes the tokens that expire soon, and those whose expiry is not known. A token
// that cannot be refreshed stays in use, and is tried again after six hours, or sooner when it ends
// before. A token that the network rejects marks its account.
func (r *refresher) RefreshDue(ctx context.Context) error {
	return eachDue(ctx, r.accounts, r.log, selectRefreshDue, func(ctx context.Context, a SocialAccount) error {
		_, err := r.refresh(ctx, a)
		return err
	})
}

// Refreshed is the result of Refresh.
type Refreshed struct {
	Account SocialAccount
	// TokenRefreshed reports whether the account has a new token. If it has none, Note may say why.
	TokenRefreshed bool
	Note           string
}

// Refresh renews the account's token if the network allows that already, and reads the profile and
// the picture. It revives an account that was marked although its token works.
func (r *refresher) Refresh(ctx context.Context, id wireid.ID) (Refreshed, error) {
	account, err := r.accounts.Account(ctx, r.accounts.db, id)
	if err != nil {
		return Refreshed{}, err
	}
	var out Refreshed
	out.TokenRefreshed, err = r.refresh(ctx, account)
	if err != nil {
		r.log.Info("auth: a token was not refreshed", "account_id", id.String(), "error", err)
		out.Note = "the token was not refreshed and stays as it is: " + plainText(err)
	}
	if err := r.syncer.Sync(ctx, account); err != nil {
		return Refreshed{}, err
	}
	out.Account, err = r.accounts.Account(ctx, r.accounts.db, id)
	return out, err
}

// plainText returns the part of err that is safe to show.
func plainText(err error) string {
	if e := apperror.From(err); e != nil {
		return e.Message
	}
	return "the log has the reason"
}

// refresh reports whether the account has a new token. An account never loses a token that works:
// only a token that the network has issued replaces the old one, and only while the old one is
// still the account's.
func (r *refresher) refresh(ctx context.Context, account SocialAccount) (bool, error) {
	row, token, err := r.accounts.openToken(ctx, account.ID)
	if err != nil {
		return false, err
	}
	if err := checkRefreshable(account, row, r.accounts.now()); err != nil {
		return false, err
	}
	next, expiry, err := r.renew(ctx, account, row, token)
	failpoint.Reach("auth.renewed")
	if err != nil {
		err = errors.Join(Refusal(err), postponeRefresh(ctx, r.accounts.db, account.ID, nextRefresh(account.TokenEnd(), r.accounts.now())))
		if isDead(err) || isCheckpoint(err) {
			// A read of the profile finds out whether the token is dead or only cannot be
			// refreshed.
			err = errors.Join(err, updateNextSync(ctx, r.accounts.db, account.ID, r.accounts.now()))
		}
		return false, err
	}
	return r.renewals.swap(ctx, account.ID, row, next, expiry)
}

// nextRefresh returns when a token is refreshed next: after the pause, or after half of what it has
// left, so that there is time for another try.
func nextRefresh(end *wiretime.Time, now wiretime.Time) wiretime.Time {
	pause := refreshPause
	if end != nil {
		pause = max(min(pause, end.Time().Sub(now.Time())/2), 0)
	}
	return wiretime.Of(now.Time().Add(pause))
}

// checkRefreshable returns an error when the network would refuse to refresh the token.
func checkRefreshable(account SocialAccount, row accountToken, now wiretime.Time) error {
	end, age := account.TokenEnd(), now.Time().Sub(row.ObtainedAt.Time())
	switch {
	case account.LoginMethod == Partner && row.UserSealed == nil && account.PartnerPageID == nil:
		return apperror.New(apperror.ValidationError, "it does not expire, so it is not refreshed")
	case account.LoginMethod == Partner && row.UserSealed == nil:
		return apperror.New(apperror.ValidationError, "the token of a Page is not refreshed; as a rule it does not expire")
	case end != nil && !end.Time().After(now.Time()):
		return apperror.New(apperror.ValidationError, "it has expired; connect the account again")
	case account.LoginMethod == Primary && age >= 0 && age < leastRefreshAge:
		return apperror.New(apperror.ValidationError, "the network refreshes tokens that are at least 24 hours old")
	}
	return nil
}

// renew requests a new token from the network. The expiry is nil for a token that does not expire.
func (r *refresher) renew(ctx context.Context, account SocialAccount, row accountToken, token secrets.Text) (renewed, *wiretime.Time, error) {
	if account.LoginMethod == Partner {
		return r.renewUser(ctx, account, row)
	}
	g, err := r.client.Tokens.Refresh(ctx, token)
	if err != nil {
		return renewed{}, nil, err
	}
	life, assumed := g.ExpiresIn, g.ExpiresIn <= 0
	if assumed {
		life = longLivedFor
	}
	return renewed{token: g.Token, assumed: assumed}, wiretime.Ptr(r.accounts.now().Time().Add(life)), nil
}

// renewed are the tokens that replace an account's: its own, and for an account of a Page that of
// the user who manages the Page. assumed says that the network did not name the expiry.
type renewed struct {
	token, user secrets.Text
	assumed     bool
	// dataAccess is nil where the network does not say when the data access ends.
	dataAccess *wiretime.Time
}

// renewUser exchanges the user's token for a new one. For an account with a Page it reads the
// Page's token with it, which lives as long as the user's token that it was read with.
func (r *refresher) renewUser(ctx context.Context, account SocialAccount, row accountToken) (none renewed, _ *wiretime.Time, _ error) {
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
	if account.PartnerPageID == nil {
		return r.proven(ctx, account, g)
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
		return renewed{token: p.Token, user: g.Token, dataAccess: instantOf(info.DataAccessUntil)}, instantOf(info.ExpiresAt), nil
	}
	// A list that could not be read may contain the Page, so that the account may still be fine.
	for _, err := range reached.Unread {
		if !isRefusal(err) {
			return none, nil, err
		}
	}
	return none, nil, apperror.New(apperror.ValidationError, "the user's token does not lead to the account's Page any more; connect the account again")
}

// proven returns the new token of a user as that of the account without a Page, once the network
// has taken it for the account.
func (r *refresher) proven(ctx context.Context, account SocialAccount, g graph.Grant) (renewed, *wiretime.Time, error) {
	if _, err := r.client.Profiles.Profile(ctx, graphAccount(account, g.Token)); err != nil {
		return renewed{}, nil, err
	}
	next := renewed{token: g.Token, user: g.Token, dataAccess: account.DataAccessUntil}
	info, err := r.client.Tokens.DebugToken(ctx, g.Token)
	switch {
	case err == nil && info.IsValid:
		next.dataAccess = instantOf(info.DataAccessUntil)
		return next, instantOf(info.ExpiresAt), nil
	case err != nil && !isRefusal(err):
		return renewed{}, nil, err
	}
	life := g.ExpiresIn
	if next.assumed = life <= 0; next.assumed {
		life = longLivedFor
	}
	return next, wiretime.Ptr(r.accounts.now().Time().Add(life)), nil
}
