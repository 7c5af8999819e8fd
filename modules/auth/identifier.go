package auth

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"crier/platform/apperror"
	"crier/platform/graph"
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
	// userToken is the token with which the Page's token was read, and for an account without a
	// Page the token itself; empty for the primary login and for a pasted Page's token.
	userToken        secrets.Text
	pageID, pageName string
	// expiresAt is nil for a token that does not expire.
	expiresAt *wiretime.Time
	// dataAccess is nil where the network does not say when the data access ends.
	dataAccess *wiretime.Time
	// scopes are nil where the network does not say what the token may do.
	scopes []string
	// assumed says that expiresAt is a guess.
	assumed  bool
	warnings []string
}

// isPageless reports whether the partner's host opens the account by its user's token, without a
// Page.
func (one *candidate) isPageless() bool { return one.login == Partner && one.pageID == "" }

// identify asks the network for a token's login, and for its accounts. It returns at least one
// account, or an error.
func (i *identifier) identify(ctx context.Context, token secrets.Text, login LoginMethod) ([]candidate, error) {
	if login == Partner {
		return i.identifyPartner(ctx, token, login)
	}
	p, err := i.client.Profiles.Profile(ctx, graph.Account{Login: graph.Primary, Token: token})
	if err == nil {
		now := i.accounts.now()
		return []candidate{{login: Primary, profile: p, token: token, assumed: true, expiresAt: wiretime.Ptr(now.Time().Add(longLivedFor))}}, nil
	}
	switch {
	case isForeign(err) && login == "":
		return i.identifyPartner(ctx, token, login)
	case isForeign(err):
		return nil, wrongLogin(err, "the primary login (by Instagram)")
	case isNoTester(err):
		return nil, notTester(err)
	}
	return nil, Refusal(err)
}

// isForeign reports whether a host cannot parse a token at all. The error for a dead token of its
// own has a subcode.
func isForeign(err error) bool {
	e, ok := errors.AsType[*graph.Error](err)
	return ok && e.Class == graph.TokenDead && e.Subcode == 0 && !e.NotSent()
}

// identifyPartner returns the accounts that a token of the partner's host gives access to, whatever
// set-up of the network made it: a Page's token that of its Page, and a user's those of its Pages
// and those that the user agreed to without one.
func (i *identifier) identifyPartner(ctx context.Context, token secrets.Text, login LoginMethod) ([]candidate, error) {
	info, err := i.client.Tokens.DebugToken(ctx, token)
	if isForeign(err) && login == Partner {
		return nil, wrongLogin(err, "the partner login (by Facebook)")
	}
	if isForeign(err) {
		return nil, noLogin(err)
	}
	if err != nil && !isRefusal(err) {
		return nil, Refusal(err)
	}
	if err != nil {
		return i.unknown(ctx, token)
	}
	if err := checkInfo(info); err != nil {
		return nil, err
	}
	if info.Kind == graph.PageToken {
		return i.ofPage(ctx, token)
	}
	return i.ofUser(ctx, token, info)
}

// isUnseen reports whether the network answers that there is nothing with the id, or nothing that
// the token may see.
func isUnseen(err error) bool {
	const subcodeObject = 33
	e, ok := errors.AsType[*graph.Error](err)
	return ok && e.Code == codeParameter && e.Subcode == subcodeObject
}

// unknown is identifyPartner for a token of which the network does not say what it is.
func (i *identifier) unknown(ctx context.Context, token secrets.Text) ([]candidate, error) {
	found, err := i.ofUser(ctx, token, graph.TokenInfo{})
	if err == nil || !isRefusal(err) {
		return found, err
	}
	return i.ofPage(ctx, token)
}

// isRefusal reports whether the network understood and refused the call. The token may be good for
// another call.
func isRefusal(err error) bool {
	e, ok := errors.AsType[*graph.Error](err)
	return ok && (e.Class == graph.Permanent || e.Class == graph.NoPermission)
}

func (i *identifier) ofPage(ctx context.Context, token secrets.Text) ([]candidate, error) {
	page, err := i.client.Profiles.PageOf(ctx, token)
	if err != nil {
		return nil, Refusal(err)
	}
	if page.Account == nil {
		return nil, noLinked(page.Name)
	}
	return []candidate{ofLinked(page, secrets.Text{})}, nil
}

// ofUser returns the accounts of a user's token: those of the Pages, then those that the user
// agreed to and that no Page leads to, and where there is none of either, the account that the
// token is of.
func (i *identifier) ofUser(ctx context.Context, token secrets.Text, info graph.TokenInfo) ([]candidate, error) {
	reached, refused := i.client.Profiles.Pages(ctx, token)
	if refused != nil && !isRefusal(refused) {
		return nil, Refusal(refused)
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
	more, err := i.withoutPage(ctx, token, info.Accounts, found)
	found = append(found, more...)
	switch {
	case err != nil:
		return nil, Refusal(err)
	case len(found) > 0:
		return found, nil
	case refused != nil:
		return nil, Refusal(refused)
	}
	return nil, leadsNowhere(len(reached.Pages), unread.asEnd())
}

// withoutPage returns the accounts with the ids, except those that were found, and where nothing is
// found the token's own account. The network may refuse to show one: then it is none to connect.
func (i *identifier) withoutPage(ctx context.Context, token secrets.Text, ids []string, found []candidate) (more []candidate, err error) {
	isFound := func(id string) bool {
		return slices.ContainsFunc(found, func(one candidate) bool { return one.profile.ID == id })
	}
	ids = slices.DeleteFunc(slices.Clone(ids), isFound)
	if len(ids) == 0 && len(found) == 0 {
		ids = []string{""}
	}
	for _, id := range ids {
		p, err := i.client.Profiles.Reached(ctx, token, id)
		switch {
		case err == nil:
			more = append(more, candidate{login: Partner, profile: p, token: token, userToken: token})
		case isRefusal(err), isUnseen(err):
			i.log.Info("auth: the network does not show an account that a token names", "account", id, "error", err)
		default:
			return nil, err
		}
	}
	return more, nil
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

// completePartner reads the profile and the expiry with the account's token, which proves that it
// works.
func (i *identifier) completePartner(ctx context.Context, one *candidate) error {
	p, err := i.client.Profiles.Profile(ctx, graph.Account{ID: one.profile.ID, Login: graph.Partner, Token: one.token})
	if err != nil {
		return Refusal(err)
	}
	p.AccountType = one.profile.AccountType
	one.profile = p
	info, err := i.client.Tokens.DebugToken(ctx, one.token)
	if err != nil {
		if !isRefusal(err) {
			return Refusal(err)
		}
		one.warnings = append(one.warnings, "The network does not say when this token expires.")
		if one.isPageless() {
			one.assumed, one.expiresAt = true, wiretime.Ptr(i.accounts.now().Time().Add(longLivedFor))
		}
		return nil
	}
	if err := checkInfo(info); err != nil {
		return err
	}
	isRenewed := true
	if one.isPageless() {
		if info, isRenewed, err = i.lengthen(ctx, one, info); err != nil {
			return err
		}
	}
	one.learn(info, isRenewed, i.accounts.now().Time())
	return nil
}

// lengthen exchanges a user's token that ends within a day for a long-lived one, where the app that
// made it is remembered, and refuses it otherwise. It reports whether Crier can renew the token.
func (i *identifier) lengthen(ctx context.Context, one *candidate, info graph.TokenInfo) (graph.TokenInfo, bool, error) {
	app, err := rememberedApp(ctx, i.accounts, Partner)
	if err != nil && apperror.CodeOf(err) != apperror.ValidationError {
		return info, false, err
	}
	isRenewed := err == nil && app.AppID == info.AppID
	isShort := func() bool {
		return !info.ExpiresAt.IsZero() && info.ExpiresAt.Before(i.accounts.now().Time().Add(shortLived))
	}
	if !isShort() {
		return info, isRenewed, nil
	}
	if isRenewed {
		g, err := i.client.Tokens.LongLived(ctx, graph.Partner, app.app(), one.token)
		if err != nil {
			return info, false, Refusal(err)
		}
		if info, err = i.client.Tokens.DebugToken(ctx, g.Token); err != nil {
			return info, false, Refusal(err)
		}
		if err := checkInfo(info); err != nil {
			return info, false, err
		}
		one.token, one.userToken = g.Token, g.Token
	}
	if isShort() {
		return info, false, endsSoon(info)
	}
	return info, isRenewed, nil
}

// learn stores what the network says of the token, and adds warnings about its end, about that of
// its data access, and about missing abilities.
func (one *candidate) learn(info graph.TokenInfo, isRenewed bool, now time.Time) {
	one.expiresAt, one.dataAccess, one.scopes = instantOf(info.ExpiresAt), instantOf(info.DataAccessUntil), info.Scopes
	switch {
	case one.expiresAt == nil:
	case !isRenewed:
		one.warnings = append(one.warnings, "This token ends at "+one.expiresAt.String()+", and Crier does not remember the app that made it, so it cannot renew it: "+
			"log in once with that app (crier accounts connect --oauth --login partner --remember), or connect the account again by a new token before then.")
	case !one.isPageless() && info.ExpiresAt.Before(now.Add(RefreshWindow)):
		one.warnings = append(one.warnings, "This token expires soon. A Page's token that comes from a long-lived user token does not expire.")
	}
	if one.dataAccess != nil && !info.DataAccessUntil.After(now.Add(dataAccessNotice)) {
		one.warnings = append(one.warnings, "The data access of this token is good until "+one.dataAccess.String()+". Log in again for a token with 90 days of it.")
	}
	one.warnOfScopes()
}

// warnOfScopes says what the account cannot do for lack of a permission.
func (one *candidate) warnOfScopes() {
	for _, extra := range []struct{ scope, lacks string }{
		{graph.ScopePagePosts, "Cross-posting to the Page will be refused"},
		{graph.ScopeDelete, "Deleting at the network will be refused"},
		{graph.ScopeComment, "First comments cannot be posted, and everything else works"},
	} {
		isForPage, isForPartner := extra.scope == graph.ScopePagePosts, extra.scope != graph.ScopeComment
		if len(one.scopes) == 0 || isForPage && one.pageID == "" || isForPartner && one.login == Primary || graph.Allows(one.scopes, extra.scope) {
			continue
		}
		one.warnings = append(one.warnings, extra.lacks+": the token lacks the permission "+scopeName(one.scopes, extra.scope)+".")
	}
}

// instantOf returns nil for the zero time.
func instantOf(t time.Time) *wiretime.Time {
	if t.IsZero() {
		return nil
	}
	return wiretime.Ptr(t)
}
