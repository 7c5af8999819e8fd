package native

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"crier/platform/sandbox/files"
	"crier/platform/sandbox/wire"
	"crier/platform/sandbox/world"
)

// API is the network's app API, with its uploads and the manifest of the app's versions.
type API struct {
	*world.Store

	uploads *storyUploads
}

// New returns the app API on the world that the store keeps.
func New(s *world.Store, sp *files.Spool, a *files.Album) *API {
	return &API{Store: s, uploads: &storyUploads{Store: s, spool: sp, album: a}}
}

const (
	nativeBase      = "/api/v1/"
	nativeUserAgent = "Instagram "
)

// Route handles a call of the app API. It records a path or a method that the API does not have.
func (n *API) Route(c *wire.Call) wire.Answer {
	path, found := strings.CutPrefix(c.Inner(), nativeBase)
	parts := strings.Split(strings.TrimSuffix(path, "/"), "/")
	var route func(*wire.Call) wire.Answer
	switch {
	case c.IsNativeUpload():
		route = n.uploads.route(c)
	case found:
		route = n.anyone(c.Method, parts)
	}
	switch {
	case route == nil:
		return n.Unexpected(c)
	case c.Unreadable != nil:
		return refused(http.StatusBadRequest, c.Unreadable.Message)
	case !strings.HasPrefix(c.Header.Get("User-Agent"), nativeUserAgent) || c.Header.Get("X-Ig-App-Id") == "" || c.Device() == "":
		return refused(http.StatusBadRequest, "useragent mismatch")
	}
	return route(c)
}

func (n *API) anyone(method string, parts []string) func(*wire.Call) wire.Answer {
	isChallenge := parts[0] == "challenge"
	switch {
	case len(parts) == 2 && (parts[0] == "launcher" || parts[0] == "qe") && parts[1] == "sync":
		return n.prelogin
	case method == http.MethodPost && len(parts) == 2 && parts[0] == "accounts" && parts[1] == "login":
		return n.login
	case method == http.MethodPost && len(parts) == 2 && parts[0] == "accounts" && parts[1] == "two_factor_login":
		return n.onSecond(proveSecond)
	case method == http.MethodPost && len(parts) == 2 && parts[0] == "accounts" && parts[1] == "send_two_factor_login_sms":
		return n.onSecond(sendSecond)
	case method == http.MethodGet && isChallenge && len(parts) == 3:
		return n.onChallenge(parts[1], parts[2], showChallenge)
	case method == http.MethodPost && isChallenge && len(parts) == 3:
		return n.onChallenge(parts[1], parts[2], answerChallenge)
	case method == http.MethodPost && isChallenge && len(parts) == 4 && parts[1] == "replay":
		return n.onChallenge(parts[2], parts[3], sendChallenge)
	}
	return n.signedIn(method, parts)
}

// RouteManifest serves the version manifest.
func (n *API) RouteManifest(c *wire.Call) wire.Answer {
	if c.Method != http.MethodGet || c.Inner() != "/version.json" {
		return n.Unexpected(c)
	}
	return wire.OK(wire.Object{{"version", manifestVersion}, {"versionCode", manifestCode}})
}

// prelogin returns the key for passwords, and the id of the machine.
func (n *API) prelogin(c *wire.Call) wire.Answer {
	key, err := theNativeKey()
	if err != nil {
		return wire.Failed(wire.Unavailable())
	}
	ans := wire.OK(wire.Object{{"status", "ok"}})
	ans.Header = http.Header{
		"Ig-Set-Password-Encryption-Key-Id": {strconv.Itoa(nativeKeyID)}, "Ig-Set-Password-Encryption-Pub-Key": {key.public},
	}
	if c.Header.Get("X-Mid") == "" {
		ans.Header.Set("Ig-Set-X-Mid", "SANDBOX-"+rand.Text())
	}
	return ans
}

func (n *API) asUser(f func(*world.World, *wire.Call, *world.NativeUser) wire.Answer) func(*wire.Call) wire.Answer {
	return func(c *wire.Call) wire.Answer {
		return n.Answer(func(w *world.World) wire.Answer {
			u := sessionUser(w, c)
			if u == nil {
				return loginRequired()
			}
			return f(w, c, u)
		})
	}
}

// configure makes a story of an upload. The network needs the bytes of a visible story no more.
func (n *API) configure(c *wire.Call) wire.Answer {
	name := ""
	ans := n.asUser(func(w *world.World, c *wire.Call, u *world.NativeUser) wire.Answer {
		ans := configureStory(w, c, u)
		if ans.Status == http.StatusOK {
			name = w.Natives.Uploads[c.Params["upload_id"]].Name
		}
		return ans
	})(c)
	if ans.Status == http.StatusOK {
		n.uploads.drop(name)
	}
	return ans
}

// signedIn has the routes for signed-in users.
func (n *API) signedIn(method string, parts []string) func(*wire.Call) wire.Answer {
	name := strings.Join(parts, "/")
	isGet, isPost, three := method == http.MethodGet, method == http.MethodPost, len(parts) == 3
	switch {
	case isGet && name == "accounts/current_user":
		return n.asUser(showCurrentUser)
	case isGet && name == "direct_v2/inbox":
		return n.asUser(showInbox(false))
	case isGet && name == "direct_v2/pending_inbox":
		return n.asUser(showInbox(true))
	case isGet && three && parts[0] == "direct_v2" && parts[1] == "threads":
		return n.asUser(showConversation(parts[2]))
	case isPost && name == "media/configure_to_story":
		return n.configure
	case isGet && three && parts[0] == "media" && parts[2] == "info":
		return n.asUser(showMediaInfo(parts[1]))
	case isPost && three && parts[0] == "media" && parts[2] == "delete":
		return n.asUser(deleteStory(parts[1]))
	case isGet && three && parts[0] == "users" && parts[2] == "usernameinfo":
		return n.asUser(showUser(parts[1]))
	case isGet && len(parts) == 4 && parts[0] == "feed" && parts[1] == "user" && parts[3] == "story" && wire.IsNumber(parts[2]):
		return n.asUser(showStories(parts[2]))
	}
	return nil
}
