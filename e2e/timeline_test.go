package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/clock"
	"crier/platform/sandbox"
	"crier/platform/wireid"
)

// timeline returns what the signed-in browser is told of a post.
func (j *journey) timeline(id string) (t posts.Timeline) {
	j.t.Helper()
	j.Browser(j.t).Internal("/api/posts/" + id + "/timeline").Want(http.StatusOK).JSON(&t)
	return t
}

// outline has a line for each step: what it is and how it went, without what differs from run to
// run.
func outline(t posts.Timeline) string {
	var b strings.Builder
	for i := range t.Steps {
		s := &t.Steps[i]
		b.WriteString(string(s.Kind))
		for _, part := range []string{s.Op, string(s.FromStatus), string(s.ToStatus), s.ErrorCode} {
			if part != "" {
				b.WriteString(" " + part)
			}
		}
		for _, figure := range []int{s.HTTPStatus, s.Code, s.Subcode} {
			if figure != 0 {
				fmt.Fprintf(&b, " %d", figure)
			}
		}
		if s.Times > 1 {
			fmt.Fprintf(&b, " x%d", s.Times)
		}
		if s.Kind != timeline.KindStatus && s.Kind != timeline.KindClaim && s.Text != "" {
			b.WriteString(": " + s.Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// tells fails the test unless the lines are in the outline, in this order.
func (j *journey) tells(id string, lines ...string) {
	j.t.Helper()
	tells(j.t, j.timeline(id), lines...)
}

func tells(t testing.TB, whole posts.Timeline, lines ...string) {
	t.Helper()
	told := outline(whole)
	rest := told
	for _, line := range lines {
		_, after, ok := strings.Cut(rest, line)
		if !ok {
			t.Errorf("the timeline does not go on with %q:\n%s", line, told)
			return
		}
		rest = after
	}
}

func TestTimeline_OfAPostThatWentWell(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.publish(j.imagePost("once"))
	p := j.ended(id)
	want := `STATUS QUEUED
CLAIM
STATUS QUEUED PROCESSING
CALL publishing limit 200: 0 of 50 used
CALL create container 200: id ` + *p.SNContainerID + `
CALL recent media 200: 0 media
CALL container status 200: FINISHED
STATUS PROCESSING PUBLISHING
CALL publish 200: id ` + *p.SNMediaID + `
NOTE: the post is live since 2026-11-21T09:30:00.000Z as media ` + *p.SNMediaID + `
CALL media 200: ` + *p.SNPermalink + `
STATUS PUBLISHING PUBLISHED
`
	told := j.timeline(id)
	if told := outline(told); told != want {
		t.Errorf("got\n%swant\n%s", told, want)
	}
	if told.Post.ID.String() != id || told.Post.Status != posts.Published || told.LeftOut != 0 {
		t.Errorf("got %+v", told)
	}
	call := told.Steps[8]
	if call.Method != http.MethodPost || call.Path != "/graph-ig/v25.0/"+j.bakery.SNUserID+"/media_publish" || "http://"+call.Host != j.Sandbox.URL() ||
		call.UsagePercent == 0 || call.Times != 1 || !call.At.Time().Equal(e2e.Start) {
		t.Errorf("the publish call is %+v", call)
	}
}

// TestTimeline_WhoMaySeeIt: the signed-in browser and the command line, but no API key.
func TestTimeline_WhoMaySeeIt(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.publish(j.imagePost("once"))
	j.ended(id)
	path := "/api/posts/" + id + "/timeline"
	browser := j.Browser(t)
	browser.Internal(path).Want(http.StatusOK)
	j.client.Get(path).WantError(http.StatusForbidden, "COOKIE_AUTH_REQUIRED")
	j.Anonymous(t).Get(path).WantError(http.StatusUnauthorized, "AUTH_REQUIRED")
	j.client.Get("/api/v1/posts/"+id+"/timeline").WantError(http.StatusNotFound, "NOT_FOUND")
	browser.Internal("/api/posts/"+wireid.New().String()+"/timeline").WantError(http.StatusNotFound, "NOT_FOUND")
	browser.Internal("/api/posts/x/timeline").WantError(http.StatusBadRequest, "INVALID_PARAM")
	j.client.Delete("/api/v1/posts/" + id).Want(http.StatusOK)
	browser.Internal(path).WantError(http.StatusNotFound, "NOT_FOUND")
}

// TestTimeline_OfEveryFault: what the network did is told with its figures, and what followed from
// it.
func TestTimeline_OfEveryFault(t *testing.T) {
	t.Parallel()
	const again = "NOTE: the post is not live (the network said twice, 5s apart, that it is not published): the publish call is sent again\n"
	for name, c := range map[string]struct {
		fault e2e.Fault
		want  []string
	}{
		"a proxy's page at first": {e2e.Fault{Match: e2e.CreateCalls, HTTP: 502, Body: html}, []string{
			"CALL create container 502: something else answers in the network's place (HTTP 502): ", "; it may have taken effect all the same\nWAIT: the network cannot be reached\nSTATUS PROCESSING QUEUED\n",
			"CLAIM\nSTATUS QUEUED PROCESSING\n", "CALL create container 200: id ", "STATUS PUBLISHING PUBLISHED\n",
		}},
		"the answer lost, live": {e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true}, []string{
			"STATUS PROCESSING PUBLISHING\nCALL publish: EOF; it may have taken effect all the same\nWAIT: the attempt failed: ",
			"CLAIM\nCALL container status 200: PUBLISHED\nCALL recent media 200 x4: 1 media\nNOTE: one of 1 media of the account matches the post: 18",
			"NOTE: the post is live since ", "STATUS PUBLISHING PUBLISHED\n",
		}},
		"the answer lost, not live": {e2e.Fault{Match: e2e.PublishCalls, DropBefore: true}, []string{
			"CALL publish: ", "CLAIM\nCALL container status 200: FINISHED\nWAIT: the post is not live, but the call may still be on its way\n",
			"CLAIM\nCALL container status 200 x2: FINISHED\n" + again + "CALL publish 200: id 18", "STATUS PUBLISHING PUBLISHED\n",
		}},
		"malformed": {e2e.Fault{Match: e2e.PublishCalls, Malformed: true}, []string{
			"CALL publish 200: the answer is not as the network documents it: ", "; it may have taken effect all the same\n", "CALL container status 200: PUBLISHED\n", "STATUS PUBLISHING PUBLISHED\n",
		}},
		"reads that fail": {e2e.Fault{Match: e2e.ContainerReads, Times: 2, HTTP: 500, Code: 2, Message: "Service temporarily unavailable"}, []string{
			"CALL container status 500 2 x2: Service temporarily unavailable", "CALL container status 200: FINISHED\n", "STATUS PUBLISHING PUBLISHED\n",
		}},
		"refused for good": {e2e.Fault{Match: e2e.CreateCalls, Code: 36003, Subcode: 2207009, Message: "The aspect ratio is not supported."}, []string{
			"CALL create container 400 36003 2207009: The aspect ratio is not supported.", "STATUS PROCESSING FAILED MEDIA_INVALID\n",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(c.fault)
			id := j.publish(j.imagePost("once"))
			p := j.ended(id)
			j.tells(id, c.want...)
			if p.Status == posts.Failed && c.fault.Code == 0 {
				t.Errorf("the post is %s, %s", p.Status, *p.ErrorMessage)
			}
			for _, s := range j.timeline(id).Steps {
				if s.Code != 0 && (s.TraceID == "" || s.Class == "") {
					t.Errorf("%+v lacks what the network's support asks for", s)
				}
			}
		})
	}
}

// TestTimeline_OfWhatComesLater: a background check that finds a post live, and an address that
// follows.
func TestTimeline_OfWhatComesLater(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.unknown(e2e.Fault{DropAfterCommit: true})
	j.network.ClearFaults()
	j.Clock.Advance(time.Minute)
	j.chores()
	j.tells(id, "STATUS PUBLISHING FAILED UNKNOWN_ERROR\n", "NOTE: a background check asks the network whether the post is live after all\n",
		"CALL container status 200: PUBLISHED\n", "NOTE: one of 1 media of the account matches the post: ", "STATUS FAILED PUBLISHED\n")
	j.network.Fault(e2e.Fault{Match: e2e.MediaReads, Times: 1, Code: 100, Subcode: 33})
	later := j.publish(j.imagePost("another"))
	j.ended(later)
	j.chores()
	j.tells(later, "CALL media 400 100 33: ", "STATUS PUBLISHING PUBLISHED\n", "CALL media 200: http://127.0.0.1:", "NOTE: the network gives the address now: http://127.0.0.1:")
}

// TestTimeline_HoldsNoToken: whatever the network echoes, no token is in the database, in an answer
// or in the log.
func TestTimeline_HoldsNoToken(t *testing.T) {
	t.Parallel()
	j := begin(t)
	token := sandbox.DemoAccounts()[0].Token.Reveal()
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Code: 2, HTTP: 500, Message: "Cannot use " + token + ": access_token=" + url.QueryEscape(token) + "&x"})
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Code: 36003, Subcode: 2207009, Message: "Bearer " + token})
	id := j.publish(j.imagePost("once"))
	j.hasFailed(j.ended(id), "MEDIA_INVALID")
	j.tells(id, "CALL create container 500 2: Cannot use [token]: access_token=[hidden]&x", "CALL publish 400 36003 2207009: Bearer [token]")
	answer := j.Browser(t).Internal("/api/posts/" + id + "/timeline").Want(http.StatusOK).Body
	j.Stop()
	looked := 0
	for name, text := range map[string][]byte{"the answer": answer, "the log": []byte(j.Log.String()), "crier.db": nil, "crier.db-wal": nil} {
		if text == nil {
			var err error
			if text, err = os.ReadFile(filepath.Join(j.Dir, name)); os.IsNotExist(err) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
		}
		looked += len(text)
		if bytes.Contains(text, []byte(token)) || bytes.Contains(text, []byte(token[8:])) {
			t.Errorf("%s has the token", name)
		}
	}
	if looked < 100_000 {
		t.Errorf("only %d bytes were looked at", looked)
	}
}

// meddler stands between the service and the network and does to some calls what no network should.
type meddler struct {
	url string

	mu sync.Mutex
	// meddle answers a call in the network's place, and reports false when it leaves that to the
	// network.
	meddle func(w http.ResponseWriter, r *http.Request, network http.Handler) bool
}

func newMeddler(t *testing.T, network string, meddle func(w http.ResponseWriter, r *http.Request, network http.Handler) bool) *meddler {
	t.Helper()
	target, err := url.Parse(network)
	if err != nil {
		t.Fatal(err)
	}
	m := &meddler{meddle: meddle}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		meddle := m.meddle
		m.mu.Unlock()
		if !meddle(w, r, proxy) {
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	m.url = server.URL
	return m
}

// leave lets all calls pass from now on.
func (m *meddler) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.meddle = func(http.ResponseWriter, *http.Request, http.Handler) bool { return false }
}

// shown returns the timeline as crier posts show --json prints it.
func shown(t *testing.T, service *e2e.Service, id string) (told posts.Timeline) {
	t.Helper()
	jsonOf(t, service.Command(t, "posts", "show", "--json", id), &told)
	return told
}

// TestTimeline_AfterAKill: the process is killed while it waits for the answer to the publish call,
// and the next one tells how the story went on.
func TestTimeline_AfterAKill(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	network := program.Sandbox(t, "0", "")
	sent, gone := make(chan struct{}, 1), make(chan struct{})
	m := newMeddler(t, network.URL(), func(_ http.ResponseWriter, r *http.Request, network http.Handler) bool {
		if !strings.HasSuffix(r.URL.Path, "/media_publish") {
			return false
		}
		network.ServeHTTP(httptest.NewRecorder(), r)
		sent <- struct{}{}
		<-gone
		return true
	})
	service := program.Serve(t, "CRIER_SANDBOX_URL="+m.url, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	client := service.Client(t)
	media := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	id := publish(client, media, "once")
	e2e.Await(t, sent, "the publish call")
	tells(t, shown(t, service, id), "STATUS QUEUED\n", "CALL create container 200: id ", "STATUS PROCESSING PUBLISHING\n")
	service.Kill(t)
	m.leave()
	close(gone)
	again := service.Again(t)
	e2e.AwaitPublished(t, again.Client(t), id)
	tells(t, shown(t, again, id), "STATUS QUEUED\nCLAIM\nSTATUS QUEUED PROCESSING\n", "CALL create container 200: id ", "STATUS PROCESSING PUBLISHING\nCLAIM\n",
		"NOTE: Crier ended in the middle of the work, without being told to, while the post was PUBLISHING; it goes on from there\n",
		"CALL container status 200: PUBLISHED\nCALL recent media 200 x4: 1 media\nNOTE: one of 1 media of the account matches the post: ", "STATUS PUBLISHING PUBLISHED\n")
	if published := network.Control(t).Ledger().Publications; len(published) != 1 {
		t.Errorf("the ledger has %+v", published)
	}
}

// TestTimeline_HostileNetwork: an answer that drips, one of 100 MB and one that wants to talk to
// the terminal are told with the right figures, and in a form that harms nobody.
func TestTimeline_HostileNetwork(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	network := program.Sandbox(t, "0", "")
	var first sync.Map
	m := newMeddler(t, network.URL(), func(w http.ResponseWriter, r *http.Request, network http.Handler) bool {
		kind := r.Method + regexp.MustCompile(`\d{10,}`).ReplaceAllString(r.URL.Path, "N")
		if _, again := first.LoadOrStore(kind, true); again {
			return false
		}
		switch {
		case strings.HasPrefix(kind, "POST") && strings.HasSuffix(kind, "/media"):
			drip(w, r, network)
		case strings.HasSuffix(kind, "/media_publish"):
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"message":"\u001b[2J\u001b]0;pwned\u0007 gone\nSTATUS \u202eevil `+"\xff\xfe"+strings.Repeat("🦀", 10_000)+`","code":9007,"error_subcode":2207027,"fbtrace_id":"A\u001b[31mred"}}`)
		case strings.HasPrefix(kind, "GET/graph-ig/v25.0/N"):
			_, _ = io.WriteString(w, `{"status_code":"`)
			_, _ = io.Copy(w, io.LimitReader(endless{}, 100<<20))
			_, _ = io.WriteString(w, `"}`)
		default:
			return false
		}
		return true
	})
	service := program.Serve(t, "CRIER_SANDBOX_URL="+m.url, "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	client := service.Client(t)
	media := client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id")
	began := clock.System().Now()
	id := publish(client, media, "once")
	e2e.AwaitPublished(t, client, id)
	took := clock.System().Now().Sub(began)
	told := shown(t, service, id)
	tells(t, told, "CALL create container 200: id ", "CALL container status 200: the answer is not as the network documents it: longer than 1048576 bytes\n",
		"CALL container status 200: FINISHED\n", "CALL publish 400 9007 2207027: [2J ]0;pwned  gone STATUS  evil", "CALL publish 200: id ", "STATUS PUBLISHING PUBLISHED\n")
	// One call comes after the other, and on a slow machine any may take a second.
	var all time.Duration
	for _, s := range told.Steps {
		all += time.Duration(s.DurationMs) * time.Millisecond
		if s.Op == "create container" && s.DurationMs < 1000 {
			t.Errorf("%s took %d ms", s.Op, s.DurationMs)
		}
	}
	if all > took {
		t.Errorf("the calls took %s of %s", all, took)
	}
	table := service.Command(t, "posts", "show", id)
	if table.Code != 0 || table.Stderr != "" || strings.Count(table.Stdout, "\n") > len(told.Steps)+12 {
		t.Errorf("got %+v", table)
	}
	if bad := strings.IndexFunc(table.Stdout, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); bad >= 0 {
		t.Errorf("the terminal is sent %q", table.Stdout[bad:min(bad+20, len(table.Stdout))])
	}
}

// endless is a text without an end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'A'
	}
	return len(b), nil
}

// drip gives the network's answer in pieces, over more than a second.
func drip(w http.ResponseWriter, r *http.Request, network http.Handler) {
	answer := httptest.NewRecorder()
	network.ServeHTTP(answer, r)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Code)
	body := answer.Body.Bytes()
	for i := range body {
		_, _ = w.Write(body[i : i+1])
		_ = http.NewResponseController(w).Flush()
		time.Sleep(1200 * time.Millisecond / time.Duration(len(body))) //nolint:forbidigo // The program has a clock of its own.
	}
}
