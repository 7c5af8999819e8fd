package auth

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/golang-jwt/jwt/v5"
)

const (
	sessionLifetime = 30 * 24 * time.Hour
	secretBytes     = 32
	maxSecretFile   = 4 << 10
)

// Sessions issues, verifies and revokes session tokens.
type Sessions struct {
	db     *database.DB
	clock  clock.Clock
	secret secrets.Text
	parser *jwt.Parser
	userID func() wireid.ID
}

var _ httpapi.SessionVerifier = (*Sessions)(nil)

func newSessions(db *database.DB, clk clock.Clock, secret secrets.Text, userID func() wireid.ID) *Sessions {
	return &Sessions{
		db: db, clock: clk, secret: secret, userID: userID,
		parser: jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithExpirationRequired(), jwt.WithTimeFunc(clk.Now)),
	}
}

// Issue returns a new session token for the user, good for 30 days.
func (s *Sessions) Issue() (secrets.Text, error) {
	now := s.clock.Now()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
		Subject: s.userID().String(), ID: wireid.New().String(),
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(sessionLifetime)),
	}).SignedString([]byte(s.secret.Reveal()))
	return secrets.NewText(token), err
}

// VerifySession returns the session of a token (contract 5, rule 8): TOKEN_EXPIRED for one that has expired,
// TOKEN_INVALID for one that is not ours, or was signed out.
func (s *Sessions) VerifySession(ctx context.Context, token secrets.Text) (httpapi.Session, error) {
	var claims jwt.RegisteredClaims
	_, err := s.parser.ParseWithClaims(token.Reveal(), &claims, func(*jwt.Token) (any, error) { return []byte(s.secret.Reveal()), nil })
	if errors.Is(err, jwt.ErrTokenExpired) {
		return httpapi.Session{}, apperror.New(apperror.TokenExpired, "the session has expired; sign in again")
	}
	if err != nil || claims.ID == "" || claims.Subject != s.userID().String() {
		return httpapi.Session{}, invalidSession()
	}
	revoked, err := existsRevoked(ctx, s.db, claims.ID)
	if err != nil {
		return httpapi.Session{}, fmt.Errorf("look for a revoked session: %w", err)
	}
	if revoked {
		return httpapi.Session{}, invalidSession()
	}
	return httpapi.Session{ID: claims.ID, ExpiresAt: claims.ExpiresAt.Time}, nil
}

func invalidSession() error {
	return apperror.New(apperror.TokenInvalid, "the session is not valid; sign in again")
}

// Revoke signs the session out for good.
func (s *Sessions) Revoke(ctx context.Context, session httpapi.Session) error {
	return insertRevoked(ctx, s.db, &revokedSession{JTI: session.ID, ExpiresAt: wiretime.Of(session.ExpiresAt)})
}

// cookie carries a token; an empty one makes the browser forget its cookie.
func (*Sessions) cookie(token secrets.Text) *http.Cookie {
	c := &http.Cookie{
		Name: httpapi.SessionCookie, Value: token.Reveal(), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int(sessionLifetime.Seconds()),
	}
	if token.IsEmpty() {
		c.MaxAge = -1
	}
	return c
}

// loadSessionSecret returns the configured secret, which was checked with the configuration, else the one in the file at path, which it makes if there is none.
func loadSessionSecret(configured secrets.Text, path string) (secrets.Text, error) {
	if !configured.IsEmpty() {
		return configured, nil
	}
	b, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createSessionSecret(path)
	case err != nil:
		return secrets.Text{}, fmt.Errorf("read the session secret: %w", err)
	}
	secret := strings.TrimSpace(string(b))
	if len(secret) < config.LeastSessionSecret || len(b) > maxSecretFile {
		return secrets.Text{}, fmt.Errorf("the session secret in %s is damaged; remove the file to have a new one made", path)
	}
	return secrets.NewText(secret), nil
}

func createSessionSecret(path string) (secrets.Text, error) {
	var b [secretBytes]byte
	// Read never fails: it ends the program when the system has no randomness.
	_, _ = rand.Read(b[:])
	secret := hex.EncodeToString(b[:])
	if err := datadir.WriteFile(path, []byte(secret+"\n")); err != nil {
		return secrets.Text{}, fmt.Errorf("write the session secret: %w", err)
	}
	return secrets.NewText(secret), nil
}
