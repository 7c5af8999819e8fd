package auth

import (
	"crier/platform/config"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// LoginMethod says by which of the network's logins an account was connected.
type LoginMethod string

// The login methods of contract 2.
const (
	Primary LoginMethod = "primary"
	Partner LoginMethod = "partner"
)

// SocialAccount is a connected business or creator account (contract 2). Its token is never part of it.
type SocialAccount struct {
	bun.BaseModel `bun:"table:social_accounts,alias:account" json:"-"`

	ID                wireid.ID      `bun:",pk" json:"id"                doc:"Used as accountId in publishing calls."`
	SNUserID          string         `bun:"sn_user_id" json:"snUserId"          doc:"The network's own id of the account, digits."`
	Username          string         `json:"username"          doc:"Name of the account at the network."`
	Name              *string        `json:"name"              doc:"Display name."`
	ProfilePictureURL *string        `bun:"profile_picture_url" json:"profilePictureUrl" doc:"Path under /uploads/avatars/."`
	AccountType       *string        `json:"accountType"       doc:"BUSINESS or CREATOR."`
	PartnerPageID     *string        `json:"partnerPageId"     doc:"The linked Page; for loginMethod partner only."`
	PartnerPageName   *string        `json:"partnerPageName"   doc:"Name of the linked Page."`
	TokenExpiresAt    *wiretime.Time `json:"tokenExpiresAt"    doc:"When the account must be connected again."`
	LoginMethod       LoginMethod    `json:"loginMethod"       enum:"primary,partner" doc:"How the account was connected."`
	FollowersCount    *int64         `json:"followersCount"    doc:"Followers at the last synchronisation."`
	MediaCount        *int64         `json:"mediaCount"        doc:"Published media at the last synchronisation."`
	LastSyncedAt      *wiretime.Time `json:"lastSyncedAt"      doc:"When the profile was last read from the network."`
	CreatedAt         wiretime.Time  `json:"createdAt"         doc:"When the account was connected."`

	UserID  wireid.ID      `json:"-"`
	Network config.Network `json:"-"`
}

// IsTokenExpired reports whether the account's token is known to have expired at now.
func (a SocialAccount) IsTokenExpired(now wiretime.Time) bool {
	return a.TokenExpiresAt != nil && !a.TokenExpiresAt.Time().After(now.Time())
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
	UpdatedAt wiretime.Time
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
