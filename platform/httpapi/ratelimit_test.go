package httpapi_test

import (
	"fmt"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/httpapi"
)

// limits is what the headers of one answer say.
func limits(b *bundle, t *testing.T, header map[string]string) (status int, limit, remaining, reset, retryAfter string) {
	t.Helper()
	w := b.do(t, request{path: "/api/v1/fail/known", header: header})
	h := w.Header()
	if status = w.Code; status == 429 {
		body := wantError(t, w, 429, apperror.RateLimited)
		if got := fmt.Sprint(body["retryAfter"]); got != h.Get("Retry-After") {
			t.Errorf("retryAfter %s, Retry-After %s", got, h.Get("Retry-After"))
		}
	}
	return status, h.Get("RateLimit-Limit"), h.Get("RateLimit-Remaining"), h.Get("RateLimit-Reset"), h.Get("Retry-After")
}

func TestRateLimit_EveryStepToTheLimitAndOverIt(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i := range 100 {
		status, limit, remaining, reset, retry := limits(b, t, nil)
		if status != 404 || limit != "100" || remaining != fmt.Sprint(99-i) || reset != fmt.Sprint(60-i/10) || retry != "" {
			t.Fatalf("request %d: %d %s %s %s %q", i+1, status, limit, remaining, reset, retry)
		}
		if i%10 == 9 {
			b.clock.Advance(time.Second)
		}
	}
	for range 2 {
		if status, limit, remaining, reset, retry := limits(b, t, nil); status != 429 || limit != "100" || remaining != "0" || reset != "50" || retry != "50" {
			t.Fatalf("over the limit: %d %s %s %s %q", status, limit, remaining, reset, retry)
		}
	}
	other := map[string]string{"Authorization": "Bearer " + otherKey}
	if status, _, remaining, _, _ := limits(b, t, other); status != 404 || remaining != "99" {
		t.Errorf("another key: %d %s", status, remaining)
	}
	if w := b.do(t, request{path: "/api/v1/fail/known", noKey: true, header: map[string]string{"Cookie": "session=" + goodSession}}); w.Code != 404 || w.Header().Get("RateLimit-Limit") != "" {
		t.Errorf("the cookie: %d %v", w.Code, w.Header())
	}
	if w := b.do(t, request{path: "/api/v1/public"}); w.Code != 204 || w.Header().Get("RateLimit-Remaining") != "0" {
		t.Errorf("a public operation: %d %v", w.Code, w.Header())
	}
	b.clock.Advance(50*time.Second - time.Millisecond)
	if status, _, _, reset, retry := limits(b, t, nil); status != 429 || reset != "1" || retry != "1" {
		t.Errorf("1 ms before the window rolls: %d %s %s", status, reset, retry)
	}
	b.clock.Advance(time.Millisecond)
	if status, _, remaining, reset, _ := limits(b, t, nil); status != 404 || remaining != "99" || reset != "60" {
		t.Errorf("in the next window: %d %s %s", status, remaining, reset)
	}
}

func TestRateLimit_TheHourIsStricter(t *testing.T) {
	t.Parallel()
	b := setup(t, func(p *httpapi.Deps) { p.Config.RateLimitRPM, p.Config.RateLimitRPH = 3, 5 })
	for i, want := range []struct{ limit, remaining, reset string }{
		{"3", "2", "60"}, {"3", "1", "60"}, {"3", "0", "60"},
	} {
		if status, limit, remaining, reset, _ := limits(b, t, nil); status != 404 || limit != want.limit || remaining != want.remaining || reset != want.reset {
			t.Fatalf("request %d: %d %s %s %s", i+1, status, limit, remaining, reset)
		}
	}
	b.clock.Advance(time.Minute)
	for i, want := range []struct{ limit, remaining string }{{"5", "1"}, {"5", "0"}} {
		if status, limit, remaining, reset, _ := limits(b, t, nil); status != 404 || limit != want.limit || remaining != want.remaining || reset != "60" {
			t.Fatalf("request %d: %d %s %s %s", i+4, status, limit, remaining, reset)
		}
	}
	// A minute later its window is new, but the hour's budget is used up: the wait is the hour's.
	b.clock.Advance(time.Minute)
	if status, limit, remaining, reset, retry := limits(b, t, nil); status != 429 || limit != "5" || remaining != "0" || reset != "60" || retry != "3480" {
		t.Errorf("got %d %s %s %s %s", status, limit, remaining, reset, retry)
	}
	b.clock.Advance(58 * time.Minute)
	if status, limit, remaining, _, _ := limits(b, t, nil); status != 404 || limit != "3" || remaining != "2" {
		t.Errorf("in the next hour: %d %s %s", status, limit, remaining)
	}
}

func TestRateLimit_ClockSetBack(t *testing.T) {
	t.Parallel()
	b := setup(t, func(p *httpapi.Deps) { p.Config.RateLimitRPM = 1 })
	limits(b, t, nil)
	if status, _, _, _, _ := limits(b, t, nil); status != 429 {
		t.Fatalf("got %d", status)
	}
	b.clock.Jump(-24 * time.Hour)
	if status, _, _, _, _ := limits(b, t, nil); status != 404 {
		t.Errorf("after the clock was set back: %d", status)
	}
}

func TestRateLimit_FailuresCountAndRefusalsDoNot(t *testing.T) {
	t.Parallel()
	b := setup(t, func(p *httpapi.Deps) { p.Config.RateLimitRPM = 3 })
	b.do(t, request{method: "POST", path: "/api/v1/echo/7", body: "{"})
	w := b.do(t, request{method: "POST", path: "/api/v1/cookie-only"})
	wantError(t, w, 403, apperror.CookieAuthRequired)
	if got := w.Header().Get("RateLimit-Remaining"); got != "1" {
		t.Errorf("remaining %s", got)
	}
	b.do(t, request{path: "/api/v1/nothing"})
	if status, _, remaining, _, _ := limits(b, t, nil); status != 404 || remaining != "0" {
		t.Errorf("got %d %s", status, remaining)
	}
}
