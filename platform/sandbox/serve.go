package sandbox

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"crier/platform/loopback"
	"crier/platform/sandbox/control"
	"crier/platform/sandbox/gallery"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// Handler returns the handler of everything that the sandbox serves: the network's hosts, each
// under a prefix of its own, the control API under /_sandbox, media under /cdn, and a page for
// people at /.
//
// It answers only requests that name a loopback host, and refuses writes that a browser sends for a
// page of another origin. Its headers forbid browsers to guess types and to send referrers.
func (n *Network) Handler() http.Handler {
	looks := gallery.New(n.store, n.album, n.home)
	controls := control.New(n.store, n.spool, n.album, n.die != nil)
	own := http.NewServeMux()
	own.Handle("/_sandbox/", n.late.afterDue(controls.Routes()))
	own.HandleFunc("GET /cdn/profile/{file}", looks.ServeProfilePicture)
	own.HandleFunc("GET /cdn/media/{file}", looks.ServeMediaFile)
	own.HandleFunc("GET /cdn/story/{file}", n.native.ServeStoryFile)
	looks.Serve(own)
	guarded := http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if isOwn(host, r) {
			own.ServeHTTP(w, r)
			return
		}
		n.serveNetwork(w, r, strings.ToValidUTF8(host, "?"))
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		if name, _, ok := loopback.SplitHost(r.Host); !ok || !loopback.IsName(name) {
			http.Error(w, "the sandbox answers 127.0.0.1, localhost and [::1] only", http.StatusForbidden)
			return
		}
		n.store.ReachedAt("http://" + r.Host)
		guarded.ServeHTTP(w, r)
	})
}

// isOwn reports whether a request is for the sandbox itself, and not for the network.
func isOwn(prefix string, r *http.Request) bool {
	switch prefix {
	case "_sandbox", "cdn", "favicon.ico":
		return true
	}
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && (r.URL.Path == "/" || gallery.IsLook(prefix, r.URL.Path))
}

// serveNetwork answers one call of the network's API, or of a host or route that the network does
// not have.
func (n *Network) serveNetwork(w http.ResponseWriter, r *http.Request, host string) {
	n.late.performDue()
	c := wire.Read(r, host, n.store.Date())
	f, wait, err := n.admit(c)
	if err == nil {
		err = n.store.Sleep(wait)
	}
	ans := wire.Failed(wire.Unavailable())
	if err == nil {
		ans = n.answerCall(r.Context(), c, f)
	}
	ans = n.finish(c, f, ans)
	if !ans.Cut {
		c.Discard()
	}
	c.Send(w, ans)
}

// admit takes the fault that the call meets, and returns how long the call is delayed.
func (n *Network) admit(c *wire.Call) (f *world.Fault, wait time.Duration, err error) {
	err = n.store.Update(func(w *world.World) {
		f = w.Faults.Take(c)
		if g, known := w.Logins.Tokens[c.Token]; known && f != nil {
			c.NodeAccount = g.Account.ID
		}
		wait = time.Duration(w.Settings.Latency.PerCallMS) * time.Millisecond
	})
	if f != nil {
		wait += f.Delay()
	}
	return f, wait, err
}

// answerCall handles the call, as far as the fault lets it.
func (n *Network) answerCall(ctx context.Context, c *wire.Call, f *world.Fault) wire.Answer {
	if f == nil {
		return n.route(ctx, c)
	}
	if f.DropBefore || f.Answers() && !f.AfterCommit {
		ans := f.Answer()
		ans.Cut = f.DropBefore
		return n.graph.RecordFaultedPublish(c, ans)
	}
	if f.EffectAfterMS > 0 {
		n.late.postpone(c, f.EffectAfter())
		return wire.Answer{Cut: true}
	}
	if f.AfterBytes > 0 && c.Body != nil {
		c.Body = io.LimitReader(c.Body, f.AfterBytes)
		ans := n.route(ctx, c)
		ans.Cut = true
		return ans
	}
	ans := n.route(ctx, c)
	if f.Kill && n.die != nil { // The state may have one from an earlier rehearsal.
		n.die()
	}
	if f.AfterCommit {
		return f.Answer()
	}
	ans.Cut, ans.Malformed = f.DropAfterCommit, f.Malformed
	return ans
}

// finish logs the call, and returns the answer to send.
func (n *Network) finish(c *wire.Call, f *world.Fault, ans wire.Answer) wire.Answer {
	id := ""
	if f != nil {
		id = f.ID
	}
	err := n.store.Update(func(w *world.World) { w.Past.PutCall(world.NewLoggedCall(c, w.Now(), ans, id)) })
	if err != nil && !ans.Cut {
		return wire.Failed(wire.Unavailable())
	}
	n.log.Debug("sandbox call", "method", c.Method, "path", c.Path, "status", ans.Status, "fault", id)
	return ans
}
