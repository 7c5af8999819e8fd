package sandbox_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/sandbox"
)

// keptFiles returns the names of what the network keeps in files beside its state file.
func keptFiles(t *testing.T, state string) (names []string) {
	t.Helper()
	for _, folder := range []string{".pictures", ".uploads"} {
		entries, err := os.ReadDir(state + folder)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
	}
	return names
}

// serveWhole answers GET with file, parts of it too. A request for all of it gets the first half;
// then rest decides.
func serveWhole(t *testing.T, file []byte, rest func(w http.ResponseWriter)) string {
	t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Range") != "" {
			http.ServeContent(w, r, "", start, bytes.NewReader(file))
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(file)))
		_, _ = w.Write(file[:len(file)/2])
		_ = http.NewResponseController(w).Flush()
		rest(w)
		_, _ = w.Write(file[len(file)/2:])
	}))
	t.Cleanup(host.Close)
	return host.URL
}

// TestReset_WhileMediaAreFetched: of what comes in after the reset, nothing is there.
func TestReset_WhileMediaAreFetched(t *testing.T) {
	t.Parallel()
	photo, video := picture(t, 1080, 1080), movie(10*time.Second)
	for name, c := range map[string]struct {
		file []byte
		// isLate has the fetch left to a read of the status.
		isLate bool
		page   string
		params []string
	}{
		"a picture":               {photo, false, "", []string{"image_url"}},
		"a picture, later":        {photo, true, "", []string{"image_url"}},
		"a reel":                  {video, false, "", []string{"media_type", "REELS", "video_url"}},
		"a reel, later":           {video, true, "", []string{"media_type", "REELS", "video_url"}},
		"a picture on the Page":   {photo, false, "photos", []string{"url"}},
		"a hidden one":            {photo, false, "photos", []string{"published", "false", "url"}},
		"a video on the Page":     {video, false, "videos", []string{"file_url"}},
		"an item of the carousel": {photo, true, "", []string{"is_carousel_item", "true", "image_url"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state := filepath.Join(t.TempDir(), "sandbox.state")
			w := openWorld(t, sandbox.Options{StateFile: state})
			atFirst := sandbox.LiveEntities(w.network)
			begun, release := make(chan struct{}), make(chan struct{})
			address := serveWhole(t, c.file, func(http.ResponseWriter) { close(begun); <-release })
			a := partner()
			target := w.target(a, a.SNUserID+"/media")
			if c.page != "" {
				target = w.target(a, a.PageID+"/"+c.page)
			}
			form := url.Values{}
			params := append(slices.Clone(c.params), address)
			for i := 0; i < len(params); i += 2 {
				form.Set(params[i], params[i+1])
			}
			method, body := http.MethodPost, form.Encode()
			if c.isLate {
				w.control("POST latency", `{"imageMs":1000,"videoMs":1000}`)
				target = w.target(a, w.create(a, params...)+"?fields=status_code")
				w.clock.Advance(time.Second)
				method, body = http.MethodGet, ""
			}
			done := make(chan answer, 1)
			go func() {
				got, err := w.do(method, target, body, "Content-Type", "application/x-www-form-urlencoded", "Authorization", "Bearer "+a.Token.Reveal())
				if err != nil {
					t.Error(err)
				}
				done <- got
			}()
			<-begun
			w.control("POST reset", "")
			if left := keptFiles(t, state); len(left) != 0 {
				t.Errorf("after the reset there are %v", left)
			}
			close(release)
			if got := <-done; got.status == http.StatusOK {
				t.Errorf("the call was answered %s", got.raw)
			}
			if left := keptFiles(t, state); len(left) != 0 || sandbox.LiveEntities(w.network) != atFirst {
				t.Errorf("when all has ended there are %v, and %d things where there were %d", left, sandbox.LiveEntities(w.network), atFirst)
			}
			if page := w.open(w.server.URL+"/", http.StatusOK); !strings.Contains(page, "Nothing yet") {
				t.Errorf("the page shows %s", page)
			}
		})
	}
}

// TestFetch_ThatBreaksOff: media that came in half make no post, and nothing of them is shown.
func TestFetch_ThatBreaksOff(t *testing.T) {
	t.Parallel()
	photo, video := picture(t, 1080, 1080), movie(10*time.Second)
	cut := func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
	state := filepath.Join(t.TempDir(), "sandbox.state")
	w := openWorld(t, sandbox.Options{StateFile: state})
	a := partner()
	halfPhoto, halfVideo := serveWhole(t, photo, cut), serveWhole(t, video, cut)
	for name, c := range map[string]struct {
		path, code string
		params     []string
	}{
		"a picture":             {a.SNUserID + "/media", "9004/2207052", []string{"image_url", halfPhoto}},
		"a cover":               {a.SNUserID + "/media", "9004/2207052", []string{"media_type", "REELS", "video_url", w.media.url("/reel.mp4"), "cover_url", halfPhoto}},
		"a picture on the Page": {a.PageID + "/photos", "324/0", []string{"url", halfPhoto}},
		"a video on the Page":   {a.PageID + "/videos", "389/0", []string{"file_url", halfVideo}},
	} {
		if got := w.post(a, c.path, c.params...); got.code() != c.code {
			t.Errorf("%s: %d %s", name, got.status, got.raw)
		}
	}
	wantError := func(name, id string) {
		t.Helper()
		got := w.read(a, id+"?fields=status_code,status")
		if got.text("status_code") != "ERROR" || !strings.HasSuffix(got.text("status"), "2207052") {
			t.Errorf("%s: %s", name, got.raw)
		}
		if got := w.tryPublish(a, id); got.status == http.StatusOK {
			t.Errorf("%s was published", name)
		}
	}
	wantError("a reel", w.create(a, "media_type", "REELS", "video_url", halfVideo))
	w.control("POST latency", `{"imageMs":1000,"videoMs":1000}`)
	late := map[string]string{
		"a reel, later": w.create(a, "media_type", "REELS", "video_url", halfVideo), "a picture, later": w.create(a, "image_url", halfPhoto),
	}
	w.clock.Advance(time.Second)
	for name, id := range late {
		wantError(name, id)
	}
	if left := keptFiles(t, state); len(left) != 0 {
		t.Errorf("there are %v", left)
	}
}

// TestReset_WhileAnUploadComesIn leaves nothing of the upload, and says that there is none.
func TestReset_WhileAnUploadComesIn(t *testing.T) {
	t.Parallel()
	state := filepath.Join(t.TempDir(), "sandbox.state")
	w := openWorld(t, sandbox.Options{StateFile: state})
	video := movie(10 * time.Second)
	_, uri := w.session("media_type", "REELS")
	body, sender := io.Pipe()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, uri, body)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"Authorization": "OAuth " + partner().Token.Reveal(), "offset": "0", "file_size": fmt.Sprint(len(video))} {
		req.Header.Set(name, value)
	}
	status := make(chan int, 1)
	go func() {
		resp, err := w.server.Client().Do(req)
		if err != nil {
			t.Error(err)
			close(status)
			return
		}
		status <- resp.StatusCode
		_ = resp.Body.Close()
	}()
	_, _ = sender.Write(video[:len(video)/2])
	w.control("POST reset", "")
	_, _ = sender.Write(video[len(video)/2:])
	_ = sender.Close()
	if got := <-status; got != http.StatusBadRequest {
		t.Errorf("the upload was answered %d", got)
	}
	if left := keptFiles(t, state); len(left) != 0 {
		t.Errorf("there are %v", left)
	}
}
