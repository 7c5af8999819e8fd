package graph_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/graph"
	"crier/platform/intent"
	"crier/platform/secrets"
)

const (
	primaryToken = "IGAAtest0123456789-primary_token"
	partnerToken = "EAABtest9876543210-partner_token"

	accountID   = "17841400000000001"
	containerID = "17990000000000001"
	mediaID     = "18000000000000001"
)

var (
	primary = graph.Account{ID: accountID, Login: graph.Primary, Token: secrets.NewText(primaryToken)}
	partner = graph.Account{ID: accountID, Login: graph.Partner, Token: secrets.NewText(partnerToken)}
)

// recorded is a request as it arrived.
type recorded struct {
	method, path string
	query, form  url.Values
	header       http.Header
}

// network is a server that answers with one handler and records what it was sent.
type network struct {
	client *graph.Client
	url    string

	mu       sync.Mutex
	requests []recorded
}

// today is the Date of the network in tests: no clock of a machine is in them.
const today = "Sun, 22 Nov 2026 10:11:12 GMT"

func newNetwork(t *testing.T, h http.HandlerFunc, change ...func(*graph.Options)) *network {
	t.Helper()
	n := &network{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.record(t, r)
		w.Header().Set("Date", today)
		h(w, r)
	}))
	n.url = srv.URL
	o := graph.Options{Endpoints: func() graph.Endpoints {
		return graph.Endpoints{Instagram: srv.URL + "/ig", Facebook: srv.URL + "/fb", InstagramLogin: srv.URL + "/login"}
	}}
	for _, c := range change {
		c(&o)
	}
	n.client = graph.New(o)
	t.Cleanup(func() {
		n.client.CloseIdleConnections()
		srv.Close()
	})
	return n
}

func (n *network) record(t *testing.T, r *http.Request) {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Errorf("read the request: %v", err)
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		t.Errorf("the body %q is no form: %v", body, err)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.requests = append(n.requests, recorded{r.Method, r.URL.Path, r.URL.Query(), form, r.Header})
}

func (n *network) sent() []recorded {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.requests
}

// answers returns a handler that always answers status and body.
func answers(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=UTF-8")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func asError(t *testing.T, err error) *graph.Error {
	t.Helper()
	e, ok := errors.AsType[*graph.Error](err)
	if !ok {
		t.Fatalf("got %v, want a *graph.Error", err)
	}
	return e
}

// everyCall names each method with a call of it.
func everyCall(c *graph.Client, t *testing.T) map[string]func(graph.Account) error {
	t.Helper()
	ctx := t.Context()
	return map[string]func(graph.Account) error{
		graph.OpCreateContainer: func(a graph.Account) error {
			_, err := c.CreateContainer(ctx, a, graph.Container{Kind: graph.Image, MediaURL: "https://media.example/1.jpg"})
			return err
		},
		graph.OpContainerStatus: func(a graph.Account) error { _, err := c.ContainerStatus(ctx, a, containerID); return err },
		graph.OpPublish:         func(a graph.Account) error { _, err := c.Publish(ctx, permit(), a, containerID); return err },
		graph.OpMedia:           func(a graph.Account) error { _, err := c.Media(ctx, a, mediaID); return err },
		graph.OpRecentMedia:     func(a graph.Account) error { _, err := c.RecentMedia(ctx, a, time.Time{}); return err },
		graph.OpStories:         func(a graph.Account) error { _, err := c.Stories(ctx, a); return err },
		graph.OpPublishingLimit: func(a graph.Account) error { _, err := c.PublishingLimit(ctx, a); return err },
		graph.OpProfile:         func(a graph.Account) error { _, err := c.Profiles.Profile(ctx, a); return err },
		graph.OpDeleteMedia:     func(a graph.Account) error { return c.DeleteMedia(ctx, a, mediaID) },
		graph.OpPublishComment:  func(a graph.Account) error { _, err := c.PublishComment(ctx, permit(), a, mediaID, "text"); return err },
		graph.OpComments:        func(a graph.Account) error { _, err := c.Comments(ctx, a, mediaID); return err },
	}
}

var writes = map[string]bool{graph.OpCreateContainer: true, graph.OpPublish: true, graph.OpDeleteMedia: true, graph.OpPublishComment: true}

func TestClient_SendsTheTokenInTheHeaderOnlyAndToItsOwnHost(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusBadRequest, `{"error":{"code":3,"message":"no"}}`))
	for op, call := range everyCall(n.client, t) {
		for base, account := range map[string]graph.Account{"/ig": primary, "/fb": partner} {
			before := len(n.sent())
			if e := asError(t, call(account)); e.Op != op || e.Code != 3 {
				t.Errorf("%s: got %+v", op, e)
			}
			sent := n.sent()[before:]
			if len(sent) != 1 {
				t.Fatalf("%s: %d requests", op, len(sent))
			}
			r := sent[0]
			if !strings.HasPrefix(r.path, base+"/"+graph.Version+"/") {
				t.Errorf("%s: path %s", op, r.path)
			}
			if got := r.header.Get("Authorization"); got != "Bearer "+account.Token.Reveal() {
				t.Errorf("%s: authorization %q", op, got)
			}
			if r.query.Has("access_token") || r.form.Has("access_token") || strings.Contains(r.query.Encode(), account.Token.Reveal()) {
				t.Errorf("%s: the token stands in %v %v", op, r.query, r.form)
			}
			for name := range r.header {
				if strings.Contains(name, "Idempotency") {
					t.Errorf("%s: %s would have net/http repeat a POST", op, name)
				}
			}
		}
	}
}

func TestClient_RefusesWithoutSending(t *testing.T) {
	t.Parallel()
	n := newNetwork(t, answers(http.StatusOK, `{"id":"1"}`))
	noToken, badToken, badLogin, noAddress := primary, primary, primary, partner
	noToken.Token = secrets.Text{}
	badToken.Token = secrets.NewText("IGAA\r\nX-Evil: 1")
	badLogin.Login = "other"
	bare := graph.New(graph.Options{})
	for name, c := range map[string]struct {
		client  *graph.Client
		account graph.Account
		class   graph.Class
	}{
		"no token":      {n.client, noToken, graph.TokenDead},
		"split header":  {n.client, badToken, graph.TokenDead},
		"unknown login": {n.client, badLogin, graph.Permanent},
		"no address":    {bare, noAddress, graph.Permanent},
	} {
		for op, call := range everyCall(c.client, t) {
			e := asError(t, call(c.account))
			if e.Class != c.class || !e.NotSent() || e.OutcomeUnknown() || e.Op != op || strings.Contains(e.Error(), "Evil") {
				t.Errorf("%s, %s: got %v, %s, not sent %v", name, op, e, e.Class, e.NotSent())
			}
		}
	}
	for _, bad := range []string{"", "abc", "1/2", "../1", "1?x=1", "-1", "１", strings.Repeat("1", 41), "1,2"} {
		account := primary
		account.ID = bad
		_, errStatus := n.client.ContainerStatus(t.Context(), primary, bad)
		_, errPublish := n.client.Publish(t.Context(), permit(), primary, bad)
		_, errMedia := n.client.Media(t.Context(), primary, bad)
		errDelete := n.client.DeleteMedia(t.Context(), primary, bad)
		_, errComment := n.client.PublishComment(t.Context(), permit(), primary, bad, "text")
		_, errComments := n.client.Comments(t.Context(), primary, bad)
		_, errPath := n.client.Publish(t.Context(), permit(), account, containerID)
		_, errRecent := n.client.RecentMedia(t.Context(), account, time.Time{})
		_, errLimit := n.client.PublishingLimit(t.Context(), account)
		account.Login = graph.Partner
		_, errProfile := n.client.Profiles.Profile(t.Context(), account)
		for _, err := range []error{errStatus, errPublish, errMedia, errDelete, errComment, errComments, errPath, errRecent, errLimit, errProfile} {
			if e := asError(t, err); e.Class != graph.Permanent || !e.NotSent() {
				t.Errorf("id %q: got %v", bad, e)
			}
		}
	}
	if sent := n.sent(); len(sent) != 0 {
		t.Errorf("sent %v", sent)
	}
}

func TestEndpoints(t *testing.T) {
	t.Parallel()
	want := graph.Endpoints{
		Instagram: "https://graph.instagram.com", Facebook: "https://graph.facebook.com", InstagramLogin: "https://api.instagram.com",
		InstagramWeb: "https://www.instagram.com", FacebookWeb: "https://www.facebook.com", Upload: "https://rupload.facebook.com",
	}
	if got := graph.LiveEndpoints(); got != want {
		t.Errorf("live: %v", got)
	}
	want = graph.Endpoints{
		Instagram: "http://127.0.0.1:9/graph-ig", Facebook: "http://127.0.0.1:9/graph-fb", InstagramLogin: "http://127.0.0.1:9/api-ig",
		InstagramWeb: "http://127.0.0.1:9/www-ig", FacebookWeb: "http://127.0.0.1:9/www-fb", Upload: "http://127.0.0.1:9/rupload",
	}
	if got := graph.SandboxEndpoints("http://127.0.0.1:9"); got != want {
		t.Errorf("sandbox: %v", got)
	}
}

// permit returns the permission to make one visible call.
func permit() intent.Intent { return intent.NewIssuer().Issue() }
