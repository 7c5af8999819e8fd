package auth

import (
	"context"
	"strings"
	"unicode"

	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/secrets"
)

// sandboxMark begins every token and secret of the sandbox network.
const sandboxMark = "SANDBOX-"

const maxTokenLength = 4096

// connector connects accounts by their tokens.
type connector struct {
	accounts   *Service
	identifier *identifier
	avatars    *avatars
}

func newConnector(accounts *Service, i *identifier, avatars *avatars) *connector {
	return &connector{accounts, i, avatars}
}

// ConnectRequest is a token that a user pasted.
type ConnectRequest struct {
	Token secrets.Text
	// Login is the login of the token; empty to find out.
	Login LoginMethod
	// SNUserID selects one of several accounts that the token gives access to; empty if there is
	// one.
	SNUserID string
}

// Connection is the result of Connect: an account, or several to choose from.
type Connection struct {
	Account *SocialAccount
	// Choices are the accounts to choose from.
	Choices []AccountChoice
	// Ticket identifies a finished login while a choice is open; empty for a pasted token.
	Ticket string
	// Warnings are what the user should know about the token.
	Warnings []string
	// Notes are what the user should know about the account, once.
	Notes []string
}

// AccountChoice is an account that a token gives access to.
type AccountChoice struct {
	SNUserID string `json:"snUserId" doc:"The network's own id of the account." example:"17841400000000505"`
	Username string `json:"username" doc:"Name of the account at the network." example:"crier.demo.studio"`
	PageID   string `json:"partnerPageId" doc:"The Page that leads to it; empty for one without." example:"100000000000506"`
	PageName string `json:"partnerPageName" doc:"Name of the Page." example:"Demo Studio"`
}

// Connect connects the account that a token gives access to, or returns a choice of several. An
// account that is connected gets the new token and keeps its id. One that was disconnected gets the
// id that it had.
func (c *connector) Connect(ctx context.Context, in ConnectRequest) (Connection, error) {
	if err := checkToken(c.accounts.network, in.Token); err != nil {
		return Connection{}, err
	}
	found, err := c.identifier.identify(ctx, in.Token, in.Login)
	if err != nil {
		return Connection{}, err
	}
	return c.choose(ctx, found, in.SNUserID)
}

// checkToken refuses what cannot be a token of this network, so that it is not sent anywhere.
func checkToken(network config.Network, token secrets.Text) error {
	text := token.Reveal()
	if text == "" || len(text) > maxTokenLength || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > unicode.MaxASCII }) {
		return apperror.New(apperror.ValidationError, "token must be an access token of the network: up to %d characters without spaces", maxTokenLength)
	}
	return checkMode(network, text, "token")
}

// checkMode keeps tokens of one network from the other.
func checkMode(network config.Network, secret, what string) error {
	isSandbox := strings.HasPrefix(secret, sandboxMark)
	switch {
	case isSandbox && network == config.Live:
		return refuse(nil, Cure{
			Refusal: "sandbox", Title: "This is from the sandbox",
			What:  "this " + what + " is from the sandbox network, and Crier runs in live mode; nothing was sent",
			Steps: []string{"send one from the real network, or go back to the sandbox first (crier network sandbox)"},
		})
	case !isSandbox && network == config.Sandbox:
		return refuse(nil, Cure{
			Refusal: "real", Title: "This is from the real network, and this is the sandbox",
			What:  "this " + what + " is not from the sandbox network, whose secrets begin with " + sandboxMark + "; nothing was sent",
			Steps: []string{"to use the real network, go live first (crier network live)"},
		})
	}
	return nil
}

// choose connects the only account, or the selected one.
func (c *connector) choose(ctx context.Context, found []candidate, snUserID string) (Connection, error) {
	var choices []AccountChoice
	for _, one := range found {
		if one.profile.ID == snUserID || snUserID == "" && len(found) == 1 {
			return c.settle(ctx, one)
		}
		choices = append(choices, AccountChoice{one.profile.ID, one.profile.Username, one.pageID, one.pageName})
	}
	if snUserID != "" {
		return Connection{}, apperror.New(apperror.ValidationError, "the token does not lead to the account that snUserId names")
	}
	return Connection{Choices: choices}, nil
}

// settle completes the account's data and connects it.
func (c *connector) settle(ctx context.Context, one candidate) (Connection, error) {
	if one.login == Partner {
		if err := c.identifier.completePartner(ctx, &one); err != nil {
			return Connection{}, err
		}
	}
	if err := checkProfessional(one.profile); err != nil {
		return Connection{}, err
	}
	account, isNewPage, err := c.save(ctx, one)
	if err != nil {
		return Connection{}, err
	}
	c.avatars.fetch(ctx, account.ID, one.profile.PictureURL)
	account, err = c.accounts.Account(ctx, c.accounts.db, account.ID)
	if err != nil {
		return Connection{}, err
	}
	out := Connection{Account: &account, Warnings: one.warnings}
	if isNewPage {
		out.Notes = []string{DevelopmentMode}
	}
	return out, nil
}

// DevelopmentMode is told of an account with a Page. The network does not tell in which mode an app
// is.
const DevelopmentMode = "If your app is still in development mode, what is shared to the Page is seen only by people with a role in the app, although the network takes it. " +
	"Publish the app in Meta's App Dashboard (" + publishMenu + "), and everybody sees it. Nothing like that is known of posts on Instagram itself."
