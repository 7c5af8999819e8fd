package e2e

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crier/modules/cloud/worker"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/clock"
	"crier/platform/cloudflare/cloudflaretest"
	"crier/platform/graph"
	"crier/platform/sandbox"
)

// LiveWorld is what the program reaches in live mode, at the real addresses and by https: a
// sandbox network that answers as Instagram and Facebook, and a Cloudflare whose scripts run. The
// program is led there by a proxy and a certificate of the test's own, as it would be in an office;
// nothing in it knows of the test. A request to any other host fails the test.
//
// Only Linux lets a process be told whom to trust (SSL_CERT_FILE).
type LiveWorld struct {
	*workertest.Runtime

	CF      *cloudflaretest.Server
	Account string
	Control *SandboxControl
	// Dir is the data folder of this world's services, which is not there at first.
	Dir string

	tb      testing.TB
	wire    *wire
	network *httptest.Server
	trusted string
	port    string
}

// liveSecrets are how secrets of the sandbox look like those of the real network on the wire: in
// live mode one of the sandbox is not sent.
func liveSecrets() []string {
	return []string{
		"SANDBOX-IG-", "IGAAwalk-", "SANDBOX-FB-", "EAAwalkF-", "SANDBOX-UNIFIED-", "EAAwalkU-", "SANDBOX-APP-SECRET", "5a4db0c5ec7e4f0f9a1b2c3d4e5f6a7b",
	}
}

// LiveSecret returns how a secret of the sandbox looks to a program in live mode.
func LiveSecret(secret string) string { return strings.NewReplacer(liveSecrets()...).Replace(secret) }

func sandboxSecret(secret string) string {
	pairs := liveSecrets()
	slices.Reverse(pairs)
	return strings.NewReplacer(pairs...).Replace(secret)
}

// WorkerPermissions are those of the token that Cloudflare's page makes where nothing is changed.
func WorkerPermissions() []string {
	return []string{cloudflaretest.ScriptsWrite, cloudflaretest.KVWrite, cloudflaretest.SettingsRead}
}

// NewLiveWorld starts a world in which nothing is connected or deployed yet.
func NewLiveWorld(tb testing.TB) *LiveWorld {
	tb.Helper()
	w := &LiveWorld{tb: tb, Dir: filepath.Join(tb.TempDir(), "data"), port: FreePort(tb), wire: newWire(tb)}
	w.trusted = w.wire.trusted(tb)
	network, err := sandbox.Open(sandbox.Options{Fetch: fetchFrom(func() string { return w.URL() })})
	if err != nil {
		tb.Fatal(err)
	}
	w.network = httptest.NewServer(network.Handler())
	tb.Cleanup(func() {
		w.network.Close()
		if err := network.Close(); err != nil {
			tb.Error(err)
		}
	})
	w.Control = NewSandboxControl(tb, w.network.URL)
	// A worker has the secrets of live mode too, and reaches the network over plain http.
	plain := httptest.NewServer(asLive(w.network.URL, ""))
	tb.Cleanup(plain.Close)
	at := graph.SandboxEndpoints(plain.URL)
	w.CF = cloudflaretest.Start(tb, clock.System())
	w.Account = w.CF.AddAccount("Anna")
	w.CF.AddToken(cloudflaretest.Token{Value: CloudToken, Accounts: []string{w.Account}, Permissions: WorkerPermissions()})
	w.Runtime = workertest.Start(tb, w.CF, workertest.Paced(cloudPace), workertest.InPlaceOfReal(map[string]string{
		worker.BindingInstagram: at.Instagram, worker.BindingFacebook: at.Facebook,
	}))
	w.wire.route = func(host string) http.Handler {
		from, to := graph.LiveEndpoints(), graph.SandboxEndpoints("")
		for real, prefix := range map[string]string{
			from.Instagram: to.Instagram, from.Facebook: to.Facebook, from.Upload: to.Upload,
			from.InstagramLogin: to.InstagramLogin, from.InstagramWeb: to.InstagramWeb, from.FacebookWeb: to.FacebookWeb,
		} {
			if real == "https://"+host {
				return asLive(w.network.URL, prefix)
			}
		}
		switch {
		case host == "api.cloudflare.com":
			return w.CF.Handler()
		case strings.HasSuffix(host, ".workers.dev"):
			return asHost(w.URL())
		}
		return nil
	}
	return w
}

// Settings are the environment variables of a service of this world. None of them says in which
// mode it is.
func (w *LiveWorld) Settings(more ...string) []string {
	proxy := w.wire.proxy.URL
	return append([]string{
		"CRIER_DATA_DIR=" + w.Dir, "CRIER_PORT=" + w.port, "HTTPS_PROXY=" + proxy, "https_proxy=" + proxy, "HTTP_PROXY=" + proxy, "http_proxy=" + proxy,
		"NO_PROXY=", "no_proxy=", "SSL_CERT_FILE=" + w.trusted, "SSL_CERT_DIR=" + filepath.Dir(w.trusted),
	}, more...)
}

// asHost passes requests on with the Host that they have.
func asHost(to string) http.Handler {
	target, err := url.Parse(to)
	if err != nil {
		panic(err)
	}
	return &httputil.ReverseProxy{ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug), Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}}
}

// asLive passes requests for a host of the real network to the sandbox network at base, which has
// it under a prefix. Secrets and addresses are translated both ways.
func asLive(base, prefix string) http.Handler {
	target, err := url.Parse(base)
	if err != nil {
		panic(err)
	}
	from, to := graph.SandboxEndpoints(base), graph.LiveEndpoints()
	addresses := strings.NewReplacer(from.Instagram, to.Instagram, from.Facebook, to.Facebook, from.Upload, to.Upload)
	escaped := strings.NewReplacer(`\/`, "/")
	return &httputil.ReverseProxy{
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug), // A caller that was killed is no error.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Path = prefix + r.Out.URL.Path
			r.SetURL(target)
			r.Out.Host = target.Host
			r.Out.URL.RawQuery = sandboxSecret(r.Out.URL.RawQuery)
			r.Out.Header.Set("Accept-Encoding", "identity")
			if authorization := r.Out.Header.Get("Authorization"); authorization != "" {
				r.Out.Header.Set("Authorization", sandboxSecret(authorization))
			}
			if strings.HasPrefix(r.Out.Header.Get("Content-Type"), "application/") && r.Out.Header.Get("Content-Type") != "application/octet-stream" {
				r.Out.Body, r.Out.ContentLength = translated(r.Out.Body, sandboxSecret)
			}
		},
		ModifyResponse: func(r *http.Response) error {
			if to := r.Header.Get("Location"); to != "" {
				r.Header.Set("Location", LiveSecret(addresses.Replace(to)))
			}
			kind := r.Header.Get("Content-Type")
			if !strings.Contains(kind, "json") && !strings.Contains(kind, "javascript") {
				return nil
			}
			r.Body, r.ContentLength = translated(r.Body, func(text string) string { return LiveSecret(addresses.Replace(escaped.Replace(text))) })
			r.Header.Set("Content-Length", strconv.FormatInt(r.ContentLength, 10))
			return nil
		},
	}
}

// translated reads a short body as a whole, and returns what change makes of it.
func translated(body io.ReadCloser, change func(string) string) (changed io.ReadCloser, length int64) {
	text, err := io.ReadAll(body)
	_ = body.Close()
	if err != nil {
		return io.NopCloser(&failing{err}), -1
	}
	out := change(string(text))
	return io.NopCloser(strings.NewReader(out)), int64(len(out))
}

type failing struct{ error }

func (f *failing) Read([]byte) (int, error) { return 0, f.error }

// fetchFrom fetches files for the network: from workers, which all answer at one address.
func fetchFrom(workers func() string) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if !strings.HasSuffix(r.URL.Hostname(), ".workers.dev") {
			return nil, fmt.Errorf("the network of the test fetches nothing from %s", r.URL.Host)
		}
		at, err := url.Parse(workers())
		if err != nil {
			return nil, err
		}
		out := r.Clone(r.Context())
		out.Host, out.URL.Scheme, out.URL.Host = r.URL.Host, at.Scheme, at.Host
		return http.DefaultTransport.RoundTrip(out)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
