package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "crier/platform/needtest/raced"
	"crier/platform/sandbox"
)

func contextWithCancel(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithCancel(t.Context())
}

// ledgerOf asks the network itself, without the server of the world.
func (w *world) ledgerOf(n *sandbox.Network) ledger {
	w.t.Helper()
	rec := httptest.NewRecorder()
	req := httptest.NewRequestWithContext(w.t.Context(), http.MethodGet, "http://127.0.0.1/_sandbox/ledger", http.NoBody)
	n.Handler().ServeHTTP(rec, req)
	var l ledger
	if err := json.Unmarshal(rec.Body.Bytes(), &l); err != nil {
		w.t.Fatalf("%v in %s", err, rec.Body)
	}
	return l
}

func TestControl_LedgerOfTheFirstRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	got := w.control("GET ledger", "")
	if got.raw != `{"publications":[],"partnerPublications":[],"nativeStories":[],"comments":[],"publishCalls":[],"unexpectedCalls":[]}`+"\n" ||
		got.header.Get("Content-Type") != "application/json" {
		t.Errorf("got %s %v", got.raw, got.header)
	}
}

func TestControl_LedgerShape(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	id := w.createImage(a, "Grüße")
	media := w.publish(a, id)
	link := w.read(a, media+"?fields=permalink").text("permalink")
	hand := w.control("POST posts", `{"accountId":"`+a.SNUserID+`","caption":"by hand","mediaType":"STORIES"}`)
	w.remove(a, media)
	w.read(a, "nowhere")
	got := w.control("GET ledger", "")
	want := `{"publications":[` +
		`{"mediaId":"` + media + `","containerId":"` + id + `","accountId":"` + a.SNUserID + `","mediaType":"IMAGE","caption":"Grüße","children":[],` +
		`"permalink":"` + link + `","publishedAt":"2026-11-21T12:00:00.000Z","deletedAt":"2026-11-21T12:00:00.000Z"},` +
		strings.TrimSuffix(hand.raw, "\n") +
		`],"partnerPublications":[],"nativeStories":[],"comments":[],"publishCalls":[{"containerId":"` + id + `","outcome":"published"}],` +
		`"unexpectedCalls":[{"at":"2026-11-21T12:00:00.000Z","method":"GET","host":"graph-fb","path":"/graph-fb/v25.0/nowhere"}]}` + "\n"
	if got.raw != want {
		t.Errorf("got\n%s, want\n%s", got.raw, want)
	}
	wantHand := `"containerId":"","accountId":"` + a.SNUserID + `","mediaType":"STORIES","caption":"","children":[],"permalink":"` + w.server.URL + `/www-ig/stories/`
	if !strings.Contains(hand.raw, wantHand) || !strings.Contains(hand.raw, `"deletedAt":null`) {
		t.Errorf("by hand: %s", hand.raw)
	}
}

func TestControl_RefusesWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := primary().SNUserID
	before := w.control("GET ledger", "").raw
	for _, call := range []string{
		`POST faults {"match":{"path":"x"},"tims":1,"code":2}`,
		`POST faults {"match":{"pth":"x"},"code":2}`,
		`POST faults {"match":{"path":"x"},"Code":2}`,
		`POST faults {"match":{"path":"("},"code":2}`,
		`POST faults {"match":{"path":"x"}}`,
		`POST faults {"match":{},"code":2,"code":3}`,
		`POST faults {"match":{},"code":2,"times":0}`,
		`POST faults {"match":{},"code":2,"skip":-1}`,
		`POST faults {"match":{},"code":2,"times":"many"}`,
		`POST faults {"match":{},"http":99}`,
		`POST faults {"match":{},"delayMs":-1}`,
		`POST faults {"match":{},"dropBefore":true,"dropAfterCommit":true}`,
		`POST faults {"match":{},"dropAfterCommit":true,"code":2}`,
		`POST faults {"match":{},"afterCommit":true}`,
		`POST faults {"match":{"host":"graph.instagram.example"},"code":2}`, `POST faults {"match":{"host":"graph-lg"},"code":2}`,
		`POST faults {"match":{},"effectAfterMs":0}`, `POST faults {"match":{},"effectAfterMs":-1}`, `POST faults {"match":{},"effectAfterMs":86400001}`,
		`POST faults {"match":{},"effectAfterMs":1,"dropBefore":true}`, `POST faults {"match":{},"effectAfterMs":1,"dropAfterCommit":true}`,
		`POST faults {"match":{},"effectAfterMs":1,"code":2,"afterCommit":true}`, `POST faults {"match":{},"effectAfterMs":1,"malformed":true}`,
		`POST faults {"match":{},"effectAfterMs":1,"delayMs":1}`, `POST faults {"match":{},"effectAfterMs":1,"afterBytes":1}`,
		`POST faults {"match":{},"effectAfterMs":1,"http":202}`, `POST faults {"match":{},"effectAfterMs":1,"body":"{}"}`,
		`POST faults {"match":{},"code":2,"id":"fault-1"}`,
		`POST faults {"match":{},"code":2} {}`,
		`POST faults {"match":{},"body":"` + strings.Repeat("a", 64<<10+1) + `"}`,
		`POST faults `, `POST faults null`, `POST faults []`, `POST faults 1`, `POST faults {`,
		`POST latency {"imageMS":1}`, `POST latency {"imageMs":-1}`, `POST latency {"imageMs":1,"perCallMs":86400001}`, `POST latency {"pollsUntilFinished":1001}`,
		`POST containers/next {}`, `POST containers/next {"force":"FINISHED"}`, `POST containers/next {"force":"ERROR","subcode":1}`,
		`POST containers/next {"force":"STUCK","subcode":2207026}`,
		`POST quota {"total":1}`, `POST quota {"accountId":"1","total":1}`, `POST quota {"accountId":"` + id + `"}`,
		`POST quota {"accountId":"` + id + `","total":-1}`, `POST quota {"accountId":"` + id + `","used":1000001}`,
		`POST tokens {"accountId":"` + id + `","action":"kill"}`, `POST tokens {"accountId":"1","action":"expire"}`,
		`POST clock {}`, `POST clock {"advanceMs":-1}`, `POST clock {"advanceMs":315360000001}`, `POST clock {"advanceMs":1.5}`,
		`POST reads {}`, `POST reads {"lag":-1}`, `POST reads {"listLag":-1}`, `POST reads {"lag":1,"listLag":1000001}`, `POST reads {"lag":1,"listLagMs":5}`,
		`POST posts {"accountId":"1"}`, `POST posts {"accountId":"` + id + `","mediaType":"VIDEO"}`,
		`POST posts {"accountId":"` + id + `","caption":"` + strings.Repeat("a", 2201) + `"}`,
		`POST native {}`, `POST native {"username":"nobody","login":"ok"}`, `POST native {"username":"sandbox.native","login":"no"}`,
		`POST native {"username":"sandbox.native","login":"ok","code":"12345"}`, `POST native {"username":"sandbox.native","login":"ok","code":""}`,
		`POST native {"username":"sandbox.native","login":"ok","password":"x"}`,
		`POST mentions {}`, `POST mentions {"username":"nobody","author":"ann"}`, `POST mentions {"username":"sandbox.native","author":"nobody.else"}`,
		`POST mentions {"username":"sandbox.native","author":"a b"}`, `POST mentions {"username":"sandbox.native","author":"sandbox.native"}`,
		`POST mentions {"username":"sandbox.native","author":"ann","kind":"IMAGE"}`, `POST mentions {"username":"sandbox.native","author":"ann","variant":"x"}`,
		`POST mentions {"username":"sandbox.native","author":"ann","ageHours":-1}`, `POST mentions {"username":"sandbox.native","author":"ann","ageHours":8761}`,
		`POST native {"hideDeviceTimestamp":true,"code":"123456"}`, `POST native {"hideDeviceTimestamp":true,"username":"nobody","login":"ok"}`, `POST native {"hideDeviceTimestamp":1}`,
		`POST posts {"accountId":"` + id + `","mentions":["ann"]}`, `POST posts {"accountId":"` + id + `","mediaType":"STORIES","mentions":["nobody.else"]}`,
		`POST posts {"accountId":"` + partner().SNUserID + `","mediaType":"STORIES","mentions":[]}`, `POST posts {"mediaType":"STORIES","mentions":[]}`,
		`POST posts {"accountId":"` + id + `","mediaType":"STORIES","mentions":["a","b","c","d","e","f","g","h","i","j","k"]}`,
		`POST posts {"pageId":"1"}`, `POST posts {"pageId":"` + partner().PageID + `","accountId":"` + id + `"}`,
		`POST posts {"pageId":"` + partner().PageID + `","mentions":[]}`, `POST posts {"pageId":"` + partner().PageID + `","mediaType":"REELS"}`,
		`POST posts {"pageId":"` + partner().PageID + `","caption":"` + strings.Repeat("a", 63207) + `"}`,
		`POST reset {"all":true}`,
		`POST latency {"imageMs":` + strings.Repeat(" ", 1<<20) + `1}`,
	} {
		name, body, _ := strings.Cut(strings.TrimPrefix(call, "POST "), " ")
		got := w.tryControl("POST "+name, body)
		if got.status != http.StatusBadRequest || got.text("error") == "" {
			t.Errorf("%.80s: %d %s", call, got.status, got.raw)
		}
	}
	for _, call := range []string{"GET faults", "POST ledger", "GET nothing", "GET native", "GET mentions", "DELETE log"} {
		if got := w.tryControl(call, "{}"); got.status != http.StatusNotFound || got.text("error") == "" {
			t.Errorf("%s: %d %s", call, got.status, got.raw)
		}
	}
	if got := w.control("GET ledger", "").raw; got != before {
		t.Errorf("the ledger changed: %s", got)
	}
	if got := w.read(primary(), "me"); got.status != http.StatusOK {
		t.Errorf("a refused fault hit: %s", got.raw)
	}
}

func TestControl_AnswersSayWhatHolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := primary().SNUserID
	for _, tc := range []struct{ call, body, want string }{
		{"POST latency", `{"imageMs":1}`, `{"imageMs":1,"videoMs":0,"pollsUntilFinished":0,"perCallMs":0}`},
		{"POST latency", `{"videoMs":2}`, `{"imageMs":1,"videoMs":2,"pollsUntilFinished":0,"perCallMs":0}`},
		{"POST containers/next", `{"force":"ERROR"}`, `{"force":"ERROR","subcode":2207032}`},
		{"POST containers/next", `{"force":"STUCK"}`, `{"force":"STUCK"}`},
		{"POST quota", `{"accountId":"` + id + `","used":7}`, `{"accountId":"` + id + `","total":50,"used":7}`},
		{"POST quota", `{"accountId":"` + id + `","total":25}`, `{"accountId":"` + id + `","total":25,"used":7}`},
		{"POST tokens", `{"accountId":"` + id + `","action":"restore"}`, `{"accountId":"` + id + `","action":"restore"}`},
		{"POST clock", `{"advanceMs":1500}`, `{"now":"2026-11-21T12:00:01.500Z"}`},
		{"POST reads", `{"lag":2}`, `{"lag":2}`},
		{"POST reads", `{"listLag":3}`, `{"listLag":3}`},
		{"DELETE faults", ``, `{}`},
		{"POST reset", ``, `{}`},
		{"POST reset", `{}`, `{}`},
		{"POST clock", `{"advanceMs":0}`, `{"now":"2026-11-21T12:00:00.000Z"}`},
	} {
		if got := w.control(tc.call, tc.body); got.raw != tc.want+"\n" {
			t.Errorf("%s %s: %s", tc.call, tc.body, got.raw)
		}
	}
	if got := w.control("POST faults", `{"match":{},"code":2}`); got.text("id") == "" {
		t.Errorf("a fault without an id: %s", got.raw)
	}
}

func TestControl_ResetIsTheFirstRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	first := w.createImage(a, "")
	media := w.publish(a, first)
	for call, body := range map[string]string{
		"POST faults": `{"match":{},"code":2,"times":100,"skip":9}`, "POST latency": `{"imageMs":1000}`, "POST reads": `{"lag":9}`,
		"POST containers/next": `{"force":"STUCK"}`, "POST quota": `{"accountId":"` + a.SNUserID + `","total":1}`,
		"POST tokens": `{"accountId":"` + a.SNUserID + `","action":"revoke"}`, "POST clock": `{"advanceMs":1000}`,
	} {
		w.control(call, body)
	}
	w.control("POST reset", "")
	if got := w.read(a, media); got.code() != "100/33" {
		t.Errorf("media of before: %s", got.raw)
	}
	next := w.createImage(a, "")
	if next == first || w.status(a, next) != "FINISHED" {
		t.Errorf("container %s after %s is %s", next, first, w.status(a, next))
	}
	if got := w.publish(a, next); got == media || len(w.ledger().Publications) != 1 || w.ledger().Publications[0].PublishedAt != "2026-11-21T12:00:00.000Z" {
		t.Errorf("media %s, ledger %+v", got, w.ledger())
	}
	if got := w.read(a, a.SNUserID+"/content_publishing_limit?fields=quota_usage,config"); !strings.Contains(got.raw, `"quota_usage":1,"config":{"quota_total":50`) {
		t.Errorf("got %s", got.raw)
	}
}

func TestControl_LogShowsCallsWithoutSecrets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	fault := w.control("POST faults", `{"match":{"path":"media_publish"},"code":4,"subcode":2207051}`).text("id")
	id := w.createImage(a, "Hello")
	w.tryPublish(a, id)
	w.must(http.MethodGet, w.server.URL+"/graph-ig/v25.0/me?access_token="+a.Token.Reveal()+"&client_secret=hush&fields=id", "")
	w.must(http.MethodPost, w.server.URL+"/graph-ig/v25.0/me/media", `{"access_token":"`+a.Token.Reveal()+`","caption":"`+strings.Repeat("a", 5000)+`"}`,
		"Content-Type", "application/json")
	w.control("POST faults", `{"match":{},"dropBefore":true}`)
	if _, err := w.do(http.MethodPost, w.server.URL+"/graph-ig/v25.0/me?code=hush&x_password=hush", ""); err == nil {
		t.Error("the call was not dropped")
	}
	got := w.control("GET log", "")
	if strings.Contains(got.raw, a.Token.Reveal()) || strings.Contains(got.raw, "hush") {
		t.Errorf("a secret in %s", got.raw)
	}
	var log struct {
		Calls []struct {
			At, Method, Host, Path, TokenIn, FaultID string
			Params                                   map[string]string
			Status, Code, Subcode                    int
		}
	}
	if err := json.Unmarshal([]byte(got.raw), &log); err != nil || len(log.Calls) != 5 {
		t.Fatalf("%v in %s", err, got.raw)
	}
	create, publish, read, long, dropped := log.Calls[0], log.Calls[1], log.Calls[2], log.Calls[3], log.Calls[4]
	if create.Method != "POST" || create.Path != "/graph-ig/v25.0/"+a.SNUserID+"/media" || create.Params["caption"] != "Hello" ||
		create.TokenIn != "header" || create.Status != 200 || create.Host != "graph-ig" || create.At != "2026-11-21T12:00:00.000Z" {
		t.Errorf("%+v", create)
	}
	if publish.Params["creation_id"] != id || publish.Status != 400 || publish.Code != 4 || publish.Subcode != 2207051 || publish.FaultID != fault {
		t.Errorf("%+v", publish)
	}
	if read.TokenIn != "query" || read.Params["client_secret"] != "[redacted]" || read.Params["fields"] != "id" {
		t.Errorf("%+v", read)
	}
	if long.TokenIn != "body" || len(long.Params["caption"]) > 4200 {
		t.Errorf("%+v", long)
	}
	if dropped.Status != 0 || dropped.Params["code"] != "[redacted]" || dropped.Params["x_password"] != "[redacted]" {
		t.Errorf("%+v", dropped)
	}
}

func TestControl_PostsByHand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	for _, kind := range []string{"IMAGE", "CAROUSEL", "REELS", "STORIES", ""} {
		w.control("POST posts", `{"accountId":"`+a.SNUserID+`","caption":"`+kind+`","mediaType":"`+kind+`"}`)
	}
	got := w.read(a, a.SNUserID+"/media?fields=media_type,caption")
	var kinds []string
	for _, m := range got.list("data") {
		kinds = append(kinds, m.(map[string]any)["media_type"].(string))
	}
	if !slices.Equal(kinds, []string{"IMAGE", "VIDEO", "CAROUSEL_ALBUM", "IMAGE"}) {
		t.Errorf("got %s", got.raw)
	}
	if len(w.read(a, a.SNUserID+"/stories").list("data")) != 1 || len(w.outcomes()) != 0 {
		t.Errorf("ledger %+v", w.ledger())
	}
}

func TestGuard_HostsAndOrigins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for host, want := range map[string]int{
		"127.0.0.1": 200, "127.0.0.1:1": 200, "localhost": 200, "localhost:7172": 200, "[::1]": 200, "[::1]:7172": 200,
		"evil.example": 403, "127.0.0.1.evil.example": 403, "127.0.0.2": 403, "0.0.0.0": 403, "localhost.evil.example:80": 403,
		"127.0.0.1:7172.evil.example": 403, "localhost:7172.evil.example": 403, "[::1]:7172.evil.example": 403, "127.0.0.1:7172:7172": 403,
	} {
		for _, path := range []string{"/_sandbox/ledger", "/", "/graph-ig/v25.0/me?access_token=" + primary().Token.Reveal(), "/cdn/profile/" + primary().SNUserID + ".jpg"} {
			if got := w.must(http.MethodGet, w.server.URL+path, "", "Host", host); got.status != want {
				t.Errorf("%s%s: %d %s", host, path, got.status, got.raw)
			}
		}
	}
	for name, tc := range map[string]struct {
		header []string
		want   int
	}{
		"no browser":         {nil, 200},
		"same origin":        {[]string{"Sec-Fetch-Site", "same-origin"}, 200},
		"cross-site":         {[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		"another local port": {[]string{"Sec-Fetch-Site", "same-site"}, 403},
		"foreign origin":     {[]string{"Origin", "https://evil.example"}, 403},
		"null origin":        {[]string{"Origin", "null"}, 403},
	} {
		for _, path := range []string{"/_sandbox/reset", "/_sandbox/quota"} {
			body := map[string]string{"/_sandbox/quota": `{"accountId":"` + primary().SNUserID + `","total":5}`}[path]
			if got := w.must(http.MethodPost, w.server.URL+path, body, tc.header...); got.status != tc.want {
				t.Errorf("%s %s: %d %s", name, path, got.status, got.raw)
			}
		}
	}
	if got := w.must(http.MethodPost, w.target(primary(), "me/media"), "", "Origin", "https://evil.example"); got.status != 403 {
		t.Errorf("a page published: %d %s", got.status, got.raw)
	}
}

// TestGuard_EveryAnswerKeepsItsTypeAndItsAddress asks for pages, media, the control API, the
// network and what there is not.
func TestGuard_EveryAnswerKeepsItsTypeAndItsAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	media := w.publish(a, w.createImage(a, "hello"))
	for path, want := range map[string]int{
		"/": 200, "/_sandbox/ledger": 200, "/cdn/profile/" + a.SNUserID + ".jpg": 200, "/cdn/media/" + media + ".jpg": 200,
		"/cdn/media/0": 404, "/cdn/story/0": 404, "/favicon.ico": 404, "/graph-ig/v25.0/me?access_token=" + a.Token.Reveal(): 200,
	} {
		got := w.must(http.MethodGet, w.server.URL+path, "")
		if got.status != want || got.header.Get("X-Content-Type-Options") != "nosniff" || got.header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %d %v", path, got.status, got.header)
		}
	}
	if got := w.must(http.MethodGet, w.server.URL, "", "Host", "evil.example"); got.header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("a foreign name: %d %v", got.status, got.header)
	}
}

func TestPage_ShowsTheLedgerEscaped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if got := w.must(http.MethodGet, w.server.URL+"/", ""); !strings.Contains(got.raw, "Nothing yet") || !strings.Contains(got.raw, "SANDBOX") {
		t.Errorf("got %s", got.raw)
	}
	w.publish(primary(), w.createImage(primary(), `<script>alert("x")</script>`))
	got := w.must(http.MethodGet, w.server.URL+"/", "")
	if strings.Contains(got.raw, "<script") || !strings.Contains(got.raw, "&lt;script&gt;") || !strings.HasPrefix(got.header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("got %v %s", got.header, got.raw)
	}
	for _, a := range sandbox.DemoAccounts() {
		if strings.Contains(got.raw, a.Token.Reveal()) || !strings.Contains(got.raw, a.Username) {
			t.Errorf("%s in %s", a.Username, got.raw)
		}
	}
	if got := w.must(http.MethodGet, w.server.URL+"/favicon.ico", ""); got.status != http.StatusNotFound || len(w.ledger().UnexpectedCalls) != 0 {
		t.Errorf("favicon: %d", got.status)
	}
}

func TestByHand_OnAPage(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	page := partner().PageID
	photo := w.control("POST posts", fmt.Sprintf(`{"pageId":%q,"caption":"by hand"}`, page))
	video := w.control("POST posts", fmt.Sprintf(`{"pageId":%q,"caption":"moving","mediaType":"VIDEO"}`, page))
	if !strings.HasPrefix(photo.text("postId"), page+"_") || photo.text("kind") != "photo" || photo.text("caption") != "by hand" || video.text("kind") != "video" {
		t.Errorf("%s %s", photo.raw, video.raw)
	}
	w = w.reopen()
	if got, want := fmt.Sprint(w.page()), fmt.Sprint([]string{"photo " + photo.text("postId"), "video " + video.text("postId")}); got != want {
		t.Errorf("the ledger has %s, want %s", got, want)
	}
	posts := w.read(partner(), page+"/posts?fields=message").list("data")
	if got := fmt.Sprint(posts); len(posts) != 2 || !strings.Contains(got, photo.text("postId")) || !strings.Contains(got, "moving") {
		t.Errorf("the posts are %s", got)
	}
	if got := w.listed(page+"/videos", 1); got[0] != 1 {
		t.Errorf("%v videos", got)
	}
	if l := w.ledger(); len(l.Publications)+len(l.NativeStories) != 0 {
		t.Errorf("%+v", l)
	}
}

// TestControl_NativeAnswersAreOfTheirCall: calls at the same time do not write what another one
// answers with. The race detector sees it.
func TestControl_NativeAnswersAreOfTheirCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var g sync.WaitGroup
	for i := range 32 {
		g.Go(func() {
			code := fmt.Sprintf("%06d", i)
			if got := w.tryControl("POST native", `{"username":"sandbox.native","login":"ok","code":"`+code+`"}`).text("code"); got != code {
				t.Errorf("the answer of %s names %s", code, got)
			}
		})
	}
	g.Wait()
}

// TestMentions_WhenNoMorePeopleFit: the author of a mention may be one person too many.
func TestMentions_WhenNoMorePeopleFit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := sandbox.FillPeople(w.network); err != nil {
		t.Fatal(err)
	}
	got, err := w.do(http.MethodPost, w.server.URL+"/_sandbox/mentions", `{"username":"sandbox.native","author":"one.more"}`)
	if err != nil || got.status != http.StatusBadRequest || !strings.Contains(got.text("error"), "author") {
		t.Errorf("a new author: %d %s, %v", got.status, got.raw, err)
	}
	w.control("POST mentions", `{"username":"sandbox.native","author":"person.7"}`)
}
