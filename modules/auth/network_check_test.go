package auth

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"crier/platform/graph"
)

// TestCheck_ConfirmsAndContradicts: against the sandbox every answer is as expected. Against a
// network that has changed, the step that meets the change reports it. No step shows a token.
func TestCheck_ConfirmsAndContradicts(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	checker := newChecker(c.service, c.client)
	rows := map[string]string{
		graph.OpProfile: "GET /{ig-user}", graph.OpPublishingLimit: "GET /{ig-user}/content_publishing_limit", graph.OpRecentMedia: "GET /{ig-user}/media",
		graph.OpMedia: "GET /{media}", graph.OpComments: "GET /{media}/comments",
		graph.OpStories: "GET /{ig-user}/stories", graph.OpDebugToken: "GET /debug_token", graph.OpPage: "GET /{page}",
		graph.OpPages: "GET /me/accounts, GET /{business}/owned_pages, GET /{business}/client_pages", graph.OpBusinesses: "GET /me/businesses",
		graph.OpPagePosts: "GET /{page}/posts", graph.OpPageVideos: "GET /{page}/videos", graph.OpPageStories: "GET /{page}/stories",
	}
	for _, demo := range demoAccounts() {
		a := c.account(t, demo.ID)
		c.control(t, "posts", `{"accountId":"`+a.SNUserID+`","caption":"by hand"}`)
		steps, err := checker.Check(t.Context(), a.ID)
		if err != nil || len(steps) < 6 {
			t.Fatalf("%s: %+v, %v", a.Username, steps, err)
		}
		if n := len(slices.DeleteFunc(slices.Clone(steps), func(s CheckStep) bool { return s.Name != graph.OpMedia && s.Name != graph.OpComments })); n != 2 {
			t.Errorf("%s: the post is read %d times", a.Username, n)
		}
		token, err := c.service.Token(t.Context(), a.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			row, _, _ := strings.Cut(s.Row, " (")
			if !slices.Contains(strings.Split(rows[s.Name], ", "), row) {
				t.Errorf("%s is held against the row %q", s.Name, s.Row)
			}
			if s.Verdict != Confirms || s.Actual == "" || strings.Contains(s.Actual, token.Reveal()) {
				t.Errorf("%s: %+v", a.Username, s)
			}
		}
	}
	for body, want := range map[string]Verdict{
		`{"error":{"message":"new","code":98765}}`:                          Contradicts,
		`{"data":{"quota_usage":"plenty"}}`:                                 Contradicts,
		`{"error":{"message":"(#4) limit reached","code":4}}`:               Refused,
		`{"data":[{"quota_usage":1,"config":{"total":50}}],"version":"v9"}`: Contradicts,
	} {
		changed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if strings.Contains(body, "error") {
				w.WriteHeader(http.StatusBadRequest)
			}
			_, _ = w.Write([]byte(body))
		}))
		checker.client = graph.New(graph.Options{
			Clock: c.clock, HTTP: &http.Client{Transport: divert{"/content_publishing_limit", changed.URL}},
			Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(c.url) },
		})
		steps, err := checker.Check(t.Context(), demoAccounts()[0].ID)
		i := slices.IndexFunc(steps, func(s CheckStep) bool { return s.Name == graph.OpPublishingLimit })
		if err != nil || i < 0 || steps[i].Verdict != want {
			t.Errorf("%s: %+v, %v", body, steps, err)
		}
		changed.Close()
	}
}

// TestCheck_WithoutComments: of a token that is known to lack the permission, comments are not
// asked for.
func TestCheck_WithoutComments(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	c.rememberApp(t)
	got, err := c.connector.Connect(t.Context(), ConnectRequest{Token: unified("NO-COMMENTS")})
	if err != nil {
		t.Fatal(err)
	}
	c.control(t, "posts", `{"accountId":"`+got.Account.SNUserID+`"}`)
	steps, err := newChecker(c.service, c.client).Check(t.Context(), got.Account.ID)
	if err != nil || len(steps) < 5 || slices.ContainsFunc(steps, func(s CheckStep) bool { return s.Verdict != Confirms || s.Name == graph.OpComments }) {
		t.Errorf("%+v, %v", steps, err)
	}
}

// TestRowOf: the host and the purpose of a call select its row, because many rows have the same
// path.
func TestRowOf(t *testing.T) {
	t.Parallel()
	const id, facebook, instagram = "/v25.0/17920238422030506", "graph.facebook.com", "graph.instagram.com"
	for _, c := range []struct {
		call graph.Call
		row  string
	}{
		{graph.Call{Op: graph.OpContainerStatus, Method: "GET", Host: instagram, Path: id}, "GET /{container} ("},
		{graph.Call{Op: graph.OpUploadStatus, Method: "GET", Host: facebook, Path: id}, "GET /{container} ("},
		{graph.Call{Op: graph.OpMedia, Method: "GET", Host: instagram, Path: id}, "GET /{media} ("},
		{graph.Call{Op: graph.OpProfile, Method: "GET", Host: instagram, Path: "/v25.0/me"}, "GET /{ig-user} ("},
		{graph.Call{Op: graph.OpPage, Method: "GET", Host: facebook, Path: "/v25.0/me"}, "GET /{page} ("},
		{graph.Call{Op: graph.OpPageVideoStatus, Method: "GET", Host: facebook, Path: id}, "GET /{video} ("},
		{graph.Call{Op: graph.OpPagePermalink, Method: "GET", Host: facebook, Path: id + "_1"}, "GET /{post} ("},
		{graph.Call{Op: graph.OpPageStories, Method: "GET", Host: facebook, Path: id + "/stories"}, "GET /{page}/stories ("},
		{graph.Call{Op: graph.OpStories, Method: "GET", Host: facebook, Path: id + "/stories"}, "GET /{ig-user}/stories ("},
		{graph.Call{Op: graph.OpComments, Method: "GET", Host: instagram, Path: id + "/comments"}, "GET /{media}/comments ("},
		{graph.Call{Op: graph.OpPublishComment, Method: "POST", Host: facebook, Path: id + "/comments"}, "POST /{media}/comments ("},
		{graph.Call{Op: graph.OpStories, Method: "GET", Host: "127.0.0.1:7172", Path: "/graph-ig" + id + "/stories"}, "GET /{ig-user}/stories ("},
		{graph.Call{Op: graph.OpDeleteMedia, Method: "DELETE", Host: facebook, Path: id}, "DELETE /{media} ("},
		{graph.Call{Op: graph.OpPageDelete, Method: "DELETE", Host: facebook, Path: id}, "DELETE /{post} ("},
		// These are rows of the other host.
		{graph.Call{Op: graph.OpPageStories, Method: "GET", Host: instagram, Path: id + "/stories"}, "none"},
		{graph.Call{Op: graph.OpPages, Method: "GET", Host: instagram, Path: "/v25.0/me/accounts"}, "none"},
		{graph.Call{Op: graph.OpMedia, Method: "GET", Host: "example.com", Path: id}, "none"},
	} {
		if got := RowOf(c.call); !strings.HasPrefix(got, c.row) {
			t.Errorf("%s %s%s: %q", c.call.Op, c.call.Host, c.call.Path, got)
		}
	}
}
