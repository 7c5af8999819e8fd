package publish

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"path"
	"strings"
	"sync"
	"syscall"
	"time"

	"crier/platform/clock"
	"crier/platform/wireid"
)

// cable leads calls to a network in this process, and deals with the visible ones as a history
// says.
type cable struct {
	handler http.Handler
	// clock is the machine's, right the network's.
	clock, right *clock.Fake

	mu      sync.Mutex
	offline bool
	// isForeign says that something else answers in the network's place, pages how often it has.
	isForeign bool
	pages     int
	// isRefusing says that the publishing API takes no token.
	isRefusing bool
	fates      map[way][]fate
	late       []lateArrival
	// left is how many calls it is until the process dies, negative for never.
	left      int
	delivered bool
	// isDead says that the process is to die.
	isDead bool
	// gone is closed when the process has died: nobody gets an answer any more.
	gone chan struct{}
	said []string
	// edited are the captions that the user has changed at the network, by item, which the
	// network's own control cannot.
	edited map[string]string
	// takenDown are the items that Crier has deleted.
	takenDown map[string]bool
	// sharer tells which post is about to be shared, owners which one a video of the Page is of: it
	// is made from nothing that has an id.
	sharer func() wireid.ID
	owners map[string]wireid.ID
	met    *ordeals
}

type lateArrival struct {
	after time.Duration
	req   *http.Request
	body  []byte
}

var errCut = errors.New("the connection was cut")

// wayOf tells the calls that have fates: the visible ones, and the one that stages a photo.
func wayOf(r *http.Request, body []byte) (way, bool) {
	where := r.URL.Path
	switch {
	case r.Method == http.MethodDelete:
		return byRemoval, true
	case r.Method != http.MethodPost:
	case strings.HasSuffix(where, "/media_publish") && strings.Contains(where, "/17841400000000101/"):
		return byFeed, true
	case strings.HasSuffix(where, "/media_publish"):
		return byPotter, true
	case strings.HasSuffix(where, "/configure_to_story/"):
		return byStory, true
	case strings.HasSuffix(where, "/feed"), strings.HasSuffix(where, "/photo_stories"), isVideoOfPage(r):
		return byPage, true
	case strings.HasSuffix(where, "/video_reels"), strings.HasSuffix(where, "/video_stories"):
		return byPage, bytes.Contains(body, []byte("upload_phase=finish"))
	case strings.HasSuffix(where, "/comments"):
		return byComment, true
	case strings.HasSuffix(where, "/photos"):
		return byStaging, true
	}
	return "", false
}

func isVideoOfPage(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/videos")
}

// RoundTrip makes a call as the history says.
func (w *cable) RoundTrip(req *http.Request) (*http.Response, error) {
	trace := httptrace.ContextClientTrace(req.Context())
	if trace == nil {
		trace = &httptrace.ClientTrace{}
	}
	if trace.GetConn != nil {
		trace.GetConn(req.URL.Host)
	}
	w.mu.Lock()
	if w.offline {
		w.mu.Unlock()
		w.met.add(workedOn(req.Context()), ordeal{kind: isUnreached})
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ENETUNREACH}
	}
	w.mu.Unlock()
	if trace.GotConn != nil {
		trace.GotConn(httptrace.GotConnInfo{})
	}
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
	}
	if trace.WroteRequest != nil {
		trace.WroteRequest(httptrace.WroteRequestInfo{})
	}
	by, isVisible := wayOf(req, body)
	if page := w.foreign(); page != nil {
		w.met.add(workedOn(req.Context()), ordeal{by: by, kind: isUnreached})
		return page.response(req, w.right.Now().AddDate(-1, 0, 0)), nil
	}
	if isVideoOfPage(req) {
		req = req.WithContext(context.WithValue(req.Context(), sharerKey{}, w.sharer()))
	}
	w.mu.Lock()
	if w.isRefusing && !w.isDead && w.left != 0 && !strings.Contains(req.URL.Path, "/native/") {
		w.mu.Unlock()
		w.met.add(workedOn(req.Context()), ordeal{kind: isUntaken, said: tokenRefused.body})
		return tokenRefused.response(req, w.right.Now()), nil
	}
	gone := w.gone
	if w.left > 0 {
		w.left--
	} else if w.left == 0 {
		w.left, w.isDead = -1, true
	}
	isDead, delivered := w.isDead, w.delivered
	f := fate{Kind: isAnswered}
	if isVisible && len(w.fates[by]) > 0 && !isDead {
		f, w.fates[by] = w.fates[by][0], w.fates[by][1:]
	}
	w.mu.Unlock()
	if isVisible {
		w.say(string(by) + ": " + string(f.Kind))
	}
	w.met.meet(req, by, f)
	if isDead {
		w.met.cut(req, by)
		if delivered {
			_, _ = w.deliver(req, body)
		}
		select {
		case <-gone:
		case <-req.Context().Done():
		}
		return nil, errCut
	}
	switch f.Kind {
	case isDropped:
		return nil, errCut
	case isUnanswered:
		_, _ = w.deliver(req, body)
		return nil, errCut
	case isLate:
		w.mu.Lock()
		w.late = append(w.late, lateArrival{f.After, req, body})
		w.mu.Unlock()
		return nil, errCut
	case isRefused:
		return refusalOf(by, f.Answer).response(req, w.right.Now()), nil
	case isRefusedLive:
		_, _ = w.deliver(req, body)
		return refusalOf(by, f.Answer).response(req, w.right.Now()), nil
	case isUnfinished:
		if err := clock.Sleep(req.Context(), w.clock, f.After); err != nil {
			return nil, err
		}
		return refused{http.StatusAccepted, `{"message":"Transcode not finished yet.","status":"fail"}`}.response(req, w.right.Now()), nil
	case isSlow:
		resp, err := w.deliver(req, body)
		timer := w.clock.NewTimer(f.After)
		defer timer.Stop()
		select {
		case <-timer.C:
			return resp, err
		case <-gone:
			w.met.cut(req, by)
			return nil, errCut
		case <-req.Context().Done():
			w.met.cut(req, by)
			return nil, req.Context().Err()
		}
	case isAnswered:
	}
	return w.deliver(req, body)
}

// foreign returns what answers in the network's place, nil where nothing does.
func (w *cable) foreign() *refused {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.isForeign || w.isDead || w.left >= 0 {
		return nil
	}
	w.pages++
	return &foreignAnswers[w.pages%len(foreignAnswers)]
}

// foreignAnswers are those of what stands between this machine and the network.
var foreignAnswers = []refused{
	{http.StatusOK, `<html><head><title>Hotel WiFi - sign in</title></head></html>`},
	{http.StatusFound, ``},
	{http.StatusForbidden, `<html><head><title>Blocked by policy</title></head></html>`},
	{http.StatusProxyAuthRequired, `<html>denied</html>`},
	{http.StatusInternalServerError, `<html><head><title>Facebook | Error</title></head></html>`},
	{http.StatusNetworkAuthenticationRequired, `<html>`},
}

// deliver has the network take the call.
func (w *cable) deliver(req *http.Request, body []byte) (*http.Response, error) {
	in := req.Clone(req.Context())
	in.Body, in.ContentLength, in.RequestURI, in.Host, in.RemoteAddr = io.NopCloser(bytes.NewReader(body)), int64(len(body)), req.URL.RequestURI(), req.URL.Host, "127.0.0.1:2"
	for name, values := range req.Header {
		// On a wire the case of names is lost.
		delete(in.Header, name)
		in.Header[http.CanonicalHeaderKey(name)] = values
	}
	out := httptest.NewRecorder()
	w.handler.ServeHTTP(out, in)
	w.noteOwner(req, out.Body.Bytes())
	if req.Method == http.MethodDelete && out.Code == http.StatusOK {
		w.mu.Lock()
		w.takenDown[path.Base(req.URL.Path)] = true
		w.mu.Unlock()
	}
	if req.Method == http.MethodGet {
		w.edit(out)
	}
	resp := out.Result()
	resp.Request = req
	return resp, nil
}

type sharerKey struct{}

// noteOwner notes which post a video of the Page belongs to.
func (w *cable) noteOwner(req *http.Request, answer []byte) {
	post, isVideo := req.Context().Value(sharerKey{}).(wireid.ID)
	if !isVideo {
		return
	}
	var video struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(answer, &video) == nil && video.ID != "" {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.owners[video.ID] = post
	}
}

// edit has an answer show the captions as the user has changed them.
func (w *cable) edit(out *httptest.ResponseRecorder) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var answer any
	if len(w.edited) == 0 || json.Unmarshal(out.Body.Bytes(), &answer) != nil || !w.replace(answer) {
		return
	}
	if b, err := json.Marshal(answer); err == nil {
		out.Body = bytes.NewBuffer(b)
		out.Header().Del("Content-Length")
	}
}

// replace puts the changed captions into an answer, and reports whether there are any in it.
func (w *cable) replace(in any) (replaced bool) {
	switch in := in.(type) {
	case []any:
		for _, one := range in {
			replaced = w.replace(one) || replaced
		}
	case map[string]any:
		id, _ := in["id"].(string)
		text, isEdited := w.edited[id]
		for _, name := range []string{"caption", "message", "description"} {
			if _, has := in[name]; has && isEdited {
				in[name], replaced = text, true
			}
		}
		for _, one := range in {
			replaced = w.replace(one) || replaced
		}
	}
	return replaced
}

func (w *cable) say(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, w.right.Now().Format("02 15:04:05.000 ")+what)
}

// refused is an answer that says no.
type refused struct {
	status int
	body   string
}

func (r refused) response(req *http.Request, now time.Time) *http.Response {
	header := http.Header{"Content-Type": {"application/json"}, "Date": {now.Format(http.TimeFormat)}}
	return &http.Response{
		StatusCode: r.status, Status: http.StatusText(r.status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header,
		Body: io.NopCloser(strings.NewReader(r.body)), ContentLength: int64(len(r.body)), Request: req,
	}
}

// tokenRefused is what the publishing API says of a token that has ended.
var tokenRefused = refused{http.StatusBadRequest, `{"error":{"message":"Error validating access token: Session has expired","type":"OAuthException","code":190,"error_subcode":463}}`}

// refusalOf returns one of the answers by which a network says no.
func refusalOf(by way, n int) refused {
	graph := []refused{
		{http.StatusBadRequest, `{"error":{"message":"An unknown error has occurred.","code":1,"is_transient":false}}`},
		{http.StatusInternalServerError, `{"error":{"message":"Service temporarily unavailable","code":2,"is_transient":true}}`},
		{http.StatusBadRequest, `{"error":{"message":"(#368) The action attempted has been deemed abusive","code":368}}`},
		{http.StatusBadRequest, `{"error":{"message":"Invalid parameter","code":100}}`},
		{http.StatusServiceUnavailable, `<html>Sorry, something went wrong.</html>`},
		{http.StatusForbidden, `{"error":{"message":"Application request limit reached","code":4,"error_subcode":2207051}}`},
		{http.StatusBadRequest, `{"error":{"message":"The user is restricted","code":25,"error_subcode":2207050}}`},
		{http.StatusBadRequest, `{"error":{"message":"Something new","code":4711}}`},
		{http.StatusBadRequest, `{"error":{"message":"Media ID is not available","code":9007,"error_subcode":2207027}}`},
	}
	app := []refused{
		{http.StatusBadRequest, `{"message":"feedback_required","spam":true,"feedback_title":"Try Again Later","status":"fail"}`},
		{http.StatusBadRequest, `{"message":"Something is new","status":"fail"}`},
		{http.StatusInternalServerError, `{"message":"Server error","status":"fail"}`},
		{http.StatusBadGateway, `<html>Sorry, something went wrong.</html>`},
		{http.StatusTooManyRequests, `{"message":"Please wait a few minutes before you try again.","status":"fail"}`},
	}
	if by == byStory {
		return app[n%len(app)]
	}
	return graph[n%len(graph)]
}

// static answers every request with a file: with the movie where the address is that of one.
type static struct{ picture, movie []byte }

// RoundTrip answers with the file.
func (s static) RoundTrip(req *http.Request) (*http.Response, error) {
	content, kind := s.picture, "image/jpeg"
	if strings.HasSuffix(req.URL.Path, ".mp4") {
		content, kind = s.movie, "video/mp4"
	}
	out := httptest.NewRecorder()
	out.Header().Set("Content-Type", kind)
	http.ServeContent(out, req, "", time.Time{}, bytes.NewReader(content))
	resp := out.Result()
	resp.Request = req
	return resp, nil
}
