package graph_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/platform/graph"
)

const videoID = "122000000000001"

// uploads is a network that takes bytes and answers everything with one handler.
type uploads struct {
	client *graph.Client
	url    string

	mu       sync.Mutex
	requests []*http.Request
	bodies   []string
}

func newUploads(t *testing.T, h func(n *uploads) http.HandlerFunc) *uploads {
	t.Helper()
	n := &uploads{}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		n.mu.Lock()
		n.requests, n.bodies = append(n.requests, r), append(n.bodies, string(body))
		n.mu.Unlock()
		h(n)(w, r)
	}))
	n.url = srv.URL
	n.client = graph.New(graph.Options{Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(srv.URL) }})
	t.Cleanup(func() {
		n.client.CloseIdleConnections()
		srv.Close()
	})
	return n
}

func always(status int, body string) func(*uploads) http.HandlerFunc {
	return func(*uploads) http.HandlerFunc { return answers(status, body) }
}

func file(content string) graph.File {
	return graph.File{At: strings.NewReader(content), Size: int64(len(content))}
}

func TestSendBytes_SendsTheRestInTheNetworksOwnWay(t *testing.T) {
	t.Parallel()
	for offset, want := range map[int64]string{0: "0123456789", 4: "456789", 10: ""} {
		n := newUploads(t, always(http.StatusOK, `{"success":true,"message":"Upload successful."}`))
		if err := n.client.SendBytes(t.Context(), partner, n.url+"/rupload/ig-api-upload/v25.0/1", file("0123456789"), offset); err != nil {
			t.Fatal(err)
		}
		r := n.requests[0]
		if n.bodies[0] != want || r.Method != http.MethodPost || r.URL.Path != "/rupload/ig-api-upload/v25.0/1" || r.ContentLength != int64(len(want)) {
			t.Errorf("%d: %s %s %q", offset, r.Method, r.URL, n.bodies[0])
		}
		for name, value := range map[string]string{"Authorization": "OAuth " + partnerToken, "Offset": strconv.FormatInt(offset, 10), "File_size": "10"} {
			if got := r.Header[name]; len(got) != 1 || got[0] != value {
				t.Errorf("%d: %s is %q", offset, name, got)
			}
		}
	}
}

// TestSendBytes_OnlyToTheNetworksHost: a token goes nowhere that an answer, or a row of a database,
// sends it.
func TestSendBytes_OnlyToTheNetworksHost(t *testing.T) {
	t.Parallel()
	sent := 0
	rt := transport(func(*http.Request) (*http.Response, error) { sent++; return nil, errors.New("sent") })
	c := graph.New(graph.Options{HTTP: &http.Client{Transport: rt}, Endpoints: graph.LiveEndpoints})
	for _, uri := range []string{
		"", "x", "https://evil.example/ig-api-upload/v25.0/1", "http://rupload.facebook.com/ig-api-upload/v25.0/1",
		"https://rupload.facebook.com.evil.example/1", "https://rupload.facebook.com@evil.example/1", "https://a:b@rupload.facebook.com/1",
		"https://rupload.facebook.com:444/1", "https://rupload.facebook.com/a/../b", "https://rupload.facebook.com/1#x", "//rupload.facebook.com/1",
		"http://127.0.0.1:1/rupload/1", "https://[::1]/1", "https://rupload.facebook.com", "file:///etc/passwd", "https://graph.facebook.com/1",
	} {
		e := asError(t, c.SendBytes(t.Context(), partner, uri, file("x"), 0))
		if !e.NotSent() || e.OutcomeUnknown() || e.Op != graph.OpUpload || e.Class != graph.Permanent {
			t.Errorf("%q: %+v", uri, e)
		}
	}
	if sent != 0 {
		t.Errorf("%d requests", sent)
	}
	_ = c.SendBytes(t.Context(), partner, "https://RUPLOAD.facebook.com/ig-api-upload/v25.0/1", file("x"), 0)
	if sent != 1 {
		t.Error("the network's own host was refused")
	}
	for _, offset := range []int64{-1, 2} {
		if e := asError(t, c.SendBytes(t.Context(), partner, "https://rupload.facebook.com/1", file("x"), offset)); !e.NotSent() {
			t.Errorf("offset %d: %v", offset, e)
		}
	}
}

// TestSendBytes_ToASandboxThatMoved: after a restart a sandbox listens on another port.
func TestSendBytes_ToASandboxThatMoved(t *testing.T) {
	t.Parallel()
	n := newUploads(t, always(http.StatusOK, `{"success":true}`))
	if err := n.client.SendBytes(t.Context(), partner, "http://127.0.0.1:1/rupload/video-upload/v25.0/1", file("x"), 0); err != nil {
		t.Error(err)
	}
	if err := n.client.SendBytes(t.Context(), partner, "http://10.0.0.1:1/rupload/video-upload/v25.0/1", file("x"), 0); err == nil || len(n.requests) != 1 {
		t.Errorf("%v, %d requests", err, len(n.requests))
	}
}

func TestSendBytes_Failures(t *testing.T) {
	t.Parallel()
	debug := func(kind string, retriable bool) string {
		return fmt.Sprintf(`{"debug_info":{"retriable":%t,"type":%q,"message":"{\"success\":false,\"error\":{\"message\":\"no %s\"}}"}}`, retriable, kind, partnerToken)
	}
	for name, c := range map[string]struct {
		status int
		body   string
		class  graph.Class
		is     error
		unsure bool
	}{
		"wrong offset":           {400, debug("OffsetInvalidError", false), graph.Retry, graph.ErrOffset, false},
		"partial":                {400, debug("PartialRequestError", true), graph.Retry, graph.ErrPartial, false},
		"retriable":              {400, debug("ProcessingFailedError", true), graph.Retry, nil, false},
		"refused":                {400, debug("ProcessingFailedError", false), graph.NewContainer, nil, false},
		"of another kind":        {400, debug("MoonError", false), graph.NewContainer, nil, false},
		"under a success status": {200, debug("PartialRequestError", true), graph.Retry, graph.ErrPartial, false},
		"the usual shape":        {400, `{"error":{"message":"dead","code":190,"error_subcode":460}}`, graph.TokenDead, nil, false},
		"no success":             {200, `{"success":false}`, graph.Retry, graph.ErrMalformed, true},
		"nothing":                {200, `{}`, graph.Retry, graph.ErrMalformed, true},
		"html":                   {502, `<html>`, graph.Retry, graph.ErrMalformed, true},
		"debug_info a text":      {400, `{"debug_info":"no"}`, graph.Retry, graph.ErrMalformed, true},
	} {
		n := newUploads(t, always(c.status, c.body))
		e := asError(t, n.client.SendBytes(t.Context(), partner, n.url+"/rupload/ig-api-upload/v25.0/1", file("x"), 0))
		if e.Class != c.class || e.OutcomeUnknown() != c.unsure || e.NotSent() || c.is != nil && !errors.Is(e, c.is) || strings.Contains(e.Error(), partnerToken) {
			t.Errorf("%s: %v, class %s, unsure %t", name, e, e.Class, e.OutcomeUnknown())
		}
	}
}

// slow gives its bytes one at a time with a pause before each.
type slow struct {
	io.ReaderAt

	pause func(n int)
	reads int
}

func (s *slow) ReadAt(p []byte, off int64) (int, error) {
	s.reads++
	s.pause(s.reads)
	return s.ReaderAt.ReadAt(p[:1], off)
}

// TestSendBytes_Stalls: what moves may take as long as it likes; what does not move for a minute
// has failed.
func TestSendBytes_Stalls(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answerAfter time.Duration
		pause       time.Duration
		fails       bool
	}{
		"slow all the time":      {0, 50 * time.Second, false},
		"the answer takes a bit": {55 * time.Second, 0, false},
		"the answer never comes": {2 * time.Hour, 0, true},
	} {
		h := func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(c.answerAfter): //nolint:forbidigo // The bubble's time.
			case <-r.Context().Done():
				return
			}
			answers(http.StatusOK, `{"success":true}`)(w, r)
		}
		inBubble(t, h, time.Second, func(t *testing.T, client *graph.Client) {
			began := time.Now() //nolint:forbidigo // The bubble's time.
			content := &slow{ReaderAt: strings.NewReader(strings.Repeat("x", 20)), pause: func(int) {
				time.Sleep(c.pause) //nolint:forbidigo // The bubble's time.
			}}
			err := client.SendBytes(t.Context(), partner, "https://rupload.facebook.com/ig-api-upload/v25.0/1", graph.File{At: content, Size: 20}, 0)
			took := time.Since(began) //nolint:forbidigo // The bubble's time.
			if (err != nil) != c.fails {
				t.Errorf("%s: %v after %s", name, err, took)
			}
			if !c.fails {
				return
			}
			if e := asError(t, err); e.Class != graph.Retry || !e.OutcomeUnknown() || !strings.Contains(e.Error(), "for a minute") || errors.Is(err, context.Canceled) || took > 2*time.Minute {
				t.Errorf("%s: %v after %s", name, e, took)
			}
		})
	}
}

func TestCreateUpload(t *testing.T) {
	t.Parallel()
	share := true
	for kind, want := range map[graph.Kind]string{
		graph.Reel:          "caption=c&location_id=5&media_type=REELS&share_to_feed=true&thumb_offset=1500&upload_type=resumable&user_tags=%5B%7B%22username%22%3A%22ann%22%7D%5D",
		graph.VideoStory:    "media_type=STORIES&upload_type=resumable&user_tags=%5B%7B%22username%22%3A%22ann%22%7D%5D",
		graph.CarouselVideo: "is_carousel_item=true&media_type=VIDEO&thumb_offset=1500&upload_type=resumable&user_tags=%5B%7B%22username%22%3A%22ann%22%7D%5D",
	} {
		n := newUploads(t, func(n *uploads) http.HandlerFunc {
			return answers(http.StatusOK, `{"id":"`+containerID+`","uri":"`+n.url+`\/rupload\/ig-api-upload\/v25.0\/`+containerID+`"}`)
		})
		x := 0.5
		spec := graph.Container{
			Kind: kind, MediaURL: "https://not.sent/1.mp4", Caption: "c", LocationID: "5", AltText: "not sent", ShareToFeed: &share,
			ThumbOffset: 1500 * time.Millisecond, UserTags: []graph.UserTag{{Username: "@ann", X: &x, Y: &x}},
		}
		got, err := n.client.CreateUpload(t.Context(), partner, spec)
		if err != nil || got.ID != containerID || got.URI != n.url+"/rupload/ig-api-upload/v25.0/"+containerID || n.bodies[0] != want {
			t.Errorf("%s: %+v, %v; sent %s", kind, got, err, n.bodies[0])
		}
	}
	n := newUploads(t, always(http.StatusOK, `{"id":"1"}`))
	for _, kind := range []graph.Kind{graph.Image, graph.ImageStory, graph.CarouselImage, graph.Carousel, "moon"} {
		_, err := n.client.CreateUpload(t.Context(), partner, graph.Container{Kind: kind})
		if e := asError(t, err); !e.NotSent() {
			t.Errorf("%s: %v", kind, e)
		}
	}
	_, err := n.client.CreateUpload(t.Context(), primary, graph.Container{Kind: graph.Reel})
	if e := asError(t, err); !e.NotSent() || len(n.requests) != 0 {
		t.Errorf("primary: %v", e)
	}
	for name, uri := range map[string]string{"none": "", "elsewhere": "https://evil.example/1", "another port": "http://127.0.0.1:1/rupload/1"} {
		n := newUploads(t, always(http.StatusOK, `{"id":"1","uri":"`+uri+`"}`))
		if _, err := n.client.CreateUpload(t.Context(), partner, graph.Container{Kind: graph.Reel}); !errors.Is(err, graph.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUploadStatus(t *testing.T) {
	t.Parallel()
	const head = `{"id":"` + containerID + `","status_code":"IN_PROGRESS","status":"In Progress"`
	for name, c := range map[string]struct {
		body         string
		bytes        int64
		phase, fault string
	}{
		"documented":         {`,"video_status":{"uploading_phase":{"status":"in_progress","bytes_transferred":50002},"processing_phase":{"status":"not_started"}}}`, 50002, "in_progress", ""},
		"the other spelling": {`,"video_status":{"uploading_phase":{"status":"in_progress","bytes_transfered":"50002"}}}`, 50002, "in_progress", ""},
		"without":            {`}`, 0, "", ""},
		"null":               {`,"video_status":null}`, 0, "", ""},
		"negative":           {`,"video_status":{"uploading_phase":{"bytes_transferred":-5}}}`, 0, "", ""},
		"failed":             {`,"video_status":{"uploading_phase":{"status":"error","bytes_transferred":7,"errors":[{"code":1363008,"message":"OIL Error"}]}}}`, 7, "error", "OIL Error"},
		"failed, one error":  {`,"video_status":{"uploading_phase":{"status":"error","error":{"message":"OIL"}}}}`, 0, "error", "OIL"},
		"failed, no reason":  {`,"video_status":{"uploading_phase":{"status":"error"}}}`, 0, "error", "without a reason"},
	} {
		n := newNetwork(t, answers(http.StatusOK, head+c.body))
		got, err := n.client.UploadStatus(t.Context(), partner, containerID)
		if err != nil || got.Bytes != c.bytes || got.Phase != c.phase || got.Fault != c.fault || got.Code != graph.InProgress {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		if fields := n.sent()[0].query.Get("fields"); fields != "id,status_code,status,video_status" {
			t.Errorf("asked for %s", fields)
		}
	}
	for _, body := range []string{`{"id":"1","status_code":"FINISHED"}`, `{"id":"` + containerID + `"}`, head + `,"video_status":{"uploading_phase":{"bytes_transferred":1.5}}}`, head + `,"video_status":7}`} {
		n := newNetwork(t, answers(http.StatusOK, body))
		if _, err := n.client.UploadStatus(t.Context(), partner, containerID); !errors.Is(err, graph.ErrMalformed) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// FuzzPages holds every call that reads an answer of a Page, or of an upload, to what any call is
// held to.
func FuzzPages(f *testing.F) {
	fuzzAnswers(f, []string{
		`{"id":"1","uri":"https:\/\/rupload.facebook.com\/ig-api-upload\/v25.0\/1"}`, `{"success":true,"post_id":122000000000007}`,
		`{"id":"1","post_id":"1_2"}`, `{"video_id":"1","upload_url":"https://rupload.facebook.com/video-upload/v25.0/1"}`,
		`{"data":[{"post_id":"1","creation_time":"1732181400","media_id":"2","url":"https://www.facebook.com/stories/1"}]}`,
		`{"data":[{"id":"1_2","message":"x","created_time":"2026-11-21T09:30:00+0000","permalink_url":"/reel/1/"}]}`,
		`{"id":"122000000000001","status":{"video_status":"ready","uploading_phase":{"status":"complete","bytes_transfered":5},"publishing_phase":{"publish_status":"published"}}}`,
		`{"debug_info":{"retriable":false,"type":"OffsetInvalidError","message":"` + partnerToken + `"}}`, `{"permalink_url":"//evil"}`,
	}, func(t *testing.T, c *graph.Client, status int, body []byte) {
		for op, call := range pageCalls(c, t) {
			text, err := call()
			if err != nil {
				e := asError(t, err)
				if e.Op != op || e.Class == "" || e.NotSent() || strings.Contains(e.Error(), partnerToken) {
					t.Errorf("%s: %+v", op, e)
				}
				continue
			}
			if status > 299 || strings.Trim(text, "0123456789_") != "" && !strings.HasPrefix(text, "https://") {
				t.Errorf("%s: %d %q became %q", op, status, body, text)
			}
			if u, err := url.Parse(text); strings.HasPrefix(text, "https://") && (err != nil || u.Host == "") {
				t.Errorf("%s: %q became %q", op, body, text)
			}
		}
	})
}
