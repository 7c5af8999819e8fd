package auth

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/golang-jwt/jwt/v5"
	"github.com/uptrace/bun"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

type bundle struct {
	db       *database.DB
	clock    *clock.Fake
	box      *secrets.Box
	service  *Service
	sessions *Sessions
	logins   *Logins
}

const secret = "a secret for tests"

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{db: databasetest.New(t), clock: clock.NewFake(start)}
	var err error
	if b.box, err = secrets.NewBox(secrets.NewKey()); err != nil {
		t.Fatal(err)
	}
	b.service = b.start(t, config.Sandbox)
	b.sessions = newSessions(b.db, b.clock, sessionSecret{text: secrets.NewText(secret)}, b.service.UserID)
	b.logins = NewLogins(b.db, b.clock)
	return b
}

func (b *bundle) start(t *testing.T, network config.Network) *Service {
	t.Helper()
	s := NewService(b.db, b.clock, b.box, network, demoAccounts())
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestModels_FitTheSchema(t *testing.T) {
	t.Parallel()
	models := []database.Model{(*user)(nil), (*SocialAccount)(nil), (*accountToken)(nil), (*formerAccount)(nil), (*loginCode)(nil), (*revokedSession)(nil), (*loginApp)(nil), (*pendingLogin)(nil)}
	if err := databasetest.New(t).CheckModels(t.Context(), models); err != nil {
		t.Error(err)
	}
}

func TestStart_ConnectsTheDemoAccountsOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	accounts, err := b.service.Accounts(t.Context())
	if err != nil || len(accounts) != 2 {
		t.Fatalf("got %v, %v", accounts, err)
	}
	primary, partner := accounts[0], accounts[1]
	if primary.LoginMethod != Primary || primary.PartnerPageID != nil || primary.TokenExpiresAt == nil || *primary.AccountType != "BUSINESS" {
		t.Errorf("the primary account is %+v", primary)
	}
	if partner.LoginMethod != Partner || partner.PartnerPageID == nil || partner.TokenExpiresAt != nil || *partner.AccountType != "CREATOR" {
		t.Errorf("the partner account is %+v", partner)
	}
	if _, err := b.db.ExecContext(t.Context(), "DELETE FROM social_accounts WHERE id = ?", partner.ID); err != nil {
		t.Fatal(err)
	}
	again := b.start(t, config.Sandbox)
	if accounts, err = again.Accounts(t.Context()); err != nil || len(accounts) != 1 {
		t.Errorf("a removed demo account came back: %v, %v", accounts, err)
	}
	if again.UserID() != b.service.UserID() {
		t.Error("the user changed")
	}
}

func TestAccounts_OfTheOtherNetworkAreNotThere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	live := b.start(t, config.Live)
	if accounts, err := live.Accounts(t.Context()); err != nil || len(accounts) != 0 {
		t.Errorf("live mode sees %v, %v", accounts, err)
	}
	if _, err := live.Account(t.Context(), b.db, demoAccounts()[0].ID); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("got %v", err)
	}
}

func TestToken_IsSealedAndBoundToItsAccount(t *testing.T) {
	t.Parallel()
	b := setup(t)
	demo := demoAccounts()
	token, err := b.service.Token(t.Context(), demo[0].ID)
	if err != nil || token.Reveal() != demo[0].Token.Reveal() {
		t.Fatalf("got %v, %v", token, err)
	}
	var sealed []byte
	if err := b.db.QueryRowContext(t.Context(), "SELECT sealed FROM account_tokens WHERE account_id = ?", demo[0].ID).Scan(&sealed); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(sealed), token.Reveal()) {
		t.Error("the token stands in the database in clear")
	}
	if _, err := b.db.ExecContext(t.Context(), "UPDATE account_tokens SET sealed = ? WHERE account_id = ?", sealed, demo[1].ID); err != nil {
		t.Fatal(err)
	}
	for name, id := range map[string]wireid.ID{"another account's": demo[1].ID, "none": wireid.New()} {
		if _, err := b.service.Token(t.Context(), id); apperror.CodeOf(err) != apperror.TokenExpired {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestVerifySession(t *testing.T) {
	t.Parallel()
	b := setup(t)
	good := jwt.RegisteredClaims{
		Subject: b.service.UserID().String(), ID: "jti", IssuedAt: jwt.NewNumericDate(start), ExpiresAt: jwt.NewNumericDate(start.Add(time.Hour)),
	}
	sign := func(method jwt.SigningMethod, key any, change func(*jwt.RegisteredClaims)) string {
		claims := good
		change(&claims)
		token, err := jwt.NewWithClaims(method, claims).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	same := func(*jwt.RegisteredClaims) {}
	hs, key := jwt.SigningMethodHS256, []byte(secret)
	for name, c := range map[string]struct {
		token string
		want  apperror.Code
	}{
		"good":            {sign(hs, key, same), ""},
		"expired":         {sign(hs, key, func(c *jwt.RegisteredClaims) { c.ExpiresAt = jwt.NewNumericDate(start) }), apperror.TokenExpired},
		"no expiry":       {sign(hs, key, func(c *jwt.RegisteredClaims) { c.ExpiresAt = nil }), apperror.TokenInvalid},
		"another user":    {sign(hs, key, func(c *jwt.RegisteredClaims) { c.Subject = wireid.New().String() }), apperror.TokenInvalid},
		"no id":           {sign(hs, key, func(c *jwt.RegisteredClaims) { c.ID = "" }), apperror.TokenInvalid},
		"another secret":  {sign(hs, []byte("another"), same), apperror.TokenInvalid},
		"another method":  {sign(jwt.SigningMethodHS512, key, same), apperror.TokenInvalid},
		"unsigned":        {sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, same), apperror.TokenInvalid},
		"expired and bad": {sign(hs, []byte("another"), func(c *jwt.RegisteredClaims) { c.ExpiresAt = jwt.NewNumericDate(start) }), apperror.TokenInvalid},
		"no token":        {"", apperror.TokenInvalid},
		"junk":            {"a.b.c", apperror.TokenInvalid},
	} {
		if _, err := b.sessions.VerifySession(t.Context(), secrets.NewText(c.token), httpapi.Addresses); apperror.CodeOf(err) != c.want {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

const ownSite httpapi.Site = "crier-00000000.localhost"

// TestSessions_StayAtTheirSite issues at each site and verifies at each.
func TestSessions_StayAtTheirSite(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for at, life := range map[httpapi.Site]time.Duration{httpapi.Addresses: 12 * time.Hour, ownSite: 30 * 24 * time.Hour} {
		token, err := b.sessions.Issue(t.Context(), at)
		if err != nil {
			t.Fatal(err)
		}
		for _, site := range []httpapi.Site{httpapi.Addresses, ownSite, "crier-11111111.localhost", ""} {
			session, err := b.sessions.VerifySession(t.Context(), token, site)
			if site != at {
				if apperror.CodeOf(err) != apperror.TokenInvalid {
					t.Errorf("of %s, at %q: got %v, %v", at, site, session, err)
				}
				continue
			}
			if err != nil || session.Limited != (at == httpapi.Addresses) || !session.ExpiresAt.Equal(start.Add(life)) {
				t.Errorf("of %s: got %+v, %v", at, session, err)
			}
		}
	}
}

// TestSessions_WithoutASite verifies tokens as earlier versions made them, and as somebody makes
// them who was given the secret.
func TestSessions_WithoutASite(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(12*time.Hour - time.Second)
	handed := newSessions(b.db, b.clock, sessionSecret{secrets.NewText(secret), true}, b.service.UserID)
	for name, c := range map[string]struct {
		sessions *Sessions
		claims   func(*jwt.RegisteredClaims)
		site     httpapi.Site
		want     apperror.Code
		limited  bool
	}{
		"earlier version, at an address":    {b.sessions, nil, httpapi.Addresses, "", true},
		"earlier version, at our name":      {b.sessions, nil, ownSite, apperror.TokenInvalid, false},
		"earlier version, 12 hours old":     {b.sessions, func(c *jwt.RegisteredClaims) { c.IssuedAt = jwt.NewNumericDate(start.Add(-time.Second)) }, httpapi.Addresses, apperror.TokenExpired, false},
		"of no time":                        {b.sessions, func(c *jwt.RegisteredClaims) { c.IssuedAt = nil }, httpapi.Addresses, apperror.TokenExpired, false},
		"two sites":                         {b.sessions, func(c *jwt.RegisteredClaims) { c.Audience = jwt.ClaimStrings{string(ownSite), "127.0.0.1"} }, ownSite, apperror.TokenInvalid, false},
		"handed secret, at an address":      {handed, nil, httpapi.Addresses, "", false},
		"handed secret, at our name":        {handed, nil, ownSite, "", false},
		"handed secret, of an address":      {handed, func(c *jwt.RegisteredClaims) { c.Audience = jwt.ClaimStrings{"127.0.0.1"} }, httpapi.Addresses, "", true},
		"handed secret, of another address": {handed, func(c *jwt.RegisteredClaims) { c.Audience = jwt.ClaimStrings{"127.0.0.1"} }, ownSite, apperror.TokenInvalid, false},
	} {
		claims := jwt.RegisteredClaims{
			Subject: b.service.UserID().String(), ID: "jti", IssuedAt: jwt.NewNumericDate(start), ExpiresAt: jwt.NewNumericDate(start.Add(30 * 24 * time.Hour)),
		}
		if c.claims != nil {
			c.claims(&claims)
		}
		token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(secret))
		if err != nil {
			t.Fatal(err)
		}
		session, err := c.sessions.VerifySession(t.Context(), secrets.NewText(token), c.site)
		if apperror.CodeOf(err) != c.want || session.Limited != c.limited {
			t.Errorf("%s: got %+v, %v", name, session, err)
		}
	}
}

// signIn returns the token of a new session, and the session.
func (b *bundle) signIn(t *testing.T) (secrets.Text, httpapi.Session) {
	t.Helper()
	token, err := b.sessions.Issue(t.Context(), ownSite)
	if err != nil {
		t.Fatal(err)
	}
	session, err := b.sessions.VerifySession(t.Context(), token, ownSite)
	if err != nil {
		t.Fatal(err)
	}
	return token, session
}

func TestSessions_IssueAndRevoke(t *testing.T) {
	t.Parallel()
	b := setup(t)
	token, session := b.signIn(t)
	if !session.ExpiresAt.Equal(start.Add(30 * 24 * time.Hour)) {
		t.Fatalf("got %+v", session)
	}
	for range 2 {
		if err := b.sessions.Revoke(t.Context(), session); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.sessions.VerifySession(t.Context(), token, ownSite); apperror.CodeOf(err) != apperror.TokenInvalid {
		t.Errorf("a revoked session gave %v", err)
	}
	b.signOut(t, keptRevocations)
	for _, isOver := range []bool{false, true} {
		if isOver {
			b.clock.Advance(31 * 24 * time.Hour)
		}
		if err := b.service.PurgeExpired(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left, err := existsRevoked(t.Context(), b.db, session.ID); left == isOver || err != nil {
			t.Errorf("over %t: the revocation is left %t, %v", isOver, left, err)
		}
	}
	if n, err := b.db.NewSelect().Model((*revokedSession)(nil)).Count(t.Context()); n != keptRevocations || err != nil {
		t.Errorf("%d revocations are left, %v", n, err)
	}
	if _, err := b.sessions.VerifySession(t.Context(), token, ownSite); apperror.CodeOf(err) != apperror.TokenExpired {
		t.Errorf("after the purge: %v", err)
	}
}

// signOut signs out so many sessions of now.
func (b *bundle) signOut(t *testing.T, sessions int) {
	t.Helper()
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		for range sessions {
			if err := insertRevoked(ctx, tx, &revokedSession{JTI: wireid.New().String(), ExpiresAt: wiretime.Of(b.clock.Now().Add(ownLifetime))}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// endLogins signs everybody out.
func (b *bundle) endLogins(t *testing.T) {
	t.Helper()
	if err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error { return EndLogins(ctx, tx, b.clock.Now()) }); err != nil {
		t.Fatal(err)
	}
}

// TestSessions_StaySignedOut: a clock that is ahead for a while, whatever it shows, ends no
// revocation. Once it is put right, the sessions that were signed out are so still.
func TestSessions_StaySignedOut(t *testing.T) {
	t.Parallel()
	for name, signOut := range map[string]func(*testing.T, *bundle, httpapi.Session){
		"one": func(t *testing.T, b *bundle, session httpapi.Session) {
			t.Helper()
			if err := b.sessions.Revoke(t.Context(), session); err != nil {
				t.Fatal(err)
			}
			b.signOut(t, keptRevocations-1)
		},
		"all": func(t *testing.T, b *bundle, _ httpapi.Session) {
			t.Helper()
			b.endLogins(t)
			b.signOut(t, keptRevocations)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			token, session := b.signIn(t)
			signOut(t, b, session)
			const century = 100 * 365 * 24 * time.Hour
			b.clock.Jump(century)
			if err := b.service.PurgeExpired(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.clock.Jump(-century)
			if _, err := b.sessions.VerifySession(t.Context(), token, ownSite); apperror.CodeOf(err) != apperror.TokenInvalid {
				t.Errorf("the session that was signed out gave %v", err)
			}
		})
	}
}

// TestEndLogins_EndsSessions: sessions end even under a secret that the service was given, which is
// used again with a restored data folder. Later sessions are valid.
func TestEndLogins_EndsSessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	verify := func(token secrets.Text) apperror.Code {
		_, err := b.sessions.VerifySession(t.Context(), token, ownSite)
		return apperror.CodeOf(err)
	}
	before, err := b.sessions.Issue(t.Context(), ownSite)
	if err != nil || verify(before) != "" {
		t.Fatalf("%v, %s", err, verify(before))
	}
	for range 2 {
		b.clock.Advance(90 * time.Minute)
		err = b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			return EndLogins(ctx, tx, b.clock.Now().Add(700*time.Millisecond))
		})
		if err != nil {
			t.Fatal(err)
		}
		if code := verify(before); code != apperror.TokenInvalid {
			t.Errorf("a session from before: %q", code)
		}
		after, err := b.sessions.Issue(t.Context(), ownSite)
		if err != nil || verify(after) != "" {
			t.Errorf("a later one: %v, %s", err, verify(after))
		}
		before = after
	}
}

// TestEndLogins_WhateverTheClockShows: every session that was issued before all were signed out is
// so for good, and a new one is valid at once, also where a clock was ahead or set back, when a
// session was issued or at one of the sign-outs.
func TestEndLogins_WhateverTheClockShows(t *testing.T) {
	t.Parallel()
	const year = 365 * 24 * time.Hour
	// Each step lets the clock jump, and then somebody signs in, or everybody is signed out.
	type step struct {
		by     time.Duration
		isSign bool
	}
	in := func(by time.Duration) step { return step{by, true} }
	out := func(by time.Duration) step { return step{by, false} }
	for name, steps := range map[string][]step{
		"at once":                            {in(0), out(0)},
		"once more, by a clock that is back": {in(0), out(time.Hour), out(-2 * time.Hour)},
		"out by a clock that is ahead":       {in(0), out(year), in(-year)},
		"in by a clock that is ahead":        {in(year), out(-year), in(time.Minute), out(time.Minute)},
		"both by a clock that is ahead":      {in(year), out(0), in(-year), out(time.Minute), in(-time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			var issued []secrets.Text
			for _, step := range append(steps, in(0)) {
				b.clock.Jump(step.by)
				if step.isSign {
					token, _ := b.signIn(t)
					issued = append(issued, token)
					continue
				}
				b.endLogins(t)
				for _, to := range []time.Duration{0, -year, 2 * year, -year} {
					b.clock.Jump(to)
					for i, token := range issued {
						if _, err := b.sessions.VerifySession(t.Context(), token, ownSite); err == nil {
							t.Errorf("at %s the session %d is valid again", b.clock.Now(), i)
						}
					}
				}
			}
		})
	}
}

// TestEndLogins_OfEarlierVersions: what an earlier version has signed out stays so, and a token of
// an earlier version by the latest time at which all were signed out.
func TestEndLogins_OfEarlierVersions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	handed := newSessions(b.db, b.clock, sessionSecret{secrets.NewText(secret), true}, b.service.UserID)
	verify := func(issued time.Time) apperror.Code {
		token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.RegisteredClaims{
			Subject: b.service.UserID().String(), ID: "jti", IssuedAt: jwt.NewNumericDate(issued), ExpiresAt: jwt.NewNumericDate(issued.Add(ownLifetime)),
		}).SignedString([]byte(secret))
		if err != nil {
			t.Fatal(err)
		}
		_, err = handed.VerifySession(t.Context(), secrets.NewText(token), ownSite)
		return apperror.CodeOf(err)
	}
	const ahead = time.Hour
	if err := insertRevoked(t.Context(), b.db, &revokedSession{JTI: everySession, ExpiresAt: wiretime.Of(start.Add(ahead + ownLifetime))}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if before, after := verify(start.Add(ahead-time.Minute)), verify(start.Add(ahead)); before != apperror.TokenInvalid || after != "" {
			t.Errorf("a token from before is %q, one from after is %q", before, after)
		}
		b.signIn(t)
		b.endLogins(t)
	}
}

func TestRedeem_OnceAndInTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	code, err := b.logins.Issue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var good atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			ok, err := b.logins.Redeem(t.Context(), code)
			if err != nil {
				t.Error(err)
			}
			if ok {
				good.Add(1)
			}
		})
	}
	all.Wait()
	if good.Load() != 1 {
		t.Errorf("%d of 20 redeemed one code", good.Load())
	}
	late, err := b.logins.Issue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(10 * time.Minute)
	for name, bad := range map[string]secrets.Text{
		"late": late, "unknown": secrets.NewText("x"), "empty": {}, "huge": secrets.NewText(strings.Repeat("x", 1<<20)),
	} {
		if ok, err := b.logins.Redeem(t.Context(), bad); ok || err != nil {
			t.Errorf("%s: %v, %v", name, ok, err)
		}
	}
	if !strings.HasPrefix(Link("http://127.0.0.1:7171", code), "http://127.0.0.1:7171/login?code=") {
		t.Error(Link("http://127.0.0.1:7171", code))
	}
}

func TestLoadSessionSecret(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "session.secret")
	first, err := loadSessionSecret(secrets.Text{}, path)
	if err != nil || len(first.Reveal()) != 64 {
		t.Fatalf("got %d characters, %v", len(first.Reveal()), err)
	}
	if again, err := loadSessionSecret(secrets.Text{}, path); err != nil || again != first {
		t.Errorf("a second load gave another secret, %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if got, err := loadSessionSecret(secrets.NewText("configured"), path); err != nil || got.Reveal() != "configured" {
		t.Errorf("got %v", err)
	}
	refused := func(what string) {
		t.Helper()
		if _, err := loadSessionSecret(secrets.Text{}, path); err == nil || !strings.Contains(err.Error(), path+" is damaged") {
			t.Errorf("a file with %s: %v", what, err)
		}
	}
	for _, content := range []string{"", strings.Repeat("x", 31) + "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		refused(strconv.Quote(content))
	}
	// No memory holds it, and the disk need not.
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Fatal(err)
	}
	refused("a terabyte")
}
