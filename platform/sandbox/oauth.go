package sandbox

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"time"

	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json/jsontext"
)

// The prefixes of the hosts that logins go by.
const (
	hostAPIIG = "api-ig"
	hostWebIG = "www-ig"
	hostWebFB = "www-fb"
)

// The parameters of an authorize page that are the sandbox's own: who agrees, and that they do not.
const (
	paramAccount = "sandbox_account"
	paramDeny    = "sandbox_deny"
)

// App is an app at the network, in whose name a person logs in.
type App struct {
	ID     string
	Secret secrets.Text
}

// DemoApp returns the one app that the sandbox knows, for both logins.
func DemoApp() App {
	return App{ID: "990000000000001", Secret: secrets.NewText("SANDBOX-APP-SECRET")}
}

// loginAPI is what a person logs in by, and what gives out and looks into tokens.
type loginAPI struct{ *store }

// route does what the call asks for if it is about logging in.
func (l *loginAPI) route(c *call) (ans answer, done bool) {
	path := strings.Trim(c.inner(), "/")
	if version, rest, found := strings.Cut(path, "/"); found && isVersion(version) {
		c.version, path = version, rest
	}
	routes := map[string]func(*call) answer{
		"GET " + hostWebIG + " oauth/authorize":     l.agree,
		"GET " + hostWebFB + " dialog/oauth":        l.agree,
		"POST " + hostAPIIG + " oauth/access_token": l.exchangePrimary,
		"GET " + hostIG + " access_token":           l.lengthenPrimary,
		"GET " + hostIG + " refresh_access_token":   l.refresh,
		"GET " + hostFB + " oauth/access_token":     l.exchangePartner,
		"POST " + hostFB + " oauth/access_token":    l.exchangePartner,
		"GET " + hostFB + " debug_token":            l.debugToken,
	}
	do := routes[c.method+" "+c.host+" "+path]
	if do == nil {
		return answer{}, false
	}
	if c.unreadable != nil {
		return failed(c.unreadable), true
	}
	if gerr := offTable(c); gerr != nil {
		return failed(gerr), true
	}
	return do(c), true
}

// agree is the page on which a person agrees to a login. It asks nobody: it leads back with a code at once.
func (l *loginAPI) agree(c *call) answer {
	back, err := url.Parse(c.params["redirect_uri"])
	switch {
	case c.params["client_id"] != DemoApp().ID:
		return failed(errApp())
	case err != nil || back.Host == "" || back.Scheme != "https" && back.Scheme != "http":
		return failed(errParameter("redirect_uri isn't an absolute URI. Check RFC 3986."))
	case c.params["response_type"] != "code":
		return failed(errParameter("response_type must be code"))
	case c.params[paramDeny] != "":
		return leadBack(back, url.Values{
			"error": {"access_denied"}, "error_reason": {"user_denied"}, "error_description": {"Permissions error"}, "state": {c.params["state"]},
		})
	}
	login := loginPrimary
	if c.host == hostWebFB {
		login = loginPartner
	}
	return l.answer(func(w *world) answer {
		a := w.accounts.whoAgrees(login, c.params[paramAccount])
		if a == nil {
			return failed(errParameter("%s names no account of this login", paramAccount))
		}
		code := &loginCode{
			Code: rand.Text(), AccountID: a.ID, AppID: c.params["client_id"], RedirectURI: c.params["redirect_uri"],
			Scopes: scopesOf(c.params["scope"]), ExpiresAt: wiretime.Of(w.now().Add(codeLife)),
		}
		w.logins.putCode(code)
		return leadBack(back, url.Values{"code": {code.Code}, "state": {c.params["state"]}})
	})
}

func scopesOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// leadBack leads to the app. As on the network a fragment trails that means nothing.
func leadBack(to *url.URL, more url.Values) answer {
	query := to.Query()
	for name, values := range more {
		query[name] = values
	}
	target := *to
	target.RawQuery, target.Fragment = query.Encode(), "_"
	return answer{status: http.StatusFound, body: object{}, header: http.Header{"Location": {target.String()}}}
}

// isApp reports whether the call names the app with its secret.
func isApp(c *call) bool {
	return c.params["client_id"] == DemoApp().ID && c.params["client_secret"] == DemoApp().Secret.Reveal()
}

// exchangePrimary answers in a form of its own, with numbers for ids that are text elsewhere.
func (l *loginAPI) exchangePrimary(c *call) answer {
	if !isApp(c) || c.params["grant_type"] != "authorization_code" {
		return plainFailure("Error validating client secret.")
	}
	return l.answer(func(w *world) answer {
		code := w.logins.takeCode(c.params["code"], c.params["redirect_uri"], loginPrimary)
		if code == nil {
			return plainFailure("Invalid authorization code")
		}
		t := w.logins.issue("SANDBOX-IG-SHORT-", issuedToken{
			AccountID: code.AccountID, Scope: scopeAccount, AppID: code.AppID, Scopes: code.Scopes, Short: true,
		}, shortTokenLife)
		return ok(object{
			{"access_token", t.Token}, {"user_id", jsontext.Value(appScoped + code.AccountID[2:])}, {"permissions", code.Scopes},
		})
	})
}

func plainFailure(message string) answer {
	return answer{status: http.StatusBadRequest, body: object{
		{"error_type", typeOAuth}, {"code", http.StatusBadRequest}, {"error_message", message},
	}}
}

// lengthenPrimary exchanges a short-lived token for a long-lived one.
func (l *loginAPI) lengthenPrimary(c *call) answer {
	return l.answer(func(w *world) answer {
		g, gerr := w.logins.authorize(c.host, c.token)
		switch {
		case gerr != nil:
			return failed(gerr)
		case c.params["grant_type"] != "ig_exchange_token":
			return failed(errParameter("Param grant_type must be ig_exchange_token"))
		case c.params["client_secret"] != DemoApp().Secret.Reveal():
			return failed(errClientSecret())
		case g.issued == nil || !g.issued.Short:
			return failed(errParameter("Session key invalid. The token is long-lived already"))
		}
		return granted(w, w.logins.issue("SANDBOX-IG-", longLived(g), primaryTokenLife))
	})
}

// refresh gives a long-lived token a successor. The old one stays good until its own end.
func (l *loginAPI) refresh(c *call) answer {
	return l.answer(func(w *world) answer {
		g, gerr := w.logins.authorize(c.host, c.token)
		switch {
		case gerr != nil:
			return failed(gerr)
		case c.params["grant_type"] != "ig_refresh_token":
			return failed(errParameter("Param grant_type must be ig_refresh_token"))
		case g.issued != nil && g.issued.Short:
			return failed(errParameter("The access token is not long-lived"))
		case w.now().Before(g.since().Add(refreshAge)):
			return failed(errParameter("The access token must be at least 24 hours old to be refreshed"))
		}
		return granted(w, w.logins.issue("SANDBOX-IG-", longLived(g), primaryTokenLife))
	})
}

// exchangePartner gives a short-lived token for a code, and a long-lived one for a token.
func (l *loginAPI) exchangePartner(c *call) answer {
	switch {
	case c.params["client_id"] != DemoApp().ID:
		return failed(errApp())
	case !isApp(c):
		return failed(errClientSecret())
	}
	return l.answer(func(w *world) answer {
		if c.params["grant_type"] == "fb_exchange_token" {
			g, gerr := w.logins.authorize(c.host, c.params["fb_exchange_token"])
			if gerr != nil {
				return failed(gerr)
			}
			return granted(w, w.logins.issue("SANDBOX-FB-USER-", longLived(g), primaryTokenLife))
		}
		code := w.logins.takeCode(c.params["code"], c.params["redirect_uri"], loginPartner)
		if code == nil {
			return failed(&graphError{Code: codeParameter, Subcode: subCode, Message: "This authorization code has been used or has expired."})
		}
		return granted(w, w.logins.issue("SANDBOX-FB-SHORT-", issuedToken{
			AccountID: code.AccountID, Scope: scopeUser, AppID: code.AppID, Scopes: code.Scopes, Short: true,
		}, shortTokenLife))
	})
}

// longLived returns what the successor of a token is.
func longLived(g grant) issuedToken {
	t := issuedToken{AccountID: g.account.ID, Scope: g.scope, AppID: DemoApp().ID, Scopes: allScopes(g)}
	if g.issued != nil {
		t.Scopes = g.issued.Scopes
	}
	return t
}

func granted(w *world, t *issuedToken) answer {
	left := t.ExpiresAt.Time().Sub(w.now())
	return ok(object{{"access_token", t.Token}, {"token_type", "bearer"}, {"expires_in", int64(left / time.Second)}})
}

// allScopes are what the tokens have that the world begins with.
func allScopes(g grant) []string {
	if g.account.profile.LoginMethod == loginPrimary {
		return []string{"instagram_business_basic", "instagram_business_content_publish"}
	}
	return []string{
		"instagram_basic", "instagram_content_publish", "pages_show_list", "pages_read_engagement", "business_management",
		"pages_manage_posts", "instagram_manage_contents",
	}
}

// debugToken answers GET /debug_token.
func (l *loginAPI) debugToken(c *call) answer {
	return l.answer(func(w *world) answer {
		if _, gerr := w.logins.authorize(c.host, c.token); gerr != nil {
			return failed(gerr)
		}
		g, known := w.logins.tokens[c.params["input_token"]]
		if !known || hostOf(g.account) != c.host {
			e := errUnreadableToken()
			return ok(object{{"data", object{
				{"error", object{{"code", e.Code}, {"message", e.Message}}}, {"is_valid", false}, {"scopes", []string{}},
			}}})
		}
		return ok(object{{"data", debugged(w, g)}})
	})
}

// dataAccess is how long a person's consent lasts.
const dataAccess = 90 * day

func debugged(w *world, g grant) object {
	state, _ := g.state(w.now())
	expires, scopes := int64(0), allScopes(g)
	if end := g.end(); !end.IsZero() {
		expires = end.Unix()
	}
	if g.issued != nil {
		scopes = g.issued.Scopes
	}
	o := object{
		{"app_id", DemoApp().ID},
		{"application", "Sandbox app"},
		{"type", "USER"},
		{"is_valid", state == tokenGood},
		{"issued_at", g.since().Unix()},
		{"expires_at", expires},
		{"data_access_expires_at", g.since().Add(dataAccess).Unix()},
		{"scopes", scopes},
	}
	if g.scope == scopePage {
		o[2].value = "PAGE"
		return append(o, member{"profile_id", g.account.profile.PageID})
	}
	return append(o, member{"user_id", g.user.id()})
}

func errApp() *graphError {
	return &graphError{Code: codeApp, Message: "Error validating application. Cannot get application info due to a system error."}
}

func errClientSecret() *graphError {
	return &graphError{Code: codeUnknown, Message: "Error validating client secret."}
}
