package bucket_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/objectstore/s3test"
	"crier/platform/secrets"
)

func TestConfig_Normalise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ endpoint, public, wantEndpoint, wantPublic string }{
		{"acc.r2.cloudflarestorage.com", "https://media.example.com", "https://acc.r2.cloudflarestorage.com", "https://media.example.com"},
		{" https://s3.example.com/ ", "pub-1.r2.dev/", "https://s3.example.com", "https://pub-1.r2.dev"},
		{"http://127.0.0.1:9000", "http://localhost:9000/media/", "http://127.0.0.1:9000", "http://localhost:9000/media"},
		{"https://[::1]:9000", "https://BÜCHER.example/ü x", "https://[::1]:9000", "https://xn--bcher-kva.example/%C3%BC%20x"},
	} {
		got, err := valid(c.endpoint, c.public).Normalise()
		if err != nil || got.Endpoint != c.wantEndpoint || got.PublicURL != c.wantPublic || got.Region != bucket.DefaultRegion {
			t.Errorf("%+v: got %+v, %v", c, got, err)
		}
	}
}

func valid(endpoint, public string) bucket.Config {
	return bucket.Config{Endpoint: endpoint, Name: "media", AccessKeyID: "id", SecretAccessKey: secret, PublicURL: public}
}

func TestConfig_Unusable(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*bucket.Config){
		"the endpoint must be set":        func(c *bucket.Config) { c.Endpoint = " " },
		"the endpoint must begin with":    func(c *bucket.Config) { c.Endpoint = "http://s3.example.com" },
		"the endpoint must look like":     func(c *bucket.Config) { c.Endpoint = "ftp://s3.example.com" },
		"the endpoint must have no path":  func(c *bucket.Config) { c.Endpoint = "https://s3.example.com/media" },
		"the endpoint must have no pass":  func(c *bucket.Config) { c.Endpoint = "https://a:b@s3.example.com" },
		"the endpoint has a name":         func(c *bucket.Config) { c.Endpoint = "https://s3_\u202e.example.com" },
		"the public address must be set":  func(c *bucket.Config) { c.PublicURL = "" },
		"the public address must have no": func(c *bucket.Config) { c.PublicURL = "https://example.com/?a=b" },
		"the public address must begin":   func(c *bucket.Config) { c.PublicURL = "http://media.example.com" },
		"the bucket's name":               func(c *bucket.Config) { c.Name = "Media/.." },
		"the region":                      func(c *bucket.Config) { c.Region = "a b" },
		"the access key id":               func(c *bucket.Config) { c.AccessKeyID = "a\nb" },
		"the secret access key":           func(c *bucket.Config) { c.SecretAccessKey = secrets.Text{} },
	} {
		config := valid("https://s3.example.com", "https://media.example.com")
		change(&config)
		_, err := bucket.New(config, bucket.Options{})
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), secret.Reveal()) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestURL_IsASCII: the network accepts no other addresses.
func TestURL_IsASCII(t *testing.T) {
	t.Parallel()
	store, err := bucket.New(valid("https://s3.example.com", "https://büro.example/öffentlich/"), bucket.Options{})
	if err != nil {
		t.Fatal(err)
	}
	key := objectstore.NewKey("jpg")
	if got, want := store.URL(key), "https://xn--bro-hoa.example/%C3%B6ffentlich/"+key; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	if err := open(t, server.Config()).Check(t.Context()); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]struct {
		public http.HandlerFunc
		says   string
	}{
		"private":   {answer(http.StatusForbidden, "AccessDenied"), "does not give the file out (HTTP 403)"},
		"no ranges": {func(w http.ResponseWriter, r *http.Request) { forwardWithoutRanges(w, r, server.PublicURL) }, "does not know HTTP ranges"},
		"a page":    {page(http.StatusOK), "gives a page"},
	} {
		t.Run(name, func(t *testing.T) {
			public := httptest.NewServer(c.public)
			t.Cleanup(public.Close)
			config := server.Config()
			config.PublicURL = public.URL
			err := open(t, config).Check(t.Context())
			if err == nil || !strings.Contains(err.Error(), "public address") || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("no deletion", func(t *testing.T) {
		p := newProxy(t, server)
		p.harms(1, func(r *http.Request) bool { return r.Method == http.MethodDelete }, answer(http.StatusForbidden, "AccessDenied"))
		err := open(t, p.config(server)).Check(t.Context())
		if err == nil || !strings.Contains(err.Error(), "could not be deleted") || !isKind(err, objectstore.NoPermission) {
			t.Errorf("got %v", err)
		}
	})
	if keys := server.Keys(t); len(keys) != 1 { // The one that may not be deleted.
		t.Errorf("test objects were left: %v", keys)
	}
}

func forwardWithoutRanges(w http.ResponseWriter, r *http.Request, public string) {
	req, err := http.NewRequestWithContext(r.Context(), r.Method, public+r.URL.Path, http.NoBody)
	if err != nil {
		panic(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		panic(err)
	}
	defer func() { _ = resp.Body.Close() }()
	w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
	if r.Method == http.MethodGet {
		_, _ = w.Write(make([]byte, resp.ContentLength))
	}
}

// TestCheck_OnlyFromOutside: Check refuses an address that only this machine can reach.
func TestCheck_OnlyFromOutside(t *testing.T) {
	t.Parallel()
	store, err := bucket.New(s3test.Start(t).Config(), bucket.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "which the network cannot reach") {
		t.Errorf("got %v", err)
	}
}
