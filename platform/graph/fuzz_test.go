package graph_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"crier/platform/graph"
)

// FuzzAnswer feeds any bytes to every call as the network's answer. Either a call succeeds with ids
// of digits that stand in the answer, or it gives a classed *Error with a text that can be shown.
func FuzzAnswer(f *testing.F) {
	fuzzAnswers(f, []string{
		`{"id":"17990000000000001"}`, `{"id":17990000000000001}`, `{"data":[]}`, `{"success":true,"deleted_id":"18000000000000001"}`,
		`{"status_code":"ERROR","status":"Error: code 2207026","id":"17990000000000001"}`,
		`{"data":[{"quota_usage":2,"config":{"quota_total":50,"quota_duration":86400}}]}`,
		`{"data":[{"user_id":"1","username":"a","account_type":"MEDIA_CREATOR"}]}`,
		`{"data":[{"id":"1","caption":"\ud83d","timestamp":"2019-09-26T22:36:43+0000"}],"paging":{"next":"https://graph.instagram.com/x?after=1"}}`,
		`{"data":[{"id":"1","text":"\ud83d","username":"a","timestamp":"2019-09-26T22:36:43+0000"}],"paging":{"cursors":{"after":"x"}}}`,
		`{"error":{"message":"m","type":"OAuthException","code":"190","error_subcode":463,"is_transient":"true","fbtrace_id":"A"}}`,
		`{"error":{"message":"` + primaryToken + `","code":4,"error_subcode":2207051}}`, `<html>`, `{"id":"1","id":"2"}`, `{`,
	}, func(t *testing.T, c *graph.Client, status int, body []byte) {
		for op, call := range everyCall(c, t) {
			checkFuzzed(t, op, status, body, call(primary))
		}
		checkIDs(t, body, c)
	})
}

// fuzzAnswers checks what a client makes of any answer of the network.
func fuzzAnswers(f *testing.F, seeds []string, check func(t *testing.T, c *graph.Client, status int, body []byte)) {
	f.Helper()
	for _, seed := range seeds {
		f.Add(200, []byte(seed))
		f.Add(400, []byte(seed))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 200 || status > 599 {
			t.Skip()
		}
		rt := transport(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Header: http.Header{}, Request: r, Body: io.NopCloser(bytes.NewReader(body))}, nil
		})
		c := graph.New(graph.Options{HTTP: &http.Client{Transport: rt}, Endpoints: graph.LiveEndpoints})
		check(t, c, status, body)
	})
}

func checkFuzzed(t *testing.T, op string, status int, body []byte, err error) {
	t.Helper()
	if err == nil {
		if status > 299 || bytes.Contains(body, []byte("<html")) && !bytes.Contains(body, []byte("{")) {
			t.Errorf("%s: %d %q is taken for a success", op, status, body)
		}
		return
	}
	e := asError(t, err)
	if e.Op != op || e.Class == "" || e.NotSent() || (e.OutcomeUnknown() && !writes[op]) {
		t.Errorf("%s: %+v", op, e)
	}
	if e.Code == 0 && !errors.Is(err, graph.ErrMalformed) && !errors.Is(err, graph.ErrTruncated) && op != graph.OpDeleteMedia {
		t.Errorf("%s: neither the network's error nor a malformed answer: %+v", op, e)
	}
	if text := e.Error(); !utf8.ValidString(text) || len([]rune(text)) > 1500 || strings.Contains(text, primaryToken) {
		t.Errorf("%s: %q", op, text)
	}
}

func checkIDs(t *testing.T, body []byte, c *graph.Client) {
	t.Helper()
	ids := []string{}
	if id, err := c.Publish(t.Context(), permit(), primary, containerID); err == nil {
		ids = append(ids, id)
	}
	if id, err := c.PublishComment(t.Context(), permit(), primary, mediaID, "text"); err == nil {
		ids = append(ids, id)
	}
	comments, _ := c.Comments(t.Context(), primary, mediaID)
	for _, one := range comments {
		ids = append(ids, one.ID)
	}
	list, _ := c.RecentMedia(t.Context(), primary, time.Time{})
	for _, m := range list {
		ids = append(ids, m.ID)
	}
	for _, id := range ids {
		if id == "" || strings.Trim(id, "0123456789") != "" {
			t.Errorf("%q became the id %q", body, id)
		}
		// Digits may be written as escapes; all else stands in the answer as it is.
		if !bytes.Contains(body, []byte(id)) && !bytes.Contains(body, []byte(`\u00`)) {
			t.Errorf("the id %q does not stand in %q", id, body)
		}
	}
}
