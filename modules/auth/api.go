package auth

import (
	"context"
	"net/http"
	"strings"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// AuthStatus is the answer of GET /auth/check (contract 4).
type AuthStatus struct {
	Authenticated bool    `json:"authenticated" doc:"Whether the request came with good credentials." example:"true"`
	Username      *string `json:"username,omitempty" doc:"The first connected account; only when authenticated, and absent while none is connected." example:"northwind.bakery"`
}

// Me is the answer of GET /auth/me (contract 4).
type Me struct {
	User     User            `json:"user"     doc:"The one user."`
	Accounts []SocialAccount `json:"accounts" doc:"The connected accounts, in the order in which they were connected."`
}

// User is the user of this machine.
type User struct {
	ID wireid.ID `json:"id" doc:"Id of the user." example:"5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51"`
}

type (
	accountInput struct {
		ID wireid.ID `path:"id" doc:"Id of the account." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	}
	logoutOutput struct {
		SetCookie string `header:"Set-Cookie" doc:"Clears the session cookie, when there was one." example:"session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"`
		Body      httpapi.Success
	}
)

type api struct {
	service   *Service
	sessions  *Sessions
	logins    *Logins
	connector *connector
	oauth     *oauth
	refresher *refresher
	removals  []RemovalHook
}

const tag = "Auth"

func (a *api) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "checkAuth", Method: http.MethodGet, Path: "/auth/check", Tags: []string{tag},
		Summary:     "Am I signed in?",
		Description: "Says whether the request came with an active API key or a good session cookie. It answers 200 either way, so it is the way to try a key; 500 means that Crier could not look. It changes nothing.",
		Security:    httpapi.Public(),
	}, a.check)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getMe", Method: http.MethodGet, Path: "/auth/me", Tags: []string{tag},
		Summary: "The user and the connected accounts",
		Description: "The ids of the accounts are what publishing calls take as accountId. Look at tokenExpiresAt: an account whose token has expired cannot publish until it " +
			"is connected again. Access tokens are never returned.",
		Security: httpapi.Any(),
	}, a.me)
	httpapi.Register(surface, huma.Operation{
		OperationID: "logout", Method: http.MethodPost, Path: "/auth/logout", Tags: []string{tag},
		Summary: "Sign out",
		Description: "Ends the session of the cookie, for good and on the server too, and clears the cookie. With an API key it does nothing and answers the same; " +
			"to end a key, revoke it. To sign in again, open a new link of `crier login`.",
		Security: httpapi.Any(),
	}, a.logout)
	httpapi.Register(surface, huma.Operation{
		OperationID: "deleteAccount", Method: http.MethodDelete, Path: "/auth/accounts/{id}", Tags: []string{tag},
		Summary: "Disconnect an account",
		Description: "Forgets the account with its tokens, its native-story credentials and its story-repost configuration, for good. Its posts stay in the " +
			"history but cannot be retried; those that are scheduled become FAILED.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(apperror.NotFound),
	}, a.remove)
}

func (a *api) check(ctx context.Context, _ *struct{}) (*httpapi.Output[AuthStatus], error) {
	identity := httpapi.IdentityOf(ctx)
	if err := identity.Failure(); err != nil {
		return nil, err
	}
	out := &httpapi.Output[AuthStatus]{Body: AuthStatus{Authenticated: identity.Authenticated()}}
	if !out.Body.Authenticated {
		return out, nil
	}
	accounts, err := a.service.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	if len(accounts) > 0 {
		out.Body.Username = &accounts[0].Username
	}
	return out, nil
}

func (a *api) me(ctx context.Context, _ *struct{}) (*httpapi.Output[Me], error) {
	accounts, err := a.service.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	if err := a.hideGuesses(ctx, accounts); err != nil {
		return nil, err
	}
	return httpapi.Answer(Me{User: User{ID: a.service.UserID()}, Accounts: accounts}, nil)
}

// hideGuesses removes guessed expiries of tokens, because v1 cannot mark a guess. The time at which
// a token was found dead is no guess.
func (a *api) hideGuesses(ctx context.Context, accounts []SocialAccount) error {
	for i := range accounts {
		isGuess, err := selectAssumed(ctx, a.service.db, accounts[i].ID)
		if err != nil {
			return err
		}
		if isGuess && accounts[i].TokenDeadAt == nil {
			accounts[i].TokenExpiresAt = nil
		}
	}
	return nil
}

func (a *api) logout(ctx context.Context, _ *struct{}) (*logoutOutput, error) {
	out := &logoutOutput{Body: httpapi.Success{Success: true}}
	if session := httpapi.IdentityOf(ctx).Session; session != nil {
		if err := a.sessions.Revoke(ctx, *session); err != nil {
			return nil, err
		}
		out.SetCookie = a.sessions.cookie(secrets.Text{}, httpapi.SiteOf(ctx)).String()
	}
	return out, nil
}

func (a *api) remove(ctx context.Context, in *accountInput) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.service.Remove(ctx, in.ID, a.removals))
}

// openLink serves a sign-in link. It does not use the code up for a HEAD request, which link
// previews send, and for a browser that prefetches the page.
func (a *api) openLink(w http.ResponseWriter, r *http.Request, fail func(error)) {
	if r.Method != http.MethodGet || isPrefetch(r.Header) {
		fail(apperror.New(apperror.NotFound, "open the link in a browser"))
		return
	}
	good, err := a.logins.Redeem(r.Context(), secrets.NewText(r.URL.Query().Get("code")))
	if err != nil {
		fail(apperror.Wrap(apperror.AuthFailed, err, "signing in failed"))
		return
	}
	if !good && httpapi.IsNavigation(r) && httpapi.IdentityOf(r.Context()).Session != nil {
		// The browser is signed in already.
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	if !good {
		fail(apperror.New(apperror.TokenInvalid, "this sign-in link has been used, or is older than ten minutes; open Crier again for a new one (crier login)"))
		return
	}
	site := httpapi.SiteOf(r.Context())
	token, err := a.sessions.Issue(r.Context(), site)
	if err != nil {
		fail(apperror.Wrap(apperror.AuthFailed, err, "signing in failed"))
		return
	}
	http.SetCookie(w, a.sessions.cookie(token, site))
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// isPrefetch reports whether a browser prefetches the page. Older ones do not send Sec-Purpose.
func isPrefetch(h http.Header) bool {
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Moz"} {
		for _, value := range h.Values(name) {
			if strings.Contains(strings.ToLower(value), "prefetch") {
				return true
			}
		}
	}
	return false
}
