package graph

import (
	"context"
	"net/http"
	"net/url"
	"strings"
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
	// AccountType is Business for every account of the partner login: that host does not tell.
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
	case x.account.Login == Partner && string(a.ID) != x.asked:
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
		p.ID, p.AccountType = string(a.ID), Business
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
