package sandbox_test

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/sandbox"
)

const lateByAMinute = `{"match":{"method":"POST","path":"/(media_publish|photos|feed|videos|video_reels|video_stories)$"},"effectAfterMs":60000}`

// postLost posts a form to an edge of the Page and wants the connection to be cut without an
// answer.
func (w *world) postLost(edge, body, contentType string) {
	w.t.Helper()
	ans, err := w.do(http.MethodPost, w.target(partner(), partner().PageID+"/"+edge), body,
		"Content-Type", contentType, "Authorization", "Bearer "+partner().Token.Reveal())
	if !errors.Is(err, io.EOF) {
		w.t.Errorf("%s: got %d %q, %v", edge, ans.status, ans.raw, err)
	}
}

const urlencoded = "application/x-www-form-urlencoded"

func TestLate_APublishTakesEffectWhenItIsDue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.createImage(primary(), "late")
	w.control("POST faults", lateByAMinute)
	w.publishLost(id)
	w.clock.Advance(30 * time.Second)
	w.control("POST clock", `{"advanceMs":29999}`)
	if got := w.status(primary(), id); got != "FINISHED" || len(w.outcomes()) != 0 {
		t.Errorf("before: %s, %v", got, w.outcomes())
	}
	w.control("POST clock", `{"advanceMs":1}`)
	l := w.ledger()
	if len(l.Publications) != 1 || l.Publications[0].ContainerID != id || l.Publications[0].PublishedAt != "2026-11-21T12:01:00.000Z" ||
		!slices.Equal(w.outcomes(), []string{"published"}) {
		t.Errorf("when it is due: %+v", l)
	}
	if got := w.status(primary(), id); got != "PUBLISHED" {
		t.Errorf("the container is %s", got)
	}
	if log := w.control("GET log", "").raw; strings.Count(log, "media_publish") != 1 {
		t.Errorf("the log: %s", log)
	}
}

// TestLate_TheNetworkChecksThen what a call may do, and not when it came.
func TestLate_TheNetworkChecksThen(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		after, between string
		publish        bool
		want           []string
	}{
		"published meanwhile": {`60000`, `POST clock {"advanceMs":60000}`, true, []string{"published", "republish_refused"}},
		"expired by then":     {`86400000`, `POST clock {"advanceMs":86400000}`, false, []string{"expired"}},
		"no token by then":    {`1`, `POST tokens {"accountId":"` + primary().SNUserID + `","action":"revoke"}`, false, []string{"token_dead"}},
		"the cap is used":     {`1`, `POST quota {"accountId":"` + primary().SNUserID + `","used":50}`, false, []string{"cap_reached"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			id := w.createImage(primary(), "")
			w.control("POST faults", `{"match":{"path":"media_publish"},"effectAfterMs":`+tc.after+`}`)
			w.publishLost(id)
			published := 0
			if tc.publish {
				w.publish(primary(), id)
				published = 1
			}
			call, body, _ := strings.Cut(strings.TrimPrefix(tc.between, "POST "), " ")
			w.control("POST "+call, body)
			w.clock.Advance(time.Millisecond)
			if got := w.outcomes(); !slices.Equal(got, tc.want) || len(w.ledger().Publications) != published {
				t.Errorf("%v, %+v", got, w.ledger().Publications)
			}
		})
	}
}

// TestLate_OfEveryKindOnAPage, of a video in the call as well: nobody sees them before, and nobody
// twice.
func TestLate_OfEveryKindOnAPage(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "world")
	w := openWorld(t, sandbox.Options{StateFile: path})
	kept, c := w.media, w.clock
	picture := w.media.url("/image.jpg")
	upload := func(edge string) string {
		start := w.onPage(edge, "upload_phase", "start")
		video := tall(1080, 1920, 10*time.Second)
		if ans := w.send(start.text("upload_url"), video, 0, len(video)); ans.get("success") != true {
			t.Fatal(ans.raw)
		}
		params := "upload_phase=finish&video_id=" + start.text("video_id")
		if edge == "video_reels" {
			params += "&video_state=PUBLISHED"
		}
		return params
	}
	staged := w.onPage("photos", "url", picture, "published", "false").text("id")
	reel, story := upload("video_reels"), upload("video_stories")
	w.control("POST faults", strings.Replace(lateByAMinute, `"effectAfterMs"`, `"times":6,"effectAfterMs"`, 1))
	w.postLost("photos", "url="+picture+"&caption=late", urlencoded)
	w.postLost("feed", url.Values{"attached_media[0]": {`{"media_fbid":"` + staged + `"}`}}.Encode(), urlencoded)
	form, contentType := videoForm(t, append(tall(1920, 1080, 10*time.Second), mp4box("free", make([]byte, 3<<20))...))
	w.postLost("videos", form, contentType)
	w.postLost("videos", "file_url="+w.media.url("/reel.mp4"), urlencoded)
	w.postLost("video_reels", reel, urlencoded)
	w.postLost("video_stories", story, urlencoded)
	if got := w.page(); len(got) != 0 {
		t.Errorf("before: %v", got)
	}
	w.server.Close()
	if err := w.network.Close(); err != nil {
		t.Fatal(err)
	}
	w = openWorld(t, sandbox.Options{StateFile: path, Clock: c})
	w.clock, w.media = c, kept
	if got := w.page(); len(got) != 0 {
		t.Errorf("after a restart: %v", got)
	}
	w.clock.Advance(time.Minute)
	kinds := func() (all []string) {
		for _, p := range w.page() {
			kind, _, _ := strings.Cut(p, " ")
			all = append(all, kind)
		}
		return all
	}
	want := []string{"photo", "reel", "video_story", "photo", "video", "video"} // As they were begun: all appeared at one instant.
	if got := kinds(); !slices.Equal(got, want) {
		t.Errorf("when they are due: %v", got)
	}
	w.clock.Advance(time.Minute)
	if got := kinds(); !slices.Equal(got, want) {
		t.Errorf("later: %v", got)
	}
}

// videoForm returns a form with a video in it.
func videoForm(t *testing.T, video []byte) (body, contentType string) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("source", "a.mp4")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(video)
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), form.FormDataContentType()
}

// TestLate_NobodyNeedsToAsk: the effect comes by the time alone.
func TestLate_NobodyNeedsToAsk(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST faults", lateByAMinute)
	w.postLost("photos", "url="+w.media.url("/image.jpg"), urlencoded)
	select {
	case <-w.media.asked:
		t.Error("the picture is fetched before")
	default:
	}
	if err := w.clock.BlockUntil(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(time.Minute)
	<-w.media.asked
	if got := w.page(); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestLate_SurvivesAKillAndEndsWithAReset(t *testing.T) {
	t.Parallel()
	w := newStateWorld(t)
	first, second := w.createImage(primary(), "first"), w.createImage(primary(), "second")
	w.control("POST faults", strings.Replace(lateByAMinute, `"effectAfterMs"`, `"times":3,"effectAfterMs"`, 1))
	w.publishLost(first)
	w.clock.Advance(time.Second)
	w.publishLost(second)
	w = w.reopen()
	w.clock.Advance(59 * time.Second)
	if got := w.ledger().Publications; len(got) != 1 || got[0].Caption != "first" {
		t.Errorf("after a kill: %+v", got)
	}
	w = w.reopen()
	w.clock.Advance(time.Second)
	if got := w.outcomes(); !slices.Equal(got, []string{"published", "published"}) {
		t.Errorf("after another one: %v", got)
	}
	third := w.createImage(primary(), "third")
	w.publishLost(third)
	w.control("POST reset", "")
	w = w.reopen()
	w.clock.Advance(time.Hour)
	if got := w.ledger(); len(got.Publications)+len(got.PublishCalls) != 0 {
		t.Errorf("after a reset: %+v", got)
	}
}

// TestLate_AFormThatBreaksOff takes no effect: the network never had the call.
func TestLate_AFormThatBreaksOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST faults", lateByAMinute)
	form, contentType := videoForm(t, movie(10*time.Second))
	cut := io.MultiReader(strings.NewReader(form[:1000]), broken{})
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/graph-fb/v25.0/"+partner().PageID+"/videos", cut)
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer "+partner().Token.Reveal())
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the connection was not cut")
			}
		}()
		w.network.Handler().ServeHTTP(httptest.NewRecorder(), req)
	}()
	w.clock.Advance(time.Minute)
	if got := w.page(); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// broken ends a body before its end.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
