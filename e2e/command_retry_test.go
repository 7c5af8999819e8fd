package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/sandbox"
)

// TestCommand_PostsRetryByCause retries all posts that failed for one cause, of one account on
// request, and none of another cause.
func TestCommand_PostsRetryByCause(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	failed := map[string]string{}
	for _, name := range []string{"one", "two", "other"} {
		account := map[bool]string{true: s.potter, false: s.bakery}[name == "other"]
		s.Control(t).NextContainerFails(2207004)
		if exit := s.Command(t, "publish", s.square, "--account", account, "--caption", name, "--wait", "--json"); exit.Code != 1 {
			t.Fatalf("%s: %+v", name, exit)
		}
	}
	var list posts.PostList
	jsonOf(t, s.Command(t, "posts", "list", "--status", "failed", "--json"), &list)
	for i := range list.Posts {
		failed[*list.Posts[i].Caption] = list.Posts[i].ID.String()
	}
	cause := *list.Posts[0].ErrorCode
	var dry, done posts.RetriedPosts
	jsonOf(t, s.Command(t, "posts", "retry", "--cause", strings.ToLower(cause), "--account", s.bakery, "--dry-run", "--json"), &dry)
	if len(dry.Posts) != 2 || dry.Posts[0].PostID.String() != failed["one"] || dry.Posts[1].PostID.String() != failed["two"] ||
		dry.Posts[1].RunAt.Time().Sub(dry.Posts[0].RunAt.Time()).Seconds() != 60 {
		t.Errorf("dry: %+v", dry)
	}
	if exit := s.Command(t, "posts", "retry", "--cause", "TOKEN_EXPIRED"); exit.Code != 0 || exit.Stdout != "No post has failed with TOKEN_EXPIRED.\n" {
		t.Errorf("of another cause: %+v", exit)
	}
	client := s.Client(t)
	if status := client.Get("/api/v1/posts/" + failed["one"]).Want(http.StatusOK).String("status"); status != "FAILED" {
		t.Errorf("a dry run made it %s", status)
	}
	jsonOf(t, s.Command(t, "posts", "retry", "--cause", cause, "--json"), &done)
	if len(done.Posts) != 3 {
		t.Errorf("done: %+v", done)
	}
	for _, name := range []string{"one", "other"} {
		e2e.AwaitPublished(t, client, failed[name])
	}
	if status := client.Get("/api/v1/posts/" + failed["two"]).Want(http.StatusOK).String("status"); status != "QUEUED" {
		t.Errorf("the second of the account is %s within its minute", status)
	}
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"neither":          {nil, "--cause"},
		"both":             {[]string{failed["one"], "--cause", cause}, "cannot be used together"},
		"no such cause":    {[]string{"--cause", "BAD\x1bLUCK"}, "is no code"},
		"an account alone": {[]string{failed["one"], "--account", s.bakery}, "need --cause"},
		"a dry run of one": {[]string{failed["one"], "--dry-run"}, "need --cause"},
		"of nobody":        {[]string{"--cause", cause, "--account", "nobody"}, "no account"},
	} {
		if exit := s.Command(t, append([]string{"posts", "retry"}, c.args...)...); exit.Code != 2 || exit.Stdout != "" || !strings.Contains(exit.Stderr, c.says) || strings.Count(exit.Stderr, "\n") != 1 {
			t.Errorf("%s: %+v", name, exit)
		}
	}
}

// TestCommand_AccountsByName refreshes and disconnects an account by its username.
func TestCommand_AccountsByName(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	if exit := s.Command(t, "accounts", "refresh", "@"+s.bakery); exit.Code != 0 || !strings.HasPrefix(exit.Stdout, s.bakery+": ") {
		t.Errorf("refreshed: %+v", exit)
	}
	// A failure is reported once, and does not stop the other accounts.
	s.Control(t).Token(sandbox.DemoAccounts()[0].SNUserID, "revoke")
	all := s.Command(t, "accounts", "refresh")
	if all.Code != 1 || strings.Count(all.Stderr, "\n") != 1 || !strings.HasPrefix(all.Stdout, s.potter+": ") {
		t.Errorf("refreshed all: %+v", all)
	}
	if exit := s.Command(t, "accounts", "refresh", "--json"); exit.Code != 1 || exit.Stderr != "" || strings.Count(exit.Stdout, "\n") != 1 || !strings.Contains(exit.Stdout, `"errors":[{"accountId":"`) {
		t.Errorf("as JSON: %+v", exit)
	}
	for _, name := range []string{"nobody", "", " "} {
		if exit := s.Command(t, "accounts", "disconnect", name); exit.Code != 2 || exit.Stdout != "" {
			t.Errorf("%q: %+v", name, exit)
		}
	}
	if exit := s.Command(t, "accounts", "disconnect", s.potter); exit.Code != 0 {
		t.Errorf("disconnected: %+v", exit)
	}
	if list := s.Command(t, "accounts", "list"); strings.Contains(list.Stdout, s.potter) || !strings.Contains(list.Stdout, s.bakery) {
		t.Errorf("listed: %+v", list)
	}
}
