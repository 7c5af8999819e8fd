package auth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	codeLifetime = 10 * time.Minute
	// codeBytes is how many random bytes a code or the state of a login has.
	codeBytes = 32
	// maxCodeLength bounds what is hashed for an unknown client.
	maxCodeLength = 128
)

// loginPath is the path of sign-in links.
const loginPath = "/login"

// Logins makes and redeems one-time sign-in codes. It uses only the database, so that the command
// line can use it while the service runs.
type Logins struct {
	db    *database.DB
	clock clock.Clock
}

// NewLogins returns the codes of a database.
func NewLogins(db *database.DB, clk clock.Clock) *Logins { return &Logins{db: db, clock: clk} }

// Issue returns a new code, which is valid once, for ten minutes.
func (l *Logins) Issue(ctx context.Context) (secrets.Text, error) {
	code := randomCode()
	row := &loginCode{Hash: hashOf(code), ExpiresAt: wiretime.Of(l.clock.Now().Add(codeLifetime))}
	return secrets.NewText(code), insertLoginCode(ctx, l.db, row)
}

// Redeem uses the code up and reports whether it was valid. Of several concurrent calls, one
// returns true.
func (l *Logins) Redeem(ctx context.Context, code secrets.Text) (bool, error) {
	if len(code.Reveal()) > maxCodeLength {
		return false, nil
	}
	good := false
	err := l.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		good, err = deleteGoodCode(ctx, tx, hashOf(code.Reveal()), wiretime.Of(l.clock.Now()))
		return err
	})
	return good && err == nil, err
}

// Link returns the sign-in link of a service at baseURL, such as http://127.0.0.1:7171.
func Link(baseURL string, code secrets.Text) string {
	return baseURL + loginPath + "?code=" + code.Reveal()
}

// randomCode returns a text that cannot be guessed and fits into an address.
func randomCode() string {
	var b [codeBytes]byte
	// Read never fails: it ends the program when the system has no randomness.
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

func hashOf(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}
