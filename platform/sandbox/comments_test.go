package sandbox_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/sandbox"
)

// comment comments on the media and returns the comment's id.
func (w *world) comment(a sandbox.Account, media, text string) string {
	w.t.Helper()
	ans := w.post(a, media+"/comments", "message", text)
	if ans.status != http.StatusOK || ans.text("id") == "" {
		w.t.Fatalf("comment: %d %s", ans.status, ans.raw)
	}
	return ans.text("id")
}

// commentsOn returns the texts of the list, in its order.
func (w *world) commentsOn(a sandbox.Account, media string) (texts []string) {
	w.t.Helper()
	ans := w.read(a, media+"/comments?fields=id,text,timestamp,username")
	if ans.status != http.StatusOK {
		w.t.Fatalf("comments: %d %s", ans.status, ans.raw)
	}
	for _, one := range ans.list("data") {
		texts = append(texts, one.(map[string]any)["text"].(string))
	}
	return texts
}

// TestComments_OfBothLogins: a comment is listed newest first, counted with its post, and in the
// ledger; two calls make two.
func TestComments_OfBothLogins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, a := range []sandbox.Account{primary(), partner()} {
		media := w.publish(a, w.createImage(a, "bread"))
		if got := w.read(a, media+"/comments"); got.raw != `{"data":[]}` {
			t.Errorf("before: %s", got.raw)
		}
		first := w.comment(a, media, "Grüße\n#a @b")
		w.clock.Advance(time.Second)
		second := w.comment(a, media, "Grüße\n#a @b")
		if first == second {
			t.Errorf("both are %s", first)
		}
		at := w.clock.Now().Add(-time.Second)
		want := fmt.Sprintf(`{"id":"%s","text":"Gr\u00fc\u00dfe\n#a @b","timestamp":"%s","username":"%s"}],"paging"`, first, at.Format("2006-01-02T15:04:05+0000"), a.Username)
		if got := w.read(a, media+"/comments?fields=id,text,timestamp,username"); !strings.Contains(got.raw, want) || len(got.list("data")) != 2 {
			t.Errorf("got %s, want %s", got.raw, want)
		}
		if got := w.read(a, media+"/comments?limit=1"); !strings.Contains(got.raw, `"text":"Gr\u00fc\u00dfe\n#a @b","id":"`+second+`"}]`) || got.text("paging.next") == "" {
			t.Errorf("a page: %s", got.raw)
		}
		if got := w.read(a, media+"?fields=comments_count").get("comments_count"); got != 2.0 {
			t.Errorf("%v are counted", got)
		}
		made := w.ledger().Comments[2*i:]
		if len(made) != 2 || made[0].CommentID != first || made[0].MediaID != media || made[0].AccountID != a.SNUserID || made[0].Text != "Grüße\n#a @b" || made[0].DeletedAt != nil {
			t.Errorf("the ledger has %+v", made)
		}
	}
	if l := w.ledger(); len(l.UnexpectedCalls) != 0 {
		t.Errorf("unexpected: %+v", l.UnexpectedCalls)
	}
}

// TestComments_Pages: a page has at most 50, whatever is asked for, and leads to the next one.
func TestComments_Pages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	media := w.publish(a, w.createImage(a, "bread"))
	for i := range 60 {
		w.control("POST comments", fmt.Sprintf(`{"mediaId":%q,"text":"t%d"}`, media, i))
	}
	first := w.read(a, media+"/comments?fields=text&limit=100")
	next := w.must(http.MethodGet, first.text("paging.next"), "")
	if len(first.list("data")) != 50 || len(next.list("data")) != 10 || next.get("paging.next") != nil || !strings.Contains(next.raw, `"text":"t9"`) {
		t.Errorf("%d and then %s", len(first.list("data")), next.raw)
	}
}

// TestComments_Refused as the network refuses them; nothing is made.
func TestComments_Refused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, b := partner(), primary()
	media := w.publish(a, w.createImage(a, "bread"))
	others := w.publish(b, w.createImage(b, "bread"))
	story := w.publish(a, w.create(a, "media_type", "STORIES", "image_url", w.media.url("/tall.jpg")))
	gone := w.publish(a, w.createImage(a, "gone"))
	w.remove(a, gone)
	children := w.create(a, "image_url", w.media.url("/image.jpg"), "is_carousel_item", "true") + "," + w.create(a, "image_url", w.media.url("/image.jpg"), "is_carousel_item", "true")
	carousel := w.publish(a, w.create(a, "media_type", "CAROUSEL", "children", children))
	item := w.read(a, carousel+"/children").list("data")[0].(map[string]any)["id"].(string)
	container := w.createImage(a, "waits")
	for name, c := range map[string]struct{ node, message, code string }{
		"no such media":          {"18000000000099999", "text", "100/33"},
		"deleted":                {gone, "text", "100/33"},
		"another account's":      {others, "text", "100/33"},
		"a story":                {story, "text", "100/33"},
		"an item of a carousel":  {item, "text", "100/33"},
		"an empty message":       {media, "", "100/0"},
		"a message of space":     {media, " \n", "100/0"},
		"a message too long":     {media, strings.Repeat("é", 2201), "100/0"},
		"a container, off table": {container, "text", "100/33"},
		"an account, off table":  {a.SNUserID, "text", "100/33"},
	} {
		if got := w.post(a, c.node+"/comments", "message", c.message); got.code() != c.code || got.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, got.status, got.raw)
		}
		if got := w.read(a, c.node+"/comments"); (got.code() != "100/33") != (c.node == media) && !strings.Contains(name, "off table") {
			t.Errorf("the list of %s: %s", name, got.raw)
		}
	}
	if got := w.post(a, media+"/comments"); got.code() != "100/0" || !strings.Contains(got.raw, "The parameter message is required") {
		t.Errorf("no message: %s", got.raw)
	}
	if got := w.read(a, media+"/comments?fields=from"); got.code() != "100/0" {
		t.Errorf("a field off the table: %s", got.raw)
	}
	if got := w.read(a, media+"/comments?limit=x"); got.code() != "100/0" {
		t.Errorf("no limit: %s", got.raw)
	}
	if longest := strings.Repeat("é", 2200); w.comment(a, media, longest) == "" || !slices.Equal(w.commentsOn(a, media), []string{longest}) {
		t.Error("the longest comment is refused")
	}
	if all := w.ledger().Comments; len(all) != 1 {
		t.Errorf("made: %+v", all)
	}
}

// TestComments_NeedAPermission of the token, for both calls.
func TestComments_NeedAPermission(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := sandbox.UnifiedAccounts()[0]
	media := w.publish(a, w.createImage(a, "cloth"))
	bearer := []string{"Authorization", "Bearer SANDBOX-UNIFIED-NO-COMMENTS", "Content-Type", "application/x-www-form-urlencoded"}
	for method, body := range map[string]string{http.MethodPost: "message=text", http.MethodGet: ""} {
		if got := w.must(method, w.target(a, media+"/comments"), body, bearer...); got.code() != "10/0" || got.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", method, got.status, got.raw)
		}
	}
	w.comment(a, media, "text")
	if got := w.commentsOn(a, media); !slices.Equal(got, []string{"text"}) {
		t.Errorf("got %q", got)
	}
}

// TestComments_Faults: what a fault does to a call that comments, and what is made of it.
func TestComments_Faults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault  string
		isMade bool
		isCut  bool
		status int
	}{
		"cut before":         {`"dropBefore":true`, false, true, 0},
		"cut after":          {`"dropAfterCommit":true`, true, true, 0},
		"half an answer":     {`"malformed":true`, true, false, http.StatusOK},
		"an answer after it": {`"afterCommit":true,"http":502,"body":"<html>"`, true, false, http.StatusBadGateway},
		"HTML":               {`"http":503,"body":"<html>"`, false, false, http.StatusServiceUnavailable},
		"a rate limit":       {`"code":4,"message":"limit"`, false, false, http.StatusBadRequest},
		"blocked":            {`"code":368`, false, false, http.StatusBadRequest},
	} {
		w := newWorld(t)
		a := partner()
		media := w.publish(a, w.createImage(a, "bread"))
		w.control("POST faults", `{"match":{"method":"POST","path":"/comments$"},`+c.fault+`}`)
		got, err := w.do(http.MethodPost, w.target(a, media+"/comments"), "message=text", "Content-Type", "application/x-www-form-urlencoded", "Authorization", "Bearer "+a.Token.Reveal())
		if (err != nil) != c.isCut || got.status != c.status {
			t.Errorf("%s: %d %s, %v", name, got.status, got.raw, err)
		}
		if n := len(w.commentsOn(a, media)); (n == 1) != c.isMade || len(w.ledger().Comments) != n {
			t.Errorf("%s: %d comments are listed, the ledger has %+v", name, n, w.ledger().Comments)
		}
	}
}

// TestComments_LateEffect: a call that takes effect later makes its comment then, and none on what
// was deleted meanwhile.
func TestComments_LateEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	kept, gone := w.publish(a, w.createImage(a, "kept")), w.publish(a, w.createImage(a, "gone"))
	w.control("POST faults", `{"match":{"method":"POST","path":"/comments$"},"times":2,"effectAfterMs":60000}`)
	for _, media := range []string{kept, gone} {
		if got, err := w.do(http.MethodPost, w.target(a, media+"/comments"), "message=late", "Content-Type", "application/x-www-form-urlencoded", "Authorization", "Bearer "+a.Token.Reveal()); err == nil {
			t.Errorf("answered %s", got.raw)
		}
	}
	w.remove(a, gone)
	if got := w.commentsOn(a, kept); len(got) != 0 {
		t.Errorf("before: %q", got)
	}
	w.control("POST clock", `{"advanceMs":60000}`)
	if got := w.commentsOn(a, kept); !slices.Equal(got, []string{"late"}) || len(w.ledger().Comments) != 1 {
		t.Errorf("after: %q, %+v", got, w.ledger().Comments)
	}
}

// TestComments_ListsThatLag as the lists of media do, and reads that lag.
func TestComments_ListsThatLag(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := primary()
	media := w.publish(a, w.createImage(a, "bread"))
	w.comment(a, media, "before")
	w.control("POST reads", `{"listLag":2}`)
	w.comment(a, media, "fresh")
	for i, want := range [][]string{{"before"}, {"before"}, {"fresh", "before"}} {
		if got := w.commentsOn(a, media); !slices.Equal(got, want) {
			t.Errorf("read %d: %q", i, got)
		}
	}
	w.control("POST reads", `{"listLag":9,"listLagMs":1000}`)
	w.comment(a, media, "bounded")
	if got := w.commentsOn(a, media); slices.Contains(got, "bounded") {
		t.Errorf("at once: %q", got)
	}
	w.clock.Advance(time.Second)
	if got := w.commentsOn(a, media); !slices.Contains(got, "bounded") {
		t.Errorf("after the lag: %q", got)
	}
	w.control("POST reads", `{"lag":1}`)
	if got := w.read(a, media+"/comments"); got.code() != "100/33" {
		t.Errorf("the lagging read: %s", got.raw)
	}
	if got := w.commentsOn(a, media); len(got) != 3 {
		t.Errorf("after it: %q", got)
	}
}

// TestComments_Hidden: a filter hides a comment from the list and from people; the call has an id
// and the ledger the comment.
func TestComments_Hidden(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	media := w.publish(a, w.createImage(a, "bread"))
	w.control("POST comments", `{"hideNext":1}`)
	w.comment(a, media, "hidden <b>")
	w.comment(a, media, "shown <i>")
	link := w.read(a, media+"?fields=permalink").text("permalink")
	if got := w.commentsOn(a, media); !slices.Equal(got, []string{"shown <i>"}) {
		t.Errorf("the list: %q", got)
	}
	if all := w.ledger().Comments; len(all) != 2 || !all[0].IsHidden || all[1].IsHidden {
		t.Errorf("the ledger: %+v", all)
	}
	page := w.open(link, http.StatusOK)
	if strings.Contains(page, "hidden &lt;b&gt;") || !strings.Contains(page, "shown &lt;i&gt;") || strings.Contains(page, "<i>") || !strings.Contains(page, "Hidden by a filter of the network: 1") {
		t.Errorf("the page: %s", page)
	}
	for _, body := range []string{`{}`, `{"hideNext":-1}`, `{"hideNext":1,"text":"x"}`, `{"mediaId":"1","text":"x"}`, `{"mediaId":"` + media + `"}`, `{"mediaId":"` + media + `","text":"` + strings.Repeat("x", 2201) + `"}`} {
		if got := w.tryControl("POST comments", body); got.status != http.StatusBadRequest || got.text("error") == "" {
			t.Errorf("%s: %d %s", body, got.status, got.raw)
		}
	}
}

// TestComments_GoWithTheirPost, and with a reset.
func TestComments_GoWithTheirPost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := partner()
	media := w.publish(a, w.createImage(a, "bread"))
	w.comment(a, media, "mine")
	made := w.control("POST comments", `{"mediaId":"`+media+`","username":"ann","text":"by hand"}`)
	if made.text("username") != "ann" || made.text("accountId") != "" || !slices.Equal(w.commentsOn(a, media), []string{"by hand", "mine"}) {
		t.Errorf("by hand: %s", made.raw)
	}
	w.remove(a, media)
	if all := w.ledger().Comments; len(all) != 2 || all[0].DeletedAt == nil || all[1].DeletedAt == nil {
		t.Errorf("with the post: %+v", all)
	}
	w.control("POST comments", `{"hideNext":3}`)
	w.control("POST reset", "")
	if all := w.ledger().Comments; len(all) != 0 {
		t.Errorf("after a reset: %+v", all)
	}
	again := w.publish(a, w.createImage(a, "bread"))
	w.comment(a, again, "shown")
	if got := w.commentsOn(a, again); len(got) != 1 {
		t.Errorf("a filter outlived the reset: %q", got)
	}
}

// TestComments_SurviveAKill with what is hidden, what lags and the filter.
func TestComments_SurviveAKill(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	a := partner()
	media, gone := w.publish(a, w.createImage(a, "bread")), w.publish(a, w.createImage(a, "gone"))
	w.comment(a, gone, "gone")
	w.remove(a, gone)
	w.control("POST comments", `{"hideNext":2}`)
	w.comment(a, media, "hidden")
	w.control("POST comments", `{"hideNext":0}`)
	w.control("POST reads", `{"listLag":1}`)
	w.comment(a, media, "lags")
	w.control("POST comments", `{"hideNext":1}`)
	ledger := w.rawLedger()
	w = w.reopen()
	if got := w.rawLedger(); got != ledger || len(w.ledger().Comments) != 3 {
		t.Errorf("the ledger became\n%s, was\n%s", got, ledger)
	}
	if got := w.commentsOn(a, media); len(got) != 0 {
		t.Errorf("the lagging read: %q", got)
	}
	w = w.reopen()
	w.comment(a, media, "hidden, too")
	if got := w.commentsOn(a, media); !slices.Equal(got, []string{"lags"}) {
		t.Errorf("got %q", got)
	}
}
