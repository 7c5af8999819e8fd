package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

// SessionCookie is the name of the cookie that a signed-in browser sends.
const SessionCookie = "session"

// KeyVerifier checks API keys.
type KeyVerifier interface {
	// VerifyKey returns the id of the active key whose full text is key, and AUTH_INVALID_KEY when
	// there is none.
	VerifyKey(ctx context.Context, key secrets.Text) (wireid.ID, error)
}

// SessionVerifier checks sessions.
type SessionVerifier interface {
	// VerifySession returns the session of a cookie's value that came to the site. It returns
	// TOKEN_EXPIRED for one that has expired and TOKEN_INVALID for any other that is no good there.
	VerifySession(ctx context.Context, token secrets.Text, site Site) (Session, error)
}

// Session is a signed-in browser.
type Session struct {
	// ID is the token's id, by which signing out revokes it.
	ID        string
	ExpiresAt time.Time
	// Limited says that pages of other programs may have got the cookie. Such a session may not use
	// operations with AtOwnAddress.
	Limited bool
}

// Identity is the sender of a request: the holder of an API key, a signed-in browser, or unknown.
type Identity struct {
	// Key is the id of the API key, zero without one.
	Key wireid.ID
	// Session is the browser's session, nil without one.
	Session *Session

	err error
}

// Authenticated reports whether the request came with valid credentials.
func (id Identity) Authenticated() bool {
	return id.err == nil && (!id.Key.IsZero() || id.Session != nil)
}

// Failure returns why the credentials could not be checked, such as a database that cannot be read.
// It is nil when they were checked, valid or not.
func (id Identity) Failure() error {
	if apperror.From(id.err) == nil {
		return id.err
	}
	return nil
}

// IdentityOf returns the sender of the request that ctx belongs to.
func IdentityOf(ctx context.Context) Identity { return stateOf(ctx).identity }

// authenticator identifies the sender of a request. A nil verifier accepts no credentials.
type authenticator struct {
	keys     KeyVerifier
	sessions SessionVerifier
	csrf     *http.CrossOriginProtection
}

// identify returns the sender. An Authorization header takes precedence over a cookie.
func (a *authenticator) identify(r *http.Request) Identity {
	if header := r.Header.Get("Authorization"); header != "" {
		return a.byKey(r.Context(), header)
	}
	if a.csrf.Check(r) != nil || !isRead(r.Method) && !isOwnOrigin(r) {
		return Identity{}
	}
	return a.bySession(r)
}

func isRead(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// isOwnOrigin reports whether a request came from a page of this server, or from no page.
// http.CrossOriginProtection does not serve: it compares only hosts, and would let https on our
// port pass, and it trusts Sec-Fetch-Site before it looks at Origin.
func isOwnOrigin(r *http.Request) bool {
	return !slices.ContainsFunc(r.Header.Values("Origin"), func(origin string) bool { return origin != "http://"+r.Host })
}

// keyPrefix is how an API key begins (contract 5).
const keyPrefix = "svc_live_"

// refusedKey is the sender of a header without a valid key.
func refusedKey(format string, args ...any) Identity {
	return Identity{err: apperror.New(apperror.AuthInvalidKey, format, args...)}
}

func (a *authenticator) byKey(ctx context.Context, header string) Identity {
	scheme, key, _ := strings.Cut(header, " ")
	key = strings.TrimSpace(key)
	switch {
	case strings.HasPrefix(scheme, keyPrefix):
		return refusedKey("the Authorization header has an API key without the word Bearer before it; write Authorization: Bearer %s...", keyPrefix)
	case !strings.EqualFold(scheme, "Bearer"):
		return refusedKey("the Authorization header is not of the Bearer scheme, the only one there is; write Authorization: Bearer %s...", keyPrefix)
	case key == "":
		return refusedKey("the Authorization header has no key after Bearer; write Authorization: Bearer %s...", keyPrefix)
	case a.keys == nil:
		return refusedKey("the API key is not valid")
	}
	id, err := a.keys.VerifyKey(ctx, secrets.NewText(key))
	if err != nil {
		return Identity{err: err}
	}
	return Identity{Key: id}
}

func (a *authenticator) bySession(r *http.Request) Identity {
	var first error
	for _, cookie := range r.CookiesNamed(SessionCookie) {
		if a.sessions == nil {
			break
		}
		if cookie.Value == "" {
			continue // A cookie without a value is no session, as none is (contract 5.3).
		}
		session, err := a.sessions.VerifySession(r.Context(), secrets.NewText(cookie.Value), SiteOf(r.Context()))
		if err == nil {
			return Identity{Session: &session}
		}
		if apperror.From(err) == nil {
			// The session could not be looked up, so it is unknown whether the cookie is valid.
			return Identity{err: err}
		}
		if first == nil {
			first = err
		}
	}
	return Identity{err: first}
}
