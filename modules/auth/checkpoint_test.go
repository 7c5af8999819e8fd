package auth

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

func (b *bundle) markCheckpoint(t *testing.T, id wireid.ID, reason string) bool {
	t.Helper()
	marked, err := b.service.MarkCheckpoint(t.Context(), b.db, id, reason)
	if err != nil {
		t.Fatal(err)
	}
	return marked
}

// TestFinding11_ACheckpointIsNoDeadToken: at a checkpoint the token stays valid, and ends when the
// network said that it would.
func TestFinding11_ACheckpointIsNoDeadToken(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log bytes.Buffer
	b.service.LogTo(slog.New(slog.NewTextHandler(&log, nil)))
	for _, demo := range demoAccounts() {
		before := b.account(t, demo.ID)
		if !b.markCheckpoint(t, demo.ID, "restricted") || b.markCheckpoint(t, demo.ID, "again") {
			t.Error("it was not marked once")
		}
		a, now := b.account(t, demo.ID), wiretime.Of(b.clock.Now())
		if same := a.TokenExpiresAt == nil && before.TokenExpiresAt == nil || *a.TokenExpiresAt == *before.TokenExpiresAt; !same {
			t.Errorf("tokenExpiresAt is %v, and was %v", a.TokenExpiresAt, before.TokenExpiresAt)
		}
		if a.CheckpointAt == nil || *a.CheckpointAt != now || a.TokenDeadAt != nil || a.health(now) != healthCheckpoint || !a.IsMarked() {
			t.Errorf("the account is %+v", a)
		}
		err := a.CheckUsable(now)
		if apperror.CodeOf(err) != apperror.TokenExpired || !strings.Contains(err.Error(), "app") || !strings.Contains(err.Error(), "restricted") || strings.Contains(err.Error(), "expired at") {
			t.Errorf("a client is told %v", err)
		}
		b.clock.Advance(time.Minute)
		if err := b.service.MarkTokenAlive(t.Context(), demo.ID); err != nil {
			t.Fatal(err)
		}
		a = b.account(t, demo.ID)
		if same := a.TokenExpiresAt == nil && before.TokenExpiresAt == nil || *a.TokenExpiresAt == *before.TokenExpiresAt; !same || a.IsMarked() || a.CheckpointReason != nil {
			t.Errorf("revived it is %+v", a)
		}
	}
	if n := strings.Count(log.String(), "level=WARN"); n != 2 || strings.Contains(log.String(), "must be connected again") {
		t.Errorf("the log says %s", log.String())
	}
}

// TestFinding11_TheLastWordCounts: an account has its latest mark alone, and each kind of mark has
// its own remedy.
func TestFinding11_TheLastWordCounts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := demoAccounts()[0].ID
	expiry := *b.account(t, id).TokenExpiresAt
	for range 2 {
		b.clock.Advance(time.Minute)
		b.markDead(t, id, "logged out")
		if a := b.account(t, id); a.TokenDeadAt == nil || a.CheckpointAt != nil || a.CheckpointReason != nil || a.TokenExpiresAt.Time().After(b.clock.Now()) ||
			!strings.Contains(a.Remedy(), "connected again (crier accounts connect): logged out") {
			t.Errorf("with a dead token it is %+v: %s", a, a.Remedy())
		}
		b.markCheckpoint(t, id, "restricted")
		if a := b.account(t, id); a.TokenDeadAt != nil || a.CheckpointAt == nil || *a.TokenExpiresAt != expiry || a.TokenExpiryKept != nil ||
			!strings.Contains(a.Remedy(), "do what it asks there") {
			t.Errorf("at a checkpoint it is %+v: %s", a, a.Remedy())
		}
	}
	if got := b.account(t, demoAccounts()[1].ID); got.IsMarked() || got.Remedy() != "" || got.CheckUsable(wiretime.Of(b.clock.Now())) != nil {
		t.Errorf("the other account is %+v", got)
	}
}

// TestFinding11_AMarkThatComesBackIsProbedMoreRarely: the network may let an account be read during
// a checkpoint, which removes the mark. When the mark comes back, the account is probed at longer
// intervals.
func TestFinding11_AMarkThatComesBackIsProbedMoreRarely(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := demoAccounts()[0].ID
	for _, want := range []time.Duration{2 * time.Minute, 4 * time.Minute, 8 * time.Minute} {
		b.markCheckpoint(t, id, "restricted")
		row, err := selectTokenRow(t.Context(), b.db, id)
		if err != nil || row.NextProbeAt.Time().Sub(b.clock.Now()) != want {
			t.Errorf("probed after %s, %v", row.NextProbeAt.Time().Sub(b.clock.Now()), err)
		}
		if err := b.service.MarkTokenAlive(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
}
