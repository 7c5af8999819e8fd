package sandbox_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox"
)

// bench calls the handler without a connection, so that what is measured is the network itself.
type bench struct {
	tb      testing.TB
	handler http.Handler
	clock   *clock.Fake
	media   *mediaHost
}

// newBench returns a network with a state file and size publications of the partner account.
func newBench(b *testing.B, size int) *bench {
	b.Helper()
	c := clock.NewFake(start)
	n, err := sandbox.Open(sandbox.Options{StateFile: filepath.Join(b.TempDir(), "state"), Clock: c})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := n.Close(); err != nil {
			b.Error(err)
		}
	})
	p := &bench{tb: b, handler: n.Handler(), clock: c, media: newMediaHost(b)}
	p.media.files["/small.jpg"] = picture(b, 64, 64)
	for i := range size {
		p.call(http.MethodPost, "/_sandbox/posts", fmt.Sprintf(`{"accountId":"%s","caption":"Post %d"}`, partner().SNUserID, i))
		c.Advance(time.Second)
	}
	p.call(http.MethodPost, "/_sandbox/quota", `{"accountId":"`+partner().SNUserID+`","total":1000000}`)
	return p
}

func (p *bench) call(method, path, body string) string {
	p.tb.Helper()
	req := httptest.NewRequestWithContext(p.tb.Context(), method, "http://127.0.0.1"+path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+partner().Token.Reveal())
	rec := httptest.NewRecorder()
	p.handler.ServeHTTP(rec, req)
	if rec.Code != http.StatusOK {
		p.tb.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
	}
	return rec.Body.String()
}

func (p *bench) node(path string) string { return "/graph-fb/v25.0/" + path }

func (p *bench) id(path, form string) string {
	p.tb.Helper()
	answer := p.call(http.MethodPost, p.node(partner().SNUserID+path), form)
	return strings.TrimSuffix(strings.TrimPrefix(answer, `{"id":"`), `"}`)
}

func (p *bench) publish() string {
	container := p.id("/media", "caption=Hello&image_url="+url.QueryEscape(p.media.url("/small.jpg")))
	p.call(http.MethodGet, p.node(container+"?fields=status_code,status"), "")
	return p.id("/media_publish", "creation_id="+container)
}

// BenchmarkPublish is create, status and publish, with the fetch of a small picture over loopback.
// What it takes must not grow with the ledger.
func BenchmarkPublish(b *testing.B) {
	for _, size := range []int{100, 10_000} {
		b.Run(fmt.Sprintf("ledger=%d", size), func(b *testing.B) {
			p := newBench(b, size)
			for b.Loop() {
				// An account makes 400 containers in a day at most.
				p.clock.Advance(10 * time.Minute)
				p.publish()
			}
		})
	}
}

// BenchmarkCalls are the calls around a publish, on ledgers of two sizes.
func BenchmarkCalls(b *testing.B) {
	for _, size := range []int{100, 10_000} {
		p := newBench(b, size)
		media := p.publish()
		edge := partner().SNUserID
		for name, path := range map[string]string{
			"read":  media + "?fields=permalink,timestamp,caption",
			"list":  edge + "/media?fields=id,caption,timestamp,permalink",
			"since": edge + "/media?limit=5&fields=id&until=1795262430",
			"limit": edge + "/content_publishing_limit?fields=quota_usage,config",
			"story": edge + "/stories",
		} {
			b.Run(fmt.Sprintf("%s/ledger=%d", name, size), func(b *testing.B) {
				for b.Loop() {
					p.call(http.MethodGet, p.node(path), "")
				}
			})
		}
		b.Run(fmt.Sprintf("post and delete/ledger=%d", size), func(b *testing.B) {
			for b.Loop() {
				hand := p.call(http.MethodPost, "/_sandbox/posts", `{"accountId":"`+edge+`"}`)
				id, _, _ := strings.Cut(strings.TrimPrefix(hand, `{"mediaId":"`), `"`)
				p.call(http.MethodDelete, p.node(id), "")
			}
		})
	}
}
