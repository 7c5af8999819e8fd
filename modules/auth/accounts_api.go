package auth

import (
	"context"
	"fmt"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// AccountOverview is an account as its owner sees it.
type AccountOverview struct {
	Account            SocialAccount  `json:"account"`
	Health             string         `json:"health" enum:"ok,expiring,expired,dead,checkpoint" doc:"State of the token: expiring from ten days before its end, dead when the network does not take it, checkpoint when the network wants its user to confirm something in its app." example:"ok"`
	TokenDeadAt        *wiretime.Time `json:"tokenDeadAt" doc:"When the network was found to take the token no more."`
	TokenDeadReason    *string        `json:"tokenDeadReason" doc:"What the network said." example:"The session has been invalidated because the user changed the password."`
	CheckpointAt       *wiretime.Time `json:"checkpointAt" doc:"When the network was found to want something confirmed in its app."`
	CheckpointReason   *string        `json:"checkpointReason" doc:"What the network said." example:"The account is restricted."`
	Remedy             *string        `json:"remedy" doc:"What is to be done before the account can publish again; null when nothing is." example:"northwind.bakery must be connected again: The session has been invalidated because the user changed the password."`
	DataAccessUntil    *wiretime.Time `json:"dataAccessUntil" doc:"For loginMethod partner: when the network ends the data access of the login, unless the account is connected again; null when it names no end." example:"2026-06-11T08:00:00.000Z"`
	Warning            *string        `json:"warning" doc:"What is to be done although the account can publish, from ten days before its data access ends; null when nothing is." example:"northwind.bakery must be connected again before 2026-06-11T08:00:00.000Z (crier accounts connect): the data access of its login ends then, and the network may refuse its posts afterwards"`
	MayComment         *bool          `json:"mayComment" doc:"Whether the token may post first comments; null while the network has not said." example:"true"`
	TokenExpiryAssumed bool           `json:"tokenExpiryAssumed" doc:"Whether tokenExpiresAt is a guess, until the token is a day old and was refreshed." example:"true"`
}

// AccountOverviews is the answer of GET /api/accounts.
type AccountOverviews struct {
	Network  string            `json:"network" enum:"sandbox,live" doc:"The network that the accounts are of." example:"live"`
	Accounts []AccountOverview `json:"accounts" doc:"The connected accounts, in the order in which they were connected."`
}

// ConnectionAnswer is the result of connecting an account.
type ConnectionAnswer struct {
	Account  *AccountOverview               `json:"account" doc:"The connected account; null while a choice is open."`
	Choices  []AccountChoice                `json:"choices" doc:"The accounts of which one has to be named as snUserId; empty when one is connected."`
	Ticket   *string                        `json:"ticket" doc:"After a login by an app: what stands for it until the choice is made, once and for an hour. After a look: what stands for the token, for ten minutes or until its account is connected." example:"Zm9v"`
	Mask     *string                        `json:"mask" doc:"After a look: what of the token can be shown." example:"IGAA···q3Zk, 184 characters"`
	Seen     httpapi.Nullable[SeenAccount]  `json:"seen" doc:"After a look: the account of the token; null while a choice is open, and when the token is refused."`
	Refusal  httpapi.Nullable[TokenRefusal] `json:"refusal" doc:"After a look: why the token cannot be connected; null when it can be."`
	Warnings []string                       `json:"warnings" doc:"What to know of the token."`
	Notes    []string                       `json:"notes" doc:"What to know of the account, once: at its first connection, or at the first with its Page."`
}

// RefreshAnswer is the result of a refresh.
type RefreshAnswer struct {
	Account        AccountOverview `json:"account"`
	TokenRefreshed bool            `json:"tokenRefreshed" doc:"Whether the account has a new token." example:"true"`
	Note           string          `json:"note" doc:"Why there is no new token; empty when there is." example:""`
}

type (
	connectInput struct {
		Body struct {
			Token    string `json:"token,omitempty" doc:"A long-lived access token of the network." example:"IGAA..."`
			Ticket   string `json:"ticket,omitempty" doc:"In its place: the ticket that a look gave for a token." example:"Zm9v"`
			Look     bool   `json:"look,omitempty" doc:"Store nothing and tell what the token is good for. Crier holds the token in memory meanwhile, for ten minutes at most." example:"true"`
			Login    string `json:"login,omitempty" enum:"primary,partner" doc:"Which login it is for; without it Crier finds out." example:"primary"`
			SNUserID string `json:"snUserId,omitempty" doc:"Which account, when the token leads to several." example:"17841400000000505"`
		}
	}
	beginInput struct {
		Body struct {
			Login       string `json:"login" enum:"primary,partner" doc:"By which of the network's logins." example:"primary"`
			AppID       string `json:"appId,omitempty" doc:"Id of your app at the network; without app and secret the remembered one is taken." example:"990000000000001"`
			AppSecret   string `json:"appSecret,omitempty" doc:"The app's secret." example:"..."`
			RedirectURI string `json:"redirectUri,omitempty" doc:"An address that the app has registered, exactly; without it that of the remembered app, or else the cloud worker's, which leads the browser back." example:"https://localhost/"`
			Remember    bool   `json:"remember,omitempty" doc:"Keep the app, its secret sealed." example:"true"`
		}
	}
	finishInput struct {
		Body struct {
			RedirectedURL string `json:"redirectedUrl,omitempty" doc:"The whole address that the browser was led to." example:"https://localhost/?code=abc&state=def#_"`
			Ticket        string `json:"ticket,omitempty" doc:"In its place: the ticket of a login that was led back to Crier, or that left a choice." example:"Zm9v"`
			SNUserID      string `json:"snUserId,omitempty" doc:"Which account, when there are several." example:"17841400000000505"`
		}
	}
)

const accountsTag = "Accounts"

func (a *api) registerAccounts(surface *httpapi.Operations) {
	asksNetwork := []apperror.Code{apperror.RateLimited, apperror.UnknownError}
	httpapi.Register(surface, huma.Operation{
		OperationID: "listAccounts", Method: http.MethodGet, Path: "/accounts", Tags: []string{accountsTag},
		Summary: "The accounts and the state of their tokens", Description: "Lists the connected accounts of the network that is on.",
		Security: httpapi.CookieOnly(),
	}, a.listAccounts)
	httpapi.Register(surface, huma.Operation{
		OperationID: "connectAccount", Method: http.MethodPost, Path: "/accounts/connect", Tags: []string{accountsTag},
		Summary: "Connect an account by a pasted token", Description: "Finds out what the token is for and connects its account, or answers with a choice. With `look` it connects nothing and answers with what it saw.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(asksNetwork...)),
	}, a.connect)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getLoginWays", Method: http.MethodGet, Path: "/accounts/oauth", Tags: []string{accountsTag},
		Summary: "How a login by an app of your own comes back", Description: "Answers with the redirect address to write into the app's settings, and with the apps that are remembered.",
		Security: httpapi.CookieOnly(),
	}, a.ways)
	httpapi.Register(surface, huma.Operation{
		OperationID: "beginLogin", Method: http.MethodPost, Path: "/accounts/oauth/begin", Tags: []string{accountsTag},
		Summary: "Begin a login by an app of your own", Description: "Answers with the address on which to agree.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(nil),
	}, a.begin)
	httpapi.Register(surface, huma.Operation{
		OperationID: "finishLogin", Method: http.MethodPost, Path: "/accounts/oauth/finish", Tags: []string{accountsTag},
		Summary: "Finish a login", Description: "Takes the address that the browser was led to and connects the account, or answers with a choice.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtOwnAddress(httpapi.Errors(asksNetwork...)),
	}, a.finish)
	httpapi.Register(surface, huma.Operation{
		OperationID: "refreshAccount", Method: http.MethodPost, Path: "/accounts/{id}/refresh", Tags: []string{accountsTag},
		Summary: "Refresh the token and the profile", Description: "Refreshes the token if the network does that by now, and reads profile and picture.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(append(asksNetwork, apperror.NotFound, apperror.TokenExpired)...)),
	}, a.refresh)
	httpapi.Register(surface, huma.Operation{
		OperationID: "disconnectAccount", Method: http.MethodDelete, Path: "/accounts/{id}", Tags: []string{accountsTag},
		Summary: "Disconnect an account", Description: "Does what DELETE /api/v1/auth/accounts/{id} does.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound)),
	}, a.remove)
}

func (a *api) listAccounts(ctx context.Context, _ *struct{}) (*httpapi.Output[AccountOverviews], error) {
	list, err := Overviews(ctx, a.service)
	return httpapi.Answer(AccountOverviews{Network: string(a.service.network), Accounts: list}, err)
}

// Overviews returns the accounts of the network, each with the state of its token.
func Overviews(ctx context.Context, s *Service) ([]AccountOverview, error) {
	accounts, err := s.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]AccountOverview, len(accounts))
	for i, account := range accounts {
		if list[i], err = overview(ctx, s, account); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// overview returns the account with the state of its token.
func overview(ctx context.Context, s *Service, account SocialAccount) (AccountOverview, error) {
	assumed, err := selectAssumed(ctx, s.db, account.ID)
	remedy := account.Remedy()
	var mayComment *bool
	if may, isKnown := account.Allows(graph.ScopeComment); isKnown {
		mayComment = &may
	}
	if account.health(s.now()) == healthExpired {
		remedy = fmt.Sprintf("%s must be connected again (crier accounts connect): its access ended at %s", account.Username, account.TokenExpiresAt)
	}
	return AccountOverview{
		Account: account, Health: account.health(s.now()), TokenDeadAt: account.TokenDeadAt, TokenDeadReason: account.TokenDeadReason,
		CheckpointAt: account.CheckpointAt, CheckpointReason: account.CheckpointReason, Remedy: textOrNil(remedy),
		DataAccessUntil: account.DataAccessUntil, Warning: textOrNil(account.warning(s.now())),
		MayComment: mayComment, TokenExpiryAssumed: assumed,
	}, err
}

func (a *api) connect(ctx context.Context, in *connectInput) (*httpapi.Output[ConnectionAnswer], error) {
	b := in.Body
	connect := a.connector.Connect
	if b.Look {
		connect = a.connector.Look
	}
	return a.connection(ctx, func() (Connection, error) {
		return connect(ctx, ConnectRequest{Token: secrets.NewText(b.Token), Ticket: b.Ticket, Login: LoginMethod(b.Login), SNUserID: b.SNUserID})
	})
}

func (a *api) begin(ctx context.Context, in *beginInput) (*httpapi.Output[BegunLogin], error) {
	b := in.Body
	return httpapi.Answer(a.oauth.Begin(ctx, beginLogin{
		Login: LoginMethod(b.Login), AppID: b.AppID, AppSecret: secrets.NewText(b.AppSecret), RedirectURI: b.RedirectURI, Remember: b.Remember,
		Port: httpapi.PortOf(ctx),
	}))
}

func (a *api) ways(ctx context.Context, _ *struct{}) (*httpapi.Output[LoginWays], error) {
	return httpapi.Answer(a.oauth.Ways(ctx, httpapi.PortOf(ctx)))
}

func (a *api) finish(ctx context.Context, in *finishInput) (*httpapi.Output[ConnectionAnswer], error) {
	b := in.Body
	return a.connection(ctx, func() (Connection, error) {
		return a.oauth.Finish(ctx, finishLogin{RedirectedURL: b.RedirectedURL, Ticket: secrets.NewText(b.Ticket), SNUserID: b.SNUserID})
	})
}

func (a *api) connection(ctx context.Context, do func() (Connection, error)) (*httpapi.Output[ConnectionAnswer], error) {
	got, err := do()
	if err != nil {
		return nil, httpapi.InParts(err)
	}
	out := &httpapi.Output[ConnectionAnswer]{Body: ConnectionAnswer{
		Choices: append([]AccountChoice{}, got.Choices...), Ticket: textOrNil(got.Ticket), Warnings: append([]string{}, got.Warnings...),
		Notes: append([]string{}, got.Notes...), Mask: textOrNil(got.Mask), Seen: httpapi.Nullable[SeenAccount]{Value: got.Seen},
	}}
	if got.Refusal != nil {
		refusal := TokenRefusal{Code: string(got.Refusal.Code), Error: got.Refusal.Message}
		if cure, isKnown := CureOf(got.Refusal); isKnown {
			refusal.Cure = &cure
		}
		out.Body.Refusal = httpapi.Nullable[TokenRefusal]{Value: &refusal}
	}
	if got.Account == nil {
		return out, nil
	}
	overview, err := overview(ctx, a.service, *got.Account)
	out.Body.Account = &overview
	return out, err
}

func (a *api) refresh(ctx context.Context, in *accountInput) (*httpapi.Output[RefreshAnswer], error) {
	got, err := a.refresher.Refresh(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	overview, err := overview(ctx, a.service, got.Account)
	return httpapi.Answer(RefreshAnswer{Account: overview, TokenRefreshed: got.TokenRefreshed, Note: got.Note}, err)
}
