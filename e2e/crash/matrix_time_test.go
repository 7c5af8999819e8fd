package crash_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wiretime"
)

// fastClock is the setting of the clock of a process: the matrix's, ahead of it by some time.
func (r *run) fastClock(ahead time.Duration) string {
	speed, since, _ := strings.Cut(r.clock, "@")
	start, err := time.Parse(time.RFC3339Nano, since)
	if err != nil {
		panic(err)
	}
	return speed + "@" + start.Add(-ahead/(e2e.FastSpeed-1)).Format(time.RFC3339Nano)
}

// now returns the time on the clock of the processes.
func (r *run) now(t *testing.T) time.Time {
	t.Helper()
	_, since, _ := strings.Cut(r.clock, "@")
	start, err := time.Parse(time.RFC3339Nano, since)
	if err != nil {
		t.Fatal(err)
	}
	return start.Add(clock.System().Now().Sub(start)*e2e.FastSpeed + r.passed)
}

// pass lets time go by, everywhere, while nothing runs.
func (r *run) pass(d time.Duration) {
	if d == 0 {
		return
	}
	r.passed += d
	r.aged = true
	r.control.AdvanceTime(d)
}

// ripen makes the bakery's token so old that it is refreshed.
func (r *run) ripen(t *testing.T) {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(r.dir, "crier.db"))
	if err != nil {
		t.Fatal(err)
	}
	const age, left = 55 * 24 * time.Hour, 5 * 24 * time.Hour
	_, err = db.ExecContext(t.Context(), "UPDATE account_tokens SET obtained_at = ?, next_refresh_at = ? WHERE account_id = ?",
		wiretime.Of(r.now(t).Add(-age)), wiretime.Of(r.now(t).Add(-time.Hour)), e2e.DemoAccount)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "UPDATE social_accounts SET token_expires_at = ? WHERE id = ?", wiretime.Of(r.now(t).Add(left)), e2e.DemoAccount); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// awaitRefresh waits until the service has a token with a new life.
func (r *run) awaitRefresh(t *testing.T) {
	t.Helper()
	seen := 0
	r.until(t, "a token with a new life", func() bool {
		var me struct{ Accounts []auth.SocialAccount }
		r.ask(http.MethodGet, "/auth/me", "", nil, &me)
		for _, a := range me.Accounts {
			if a.ID.String() == e2e.DemoAccount && a.TokenExpiresAt != nil && a.TokenExpiresAt.Time().Sub(r.now(t)) > day*10 {
				seen++ // The step may be taken after it can be seen.
			}
		}
		return seen > 1
	})
}

// isHeld reports whether a post waits for its account to be connected again.
func (p *matrixPost) isHeld() bool {
	return p.now.Status == "QUEUED" && e2e.Text(p.now.ErrorCode) == "TOKEN_EXPIRED"
}

// held returns how many posts were held when they were last looked at. A post that came after the
// mark was refused at once.
func (r *run) held() (n int) {
	for _, p := range r.posts {
		if p.isHeld() {
			n++
		}
	}
	return n
}

// judgeHeld looks for the end of so many posts that were held for too long.
func (r *run) judgeHeld(t *testing.T, want int) {
	t.Helper()
	held := 0
	for _, p := range r.posts {
		if p.now.Status == "FAILED" && e2e.Text(p.now.ErrorCode) == "TOKEN_EXPIRED" && strings.Contains(e2e.Text(p.now.ErrorMessage), "was held for") {
			held++
		}
	}
	if held != want {
		t.Errorf("%d of %d posts say that they were held: %+v", held, want, r.posts)
	}
}
