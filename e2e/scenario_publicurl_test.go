package e2e_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/graph"
	"crier/platform/objectstore"
	"crier/platform/objectstore/disk"
	"crier/platform/publicurl"
	"crier/platform/sandbox"

	"go.uber.org/fx"
)

// live is the program in live mode. Its publishing API is a sandbox network on this machine, which
// fetches from everywhere that this machine reaches.
type live struct {
	*e2e.App
	client  *e2e.Client
	network *e2e.SandboxControl
}

// goLive stops a journey and starts the program on its folder in live mode, with its accounts. The
// files that it makes public are at base, or nowhere with nil.
func (j *journey) goLive(base func() string, more ...e2e.Option) live {
	j.t.Helper()
	if _, err := j.DB.NewRaw("UPDATE social_accounts SET network = ?", config.Live).Exec(j.t.Context()); err != nil {
		j.t.Fatal(err)
	}
	j.Stop()
	network, err := sandbox.Open(sandbox.Options{Clock: j.Clock})
	if err != nil {
		j.t.Fatal(err)
	}
	server := httptest.NewServer(network.Handler())
	j.t.Cleanup(func() {
		server.Close()
		_ = network.Close()
	})
	client := graph.New(graph.Options{Clock: j.Clock, Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(server.URL) }})
	j.t.Cleanup(client.CloseIdleConnections)
	stored := disk.New(filepath.Join(j.Dir, "public"), base)
	objects := objectstore.NewSwitch(stored, stored)
	if base == nil {
		objects = objectstore.NewSwitch(stored, objectstore.Unconfigured{})
	}
	app := e2e.Boot(j.t, append(more, e2e.In(j.Dir), e2e.At(j.Clock), e2e.Configured(func(c *config.Config) { c.Network = config.Live }), e2e.Decorated(
		fx.Decorate(func(clock.Clock) *graph.Client { return client }),
		fx.Decorate(func(clock.Clock) *objectstore.Switch { return objects }),
	))...)
	return live{app, app.Client(j.t), e2e.NewSandboxControl(j.t, server.URL)}
}

// TestScenario_09_PostWithPublicURLOfNoUse: a post whose file is at an address that leads to this
// machine or its own network, or to nothing, fails here and says so. The network is sent nothing,
// and nobody is asked where the address leads. On this machine the file is there all the same, and
// the network of this test would take it.
//
// It is a journey in the process with a fake clock, in the plain tier, and takes 1 s.
func TestScenario_09_PostWithPublicURLOfNoUse(t *testing.T) {
	t.Parallel()
	j := begin(t)
	files, asked := http.StripPrefix(disk.Prefix, http.FileServer(http.Dir(filepath.Join(j.Dir, "public")))), atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	var base atomic.Value
	image, other := j.imagePost("one"), j.photo()
	carousel := body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []any{image["mediaFileId"], other}}
	story := body{"accountId": j.bakery.ID, "mediaType": "STORIES", "mediaFileId": other}
	l := j.goLive(func() string { return base.Load().(string) })
	for at, says := range map[string]string{
		server.URL: "this machine", strings.ReplaceAll(server.URL, "127.0.0.1", "localhost"): "this machine",
		"http://192.168.1.20": "its own network", "": "http:// or https://",
	} {
		base.Store(at)
		for _, b := range []body{image, carousel, story} {
			p := l.fails(t, b, "MEDIA_INVALID")
			if why := text(p.ErrorMessage); !strings.Contains(why, says) || !strings.HasSuffix(why, "; nothing was sent") {
				t.Errorf("at %q the %s is %s", at, p.MediaType, describe(p))
			}
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("%d requests came to this machine", n)
	}
}

// TestScenario_09_NoPublicURL: without a bucket a file has no public address at all. The post fails
// here and says so, and the network is sent nothing.
//
// It is a journey in the process with a fake clock, in the plain tier, and takes 1 s.
func TestScenario_09_NoPublicURL(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("one")
	l := j.goLive(nil)
	if p := l.fails(t, b, "BUCKET_NOT_CONFIGURED"); !strings.Contains(text(p.ErrorMessage), "nothing was sent") {
		t.Errorf("it is %s", describe(p))
	}
}

// fails publishes a post, which must fail with the code and without a call that makes anything.
func (l live) fails(t *testing.T, b body, code string) (p posts.Post) {
	t.Helper()
	id := l.client.Post("/api/v1/posts/publish", b).Want(http.StatusAccepted).String("postId")
	l.AdvanceUntil(t, time.Hour, func() bool {
		l.client.Get("/api/v1/posts/" + id).Want(http.StatusOK).JSON(&p)
		return p.Status.HasEnded()
	})
	if p.Status != posts.Failed || text(p.ErrorCode) != code {
		t.Errorf("%s is %s, not FAILED with %s", p.MediaType, describe(p), code)
	}
	if calls := slices.DeleteFunc(l.network.Calls(), func(c e2e.LoggedCall) bool { return c.Method == http.MethodGet }); len(calls) > 0 {
		t.Errorf("%s: the network was sent %+v", p.MediaType, calls)
	}
	return p
}

// TestScenario_09_PublicURLOfNoUse: a file whose public address is empty, or leads to this machine
// or its own network, is refused here with a reason in plain words, and nothing is sent to where it
// leads.
func TestScenario_09_PublicURLOfNoUse(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 100)
	port := listening(t, asked)
	checker := publicurl.New(false)
	t.Cleanup(checker.CloseIdleConnections)
	for address, says := range map[string]string{
		"":                                             "no public address",
		"http://127.0.0.1:" + port + "/x.jpg":          "this machine",
		"http://localhost:" + port + "/x.jpg":          "this machine",
		"http://LOCALHOST.:" + port + "/x.jpg":         "this machine",
		"http://[::1]:" + port + "/x.jpg":              "this machine",
		"http://[::ffff:127.0.0.1]:" + port + "/x.jpg": "this machine",
		"http://0.0.0.0:" + port + "/x.jpg":            "this machine",
		"http://192.168.1.20/x.jpg":                    "its own network",
		"http://10.0.0.7/x.jpg":                        "its own network",
		"http://169.254.169.254/x.jpg":                 "its own network",
		"http://printer.local/x.jpg":                   "its own network",
		"file:///x.jpg":                                "http:// or https://",
		"/uploads/x.jpg":                               "http:// or https://",
		"https://user:secret@example.org/x.jpg":        "password",
	} {
		err := checker.Check(t.Context(), address, publicurl.File{ContentType: "image/jpeg", Size: 1})
		unfit, ok := errors.AsType[*publicurl.Error](err)
		if !ok || !unfit.Permanent || !strings.Contains(unfit.Error(), says) || strings.Contains(unfit.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
	if len(asked) > 0 {
		t.Errorf("asked was %s", <-asked)
	}
}

// listening serves on this machine and tells of every request. It returns the port.
func listening(t *testing.T, asked chan<- string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.String() }))
	t.Cleanup(server.Close)
	return server.URL[strings.LastIndexByte(server.URL, ':')+1:]
}

// TestPublicURL_InNoLog: the address under which the network fetches a file lets anybody fetch it.
// Its secret part therefore is in no line of the log, not even of the whole one; the month before
// it is no secret.
func TestPublicURL_InNoLog(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.ended(j.publish(j.imagePost("fetched")))
	log := j.Log.String()
	if found := regexp.MustCompile(`[0-9a-f]{40,}`).FindString(log); found != "" {
		t.Errorf("the log has %s", found)
	}
	if !regexp.MustCompile(`path=/public/crier-20[0-9]{4}-\[hidden\]\.jpg `).MatchString(log) {
		t.Error("the log does not have the request")
	}
}
