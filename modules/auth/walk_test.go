package auth

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"crier/platform/graph"
)

// TestWalk_ConfirmsAndContradicts: against the sandbox every answer is as expected; against a
// network that has changed the step that met it says so, and no step tells a token.
func TestWalk_ConfirmsAndContradicts(t *testing.T) {
	t.Parallel()
	c := setupNetwork(t)
	walker := newWalker(c.service, c.client)
	for _, demo := range demoAccounts() {
		a := c.account(t, demo.ID)
		steps, err := walker.Walk(t.Context(), a.ID)
		if err != nil || len(steps) < 4 {
			t.Fatalf("%s: %+v, %v", a.Username, steps, err)
		}
		token, err := c.service.Token(t.Context(), a.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			if s.Verdict != Confirms || s.Row == "none" || s.Came == "" || strings.Contains(s.Came, token.Reveal()) {
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
		walker.client = graph.New(graph.Options{
			Clock: c.clock, HTTP: &http.Client{Transport: divert{"/content_publishing_limit", changed.URL}},
			Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(c.url) },
		})
		steps, err := walker.Walk(t.Context(), demoAccounts()[0].ID)
		i := slices.IndexFunc(steps, func(s WalkStep) bool { return s.Name == graph.OpPublishingLimit })
		if err != nil || i < 0 || steps[i].Verdict != want {
			t.Errorf("%s: %+v, %v", body, steps, err)
		}
		changed.Close()
	}
}
