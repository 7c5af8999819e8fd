package auth

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/graph"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

const (
	// pendingLifetime is how long a begun login can be finished; the network's codes live as long.
	pendingLifetime = time.Hour
	maxRedirected   = 8192
)

// oauth connects accounts by logins through the user's own app.
type oauth struct {
	accounts  *Service
	client    *graph.Client
	connector *connector
	// leadBack returns an address that leads the browser back here, or "".
	leadBack LoginAddress
}

// newOAuth returns an oauth. Nothing leads back where leadBack is nil, as without the cloud.
func newOAuth(accounts *Service, client *graph.Client, c *connector, leadBack LoginAddress) *oauth {
	if leadBack == nil {
		leadBack = func() string { return "" }
	}
	return &oauth{accounts, client, c, leadBack}
}

// beginLogin asks for a login through the user's own app; without one, through the remembered app.
type beginLogin struct {
	Login       LoginMethod
	AppID       string
	AppSecret   secrets.Text
	RedirectURI string
	// Port is where this service answers on 127.0.0.1.
	Port int
	// Remember stores the app, its secret sealed, for the next login and for refreshing, once the
	// network has taken the secret.
	Remember bool
}

// BegunLogin is the address at which the user agrees, and until when the login can be finished.
type BegunLogin struct {
	URL       string        `json:"url" doc:"Open this in a browser and agree." example:"https://www.instagram.com/oauth/authorize?client_id=1"`
	State     string        `json:"state" doc:"Comes back in the address that the browser is led to." example:"Zm9v"`
	ExpiresAt wiretime.Time `json:"expiresAt" doc:"Until when the login can be finished."`
	// RedirectURI is what the app must have registered.
	RedirectURI string `json:"redirectUri" doc:"The address that the browser is led to, which the app must have registered, exactly." example:"https://crier.anna.workers.dev/oauth"`
	IsLedBack   bool   `json:"isLedBack" doc:"Whether that address leads the browser back to Crier, where the login is finished; otherwise the address is pasted." example:"true"`
}

// finishLogin is the address to which the browser was sent, or a login's ticket with the user's
// choice.
type finishLogin struct {
	RedirectedURL string
	Ticket        secrets.Text
	SNUserID      string
}

// pending is the state of an unfinished login. It is stored sealed.
type pending struct {
	Login       LoginMethod `json:"login"`
	AppID       string      `json:"appId"`
	AppSecret   string      `json:"appSecret"`
	RedirectURI string      `json:"redirectUri"`
	// RemembersApp says that the app is stored once the network has taken its secret.
	RemembersApp bool `json:"remembersApp,omitempty"`
	// Code is set when the browser has been led back here.
	Code string `json:"code,omitempty"`
	// UserToken is set when only a choice is missing.
	UserToken string `json:"userToken,omitempty"`
}

// isBegun reports whether the browser is still to come back.
func (p pending) isBegun() bool { return p.Code == "" && p.UserToken == "" }

func (p pending) app() graph.App {
	return graph.App{ID: p.AppID, Secret: secrets.NewText(p.AppSecret)}
}

// Begin returns the address at which the user agrees to the login, and stores the state of the
// login for an hour.
func (o *oauth) Begin(ctx context.Context, in beginLogin) (BegunLogin, error) {
	p, err := o.loginOf(ctx, in)
	if err != nil {
		return BegunLogin{}, err
	}
	p.RemembersApp = in.Remember
	state, isLedBack := randomCode(), p.RedirectURI == o.leadBack() && canLeadTo(in.Port)
	if isLedBack {
		state = strconv.Itoa(in.Port) + "." + state
	}
	expires, err := o.storePending(ctx, state, p)
	if err != nil {
		return BegunLogin{}, err
	}
	scopes := slices.Concat(graph.PrimaryScopes(), graph.PrimaryExtraScopes())
	if p.Login == Partner {
		scopes = slices.Concat(graph.PartnerScopes(), graph.PartnerExtraScopes())
	}
	return BegunLogin{State: state, ExpiresAt: expires, RedirectURI: p.RedirectURI, IsLedBack: isLedBack, URL: o.client.Tokens.AuthorizeURL(graph.Login(p.Login), graph.Authorization{
		AppID: p.AppID, RedirectURI: p.RedirectURI, State: state, Scopes: scopes,
	})}, nil
}

// loginOf returns the login as it was asked for, completed by the remembered app.
func (o *oauth) loginOf(ctx context.Context, in beginLogin) (pending, error) {
	if in.Login != Primary && in.Login != Partner {
		return pending{}, apperror.New(apperror.ValidationError, "login must be %s or %s", Primary, Partner)
	}
	p := pending{Login: in.Login, AppID: in.AppID, AppSecret: in.AppSecret.Reveal(), RedirectURI: in.RedirectURI}
	if p.AppID == "" && p.AppSecret == "" {
		known, err := rememberedApp(ctx, o.accounts, in.Login)
		if err != nil {
			return pending{}, err
		}
		known.RedirectURI = cmp.Or(p.RedirectURI, known.RedirectURI)
		p = known
	}
	p.RedirectURI = cmp.Or(p.RedirectURI, o.leadBack(), pastedAddress)
	if err := checkApp(o.accounts.network, p); err != nil || p.RedirectURI == o.leadBack() {
		return p, err
	}
	return p, checkRedirect(p)
}

func checkApp(network config.Network, p pending) error {
	if p.AppID == "" || len(p.AppID) > 40 || strings.Trim(p.AppID, "0123456789") != "" {
		return apperror.New(apperror.ValidationError, "appId must be the digits that the network's dashboard shows as the app's id")
	}
	if p.AppSecret == "" || len(p.AppSecret) > 256 || strings.ContainsFunc(p.AppSecret, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return apperror.New(apperror.ValidationError, "appSecret must be the secret that the network's dashboard shows for the app")
	}
	return checkMode(network, p.AppSecret, "app secret")
}

func checkRedirect(p pending) error {
	u, err := url.Parse(p.RedirectURI)
	isLocal := err == nil && u.Scheme == "http" && u.Hostname() == "localhost" && p.Login == Partner
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || len(p.RedirectURI) > 2048 || u.Scheme != "https" && !isLocal {
		return apperror.New(apperror.ValidationError,
			"redirectUri must be an https address that the app has registered, exactly as it is registered there (the partner login takes http://localhost too)")
	}
	return nil
}

// Finish connects the account of a login that was begun here.
func (o *oauth) Finish(ctx context.Context, in finishLogin) (Connection, error) {
	if !in.Ticket.IsEmpty() {
		return o.finishChoice(ctx, in)
	}
	back, err := parseBack(in.RedirectedURL)
	if err != nil {
		return Connection{}, err
	}
	p, code, err := o.comeBack(ctx, back)
	if err != nil {
		return Connection{}, err
	}
	found, user, err := o.exchange(ctx, p, code)
	if err != nil {
		return Connection{}, err
	}
	return o.chooseOf(ctx, found, p, user, in.SNUserID)
}

// comeBack uses up the state of a login that the browser comes back from, and returns the login
// with its code. The state is used up whatever the network answered, so that an address that leaks
// later is worthless.
func (o *oauth) comeBack(ctx context.Context, back url.Values) (p pending, code secrets.Text, err error) {
	if p, err = o.takePending(ctx, back.Get("state")); err != nil {
		return p, code, err
	}
	if !p.isBegun() {
		return p, code, unknownState()
	}
	if said := back.Get("error"); said != "" {
		return p, code, refusedLogin(said, back.Get("error_description"))
	}
	// The network appends #_, which is not part of the code.
	code = secrets.NewText(strings.TrimSuffix(back.Get("code"), "#_"))
	if code.IsEmpty() {
		return p, code, apperror.New(apperror.ValidationError, "the address holds no code; begin the login again, and paste the whole address that the browser was led to")
	}
	return p, code, nil
}

func parseBack(address string) (url.Values, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > maxRedirected || u.Query().Get("state") == "" {
		return nil, apperror.New(apperror.ValidationError, "redirectedUrl must be the whole address that the browser was led to; it holds code and state")
	}
	return u.Query(), nil
}

func refusedLogin(code, description string) error {
	if code == "access_denied" {
		return apperror.New(apperror.ValidationError, "you did not agree to the login, so nothing was connected")
	}
	return apperror.New(apperror.ValidationError, "the network ended the login: %s", bounded(printable(code+" "+description)))
}

func printable(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == '\u007f' || r == '\uFFFD' {
			return ' '
		}
		return r
	}, s))
}

// exchange returns the accounts that the code gives access to, and the user's token for the partner
// login. It stores the app that is to be remembered.
func (o *oauth) exchange(ctx context.Context, p pending, code secrets.Text) (found []candidate, user secrets.Text, err error) {
	short, err := o.client.Tokens.ExchangeCode(ctx, graph.Login(p.Login), p.app(), p.RedirectURI, code)
	if err != nil {
		return nil, user, Refusal(err)
	}
	if p.RemembersApp {
		// Only now is it known that the secret is not mistyped, and may replace the remembered one.
		if err := rememberApp(ctx, o.accounts, p); err != nil {
			return nil, user, err
		}
	}
	if p.Login == Primary {
		if err := checkScopes(short.Scopes, graph.PrimaryScopes()...); err != nil {
			return nil, user, err
		}
	}
	long, err := o.client.Tokens.LongLived(ctx, graph.Login(p.Login), p.app(), short.Token)
	if err != nil {
		return nil, user, Refusal(err)
	}
	found, err = o.connector.identifier.identify(ctx, long.Token, p.Login)
	if err != nil {
		return nil, user, err
	}
	if p.Login == Primary {
		found[0].scopes = short.Scopes
		found[0].warnOfScopes()
	}
	if p.Login == Primary && long.ExpiresIn > 0 {
		found[0].expiresAt, found[0].assumed = wiretime.Ptr(o.accounts.now().Time().Add(long.ExpiresIn)), false
	}
	return found, long.Token, nil
}

// chooseOf is choose for a login: when a choice is open, the ticket identifies what the code gave
// access to.
func (o *oauth) chooseOf(ctx context.Context, found []candidate, p pending, user secrets.Text, snUserID string) (Connection, error) {
	one, choices, err := choose(found, snUserID)
	if err != nil {
		return Connection{}, err
	}
	if one != nil {
		return o.connector.settle(ctx, *one)
	}
	out := Connection{Choices: choices}
	p.UserToken = user.Reveal()
	out.Ticket = randomCode()
	_, err = o.storePending(ctx, out.Ticket, p)
	return out, err
}

func (o *oauth) finishChoice(ctx context.Context, in finishLogin) (Connection, error) {
	p, err := o.takePending(ctx, in.Ticket.Reveal())
	if err != nil {
		return Connection{}, err
	}
	if p.isBegun() {
		return Connection{}, unknownState()
	}
	if p.Code != "" {
		code := secrets.NewText(p.Code)
		p.Code = ""
		found, user, err := o.exchange(ctx, p, code)
		if err != nil {
			return Connection{}, err
		}
		return o.chooseOf(ctx, found, p, user, in.SNUserID)
	}
	user := secrets.NewText(p.UserToken)
	found, err := o.connector.identifier.identify(ctx, user, p.Login)
	if err != nil {
		return Connection{}, err
	}
	return o.chooseOf(ctx, found, p, user, in.SNUserID)
}
