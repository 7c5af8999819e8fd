package e2e_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/config"
	"crier/platform/wireid"

	"github.com/golang-jwt/jwt/v5"
)

const sessionSecret = "the session secret of a test, long enough"

func withSessionSecret(c *config.Config) { c.SessionSecret = sessionSecret }

func withoutLimits(c *config.Config) { c.RateLimitRPM, c.RateLimitRPH = 1_000_000, 1_000_000 }

// documented is one operation as a document describes it.
type documented struct {
	id, method, path string
	// byKey and bySession say which credentials it accepts; a public one accepts none.
	isPublic, byKey, bySession bool
	// atOwnAddress says that its description refuses sessions of 127.0.0.1.
	atOwnAddress bool
}

// operationsOf returns every operation of an OpenAPI document.
func operationsOf(t *testing.T, prefix string, document []byte) []documented {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string                `json:"operationId"`
			Description string                `json:"description"`
			Security    []map[string][]string `json:"security"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	var all []documented
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for method, op := range doc.Paths[path] {
			d := documented{id: op.OperationID, method: strings.ToUpper(method), path: prefix + path}
			d.atOwnAddress = strings.Contains(op.Description, "signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED")
			for _, scheme := range op.Security {
				_, bearer := scheme["bearer"]
				_, session := scheme["session"]
				d.byKey, d.bySession, d.isPublic = d.byKey || bearer, d.bySession || session, d.isPublic || len(scheme) == 0
			}
			all = append(all, d)
		}
	}
	return all
}

var pathParameter = regexp.MustCompile(`\{[^}]*\}`)

// call sends the operation with the least that it requires: unknown ids, and an empty object as the
// body.
func (d documented) call(c *e2e.Client) e2e.Response {
	path := pathParameter.ReplaceAllStringFunc(d.path, func(string) string { return wireid.New().String() })
	if d.method == http.MethodGet || d.method == http.MethodDelete {
		return c.Do(d.method, path, nil)
	}
	return c.Do(d.method, path, "{}")
}

// credential is a kind of credentials, with the code with which contract 5 refuses them, or an
// empty one.
type credential struct {
	client *e2e.Client
	code   string
	// isKey says that an API key decided, so that limits apply and cookie-only operations are
	// refused.
	isKey bool
}

func credentials(t *testing.T, app *e2e.App) map[string]credential {
	t.Helper()
	anonymous := app.Anonymous(t)
	_, good, err := app.Keys.Create(t.Context(), "good")
	if err != nil {
		t.Fatal(err)
	}
	revoked, dead, err := app.Keys.Create(t.Context(), "revoked")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.Keys.Revoke(t.Context(), revoked.ID); err != nil {
		t.Fatal(err)
	}
	key := func(text string) *e2e.Client { return anonymous.With("Authorization", text) }
	session := func(change func(*jwt.RegisteredClaims), secret string) string {
		return "session=" + craftSession(t, app, change, secret)
	}
	same := func(*jwt.RegisteredClaims) {}
	expire := func(c *jwt.RegisteredClaims) { c.ExpiresAt = jwt.NewNumericDate(app.Clock.Now()) }
	cookie := func(value string) *e2e.Client { return anonymous.With("Cookie", value) }
	signedOut := cookie(session(same, sessionSecret))
	signedOut.Post("/api/v1/auth/logout", nil).Want(http.StatusOK)
	bearer := "Bearer " + good.Reveal()
	return map[string]credential{
		"none":                         {anonymous, "AUTH_REQUIRED", false},
		"good key":                     {key(bearer), "", true},
		"good key, lower-case scheme":  {key("bearer " + good.Reveal()), "", true},
		"revoked key":                  {key("Bearer " + dead.Reveal()), "AUTH_INVALID_KEY", false},
		"unknown key":                  {key("Bearer svc_live_" + strings.Repeat("x", 43)), "AUTH_INVALID_KEY", false},
		"another prefix":               {key("Bearer " + strings.Replace(good.Reveal(), "svc_live_", "svc_test_", 1)), "AUTH_INVALID_KEY", false},
		"good key in other letters":    {key("Bearer svc_live_" + swapCase(good.Reveal()[9:])), "AUTH_INVALID_KEY", false},
		"no key after Bearer":          {key("Bearer "), "AUTH_INVALID_KEY", false},
		"key without a scheme":         {key(good.Reveal()), "AUTH_INVALID_KEY", false},
		"another scheme":               {key("Basic " + good.Reveal()), "AUTH_INVALID_KEY", false},
		"a session as a key":           {key("Bearer " + craftSession(t, app, same, sessionSecret)), "AUTH_INVALID_KEY", false},
		"good cookie":                  {cookie(session(same, sessionSecret)), "", false},
		"bad signature":                {cookie(session(same, "another secret")), "TOKEN_INVALID", false},
		"expired":                      {cookie(session(expire, sessionSecret)), "TOKEN_EXPIRED", false},
		"expired, bad signature":       {cookie(session(expire, "another secret")), "TOKEN_INVALID", false},
		"without an end":               {cookie(session(func(c *jwt.RegisteredClaims) { c.ExpiresAt = nil }, sessionSecret)), "TOKEN_INVALID", false},
		"of another user":              {cookie(session(func(c *jwt.RegisteredClaims) { c.Subject = wireid.New().String() }, sessionSecret)), "TOKEN_INVALID", false},
		"signed out":                   {signedOut, "TOKEN_INVALID", false},
		"no JWT":                       {cookie("session=x"), "TOKEN_INVALID", false},
		"an empty cookie":              {cookie("session="), "AUTH_REQUIRED", false},
		"another cookie":               {cookie("theme=dark"), "AUTH_REQUIRED", false},
		"a bad cookie before a good":   {cookie("session=x; " + session(same, sessionSecret)), "", false},
		"good key and good cookie":     {key(bearer).With("Cookie", session(same, sessionSecret)), "", true},
		"good key and bad cookie":      {key(bearer).With("Cookie", "session=x"), "", true},
		"revoked key and good cookie":  {key("Bearer "+dead.Reveal()).With("Cookie", session(same, sessionSecret)), "AUTH_INVALID_KEY", false},
		"another scheme, good cookie":  {key("Basic eDp5").With("Cookie", session(same, sessionSecret)), "AUTH_INVALID_KEY", false},
		"cookie of a cross-site write": {cookie(session(same, sessionSecret)).With("Sec-Fetch-Site", "cross-site"), "", false},
	}
}

func swapCase(s string) string {
	if upper := strings.ToUpper(s); upper != s {
		return upper
	}
	return strings.ToLower(s)
}

// craftSession makes a session token as the service does, and applies change to it.
func craftSession(t *testing.T, app *e2e.App, change func(*jwt.RegisteredClaims), secret string) string {
	t.Helper()
	var me struct{ User struct{ ID string } }
	app.Client(t).Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	now := app.Clock.Now()
	claims := jwt.RegisteredClaims{
		Subject: me.User.ID, ID: wireid.New().String(), IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(time.Hour)),
	}
	change(&claims)
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// TestAuth_EveryOperationWithEveryCredential is contract 5, rules 1 to 4 and 8, for all documented
// operations.
func TestAuth_EveryOperationWithEveryCredential(t *testing.T) {
	t.Parallel()
	app := e2e.Boot(t, e2e.Configured(withSessionSecret), e2e.Configured(withoutLimits))
	v1 := operationsOf(t, "/api/v1", app.Anonymous(t).Get("/api/v1/openapi.json").Want(http.StatusOK).Body)
	internal := operationsOf(t, "/api", app.Browser(t).Get("/api/openapi.json").Want(http.StatusOK).Body)
	all := append(slices.Concat(v1, internal),
		documented{id: "the internal document", method: http.MethodGet, path: "/api/openapi.json", bySession: true},
		documented{id: "an uploaded file", method: http.MethodGet, path: "/uploads/images/{id}.jpg", byKey: true, bySession: true})
	// Signing out comes last, because it ends the session that the others need.
	slices.SortStableFunc(all, func(a, b documented) int {
		return cmp.Compare(strings.Count(a.id, "logout"), strings.Count(b.id, "logout"))
	})
	if len(v1) < 30 || len(internal) == 0 {
		t.Fatalf("the documents describe %d and %d operations", len(v1), len(internal))
	}
	for name, c := range credentials(t, app) {
		for _, op := range all {
			if err := c.check(op, op.call(c.client), name); err != nil {
				t.Errorf("%s with %s: %v", op.id, name, err)
			}
		}
	}
}

// check compares an answer with the document's operation and with contract 5.
func (c credential) check(op documented, r e2e.Response, name string) error {
	want := c.code
	switch {
	case op.isPublic:
		want = ""
	case want == "" && c.isKey && !op.byKey:
		want = "COOKIE_AUTH_REQUIRED"
	case strings.Contains(name, "cross-site") && (op.method != http.MethodGet || op.id == "streamEvents"): // There are few streams.
		want = "AUTH_REQUIRED"
	}
	var body struct{ Code string }
	_ = json.Unmarshal(r.Body, &body)
	status := map[string]int{"": 0, "COOKIE_AUTH_REQUIRED": http.StatusForbidden}
	wantStatus, ok := status[want]
	if !ok {
		wantStatus = http.StatusUnauthorized
	}
	refused := r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden
	if want == "" && (refused || r.Status >= http.StatusInternalServerError) || want != "" && (r.Status != wantStatus || body.Code != want) {
		return fmt.Errorf("got %d %s, want %q", r.Status, r.Body, want)
	}
	if got, asks := r.Header.Get("WWW-Authenticate"), r.Status == http.StatusUnauthorized; asks != (got == "Bearer") {
		return fmt.Errorf("%d with WWW-Authenticate %q", r.Status, got)
	}
	// Contract 8: every answer to a key has the limits, and no answer to a session.
	for _, header := range []string{"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy"} {
		if (r.Header.Get(header) != "") != c.isKey {
			return fmt.Errorf("%s is %q", header, r.Header.Get(header))
		}
	}
	return nil
}
