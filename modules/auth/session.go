package auth

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
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
	// ownLifetime is how long a session at the app's own name lasts, addressLifetime one at
	// 127.0.0.1.
	ownLifetime     = 30 * 24 * time.Hour
	addressLifetime = 12 * time.Hour
	secretBytes     = 32
	maxSecretFile   = 4 << 10
)

// Sessions issues, verifies and revokes session tokens. The claim aud of a token names the only
// site at which it is valid.
type Sessions struct {
	db     *database.DB
	clock  clock.Clock
	secret sessionSecret
	parser *jwt.Parser
	userID func() wireid.ID
}

var _ httpapi.SessionVerifier = (*Sessions)(nil)

func newSessions(db *database.DB, clk clock.Clock, secret sessionSecret, userID func() wireid.ID) *Sessions {
	return &Sessions{
		db: db, clock: clk, secret: secret, userID: userID,
		parser: jwt.NewParser(jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithExpirationRequired(), jwt.WithTimeFunc(clk.Now)),
	}
}

// sessionClaims are what a token of a session says.
type sessionClaims struct {
	jwt.RegisteredClaims

	// Since is the id of the last sign-out of every session before the token was issued, empty
	// where there was none. It is nil in tokens that earlier versions issued, or another program.
	Since *string `json:"since,omitempty"`
}

// Issue returns a new session token for the user, valid only at the site: for 30 days at the app's
// own name, for 12 hours and with limits at httpapi.Addresses.
func (s *Sessions) Issue(ctx context.Context, site httpapi.Site) (secrets.Text, error) {
	last, err := selectLastOfAll(ctx, s.db)
	if err != nil {
		return secrets.Text{}, fmt.Errorf("look for the last sign-out of every session: %w", err)
	}
	now := s.clock.Now()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, sessionClaims{Since: &last.JTI, RegisteredClaims: jwt.RegisteredClaims{
		Subject: s.userID().String(), ID: wireid.New().String(), Audience: jwt.ClaimStrings{string(site)},
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(lifetimeAt(site))),
	}}).SignedString([]byte(s.secret.text.Reveal()))
	return secrets.NewText(token), err
}

func lifetimeAt(site httpapi.Site) time.Duration {
	if site == httpapi.Addresses {
		return addressLifetime
	}
	return ownLifetime
}

// VerifySession returns the session of a token that came to the site (contract 5, rule 8):
// TOKEN_EXPIRED for one that has expired, TOKEN_INVALID for one that is not ours, was signed out,
// or is for another site.
func (s *Sessions) VerifySession(ctx context.Context, token secrets.Text, site httpapi.Site) (httpapi.Session, error) {
	var claims sessionClaims
	_, err := s.parser.ParseWithClaims(token.Reveal(), &claims, func(*jwt.Token) (any, error) { return []byte(s.secret.text.Reveal()), nil })
	if errors.Is(err, jwt.ErrTokenExpired) {
		return httpapi.Session{}, expiredSession()
	}
	if err != nil || claims.ID == "" || claims.Subject != s.userID().String() {
		return httpapi.Session{}, invalidSession()
	}
	session := httpapi.Session{ID: claims.ID, ExpiresAt: claims.ExpiresAt.Time}
	if session.Limited, err = s.limitAt(site, claims.RegisteredClaims); err != nil {
		return httpapi.Session{}, err
	}
	revoked, err := s.isSignedOut(ctx, claims)
	if err != nil {
		return httpapi.Session{}, fmt.Errorf("look for a revoked session: %w", err)
	}
	if revoked {
		return httpapi.Session{}, invalidSession()
	}
	return session, nil
}

// isSignedOut reports whether a session was signed out, alone or with all others. A token of ours
// names the last sign-out of all before it was issued, and is valid until there is another one: a
// clock that was ahead when the token was issued, or at the sign-out, makes no difference. For
// other tokens the time of issue decides.
func (s *Sessions) isSignedOut(ctx context.Context, claims sessionClaims) (bool, error) {
	revoked, err := existsRevoked(ctx, s.db, claims.ID)
	if err != nil || revoked {
		return revoked, err
	}
	last, err := selectLastOfAll(ctx, s.db)
	switch {
	case err != nil:
		return false, err
	case claims.Since != nil:
		return *claims.Since != last.JTI, nil
	case claims.IssuedAt == nil:
		return false, nil // It was not issued to a browser.
	}
	return last.ExpiresAt.Time().After(claims.IssuedAt.Add(ownLifetime)), nil
}

// limitAt reports whether the session of a token is limited at the site, or returns why there is
// none.
//
// A token without a claim aud was not issued to a browser by this version. A program that knows the
// secret from the environment can sign any claim, so with such a secret the token has all rights.
// Under a secret that only Crier knows, the token comes from a version that issued its sessions to
// browsers at 127.0.0.1: it is a session of that address, and lives no longer than one.
func (s *Sessions) limitAt(site httpapi.Site, claims jwt.RegisteredClaims) (bool, error) {
	if len(claims.Audience) == 0 {
		if s.secret.isConfigured {
			return false, nil
		}
		if claims.IssuedAt == nil || !s.clock.Now().Before(claims.IssuedAt.Add(addressLifetime)) {
			return false, expiredSession()
		}
		claims.Audience = jwt.ClaimStrings{string(httpapi.Addresses)}
	}
	if !slices.Equal(claims.Audience, jwt.ClaimStrings{string(site)}) {
		return false, apperror.New(apperror.TokenInvalid, "the session belongs to another address; open Crier again to sign in there (crier login)")
	}
	return site == httpapi.Addresses, nil
}

func expiredSession() error {
	return apperror.New(apperror.TokenExpired, "the session has expired; open Crier again to sign in (crier login)")
}

func invalidSession() error {
	return apperror.New(apperror.TokenInvalid, "the session is not valid, or was signed out; open Crier again to sign in (crier login)")
}

// Revoke signs the session out for good.
func (s *Sessions) Revoke(ctx context.Context, session httpapi.Session) error {
	return insertRevoked(ctx, s.db, &revokedSession{JTI: session.ID, ExpiresAt: wiretime.Of(session.ExpiresAt)})
}

// cookie carries a token of the site; an empty token makes the browser delete its cookie. It has no
// Domain, so that a browser sends it only to the host that has set it.
func (*Sessions) cookie(token secrets.Text, site httpapi.Site) *http.Cookie {
	c := &http.Cookie{
		Name: httpapi.SessionCookie, Value: token.Reveal(), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int(lifetimeAt(site).Seconds()),
	}
	if token.IsEmpty() {
		c.MaxAge = -1
	}
	return c
}

// sessionSecret signs sessions.
type sessionSecret struct {
	text secrets.Text
	// isConfigured says that the service was given the secret, so that other programs know it too.
	isConfigured bool
}

// loadSessionSecret returns the configured secret, which was checked with the configuration, else
// the one in the file at path. It makes the file if there is none.
func loadSessionSecret(configured secrets.Text, path string) (secrets.Text, error) {
	if !configured.IsEmpty() {
		return configured, nil
	}
	b, err := datadir.ReadFile(path, maxSecretFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createSessionSecret(path)
	case err != nil && !errors.Is(err, datadir.ErrTooLarge):
		return secrets.Text{}, fmt.Errorf("read the session secret: %w", err)
	}
	secret := strings.TrimSpace(string(b))
	if err != nil || len(secret) < config.LeastSessionSecret {
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
