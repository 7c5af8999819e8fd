package auth

import (
	"strings"

	"crier/platform/config"
	"crier/platform/graph"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// LoginMethod is the login of the network by which an account was connected.
type LoginMethod string

// The login methods of contract 2.
const (
	Primary LoginMethod = "primary"
	Partner LoginMethod = "partner"
)

// SocialAccount is a connected business or creator account (contract 2), without its token.
type SocialAccount struct {
	bun.BaseModel `bun:"table:social_accounts,alias:account" json:"-"`

	ID                wireid.ID      `bun:",pk" json:"id"                doc:"Used as accountId in publishing calls." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	SNUserID          string         `bun:"sn_user_id" json:"snUserId"          doc:"The network's own id of the account, digits." example:"17841400008460056"`
	Username          string         `json:"username"          doc:"Name of the account at the network." example:"northwind.bakery"`
	Name              *string        `json:"name"              doc:"Display name." example:"Northwind Bakery"`
	ProfilePictureURL *string        `bun:"profile_picture_url" json:"profilePictureUrl" doc:"Path under /uploads/avatars/." example:"/uploads/avatars/7c9e6679-7425-40de-944b-e07fc1f90ae7.jpg"`
	AccountType       *string        `json:"accountType"       enum:"BUSINESS,CREATOR" doc:"Kind of the account at the network; null while it is not known." example:"BUSINESS"`
	PartnerPageID     *string        `json:"partnerPageId"     doc:"The linked Page; for loginMethod partner only." example:"105220188123456"`
	PartnerPageName   *string        `json:"partnerPageName"   doc:"Name of the linked Page." example:"Northwind Bakery"`
	TokenExpiresAt    *wiretime.Time `json:"tokenExpiresAt"    doc:"When the account must be connected again." example:"2026-05-12T08:00:00.000Z"`
	LoginMethod       LoginMethod    `json:"loginMethod"       enum:"primary,partner" doc:"How the account was connected; partner goes by way of a linked Page." example:"partner"`
	FollowersCount    *int64         `json:"followersCount"    doc:"Followers at the last synchronisation." example:"12840"`
	MediaCount        *int64         `json:"mediaCount"        doc:"Published media at the last synchronisation." example:"311"`
	LastSyncedAt      *wiretime.Time `json:"lastSyncedAt"      doc:"When the profile was last read from the network." example:"2026-03-14T06:00:00.000Z"`
	CreatedAt         wiretime.Time  `json:"createdAt"         doc:"When the account was connected." example:"2026-03-13T08:00:00.000Z"`

	UserID  wireid.ID      `json:"-"`
	Network config.Network `json:"-"`
	// TokenDeadAt is when the network refused the token, or nil; TokenDeadReason says why.
	TokenDeadAt     *wiretime.Time `json:"-"`
	TokenDeadReason *string        `json:"-"`
	// TokenExpiryKept is the TokenExpiresAt of the time before the token was found dead.
	TokenExpiryKept *wiretime.Time `json:"-"`
	// DataAccessUntil is when the data access of the partner login ends, unless the user logs in
	// again. It is nil when the network names no end, and for the primary login.
	DataAccessUntil *wiretime.Time `json:"-"`
	// CheckpointAt is when the network demanded that the user confirm something in its own app, or
	// nil; CheckpointReason has the network's text.
	CheckpointAt     *wiretime.Time `json:"-"`
	CheckpointReason *string        `json:"-"`
	// Scopes are what the network said that the token may do, separated by spaces, or nil where it
	// has not said.
	Scopes *string `json:"-"`
}

// Allows reports whether the account's token has a permission, such as graph.ScopeComment. The
// network has not said it for every account: then isKnown is false.
func (a SocialAccount) Allows(permission string) (isAllowed, isKnown bool) {
	if a.Scopes == nil {
		return false, false
	}
	return graph.Allows(strings.Fields(*a.Scopes), permission), true
}

// CheckPermissions refuses an account whose token, by what the network said of it, may not publish.
func (a SocialAccount) CheckPermissions() error {
	if a.Scopes == nil {
		return nil
	}
	return checkScopes(strings.Fields(*a.Scopes), graph.ScopeBasic, graph.ScopePublish)
}

// IsTokenExpired reports whether the account's token is known to have expired at now.
func (a SocialAccount) IsTokenExpired(now wiretime.Time) bool {
	return a.TokenExpiresAt != nil && !a.TokenExpiresAt.Time().After(now.Time())
}

// TokenEnd returns when the token ends as far as the network has said, also of one that was found
// dead before.
func (a SocialAccount) TokenEnd() *wiretime.Time {
	if a.TokenDeadAt != nil {
		return a.TokenExpiryKept
	}
	return a.TokenExpiresAt
}

type user struct {
	bun.BaseModel `bun:"table:users"`

	ID             wireid.ID `bun:",pk"`
	DemoAccountsAt *wiretime.Time
	CreatedAt      wiretime.Time
}

type accountToken struct {
	bun.BaseModel `bun:"table:account_tokens"`

	AccountID wireid.ID `bun:",pk"`
	Sealed    []byte
	// UserSealed is the token of the partner's user, kept only where the Page's token expires.
	UserSealed []byte
	UpdatedAt  wiretime.Time
	// ObtainedAt is when the network issued the token; for a pasted one, when it was pasted.
	ObtainedAt wiretime.Time
	// ExpiryAssumed says that the account's TokenExpiresAt is a guess.
	ExpiryAssumed bool
	// The chores do not try again before these instants.
	NextRefreshAt, NextSyncAt, NextProbeAt wiretime.Time
	// ProbeTries is how many probes in a row found the token dead.
	ProbeTries int
}

// formerAccount stores the id of an account that was disconnected.
type formerAccount struct {
	bun.BaseModel `bun:"table:former_accounts"`

	Network   config.Network `bun:",pk"`
	SNUserID  string         `bun:"sn_user_id,pk"`
	AccountID wireid.ID
	RemovedAt wiretime.Time
}

// loginApp is the user's own app at the network.
type loginApp struct {
	bun.BaseModel `bun:"table:login_apps"`

	Network      config.Network `bun:",pk"`
	Login        LoginMethod    `bun:",pk"`
	AppID        string
	SealedSecret []byte
	RedirectURI  string `bun:"redirect_uri"`
	UpdatedAt    wiretime.Time
}

// pendingLogin is a login that was begun and not finished.
type pendingLogin struct {
	bun.BaseModel `bun:"table:pending_logins"`

	Hash      string `bun:",pk"`
	Network   config.Network
	Sealed    []byte
	ExpiresAt wiretime.Time
}

type loginCode struct {
	bun.BaseModel `bun:"table:login_codes"`

	Hash      string `bun:",pk"`
	ExpiresAt wiretime.Time
}

type revokedSession struct {
	bun.BaseModel `bun:"table:revoked_sessions"`

	JTI       string `bun:"jti,pk"`
	ExpiresAt wiretime.Time
}
