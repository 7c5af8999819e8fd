package native_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/secrets"
)

// self is who is signed in in these tests.
const self = "12"

// answering returns a session, and a client whose network answers all but the login with f.
func answering(t *testing.T, f func(*http.Request) (*http.Response, error)) (*native.Client, *native.Session) {
	t.Helper()
	c := answers(func(r *http.Request) (*http.Response, error) {
		if strings.HasSuffix(r.URL.Path, "/login/") {
			return response(r, http.StatusOK, http.Header{signedInHeader: {session}}, `{"logged_in_user":{"pk":`+self+`},"status":"ok"}`), nil
		}
		return f(r)
	})
	a := c.Logins.Begin(native.NewSession(), "ann", secrets.NewText(password))
	if _, err := a.Login(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := a.Session()
	return c, &s
}

func answeringWith(t *testing.T, status int, body string) (*native.Client, *native.Session) {
	t.Helper()
	return answering(t, func(r *http.Request) (*http.Response, error) {
		return response(r, status, http.Header{"Date": {start.Format(http.TimeFormat)}}, body), nil
	})
}

func inboxOf(items string) string {
	return `{"inbox":{"threads":[{"thread_id":"1","users":[{"pk":5,"username":"bob"}],"items":[` + items + `]}],"has_older":false},"status":"ok"}`
}

// xma returns an item of the current kind.
func xma(more string) string {
	return `{"item_id":"9","user_id":5,"timestamp":1795253400000000,"item_type":"xma_reel_mention",` + more + `}`
}

const target = `"target_url":"https://www.instagram.com/stories/bob/3600000000000000001?reel_id=5"`

func TestInbox_HostileItems(t *testing.T) {
	t.Parallel()
	const id = "3600000000000000001"
	for name, c := range map[string]struct {
		item string
		want native.Item
	}{
		"whole":             {xma(`"xma_reel_mention":[{` + target + `,"preview_url":"x"}]`), native.Item{Kind: native.Mention, MediaID: id}},
		"an object":         {xma(`"xma_reel_mention":{` + target + `}`), native.Item{Kind: native.Mention, MediaID: id}},
		"the other id":      {xma(`"original_media_igid":"` + id + `","xma_reel_mention":[{"target_url":"https://evil.example/stories/eve/7"}]`), native.Item{Kind: native.Mention, MediaID: id}},
		"of a user":         {xma(`"original_media_igid":` + id + `,"xma_reel_mention":[{"target_url":"https://www.instagram.com/p/x"}]`), native.Item{Kind: native.Mention, MediaID: id}},
		"both ids in one":   {xma(`"xma_reel_mention":[{"target_url":"https://www.instagram.com/stories/bob/` + id + `_5"}]`), native.Item{Kind: native.Mention, MediaID: id}},
		"loopback":          {xma(`"xma_reel_mention":[{"target_url":"http://127.0.0.1/stories/bob/7"}]`), native.Item{Kind: native.Mention, Flaw: "story"}},
		"no entry":          {xma(`"xma_reel_mention":[]`), native.Item{Kind: native.Mention, Flaw: "cannot be read"}},
		"no key":            {xma(`"x":1`), native.Item{Kind: native.Mention, Flaw: "story"}},
		"a number":          {xma(`"xma_reel_mention":7`), native.Item{Kind: native.Mention, Flaw: "cannot be read"}},
		"null entries":      {xma(`"xma_reel_mention":[null]`), native.Item{Kind: native.Mention, Flaw: "cannot be read"}},
		"names twice":       {xma(`"xma_reel_mention":[{` + target + `,` + target + `}]`), native.Item{Kind: native.Mention, Flaw: "cannot be read"}},
		"an address of one": {xma(`"xma_reel_mention":[{"target_url":{"a":1}}]`), native.Item{Kind: native.Mention, Flaw: "story"}},
		"no number":         {xma(`"original_media_igid":"a b","xma_reel_mention":[{"target_url":"https://www.instagram.com/stories/bob/x"}]`), native.Item{Kind: native.Mention, Flaw: "story"}},
		"too long a number": {xma(`"xma_reel_mention":[{"target_url":"https://www.instagram.com/stories/bob/` + strings.Repeat("9", 41) + `"}]`), native.Item{Kind: native.Mention, Flaw: "story"}},
		"has ended":         {xma(`"xma_reel_mention":[{` + target + `,"title_text":"Story unavailable"}]`), native.Item{Kind: native.Mention, MediaID: id, Expired: true}},
		"ended by the time": {xma(`"xma_reel_mention":[{` + target + `,"preview_url":"x","target_expiry_timestamp_ms":"1795000000000"}]`), native.Item{Kind: native.Mention, MediaID: id, Expired: true}},
		"a time of nonsense": {
			xma(`"xma_reel_mention":[{` + target + `,"preview_url":"x","target_expiry_timestamp_ms":99999999999999999999}]`), native.Item{Kind: native.Mention, MediaID: id},
		},
		"generic":            {`{"item_id":"9","user_id":"5","auxiliary_text":"Mentioned you in their story","generic_xma":[{` + target + `}]}`, native.Item{Kind: native.Mention, MediaID: id}},
		"generic, otherwise": {`{"item_id":"9","user_id":"5","auxiliary_text":"Sent a story","generic_xma":[{` + target + `}]}`, native.Item{Kind: native.Other}},
		"one's own":          {`{"item_id":"9","user_id":` + self + `,"xma_reel_mention":[{` + target + `}]}`, native.Item{Kind: native.Other}},
		"sent":               {xma(`"is_sent_by_viewer":true,"xma_reel_mention":[{` + target + `}]`), native.Item{Kind: native.Other}},
		"nobody's": {
			`{"item_id":"9","original_media_igid":` + id + `,"xma_reel_mention":[{"x":1}]}`, native.Item{Kind: native.Mention, MediaID: id, Flaw: "whose"},
		},
		"no id":          {`{"user_id":5,"xma_reel_mention":[{` + target + `}]}`, native.Item{Kind: native.Mention, MediaID: id, Flaw: "no id"}},
		"shared":         {`{"item_id":"9","user_id":5,"reel_share":{"type":"mention","mentioned_user_id":"` + self + `","media":{"id":"` + id + `_5","taken_at":1795253000}}}`, native.Item{Kind: native.Mention, MediaID: id}},
		"shared, gone":   {`{"item_id":"9","user_id":5,"reel_share":{"type":"mention","media":null}}`, native.Item{Kind: native.Mention, Expired: true}},
		"shared, broken": {`{"item_id":"9","user_id":5,"reel_share":{"type":"mention","media":"x"}}`, native.Item{Kind: native.Mention, Flaw: "cannot be read"}},
		"to another":     {`{"item_id":"9","user_id":5,"reel_share":{"type":"mention","mentioned_user_id":77,"media":{"pk":1}}}`, native.Item{Kind: native.Other}},
		"a reply":        {`{"item_id":"9","user_id":5,"reel_share":{"type":"reply","media":{"pk":1}}}`, native.Item{Kind: native.Other}},
		"a list":         {`[]`, native.Item{Kind: native.Other}},
		"null":           {`null`, native.Item{Kind: native.Other}},
		"a text":         {`"x"`, native.Item{Kind: native.Other}},
		"nothing":        {`{}`, native.Item{Kind: native.Other}},
	} {
		client, s := answeringWith(t, http.StatusOK, inboxOf(c.item+`,`+xma(`"xma_reel_mention":[{`+target+`}]`)))
		page, err := client.Inboxes.Inbox(t.Context(), s, "")
		if err != nil || len(page.Threads) != 1 || len(page.Threads[0].Items) != 2 {
			t.Errorf("%s: %+v, %v", name, page, err)
			continue
		}
		got := page.Threads[0].Items[0]
		if got.Kind != c.want.Kind || got.MediaID != c.want.MediaID || got.Expired != c.want.Expired || (got.Flaw == "") != (c.want.Flaw == "") || !strings.Contains(got.Flaw, c.want.Flaw) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		if got.Kind == native.Mention && got.Flaw == "" && (got.AuthorUsername != "bob" || got.AuthorID != "5") {
			t.Errorf("%s: the author is %s, %s", name, got.AuthorID, got.AuthorUsername)
		}
		if next := page.Threads[0].Items[1]; next.Kind != native.Mention || next.Flaw != "" || next.MediaID != id {
			t.Errorf("%s: the item behind it became %+v", name, next)
		}
	}
}

func TestInbox_HostilePages(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]native.Class{
		`{"status":"ok"}`:                          native.Transport,
		`{"inbox":[],"status":"ok"}`:               native.Transport,
		`{"inbox":{"threads":5},"status":"ok"}`:    native.Transport,
		`{"inbox":{"threads":[]},"status":"fail"}`: native.Refused,
		`<html>`: native.Transport,
		`{"message":"login_required","status":"fail"}`:                           native.LoggedOut,
		`{"message":"challenge_required","status":"fail"}`:                       native.Manual,
		`{"message":"feedback_required","spam":true,"status":"fail"}`:            native.ActionBlocked,
		`{"message":"Please wait a few minutes before...","status":"fail"}`:      native.RateLimited,
		`{"challenge":{"url":"x","api_path":"/challenge/1/a/"},"status":"fail"}`: native.ChallengeRequired,
		strings.Repeat(" ", 16<<20+1):                                            native.Transport,
	} {
		c, s := answeringWith(t, http.StatusOK, body)
		if page, err := c.Inboxes.Inbox(t.Context(), s, ""); native.ClassOf(err) != want || len(page.Threads) != 0 {
			t.Errorf("%.80s: %v", body, err)
		}
	}
	huge := `{"inbox":{"threads":[null,7,"x",{},` + strings.Repeat(`{"thread_id":"1","users":[7,{"pk":5}],"items":[{}]},`, 300) + `{}],"has_older":"1","oldest_cursor":"c"},"status":"ok"}`
	c, s := answeringWith(t, http.StatusOK, huge)
	page, err := c.Inboxes.Inbox(t.Context(), s, "")
	if err != nil || len(page.Threads) == 0 || len(page.Threads) > 200 || page.Next != "c" {
		t.Errorf("%d threads, next %q, %v", len(page.Threads), page.Next, err)
	}
	if page, err := c.Inboxes.Inbox(t.Context(), s, "c"); err != nil || page.Next != "" {
		t.Errorf("the cursor leads to itself: %q, %v", page.Next, err)
	}
}

func TestOlder_HostilePages(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]native.Class{
		`{"status":"ok"}`:                                             native.Transport,
		`{"thread":null,"status":"ok"}`:                               native.Transport,
		`{"thread":[],"status":"ok"}`:                                 native.Transport,
		`{"thread":{"items":5},"status":"ok"}`:                        native.Transport,
		`{"thread":{"items":[]},"status":"fail"}`:                     native.Refused,
		`{"message":"Thread not found","status":"fail"}`:              native.NotFound,
		`{"message":"login_required","status":"fail"}`:                native.LoggedOut,
		`{"message":"feedback_required","spam":true,"status":"fail"}`: native.ActionBlocked,
		strings.Repeat(" ", 16<<20+1):                                 native.Transport,
	} {
		c, s := answeringWith(t, http.StatusOK, body)
		if page, err := c.Inboxes.Older(t.Context(), s, native.Thread{ID: "1", Older: "c"}); native.ClassOf(err) != want || len(page.Items) != 0 {
			t.Errorf("%.80s: %v", body, err)
		}
	}
	c, s := answeringWith(t, http.StatusOK, `{"thread":{"thread_id":"2","items":[7,`+strings.Repeat(`{},`, 600)+`{}],"has_older":1,"oldest_cursor":"c"},"status":"ok"}`)
	if page, err := c.Inboxes.Older(t.Context(), s, native.Thread{ID: "1", Older: "b"}); err != nil || page.ID != "1" || len(page.Items) != 500 || page.Older != "c" {
		t.Errorf("%s with %d items, then %q, %v", page.ID, len(page.Items), page.Older, err)
	}
	if page, err := c.Inboxes.Older(t.Context(), s, native.Thread{ID: "1", Older: "c"}); err != nil || page.Older != "" {
		t.Errorf("the cursor leads to itself: %q, %v", page.Older, err)
	}
}

func TestMedia_Hostile(t *testing.T) {
	t.Parallel()
	const good = `"pk":7,"media_type":1,"taken_at":1795253400,"image_versions2":{"candidates":[{"url":"https://a.fbcdn.net/1","width":1,"height":1}]}`
	for body, want := range map[string]native.Class{
		`{"items":[{` + good + `}],"status":"ok"}`:                                              "",
		`{"items":[{"pk":"7","media_type":"2","video_versions":[{"url":"x"}]}],"status":"ok"}`:  "",
		`{"items":[{"pk":7.5}],"status":"ok"}`:                                                  native.Transport,
		`{"items":[],"status":"ok"}`:                                                            native.NotFound,
		`{"items":[{"pk":8}],"status":"ok"}`:                                                    native.Transport,
		`{"items":[{"pk":7}],"status":"ok"}`:                                                    native.Transport,
		`{"items":[{"pk":7,"media_type":1,"image_versions2":{"candidates":{}}}],"status":"ok"}`: native.Transport,
		`{"items":["x"],"status":"ok"}`:                                                         native.Transport,
		`{"message":"Media not found or unavailable","status":"fail"}`:                          native.NotFound,
		`{"message":"login_required","status":"fail"}`:                                          native.LoggedOut,
	} {
		c, s := answeringWith(t, http.StatusOK, body)
		if _, err := c.Media.Info(t.Context(), s, "7"); native.ClassOf(err) != want {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestOwnStories_Hostile(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]native.Class{
		`{"reel":null,"status":"ok"}`: "",
		`{"reel":{"items":[{"pk":7,"taken_at":1795253400,"reel_mentions":"x","story_bloks_stickers":[7]}]},"status":"ok"}`: "",
		`{"reel":{"items":[{"pk":7}]},"status":"ok"}`:                                         native.Transport,
		`{"reel":{"items":[{"taken_at":1}]},"status":"ok"}`:                                   native.Transport,
		`{"reel":{"items":["x"]},"status":"ok"}`:                                              native.Transport,
		`{"reel":7,"status":"ok"}`:                                                            native.Transport,
		`{"status":"ok"}`:                                                                     native.Transport,
		`{"reel":{},"status":"ok"}`:                                                           native.Transport,
		`{"reel":{"items":null},"status":"ok"}`:                                               native.Transport,
		`{"reel":{"items":[]},"status":"ok"}`:                                                 "",
		`{"reel":{"user":{"pk":"1"},"items":[]},"status":"ok"}`:                               native.Transport,
		`{"reel":{"items":[{"pk":7,"taken_at":1795253400,"user":{"pk":"1"}}]},"status":"ok"}`: native.Transport,
		`{"reel":{"user":{"pk":"` + self + `"},"items":[{"pk":7,"taken_at":1795253400,"user":{"pk":` + self + `}}]},"status":"ok"}`: "",
		`{"reel":{"items":[{"pk":7,"taken_at":4795253400}]},"status":"ok"}`:                                                         native.Transport,
	} {
		c, s := answeringWith(t, http.StatusOK, body)
		if _, err := c.OwnStories(t.Context(), s); native.ClassOf(err) != want {
			t.Errorf("%s: %v", body, err)
		}
	}
	const sticker = `{"bloks_sticker":{"sticker_data":{"ig_mention":{"account_id":"5","username":"Bob"}}}}`
	c, s := answeringWith(t, http.StatusOK, `{"reel":{"items":[{"pk":7,"taken_at":1795253400,"device_timestamp":1795253399000,"story_bloks_stickers":[`+sticker+`],
		"reel_mentions":[{"user":{"pk":5,"username":"bob"},"x":0.5,"y":"NaN"}]}]},"status":"ok"}`)
	all, err := c.OwnStories(t.Context(), s)
	if err != nil || len(all) != 1 || all[0].UploadID != "1795253399000" || len(all[0].Mentions) != 1 || all[0].Mentions[0] != (native.StickerMention{UserID: "5", Username: "bob", X: 0.5}) {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestDownload_FromTheNetworksHostsOnly: whatever an answer says, and wherever a redirect leads.
func TestDownload_FromTheNetworksHostsOnly(t *testing.T) {
	t.Parallel()
	var asked []string
	c := native.New(native.Options{Clock: clock.NewFake(start), HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		asked = append(asked, r.URL.String())
		if to := r.URL.Query().Get("to"); to != "" {
			return response(r, http.StatusFound, http.Header{"Location": {to}}, ""), nil
		}
		if r.Header.Get("Authorization") != "" || len(r.Cookies()) > 0 {
			t.Error("the session goes with it")
		}
		return response(r, http.StatusOK, http.Header{"Content-Type": {"image/jpeg; x=y"}}, "picture"), nil
	})}})
	for _, address := range []string{
		"", "x", "http://a.cdninstagram.com/1", "https://cdninstagram.com.evil.example/1", "https://evilcdninstagram.com/1", "https://127.0.0.1/1",
		"https://[::1]/1", "https://localhost/1", "https://10.0.0.1/1", "https://169.254.169.254/1", "file:///etc/passwd", "https://a.fbcdn.net:8080/1",
		"https://user@a.fbcdn.net/1", "https://fbcdn.net/1", "ftp://a.fbcdn.net/1", "https://i.instagram.com/1", "//a.fbcdn.net/1", "https://a.fbcdn.net@evil.example/",
	} {
		var b bytes.Buffer
		if _, err := c.Media.Download(t.Context(), address, &b, 100); native.ClassOf(err) != native.Unsafe || b.Len() > 0 {
			t.Errorf("%q: %v", address, err)
		}
	}
	if len(asked) != 0 {
		t.Errorf("asked %v", asked)
	}
	for address, want := range map[string]native.Class{
		"https://a.fbcdn.net/1":                                                "",
		"https://A.B.CDNINSTAGRAM.com:443/1":                                   "",
		"https://a.fbcdn.net/1?to=https://b.cdninstagram.com/2":                "",
		"https://a.fbcdn.net/1?to=/2":                                          "",
		"https://a.fbcdn.net/1?to=http://127.0.0.1/2":                          native.Unsafe,
		"https://a.fbcdn.net/1?to=https://evil.example/2":                      native.Unsafe,
		"https://a.fbcdn.net/1?to=https%3A%2F%2Fa.fbcdn.net%2F1%3Fto%3D%252F1": "",
	} {
		var b bytes.Buffer
		kind, err := c.Media.Download(t.Context(), address, &b, 7)
		if native.ClassOf(err) != want || want == "" && (b.String() != "picture" || kind != "image/jpeg") {
			t.Errorf("%q: %q, %v", address, b.String(), err)
		}
	}
	if _, err := c.Media.Download(t.Context(), "https://a.fbcdn.net/1", &bytes.Buffer{}, 6); native.ClassOf(err) != native.TooLarge {
		t.Errorf("a byte too long: %v", err)
	}
}

func TestDownload_EndlessRedirects(t *testing.T) {
	t.Parallel()
	n := 0
	c := native.New(native.Options{Clock: clock.NewFake(start), HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		n++
		return response(r, http.StatusFound, http.Header{"Location": {fmt.Sprintf("https://a.fbcdn.net/%d", n)}}, ""), nil
	})}})
	if _, err := c.Media.Download(t.Context(), "https://a.fbcdn.net/", &bytes.Buffer{}, 6); native.ClassOf(err) != native.Unsafe || n != 4 {
		t.Errorf("%d requests, %v", n, err)
	}
}

// TestDownload_InSandboxMode: from the sandbox alone.
func TestDownload_InSandboxMode(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for _, address := range []string{"https://a.fbcdn.net/1", "http://127.0.0.1:1/cdn/story/1.jpg", strings.Replace(s.url, "127.0.0.1", "localhost", 1) + "/cdn/story/1.jpg"} {
		if _, err := s.client.Media.Download(t.Context(), address, &bytes.Buffer{}, 6); native.ClassOf(err) != native.Unsafe {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	for address, public := range map[string]bool{
		"157.240.1.1:443": true, "[2a03:2880:f001::1]:443": true, "127.0.0.1:443": false, "10.1.2.3:443": false, "192.168.0.1:443": false,
		"172.16.0.1:443": false, "169.254.169.254:443": false, "100.64.0.1:443": false, "0.0.0.0:443": false, "[::1]:443": false, "[fe80::1]:443": false,
		"[fd00::1]:443": false, "[::ffff:127.0.0.1]:443": false, "224.0.0.1:443": false, "x": false,
	} {
		if got := native.CheckPublic(address) == nil; got != public {
			t.Errorf("%s: %t", address, got)
		}
	}
}

// FuzzInbox reads any page: no item is a mention without an id or a flaw, and no name is one of
// another alphabet.
func FuzzInbox(f *testing.F) {
	f.Add(inboxOf(xma(`"xma_reel_mention":[{` + target + `,"preview_url":"x","target_expiry_timestamp_ms":1}]`)))
	f.Add(inboxOf(`{"item_id":"9","user_id":5,"reel_share":{"type":"mention","media":{"pk":7,"taken_at":1795253400,"user":{"pk":5,"username":"bob"}}}}`))
	f.Add(inboxOf(`{"item_id":9,"user_id":"5","auxiliary_text":"mentioned you","generic_xma":{` + target + `},"original_media_igid":7}`))
	f.Add(`{"inbox":{"threads":[{}],"has_older":true,"oldest_cursor":7},"status":"ok"}`)
	f.Fuzz(func(t *testing.T, body string) {
		c, s := answeringWith(t, http.StatusOK, body)
		page, err := c.Inboxes.Inbox(t.Context(), s, "")
		if err != nil {
			if e, ok := errors.AsType[*native.Error](err); !ok || e.Class == "" {
				t.Errorf("%q: %v", body, err)
			}
			return
		}
		for _, thread := range page.Threads {
			for _, item := range thread.Items {
				if item.Kind == native.Mention && item.Flaw == "" && (item.ID == "" || item.MediaID == "" && !item.Expired || item.AuthorID == "" && item.AuthorUsername == "") {
					t.Errorf("%q: %+v", body, item)
				}
				if strings.Trim(item.MediaID+item.AuthorID, "0123456789") != "" || strings.ContainsAny(item.AuthorUsername, "/@ ?#") {
					t.Errorf("%q: %+v", body, item)
				}
			}
		}
	})
}

// FuzzMedia reads any media: what comes out has an address, and times and sizes within bounds.
func FuzzMedia(f *testing.F) {
	f.Add(`{"items":[{"pk":7,"media_type":2,"taken_at":1795253400,"video_duration":1e300,"video_versions":[{"url":"https://a.fbcdn.net/1","width":"9999999999","height":-1}]}],"status":"ok"}`)
	f.Add(`{"reel":{"items":[{"pk":7,"taken_at":1795253400,"reel_mentions":[{"user":{"pk":5,"username":"bob"},"x":2}]}]},"status":"ok"}`)
	f.Add(`{"user":{"pk":"5","username":"bob"},"status":"ok"}`)
	f.Fuzz(func(t *testing.T, body string) {
		c, s := answeringWith(t, http.StatusOK, body)
		if m, err := c.Media.Info(t.Context(), s, "7"); err == nil {
			if m.ID != "7" || m.URL == "" || m.Duration < 0 || m.Duration > 24*time.Hour || m.Width < 0 || m.Height < 0 || m.Width > 1<<16 {
				t.Errorf("%q: %+v", body, m)
			}
		}
		if all, err := c.OwnStories(t.Context(), s); err == nil {
			for _, one := range all {
				if one.ID == "" || one.TakenAt.IsZero() {
					t.Errorf("%q: %+v", body, one)
				}
			}
		}
		if id, err := c.UserID(t.Context(), s, "bob"); err == nil && (id == "" || strings.Trim(id, "0123456789") != "") {
			t.Errorf("%q: user %q", body, id)
		}
	})
}
