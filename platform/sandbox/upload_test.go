package sandbox_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/sandbox"
)

// session makes a container whose bytes are to be sent, and returns its id and where they go.
func (w *world) session(pairs ...string) (id, uri string) {
	w.t.Helper()
	ans := w.post(partner(), partner().SNUserID+"/media", append([]string{"upload_type", "resumable"}, pairs...)...)
	if ans.status != http.StatusOK || !strings.HasPrefix(ans.text("uri"), w.server.URL+"/rupload/ig-api-upload/v25.0/") {
		w.t.Fatalf("%d %s", ans.status, ans.raw)
	}
	return ans.text("id"), ans.text("uri")
}

// send sends bytes to an upload's address.
func (w *world) send(uri string, content []byte, offset, size int) answer {
	w.t.Helper()
	return w.must(http.MethodPost, uri, string(content), "Authorization", "OAuth "+partner().Token.Reveal(),
		"offset", fmt.Sprint(offset), "file_size", fmt.Sprint(size))
}

func (w *world) videoStatus(id string) string {
	w.t.Helper()
	b, err := json.Marshal(w.read(partner(), id+"?fields=video_status,status_code").get("video_status"))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(b)
}

func refusedAs(ans answer) string { return ans.text("debug_info.type") }

func TestUpload_FromTheFirstByteToThePost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	video := movie(10 * time.Second)
	half := len(video) / 2
	for _, pairs := range [][]string{{"media_type", "REELS", "caption", "reel"}, {"media_type", "STORIES"}} {
		id, uri := w.session(pairs...)
		if got := w.videoStatus(id); got != `{"processing_phase":{"status":"not_started"},"uploading_phase":{"bytes_transferred":0,"status":"not_started"}}` {
			t.Errorf("at first: %s", got)
		}
		if ans := w.send(uri, video[:half], 0, len(video)); refusedAs(ans) != "PartialRequestError" {
			t.Errorf("a part: %s", ans.raw)
		}
		if got := w.videoStatus(id); !strings.Contains(got, fmt.Sprintf(`"bytes_transferred":%d,"status":"in_progress"`, half)) {
			t.Errorf("half: %s", got)
		}
		if got := w.status(partner(), id); got != "IN_PROGRESS" {
			t.Errorf("half: %s", got)
		}
		if ans := w.tryPublish(partner(), id); ans.code() != "9007/2207027" {
			t.Errorf("published half: %s", ans.raw)
		}
		for _, offset := range []int{0, half - 1, half + 1, len(video)} {
			if ans := w.send(uri, video[min(offset, len(video)):], offset, len(video)); refusedAs(ans) != "OffsetInvalidError" {
				t.Errorf("from %d: %s", offset, ans.raw)
			}
		}
		if ans := w.send(uri, video[half:], half, len(video)); ans.status != http.StatusOK || ans.get("success") != true {
			t.Fatalf("the rest: %s", ans.raw)
		}
		if ans := w.send(uri, nil, len(video), len(video)); ans.get("success") != true {
			t.Errorf("nothing more: %s", ans.raw)
		}
		if got := w.status(partner(), id); got != "FINISHED" {
			t.Errorf("all: %s", got)
		}
		w.publish(partner(), id)
	}
	if l := w.ledger(); len(l.Publications) != 2 || l.Publications[0].Caption != "reel" {
		t.Errorf("%+v", l)
	}
}

func TestUpload_IsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	video := movie(10 * time.Second)
	id, uri := w.session("media_type", "REELS")
	authorized := []string{"Authorization", "OAuth " + partner().Token.Reveal(), "offset", "0", "file_size", fmt.Sprint(len(video))}
	with := func(name, value string) []string {
		headers := append([]string(nil), authorized...)
		for i := 0; i < len(headers); i += 2 {
			if headers[i] == name {
				headers[i+1] = value
			}
		}
		return headers
	}
	for name, c := range map[string]struct {
		uri     string
		headers []string
	}{
		"another scheme":   {uri, with("Authorization", "Bearer "+partner().Token.Reveal())},
		"another token":    {uri, with("Authorization", "OAuth "+primary().Token.Reveal())},
		"no token":         {uri, authorized[2:]},
		"no headers":       {uri, authorized[:2]},
		"no file":          {uri, with("file_size", "0")},
		"a negative size":  {uri, with("file_size", "-1")},
		"an offset a word": {uri, with("offset", "x")},
		"no session":       {strings.Replace(uri, id, "17890000000000999", 1), authorized},
		"the other door":   {strings.Replace(uri, "ig-api-upload", "video-upload", 1), authorized},
	} {
		if ans := w.must(http.MethodPost, c.uri, string(video), c.headers...); ans.status != http.StatusBadRequest || refusedAs(ans) != "ProcessingFailedError" {
			t.Errorf("%s: %d %s", name, ans.status, ans.raw)
		}
	}
	for name, c := range map[string]struct {
		account sandbox.Account
		pairs   []string
	}{
		"primary":      {primary(), []string{"media_type", "REELS"}},
		"an image":     {partner(), []string{}},
		"a carousel":   {partner(), []string{"media_type", "CAROUSEL"}},
		"with a URL":   {partner(), []string{"media_type", "REELS", "video_url", "http://x/1.mp4"}},
		"another type": {partner(), []string{"media_type", "REELS", "upload_type", "moon"}},
	} {
		pairs := append([]string{"upload_type", "resumable"}, c.pairs...)
		if ans := w.post(c.account, c.account.SNUserID+"/media", pairs...); !strings.HasPrefix(ans.code(), "100/") {
			t.Errorf("%s: %s", name, ans.raw)
		}
	}
	// Fields that only an upload has.
	plain := w.createImage(partner(), "x")
	if ans := w.read(partner(), plain+"?fields=video_status"); ans.code() != "100/0" {
		t.Errorf("video_status of a picture: %s", ans.raw)
	}
}

func TestUpload_WhatIsWrongInside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, video := range map[string][]byte{"too short": movie(time.Second), "too long": movie(20 * time.Minute), "no movie": []byte("noise noise")} {
		id, uri := w.session("media_type", "REELS")
		if ans := w.send(uri, video, 0, len(video)); ans.get("success") != true {
			t.Errorf("%s: %s", name, ans.raw)
		}
		if ans := w.read(partner(), id+"?fields=status_code,status"); ans.text("status_code") != "ERROR" || !strings.Contains(ans.text("status"), "2207026") {
			t.Errorf("%s: %s", name, ans.raw)
		}
	}
}

// TestUpload_SurvivesARestart with as many bytes as came in, also those of a call that was cut.
func TestUpload_SurvivesARestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "world")
	w := openWorld(t, sandbox.Options{StateFile: path})
	video := movie(10 * time.Second)
	id, uri := w.session("media_type", "REELS")
	w.control("POST faults", `{"match":{"path":"ig-api-upload"},"afterBytes":1000}`)
	if _, err := w.do(http.MethodPost, uri, string(video), "Authorization", "OAuth "+partner().Token.Reveal(), "offset", "0", "file_size", fmt.Sprint(len(video))); err == nil {
		t.Error("the call was answered")
	}
	w.server.Close()
	if err := w.network.Close(); err != nil {
		t.Fatal(err)
	}
	var err error
	if w.network, err = sandbox.Open(sandbox.Options{StateFile: path, Clock: w.clock}); err != nil {
		t.Fatal(err)
	}
	w.server = httptest.NewServer(w.network.Handler())
	if got := w.videoStatus(id); !strings.Contains(got, `"bytes_transferred":1000`) {
		t.Errorf("after the restart: %s", got)
	}
	_, place, _ := strings.Cut(uri, "/rupload")
	uri = w.server.URL + "/rupload" + place
	if ans := w.send(uri, video[1000:], 1000, len(video)); ans.get("success") != true || w.status(partner(), id) != "FINISHED" {
		t.Errorf("%s", ans.raw)
	}
}

// TestUpload_Stuck: an upload that failed at the network while its container goes on for ever.
func TestUpload_Stuck(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.control("POST containers/next", `{"force":"STUCK"}`)
	video := movie(10 * time.Second)
	id, uri := w.session("media_type", "REELS")
	w.send(uri, video, 0, len(video))
	if got := w.videoStatus(id); !strings.Contains(got, "OIL Error") || !strings.Contains(got, `"status":"error"`) || w.status(partner(), id) != "IN_PROGRESS" {
		t.Errorf("%s, %s", got, w.status(partner(), id))
	}
}

func TestFault_AfterBytesStandsAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, body := range []string{`{"afterBytes":-1}`, `{"afterBytes":1,"dropBefore":true}`, `{"afterBytes":1,"http":500}`, `{"afterBytes":0}`} {
		if ans := w.tryControl("POST faults", body); ans.status != http.StatusBadRequest {
			t.Errorf("%s: %d", body, ans.status)
		}
	}
}

// TestUpload_DropsOldBytes: bytes that nobody has added to in a week are no upload any more, such
// as those that a kill left behind. Younger ones stay.
func TestUpload_DropsOldBytes(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "sandbox.state")
	folder := path + ".uploads"
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"source-AB": 7*24*time.Hour + time.Minute, "17890000000000001": 6 * 24 * time.Hour} {
		file, at := filepath.Join(folder, name), clock.System().Now().Add(-age)
		if err := errors.Join(os.WriteFile(file, []byte("x"), 0o600), os.Chtimes(file, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	openWorld(t, sandbox.Options{StateFile: path})
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 || left[0].Name() != "17890000000000001" {
		t.Errorf("left are %v, %v", left, err)
	}
}
