package graph_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"crier/platform/graph"
)

func checkMalformed(t *testing.T, name string, err error, write bool) {
	t.Helper()
	e := asError(t, err)
	if !errors.Is(err, graph.ErrMalformed) || e.Class != graph.Retry || e.NotSent() || e.OutcomeUnknown() != write {
		t.Errorf("%s: got %v, class %q, not sent %v, outcome unknown %v", name, e, e.Class, e.NotSent(), e.OutcomeUnknown())
	}
}

// No answer of these is taken for true by any call, whatever its status.
func TestEveryCall_NoAnswerOfTheNetworks(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"error":`, 100_000)
	for name, body := range map[string]string{
		"empty":             ``,
		"space":             "  \n",
		"html":              `<!DOCTYPE html><html><body>Sorry, something went wrong.</body></html>`,
		"truncated":         `{"id":"1799000000000`,
		"truncated list":    `{"data":[{"id":"1"}`,
		"trailing":          `{"id":"` + containerID + `"}{"id":"2"}`,
		"null":              `null`,
		"bare id":           `"` + containerID + `"`,
		"number":            `17990000000000001`,
		"array":             `[{"id":"1"}]`,
		"empty object":      `{}`,
		"null members":      `{"id":null,"data":null,"success":null,"status_code":null}`,
		"id twice":          `{"id":"1","id":"2","data":[],"success":true,"status_code":"FINISHED","status_code":"ERROR"}`,
		"id in escapes":     `{"id":"1","\u0069d":"2"}`,
		"empty id":          `{"id":"","data":[{"id":""}],"status_code":""}`,
		"id a path":         `{"id":"../1","data":[{"id":"1/2"}],"deleted_id":"x","success":true,"status_code":"FINISHED"}`,
		"id a fraction":     `{"id":1.5,"data":[{"id":1.5}],"deleted_id":1.5,"success":true,"status_code":"FINISHED"}`,
		"id an exponent":    `{"id":1e17,"data":[{"id":1e17}],"deleted_id":1e17,"success":true,"status_code":"FINISHED"}`,
		"id negative":       `{"id":-1,"data":[{"id":-1}],"deleted_id":-1,"success":true,"status_code":"FINISHED"}`,
		"id an object":      `{"id":{"a":1},"data":[{"id":[]}],"deleted_id":{},"success":true,"status_code":"FINISHED"}`,
		"id a boolean":      `{"id":true,"data":[{"id":true}],"deleted_id":true,"success":true,"status_code":"FINISHED"}`,
		"id too long":       `{"id":"` + strings.Repeat("1", 200) + `","data":[{"id":` + strings.Repeat("1", 200) + `}]}`,
		"names in capitals": `{"ID":"1","DATA":[],"Success":true,"STATUS_CODE":"FINISHED"}`,
		"error a string":    `{"error":"no","id":"1","data":[],"success":true,"status_code":"FINISHED"}`,
		"error a boolean":   `{"error":true,"id":"1","data":[],"success":true,"status_code":"FINISHED"}`,
		"error empty":       `{"error":{},"id":"1","data":[],"success":true,"status_code":"FINISHED"}`,
		"error code a word": `{"error":{"code":"many"},"id":"1"}`,
		"error code huge":   `{"error":{"code":99999999999999999999},"id":"1"}`,
		"error twice":       `{"error":{"code":190},"error":{"code":4}}`,
		"error code twice":  `{"error":{"code":190,"code":4}}`,
		"deep":              deep,
		"nul bytes":         "\x00\x00\x00",
		"byte order mark":   "\ufeff{\"id\":\"1\"}",
		"data an object":    `{"data":{"id":"1"}}`,
		"data a string":     `{"data":"none"}`,
	} {
		for _, status := range []int{http.StatusOK, http.StatusBadRequest, http.StatusBadGateway} {
			n := newNetwork(t, answers(status, body))
			for op, call := range everyCall(n.client, t) {
				err := call(primary)
				checkMalformed(t, fmt.Sprintf("%s, %s, %d", op, name, status), err, writes[op])
				if e := asError(t, err); e.HTTPStatus != status || e.Op != op {
					t.Errorf("%s, %s: got HTTP %d, %s", op, name, e.HTTPStatus, e.Op)
				}
			}
		}
	}
}

func TestEveryCall_OtherStatuses(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusUnauthorized, http.StatusNotFound, http.StatusTooManyRequests, http.StatusServiceUnavailable, 599} {
		n := newNetwork(t, answers(status, `<html>`))
		for op, call := range everyCall(n.client, t) {
			e := asError(t, call(partner))
			want := graph.Retry
			if status == http.StatusTooManyRequests {
				want = graph.Wait
			}
			if e.Class != want || e.HTTPStatus != status || e.OutcomeUnknown() != writes[op] {
				t.Errorf("%s, %d: got %v, %q", op, status, e, e.Class)
			}
		}
	}
	// A success that stands under a failed status is none.
	n := newNetwork(t, answers(http.StatusBadRequest, `{"id":"1"}`))
	_, err := n.client.Publish(t.Context(), permit(), primary, containerID)
	checkMalformed(t, "success under 400", err, true)
}

func TestError_NumbersAsStrings(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusBadRequest, `{"error":{"message":"cap","type":"OAuthException","code":"9",
		"error_subcode":"2207042","is_transient":"1","error_user_title":"T","error_user_msg":"M","fbtrace_id":"Axyz","more":{"a":[1]}}}`))
	_, err := n.client.Publish(t.Context(), permit(), primary, containerID)
	e := asError(t, err)
	if e.Code != 9 || e.Subcode != 2207042 || !e.Transient || e.Class != graph.CapReached || e.Message != "cap" ||
		e.Type != "OAuthException" || e.UserTitle != "T" || e.UserMessage != "M" || e.TraceID != "Axyz" {
		t.Errorf("got %+v", e)
	}
	const want = "publish: cap: the publishing cap is reached (HTTP 400, code 9, subcode 2207042, trace Axyz)"
	if e.Error() != want {
		t.Errorf("got %q, want %q", e, want)
	}
}

func TestError_NullMembers(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusBadRequest, `{"error":{"message":null,"type":null,"code":190,"error_subcode":null,"is_transient":null,"fbtrace_id":null}}`))
	_, err := n.client.Stories(t.Context(), primary)
	if e := asError(t, err); e.Class != graph.TokenDead || e.Subcode != 0 {
		t.Errorf("got %+v", e)
	}
}

func TestError_ShowsNoTokenAndIsBounded(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"whole":         "Malformed access token " + primaryToken,
		"cut":           "Error validating access token " + primaryToken[:14] + "...",
		"in a URL":      "GET /v25.0/me?access_token=" + primaryToken + "&fields=id",
		"glued":         "x" + primaryToken + "x",
		"long":          strings.Repeat("a", 395) + " " + primaryToken,
		"huge":          strings.Repeat("é", 300_000) + primaryToken,
		"not printable": "a\\u0000b\\u202ec\\n\\u001b[31m",
	}
	for name, text := range texts {
		for what, body := range map[string]string{
			"error": `{"error":{"message":"` + text + `","type":"` + text + `","code":190,"error_user_title":"` + text +
				`","error_user_msg":"` + text + `","fbtrace_id":"` + text + `"}}`,
			"no code":  `{"error":{"message":"` + text + `"}}`,
			"key":      `{"` + text + `":1,"id":{"` + text + `":[1]}}`,
			"html":     `<p>` + text + `</p>`,
			"bad json": `{"error":{"code":"` + text + `"}}`,
		} {
			n := newNetwork(t, answers(http.StatusBadRequest, body))
			_, err := n.client.Publish(t.Context(), permit(), primary, containerID)
			e := asError(t, err)
			for _, shown := range []string{e.Error(), fmt.Sprintf("%+v %#v", e, e), e.Message, e.Type, e.UserTitle, e.UserMessage, e.TraceID, e.Meaning} {
				if strings.Contains(shown, primaryToken[:10]) {
					t.Errorf("%s, %s: the token stands in %q", name, what, shown)
				}
				if !utf8.ValidString(shown) || strings.ContainsAny(shown, "\x00\x1b\n\u202e") {
					t.Errorf("%s, %s: not printable: %q", name, what, shown)
				}
			}
			for _, shown := range []string{e.Message, e.UserMessage, e.TraceID} {
				if n := len([]rune(shown)); n > 400 {
					t.Errorf("%s, %s: %d characters", name, what, n)
				}
			}
			if n := len([]rune(e.Error())); n > 1500 {
				t.Errorf("%s, %s: %d characters", name, what, n)
			}
		}
	}
}

// A server that echoes the request within its status line must not bring the token into the text
// either.
func TestError_BrokenAnswerShowsNoToken(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
		conn, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = fmt.Fprintf(buf, "HTTP/1.1 %s\r\n\r\n", r.Header.Get("Authorization"))
		_ = buf.Flush()
		_ = conn.Close()
	})
	for op, call := range everyCall(n.client, t) {
		e := asError(t, call(primary))
		if strings.Contains(e.Error(), primaryToken) {
			t.Errorf("%s: the token stands in %q", op, e)
		}
		if e.OutcomeUnknown() != writes[op] || e.NotSent() {
			t.Errorf("%s: got %v", op, e)
		}
	}
}

// endless answers JSON of 100 MB and counts what was taken of it.
func endless(taken *int64, prefix string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, prefix)
		chunk := []byte(strings.Repeat(`{"id":"1"},`, 1000))
		for sent := 0; sent < 100<<20; sent += len(chunk) {
			n, err := w.Write(chunk)
			*taken += int64(n)
			if err != nil {
				return
			}
		}
	}
}

func TestEveryCall_ReadsBounded(t *testing.T) {
	t.Parallel()
	for op := range everyCall(nil, t) {
		var taken int64
		done := make(chan struct{})
		h := endless(&taken, `{"data":[`)
		n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
			defer close(done)
			h(w, r)
		})
		checkMalformed(t, op, everyCall(n.client, t)[op](primary), writes[op])
		<-done
		// The connection's buffers hold some more than what the client read.
		if taken > 40<<20 {
			t.Errorf("%s: %d bytes were taken", op, taken)
		}
	}
}

func TestEveryCall_AnswersJustWithinTheBound(t *testing.T) {
	t.Parallel()
	pad := func(size int, body string) string { return body + strings.Repeat(" ", size-len(body)) }
	for _, c := range []struct {
		size int
		ok   bool
	}{{1 << 20, true}, {1<<20 + 1, false}} {
		n := newNetwork(t, answers(http.StatusOK, pad(c.size, `{"id":"1"}`)))
		got, err := n.client.Publish(t.Context(), permit(), primary, containerID)
		if c.ok != (err == nil && got == "1") {
			t.Errorf("%d bytes: got %q, %v", c.size, got, err)
		}
	}
	for _, c := range []struct {
		size int
		ok   bool
	}{{4 << 20, true}, {4<<20 + 1, false}} {
		n := newNetwork(t, answers(http.StatusOK, pad(c.size, `{"data":[`+wireMedia(0)+`]}`)))
		got, err := n.client.Stories(t.Context(), primary)
		if c.ok != (err == nil && len(got) == 1) {
			t.Errorf("%d bytes: got %v, %v", c.size, got, err)
		}
	}
}
