package auth

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/config"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

func (b *bundle) account(t *testing.T, id wireid.ID) SocialAccount {
	t.Helper()
	a, err := b.service.Account(t.Context(), b.db, id)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (b *bundle) markDead(t *testing.T, id wireid.ID, reason string) bool {
	t.Helper()
	marked, err := b.service.MarkTokenDead(t.Context(), b.db, id, reason)
	if err != nil {
		t.Fatal(err)
	}
	return marked
}

func TestMarkTokenDead_OnceWithOneWarning(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log bytes.Buffer
	b.service.LogTo(slog.New(slog.NewTextHandler(&log, nil)))
	id, other := demoAccounts()[0].ID, demoAccounts()[1].ID
	expiry := *b.account(t, id).TokenExpiresAt
	var wg sync.WaitGroup
	marks := make(chan bool, 20)
	for range 20 {
		wg.Go(func() {
			marked, err := b.service.MarkTokenDead(t.Context(), b.db, id, "the password was changed")
			if err != nil {
				t.Error(err)
			}
			marks <- marked
		})
	}
	wg.Wait()
	close(marks)
	count := 0
	for marked := range marks {
		if marked {
			count++
		}
	}
	a := b.account(t, id)
	if count != 1 || strings.Count(log.String(), "level=WARN") != 1 {
		t.Errorf("%d marks, the log says %s", count, log.String())
	}
	now := wiretime.Of(start)
	if a.TokenDeadAt == nil || *a.TokenDeadAt != now || *a.TokenDeadReason != "the password was changed" || *a.TokenExpiresAt != now || !a.IsTokenExpired(now) {
		t.Errorf("the account is %+v", a)
	}
	b.clock.Advance(time.Minute)
	if err := b.service.MarkTokenAlive(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if a = b.account(t, id); a.TokenDeadAt != nil || a.TokenDeadReason != nil || *a.TokenExpiresAt != expiry {
		t.Errorf("revived it is %+v", a)
	}
	b.markDead(t, other, strings.Repeat("ä", 1000))
	if a = b.account(t, other); len([]rune(*a.TokenDeadReason)) != maxDeadReasonRunes || a.TokenExpiresAt == nil {
		t.Errorf("the other account is %+v", a)
	}
	if b.markDead(t, wireid.New(), "x") {
		t.Error("an account that is not there was marked")
	}
	if marked, err := b.start(t, config.Live).MarkTokenDead(t.Context(), b.db, id, "x"); marked || err != nil {
		t.Errorf("the other network marked it: %v", err)
	}
}

// TestMarkTokenDead_RolledBack: a mark that is rolled back warns nobody.
func TestMarkTokenDead_RolledBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log bytes.Buffer
	b.service.LogTo(slog.New(slog.NewTextHandler(&log, nil)))
	id, no := demoAccounts()[0].ID, errors.New("no")
	err := b.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		if marked, err := b.service.MarkTokenDead(ctx, tx, id, "x"); !marked || err != nil {
			t.Errorf("not marked: %v", err)
		}
		return no
	})
	if !errors.Is(err, no) || log.Len() != 0 || b.account(t, id).TokenDeadAt != nil {
		t.Errorf("%v, the log says %s", err, log.String())
	}
}

func TestMarkTokenAlive_RunsTheHooksOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id, no := demoAccounts()[0].ID, errors.New("no")
	var told []wireid.ID
	refuse := true
	b.service.ReviveWith([]RevivalHook{func(_ context.Context, _ bun.IDB, account wireid.ID) error {
		if refuse {
			return no
		}
		told = append(told, account)
		return nil
	}})
	b.markDead(t, id, "x")
	if err := b.service.MarkTokenAlive(t.Context(), id); !errors.Is(err, no) || b.account(t, id).TokenDeadAt == nil {
		t.Errorf("got %v; the mark is off although a hook failed", err)
	}
	refuse = false
	for range 2 {
		if err := b.service.MarkTokenAlive(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 1 || told[0] != id {
		t.Errorf("the hook was told of %v", told)
	}
}

// TestMarkTokenAlive_AfterTheExpiry: a token that works after its recorded end shows that the end
// was wrong.
func TestMarkTokenAlive_AfterTheExpiry(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := demoAccounts()[0].ID
	b.clock.Advance(longLivedFor + time.Hour)
	b.markDead(t, id, "x")
	if a := b.account(t, id); !a.TokenExpiresAt.Time().Equal(start.Add(longLivedFor)) {
		t.Errorf("the end that had passed became %s", a.TokenExpiresAt)
	}
	if err := b.service.MarkTokenAlive(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if a := b.account(t, id); a.TokenExpiresAt != nil {
		t.Errorf("the end is %s", a.TokenExpiresAt)
	}
}

func TestProbePause_Grows(t *testing.T) {
	t.Parallel()
	for tries, want := range map[int]time.Duration{0: time.Minute, 1: 2 * time.Minute, 5: 32 * time.Minute, 6: time.Hour, 10_000: time.Hour} {
		if got := probePause(tries); got != want {
			t.Errorf("after %d tries: %s, want %s", tries, got, want)
		}
	}
}

// TestRemedy_IsOfTheAccount: the advice about the post that met the dead token is not the remedy of
// its account.
func TestRemedy_IsOfTheAccount(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := demoAccounts()[0].ID
	b.markDead(t, id, "the network refused: logged out (code 190); connect the account again (crier accounts connect), then retry the post")
	if got := b.account(t, id).Remedy(); !strings.HasSuffix(got, "connected again (crier accounts connect): the network refused: logged out (code 190)") {
		t.Errorf("the dead token: %s", got)
	}
	b.markCheckpoint(t, id, "the network refused: confirm (code 190/459); sign in to the network's own app, do what it asks, then retry the post")
	if got := b.account(t, id).Remedy(); !strings.HasSuffix(got, "not needed: the network refused: confirm (code 190/459)") {
		t.Errorf("the checkpoint: %s", got)
	}
}

// TestOverview_AccessThatEnded: an account whose access has ended says what to do, like an account
// that the network refuses.
func TestOverview_AccessThatEnded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	a := &api{service: b.service}
	account := b.account(t, demoAccounts()[0].ID)
	if told, err := overview(t.Context(), a.service, account); err != nil || told.Remedy != nil {
		t.Errorf("an account that is well: %+v, %v", told, err)
	}
	account.TokenExpiresAt = wiretime.Ptr(b.clock.Now())
	told, err := overview(t.Context(), a.service, account)
	if err != nil || told.Health != healthExpired || told.Remedy == nil || !strings.Contains(*told.Remedy, "must be connected again (crier accounts connect): its access ended at") {
		t.Errorf("got %+v, %v", told, err)
	}
}
