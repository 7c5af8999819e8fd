package graph

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"crier/platform/secrets"
)

// AccountType is the kind of a professional account. The network may add others, which are passed
// on in upper case.
type AccountType string

// The professional accounts that can publish.
const (
	Business AccountType = "BUSINESS"
	Creator  AccountType = "CREATOR"
)

// Profile is what the network shows of an account. What the network left out is zero.
type Profile struct {
	// ID is the id that stands in paths.
	ID       string
	Username string
	Name     string
	// AccountType is Business for an account of which the partner's host does not tell.
	AccountType AccountType
	// PictureURL expires.
	PictureURL string
	// The counts are nil when the network does not tell.
	Followers, Follows, Media *int
}

// Profile returns the profile of the account. With the primary login the token alone says which
// account it is, and a.ID may be empty: compare the answer's ID.
func (c *Profiles) Profile(ctx context.Context, a Account) (Profile, error) {
	r := request{
		op: OpProfile, method: http.MethodGet, account: a, path: []string{"me"}, wrapped: true,
		params: url.Values{"fields": {"user_id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count"}},
	}
	if a.Login == Partner {
		if !isID(a.ID) {
			return Profile{}, refuse(OpProfile, Permanent, "the account's id is no id of the network")
		}
		r.path, r.asked = []string{a.ID}, a.ID
		r.params.Set("fields", "id,username,name,profile_picture_url,followers_count,follows_count,media_count")
	}
	got, err := call[profileAnswer](ctx, c.caller, r)
	if err != nil {
		return Profile{}, err
	}
	return got.profile(a.Login), nil
}

// Reached returns the profile of an account that a user's token of the partner's host opens by
// itself, without a Page: the one with the id, or with an empty id the one that the token is of.
// That one must name its kind, for a Page and a person have names too.
func (c *Profiles) Reached(ctx context.Context, token secrets.Text, accountID string) (Profile, error) {
	const known = "id,username,name,profile_picture_url,followers_count,follows_count,media_count"
	ask := func(fields string) (profileAnswer, error) {
		return call[profileAnswer](ctx, c.caller, request{
			op: OpProfile, method: http.MethodGet, account: Account{Login: Partner, Token: token}, path: []string{cmp.Or(accountID, "me")},
			params: url.Values{"fields": {fields}}, asked: accountID,
		})
	}
	if accountID != "" && !isID(accountID) {
		return Profile{}, refuse(OpProfile, Permanent, "the account's id is no id of the network")
	}
	got, err := ask(known + "," + fieldKind)
	if accountID != "" && refusesField(err, fieldKind) {
		got, err = ask(known)
	}
	if err != nil {
		return Profile{}, err
	}
	if accountID == "" && got.AccountType == "" {
		return Profile{}, refuse(OpProfile, Permanent, "what the token is of has no kind of an account")
	}
	return got.profile(Partner), nil
}

// fieldKind is a field of accounts that only some set-ups of the partner's host have.
const fieldKind = "account_type"

type profileAnswer struct {
	// UserID is the account's id with the primary login, where ID is another one, made for the app
	// alone.
	UserID      id       `json:"user_id"`
	ID          id       `json:"id"`
	Username    string   `json:"username"`
	Name        string   `json:"name"`
	AccountType string   `json:"account_type"`
	PictureURL  string   `json:"profile_picture_url"`
	Followers   *integer `json:"followers_count"`
	Follows     *integer `json:"follows_count"`
	Media       *integer `json:"media_count"`
}

func (a profileAnswer) flaw(x *exchange) string {
	switch {
	case x.account.Login == Primary && a.UserID == "":
		return "a profile without the id of its account"
	case x.account.Login == Partner && (a.ID == "" || x.asked != "" && string(a.ID) != x.asked):
		return "the profile of another account"
	case a.Username == "":
		return "a profile without a username"
	}
	return ""
}

func (a profileAnswer) profile(l Login) Profile {
	p := Profile{
		ID: string(a.UserID), Username: a.Username, Name: a.Name, AccountType: accountType(a.AccountType),
		PictureURL: a.PictureURL, Followers: (*int)(a.Followers), Follows: (*int)(a.Follows), Media: (*int)(a.Media),
	}
	if l == Partner {
		p.ID, p.AccountType = string(a.ID), cmp.Or(p.AccountType, Business)
	}
	return p
}

func accountType(s string) AccountType {
	s = strings.ToUpper(s)
	if s == "MEDIA_CREATOR" {
		return Creator
	}
	return AccountType(s)
}
