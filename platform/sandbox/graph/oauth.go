package graph

import (
	"crypto/rand"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json/jsontext"
)

// loginAPI serves logins, and issues and inspects tokens.
type loginAPI struct{ *world.Store }

// route handles the call if it is about logins.
func (l *loginAPI) route(c *wire.Call) (ans wire.Answer, done bool) {
	path := strings.Trim(c.Inner(), "/")
	if version, rest, found := strings.Cut(path, "/"); found && wire.IsVersion(version) {
		c.Version, path = version, rest
	}
	routes := map[string]func(*wire.Call) wire.Answer{
		"GET " + wire.HostWebIG + " oauth/authorize":     l.agree,
		"GET " + wire.HostWebFB + " dialog/oauth":        l.agree,
		"POST " + wire.HostLogin + " oauth/access_token": l.exchangePrimary,
		"GET " + wire.HostIG + " access_token":           l.lengthenPrimary,
		"GET " + wire.HostIG + " refresh_access_token":   l.refresh,
		"GET " + wire.HostFB + " oauth/access_token":     l.exchangePartner,
		"POST " + wire.HostFB + " oauth/access_token":    l.exchangePartner,
		"GET " + wire.HostFB + " debug_token":            l.debugToken,
	}
	do := routes[c.Method+" "+c.Host+" "+path]
	isPage := c.Host == wire.HostWebIG || c.Host == wire.HostWebFB
	if do == nil || !isPage && !wire.HasRow(c) {
		return wire.Answer{}, false
	}
	if c.Unreadable != nil {
		return wire.Failed(c.Unreadable), true
	}
	if gerr := l.OffTable(c); gerr != nil {
		return wire.Failed(gerr), true
	}
	return do(c), true
}

// agree is the page on which a person agrees to a login. It asks who opens it in a browser, and
// redirects any other client with a code at once.
func (l *loginAPI) agree(c *wire.Call) wire.Answer {
	back, err := url.Parse(c.Params["redirect_uri"])
	switch {
	case c.Params["client_id"] != world.DemoApp().ID:
		return wire.Failed(errApp())
	case err != nil || back.Host == "" || back.Scheme != "https" && back.Scheme != "http":
		return wire.Failed(wire.BadParameter("redirect_uri isn't an absolute URI. Check RFC 3986."))
	case c.Params["response_type"] != "code":
		return wire.Failed(wire.BadParameter("response_type must be code"))
	case c.Params[paramDeny] != "":
		return leadBack(back, url.Values{
			"error": {"access_denied"}, "error_reason": {"user_denied"}, "error_description": {"Permissions error"}, "state": {c.Params["state"]},
		})
	}
	login := world.LoginPrimary
	if c.Host == wire.HostWebFB {
		login = world.LoginPartner
	}
	return l.Answer(func(w *world.World) wire.Answer {
		if isAsked(c) {
			return ask(c, back, w.Accounts.OfLogin(login))
		}
		a := w.Accounts.WhoAgrees(login, c.Params[paramAccount])
		if a == nil {
			return wire.Failed(wire.BadParameter("%s names no account of this login", paramAccount))
		}
		code := &world.LoginCode{
			Code: rand.Text(), AccountID: a.ID, AppID: c.Params["client_id"], RedirectURI: c.Params["redirect_uri"],
			Scopes: scopesOf(c.Params["scope"]), ExpiresAt: wiretime.Of(w.Now().Add(world.CodeLife)),
		}
		w.Logins.PutCode(code)
		return leadBack(back, url.Values{"code": {code.Code}, "state": {c.Params["state"]}})
	})
}

// leadBack redirects to the app. As on the network a meaningless fragment follows the address.
func leadBack(to *url.URL, more url.Values) wire.Answer {
	query := to.Query()
	maps.Copy(query, more)
	target := *to
	target.RawQuery, target.Fragment = query.Encode(), "_"
	return wire.Answer{Status: http.StatusFound, Body: wire.Object{}, Header: http.Header{"Location": {target.String()}}}
}

// isApp reports whether the call contains the app's id and secret.
func isApp(c *wire.Call) bool {
	return c.Params["client_id"] == world.DemoApp().ID && c.Params["client_secret"] == world.DemoApp().Secret.Reveal()
}

// exchangePrimary answers in a form of its own, with numbers for ids that are strings elsewhere.
func (l *loginAPI) exchangePrimary(c *wire.Call) wire.Answer {
	if !isApp(c) || c.Params["grant_type"] != "authorization_code" {
		return plainFailure("Error validating client secret.")
	}
	return l.Answer(func(w *world.World) wire.Answer {
		code := w.Logins.TakeCode(c.Params["code"], c.Params["redirect_uri"], world.LoginPrimary)
		if code == nil {
			return plainFailure("Invalid authorization code")
		}
		t := w.Logins.Issue("SANDBOX-IG-SHORT-", world.IssuedToken{
			AccountID: code.AccountID, Scope: world.ScopeAccount, AppID: code.AppID, Scopes: code.Scopes, Short: true,
		}, world.ShortTokenLife)
		return wire.OK(wire.Object{
			{"access_token", t.Token}, {"user_id", jsontext.Value(appScoped + code.AccountID[2:])}, {"permissions", code.Scopes},
		})
	})
}

func plainFailure(message string) wire.Answer {
	return wire.Answer{Status: http.StatusBadRequest, Body: wire.Object{
		{"error_type", wire.TypeOAuth}, {"code", http.StatusBadRequest}, {"error_message", message},
	}}
}

// lengthenPrimary exchanges a short-lived token for a long-lived one.
func (l *loginAPI) lengthenPrimary(c *wire.Call) wire.Answer {
	return l.Answer(func(w *world.World) wire.Answer {
		g, gerr := w.Logins.Authorize(c.Host, c.Token)
		switch {
		case gerr != nil:
			return wire.Failed(gerr)
		case c.Params["grant_type"] != "ig_exchange_token":
			return wire.Failed(wire.BadParameter("Param grant_type must be ig_exchange_token"))
		case c.Params["client_secret"] != world.DemoApp().Secret.Reveal():
			return wire.Failed(errClientSecret())
		case g.Issued == nil || !g.Issued.Short:
			return wire.Failed(wire.BadParameter("Session key invalid. The token is long-lived already"))
		}
		return granted(w, w.Logins.Issue("SANDBOX-IG-", longLived(g), world.PrimaryTokenLife))
	})
}

// refresh replaces a long-lived token by a new one. The old one stays valid until its own end.
func (l *loginAPI) refresh(c *wire.Call) wire.Answer {
	return l.Answer(func(w *world.World) wire.Answer {
		g, gerr := w.Logins.Authorize(c.Host, c.Token)
		switch {
		case gerr != nil:
			return wire.Failed(gerr)
		case c.Params["grant_type"] != "ig_refresh_token":
			return wire.Failed(wire.BadParameter("Param grant_type must be ig_refresh_token"))
		case g.Issued != nil && g.Issued.Short:
			return wire.Failed(wire.BadParameter("The access token is not long-lived"))
		case w.Now().Before(g.Since().Add(world.RefreshAge)):
			return wire.Failed(wire.BadParameter("The access token must be at least 24 hours old to be refreshed"))
		}
		return granted(w, w.Logins.Issue("SANDBOX-IG-", longLived(g), world.PrimaryTokenLife))
	})
}

// exchangePartner issues a short-lived token for a code, and a long-lived one for a token.
func (l *loginAPI) exchangePartner(c *wire.Call) wire.Answer {
	switch {
	case c.Params["client_id"] != world.DemoApp().ID:
		return wire.Failed(errApp())
	case !isApp(c):
		return wire.Failed(errClientSecret())
	}
	return l.Answer(func(w *world.World) wire.Answer {
		if c.Params["grant_type"] == "fb_exchange_token" {
			g, gerr := w.Logins.Authorize(c.Host, c.Params["fb_exchange_token"])
			if gerr != nil {
				return wire.Failed(gerr)
			}
			return granted(w, w.Logins.Issue(longPrefix(g), longLived(g), world.PrimaryTokenLife))
		}
		code := w.Logins.TakeCode(c.Params["code"], c.Params["redirect_uri"], world.LoginPartner)
		if code == nil {
			return wire.Failed(&wire.Error{Code: wire.CodeParameter, Subcode: wire.SubCode, Message: "This authorization code has been used or has expired."})
		}
		return granted(w, w.Logins.Issue("SANDBOX-FB-SHORT-", world.IssuedToken{
			AccountID: code.AccountID, Scope: world.ScopeUser, AppID: code.AppID, Scopes: code.Scopes, Short: true,
		}, world.ShortTokenLife))
	})
}

// longPrefix begins the long-lived tokens of a person.
func longPrefix(g world.Grant) string {
	if g.Account.Profile.PageID == "" {
		return "SANDBOX-UNIFIED-"
	}
	return "SANDBOX-FB-USER-"
}

func longLived(g world.Grant) world.IssuedToken {
	t := world.IssuedToken{
		AccountID: g.Account.ID, Scope: g.Scope, AppID: world.DemoApp().ID, Scopes: allScopes(g), AgreedAt: wiretime.Ptr(g.Agreed()),
	}
	if g.Issued != nil {
		t.Scopes = g.Issued.Scopes
	}
	return t
}

func granted(w *world.World, t *world.IssuedToken) wire.Answer {
	left := t.ExpiresAt.Time().Sub(w.Now())
	return wire.OK(wire.Object{{"access_token", t.Token}, {"token_type", "bearer"}, {"expires_in", int64(left / time.Second)}})
}

// allScopes are the scopes of the tokens of the first-run world.
func allScopes(g world.Grant) []string {
	if g.Account.Profile.LoginMethod == world.LoginPrimary {
		return []string{"instagram_business_basic", "instagram_business_content_publish", "instagram_business_manage_comments"}
	}
	if g.Account.Profile.PageID == "" {
		return world.UnifiedScopes()
	}
	return []string{
		"instagram_basic", "instagram_content_publish", "pages_show_list", "pages_read_engagement", "business_management",
		"pages_manage_posts", "instagram_manage_contents", "instagram_manage_comments",
	}
}

func (l *loginAPI) debugToken(c *wire.Call) wire.Answer {
	return l.Answer(func(w *world.World) wire.Answer {
		if _, gerr := w.Logins.Authorize(c.Host, c.Token); gerr != nil {
			return wire.Failed(gerr)
		}
		g, known := w.Logins.Find(c.Params["input_token"])
		if !known || world.HostOf(g.Account) != c.Host {
			e := wire.UnreadableToken()
			return wire.OK(wire.Object{{"data", wire.Object{
				{"error", wire.Object{{"code", e.Code}, {"message", e.Message}}}, {"is_valid", false}, {"scopes", []string{}},
			}}})
		}
		return wire.OK(wire.Object{{"data", debugged(w, g)}})
	})
}

// dataAccess is how long a person's consent lasts.
const dataAccess = 90 * world.Day

func debugged(w *world.World, g world.Grant) wire.Object {
	state, _ := g.State(w.Now())
	expires, scopes := int64(0), allScopes(g)
	dated := func(t time.Time) int64 { return w.Settings.Dated(t).Unix() }
	if end := g.End(); !end.IsZero() {
		expires = dated(end)
	}
	if g.Issued != nil {
		scopes = g.Issued.Scopes
	}
	o := wire.Object{
		{"app_id", world.DemoApp().ID},
		{"application", "Sandbox app"},
		{"type", world.KindUser},
		{"is_valid", state == world.TokenGood},
		{"issued_at", dated(g.Since())},
		{"expires_at", expires},
		{"data_access_expires_at", dated(g.Agreed().Add(dataAccess))},
		{"scopes", scopes},
	}
	switch {
	case g.Scope == world.ScopePage:
		o[2].Value = world.KindPage
		return append(o, wire.Member{"profile_id", g.Account.Profile.PageID})
	case g.Issued != nil && g.Issued.Kind == world.KindApp:
		o[2].Value = world.KindApp
		return o
	case g.User == nil:
		return append(o, wire.Member{"user_id", g.Account.ID})
	}
	return append(o, wire.Member{"granular_scopes", granular(scopes, g.User.Accounts())}, wire.Member{"user_id", g.User.ID()})
}

// granular lists the permissions for accounts with the accounts that they were given for.
func granular(scopes, accounts []string) []wire.Object {
	all := []wire.Object{}
	for _, scope := range scopes {
		if strings.HasPrefix(scope, "instagram_") {
			all = append(all, wire.Object{{"scope", scope}, {"target_ids", accounts}})
		}
	}
	return all
}

func errApp() *wire.Error {
	return &wire.Error{Code: wire.CodeApp, Message: "Error validating application. Cannot get application info due to a system error."}
}

func errClientSecret() *wire.Error {
	return &wire.Error{Code: wire.CodeUnknown, Message: "Error validating client secret."}
}
