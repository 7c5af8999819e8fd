package auth

import (
	"context"
	"net/http"
	"net/url"

	"crier/platform/apperror"
	"crier/platform/httpapi"
)

const (
	// returnPath is where the browser comes back to from a login. It comes from another site, so
	// that the browser sends no session: the state proves the login.
	returnPath = "/oauth/callback"
	// pastedAddress is the redirect address where nothing leads the browser back. Nothing need
	// answer there.
	pastedAddress = "https://localhost/"
	// The ports to which the cloud worker leads a browser.
	lowestPort, highestPort = 1024, 65535
)

// LoginAddress returns an address, such as one at the cloud worker, that leads the browser to
// returnPath at the port with which the state of a login begins, and "" where there is none.
type LoginAddress func() string

func canLeadTo(port int) bool { return port >= lowestPort && port <= highestPort }

// LoginWays is how a login by an app of one's own can come back, and which apps are remembered.
type LoginWays struct {
	RedirectURI string          `json:"redirectUri" doc:"The redirect address to write into the app's settings at the network, exactly." example:"https://crier.anna.workers.dev/oauth"`
	IsLedBack   bool            `json:"isLedBack" doc:"Whether that address leads the browser back to Crier; otherwise the address is pasted." example:"true"`
	Apps        []RememberedApp `json:"apps" doc:"The apps that are remembered."`
}

// RememberedApp is an app that is remembered, without its secret.
type RememberedApp struct {
	Login       LoginMethod `json:"login" enum:"primary,partner" doc:"By which of the network's logins." example:"primary"`
	AppID       string      `json:"appId" doc:"Id of the app at the network." example:"990000000000001"`
	RedirectURI string      `json:"redirectUri" doc:"The redirect address of its last login." example:"https://localhost/"`
}

// Ways returns how a login can come back to a service at the port.
func (o *oauth) Ways(ctx context.Context, port int) (LoginWays, error) {
	ways := LoginWays{RedirectURI: pastedAddress, Apps: []RememberedApp{}}
	if address := o.leadBack(); address != "" && canLeadTo(port) {
		ways.RedirectURI, ways.IsLedBack = address, true
	}
	for _, login := range []LoginMethod{Primary, Partner} {
		switch app, err := rememberedApp(ctx, o.accounts, login); {
		case err == nil:
			ways.Apps = append(ways.Apps, RememberedApp{login, app.AppID, app.RedirectURI})
		case apperror.CodeOf(err) != apperror.ValidationError:
			return ways, err
		}
	}
	return ways, nil
}

// Return takes a browser that comes back from a login, and returns a ticket with which the login is
// finished by a browser that is signed in. The code is stored sealed until then.
func (o *oauth) Return(ctx context.Context, back url.Values) (ticket string, err error) {
	p, code, err := o.comeBack(ctx, back)
	if err != nil {
		return "", err
	}
	p.Code, ticket = code.Reveal(), randomCode()
	_, err = o.storePending(ctx, ticket, p)
	return ticket, err
}

// comeBack serves returnPath. Its page goes on by itself to the app's own address, and with that
// the browser sends the session. A browser that only prefetches uses nothing up.
func (a *api) comeBack(w http.ResponseWriter, r *http.Request, fail func(error)) {
	if r.Method != http.MethodGet || isPrefetch(r.Header) {
		fail(apperror.New(apperror.NotFound, "the way back of a login is for a browser"))
		return
	}
	page := httpapi.Page{To: httpapi.AppURL(r.Context()) + "/app/accounts", ToText: "Go on in Crier"}
	ticket, err := a.oauth.Return(r.Context(), r.URL.Query())
	switch own := apperror.From(err); {
	case own != nil && own.Code == apperror.ValidationError:
		page.Title, page.Text, page.Status = "This login connects nothing", own.Message, own.Code.Status()
	case err != nil:
		fail(err)
		return
	default:
		page.Title, page.Text, page.GoesOn = "Back to Crier", "the login is finished there, and this page goes on by itself", true
		page.To += "?login=" + url.QueryEscape(ticket)
	}
	httpapi.WritePage(w, r, page)
}
