package graph

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"crier/platform/secrets"
)

// TokenKind is whose a token of the partner login is. The network may add others, which are passed
// on in upper case.
type TokenKind string

// The kinds that lead to an account.
const (
	UserToken TokenKind = "USER"
	PageToken TokenKind = "PAGE"
)

// TokenInfo is what the network says of a token of the partner login. What it left out is zero.
type TokenInfo struct {
	Kind    TokenKind
	IsValid bool
	AppID   string
	// ExpiresAt is zero for a token that does not expire.
	ExpiresAt time.Time
	// DataAccessUntil is when the user must agree again; zero when the network does not say.
	DataAccessUntil time.Time
	Scopes          []string
}

// DebugToken returns what the network says of a token of the partner login; the token itself asks.
func (c *Tokens) DebugToken(ctx context.Context, token secrets.Text) (TokenInfo, error) {
	r := onFacebook(OpDebugToken, token, url.Values{"input_token": {token.Reveal()}}, "debug_token")
	got, err := call[debugAnswer](ctx, c.caller, r)
	if err != nil {
		return TokenInfo{}, err
	}
	return TokenInfo{
		Kind: TokenKind(strings.ToUpper(clean(got.Data.Type, token))), IsValid: bool(got.Data.IsValid), AppID: string(got.Data.AppID),
		ExpiresAt: got.Data.ExpiresAt.Time, DataAccessUntil: got.Data.DataAccess.Time, Scopes: got.Data.Scopes,
	}, nil
}

type debugAnswer struct {
	Data *struct {
		Type       string `json:"type"`
		IsValid    flag   `json:"is_valid"`
		AppID      id     `json:"app_id"`
		ExpiresAt  epoch  `json:"expires_at"`
		DataAccess epoch  `json:"data_access_expires_at"`
		Scopes     words  `json:"scopes"`
	} `json:"data"`
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
