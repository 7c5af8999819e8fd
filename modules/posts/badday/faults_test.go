package badday

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"crier/modules/auth"
	"crier/modules/posts/publish/attempt"
)

// sandboxed is a control API that notes what it is asked, and answers as it is told.
type sandboxed struct {
	mu     sync.Mutex
	calls  []string
	status int
	answer string
}

func (s *sandboxed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, _ := io.ReadAll(r.Body)
	s.calls = append(s.calls, strings.TrimSpace(r.Method+" "+strings.TrimPrefix(r.URL.Path, "/_sandbox/")+" "+string(b)))
	if strings.Contains(string(b), "elsewhere") {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.WriteHeader(s.status)
	_, _ = io.WriteString(w, s.answer)
}

func serve(t *testing.T, answer string) (*sandboxed, *control) {
	t.Helper()
	s := &sandboxed{status: http.StatusOK, answer: answer}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, &control{url: func() string { return server.URL }, http: server.Client()}
}

// TestArm: each fault takes back what was armed before, of every account that the sandbox knows,
// and then does one thing.
func TestArm(t *testing.T) {
	t.Parallel()
	bakery, elsewhere := auth.SocialAccount{SNUserID: "178"}, auth.SocialAccount{SNUserID: "elsewhere"}
	for fault, want := range map[Fault]string{
		None:          "",
		LostAnswer:    `POST faults {"match":{"method":"POST","path":"/178/media_publish$"},"dropAfterCommit":true}`,
		ProcessKilled: `POST faults {"match":{"method":"POST","path":"/178/media_publish$"},"delayMs":1500,"kill":true}`,
		SlowContainer: `POST latency {"imageMs":8000,"videoMs":8000}`,
		Cap:           `POST quota {"accountId":"178","used":50}`,
		DeadToken:     `POST tokens {"accountId":"178","action":"revoke"}`,
	} {
		s, c := serve(t, `{"total":50}`)
		if err := c.arm(t.Context(), fault, bakery, []auth.SocialAccount{elsewhere, bakery}); err != nil {
			t.Errorf("%s: %v", fault, err)
		}
		expected := []string{
			"DELETE faults", `POST latency {"imageMs":0,"videoMs":0}`, `POST quota {"accountId":"elsewhere","used":0}`,
			`POST quota {"accountId":"178","used":0}`, `POST tokens {"accountId":"178","action":"restore"}`,
		}
		if want != "" {
			expected = append(expected, want)
		}
		if !slices.Equal(s.calls, expected) {
			t.Errorf("%s: %q", fault, s.calls)
		}
		if fault.says() == "" {
			t.Errorf("%s says nothing", fault)
		}
	}
}

// TestControl_Fails: a request that the sandbox does not carry out is an error that names the
// request.
func TestControl_Fails(t *testing.T) {
	t.Parallel()
	s, c := serve(t, `{}`)
	s.status = http.StatusInternalServerError
	if err := c.arm(t.Context(), None, auth.SocialAccount{}, nil); err == nil || !strings.Contains(err.Error(), "DELETE faults") {
		t.Errorf("got %v", err)
	}
	if err := c.post(t.Context(), "quota", quota{AccountID: "elsewhere"}); !errors.Is(err, errRefused) {
		t.Errorf("got %v", err)
	}
	c.url = func() string { return "http://127.0.0.1:1" }
	if err := c.post(t.Context(), "latency", latency{}); err == nil {
		t.Error("nobody answers, and it is done")
	}
}

// TestSeen: a post is told from the others by what its attempts were about, on each channel.
func TestSeen(t *testing.T) {
	t.Parallel()
	_, c := serve(t, `{
		"publishCalls": [{"containerId":"c1","outcome":"published"},{"containerId":"c2","outcome":"published"},{"containerId":"c1","outcome":"republish_refused"}],
		"publications": [{"mediaId":"m1","containerId":"c1","publishedAt":"2026-11-21T09:30:00.000Z","deletedAt":null},{"mediaId":"m2","containerId":"c2","publishedAt":"2026-11-21T09:30:00.000Z"}],
		"partnerPublications": [{"postId":"p1","objectId":"o1","publishedAt":"2026-11-21T09:30:00.000Z"},{"postId":"p2","objectId":"c1","publishedAt":"2026-11-21T09:30:00.000Z"}],
		"nativeStories": [{"mediaId":"s1","uploadId":"u1","publishedAt":"2026-11-21T09:30:00.000Z"},{"mediaId":"s2","uploadId":"","publishedAt":"2026-11-21T09:30:00.000Z"}]}`)
	seen, err := c.seen(t.Context(), []attempt.Attempt{
		{Channel: attempt.Feed, Ref: "c1"}, {Channel: attempt.Page, Ref: "o1"}, {Channel: attempt.Story, Ref: "u1"}, {Channel: attempt.Story},
	})
	var items []string
	for _, item := range seen.Items {
		items = append(items, item.Place+" "+item.ID)
	}
	if err != nil || len(seen.PublishCalls) != 2 || !slices.Equal(items, []string{"account m1", "story s1", "page p1"}) {
		t.Errorf("got %+v, %v", seen, err)
	}
}
