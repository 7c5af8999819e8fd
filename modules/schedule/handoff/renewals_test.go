package handoff

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"log/slog"
	"slices"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/platform/cloudflare"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// renewedToken is a token as the worker has renewed it for the account, in the place of another
// one.
func renewedToken(t *testing.T, account, token, old, key string, expires time.Time) cloud.RenewedToken {
	t.Helper()
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		t.Fatal(err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		t.Fatal(err)
	}
	mark := func(token string) string {
		sum := sha256.Sum256([]byte(token))
		return hex.EncodeToString(sum[:16])
	}
	sealed := aead.Seal(nil, nil, []byte(token), []byte(account+"|renewed|v1"))
	return cloud.RenewedToken{
		AccountID: account, Token: base64.StdEncoding.EncodeToString(sealed), Fingerprint: mark(token), InPlaceOf: []string{mark("older"), mark(old)}, ExpiresAt: wiretime.Of(expires),
	}
}

const key = "0123456789abcdef0123456789abcdef"

// TestFetchResults_Renewed: a token that the worker has renewed becomes the account's, even if the
// account was found dead meanwhile. Its posts go to the worker with it, and the token comes once.
func TestFetchResults_Renewed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(70 * 24 * time.Hour).PostID
	b.advance(2 * time.Minute)
	rev := b.worker.job(id).Rev
	b.clock.Advance(61 * 24 * time.Hour)
	b.inTx(func(ctx context.Context, tx bun.Tx) error {
		_, err := b.accounts.MarkTokenDead(ctx, tx, b.account.ID, "it has expired")
		return err
	})
	ends := b.clock.Now().Add(50 * 24 * time.Hour)
	good := renewedToken(t, b.account.SNUserID, "b", "a", key, ends)
	b.worker.set(func() {
		b.worker.renewed = []cloud.RenewedToken{
			renewedToken(t, "17841400000000099", "x1", "a", key, ends), renewedToken(t, b.account.SNUserID, "x2", "a", "another-key-of-thirty-two-bytes!", ends),
			renewedToken(t, b.account.SNUserID, "x3", "of another line", key, ends), renewedToken(t, b.account.SNUserID, "x4", "a", key, b.clock.Now()),
			{},
			good,
		}
	})
	b.fetch()
	token, err := b.accounts.Token(t.Context(), b.account.ID)
	if err != nil || token.Reveal() != "b" {
		t.Fatalf("got %v, %v", token.Reveal(), err)
	}
	account, err := b.accounts.Account(t.Context(), b.db, b.account.ID)
	if err != nil || account.IsMarked() || account.TokenExpiresAt == nil || !account.TokenExpiresAt.Time().Equal(ends) {
		t.Errorf("got %+v, %v", account, err)
	}
	b.worker.set(func() {
		if len(b.worker.renewed) != 0 || !slices.Contains(b.worker.atHome, good.Fingerprint) {
			t.Errorf("%d are left, at home are %v", len(b.worker.renewed), b.worker.atHome)
		}
	})
	if err := b.reconciler.outdated.resend(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.advance(2 * time.Minute)
	if job := b.worker.job(id); job.Rev <= rev || !job.job.TokenExpiresAt.Time().Equal(ends) {
		t.Errorf("the worker has %+v", job)
	}
}

// heardLink is a link that counts the tokens that the worker is told are stored here.
type heardLink struct {
	renewedLink

	atHome int
}

func (l *heardLink) AcknowledgeRenewed(_ context.Context, all []cloud.RenewedToken) error {
	l.atHome += len(all)
	return nil
}

// TestRenewals_NoKey: a token that cannot be opened before the folder has its key is not
// acknowledged.
func TestRenewals_NoKey(t *testing.T) {
	t.Parallel()
	b := setup(t)
	log := slog.New(slog.DiscardHandler)
	keyless := cloud.New(cloud.Deps{DB: b.db, Clock: b.clock, Log: log, Box: b.box, Cloudflare: cloudflare.New(cloudflare.Options{Clock: b.clock})}, cloud.Options{Network: "sandbox"})
	one := renewedToken(t, b.account.SNUserID, "b", "a", key, b.clock.Now().Add(50*24*time.Hour))
	for name, c := range map[string]struct {
		link   *heardLink
		atHome int
	}{"without the key": {&heardLink{renewedLink: keyless.Link}, 0}, "with it": {&heardLink{renewedLink: b.link}, 1}} {
		newRenewals(c.link, auth.NewRenewals(b.accounts, log), log).apply(t.Context(), []cloud.RenewedToken{one})
		if c.link.atHome != c.atHome {
			t.Errorf("%s: %d are at home", name, c.link.atHome)
		}
	}
}

// TestFetchResults_RenewedUnheard: when the worker cannot be told that a token is stored, results
// come all the same, and the token comes again.
func TestFetchResults_RenewedUnheard(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.clock.Advance(time.Hour)
	b.worker.set(func() {
		b.worker.renewed = []cloud.RenewedToken{renewedToken(t, b.account.SNUserID, "b", "a", key, b.clock.Now().Add(61*24*time.Hour))}
	})
	b.fetch()
	b.worker.set(func() {
		b.worker.renewed = []cloud.RenewedToken{renewedToken(t, b.account.SNUserID, "c", "b", key, b.clock.Now().Add(62*24*time.Hour))}
	})
	b.worker.meet(none, lost)
	b.fetch()
	b.fetch()
	token, err := b.accounts.Token(t.Context(), b.account.ID)
	if err != nil || token.Reveal() != "c" {
		t.Errorf("got %v, %v", token.Reveal(), err)
	}
	b.worker.set(func() {
		if len(b.worker.renewed) != 0 {
			t.Error("it would come for ever")
		}
	})
}

// TestJob_TokenEndAssumed: the worker is told that a token's end is a guess, and the end itself
// once it is known.
func TestJob_TokenEndAssumed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.schedule(70 * 24 * time.Hour).PostID
	b.advance(2 * time.Minute)
	ends := b.clock.Now().Add(50 * 24 * time.Hour)
	for _, isAssumed := range []bool{true, false} {
		if _, err := b.db.NewRaw("UPDATE social_accounts SET token_expires_at = ?", wiretime.Of(ends)).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := b.db.NewRaw("UPDATE account_tokens SET expiry_assumed = ?", isAssumed).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := b.reconciler.outdated.resend(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.advance(2 * time.Minute)
		if job := b.worker.job(id).job; job.TokenExpiresAt == nil || job.IsTokenEndAssumed != isAssumed {
			t.Errorf("assumed %v: the worker has %+v", isAssumed, job)
		}
	}
}
