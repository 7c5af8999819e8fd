package handoff

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"crier/modules/auth"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// identity is the account and the token with which a post is published.
type identity struct {
	account auth.SocialAccount
	token   secrets.Text
	expires *wiretime.Time
	// isEndAssumed says that expires is a guess.
	isEndAssumed bool
	// isCommenting says that the worker makes first comments with the token: it can, and nobody
	// knows that the token may not.
	isCommenting bool
	// mark identifies this token, with what is sent along with it.
	mark string
}

// identities returns the identities of the accounts of the current network mode.
type identities struct {
	db       *database.DB
	accounts tokens
	key      keyCheck
}

type tokens interface {
	Account(ctx context.Context, db bun.IDB, id wireid.ID) (auth.SocialAccount, error)
	Token(ctx context.Context, account wireid.ID) (secrets.Text, error)
	IsTokenEndAssumed(ctx context.Context, account wireid.ID) (bool, error)
}

type keyCheck interface {
	KeyCheck() string
	MakesComments() bool
}

func newIdentities(db *database.DB, accounts tokens, key keyCheck) *identities {
	return &identities{db: db, accounts: accounts, key: key}
}

func (i *identities) of(ctx context.Context, id wireid.ID) (identity, error) {
	account, err := i.accounts.Account(ctx, i.db, id)
	if err != nil {
		return identity{}, err
	}
	token, err := i.accounts.Token(ctx, id)
	if err != nil {
		return identity{}, err
	}
	// The worker finds a dead token by itself, and holds the posts then. It does not even try a
	// token that has expired.
	expires := account.TokenEnd()
	isAssumed, err := i.accounts.IsTokenEndAssumed(ctx, id)
	if err != nil {
		return identity{}, err
	}
	isAssumed = isAssumed && expires != nil
	text := fmt.Sprintf("%s\n%s\n%s\n%s\n%v", token.Reveal(), account.SNUserID, account.LoginMethod, i.key.KeyCheck(), expires)
	if isAssumed {
		text += "\nassumed"
	}
	may, isKnown := account.Allows(graph.ScopeComment)
	isCommenting := (may || !isKnown) && i.key.MakesComments()
	if isCommenting {
		text += "\ncomments"
	}
	sum := sha256.Sum256([]byte(text))
	return identity{account: account, token: token, expires: expires, isEndAssumed: isAssumed, isCommenting: isCommenting, mark: hex.EncodeToString(sum[:])}, nil
}

// workedAt returns when the token was last found to work, nil for never, by Cloudflare's time where
// that is known: the worker takes off a mark of a dead token that it set before then. The clock of
// this machine may have been wrong then, or be wrong now. Of the time that it said then and the
// time that follows from how long ago that is by it now, the later one counts: one that is too
// early has the worker hold posts whose token works, and one that is too late has it try a dead
// token again.
func (i identity) workedAt(q *queue) *wiretime.Time {
	at := i.account.LastSyncedAt
	if i.account.IsMarked() {
		return nil
	}
	now, isKnown := q.worker.Now()
	if at == nil || !isKnown {
		return at
	}
	converted := wiretime.Ptr(now.Add(-max(0, q.clock.Now().Sub(at.Time()))))
	if converted.Time().After(at.Time()) {
		return converted
	}
	return at
}
