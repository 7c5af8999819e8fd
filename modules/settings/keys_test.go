package settings_test

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

func setup(t *testing.T) (*settings.Keys, *clock.Fake, *database.DB) {
	t.Helper()
	db, clk := databasetest.New(t), clock.NewFake(start)
	if err := db.CheckModels(t.Context(), []database.Model{(*settings.APIKey)(nil)}); err != nil {
		t.Fatal(err)
	}
	return settings.NewKeys(db, clk), clk, db
}

func TestCreate(t *testing.T) {
	t.Parallel()
	keys, _, db := setup(t)
	key, full, err := keys.Create(t.Context(), "  nightly  ")
	if err != nil {
		t.Fatal(err)
	}
	text := full.Reveal()
	if len(text) != 52 || !strings.HasPrefix(text, "svc_live_") || key.Prefix != text[:12] || key.Name != "nightly" || key.Scopes != "" {
		t.Errorf("got %+v, %d characters", key, len(text))
	}
	var dump string
	if err := db.QueryRowContext(t.Context(), "SELECT group_concat(id || name || prefix || hash) FROM api_keys").Scan(&dump); err != nil || strings.Contains(dump, text[12:]) {
		t.Errorf("the key stands in the database: %v", err)
	}
	for name, ok := range map[string]bool{
		"": false, "   ": false, strings.Repeat("é", 64): true, strings.Repeat("é", 65): false, "\xff": false,
	} {
		if _, _, err := keys.Create(t.Context(), name); ok != (err == nil) || (!ok && apperror.CodeOf(err) != apperror.ValidationError) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestVerifyKey(t *testing.T) {
	t.Parallel()
	keys, _, _ := setup(t)
	key, full, err := keys.Create(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if id, err := keys.VerifyKey(t.Context(), full); err != nil || id != key.ID {
		t.Errorf("got %v, %v", id, err)
	}
	text := full.Reveal()
	for name, bad := range map[string]string{
		"nothing": "", "cut": text[:51], "longer": text + "x", "another": text[:51] + "!", "no prefix": strings.Replace(text, "svc_live_", "svc_test_", 1),
		"prefix alone": "svc_live_", "in capitals": strings.ToUpper(text),
	} {
		if _, err := keys.VerifyKey(t.Context(), secrets.NewText(bad)); apperror.CodeOf(err) != apperror.AuthInvalidKey {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if already, err := keys.Revoke(t.Context(), key.ID); already || err != nil {
		t.Errorf("revoke: %v, %v", already, err)
	}
	if _, err := keys.VerifyKey(t.Context(), full); apperror.CodeOf(err) != apperror.AuthInvalidKey {
		t.Errorf("a revoked key gave %v", err)
	}
	if already, err := keys.Revoke(t.Context(), key.ID); !already || err != nil {
		t.Errorf("a second revoke: %v, %v", already, err)
	}
	if _, err := keys.Revoke(t.Context(), wireid.New()); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("an unknown key: %v", err)
	}
}

func TestList_NewestFirstAndWithItsLastUse(t *testing.T) {
	t.Parallel()
	keys, clk, db := setup(t)
	if list, err := keys.List(t.Context()); err != nil || list == nil || len(list) != 0 {
		t.Errorf("without keys: %v, %v", list, err)
	}
	_, first, err := keys.Create(t.Context(), "first")
	if err != nil {
		t.Fatal(err)
	}
	clk.Advance(time.Second)
	if _, _, err := keys.Create(t.Context(), "second"); err != nil {
		t.Fatal(err)
	}
	clk.Advance(time.Second)
	if _, err := keys.VerifyKey(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	list, err := keys.List(t.Context())
	if err != nil || len(list) != 2 || list[0].Name != "second" || list[0].LastUsedAt != nil {
		t.Fatalf("got %+v, %v", list, err)
	}
	if used := list[1].LastUsedAt; used == nil || !used.Time().Equal(start.Add(2*time.Second)) {
		t.Errorf("last used %v", used)
	}
	// Another process, as the command line is one, sees the same.
	if list, err := settings.NewKeys(db, clk).List(t.Context()); err != nil || list[1].LastUsedAt == nil {
		t.Errorf("elsewhere: %+v, %v", list, err)
	}
}

// TestFlushUse_AFailureForgetsNothing: what could not be written is written the next time.
func TestFlushUse_AFailureForgetsNothing(t *testing.T) {
	t.Parallel()
	keys, clk, _ := setup(t)
	_, full, err := keys.Create(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := keys.VerifyKey(t.Context(), full); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := keys.FlushUse(ctx); err == nil {
		t.Fatal("written for nobody")
	}
	clk.Advance(time.Minute)
	if list, err := keys.List(t.Context()); err != nil || list[0].LastUsedAt == nil || !list[0].LastUsedAt.Time().Equal(start) {
		t.Errorf("got %+v, %v", list, err)
	}
}

// TestList_OnAFullDisk: the keys are listed although the times of their last uses cannot be
// written. Those are written once there is room.
func TestList_OnAFullDisk(t *testing.T) {
	t.Parallel()
	keys, _, db := setup(t)
	var log bytes.Buffer
	keys.LogTo(slog.New(slog.NewTextHandler(&log, nil)))
	_, full, err := keys.Create(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := keys.VerifyKey(t.Context(), full); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TRIGGER no_room BEFORE UPDATE ON api_keys BEGIN SELECT RAISE(ABORT, 'there is no room'); END"); err != nil {
		t.Fatal(err)
	}
	if list, err := keys.List(t.Context()); err != nil || len(list) != 1 || list[0].LastUsedAt != nil || !strings.Contains(log.String(), "there is no room") {
		t.Errorf("without room: %+v, %v, the log says %q", list, err, log.String())
	}
	if _, err := db.ExecContext(t.Context(), "DROP TRIGGER no_room"); err != nil {
		t.Fatal(err)
	}
	if list, err := keys.List(t.Context()); err != nil || list[0].LastUsedAt == nil || !list[0].LastUsedAt.Time().Equal(start) {
		t.Errorf("with room: %+v, %v", list, err)
	}
}

// TestVerifyKey_WhatAnotherProcessRevokes: `crier keys revoke` works on the database while the
// service runs, and a key is dead at once (contract 5.5), however often it was seen to be good.
func TestVerifyKey_WhatAnotherProcessRevokes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crier.db")
	databasetest.Put(t, path)
	open := func() *settings.Keys {
		db, err := database.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return settings.NewKeys(db, clock.NewFake(start))
	}
	service, command := open(), open()
	key, full, err := command.Create(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if id, err := service.VerifyKey(t.Context(), full); err != nil || id != key.ID {
			t.Fatalf("%s, %v", id, err)
		}
	}
	if _, err := command.Revoke(t.Context(), key.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := service.VerifyKey(t.Context(), full); apperror.CodeOf(err) != apperror.AuthInvalidKey {
		t.Errorf("a revoked key: %v", err)
	}
}
