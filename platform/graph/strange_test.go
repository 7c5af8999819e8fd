package graph_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"

	"crier/platform/graph"
)

// strangeCase is an answer of a network that has changed, and what is to be told of it. The cloud
// worker's tests want the same of the worker for each line of testdata/strange.json.
type strangeCase struct {
	Name   string
	Status int
	Header [2]string
	Body   string
	Want   string
	Class  graph.Class
}

func strangeCases(t *testing.T) (cases []strangeCase) {
	t.Helper()
	b, err := os.ReadFile("testdata/strange.json")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("CONTAINER", containerID, "TOKEN", primaryToken, "VERSION", graph.Version).Replace(string(b))
	if err := json.Unmarshal([]byte(text), &cases); err != nil || len(cases) < 10 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	return cases
}

// TestStrange: of each answer of a network that has changed is told what is unknown in it, and no
// such answer is taken for more than it says.
func TestStrange(t *testing.T) {
	t.Parallel()
	for _, c := range strangeCases(t) {
		var calls []graph.Call
		n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
			if c.Header[0] != "" {
				w.Header().Set(c.Header[0], c.Header[1])
			}
			answers(c.Status, c.Body)(w, r)
		}, func(o *graph.Options) { o.Observe = func(c graph.Call) { calls = append(calls, c) } })
		status, err := n.client.ContainerStatus(t.Context(), primary, containerID)
		if c.Class == "" {
			if err != nil || strings.HasPrefix(c.Want, "the state") && (status.Code == graph.Finished || status.Code == graph.Published || status.Err() != nil) {
				t.Errorf("%s: %+v, %v", c.Name, status, err)
			}
		} else if e := asError(t, err); e.Class != c.Class {
			t.Errorf("%s: class %s", c.Name, e.Class)
		}
		if calls[0].Strange != c.Want {
			t.Errorf("%s: %q, want %q", c.Name, calls[0].Strange, c.Want)
		}
		// The publish call reads the same as neither a success nor a certain failure, but for a
		// dead token.
		if c.Status != http.StatusOK && c.Want != "" && c.Class != graph.TokenDead {
			if _, err := n.client.Publish(t.Context(), permit(), primary, containerID); asError(t, err).Code != 0 && !asError(t, err).Undocumented && !strings.Contains(err.Error(), "unknown") {
				t.Errorf("%s: publish: %v", c.Name, err)
			}
		}
	}
}

// TestStrange_Words: of each word that decides something, one that is not known is told.
func TestStrange_Words(t *testing.T) {
	t.Parallel()
	const profile = `{"user_id":"17841400000000101","username":"ann","account_type":"%s"}`
	const video = `{"id":"1","status":{"video_status":"%s","uploading_phase":{"status":"%s"},"processing_phase":{"status":"not_started"},"publishing_phase":{"status":"complete","publish_status":"%s"}}}`
	const upload = `{"id":"` + containerID + `","status_code":"IN_PROGRESS","video_status":{"uploading_phase":{"status":"%s"}}}`
	page := graph.Account{ID: "1", Login: graph.Partner, Token: primary.Token}
	profiles := func(ctx context.Context, c *graph.Client) { _, _ = c.Profiles.Profile(ctx, primary) }
	tokens := func(ctx context.Context, c *graph.Client) { _, _ = c.Tokens.DebugToken(ctx, primary.Token) }
	videos := func(ctx context.Context, c *graph.Client) { _, _ = c.PageVideoStatus(ctx, page, "1") }
	uploads := func(ctx context.Context, c *graph.Client) { _, _ = c.UploadStatus(ctx, primary, containerID) }
	for _, c := range []struct {
		call       func(context.Context, *graph.Client)
		body, want string
	}{
		{profiles, fmt.Sprintf(profile, "MEDIA_CREATOR"), ""},
		{profiles, fmt.Sprintf(profile, "personal"), ""},
		{profiles, fmt.Sprintf(profile, "GUILD"), "the account type GUILD"},
		{tokens, `{"data":{"type":"PAGE","is_valid":true}}`, ""},
		{tokens, `{"data":{"type":"GUEST","is_valid":true}}`, "the token's type GUEST"},
		{videos, fmt.Sprintf(video, "ready", "complete", "published"), ""},
		{videos, fmt.Sprintf(video, "upload_complete", "in_progress", ""), ""},
		{videos, fmt.Sprintf(video, "done", "complete", "published"), "the video's state done"},
		{videos, fmt.Sprintf(video, "ready", "over", "published"), "the phase over"},
		{videos, fmt.Sprintf(video, "ready", "complete", "live"), "the publish status live"},
		{uploads, fmt.Sprintf(upload, "error"), ""},
		{uploads, fmt.Sprintf(upload, "halted"), "the phase halted"},
	} {
		var calls []graph.Call
		n := newNetwork(t, answers(http.StatusOK, c.body), func(o *graph.Options) { o.Observe = func(c graph.Call) { calls = append(calls, c) } })
		c.call(t.Context(), n.client)
		if len(calls) != 1 || calls[0].Err != nil || calls[0].Strange != c.want {
			t.Errorf("%s: %+v", c.body, calls)
		}
	}
}

// TestUnknownPublishingError_IsNoCertainFailure: reads tell what became of a call that is answered
// by a subcode of publishing which the table does not have.
func TestUnknownPublishingError_IsNoCertainFailure(t *testing.T) {
	t.Parallel()
	for code, isUnknown := range map[string]bool{`"code":4,"error_subcode":2207999`: true, `"code":-1,"error_subcode":2207998`: true, `"code":4`: false, `"code":9,"error_subcode":2207042`: false} {
		n := newNetwork(t, answers(http.StatusBadRequest, `{"error":{"message":"m",`+code+`}}`))
		_, err := n.client.Publish(t.Context(), permit(), primary, containerID)
		if e := asError(t, err); e.Undocumented != isUnknown {
			t.Errorf("%s: %+v", code, e)
		}
	}
}

// TestLogStrange: what is unknown is logged once for each kind, and a bounded number of kinds.
func TestLogStrange(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	observe := graph.LogStrange(slog.New(slog.NewTextHandler(&log, nil)))
	for range 3 {
		observe(graph.Call{Op: graph.OpPublish, Strange: "the member grade"})
		observe(graph.Call{Op: graph.OpPublish})
	}
	if got := strings.Count(log.String(), "\n"); got != 1 || !strings.Contains(log.String(), "the member grade") {
		t.Errorf("%d lines: %s", got, &log)
	}
	for i := range 1000 {
		observe(graph.Call{Op: graph.OpPublish, Strange: fmt.Sprint("the member ", i)})
	}
	if got := strings.Count(log.String(), "\n"); got > 100 || got < 10 {
		t.Errorf("%d lines", got)
	}
}
