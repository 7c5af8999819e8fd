package graph

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"crier/platform/secrets"
)

// TokenKind is whose a token of the partner login is. The network may add others, which are passed
// on in upper case.
type TokenKind string

// The kinds that are known here. A token of an app leads to no account.
const (
	UserToken TokenKind = "USER"
	PageToken TokenKind = "PAGE"
	AppToken  TokenKind = "APP"
)

// TokenInfo is what the network says of a token of the partner login. What it left out is zero.
type TokenInfo struct {
	Kind    TokenKind
	IsValid bool
	// AppID and AppName are the app that made the token.
	AppID, AppName string
	// ExpiresAt is zero for a token that does not expire.
	ExpiresAt time.Time
	// DataAccessUntil is when the user must agree again; zero when the network does not say.
	DataAccessUntil time.Time
	Scopes          []string
	// Accounts are the ids of the accounts that the user agreed to, each once, at most 100.
	Accounts []string
}

// The permissions of a token that Crier asks about. Allows knows the other name of each.
const (
	ScopeBasic     = "instagram_basic"
	ScopePublish   = "instagram_content_publish"
	ScopeComment   = "instagram_manage_comments"
	ScopeDelete    = "instagram_manage_contents"
	ScopePagePosts = "pages_manage_posts"
)

// The beginnings of the names of the permissions for accounts. A set-up of the network's has one of
// two names for each: instagram_content_publish or instagram_business_content_publish.
const (
	scopePrefix     = "instagram_"
	businessVariant = scopePrefix + "business_"
)

// Allows reports whether the scopes have the permission, by either of its two names.
func Allows(scopes []string, permission string) bool {
	plain := strings.TrimPrefix(strings.TrimPrefix(permission, businessVariant), scopePrefix)
	for _, one := range []string{permission, scopePrefix + plain, businessVariant + plain} {
		if slices.Contains(scopes, one) {
			return true
		}
	}
	return false
}

// DebugToken returns what the network says of a token of the partner login; the token itself asks.
func (c *Tokens) DebugToken(ctx context.Context, token secrets.Text) (TokenInfo, error) {
	r := onFacebook(OpDebugToken, token, url.Values{"input_token": {token.Reveal()}}, "debug_token")
	got, err := call[debugAnswer](ctx, c.caller, r)
	if err != nil {
		return TokenInfo{}, err
	}
	return TokenInfo{
		Kind: TokenKind(strings.ToUpper(clean(got.Data.Type, token))), IsValid: bool(got.Data.IsValid),
		AppID: string(got.Data.AppID), AppName: clean(got.Data.Application, token),
		ExpiresAt: got.Data.ExpiresAt.Time, DataAccessUntil: got.Data.DataAccess.Time, Scopes: got.Data.Scopes, Accounts: got.accounts(),
	}, nil
}

type debugAnswer struct {
	Data *struct {
		Type        string     `json:"type"`
		IsValid     flag       `json:"is_valid"`
		AppID       id         `json:"app_id"`
		Application string     `json:"application"`
		ExpiresAt   epoch      `json:"expires_at"`
		DataAccess  epoch      `json:"data_access_expires_at"`
		Scopes      words      `json:"scopes"`
		Granular    []granular `json:"granular_scopes"`
	} `json:"data"`
}

// accounts returns the ids that belong to the permissions for accounts.
func (a debugAnswer) accounts() (ids []string) {
	const most = 100
	for _, one := range a.Data.Granular {
		for _, target := range one.Targets {
			if strings.HasPrefix(one.Scope, scopePrefix) && target != "" && len(ids) < most && !slices.Contains(ids, string(target)) {
				ids = append(ids, string(target))
			}
		}
	}
	return ids
}

// granular is a permission with the ids that it was given for; without ids it was given for all.
type granular struct {
	Scope   string `json:"scope"`
	Targets []id   `json:"target_ids"`
}

func (a debugAnswer) flaw(*exchange) string {
	return flawIf(a.Data == nil, "nothing about the token")
}

// epoch is an instant in Unix seconds; 0 is none.
type epoch struct{ time.Time }

func (t *epoch) UnmarshalJSON(b []byte) error {
	const most = 253402300799 // The end of the year 9999, the last that can be written.
	s, err := scalar(b)
	if err != nil || s == "" {
		return err
	}
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil || v < 0 || v > most {
		return ErrMalformed
	}
	if v > 0 {
		t.Time = time.Unix(v, 0).UTC()
	}
	return nil
}
