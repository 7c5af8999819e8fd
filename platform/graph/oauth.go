package graph

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/httpclient"
	"crier/platform/secrets"

	"github.com/go-json-experiment/json/jsontext"
)

// App is the user's own app at the network.
type App struct {
	ID     string
	Secret secrets.Text
}

// Grant is a token as the network gave it. What the network left out is zero.
type Grant struct {
	Token secrets.Text
	// UserID is whose the token is; only the primary login's exchange of a code tells.
	UserID string
	// Scopes are what the user agreed to; only the primary login's exchange of a code tells.
	Scopes []string
	// ExpiresIn is how long the token is good for; zero when the network does not say.
	ExpiresIn time.Duration
}

// maxExpiry bounds what an answer can say of a token's life.
const maxExpiry = 10 * 365 * 24 * time.Hour

// ExchangeCode returns the token, valid for about an hour, that the network gives for the code of a
// login. A code can be used once, and only with the redirectURI to which it was sent.
func (c *Tokens) ExchangeCode(ctx context.Context, l Login, app App, redirectURI string, code secrets.Text) (Grant, error) {
	r := request{
		op: OpExchangeCode, method: http.MethodGet, path: []string{Version, "oauth", "access_token"},
		params: url.Values{"client_id": {app.ID}, "client_secret": {app.Secret.Reveal()}, "redirect_uri": {redirectURI}, "code": {code.Reveal()}},
		login:  &loginCall{base: func(e Endpoints) string { return e.Facebook }, open: true, secrets: []secrets.Text{app.Secret, code}},
	}
	if l == Primary {
		r.method, r.path, r.wrapped = http.MethodPost, []string{"oauth", "access_token"}, true
		r.login.base = func(e Endpoints) string { return e.InstagramLogin }
		r.params.Set("grant_type", "authorization_code")
	}
	return c.grant(ctx, r)
}

// LongLived returns the token, good for about 60 days, that a short-lived one of the login can be
// exchanged for. With the partner login a long-lived one can be exchanged again, as long as it has
// not expired.
func (c *Tokens) LongLived(ctx context.Context, l Login, app App, token secrets.Text) (Grant, error) {
	r := request{
		op: OpLongLivedToken, method: http.MethodGet, path: []string{"access_token"},
		params: url.Values{"grant_type": {"ig_exchange_token"}, "client_secret": {app.Secret.Reveal()}, "access_token": {token.Reveal()}},
		login:  &loginCall{base: func(e Endpoints) string { return e.Instagram }, open: true, secrets: []secrets.Text{app.Secret, token}},
	}
	if l == Partner {
		r.path = []string{Version, "oauth", "access_token"}
		r.params = url.Values{
			"grant_type": {"fb_exchange_token"}, "client_id": {app.ID}, "client_secret": {app.Secret.Reveal()}, "fb_exchange_token": {token.Reveal()},
		}
		r.login.base = func(e Endpoints) string { return e.Facebook }
	}
	return c.grant(ctx, r)
}

// Refresh returns a token of the primary login with a new life of about 60 days. The old one must
// be at least 24 hours old and not have expired; it stays good until its own end.
func (c *Tokens) Refresh(ctx context.Context, token secrets.Text) (Grant, error) {
	return c.grant(ctx, request{
		op: OpRefreshToken, method: http.MethodGet, path: []string{"refresh_access_token"},
		params: url.Values{"grant_type": {"ig_refresh_token"}, "access_token": {token.Reveal()}},
		login:  &loginCall{base: func(e Endpoints) string { return e.Instagram }, open: true, secrets: []secrets.Text{token}},
	})
}

func (c *Tokens) grant(ctx context.Context, r request) (Grant, error) {
	got, err := call[grantAnswer](ctx, c.caller, r)
	if err != nil {
		return Grant{}, err
	}
	return Grant{
		Token: got.Token.Text, UserID: string(got.UserID), Scopes: got.Permissions,
		ExpiresIn: min(time.Duration(min(max(got.ExpiresIn, 0), integer(maxExpiry/time.Second)))*time.Second, maxExpiry),
	}, nil
}

type grantAnswer struct {
	Token       confidential `json:"access_token"`
	UserID      id           `json:"user_id"`
	Permissions words        `json:"permissions"`
	ExpiresIn   integer      `json:"expires_in"`
}

func (a grantAnswer) flaw(*exchange) string {
	return flawIf(a.Token.IsEmpty(), "success without a token")
}

// words is a list of names, given as one or as a text with commas.
type words []string

const maxWords = 200

func (w *words) UnmarshalJSON(b []byte) error {
	var all []string
	switch jsontext.Value(b).Kind() {
	case '[':
		if httpclient.Unmarshal(b, &all) != nil {
			return fmt.Errorf("%w: not a list of names", ErrMalformed)
		}
	case 'n':
		return nil
	default:
		s, err := scalar(b)
		if err != nil {
			return err
		}
		all = strings.Split(s, ",")
	}
	for _, one := range all[:min(len(all), maxWords)] {
		if one = clean(one, secrets.Text{}); one != "" {
			*w = append(*w, one)
		}
	}
	return nil
}
