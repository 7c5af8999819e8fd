package native_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/native"
)

const paramsHeader = "X-Instagram-Rupload-Params"

// TestUploadStory_AVideoSaysWhatItIs: the header holds, for the video of a story, what instagrapi
// 2.18.17 (video_rupload with to_story) sends. instagram-private-api 1.46.1 (publish.story) sends
// for_album with the same value, and neither extract_cover_frame nor content_tags. Both were read
// on 2026-11-22. The picture before it says none of that.
func TestUploadStory_AVideoSaysWhatItIs(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	sent := map[string]map[string]string{}
	client := tampered(s, func(r *http.Request) {
		if r.Method != http.MethodPost {
			return
		}
		var params map[string]string
		if err := json.Unmarshal([]byte(r.Header.Get(paramsHeader)), &params); err != nil {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		door, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/native/"), "/")
		sent[door] = params
	})
	u := s.videoStory()
	if err := client.UploadStory(t.Context(), s.signedIn(), u); err != nil {
		t.Fatal(err)
	}
	both := map[string]string{
		"retry_context": `{"num_step_auto_retry":0,"num_reupload":0,"num_step_manual_retry":0}`, "xsharing_user_ids": "[]", "upload_id": u.UploadID,
	}
	video := map[string]string{
		"media_type": "2", "for_album": "1", "extract_cover_frame": "1", "content_tags": "has-overlay",
		"upload_media_width": "1080", "upload_media_height": "1920", "upload_media_duration_ms": "5000",
	}
	maps.Copy(video, both)
	cover := map[string]string{"media_type": "1", "image_compression": `{"lib_name":"moz","lib_version":"3.1.m","quality":"80"}`}
	maps.Copy(cover, both)
	if !maps.Equal(sent["rupload_igvideo"], video) || !maps.Equal(sent["rupload_igphoto"], cover) {
		t.Errorf("sent %v, want %v and %v", sent, video, cover)
	}
}

// TestUploadStory_AVideoOfSomethingElse: the network's simulator takes no video that says of itself
// what no client of a story's says.
func TestUploadStory_AVideoOfSomethingElse(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session := s.signedIn()
	for name, c := range map[string]struct {
		from, to string
		taken    bool
	}{
		"not for an album":         {`"for_album":"1"`, `"for_album":"0"`, false},
		"no word of an album":      {`"for_album":"1",`, ``, false},
		"no frame for a cover":     {`"extract_cover_frame":"1"`, `"extract_cover_frame":"0"`, false},
		"other tags":               {`"content_tags":"has-overlay"`, `"content_tags":"glow"`, false},
		"as instagram-private-api": {`"content_tags":"has-overlay","extract_cover_frame":"1",`, ``, true},
	} {
		client := tampered(s, func(r *http.Request) {
			before := r.Header.Get(paramsHeader)
			after := strings.Replace(before, c.from, c.to, 1)
			if strings.Contains(r.URL.Path, "rupload_igvideo") && before != "" && after == before {
				t.Errorf("%s: nothing was changed in %s", name, before)
			}
			r.Header.Set(paramsHeader, after)
		})
		if err := client.UploadStory(t.Context(), session, s.videoStory()); (err == nil) != c.taken || err != nil && native.ClassOf(err) != native.Refused {
			t.Errorf("%s: %v", name, err)
		}
		s.clock.Advance(time.Second)
	}
}

// tampered returns a client of the network whose requests are changed on their way.
func tampered(s *simulated, change func(*http.Request)) *native.Client {
	return native.New(native.Options{
		BaseURL: func() string { return native.SandboxURL(s.url) }, Clock: clock.NewFake(start), HTTP: &http.Client{Transport: tamper{change}},
	})
}
