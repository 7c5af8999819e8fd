package graph_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"crier/platform/graph"
	"crier/platform/httpclient"
)

// notTheNetworks are answers of what stands between this machine and the network, or in front of
// an outage.
var notTheNetworks = map[int]string{
	http.StatusOK:                            `<html><head><title>Hotel WiFi - sign in</title></head></html>`,
	http.StatusFound:                         ``,
	http.StatusForbidden:                     `<html><head><title>Blocked by policy</title></head></html>`,
	http.StatusProxyAuthRequired:             `{"error":{"message":"log in","code":190}}`,
	http.StatusInternalServerError:           `<html><head><title>Facebook | Error</title></head></html>`,
	http.StatusBadGateway:                    `{"message":"no upstream"}`,
	http.StatusNetworkAuthenticationRequired: `<html>`,
}

// TestFound_ForeignAnswers: such an answer is known as what it is by every call. It says nothing of
// a token, gives neither the network's time nor its limits, and leaves open what a write has done.
func TestFound_ForeignAnswers(t *testing.T) {
	t.Parallel()
	for status, body := range notTheNetworks {
		n := newNetwork(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", "Thu, 01 Jan 1970 00:00:00 GMT")
			w.Header().Set("X-App-Usage", `{"call_count":100}`)
			w.Header().Set("Location", "https://portal.example/")
			answers(status, body)(w, r)
		})
		for op, call := range everyCall(n.client, t) {
			e := asError(t, call(primary))
			if !errors.Is(e, httpclient.ErrForeign) || !errors.Is(e, graph.ErrMalformed) || e.Class != graph.Retry || e.Code != 0 || e.NotSent() {
				t.Errorf("%s, HTTP %d: %v, %s", op, status, e, e.Class)
			}
			if e.OutcomeUnknown() != writes[op] || e.HTTPStatus != status || strings.Contains(e.Error(), "html") {
				t.Errorf("%s, HTTP %d: %v, unknown %t", op, status, e, e.OutcomeUnknown())
			}
		}
		var seen graph.Call
		ctx := graph.WithObserver(t.Context(), func(c graph.Call) { seen = c })
		_, err := n.client.PublishingLimit(ctx, primary)
		if err == nil || seen.IsAnswered() || seen.HTTPStatus != status || !seen.Date.IsZero() || seen.Usage != (graph.Usage{}) || seen.Strange != "" {
			t.Errorf("HTTP %d: the call is told as %+v", status, seen)
		}
	}
	n := newNetwork(t, answers(http.StatusBadRequest, `{"error":{"message":"no","code":100}}`))
	var seen graph.Call
	if _, err := n.client.PublishingLimit(graph.WithObserver(context.WithoutCancel(t.Context()), func(c graph.Call) { seen = c }), primary); err == nil || !seen.IsAnswered() {
		t.Errorf("a refusal of the network's is told as %+v", seen)
	}
}
