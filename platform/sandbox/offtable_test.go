package sandbox_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"crier/platform/sandbox"
)

// TestOffTable_WhateverTheListHolds: what a node or an edge does not have is refused by the call
// itself and recorded, so also where a list is empty, on an edge that has words of its own, and for
// a field that only other nodes have. A call about me is not recorded that a token of another kind
// could make.
func TestOffTable_WhateverTheListHolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	photo := w.onPage("photos", "url", w.media.url("/image.jpg"))
	video, _ := w.phased("video_reels", tall(1080, 1920, 5e9))
	container := w.post(primary(), primary().SNUserID+"/media", "image_url", w.media.url("/image.jpg")).text("id")
	studio := sandbox.FurtherAccounts()[2]
	user := studio.UserToken.Reveal()
	business := w.asked(user, "me/businesses", "").list("data")[0].(map[string]any)["id"].(string)
	page := partner().Token.Reveal()
	wrong := []struct{ token, path, fields, says string }{
		{user, business + "/client_pages", "id,tasks", "(tasks) on node type (Page)"},
		{user, business + "/owned_pages", "id,permitted_tasks", "(permitted_tasks) on node type (Page)"},
		{page, partner().PageID + "/stories", "caption", "(caption) on node type (PageStory)"},
		{page, partner().PageID + "/posts", "description", "(description) on node type (Post)"},
		{page, partner().PageID + "/posts", "attachments{target{name}}", "(name) on node type (StoryAttachmentTarget)"},
		{page, partner().SNUserID + "/stories", "post_id", "(post_id) on node type (IGMedia)"},
		{page, partner().SNUserID + "/media", "children{message}", "(message) on node type (IGMedia)"},
		{page, partner().PageID, "media_count", "(media_count) on node type (Page)"},
		{page, photo.text("id"), "message", "(message) on node type (Photo)"},
		{page, photo.text("post_id"), "name", "(name) on node type (Post)"},
		{page, video, "message", "(message) on node type (Video)"},
		{page, partner().PageID + "/media", "", "(media) on node type (Page)"},
		{primary().Token.Reveal(), container, "caption", "(caption) on node type (IGContainer)"},
	}
	for _, c := range wrong {
		got := w.asked(c.token, c.path, c.fields)
		if got.status != http.StatusBadRequest || got.code() != "100/0" || !strings.Contains(got.text("error.message"), c.says) {
			t.Errorf("%s of %s: %s", c.fields, c.path, got.raw)
		}
	}
	for path, fields := range map[string]string{
		business + "/client_pages": "id,permitted_tasks", partner().PageID + "/stories": "post_id,media_id",
	} {
		token := page
		if strings.HasPrefix(path, business) {
			token = user
		}
		if got := w.asked(token, path, fields); got.status != http.StatusOK {
			t.Errorf("%s: %s", path, got.raw)
		}
	}
	if got := w.asked(user, "me", "access_token"); got.code() != "100/0" {
		t.Errorf("%s", got.raw)
	}
	unexpected := w.ledger().UnexpectedCalls
	if len(unexpected) != len(wrong) {
		t.Errorf("%d calls are recorded: %+v", len(unexpected), unexpected)
	}
	for i, u := range unexpected {
		if !strings.Contains(u.What, wrong[i].says) {
			t.Errorf("%d: %+v", i, u)
		}
	}
	types := map[string]string{}
	var log struct {
		Calls []struct{ Path, About string }
	}
	if err := json.Unmarshal([]byte(w.control("GET log", "").raw), &log); err != nil {
		t.Fatal(err)
	}
	for _, c := range log.Calls {
		types[c.Path[strings.LastIndexByte(c.Path, '/')+1:]] = c.About
	}
	for id, want := range map[string]string{
		partner().PageID: "Page", "businesses": "", "client_pages": "Business", "stories": "Page", video: "Video",
		photo.text("id"): "Photo", photo.text("post_id"): "Post", container: "IGContainer",
	} {
		if types[id] != want {
			t.Errorf("the log has the type %q of %s, not %s", types[id], id, want)
		}
	}
}

// TestPageStories_TellWhatIsAskedFor: the list of a Page's stories gives the fields that the call
// names, and as many stories.
func TestPageStories_TellWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2 {
		staged := w.onPage("photos", "url", w.media.url("/image.jpg"), "published", "false").text("id")
		w.onPage("photo_stories", "photo_id", staged)
	}
	path := partner().PageID + "/stories"
	if got := w.asked(partner().Token.Reveal(), path, ""); len(got.list("data")) != 2 || !strings.Contains(got.raw, "creation_time") {
		t.Errorf("%s", got.raw)
	}
	got := w.asked(partner().Token.Reveal(), path+"?limit=1", "post_id")
	if all := got.list("data"); len(all) != 1 || len(all[0].(map[string]any)) != 1 || strings.Contains(got.raw, "creation_time") {
		t.Errorf("%s", got.raw)
	}
}

// asked reads a path of the partner host, or of the primary one with its token.
func (w *world) asked(token, path, fields string) answer {
	w.t.Helper()
	host := "/graph-fb/"
	if token == primary().Token.Reveal() {
		host = "/graph-ig/"
	}
	path, query, _ := strings.Cut(path, "?")
	params, err := url.ParseQuery(query)
	if err != nil {
		w.t.Fatal(err)
	}
	if fields != "" {
		params.Set("fields", fields)
	}
	got, err := w.do(http.MethodGet, w.server.URL+host+"v25.0/"+path+"?"+params.Encode(), "", "Authorization", "Bearer "+token)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}
