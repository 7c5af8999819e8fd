package auth

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/httpclient"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// identifier finds out which accounts a token gives access to.
type identifier struct {
	accounts *Service
	client   *graph.Client
	log      *slog.Logger
}

func newIdentifier(accounts *Service, client *graph.Client, log *slog.Logger) *identifier {
	return &identifier{accounts, client, log}
}

// candidate is an account that a token gives access to, before it is connected.
type candidate struct {
	login   LoginMethod
	profile graph.Profile
	token   secrets.Text
	// userToken is the token with which the Page's token was read; empty for the primary login and
	// for a pasted Page's token.
	userToken        secrets.Text
	pageID, pageName string
	// expiresAt is nil for a token that does not expire.
	expiresAt *wiretime.Time
	// dataAccess is nil where the network does not say when the data access ends.
	dataAccess *wiretime.Time
	// assumed says that expiresAt is a guess.
	assumed  bool
	warnings []string
}

// identify asks the network for a token's login, and for its accounts. It returns at least one
// account, or an error.
func (i *identifier) identify(ctx context.Context, token secrets.Text, login LoginMethod) ([]candidate, error) {
	if login == Partner {
		return i.identifyPartner(ctx, token)
	}
	p, err := i.client.Profiles.Profile(ctx, graph.Account{Login: graph.Primary, Token: token})
	if err == nil {
		now := i.accounts.now()
		return []candidate{{login: Primary, profile: p, token: token, assumed: true, expiresAt: wiretime.Ptr(now.Time().Add(longLivedFor))}}, nil
	}
	if login == "" && isForeign(err) {
		return i.identifyPartner(ctx, token)
	}
	return nil, refusedToken(err)
}

// isForeign reports whether a host cannot parse a token at all. The error for a dead token of its
// own has a subcode.
func isForeign(err error) bool {
	e, ok := errors.AsType[*graph.Error](err)
	return ok && e.Class == graph.TokenDead && e.Subcode == 0 && !e.NotSent()
}

// identifyPartner returns the accounts that a user's or a Page's token gives access to.
func (i *identifier) identifyPartner(ctx context.Context, token secrets.Text) ([]candidate, error) {
	info, err := i.client.Tokens.DebugToken(ctx, token)
	if isForeign(err) {
		return nil, apperror.Wrap(apperror.ValidationError, err, "neither of the network's logins takes this token; make a new one, and paste all of it")
	}
	if err != nil && !isRefusal(err) {
		return nil, refusedToken(err)
	}
	known := err == nil
	if known {
		if err := checkInfo(info); err != nil {
			return nil, err
		}
	}
	if info.Kind == graph.PageToken {
		return i.ofPage(ctx, token)
	}
	found, err := i.ofUser(ctx, token)
	if err != nil && !known && isRefusal(err) {
		return i.ofPage(ctx, token)
	}
	return found, err
}

// isRefusal reports whether the network understood and refused the call. The token may be good for
// another call.
func isRefusal(err error) bool {
	e, ok := errors.AsType[*graph.Error](err)
	return ok && (e.Class == graph.Permanent || e.Class == graph.NoPermission)
}

// checkInfo refuses a token that is dead or may not publish.
func checkInfo(info graph.TokenInfo) error {
	if !info.IsValid {
		return apperror.New(apperror.ValidationError, "the network says that this token is not valid any more; make a new one")
	}
	return checkScopes(info.Scopes, "instagram_basic", "instagram_content_publish")
}

// checkScopes refuses a token that lacks a permission. No scopes means that they are not known.
func checkScopes(scopes []string, needed ...string) error {
	missing := slices.DeleteFunc(slices.Clone(needed), func(s string) bool { return slices.Contains(scopes, s) })
	if len(scopes) == 0 || len(missing) == 0 {
		return nil
	}
	return apperror.New(apperror.ValidationError, "the token lacks the permission %s; make one that has it", strings.Join(missing, ", "))
}

func (i *identifier) ofPage(ctx context.Context, token secrets.Text) ([]candidate, error) {
	page, err := i.client.Profiles.PageOf(ctx, token)
	if err != nil {
		return nil, refusedToken(err)
	}
	if page.Account == nil {
		return nil, apperror.New(apperror.ValidationError, "no professional account is linked with the Page %s; link them in the network's app", page.Name)
	}
	return []candidate{ofLinked(page, secrets.Text{})}, nil
}

func (i *identifier) ofUser(ctx context.Context, token secrets.Text) ([]candidate, error) {
	reached, err := i.client.Profiles.Pages(ctx, token)
	if err != nil {
		return nil, refusedToken(err)
	}
	unread := unreadLists(i.log, reached)
	var found []candidate
	for _, p := range reached.Pages {
		if p.Account != nil && !p.Token.IsEmpty() {
			one := ofLinked(p, token)
			if unread.isNews {
				one.warnings = append(one.warnings, unread.text)
			}
			found = append(found, one)
		}
	}
	if len(found) == 0 {
		return nil, apperror.New(apperror.ValidationError, "the token leads to %d Pages, and no professional account is linked with any that it may "+
			"act for; link them in the network's app, or agree to more Pages%s", len(reached.Pages), unread.asEnd())
	}
	return found, nil
}

// unread is the text for the user about lists of Pages that could not be read.
type unread struct {
	text string
	// isNews says that the text is shown also when an account was found. It is false for a missing
	// permission to see businesses, which most tokens lack.
	isNews bool
}

// asEnd returns the text as the end of a sentence.
func (u unread) asEnd() string {
	if u.text == "" {
		return ""
	}
	return ". " + u.text
}

// unreadLists logs why lists of Pages could not be read, and returns the texts for the user.
func unreadLists(log *slog.Logger, reached graph.LinkedPages) (report unread) {
	for _, err := range reached.Unread {
		log.Warn("auth: a list of Pages could not be read", "error", err)
		e, ok := errors.AsType[*graph.Error](err)
		report.isNews = report.isNews || !ok || e.Class != graph.NoPermission
	}
	if len(reached.Unread) > 0 {
		report.text = "Pages that only a business of yours leads to may be missing, for the network refused to list them (" + reached.Unread[0].Error() + ")"
	}
	return report
}

func ofLinked(p graph.LinkedPage, userToken secrets.Text) candidate {
	one := candidate{login: Partner, profile: *p.Account, token: p.Token, userToken: userToken, pageID: p.ID, pageName: p.Name}
	if p.Tasks != nil && !slices.Contains(p.Tasks, "MANAGE") && !slices.Contains(p.Tasks, "CREATE_CONTENT") {
		one.warnings = append(one.warnings, "You may not create content for the Page "+p.Name+": publishing will be refused.")
	}
	return one
}

// completePartner reads the profile and the expiry with the Page's token, which
// proves that it works.
func (i *identifier) completePartner(ctx context.Context, one *candidate) error {
	p, err := i.client.Profiles.Profile(ctx, graph.Account{ID: one.profile.ID, Login: graph.Partner, Token: one.token})
	if err != nil {
		return refusedToken(err)
	}
	one.profile = p
	info, err := i.client.Tokens.DebugToken(ctx, one.token)
	if err != nil {
		if isRefusal(err) {
			one.warnings = append(one.warnings, "The network does not say when this token expires.")
			return nil
		}
		return refusedToken(err)
	}
	if err := checkInfo(info); err != nil {
		return err
	}
	one.learn(info, i.accounts.now().Time())
	return nil
}

// learn stores when the token and its data access end, and adds warnings about that and about
// missing abilities.
func (one *candidate) learn(info graph.TokenInfo, now time.Time) {
	one.expiresAt, one.dataAccess = instantOf(info.ExpiresAt), instantOf(info.DataAccessUntil)
	if one.expiresAt != nil && info.ExpiresAt.Before(now.Add(refreshWindow)) {
		one.warnings = append(one.warnings, "This token expires soon. A Page's token that comes from a long-lived user token does not expire.")
	}
	if one.dataAccess != nil && !info.DataAccessUntil.After(now.Add(dataAccessNotice)) {
		one.warnings = append(one.warnings, "The data access of this token is good until "+one.dataAccess.String()+". Log in again for a token with 90 days of it.")
	}
	for _, extra := range []struct{ scope, lacks string }{
		{"pages_manage_posts", "Cross-posting to the Page will be refused"},
		{"instagram_manage_contents", "Deleting at the network will be refused"},
	} {
		if len(info.Scopes) > 0 && !slices.Contains(info.Scopes, extra.scope) {
			one.warnings = append(one.warnings, extra.lacks+": the token lacks the permission "+extra.scope+".")
		}
	}
}

// instantOf returns nil for the zero time.
func instantOf(t time.Time) *wiretime.Time {
	if t.IsZero() {
		return nil
	}
	return wiretime.Ptr(t)
}

// refusedToken words a failure of the network for the user who connects or refreshes an account.
func refusedToken(err error) error {
	e, ok := errors.AsType[*graph.Error](err)
	if !ok {
		return err
	}
	if e.NotSent() && e.Unwrap() != nil && e.HTTPStatus == 0 {
		return apperror.Wrap(apperror.UnknownError, err,
			"the network cannot be reached from this machine: %s. Nothing was sent; check the internet connection, then try again", e.Meaning)
	}
	if errors.Is(e, httpclient.ErrForeign) {
		return apperror.Wrap(apperror.UnknownError, err,
			"the network cannot be reached: %s. Try again when it can: the token may be good all the same", e.Meaning)
	}
	switch e.Class {
	case graph.Retry, graph.NotReady, graph.NewContainer:
		return apperror.Wrap(apperror.UnknownError, err, "the network gave no answer that can be used; try again in a few minutes (%s)", e.Error())
	case graph.Wait, graph.CapReached:
		refusal := apperror.Wrap(apperror.RateLimited, err, "the network's rate limit is reached; try again later (%s)", e.Error())
		refusal.RetryAfter = max(e.RetryAfter, time.Minute)
		return refusal
	case graph.UserAction:
		return apperror.Wrap(apperror.ValidationError, err, "the network wants something done in its own app first: sign in there, do what it asks, then try again (%s)", e.Error())
	case graph.TokenDead, graph.NoPermission, graph.Permanent:
		return apperror.Wrap(apperror.ValidationError, err, "the network refuses the token; make a new one with the permissions to publish, and connect the account with it (%s)", e.Error())
	default:
		return apperror.Wrap(apperror.UnknownError, err, "the network answered with an error that is not known here; try again, or with a new token (%s)", e.Error())
	}
}
