package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// says fails the test unless the answer is the error and its text has all of the words: what
// happened, and what to do.
func says(t *testing.T, name string, r e2e.Response, status int, code string, words ...string) {
	t.Helper()
	got := r.WantError(status, code).String("error")
	for _, word := range words {
		if !strings.Contains(got, word) {
			t.Errorf("%s: %q is not in %q", name, word, got)
		}
	}
}

// warned returns the text of the warning of the code in the answer, empty for none.
func warned(r e2e.Response, code string) string {
	var answer struct{ Warnings []posts.Warning }
	r.JSON(&answer)
	for _, w := range answer.Warnings {
		if w.Code == code {
			return w.Message
		}
	}
	return ""
}

// TestTexts_NotScheduled: a post that is there is not said to be missing where it only is not
// scheduled.
func TestTexts_NotScheduled(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.schedule(j.imagePost("later"), e2e.Start.Add(time.Hour))
	j.client.Delete("/api/v1/schedule/" + id).Want(http.StatusOK)
	for name, r := range map[string]e2e.Response{
		"cancel": j.client.Delete("/api/v1/schedule/" + id), "read": j.client.Get("/api/v1/schedule/" + id),
		"change": j.client.Put("/api/v1/schedule/"+id, body{"caption": "x"}),
	} {
		says(t, name, r, http.StatusNotFound, "NOT_FOUND", id, "is not scheduled", "draft", "POST /schedule")
	}
	now := j.publish(j.imagePost("now"))
	says(t, "published", j.client.Delete("/api/v1/schedule/"+now), http.StatusNotFound, "NOT_FOUND", "is not scheduled", "GET /posts/"+now)
}

// TestTexts_Key: who sends a key in another way than as a bearer token is told what to write.
func TestTexts_Key(t *testing.T) {
	t.Parallel()
	j := begin(t)
	nobody := j.Anonymous(t)
	for name, c := range map[string]struct{ sent, word string }{
		"bare":         {"svc_live_" + strings.Repeat("a", 43), "Bearer svc_live_"},
		"another":      {"Basic YTpi", "Bearer svc_live_"},
		"empty":        {"Bearer", "no key"},
		"half":         {"Bearer svc_live_abc", "52 characters"},
		"of something": {"Bearer abc", "svc_live_"},
		"unknown":      {"Bearer svc_live_" + strings.Repeat("a", 43), "revoked"},
	} {
		says(t, name, nobody.With("Authorization", c.sent).Get("/api/v1/posts"), http.StatusUnauthorized, "AUTH_INVALID_KEY", c.word)
	}
	says(t, "nothing", nobody.Get("/api/v1/posts"), http.StatusUnauthorized, "AUTH_REQUIRED", "Authorization: Bearer", "crier keys create", "crier login")
}

// TestTexts_Usernames: what nobody can be called is refused at once, not when the post is due.
func TestTexts_Usernames(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	image, story := s.plain(j, "IMAGE"), s.plain(j, "STORIES")
	for _, name := range []string{"not a name!", "é", "a@b", "@", "a-b", "a\n"} {
		for member, b := range map[string]body{
			"userTags[1].username":      image.with("userTags", []body{{"username": "ann", "x": 0, "y": 0}, {"username": name, "x": 0, "y": 0}}),
			"storyMentions[0].username": story.with("storyMentions", []body{{"username": name}}),
			"collaborators[0]":          image.with("collaborators", []string{name}),
		} {
			for _, path := range creating {
				says(t, member, j.client.Post(path, b.with("scheduledFor", e2e.Start.Add(time.Hour))), http.StatusBadRequest, "VALIDATION_ERROR", member, "dots and underscores")
			}
		}
	}
	j.client.Post("/api/v1/posts/draft", image.with("collaborators", []string{"@a.B_9"})).Want(http.StatusCreated)
}

// TestTexts_Warnings: what nobody sees, what was ignored and what the network will refuse is said
// when the post is taken in.
func TestTexts_Warnings(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	later := func(b body) body { return b.with("scheduledFor", e2e.Start.Add(time.Hour)) }
	image, story, carousel := s.plain(j, "IMAGE"), s.plain(j, "STORIES"), s.plain(j, "CAROUSEL")
	tags := strings.Repeat("#a ", 31)
	for _, path := range []string{"/api/v1/posts/draft", "/api/v1/schedule"} {
		for code, b := range map[string]body{
			"CAPTION_UNSEEN": story.with("caption", "look"), "FIELD_IGNORED": carousel.with("mediaFileId", s.photo),
			"NETWORK_REFUSES": image.with("caption", tags),
		} {
			if got := warned(j.client.Post(path, later(b)).Want(http.StatusCreated), code); got == "" {
				t.Errorf("%s warns of no %s", path, code)
			}
			if got := warned(j.client.Post(path, later(b.without("caption").without("mediaFileId").with("mediaFileId", s.photo))), code); got != "" && code != "FIELD_IGNORED" {
				t.Errorf("%s warns of %s without a reason", path, code)
			}
		}
	}
	id := j.client.Post("/api/v1/schedule", later(image)).Want(http.StatusCreated).String("postId")
	answer := j.client.Put("/api/v1/schedule/"+id, body{"mediaFileId": s.tall, "caption": tags}).Want(http.StatusOK)
	if got := warned(answer, "FIELD_IGNORED"); !strings.Contains(got, "mediaFileId") || !strings.Contains(got, "draftId") || warned(answer, "NETWORK_REFUSES") == "" {
		t.Errorf("another file and 31 hashtags: %s", answer.Body)
	}
	answer = j.client.Put("/api/v1/schedule/"+id, body{"mediaFileId": s.photo, "mediaType": "IMAGE", "accountId": j.bakery.ID, "caption": "x"}).Want(http.StatusOK)
	if got := warned(answer, "FIELD_IGNORED"); got != "" {
		t.Errorf("the same file is warned of: %s", got)
	}
	whole := carousel.with("mediaFileId", nil).with("caption", "y")
	for _, b := range []body{image.with("mediaFileIds", []string{}), image.with("mediaFileIds", nil), whole} {
		id := j.client.Post("/api/v1/schedule", later(b)).Want(http.StatusCreated).String("postId")
		if got := warned(j.client.Put("/api/v1/schedule/"+id, later(b)).Want(http.StatusOK), "FIELD_IGNORED"); got != "" {
			t.Errorf("a post that is sent back whole is warned of: %s", got)
		}
	}
	for _, member := range []string{"accountId", "mediaType", "mediaFileId", "mediaFileIds"} {
		for name, sent := range map[string]any{"a number": 5, "an object": body{"id": s.photo}, "a list of numbers": []int{1, 2}, "true": true, "another text": "x"} {
			answer := j.client.Put("/api/v1/schedule/"+id, body{member: sent}).Want(http.StatusOK)
			if got := warned(answer, "FIELD_IGNORED"); !strings.HasPrefix(got, member+" was ignored") || answer.String("mediaType") != "IMAGE" {
				t.Errorf("%s is %s: %s", member, name, answer.Body)
			}
		}
	}
	answer = j.client.Post("/api/v1/schedule", image.with("scheduledFor", e2e.Start.Add(365*24*time.Hour))).Want(http.StatusCreated)
	if got := warned(answer, "TOKEN_EXPIRES"); !strings.Contains(got, "again before 2027-") {
		t.Errorf("a post after the token's end: %s", answer.Body)
	}
}

// TestTexts_Refusals: a refusal says what to do.
func TestTexts_Refusals(t *testing.T) {
	t.Parallel()
	j := begin(t)
	s := j.stock()
	image, story := s.plain(j, "IMAGE"), s.plain(j, "STORIES")
	says(t, "a carousel with one file", j.client.Post("/api/v1/posts/publish", image.with("mediaType", "CAROUSEL")), http.StatusBadRequest, "INVALID_CAROUSEL",
		"mediaFileIds", "mediaFileId is for IMAGE")
	says(t, "no Page", j.client.Post("/api/v1/posts/publish", image.with("crossPostToPartner", true)), http.StatusBadRequest, "INVALID_CROSS_POST",
		"crier accounts connect", "leave crossPostToPartner out")
	says(t, "no credentials", j.client.Post("/api/v1/posts/publish", story.with("storyMentions", []body{{"username": "ann"}})), http.StatusBadRequest,
		"PRIVATE_API_REQUIRED", "import a session of the account for it (crier accounts session), or save", "POST /settings/private-api-credentials")
	const missing = "(crier accounts session), or save a username and a password with POST /settings/private-api-credentials"
	says(t, "a repost without credentials", j.client.Post("/api/v1/story-repost/enable", body{"accountId": j.bakery.ID}), http.StatusBadRequest,
		"CREDENTIALS_NOT_CONFIGURED", "import a session "+missing)
	says(t, "a scan without credentials", j.client.Post("/api/v1/story-repost/scan", nil), http.StatusBadRequest, "CREDENTIALS_NOT_CONFIGURED", missing)
	says(t, "no bucket", j.Browser(t).Post("/api/cloud/bucket/check", nil), http.StatusBadRequest, "BUCKET_NOT_CONFIGURED", "crier bucket set", "live mode")
}

// TestTexts_Pages: what a browser opens is a page, whatever went wrong; everything else gets the
// error of the contract.
func TestTexts_Pages(t *testing.T) {
	t.Parallel()
	j := begin(t)
	const html = "text/html,application/xhtml+xml;q=0.9"
	nobody, reader := j.Anonymous(t), j.Anonymous(t).With("Accept", html)
	for path, c := range map[string]struct {
		status int
		word   string
	}{
		"/nothing":            {http.StatusNotFound, "There is no such page"},
		"/docs/nothing":       {http.StatusNotFound, "There is no such page"},
		"/login?code=used":    {http.StatusUnauthorized, "crier login"},
		"/uploads/images/x.j": {http.StatusUnauthorized, "not signed in"},
	} {
		got := reader.Get(path).Want(c.status)
		if kind := got.Header.Get("Content-Type"); kind != "text/html; charset=utf-8" || !strings.Contains(string(got.Body), c.word) || !strings.Contains(string(got.Body), `href="/app/"`) {
			t.Errorf("%s is %s: %s", path, kind, got.Body)
		}
		if kind := nobody.Get(path).Want(c.status).Header.Get("Content-Type"); kind != "application/json" {
			t.Errorf("%s is %s for a program", path, kind)
		}
		if kind := reader.With("Sec-Fetch-Mode", "cors").Get(path).Header.Get("Content-Type"); kind != "application/json" {
			t.Errorf("%s is %s for a script of a page", path, kind)
		}
	}
	if kind := reader.Get("/api/v1/posts").Want(http.StatusUnauthorized).Header.Get("Content-Type"); kind != "application/json" {
		t.Errorf("the API answers %s", kind)
	}
	if got := reader.At("evil.example").Get("/nothing"); got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("another host: %s", got.Body)
	}
	home := j.Browser(t).With("Accept", html).Get("/login?code=used").Want(http.StatusSeeOther)
	if to := home.Header.Get("Location"); to != "/" {
		t.Errorf("a signed-in browser goes to %q", to)
	}
	j.Browser(t).Get("/login?code=used").WantError(http.StatusUnauthorized, "TOKEN_INVALID")
}
