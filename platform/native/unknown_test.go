package native_test

import (
	"net/http"
	"slices"
	"testing"

	"crier/platform/httpclient"
	"crier/platform/native"
	"crier/platform/secrets"
)

// TestUnknown: the observer is told what of an answer is unknown, and of nothing else; no such
// answer is taken for a success.
func TestUnknown(t *testing.T) {
	t.Parallel()
	const inbox = `{"inbox":{"threads":[]},"status":"ok","new":1}`
	for name, c := range map[string]struct {
		status int
		header http.Header
		body   string
		want   string
		class  native.Class
	}{
		"as known, with members that nobody reads": {body: inbox},
		"a deprecation":        {header: http.Header{"Deprecation": {"true"}}, body: inbox, want: "the header Deprecation: true"},
		"a known refusal":      {status: 400, body: `{"message":"feedback_required","status":"fail"}`, class: native.ActionBlocked},
		"a known type":         {status: 400, body: `{"message":"x","error_type":"sentry_block","status":"fail"}`, class: native.RateLimited},
		"an unknown type":      {status: 400, body: `{"error_type":"glow","status":"fail"}`, want: "the type of error glow", class: native.Refused},
		"both":                 {status: 400, body: `{"message":"login_required","error_type":"glow"}`, want: "the type of error glow", class: native.LoggedOut},
		"an unknown refusal":   {status: 400, body: `{"message":"glow_required","status":"fail"}`, want: "the refusal glow_required", class: native.Refused},
		"an unknown status":    {body: `{"inbox":{"threads":[]},"status":"done"}`, want: "the status done", class: native.Transport},
		"a renamed member":     {body: `{"mailbox":{"threads":[]},"status":"ok"}`, want: "a page without an inbox", class: native.Transport},
		"another one answered": {status: 502, body: `<html>`, class: native.Transport},
	} {
		var told []httpclient.Unknown
		client, session := answering(t, func(r *http.Request) (*http.Response, error) {
			return response(r, max(c.status, http.StatusOK), c.header.Clone(), c.body), nil
		})
		ctx := httpclient.WithObserver(t.Context(), func(u httpclient.Unknown) { told = append(told, u) })
		if _, err := client.Inboxes.Inbox(ctx, session, ""); native.ClassOf(err) != c.class {
			t.Errorf("%s: class %s", name, native.ClassOf(err))
		}
		var want []httpclient.Unknown
		if c.want != "" {
			want = []httpclient.Unknown{{Op: native.OpInbox, What: c.want, Status: max(c.status, http.StatusOK), Path: "/direct_v2/inbox/"}}
		}
		if !slices.Equal(told, want) {
			t.Errorf("%s: told %+v, want %+v", name, told, want)
		}
	}
}

// TestUnknown_TellsNoSecret: an answer that repeats the password is told of without it.
func TestUnknown_TellsNoSecret(t *testing.T) {
	t.Parallel()
	var told []httpclient.Unknown
	ctx := httpclient.WithObserver(t.Context(), func(u httpclient.Unknown) { told = append(told, u) })
	client := always(http.StatusBadRequest, `{"message":"not `+password+`","status":"fail"}`)
	_, err := client.Logins.Begin(native.NewSession(), "ann", secrets.NewText(password)).Login(ctx)
	if native.ClassOf(err) != native.Refused || len(told) != 1 || told[0].What != "the refusal not [hidden]" {
		t.Errorf("%v, told %+v", err, told)
	}
}
