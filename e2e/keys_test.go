package e2e_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/wireid"
)

const keysPath = "/api/v1/settings/api-keys"

type apiKey struct {
	ID, Name, Prefix, Scopes, CreatedAt string
	LastUsedAt, RevokedAt               *string
}

type createdKey struct {
	Key     apiKey
	FullKey string
}

func createKey(browser *e2e.Client, name string) (made createdKey) {
	browser.Post(keysPath, map[string]string{"name": name}).Want(http.StatusCreated).JSON(&made)
	return made
}

func listKeys(c *e2e.Client) []apiKey {
	var list struct{ Keys []apiKey }
	c.Get(keysPath).Want(http.StatusOK).JSON(&list)
	return list.Keys
}

// TestKeys_Life is contract 2 (ApiKey) and contract 5, rules 5 to 7: a key is made, used, listed,
// revoked.
func TestKeys_Life(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	browser := app.Browser(t)
	if keys := listKeys(browser); len(keys) != 0 {
		t.Errorf("at first there are %+v", keys)
	}
	made := createKey(browser, "first")
	if !regexp.MustCompile(`^svc_live_[A-Za-z0-9_-]{43}$`).MatchString(made.FullKey) {
		t.Errorf("the key is %q", made.FullKey)
	}
	if k := made.Key; k.Name != "first" || k.Prefix != made.FullKey[:12] || k.Scopes != "" || k.LastUsedAt != nil || k.RevokedAt != nil || k.CreatedAt != "2026-11-21T09:30:00.000Z" {
		t.Errorf("made %+v", k)
	}
	app.Clock.Advance(time.Second)
	second := createKey(browser, "second")
	app.Clock.Advance(time.Second)
	script := app.Anonymous(t).With("Authorization", "Bearer "+made.FullKey)
	keys := listKeys(script)
	if len(keys) != 2 || keys[0].ID != second.Key.ID || keys[1].ID != made.Key.ID {
		t.Fatalf("the newest is not first: %+v", keys)
	}
	if used := keys[1].LastUsedAt; used == nil || *used != "2026-11-21T09:30:02.000Z" || keys[0].LastUsedAt != nil {
		t.Errorf("used %v and %v", keys[1].LastUsedAt, keys[0].LastUsedAt)
	}
	if body := string(browser.Get(keysPath).Body); strings.Contains(body, made.FullKey[12:]) || strings.Contains(strings.ToLower(body), "hash") {
		t.Errorf("the list tells the key: %s", body)
	}
	for _, already := range []bool{false, true} {
		var gone struct{ Success, AlreadyRevoked bool }
		browser.Delete(keysPath + "/" + made.Key.ID).Want(http.StatusOK).JSON(&gone)
		if !gone.Success || gone.AlreadyRevoked != already {
			t.Errorf("revoked: %+v, want %t", gone, already)
		}
		script.Get("/api/v1/auth/me").WantError(http.StatusUnauthorized, "AUTH_INVALID_KEY")
		app.Clock.Advance(time.Second)
	}
	if keys := listKeys(browser); len(keys) != 2 || keys[1].RevokedAt == nil || *keys[1].RevokedAt != "2026-11-21T09:30:02.000Z" {
		t.Errorf("after it: %+v", keys)
	}
	app.Anonymous(t).With("Authorization", "Bearer "+second.FullKey).Get("/api/v1/auth/me").Want(http.StatusOK)
	if strings.Contains(app.Log.String(), made.FullKey[12:]) {
		t.Error("the log has the key")
	}
}

// TestKeys_CannotMakeOrRevokeKeys is contract 5, rule 4: a key cannot even revoke itself.
func TestKeys_CannotMakeOrRevokeKeys(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	made := createKey(app.Browser(t), "script")
	script := app.Anonymous(t).With("Authorization", "Bearer "+made.FullKey)
	script.Post(keysPath, map[string]string{"name": "another"}).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	script.Post(keysPath, "not even JSON").WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	script.Delete(keysPath+"/"+made.Key.ID).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	script.Delete(keysPath+"/nothing").WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	if keys := listKeys(script); len(keys) != 1 || keys[0].RevokedAt != nil {
		t.Errorf("there are %+v", keys)
	}
}

func TestKeys_Names(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	browser := app.Browser(t)
	for name, want := range map[string]string{
		"a": "a", strings.Repeat("x", 64): strings.Repeat("x", 64), strings.Repeat("é", 64): strings.Repeat("é", 64),
		strings.Repeat("🦀", 64): strings.Repeat("🦀", 64), "  in the middle \t": "in the middle", "<b>&\"'": "<b>&\"'", "a\nb": "a\nb",
	} {
		if made := createKey(browser, name); made.Key.Name != want {
			t.Errorf("%q is called %q", name, made.Key.Name)
		}
	}
	taken := len(listKeys(browser))
	for _, body := range []string{
		`{"name":""}`, `{"name":"   "}`, `{"name":"` + strings.Repeat("x", 65) + `"}`, `{"name":"` + strings.Repeat("🦀", 65) + `"}`, `{}`, `{"Name":"x"}`,
		`{"name":null}`, `{"name":7}`, `{"name":["x"]}`, `{"name":"x","name":"y"}`, `{"name":"\ud800"}`, "{\"name\":\"\xff\"}", `null`, `[]`, `"x"`, ``, `{`, `{"name":"x"} {}`,
	} {
		browser.Post(keysPath, body).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	}
	if keys := listKeys(browser); len(keys) != taken {
		t.Errorf("there are %d keys, before there were %d", len(keys), taken)
	}
	// Unknown members are ignored (contract 2).
	browser.Post(keysPath, `{"name":"x","scopes":"admin","id":7}`).Want(http.StatusCreated)
	if keys := listKeys(browser); keys[0].Scopes != "" {
		t.Errorf("made %+v", keys[0])
	}
}

func TestKeys_ThatAreNotThere(t *testing.T) {
	t.Parallel()
	browser := e2e.Boot(t).Browser(t)
	browser.Delete(keysPath+"/"+wireid.New().String()).WantError(http.StatusNotFound, "NOT_FOUND")
	for _, id := range []string{"x", "7", "%00", "11111111-1111-1111-1111", strings.Repeat("1", 5000)} {
		browser.Delete(keysPath+"/"+id).WantError(http.StatusBadRequest, "INVALID_PARAM")
	}
}

// limits are the headers of an answer to a key.
func limits(r e2e.Response) string {
	return fmt.Sprintf("%s of %s, %s s (%s)", r.Header.Get("RateLimit-Remaining"), r.Header.Get("RateLimit-Limit"), r.Header.Get("RateLimit-Reset"), r.Header.Get("RateLimit-Policy"))
}

// TestKeys_Limits is scenario 39 with the defaults of contract 8: 100 a minute, 1000 an hour.
func TestKeys_Limits(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t)
	script, other, browser := app.Client(t), app.Client(t), app.Browser(t)
	const path, policy = "/api/v1/cloud/status", "(100;w=60, 1000;w=3600)"
	for minute := range 10 {
		for i := range 100 {
			want := fmt.Sprintf("%d of 100, 60 s %s", 99-i, policy)
			if got := limits(script.Get(path).Want(http.StatusOK)); got != want {
				t.Fatalf("minute %d, request %d: %s, want %s", minute, i, got, want)
			}
		}
		refused := script.Get(path).WantError(http.StatusTooManyRequests, "RATE_LIMITED")
		wait := "60"
		if minute == 9 {
			wait = "3060"
		}
		var body struct{ RetryAfter int }
		refused.JSON(&body)
		if refused.Header.Get("Retry-After") != wait || fmt.Sprint(body.RetryAfter) != wait || !strings.HasPrefix(limits(refused), "0 of 100") {
			t.Errorf("minute %d: Retry-After %s, body %s, %s", minute, refused.Header.Get("Retry-After"), refused.Body, limits(refused))
		}
		app.Clock.Advance(time.Minute)
	}
	// The hour's budget is used up, whatever the minute's is.
	refused := script.Get(path).WantError(http.StatusTooManyRequests, "RATE_LIMITED")
	if got := limits(refused); got != "0 of 1000, 60 s "+policy || refused.Header.Get("Retry-After") != "3000" {
		t.Errorf("%s, Retry-After %s", got, refused.Header.Get("Retry-After"))
	}
	if got := limits(other.Get(path).Want(http.StatusOK)); got != "99 of 100, 60 s "+policy {
		t.Errorf("another key: %s", got)
	}
	for range 150 {
		if r := browser.Get(path).Want(http.StatusOK); r.Header.Get("RateLimit-Limit") != "" {
			t.Fatalf("a session is limited: %s", limits(r))
		}
	}
	// A public operation is not charged, and an unknown path shows the remaining budget.
	for _, r := range []e2e.Response{script.Get("/api/v1/health").Want(http.StatusOK), script.Get("/api/v1/nothing").WantError(http.StatusNotFound, "NOT_FOUND")} {
		if !strings.HasPrefix(limits(r), "0 of 1000") {
			t.Errorf("got %s", limits(r))
		}
	}
	app.Clock.Advance(50*time.Minute - time.Millisecond)
	script.Get(path).WantError(http.StatusTooManyRequests, "RATE_LIMITED")
	app.Clock.Advance(time.Millisecond)
	script.Get(path).Want(http.StatusOK)
	// A clock that is set back blocks no key.
	app.Clock.Advance(-24 * time.Hour)
	if got := limits(script.Get(path).Want(http.StatusOK)); got != "99 of 100, 60 s "+policy {
		t.Errorf("after a step back: %s", got)
	}
}

func TestKeys_LimitsAreSettings(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t, "RATE_LIMIT_RPM=3", "RATE_LIMIT_RPH=2")
	script := service.Client(t)
	for left := 1; left >= 0; left-- {
		r := script.Get("/api/v1/auth/me").Want(http.StatusOK)
		if r.Header.Get("RateLimit-Limit") != "2" || r.Header.Get("RateLimit-Remaining") != fmt.Sprint(left) || r.Header.Get("RateLimit-Policy") != "3;w=60, 2;w=3600" {
			t.Errorf("got %s", limits(r))
		}
	}
	refused := script.Get("/api/v1/auth/me").WantError(http.StatusTooManyRequests, "RATE_LIMITED")
	var body struct{ RetryAfter int }
	if refused.JSON(&body); fmt.Sprint(body.RetryAfter) != refused.Header.Get("Retry-After") || body.RetryAfter < 3500 || body.RetryAfter > 3600 {
		t.Errorf("got %s, Retry-After %s", refused.Body, refused.Header.Get("Retry-After"))
	}
}

// TestKeys_OfTests sends requests as often as a test that waits on a slow machine: more often than
// the usual limits allow.
func TestKeys_OfTests(t *testing.T) {
	t.Parallel()
	client := e2e.Program(t).Serve(t).Client(t)
	for range 120 {
		client.Get("/api/v1/auth/me").Want(http.StatusOK)
	}
}
