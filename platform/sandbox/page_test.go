package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/sandbox"
	"crier/platform/video/mp4/mp4test"
)

// tall returns a movie of the size.
func tall(width, height int, lasts time.Duration) []byte {
	return mp4test.Movie{Width: width, Height: height, Duration: lasts}.Bytes()
}

// onPage posts to an edge of the demo Page.
func (w *world) onPage(edge string, pairs ...string) answer {
	w.t.Helper()
	return w.post(partner(), partner().PageID+"/"+edge, pairs...)
}

// number is an id, whether it is text or a number.
func (a answer) number(path string) string {
	if f, ok := a.get(path).(float64); ok {
		return fmt.Sprintf("%.0f", f)
	}
	return a.text(path)
}

// phased takes a video to a Page and returns its id and the answer to the finish.
func (w *world) phased(edge string, video []byte, pairs ...string) (id string, finish answer) {
	w.t.Helper()
	start := w.onPage(edge, "upload_phase", "start")
	id = start.text("video_id")
	if ans := w.send(start.text("upload_url"), video, 0, len(video)); ans.get("success") != true {
		w.t.Fatalf("%s %s", start.raw, ans.raw)
	}
	params := []string{"upload_phase", "finish", "video_id", id}
	if edge == "video_reels" {
		params = append(params, "video_state", "PUBLISHED")
	}
	return id, w.onPage(edge, append(params, pairs...)...)
}

// page returns kind and post of each publication on the Page.
func (w *world) page() (all []string) {
	w.t.Helper()
	var l struct {
		PartnerPublications []struct{ PostID, PageID, Kind, PublishedAt string }
	}
	if err := json.Unmarshal([]byte(w.control("GET ledger", "").raw), &l); err != nil {
		w.t.Fatal(err)
	}
	for _, p := range l.PartnerPublications {
		if p.PageID != partner().PageID || p.PublishedAt == "" {
			w.t.Errorf("%+v", p)
		}
		all = append(all, p.Kind+" "+p.PostID)
	}
	return all
}

func TestPage_EachKindBecomesVisibleOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "world")
	w := openWorld(t, sandbox.Options{StateFile: path})
	picture := w.media.url("/image.jpg")
	var want []string
	photo := w.onPage("photos", "url", picture, "caption", "hello")
	want = append(want, "photo "+photo.text("post_id"))
	if !strings.HasPrefix(photo.text("post_id"), partner().PageID+"_") || photo.text("id") == "" {
		t.Fatalf("%s", photo.raw)
	}
	staged := w.onPage("photos", "url", picture, "published", "false")
	if staged.get("post_id") != nil || len(w.page()) != 1 {
		t.Errorf("an unpublished photo: %s", staged.raw)
	}
	story := w.onPage("photo_stories", "photo_id", staged.text("id"))
	want = append(want, "photo_story "+story.text("post_id"))
	reel, finish := w.phased("video_reels", tall(1080, 1920, 10*time.Second), "description", "a reel")
	if _, isNumber := finish.get("post_id").(float64); !isNumber {
		t.Errorf("the network writes the id of a reel's post as a number: %s", finish.raw)
	}
	want = append(want, "reel "+finish.number("post_id"))
	videoStory, finish := w.phased("video_stories", tall(1080, 1920, 10*time.Second))
	want = append(want, "video_story "+finish.text("post_id"))
	video := w.onPage("videos", "file_url", w.media.url("/reel.mp4"), "description", "plain")
	want = append(want, "video "+video.text("id"))
	if got := w.page(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// None of them a second time.
	for name, again := range map[string]answer{
		"a story of a used photo":      w.onPage("photo_stories", "photo_id", staged.text("id")),
		"a story of a published photo": w.onPage("photo_stories", "photo_id", photo.text("id")),
		"a finished reel":              w.onPage("video_reels", "upload_phase", "finish", "video_id", reel, "video_state", "PUBLISHED"),
		"a finished story":             w.onPage("video_stories", "upload_phase", "finish", "video_id", videoStory),
	} {
		if again.code() != "100/0" {
			t.Errorf("%s: %s", name, again.raw)
		}
	}
	if got := w.page(); len(got) != len(want) {
		t.Errorf("twice: %v", got)
	}
	list := w.read(partner(), partner().PageID+"/stories").list("data")
	if len(list) != 2 || !strings.Contains(fmt.Sprint(list), staged.text("id")) || !strings.Contains(fmt.Sprint(list), videoStory) {
		t.Errorf("stories: %v", list)
	}
	if list := w.read(partner(), partner().PageID+"/posts?fields=id,message").list("data"); len(list) != 3 {
		t.Errorf("posts: %v", list)
	}
	if list := w.read(partner(), partner().PageID+"/videos?fields=id,description,permalink_url").list("data"); len(list) != 2 {
		t.Errorf("videos: %v", list)
	}
	if got := w.read(partner(), reel+"?fields=permalink_url").text("permalink_url"); got != "/reel/"+reel+"/" {
		t.Errorf("the address of a reel is %q", got)
	}
	if ans := w.remove(partner(), photo.text("post_id")); ans.get("success") != true {
		t.Errorf("%s", ans.raw)
	}
	if ans := w.read(partner(), photo.text("post_id")+"?fields=permalink_url"); ans.code() != "100/33" || len(w.page()) != len(want) {
		t.Errorf("after its deletion: %s", ans.raw)
	}
	w.clock.Advance(24 * time.Hour)
	if list := w.read(partner(), partner().PageID+"/stories").list("data"); len(list) != 0 {
		t.Errorf("stories a day later: %v", list)
	}
}

func TestPage_AVideoTakesItsTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST latency", `{"videoMs":60000}`)
	id, finish := w.phased("video_reels", tall(540, 960, 90*time.Second))
	if finish.get("success") != true {
		t.Fatal(finish.raw)
	}
	status := func() string { return w.read(partner(), id+"?fields=status").text("status.video_status") }
	if got := status(); got != "processing" {
		t.Errorf("at first %s", got)
	}
	w.clock.Advance(time.Minute)
	if got := status(); got != "ready" {
		t.Errorf("a minute later %s", got)
	}
}

func TestPage_IsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.media.files["/page.html"] = []byte("<html>")
	started := w.onPage("video_reels", "upload_phase", "start").text("video_id")
	refusals := map[string]struct {
		ans  answer
		code string
	}{
		"a photo without a URL":      {w.onPage("photos"), "100/0"},
		"a page for a photo":         {w.onPage("photos", "url", w.media.url("/page.html")), "324/0"},
		"a photo that is not there":  {w.onPage("photos", "url", w.media.url("/none.jpg")), "324/0"},
		"a story of no photo":        {w.onPage("photo_stories", "photo_id", "1"), "100/0"},
		"no phase":                   {w.onPage("video_reels"), "100/0"},
		"finished before the upload": {w.onPage("video_reels", "upload_phase", "finish", "video_id", started, "video_state", "PUBLISHED"), "100/0"},
		"finished as something else": {w.onPage("video_stories", "upload_phase", "finish", "video_id", started), "100/0"},
		"finished and never started": {w.onPage("video_reels", "upload_phase", "finish", "video_id", "7", "video_state", "PUBLISHED"), "100/0"},
		"a video without a file":     {w.onPage("videos", "description", "x"), "100/0"},
		"a video that is not there":  {w.onPage("videos", "file_url", w.media.url("/none.mp4")), "389/0"},
		"a video that is none":       {w.onPage("videos", "file_url", w.media.url("/image.jpg")), "352/0"},
		"another account's Page":     {w.post(partner(), "100000000000999/photos", "url", w.media.url("/image.jpg")), "2500/0"},
		"the user's own token":       {w.must(http.MethodPost, w.target(partner(), partner().PageID+"/photos"), "url=x", "Content-Type", "application/x-www-form-urlencoded", "Authorization", "Bearer "+partner().UserToken.Reveal()), "200/0"},
		"a token of the other login": {w.must(http.MethodPost, w.target(partner(), partner().PageID+"/photos"), "", "Authorization", "Bearer "+primary().Token.Reveal()), "190/0"},
		"a post that nobody sees":    {w.remove(partner(), started), "100/33"},
	}
	for name, video := range map[string][]byte{
		"352/1363128 a short reel":    tall(1080, 1920, 2*time.Second),
		"352/1363128 a long reel":     tall(1080, 1920, 91*time.Second),
		"352/1363040 a wide reel":     tall(1920, 1080, 10*time.Second),
		"352/1363127 a small reel":    tall(270, 480, 10*time.Second),
		"352/1363129 a slow reel":     mp4test.Movie{FrameRate: 20}.Bytes(),
		"352/1363129 a hasty reel":    mp4test.Movie{FrameRate: 75}.Bytes(),
		"352/0 a reel that is no MP4": []byte("noise noise noise"),
	} {
		code, name, _ := strings.Cut(name, " ")
		_, ans := w.phased("video_reels", video)
		refusals[name] = struct {
			ans  answer
			code string
		}{ans, code}
	}
	_, long := w.phased("video_stories", tall(1080, 1920, 61*time.Second))
	refusals["a long story"] = struct {
		ans  answer
		code string
	}{long, "352/1363128"}
	for name, c := range refusals {
		if c.ans.code() != c.code {
			t.Errorf("%s: %s, want %s", name, c.ans.raw, c.code)
		}
	}
	if got := w.page(); len(got) != 0 {
		t.Errorf("visible are %v", got)
	}
}

func TestPage_ThirtyReelsADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 30 {
		if _, ans := w.phased("video_reels", tall(540, 960, 5*time.Second)); ans.get("success") != true {
			t.Fatal(ans.raw)
		}
	}
	if _, ans := w.phased("video_reels", tall(540, 960, 5*time.Second)); ans.code() != "613/0" {
		t.Errorf("%s", ans.raw)
	}
	w.clock.Advance(24 * time.Hour)
	if _, ans := w.phased("video_reels", tall(540, 960, 5*time.Second)); ans.get("success") != true {
		t.Errorf("a day later: %s", ans.raw)
	}
}

// TestPage_AVideoInTheCall comes as a form with a file in it.
func TestPage_AVideoInTheCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	send := func(content []byte) answer { return w.sendForm("description", "plain", "source", string(content)) }
	ans := send(append(tall(1920, 1080, 10*time.Second), mp4box("free", make([]byte, 3<<20))...))
	if ans.text("id") == "" {
		t.Fatal(ans.raw)
	}
	if got := w.read(partner(), ans.text("id")+"?fields=description").text("description"); got != "plain" {
		t.Errorf("the text is %q", got)
	}
	if ans := send([]byte("noise")); ans.code() != "352/0" || len(w.page()) != 1 {
		t.Errorf("%s, %v", ans.raw, w.page())
	}
}

// sendForm publishes a video in a form of parts, which are names and contents; source is the file.
func (w *world) sendForm(parts ...string) answer {
	w.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		create := form.CreateFormField
		if parts[i] == "source" {
			create = func(name string) (io.Writer, error) { return form.CreateFormFile(name, "a.mp4") }
		}
		part, err := create(parts[i])
		if err != nil {
			w.t.Fatal(err)
		}
		_, _ = io.WriteString(part, parts[i+1])
	}
	_ = form.Close()
	return w.must(http.MethodPost, w.target(partner(), partner().PageID+"/videos"), b.String(),
		"Content-Type", form.FormDataContentType(), "Authorization", "Bearer "+partner().Token.Reveal())
}

// TestPage_FormIsBounded: all texts of a form have at most 1 MiB, and it has one file.
func TestPage_FormIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	film, text := string(tall(1920, 1080, 10*time.Second)), strings.Repeat("x", 400<<10)
	for name, ans := range map[string]answer{
		"long texts":     w.sendForm("description[0]", text, "description[1]", text, "description[2]", text, "source", film),
		"one long text":  w.sendForm("description", text+text+text, "source", film),
		"two files":      w.sendForm("source", film, "source", film),
		"many same ones": w.sendForm(slices.Concat(slices.Repeat([]string{"description", text}, 3), []string{"source", film})...),
	} {
		if ans.status != http.StatusBadRequest || ans.code() != "100/0" {
			t.Errorf("%s: %d %s", name, ans.status, ans.raw)
		}
	}
	if len(w.page()) != 0 {
		t.Errorf("published: %v", w.page())
	}
}

// TestPage_StateSurvives a restart and a rewriting of the file.
func TestPage_StateSurvives(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "world")
	for round := range 3 {
		w := openWorld(t, sandbox.Options{StateFile: path})
		if got := w.page(); len(got) != round {
			t.Errorf("round %d: %v", round, got)
		}
		w.onPage("photos", "url", w.media.url("/image.jpg"))
		w.server.Close()
		if err := w.network.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPage_RefusedAndVisible: the call takes effect, and is answered with an error.
func TestPage_RefusedAndVisible(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST faults", `{"match":{"path":"/(photos|videos|video_reels)$"},"skip":1,"times":3,"code":368,"message":"Blocked","afterCommit":true}`)
	start := w.onPage("video_reels", "upload_phase", "start")
	video := tall(1080, 1920, 10*time.Second)
	if ans := w.send(start.text("upload_url"), video, 0, len(video)); ans.get("success") != true {
		t.Fatal(ans.raw)
	}
	for _, got := range []answer{
		w.onPage("photos", "url", w.media.url("/image.jpg")),
		w.onPage("videos", "file_url", w.media.url("/reel.mp4")),
		w.onPage("video_reels", "upload_phase", "finish", "video_id", start.text("video_id"), "video_state", "PUBLISHED"),
	} {
		if got.code() != "368/0" {
			t.Errorf("got %s", got.raw)
		}
	}
	if got := w.page(); len(got) != 3 {
		t.Errorf("visible are %v", got)
	}
}

// TestPage_APhotoInTwoCalls is visible with the second alone, as one post.
func TestPage_APhotoInTwoCalls(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	stage := func() string {
		return w.onPage("photos", "url", w.media.url("/image.jpg"), "published", "false", "caption", "staged").text("id")
	}
	first, second, third, old := stage(), stage(), stage(), stage()
	posted := []answer{
		w.onPage("feed", "message", "hello", "attached_media[0]", `{"media_fbid":"`+first+`"}`),
		w.onPage("feed", "attached_media", `[{"media_fbid":`+second+`}]`),
		w.must(http.MethodPost, w.target(partner(), partner().PageID+"/feed"), `{"message":"JSON","attached_media":[{"media_fbid":"`+third+`"}]}`,
			"Content-Type", "application/json", "Authorization", "Bearer "+partner().Token.Reveal()),
	}
	var want []string
	for _, ans := range posted {
		if !strings.HasPrefix(ans.text("id"), partner().PageID+"_") {
			t.Fatal(ans.raw)
		}
		want = append(want, "photo "+ans.text("id"))
	}
	w = w.reopen()
	if got := w.page(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	list := w.read(partner(), partner().PageID+"/posts?fields=id,message,attachments{target{id},media_type}")
	for _, part := range []string{
		`{"id":"` + posted[0].text("id") + `","message":"hello","attachments":{"data":[{"target":{"id":"` + first + `"},"media_type":"photo"}]}}`,
		`"message":"JSON"`, `{"target":{"id":"` + second + `"}`,
	} {
		if !strings.Contains(list.raw, part) {
			t.Errorf("%s is not in %s", part, list.raw)
		}
	}
	if got := w.read(partner(), posted[0].text("id")+"?fields=attachments"); !strings.Contains(got.raw, `"media_type":"photo","target":{"id":"`+first+`"},"url":`) {
		t.Errorf("got %s", got.raw)
	}
	published := w.onPage("photos", "url", w.media.url("/image.jpg")).text("id")
	used := stage()
	w.onPage("photo_stories", "photo_id", used)
	fresh := stage()
	attach := func(id string) answer { return w.onPage("feed", "attached_media[0]", `{"media_fbid":"`+id+`"}`) }
	for name, c := range map[string]struct {
		ans  answer
		code string
	}{
		"used in a post":       {attach(first), "100/0"},
		"used in a story":      {attach(used), "100/0"},
		"published at once":    {attach(published), "100/0"},
		"a story of it":        {w.onPage("photo_stories", "photo_id", first), "100/0"},
		"unknown":              {attach("7"), "100/33"},
		"a video":              {attach(w.onPage("videos", "file_url", w.media.url("/reel.mp4")).text("id")), "100/33"},
		"no number":            {attach("../7"), "100/0"},
		"nothing attached":     {w.onPage("feed", "message", "text alone"), "100/0"},
		"no JSON":              {w.onPage("feed", "attached_media", fresh), "100/0"},
		"none":                 {w.onPage("feed", "attached_media", "[]"), "100/0"},
		"two":                  {w.onPage("feed", "attached_media[0]", `{"media_fbid":"`+fresh+`"}`, "attached_media[1]", `{"media_fbid":"`+old+`"}`), "100/0"},
		"a long text":          {w.onPage("feed", "attached_media[0]", `{"media_fbid":"`+fresh+`"}`, "message", strings.Repeat("é", 63207)), "100/0"},
		"an unknown field":     {w.read(partner(), partner().PageID+"/posts?fields=attachments{nothing}"), "100/0"},
		"a target without one": {w.read(partner(), partner().PageID+"/posts?fields=attachments{target{nothing}}"), "100/0"},
		"the user's own token": {w.must(http.MethodPost, w.target(partner(), partner().PageID+"/feed"), "", "Authorization", "Bearer "+partner().UserToken.Reveal()), "200/0"},
	} {
		if c.ans.code() != c.code {
			t.Errorf("%s: %s, want %s", name, c.ans.raw, c.code)
		}
	}
	w.clock.Advance(24 * time.Hour)
	if got := attach(old); got.code() != "100/33" {
		t.Errorf("a day later: %s", got.raw)
	}
}
