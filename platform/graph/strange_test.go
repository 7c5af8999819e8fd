package graph_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"crier/platform/graph"
)

// TestStrange: of each answer of a network that has changed is told what is unknown in it, and no such answer is taken for more than it says.
func TestStrange(t *testing.T) {
	t.Parallel()
	const known = `{"id":"` + containerID + `","status_code":"FINISHED"}`
	for name, c := range map[string]struct {
		status int
		header [2]string
		body   string
		want   string
		class  graph.Class
	}{
		"as documented":      {body: known},
		"this version":       {header: [2]string{"Facebook-Api-Version", graph.Version}, body: known},
		"another version":    {header: [2]string{"Facebook-Api-Version", "v31.0"}, body: known, want: "the version v31.0 where " + graph.Version + " was asked"},
		"a deprecation":      {header: [2]string{"Deprecation", "true"}, body: known, want: "the header Deprecation: true"},
		"a sunset":           {header: [2]string{"Sunset", "Sat, 31 Dec 2026 23:59:59 GMT"}, body: known, want: "the header Sunset: Sat, 31 Dec 2026 23:59:59 GMT"},
		"an unknown member":  {body: `{"id":"` + containerID + `","status_code":"FINISHED","grade":{"a":1}}`, want: "the member grade"},
		"an unknown state":   {body: `{"id":"` + containerID + `","status_code":"PONDERING"}`, want: "the state PONDERING"},
		"a renamed state":    {body: `{"id":"` + containerID + `","status_code":"DONE"}`, want: "the state DONE"},
		"a renamed member":   {body: `{"id":"` + containerID + `","state":"FINISHED"}`, class: graph.Retry},
		"an unknown code":    {status: 400, body: `{"error":{"message":"new","code":98765}}`, want: "the error 98765 with subcode 0", class: graph.Permanent},
		"a known code":       {status: 400, body: `{"error":{"message":"limit","code":4}}`, class: graph.Wait},
		"an unknown subcode": {status: 400, body: `{"error":{"message":"new","code":98765,"error_subcode":2207999}}`, want: "the error 98765 with subcode 2207999", class: graph.Retry},
		"a new subcode of a known code": {
			status: 400, body: `{"error":{"message":"new","code":190,"error_subcode":4711}}`, want: "the error 190 with subcode 4711", class: graph.TokenDead,
		},
		"a new publishing subcode": {
			status: 400, body: `{"error":{"message":"new","code":4,"error_subcode":2207999}}`, want: "the error 4 with subcode 2207999", class: graph.Wait,
		},
		"a subcode of a limit": {status: 400, body: `{"error":{"message":"limit","code":613,"error_subcode":1996}}`, class: graph.Wait},
		"a token is not told":  {body: `{"id":"` + containerID + `","status_code":"` + primaryToken + `"}`, want: "the state [token]"},
	} {
		var calls []graph.Call
		n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
			if c.header[0] != "" {
				w.Header().Set(c.header[0], c.header[1])
			}
			answers(max(c.status, http.StatusOK), c.body)(w, r)
		}, func(o *graph.Options) { o.Observe = func(c graph.Call) { calls = append(calls, c) } })
		status, err := n.client.ContainerStatus(t.Context(), primary, containerID)
		if c.class == "" {
			if err != nil || c.want != "" && strings.HasPrefix(c.want, "the state") && (status.Code == graph.Finished || status.Code == graph.Published || status.Err() != nil) {
				t.Errorf("%s: %+v, %v", name, status, err)
			}
		} else if e := asError(t, err); e.Class != c.class {
			t.Errorf("%s: class %s", name, e.Class)
		}
		if calls[0].Strange != c.want {
			t.Errorf("%s: %q, want %q", name, calls[0].Strange, c.want)
		}
		// The publish call reads the same as neither a success nor a certain failure, but for a dead token.
		if c.status != 0 && c.want != "" && c.class != graph.TokenDead {
			if _, err := n.client.Publish(t.Context(), permit(), primary, containerID); asError(t, err).Code != 0 && !asError(t, err).Undocumented && !strings.Contains(err.Error(), "unknown") {
				t.Errorf("%s: publish: %v", name, err)
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

// TestUnknownPublishingError_IsNoCertainFailure: reads tell what became of a call that is answered by
// a subcode of publishing which the table does not have.
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
