package states

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
)

// TestWatch logs each illegal combination of a post once. A post that is put right, and goes wrong
// again, is logged again. A day passes between two looks, whatever the clock does meanwhile.
func TestWatch(t *testing.T) {
	t.Parallel()
	db, clk := databasetest.New(t), clock.NewFake(time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC))
	var out bytes.Buffer
	w := newWatch(db, clk, slog.New(slog.NewTextHandler(&out, nil)))
	id := wireid.New()
	add := func(id wireid.ID, status string) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), `INSERT OR REPLACE INTO posts (id, user_id, social_account_id, sn_container_id, media_type, status, source_type, timezone, created_at, updated_at)
			VALUES (?, 'u', 'a', 'c', 'IMAGE', ?, 'MANUAL', 'UTC', 1, 1)`, id, status); err != nil {
			t.Fatal(err)
		}
	}
	logs := func(lines int, wants ...string) {
		t.Helper()
		if err := w.checkDaily(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "level=ERROR"); n != lines || strings.Count(out.String(), "\n") != lines {
			t.Errorf("%d lines, not %d:\n%s", n, lines, out.String())
		}
		for _, want := range wants {
			if !strings.Contains(out.String(), want) {
				t.Errorf("it lacks %q:\n%s", want, out.String())
			}
		}
		out.Reset()
	}
	const day = 24 * time.Hour
	add(id, "DRAFT")
	logs(0)
	add(id, "QUEUED")
	logs(0)
	clk.Advance(day)
	logs(1, "post="+id.String(), "status=QUEUED", "job=none", `call="no call"`, "(crier posts show)")
	clk.Advance(day)
	logs(0)
	add(id, "DRAFT")
	clk.Advance(day)
	logs(0)
	add(id, "QUEUED")
	clk.Advance(day)
	logs(1)
	add(id, "PUBLISHING")
	clk.Advance(-time.Hour)
	logs(1, "status=PUBLISHING")
	logs(0)
	for range maxLogged + 2 {
		add(wireid.New(), "QUEUED")
	}
	clk.Advance(day)
	logs(maxLogged+1, "posts=2")
	clk.Advance(day)
	logs(2)
	clk.Advance(day)
	logs(0)
}
