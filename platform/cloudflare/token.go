package cloudflare

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strconv"
	"time"

	"crier/platform/secrets"
)

// The states of a token, as Cloudflare documents them.
const (
	statusActive   = "active"
	statusDisabled = "disabled"
	statusExpired  = "expired"
)

const (
	perPage  = 50
	maxPages = 40
)

// TokenPage returns the address of Cloudflare's page for a new token, filled in with the
// permissions that Crier needs. A bucket of R2 takes one more. Cloudflare documents the keys, and
// none for PermissionTail ("API token template URLs", read 2026-11-29); that of R2 is what its page
// takes.
func TokenPage(hasBucket bool) string {
	keys := `{"key":"workers_scripts","type":"edit"},{"key":"workers_kv_storage","type":"edit"},{"key":"account_settings","type":"read"}`
	if hasBucket {
		keys += `,{"key":"workers_r2","type":"edit"}`
	}
	return "https://dash.cloudflare.com/profile/api-tokens?permissionGroupKeys=" + url.QueryEscape("["+keys+"]") + "&accountId=*&zoneId=all&name=Crier"
}

// Token is what Cloudflare says about a token.
type Token struct {
	ID     string
	Status string
	// Expires is zero for a token that does not.
	Expires time.Time
}

// Ended reports that Cloudflare no longer accepts the token. A status that is not documented proves
// nothing.
func (t Token) Ended() bool { return t.Status == statusDisabled || t.Status == statusExpired }

type wireToken struct {
	ID      string  `json:"id"`
	Status  string  `json:"status"`
	Expires instant `json:"expires_on"`
}

func (t *wireToken) flaw() string {
	return missing([2]string{"id", t.ID}, [2]string{"status", t.Status})
}

// unknownValue names a status that Cloudflare does not document.
func (t *wireToken) unknownValue() string {
	if slices.Contains([]string{statusActive, statusDisabled, statusExpired}, t.Status) {
		return ""
	}
	return "the status " + t.Status
}

func (t *wireToken) token() Token { return Token{ID: t.ID, Status: t.Status, Expires: t.Expires.Time} }

// VerifyToken returns what Cloudflare says about the client's token, if the account owns it.
func (a *Account) VerifyToken(ctx context.Context) (Token, error) {
	return a.client.verify(ctx, a.path("tokens", "verify")...)
}

// AccountInfo is an account that a token reaches.
type AccountInfo struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type wireAccounts []AccountInfo

func (l *wireAccounts) flaw() string {
	return lacking(*l, "an account has no id", func(one AccountInfo) bool { return one.ID == "" })
}

// S3Keys returns the access key and the secret key with which R2's S3 interface knows the token.
// The id is the one of Token.
func S3Keys(id string, token secrets.Text) (accessKey string, secretKey secrets.Text) {
	sum := sha256.Sum256([]byte(token.Reveal()))
	return id, secrets.NewText(hex.EncodeToString(sum[:]))
}

// pages returns all pages of a list that is numbered by pages.
func pages[L ~[]T, T any](ctx context.Context, c *Client, r request) ([]T, error) {
	var all []T
	r.limit = maxListBytes
	for page := 1; page <= maxPages; page++ {
		r.query = url.Values{"page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(perPage)}}
		got, info, err := call[L](ctx, c, r)
		if err != nil {
			return nil, err
		}
		all = append(all, got...)
		// A server that ignores per_page says how many pages it has, or gives fewer than were asked
		// for.
		if len(got) == 0 || len(all) >= int(info.TotalCount) && info.TotalCount > 0 || info.TotalCount == 0 && len(got) < perPage {
			return all, nil
		}
	}
	return nil, &Error{Op: r.op, Kind: NotCloudflare, detail: "the list has no end", cause: ErrMalformed}
}

// path returns the path of what belongs to the account.
func (a *Account) path(below ...string) []string {
	return append([]string{"accounts", a.id}, below...)
}
