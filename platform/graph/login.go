package graph

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"crier/platform/httpclient"
	"crier/platform/secrets"
)

// loginCall is what differs in a call about tokens: its host, and the secrets that no text may
// show. Its answer may hold a token too, so no error quotes an answer that cannot be read.
type loginCall struct {
	// base is the host's address; the path is taken as it is.
	base func(Endpoints) string
	// open says that the credentials stand among the parameters.
	open    bool
	secrets []secrets.Text
}

// beginLogin gives the request its address.
func (c *caller) beginLogin(r request) (*exchange, error) {
	if !r.login.open && !httpclient.IsHeaderText(r.account.Token.Reveal()) {
		return nil, refuse(r.op, TokenDead, "there is no usable token")
	}
	for _, secret := range r.login.secrets {
		if !httpclient.IsHeaderText(secret.Reveal()) {
			return nil, refuse(r.op, Permanent, "a token, code or app secret is empty or holds characters that none has")
		}
	}
	u, err := url.Parse(r.login.base(c.endpoints()))
	if err != nil || u.Host == "" {
		return nil, refuse(r.op, Permanent, "the network has no address for this")
	}
	u = u.JoinPath(r.path...)
	if r.method != http.MethodPost {
		u.RawQuery = r.params.Encode()
	}
	return &exchange{request: r, caller: c, url: u, started: c.clock.Now()}, nil
}

// onFacebook returns a call to the partner's host, whose token stands in the header.
func onFacebook(op string, token secrets.Text, params url.Values, path ...string) request {
	return request{
		op: op, method: http.MethodGet, account: Account{Login: Partner, Token: token}, params: params,
		path:  append([]string{Version}, path...),
		login: &loginCall{base: func(e Endpoints) string { return e.Facebook }, secrets: []secrets.Text{token}},
	}
}

// confidential is an answer's text that no error may repeat.
type confidential struct{ secrets.Text }

// UnmarshalJSON takes a string alone: a token is never a number.
func (t *confidential) UnmarshalJSON(b []byte) error {
	var s string
	if httpclient.Unmarshal(b, &s) != nil {
		return fmt.Errorf("%w: not a text", ErrMalformed)
	}
	if s != "" && !httpclient.IsHeaderText(s) {
		return fmt.Errorf("%w: not a token", ErrMalformed)
	}
	t.Text = secrets.NewText(s)
	return nil
}

// Authorization is what a user is asked to agree to in a browser.
type Authorization struct {
	AppID string
	// RedirectURI is an address that the app has registered, exactly as it is registered.
	RedirectURI string
	// State comes back with the code.
	State  string
	Scopes []string
}

// PrimaryScopes returns the permissions that publishing with the primary login needs.
func PrimaryScopes() []string {
	return []string{"instagram_business_basic", "instagram_business_content_publish"}
}

// PrimaryExtraScopes returns the permissions that the rest needs: to comment.
func PrimaryExtraScopes() []string { return []string{"instagram_business_manage_comments"} }

// PartnerScopes returns the permissions that publishing with the partner login needs.
func PartnerScopes() []string {
	return []string{"instagram_basic", "instagram_content_publish", "pages_show_list", "pages_read_engagement"}
}

// PartnerExtraScopes returns the permissions that the rest needs: to find Pages of a business, to
// cross-post, to delete, to comment.
func PartnerExtraScopes() []string {
	return []string{"business_management", "pages_manage_posts", "instagram_manage_contents", "instagram_manage_comments"}
}

// AuthorizeURL returns where a browser asks the user to agree to the login, empty for an unknown
// login. With the primary login the user signs in again: the browser may be signed in as somebody
// else, whose account would be connected.
func (e Endpoints) AuthorizeURL(l Login, a Authorization) string {
	base := ""
	query := url.Values{
		"client_id": {a.AppID}, "redirect_uri": {a.RedirectURI}, "response_type": {"code"},
		"scope": {strings.Join(a.Scopes, ",")}, "state": {a.State},
	}
	switch l {
	case Primary:
		base = e.InstagramWeb + "/oauth/authorize"
		query.Set("force_reauth", "true")
	case Partner:
		base = e.FacebookWeb + "/" + Version + "/dialog/oauth"
	default:
		return ""
	}
	return base + "?" + query.Encode()
}

// AuthorizeURL returns where a browser asks the user of this network to agree to the login.
func (c *Tokens) AuthorizeURL(l Login, a Authorization) string {
	return c.caller.endpoints().AuthorizeURL(l, a)
}
