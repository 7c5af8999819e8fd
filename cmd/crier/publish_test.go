package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// keys is a service that notes under which Idempotency-Keys posts are to be made.
type keys struct {
	made  []posts.CreatedPost
	asked []string
}

func (k *keys) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		_ = json.NewEncoder(w).Encode(posts.CreatedPosts{Created: k.made})
		return
	}
	k.asked = append(k.asked, r.Header.Get("Idempotency-Key"))
	_ = json.NewEncoder(w).Encode(map[string]any{"postId": wireid.New()})
}

// TestPublish_SameCallsHaveOneKey: calls of one content that run at once have one key, whatever the
// time at which each of them begins, so that the service makes one post. After ten minutes the same
// call has a key of its own.
func TestPublish_SameCallsHaveOneKey(t *testing.T) {
	t.Parallel()
	service := &keys{}
	server := httptest.NewServer(service)
	defer server.Close()
	client := newServiceClient(address{origin: server.URL, app: server.URL})
	defer client.http.CloseIdleConnections()
	publish := func(at string) {
		t.Helper()
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := new(publishCommand).once(t.Context(), client, request{MediaType: "CAROUSEL"}, nil, now); err != nil {
			t.Errorf("at %s: %v", at, err)
		}
	}
	publish("2026-11-27T16:49:56Z")
	publish("2026-11-27T16:50:00Z")
	service.made = []posts.CreatedPost{{PostID: wireid.New(), At: wiretime.Of(time.Date(2026, 11, 27, 16, 50, 1, 0, time.UTC))}}
	publish("2026-11-27T17:00:01Z")
	publish("2026-11-27T17:01:00Z")
	if len(service.asked) != 4 || service.asked[0] != service.asked[1] || service.asked[2] != service.asked[3] || len(slices.Compact(slices.Clone(service.asked))) != 2 {
		t.Errorf("the keys are %q", service.asked)
	}
}
