package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/posts"
)

// TestSafe_AStoredTokenIsSaidNowhere has the network echo the token of one account in an error of
// another's call, whole, cut, and in an address. It stands in no row, no answer and no line of the
// log.
func TestSafe_AStoredTokenIsSaidNowhere(t *testing.T) {
	t.Parallel()
	j := begin(t)
	const others = "SANDBOX-FB-PAGE-DEMO-POTTER"
	j.network.Fault(e2e.Fault{
		Match: e2e.CreateCalls, Code: 36003, Subcode: 2207009, Times: 1,
		Message: "cannot take " + others + " here (" + others[8:] + ") see https://a.example/?access_token=short&x=1",
	})
	id := j.publish(j.imagePost("once"))
	p := j.ended(id)
	j.hasFailed(p, "MEDIA_INVALID")
	if !strings.Contains(text(p.ErrorMessage), "cannot take [hidden] here ([hidden])") {
		t.Errorf("the post says %s", text(p.ErrorMessage))
	}
	seen := map[string]string{"the log": j.Log.String()}
	for _, path := range []string{"/api/v1/posts/" + id, "/api/v1/posts"} {
		seen[path] = string(j.client.Get(path).Want(http.StatusOK).Body)
	}
	seen["the timeline"] = string(j.Browser(t).Internal("/api/posts/" + id + "/timeline").Want(http.StatusOK).Body)
	for _, column := range []string{"SELECT group_concat(coalesce(last_error, '')) FROM scheduled_jobs", "SELECT group_concat(coalesce(error_message, '')) FROM posts"} {
		var all string
		if err := j.DB.QueryRowContext(t.Context(), column).Scan(&all); err != nil {
			t.Fatal(err)
		}
		seen[column] = all
	}
	for where, what := range seen {
		for _, secret := range []string{others[8:], "access_token=short"} {
			if strings.Contains(what, secret) {
				t.Errorf("%s has %s", where, secret)
			}
		}
	}
	if p.Status != posts.Failed {
		t.Errorf("the post is %s", p.Status)
	}
}

// TestSafe_AKeyInAPathIsHidden: a client that puts its key into the address has it in no log.
func TestSafe_AKeyInAPathIsHidden(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	made := service.Command(t, "keys", "create", "test")
	key := strings.TrimSpace(made.Stdout)
	client := service.Anonymous(t)
	client.With("X-Request-Id", key).Get("/api/v1/posts/"+key).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	said := client.With("Authorization", "Bearer "+key).Get("/"+key+"?k="+key).WantError(http.StatusNotFound, "NOT_FOUND").String("error")
	service.AwaitLog(t, "path=/"+key[:12]+"[hidden]")
	if log := service.Stderr(); strings.Contains(log+said, key[12:]) {
		t.Errorf("it says %q, and the log:\n%s", said, log)
	}
}
