package auth

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// TestAdopt: a token that was renewed elsewhere replaces the token that it was renewed from, and no
// other. It works after that one has ended.
func TestAdopt(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	renewals := NewRenewals(c.service, slog.New(slog.DiscardHandler))
	a := c.bakery(t, 55*24*time.Hour)
	old := demoAccounts()[0].Token
	fresh, err := c.client.Tokens.Refresh(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	of := func(known secrets.Text) func(secrets.Text) bool {
		return func(token secrets.Text) bool { return token == known }
	}
	in := func(d time.Duration) wiretime.Time { return wiretime.Of(c.clock.Now().Add(d)) }
	good := Renewed{SNUserID: a.SNUserID, Token: fresh.Token, ExpiresAt: in(60 * 24 * time.Hour), Replaces: of(old)}
	nobody, line, past, shorter, page := good, good, good, good, good
	nobody.SNUserID = "17841400000000099"
	line.Replaces = of(secrets.NewText("another"))
	past.ExpiresAt = in(-time.Hour)
	shorter.ExpiresAt = in(time.Hour)
	page.SNUserID = c.account(t, demoAccounts()[1].ID).SNUserID
	for name, n := range map[string]Renewed{"nobody's": nobody, "another line's": line, "ended": past, "shorter": shorter, "a page's": page} {
		if adopted, err := renewals.Adopt(t.Context(), n); adopted || err != nil {
			t.Errorf("%s: %v, %v", name, adopted, err)
		}
	}
	// The account was found dead while the token had ended here.
	c.clock.Advance(6 * 24 * time.Hour)
	if err := c.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := c.service.MarkTokenDead(ctx, tx, a.ID, "it has ended")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if adopted, err := renewals.Adopt(t.Context(), good); !adopted || err != nil {
		t.Fatalf("got %v, %v", adopted, err)
	}
	c.works(t, a)
	if got := c.account(t, a.ID); got.IsMarked() || !got.TokenExpiresAt.Time().Equal(good.ExpiresAt.Time()) {
		t.Errorf("got %+v", got)
	}
	if adopted, err := renewals.Adopt(t.Context(), good); adopted || err != nil {
		t.Errorf("the second time: %v, %v", adopted, err)
	}
}
