package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/sandbox"
)

func TestProfile_OfBothLogins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, q := primary(), partner()
	base := strings.ReplaceAll(w.server.URL, "/", `\/`)
	for _, tc := range []struct{ name, got, want string }{
		{
			"primary me",
			w.read(p, "me?fields=user_id,username,name,account_type,profile_picture_url,followers_count,follows_count,media_count").raw,
			`{"user_id":"17841400000000101","username":"crier.demo.bakery","name":"Demo Bakery (sandbox)","account_type":"BUSINESS",` +
				`"profile_picture_url":"` + base + `\/cdn\/profile\/17841400000000101.jpg","followers_count":1280,"follows_count":0,"media_count":0,` +
				`"id":"26841400000000101"}`,
		},
		{"primary me, no fields", w.read(p, "me").raw, `{"id":"26841400000000101"}`},
		{"primary by id", w.read(p, p.SNUserID+"?fields=id,username").raw, `{"id":"26841400000000101","username":"crier.demo.bakery"}`},
		{"partner by id", w.read(q, q.SNUserID+"?fields=username,ig_id").raw, `{"username":"crier.demo.potter","ig_id":"41400000000202","id":"17841400000000202"}`},
		{"partner me is the Page", w.read(q, "me?fields=name").raw, `{"name":"Demo Potter Studio (sandbox)","id":"100000000000203"}`},
		{
			"the Page by id", w.read(q, q.PageID+"?fields=instagram_business_account{id,username},name").raw,
			`{"instagram_business_account":{"id":"17841400000000202","username":"crier.demo.potter"},"name":"Demo Potter Studio (sandbox)","id":"100000000000203"}`,
		},
	} {
		if tc.got != tc.want {
			t.Errorf("%s: got\n%s, want\n%s", tc.name, tc.got, tc.want)
		}
	}
}

func TestProfile_PagesOfTheUserToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := partner()
	user := q
	user.Token = q.UserToken
	got := w.read(user, "me/accounts?fields=id,name,access_token,tasks,instagram_business_account{id,username,followers_count}")
	data := got.list("data")
	if len(data) != 1 {
		t.Fatalf("got %s", got.raw)
	}
	page := answer{body: data[0].(map[string]any)}
	if page.text("id") != q.PageID || page.text("access_token") != q.Token.Reveal() || page.text("name") != q.PageName ||
		page.text("instagram_business_account.id") != q.SNUserID || got.text("paging.cursors.after") == "" {
		t.Errorf("got %s", got.raw)
	}
	if got := w.read(user, "me/accounts?fields=instagram_business_account{account_type}"); got.code() != "100/0" {
		t.Errorf("account_type of the partner login: %s", got.raw)
	}
	if got := w.read(q, "me/accounts"); got.code() != "100/0" {
		t.Errorf("with the Page's token: %s", got.raw)
	}
	if got := w.read(user, "me"); got.status != http.StatusOK || got.text("id") == q.PageID {
		t.Errorf("me of the user: %s", got.raw)
	}
	w.createImage(user, "the user's token publishes too")
}

func TestTokens_BelongToOneHostAndAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, q := primary(), partner()
	get := func(target, token string) answer {
		t.Helper()
		return w.must(http.MethodGet, w.server.URL+target, "", "Authorization", "Bearer "+token)
	}
	for _, tc := range []struct{ name, target, token, want string }{
		{"primary token on the partner host", "/graph-fb/v25.0/" + p.SNUserID, p.Token.Reveal(), "190/0"},
		{"Page token on the primary host", "/graph-ig/v25.0/me", q.Token.Reveal(), "190/0"},
		{"garbage", "/graph-ig/v25.0/me", "IGAAgarbage", "190/0"},
		{"none", "/graph-ig/v25.0/me", "", "190/0"},
		{"another account", "/graph-ig/v25.0/" + q.SNUserID, p.Token.Reveal(), "100/33"},
		{"another account's list", "/graph-ig/v25.0/" + q.SNUserID + "/media", p.Token.Reveal(), "100/33"},
		{"no such object", "/graph-ig/v25.0/12345", p.Token.Reveal(), "100/33"},
		{"in the query", "/graph-ig/v25.0/me?access_token=" + p.Token.Reveal(), "", "0/0"},
	} {
		got := get(tc.target, tc.token)
		if got.code() != tc.want || (got.status == http.StatusOK) != (tc.want == "0/0") {
			t.Errorf("%s: %d %s, want %s", tc.name, got.status, got.raw, tc.want)
		}
	}
	theirs := w.createImage(q, "theirs")
	if got := w.read(p, theirs+"?fields=status_code"); got.code() != "100/33" {
		t.Errorf("another account's container: %s", got.raw)
	}
}

func TestTokens_EndAndComeBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, a := range []sandbox.Account{primary(), partner()} {
		for action, want := range map[string]string{"expire": "190/463", "revoke": "190/460"} {
			w.control("POST tokens", `{"accountId":"`+a.SNUserID+`","action":"`+action+`"}`)
			if got := w.read(a, "me"); got.code() != want || got.status != http.StatusBadRequest || got.text("error.type") != "OAuthException" {
				t.Errorf("%s %s: %d %s", a.Username, action, got.status, got.raw)
			}
			w.control("POST tokens", `{"accountId":"`+a.SNUserID+`","action":"restore"}`)
			if got := w.read(a, "me"); got.status != http.StatusOK {
				t.Errorf("%s restored: %s", a.Username, got.raw)
			}
		}
	}
	w.control("POST clock", fmt.Sprintf(`{"advanceMs":%d}`, (60*24*time.Hour-time.Millisecond).Milliseconds()))
	if got := w.read(primary(), "me"); got.status != http.StatusOK {
		t.Errorf("before 60 days: %s", got.raw)
	}
	w.control("POST clock", `{"advanceMs":1}`)
	if got := w.read(primary(), "me"); got.code() != "190/463" {
		t.Errorf("after 60 days: %s", got.raw)
	}
	if got := w.read(partner(), "me"); got.status != http.StatusOK {
		t.Errorf("a Page's token has no end: %s", got.raw)
	}
}

func TestFields_AreWhitelistedByNode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.createImage(primary(), "")
	media := w.publish(primary(), w.createImage(primary(), ""))
	for path, want := range map[string]string{
		id + "?fields=status_code,status,copyright_check_status": "0/0",
		id + "?fields=permalink":                                 "100/0",
		id + "?fields=timestamp":                                 "100/0",
		id + "?fields=video_status":                              "100/0",
		media + "?fields=status_code":                            "100/0",
		media + "?fields=expires_at":                             "100/0",
		"me?fields=token":                                        "100/0",
		media + "?fields=id,,caption":                            "2500/0",
		media + "?fields=owner{id":                               "2500/0",
		"me?fields={":                                            "2500/0",
		"me?fields=username{":                                    "2500/0",
		media + "?fields=" + strings.Repeat("children{", 9) + strings.Repeat("}", 9): "2500/0",
		media + "?fields=" + strings.Repeat("id,", 2000) + "id":                      "2500/0",
	} {
		got := w.read(primary(), path)
		if got.code() != want || (want == "0/0") != (got.status == http.StatusOK) {
			t.Errorf("%.60s: got %d %.200s, want %s", path, got.status, got.raw, want)
		}
	}
	if got := w.read(primary(), id+"?fields=permalink"); !strings.HasPrefix(got.text("error.message"), "(#100) Tried accessing nonexisting field (permalink)") {
		t.Errorf("got %s", got.raw)
	}
	if got := w.read(primary(), id); got.raw != `{"id":"`+id+`"}` {
		t.Errorf("without fields: %s", got.raw)
	}
}

func TestFields_OfMediaAndPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	image := w.publish(a, w.create(a, "image_url", w.media.url("/image.jpg"), "alt_text", "A bowl"))
	reel := w.publish(a, w.create(a, "media_type", "REELS", "video_url", w.media.url("/reel.mp4")))
	user := a
	user.Token = a.UserToken
	for _, tc := range []struct{ got, want string }{
		{
			w.read(a, image+"?fields=alt_text,owner,like_count,comments_count,is_comment_enabled,is_shared_to_feed,thumbnail_url,children").raw,
			`{"alt_text":"A bowl","owner":{"id":"` + a.SNUserID + `"},"like_count":0,"comments_count":0,"is_comment_enabled":true,"id":"` + image + `"}`,
		},
		{w.read(a, reel+"?fields=is_shared_to_feed").raw, `{"is_shared_to_feed":true,"id":"` + reel + `"}`},
		{
			w.read(a, "me?fields=category,link,followers_count").raw,
			`{"category":"Artist","link":"https:\/\/www.facebook.com\/` + a.PageID + `","followers_count":342,"id":"` + a.PageID + `"}`,
		},
		{w.read(user, "me?fields=name").raw, `{"name":"Demo Potter (sandbox)","id":"900000000000203"}`},
		{w.read(a, a.SNUserID+"?fields=media_count,website,biography").raw, `{"media_count":2,"biography":"A demo account of the sandbox network.","id":"` + a.SNUserID + `"}`},
	} {
		if tc.got != tc.want {
			t.Errorf("got %s, want %s", tc.got, tc.want)
		}
	}
	if got := w.read(a, a.SNUserID+"?fields=account_type"); got.code() != "100/0" {
		t.Errorf("account_type on the partner host: %s", got.raw)
	}
}

func TestMedia_EscapedAsTheNetworkDoes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	caption := "Grüße 🥐 <b>\"a/b\"</b>\u2028"
	media := w.publish(primary(), w.createImage(primary(), caption))
	got := w.read(primary(), media+"?fields=caption,permalink")
	want := `{"caption":"Gr\u00fc\u00dfe \ud83e\udd50 <b>\"a\/b\"<\/b>\u2028","permalink":"` + strings.ReplaceAll(w.server.URL, "/", `\/`) + `\/www-ig\/p\/`
	if !strings.HasPrefix(got.raw, want) || got.text("caption") != caption {
		t.Errorf("got %s", got.raw)
	}
}

func TestHeaders_StandOnEveryAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	trace := regexp.MustCompile(`^A[A-Za-z0-9_-]{21}$`)
	for path, isNode := range map[string]bool{"me": true, primary().SNUserID + "/media": true, "1": true, "nowhere/at/all": false} {
		got := w.must(http.MethodGet, w.server.URL+"/graph-ig/v24.0/"+path, "", "Authorization", "Bearer "+primary().Token.Reveal())
		h := got.header
		if h.Get("Content-Type") != "application/json; charset=UTF-8" || h.Get("Facebook-Api-Version") != "v24.0" ||
			h.Get("Date") != "Sat, 21 Nov 2026 12:00:00 GMT" || !trace.MatchString(h.Get("X-Fb-Trace-Id")) {
			t.Errorf("%s: %v", path, h)
		}
		var app struct {
			CallCount int `json:"call_count"`
		}
		if err := json.Unmarshal([]byte(h.Get("X-App-Usage")), &app); err != nil || app.CallCount != 1 {
			t.Errorf("%s: %v %v", path, err, h)
		}
		var business map[string][]struct {
			Type      string `json:"type"`
			CallCount int    `json:"call_count"`
		}
		if isNode {
			err := json.Unmarshal([]byte(h.Get("X-Business-Use-Case-Usage")), &business)
			if err != nil || len(business[primary().SNUserID]) != 1 || business[primary().SNUserID][0].Type != "instagram" {
				t.Errorf("%s: %v %v", path, err, h)
			}
		}
		if got.status != http.StatusOK && (got.text("error.fbtrace_id") != h.Get("X-Fb-Trace-Id") || got.text("error.type") == "") {
			t.Errorf("%s: %s", path, got.raw)
		}
	}
	w.control("POST clock", `{"advanceMs":3600000}`)
	if got := w.read(primary(), "me"); got.header.Get("Date") != "Sat, 21 Nov 2026 12:00:00 GMT" {
		t.Errorf("the Date header moved with the sandbox's own clock: %v", got.header)
	}
	w.control("POST clock", `{"advanceMs":7200000,"date":true}`)
	if got := w.read(primary(), "me"); got.header.Get("Date") != "Sat, 21 Nov 2026 14:00:00 GMT" {
		t.Errorf("the Date header did not move with the clock: %v", got.header)
	}
}

// captions returns the captions of a list.
func captions(a answer) []string {
	var all []string
	for _, m := range a.list("data") {
		one := answer{body: m.(map[string]any)}
		all = append(all, one.text("caption"))
	}
	return all
}

func TestList_NewestFirstInPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	for i := range 7 {
		w.publish(a, w.createImage(a, fmt.Sprint(i)))
		w.clock.Advance(time.Duration(i%2) * time.Minute)
	}
	w.publish(a, w.create(a, "media_type", "STORIES", "image_url", w.media.url("/image.jpg")))
	if got := captions(w.read(a, a.SNUserID+"/media?fields=caption")); !slices.Equal(got, []string{"6", "5", "4", "3", "2", "1", "0"}) {
		t.Errorf("got %v", got)
	}
	got := w.read(a, a.SNUserID+"/media?fields=caption&limit=3&since=0&until=1800000000")
	var pages []string
	var previous string
	for range 5 {
		pages = append(pages, strings.Join(captions(got), ""))
		next, ok := got.get("paging.next").(string)
		if !ok {
			break
		}
		u, err := url.Parse(next)
		if err != nil || "http://"+u.Host != w.server.URL || u.Path != "/graph-ig/v25.0/"+a.SNUserID+"/media" || u.Query().Get("limit") != "3" {
			t.Fatalf("next is %s", next)
		}
		got = w.must(http.MethodGet, next, "")
		previous = got.text("paging.previous")
	}
	if !slices.Equal(pages, []string{"654", "321", "0"}) {
		t.Errorf("pages %v", pages)
	}
	if got := captions(w.must(http.MethodGet, previous, "")); !slices.Equal(got, []string{"3", "2", "1"}) {
		t.Errorf("the page before the last: %v", got)
	}
	if got := w.read(partner(), partner().SNUserID+"/media?fields=caption"); got.raw != `{"data":[]}` {
		t.Errorf("an empty list: %s", got.raw)
	}
	for query, want := range map[string]string{
		"limit=0": "100/0", "limit=x": "100/0", "since=x": "100/0", "after=!": "100/0", "after=MTIz": "100/0",
	} {
		if got := w.read(a, a.SNUserID+"/media?"+query); got.code() != want {
			t.Errorf("%s: %s", query, got.raw)
		}
	}
}

func TestList_SinceAndUntil(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	for i := range 5 {
		w.publish(a, w.createImage(a, fmt.Sprint(i)))
		w.clock.Advance(time.Hour)
	}
	at := func(hours int) int64 { return start.Add(time.Duration(hours) * time.Hour).Unix() }
	for query, want := range map[string]string{
		fmt.Sprintf("since=%d", at(3)):                           "43",
		fmt.Sprintf("until=%d", at(1)):                           "10",
		fmt.Sprintf("since=%d&until=%d", at(1), at(3)):           "321",
		fmt.Sprintf("since=%d&until=%d", at(3), at(1)):           "",
		"since=2026-11-21T15:00:00Z":                             "43",
		"until=2026-11-21":                                       "",
		fmt.Sprintf("since=%d&limit=1&until=%d", at(1), 1+at(3)): "3",
	} {
		if got := strings.Join(captions(w.read(a, a.SNUserID+"/media?fields=caption&"+query)), ""); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
}

func TestStories_VanishAfterADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	first := w.publish(a, w.create(a, "media_type", "STORIES", "image_url", w.media.url("/image.jpg")))
	w.clock.Advance(time.Hour)
	second := w.publish(a, w.create(a, "media_type", "STORIES", "video_url", w.media.url("/reel.mp4")))
	ids := func() []string {
		var all []string
		for _, m := range w.read(a, a.SNUserID+"/stories?fields=id").list("data") {
			one := answer{body: m.(map[string]any)}
			all = append(all, one.text("id"))
		}
		return all
	}
	if got := ids(); !slices.Equal(got, []string{second, first}) {
		t.Errorf("got %v", got)
	}
	if got := w.read(a, first+"?fields=permalink"); got.text("permalink") != w.server.URL+"/www-ig/stories/"+a.Username+"/"+first {
		t.Errorf("got %s", got.raw)
	}
	w.control("POST clock", fmt.Sprintf(`{"advanceMs":%d}`, (23*time.Hour).Milliseconds()))
	if got := ids(); !slices.Equal(got, []string{second}) {
		t.Errorf("a day after the first: %v", got)
	}
	if got := w.read(a, first); got.code() != "100/33" {
		t.Errorf("the first story: %s", got.raw)
	}
	if got := w.remove(a, first); got.code() != "100/33" {
		t.Errorf("deleting the first story: %s", got.raw)
	}
	if got := w.read(a, a.SNUserID+"/media"); got.raw != `{"data":[]}` {
		t.Errorf("a story in the list of posts: %s", got.raw)
	}
	if l := w.ledger(); len(l.Publications) != 2 || l.Publications[0].DeletedAt != nil {
		t.Errorf("the ledger forgot: %+v", l)
	}
}

func TestDelete_OnThePartnerHostOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	image := w.media.url("/image.jpg")
	mine := w.publish(primary(), w.createImage(primary(), ""))
	if got := w.remove(primary(), mine); got.code() != "100/33" || got.status != http.StatusBadRequest ||
		!strings.HasPrefix(got.text("error.message"), "Unsupported delete request") {
		t.Errorf("primary: %s", got.raw)
	}
	a := partner()
	children := w.create(a, "image_url", image, "is_carousel_item", "true") + "," + w.create(a, "image_url", image, "is_carousel_item", "true")
	carousel := w.publish(a, w.create(a, "media_type", "CAROUSEL", "children", children))
	story := w.publish(a, w.create(a, "media_type", "STORIES", "image_url", image))
	items := w.read(a, carousel+"/children").list("data")
	if len(items) != 2 {
		t.Fatalf("%d items", len(items))
	}
	item := answer{body: items[0].(map[string]any)}.text("id")
	if got := w.read(a, item+"?fields=permalink,media_type"); got.status != http.StatusOK || got.get("permalink") != nil {
		t.Errorf("an item: %s", got.raw)
	}
	if got := w.remove(a, item); got.code() != "-1/2207073" {
		t.Errorf("an item: %s", got.raw)
	}
	if got := w.remove(a, w.createImage(a, "")); got.code() != "100/33" {
		t.Errorf("a container: %s", got.raw)
	}
	w.clock.Advance(time.Minute)
	for _, id := range []string{carousel, story} {
		if got := w.remove(a, id); got.raw != `{"success":true,"deleted_id":"`+id+`"}` {
			t.Errorf("got %s", got.raw)
		}
		for _, got := range []answer{w.remove(a, id), w.read(a, id)} {
			if got.code() != "100/33" {
				t.Errorf("deleted twice: %s", got.raw)
			}
		}
	}
	for _, gone := range []answer{w.read(a, item), w.read(a, carousel+"/children")} {
		if gone.code() != "100/33" {
			t.Errorf("left of the carousel: %s", gone.raw)
		}
	}
	for _, edge := range []string{"/media", "/stories"} {
		if got := w.read(a, a.SNUserID+edge); got.raw != `{"data":[]}` {
			t.Errorf("%s: %s", edge, got.raw)
		}
	}
	if p := w.ledger().Publications[1]; p.DeletedAt == nil || *p.DeletedAt != "2026-11-21T12:01:00.000Z" {
		t.Errorf("%+v", p)
	}
}

func TestReads_LagOnFreshMedia(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	old := w.publish(a, w.createImage(a, "old"))
	w.clock.Advance(25 * time.Hour)
	w.control("POST reads", `{"lag":2}`)
	media := w.publish(a, w.createImage(a, "fresh"))
	if got := w.read(a, old+"?fields=permalink"); got.status != http.StatusOK {
		t.Errorf("old media lag: %s", got.raw)
	}
	for i := range 3 {
		got := w.read(a, media+"?fields=permalink")
		if i < 2 && (got.code() != "100/33" || got.text("error.type") != "GraphMethodException") || i == 2 && got.status != http.StatusOK {
			t.Errorf("read %d: %s", i+1, got.raw)
		}
		if got := captions(w.read(a, a.SNUserID+"/media?fields=caption")); got[0] != "fresh" {
			t.Errorf("the list lags: %v", got)
		}
	}
}

func TestPoll_LatencyAndPolls(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	w.control("POST latency", `{"imageMs":1000,"videoMs":60000,"pollsUntilFinished":2}`)
	image := w.createImage(a, "")
	video := w.create(a, "media_type", "REELS", "video_url", w.media.url("/reel.mp4"))
	w.read(a, image+"?fields=id,copyright_check_status")
	w.clock.Advance(time.Second)
	if got := []string{w.status(a, image), w.status(a, image), w.status(a, image)}; !slices.Equal(got, []string{"IN_PROGRESS", "IN_PROGRESS", "FINISHED"}) {
		t.Errorf("image: %v", got)
	}
	if got := []string{w.status(a, video), w.status(a, video), w.status(a, video)}; !slices.Equal(got, []string{"IN_PROGRESS", "IN_PROGRESS", "IN_PROGRESS"}) {
		t.Errorf("video: %v", got)
	}
	w.control("POST clock", `{"advanceMs":59000}`)
	if got := w.status(a, video); got != "FINISHED" {
		t.Errorf("video after its latency: %v", got)
	}
}

func TestRoutes_UnknownOnesAreRecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	token := []string{"Authorization", "Bearer " + primary().Token.Reveal()}
	id := primary().SNUserID
	calls := []string{
		"GET /graph-ig/v25.0/" + id + "/insights", "GET /graph-ig/v99.0/me", "GET /graph-ig/v25.0/" + id + "/media/extra", "GET /graph-ig/",
		"PUT /graph-ig/v25.0/" + id, "POST /graph-ig/v25.0/" + id + "/stories", "GET /graph-xx/v25.0/me", "POST /rupload/elsewhere/v25.0/1",
		"GET /graph-ig//v25.0/me", "GET /elsewhere", "GET /graph-ig/v25.0/me/accounts", "POST /", "GET /graph-ig/v25.0/..%2Fme",
	}
	for _, c := range calls {
		method, path, _ := strings.Cut(c, " ")
		got := w.must(method, w.server.URL+path, "", token...)
		if path == "/" {
			continue
		}
		if got.status != http.StatusBadRequest || got.code() != "2500/0" || !strings.HasPrefix(got.text("error.message"), "Unknown path components: /") {
			t.Errorf("%s: %d %s", c, got.status, got.raw)
		}
	}
	for i, u := range w.ledger().UnexpectedCalls {
		method, path, _ := strings.Cut(calls[i], " ")
		path, _ = url.PathUnescape(path)
		if u.Method != method || u.Path != path || u.At != "2026-11-21T12:00:00.000Z" {
			t.Errorf("%d: %+v, want %s", i, u, calls[i])
		}
	}
	if got := len(w.ledger().UnexpectedCalls); got != len(calls) {
		t.Errorf("%d unexpected calls, want %d", got, len(calls))
	}
	if got := w.must(http.MethodGet, w.server.URL+"/graph-ig/me", "", token...); got.status != http.StatusOK {
		t.Errorf("a path without a version: %s", got.raw)
	}
}

func TestCDN_ServesPictures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	image := w.publish(primary(), w.createImage(primary(), ""))
	reel := w.publish(primary(), w.create(primary(), "media_type", "REELS", "video_url", w.media.url("/reel.mp4")))
	got := w.read(primary(), reel+"?fields=media_url,thumbnail_url")
	for target, want := range map[string]string{
		w.server.URL + "/cdn/profile/" + primary().SNUserID + ".jpg":   "\xff\xd8\xff",
		w.read(primary(), image+"?fields=media_url").text("media_url"): "\xff\xd8\xff",
		got.text("thumbnail_url"):                                      "\xff\xd8\xff",
		got.text("media_url"):                                          "\x00\x00\x00\x18ftyp",
		w.server.URL + "/cdn/profile/nobody.jpg":                       "404",
		w.server.URL + "/cdn/media/1":                                  "404",
		w.server.URL + "/cdn/elsewhere":                                "404",
	} {
		if got := w.must(http.MethodGet, target, ""); !strings.HasPrefix(got.raw, want) {
			t.Errorf("%s: %.40q", target, got.raw)
		}
	}
	if got := w.read(primary(), image+"?fields=thumbnail_url").get("thumbnail_url"); got != nil {
		t.Errorf("an image has a thumbnail: %v", got)
	}
}

// TestClock_TimesAreThoseOfTheDate: what is published after the clock was moved is new by the Date
// of the answers, and what was there before keeps the time that it had.
func TestClock_TimesAreThoseOfTheDate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := primary()
	old := w.publish(by, w.createImage(by, "old"))
	before := w.read(by, old+"?fields=timestamp").text("timestamp")
	w.control("POST clock", `{"advanceMs":86400000}`)
	young := w.publish(by, w.createImage(by, "young"))
	if got := w.read(by, old+"?fields=timestamp").text("timestamp"); got != before {
		t.Errorf("a time of before the move is %s, and was %s", got, before)
	}
	if got := w.read(by, young+"?fields=timestamp").text("timestamp"); !strings.HasPrefix(got, "2026-11-21T12:0") {
		t.Errorf("what is published after the move has the time %s, and the Date says 2026-11-21T12:00", got)
	}
}

// TestClock_TakesAndGivesTimesOfTheDate: after a move of the clock the lists and the cap take times
// as the Date has them, and the times of tokens and of a Page's stories are such, too.
func TestClock_TakesAndGivesTimesOfTheDate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, date := primary(), start.Unix()
	w.publish(a, w.createImage(a, "old"))
	w.control("POST clock", `{"advanceMs":86400000}`)
	w.clock.Advance(time.Hour)
	w.publish(a, w.createImage(a, "young"))
	staged := w.onPage("photos", "url", w.media.url("/image.jpg"), "published", "false").text("id")
	w.onPage("photo_stories", "photo_id", staged)
	date += 3600
	for query, want := range map[string][]string{
		fmt.Sprintf("until=%d", date):       {"young", "old"},
		fmt.Sprintf("until=%d", date-1):     {"old"},
		fmt.Sprintf("since=%d", date):       {"young"},
		fmt.Sprintf("since=%d", date+1):     nil,
		fmt.Sprintf("since=%d", date-3600):  {"young", "old"},
		fmt.Sprintf("until=%d", date-3600):  {"old"},
		fmt.Sprintf("until=%d", date-3601):  nil,
		fmt.Sprintf("since=%d", date+86400): nil,
	} {
		if got := captions(w.read(a, a.SNUserID+"/media?fields=caption&"+query)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	for since, want := range map[int64]string{date - 60: `"quota_usage":1`, date - 3660: `"quota_usage":1`, date + 60: `"code":100`, date - 86401: `"code":100`} {
		if got := w.read(a, a.SNUserID+fmt.Sprintf("/content_publishing_limit?since=%d", since)); !strings.Contains(got.raw, want) {
			t.Errorf("the cap since %d: %s, want %s", since-date, got.raw, want)
		}
	}
	if got := w.onPageRead("stories").raw; !strings.Contains(got, fmt.Sprintf(`"creation_time":"%d"`, date)) {
		t.Errorf("the stories of the Page at %d: %s", date, got)
	}
	w.checkTokenTimes(date)
}

func (w *world) onPageRead(edge string) answer {
	w.t.Helper()
	return w.read(partner(), partner().PageID+"/"+edge)
}

// checkTokenTimes compares the times of a token that is given out at date.
func (w *world) checkTokenTimes(date int64) {
	w.t.Helper()
	user, app := partner().UserToken.Reveal(), sandbox.DemoApp()
	granted := w.must(http.MethodGet, w.server.URL+"/graph-fb/oauth/access_token?"+url.Values{
		"grant_type": {"fb_exchange_token"}, "client_id": {app.ID}, "client_secret": {app.Secret.Reveal()}, "fb_exchange_token": {user},
	}.Encode(), "")
	lives, _ := granted.get("expires_in").(float64)
	data := w.must(http.MethodGet, w.server.URL+"/graph-fb/debug_token?"+url.Values{
		"input_token": {granted.text("access_token")}, "access_token": {user},
	}.Encode(), "")
	for name, want := range map[string]int64{"issued_at": date, "expires_at": date + int64(lives)} {
		if got, _ := data.get("data." + name).(float64); lives == 0 || int64(got) != want {
			w.t.Errorf("%s is %.0f, want %d: %s %s", name, got, want, granted.raw, data.raw)
		}
	}
	w.control("POST tokens", `{"accountId":"`+primary().SNUserID+`","action":"expire"}`)
	const says = "has expired on Saturday, 21-Nov-26 13:00:00 UTC. The current time is Saturday, 21-Nov-26 13:00:00 UTC."
	if got := w.read(primary(), "me").text("error.message"); !strings.HasSuffix(got, says) {
		w.t.Errorf("the refusal of an expired token: %s", got)
	}
}
