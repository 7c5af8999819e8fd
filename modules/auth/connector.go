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
	holds      *holds
}

func newConnector(accounts *Service, i *identifier, avatars *avatars) *connector {
	return &connector{accounts, i, avatars, newHolds(accounts.clock)}
}

// ConnectRequest is a token that a user pasted.
type ConnectRequest struct {
	Token secrets.Text
	// Ticket stands for a token that Look holds; empty with a Token.
	Ticket string
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
	// Ticket identifies a finished login while a choice is open, or the token that Look holds.
	Ticket string
	// Mask is what Look shows of the token.
	Mask string
	// Seen is the account that Look found, and Refusal why its token cannot be connected.
	Seen    *SeenAccount
	Refusal *apperror.Error
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
	token, err := c.tokenOf(in)
	if err != nil {
		return Connection{}, err
	}
	one, choices, err := c.find(ctx, token, in)
	if err != nil || one == nil {
		return Connection{Choices: choices}, err
	}
	out, err := c.settle(ctx, *one)
	if err == nil {
		c.holds.forget(in.Ticket)
	}
	return out, err
}

// tokenOf returns the token of a request, or the one that its ticket stands for.
func (c *connector) tokenOf(in ConnectRequest) (secrets.Text, error) {
	if in.Ticket != "" {
		return c.holds.token(in.Ticket)
	}
	return in.Token, checkToken(c.accounts.network, in.Token)
}

// find returns the account of a token, or the ones to choose from.
func (c *connector) find(ctx context.Context, token secrets.Text, in ConnectRequest) (*candidate, []AccountChoice, error) {
	found, err := c.identifier.identify(ctx, token, in.Login)
	if err != nil {
		return nil, nil, err
	}
	return choose(found, in.SNUserID)
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

// choose returns the only account, or the selected one, and otherwise all.
func choose(found []candidate, snUserID string) (*candidate, []AccountChoice, error) {
	var choices []AccountChoice
	for i, one := range found {
		if one.profile.ID == snUserID || snUserID == "" && len(found) == 1 {
			return &found[i], nil, nil
		}
		choices = append(choices, AccountChoice{one.profile.ID, one.profile.Username, one.pageID, one.pageName})
	}
	if snUserID != "" {
		return nil, nil, apperror.New(apperror.ValidationError, "the token does not lead to the account that snUserId names")
	}
	return nil, choices, nil
}

// prepare completes the account's data, and refuses one that cannot publish.
func (c *connector) prepare(ctx context.Context, one *candidate) error {
	if one.login == Partner {
		if err := c.identifier.completePartner(ctx, one); err != nil {
			return err
		}
	}
	return checkProfessional(one.profile)
}

// settle completes the account's data and connects it.
func (c *connector) settle(ctx context.Context, one candidate) (Connection, error) {
	if err := c.prepare(ctx, &one); err != nil {
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
