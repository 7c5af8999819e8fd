package graph_test

import (
	"errors"
	"net/http"
	"testing"

	"crier/platform/graph"
	"crier/platform/intent"
)

// TestPublish_NeedsAnIntent: without one, and with one that was used, nothing is sent.
func TestPublish_NeedsAnIntent(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"17890000000000001"}`))
	used := permit()
	if _, err := n.client.Publish(t.Context(), used, primary, containerID); err != nil {
		t.Fatal(err)
	}
	for why, i := range map[error]intent.Intent{intent.ErrNone: {}, intent.ErrSpent: used} {
		_, err := n.client.Publish(t.Context(), i, primary, containerID)
		if e := asError(t, err); !errors.Is(err, why) || !e.NotSent() || e.OutcomeUnknown() || e.Class != graph.Permanent {
			t.Errorf("got %v", err)
		}
	}
	if got := len(n.sent()); got != 1 {
		t.Errorf("%d calls were sent", got)
	}
}
