package e2e_test

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/sandbox"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// proxy records the hosts that a program asks for, and connects to none of them.
type proxy struct {
	listener net.Listener
	mu       sync.Mutex
	hosts    []string
}

func newProxy(t *testing.T) *proxy {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener}
	served := make(chan struct{})
	go func() {
		defer close(served)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.refuse(conn)
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		<-served
	})
	return p
}

func (p *proxy) refuse(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	r, err := http.ReadRequest(bufio.NewReader(conn))
	if err != nil {
		return
	}
	p.mu.Lock()
	p.hosts = append(p.hosts, r.Method+" "+r.Host)
	p.mu.Unlock()
	_, _ = conn.Write([]byte("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"))
}

func (p *proxy) asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	hosts := slices.Clone(p.hosts)
	p.hosts = nil
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

func (p *proxy) settings() []string {
	url := "http://" + p.listener.Addr().String()
	return []string{"HTTPS_PROXY=" + url, "HTTP_PROXY=" + url, "https_proxy=" + url, "http_proxy=" + url, "NO_PROXY=", "no_proxy="}
}

// TestAccounts_LiveAsksTheRealNetworkOnly: in live mode every token goes to the network's own
// hosts, by https, and a token of the sandbox goes nowhere.
func TestAccounts_LiveAsksTheRealNetworkOnly(t *testing.T) {
	t.Parallel()
	p := newProxy(t)
	alone := e2e.Program(t).Sandbox(t, "0", "")
	live := e2e.Program(t).Serve(t, append(p.settings(), "CRIER_NETWORK=live")...)
	if live.SandboxURL() != "" {
		t.Errorf("live mode has a sandbox at %s", live.SandboxURL())
	}
	b := live.Browser(t)
	const real = "IGAAthisLooksLikeARealToken"
	expect := func(what string, want ...string) {
		t.Helper()
		if got := p.asked(); !slices.Equal(got, want) {
			t.Errorf("%s: asked for %v, want %v", what, got, want)
		}
	}
	b.Post(connectPath, body{"token": real}).WantError(http.StatusInternalServerError, "UNKNOWN_ERROR")
	expect("a token", "CONNECT graph.instagram.com:443")
	b.Post(connectPath, body{"token": real, "login": "partner"}).WantError(http.StatusInternalServerError, "UNKNOWN_ERROR")
	expect("a partner's token", "CONNECT graph.facebook.com:443")
	for login, host := range map[string]string{"primary": "CONNECT api.instagram.com:443", "partner": "CONNECT graph.facebook.com:443"} {
		var begun auth.BegunLogin
		in := body{"login": login, "appId": "123456", "appSecret": "0123456789abcdef", "redirectUri": redirectURI}
		b.Post(beginPath, in).Want(http.StatusOK).JSON(&begun)
		if !strings.HasPrefix(begun.URL, "https://www.instagram.com/") && !strings.HasPrefix(begun.URL, "https://www.facebook.com/") {
			t.Errorf("%s: the user is sent to %s", login, begun.URL)
		}
		expect("begin")
		b.Post(finishPath, body{"redirectedUrl": redirectURI + "?code=abc&state=" + begun.State}).WantError(http.StatusInternalServerError, "UNKNOWN_ERROR")
		expect(login, host)
	}
	for _, account := range append(sandbox.DemoAccounts(), sandbox.FurtherAccounts()...) {
		refusal := b.Post(connectPath, body{"token": account.Token.Reveal()}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
		if !strings.Contains(refusal.String("error"), "sandbox network") {
			t.Errorf("got %s", refusal.Body)
		}
	}
	b.Post(beginPath, ownApp("primary")).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	expect("what belongs to the sandbox")
	if calls := alone.Control(t).Calls(); len(calls) != 0 {
		t.Errorf("the sandbox was asked %+v", calls)
	}
	if log := live.Stderr(); strings.Contains(log, real) || strings.Contains(log, "0123456789abcdef") {
		t.Error("the log shows a secret")
	}
}

// TestAccounts_SandboxAsksTheSandboxOnly: the same in sandbox mode, where nothing leaves the
// machine.
func TestAccounts_SandboxAsksTheSandboxOnly(t *testing.T) {
	t.Parallel()
	p := newProxy(t)
	s := e2e.Program(t).Serve(t, p.settings()...)
	b := s.Browser(t)
	b.Post(connectPath, body{"token": florist().Token.Reveal()}).Want(http.StatusOK)
	b.Post(connectPath, body{"token": studio().Token.Reveal()}).Want(http.StatusOK)
	b.Post(connectPath, body{"token": "SANDBOX-NONSENSE"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	b.Post(connectPath, body{"token": "EAAthisLooksLikeARealToken"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	var begun auth.BegunLogin
	b.Post(beginPath, ownApp("partner")).Want(http.StatusOK).JSON(&begun)
	b.Post(finishPath, body{"redirectedUrl": redirectURI + "?code=abc&state=" + begun.State}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	if !strings.HasPrefix(begun.URL, s.SandboxURL()) {
		t.Errorf("the user is sent to %s", begun.URL)
	}
	if got := p.asked(); len(got) != 0 {
		t.Errorf("asked for %v", got)
	}
}

// TestAccounts_LiveWithoutABucket: a post whose files the network would have to fetch fails before
// any call.
func TestAccounts_LiveWithoutABucket(t *testing.T) {
	t.Parallel()
	j := begin(t)
	photo, movie := j.photo(), j.movie()
	// No live account can be connected here, so one of the sandbox's is used; no chore is due for
	// it.
	err := j.DB.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE social_accounts SET network = 'live', token_expires_at = NULL")
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE account_tokens SET next_refresh_at = ?0, next_sync_at = ?0, next_probe_at = ?0",
				wiretime.Of(clock.System().Now().Add(time.Hour)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	j.Stop()
	p := newProxy(t)
	live := e2e.Program(t).Serve(t, append(p.settings(), "CRIER_NETWORK=live", "CRIER_DATA_DIR="+j.Dir)...)
	client := live.Client(t)
	for name, post := range map[string]body{
		"a picture":                     {"accountId": j.potter.ID, "mediaType": "IMAGE", "mediaFileId": photo},
		"a video of the primary login":  {"accountId": j.bakery.ID, "mediaType": "REELS", "mediaFileId": movie},
		"a picture beside a sent video": {"accountId": j.potter.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{movie, photo}},
	} {
		id := client.Post("/api/v1/posts/publish", post).Want(http.StatusAccepted).String("postId")
		e2e.AwaitStatus(t, client, id, "FAILED")
		if p := client.Get("/api/v1/posts/" + id).Want(http.StatusOK); p.String("errorCode") != "BUCKET_NOT_CONFIGURED" {
			t.Errorf("%s: the post is %s", name, p.Body)
		}
	}
	if hosts := p.asked(); len(hosts) != 0 {
		t.Errorf("asked for %v", hosts)
	}
}
