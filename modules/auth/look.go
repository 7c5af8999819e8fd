package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// The abilities of an account's token.
const (
	mayPublish = "publish"
	mayComment = "comment"
	mayShare   = "share"
	mayDelete  = "delete"
)

// SeenAccount is an account as a token shows it, before anything is stored.
type SeenAccount struct {
	SNUserID        string         `json:"snUserId" doc:"The network's own id of the account." example:"17841400000000505"`
	Username        string         `json:"username" doc:"Name of the account at the network." example:"crier.demo.studio"`
	Name            *string        `json:"name" doc:"Display name." example:"Demo Studio"`
	LoginMethod     LoginMethod    `json:"loginMethod" enum:"primary,partner" doc:"By which of the network's logins the token was made." example:"primary"`
	AccountType     *string        `json:"accountType" enum:"BUSINESS,CREATOR" doc:"Kind of the account; null where the network does not tell it, and an account with a Page is professional." example:"BUSINESS"`
	PartnerPageID   *string        `json:"partnerPageId" doc:"The linked Page; for loginMethod partner only." example:"100000000000506"`
	PartnerPageName *string        `json:"partnerPageName" doc:"Name of the linked Page." example:"Demo Studio"`
	TokenExpiresAt  *wiretime.Time `json:"tokenExpiresAt" doc:"When the token ends; null when the network names no end." example:"2026-05-12T08:00:00.000Z"`
	IsEndAssumed    bool           `json:"tokenExpiryAssumed" doc:"Whether tokenExpiresAt is a guess." example:"true"`
	Scopes          []string       `json:"scopes" doc:"The permissions of the token as the network names them; empty where it does not." example:"[\"instagram_business_basic\",\"instagram_business_content_publish\"]"`
	Abilities       []Ability      `json:"abilities" doc:"What can be done with the token, and what cannot."`
	IsConnected     bool           `json:"isConnected" doc:"Whether the account is connected already: it then gets this token." example:"false"`
	Warnings        []string       `json:"warnings" doc:"What to know of the token."`
}

// Ability is something that a token is good for, or not.
type Ability struct {
	ID  string `json:"id" enum:"publish,comment,share,delete" doc:"What: publish posts, post first comments, share posts to the Page, delete posts at the network." example:"publish"`
	May *bool  `json:"may" doc:"Whether the token may; null while the network has not said." example:"true"`
}

// TokenRefusal is why a token cannot be connected.
type TokenRefusal struct {
	Code  string `json:"code" doc:"The code that connecting would answer with." example:"VALIDATION_ERROR"`
	Error string `json:"error" doc:"What is wrong, and what to do about it." example:"the token lacks the permission instagram_content_publish"`
	Cure  *Cure  `json:"cure" doc:"The same in its parts; null where Crier knows no cure."`
}

// Look finds out what a token is good for, and stores nothing. The token is held in memory
// meanwhile, also one that the network refuses: what it refuses for can often be mended there.
func (c *connector) Look(ctx context.Context, in ConnectRequest) (out Connection, err error) {
	token, err := c.tokenOf(in)
	if err != nil {
		return out, err
	}
	if out.Ticket = in.Ticket; out.Ticket == "" {
		out.Ticket = c.holds.put(token)
	}
	out.Mask = maskOf(token)
	one, choices, err := c.find(ctx, token, in)
	if err == nil && one != nil {
		err = c.prepare(ctx, one)
	}
	own := apperror.From(err)
	switch {
	case own != nil && own.Code != apperror.InternalError:
		out.Refusal = own
		return out, nil
	case err != nil:
		return Connection{}, err
	case one == nil:
		out.Choices = choices
		return out, nil
	}
	out.Seen, err = c.seen(ctx, *one)
	return out, err
}

// seen shows a candidate.
func (c *connector) seen(ctx context.Context, one candidate) (*SeenAccount, error) {
	isConnected, err := c.accounts.isConnected(ctx, one.profile.ID)
	if err != nil {
		return nil, err
	}
	var kind *string
	if one.profile.AccountType == graph.Business || one.profile.AccountType == graph.Creator {
		kind = textOrNil(string(one.profile.AccountType))
	}
	return &SeenAccount{
		SNUserID: one.profile.ID, Username: one.profile.Username, Name: textOrNil(one.profile.Name), LoginMethod: one.login, AccountType: kind,
		PartnerPageID: textOrNil(one.pageID), PartnerPageName: textOrNil(one.pageName), TokenExpiresAt: one.expiresAt, IsEndAssumed: one.assumed,
		Scopes: append([]string{}, one.scopes...), Abilities: one.abilities(), IsConnected: isConnected, Warnings: append([]string{}, one.warnings...),
	}, nil
}

// abilities returns what can be done with the candidate's token, by its login, its Page and its
// permissions.
func (one *candidate) abilities() []Ability {
	of := func(id, scope string, isPossible bool) Ability {
		switch {
		case !isPossible:
			return Ability{id, new(false)}
		case len(one.scopes) == 0:
			return Ability{id, nil}
		}
		return Ability{id, new(graph.Allows(one.scopes, scope))}
	}
	return []Ability{
		of(mayPublish, graph.ScopePublish, true),
		of(mayComment, graph.ScopeComment, true),
		of(mayShare, graph.ScopePagePosts, one.pageID != ""),
		of(mayDelete, graph.ScopeDelete, one.login == Partner),
	}
}

// isConnected reports whether an account of the current network mode has the network's id.
func (s *Service) isConnected(ctx context.Context, snUserID string) (bool, error) {
	_, err := selectByNetworkID(ctx, s.db, s.network, snUserID)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// maskOf returns what may be shown of a token, so that its user knows it again: its ends, where it
// is long enough to be one, and its length.
func maskOf(token secrets.Text) string {
	const shown, least = 4, 32
	text := token.Reveal()
	if len(text) < least {
		return strings.Repeat("·", len(text))
	}
	return fmt.Sprintf("%s···%s, %d characters", text[:shown], text[len(text)-shown:], len(text))
}
