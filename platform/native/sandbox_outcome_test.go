package native_test

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/platform/native"
	"crier/platform/sandbox"
)

// uploaded returns a session and an upload that the network has whole.
func (s *simulated) uploaded(u native.StoryUpload) (*native.Session, native.StoryUpload) {
	s.t.Helper()
	session := s.signedIn()
	if err := s.client.UploadStory(s.t.Context(), session, u); err != nil {
		s.t.Fatal(err)
	}
	return session, u
}

// TestConfigure_RefusedAndLive: the network has the story, and answers that the action is blocked.
func TestConfigure_RefusedAndLive(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.uploaded(s.photoStory("ann"))
	s.control("faults", `{"match":{"path":"configure_to_story"},"http":400,"afterCommit":true,`+
		`"body":"{\"message\":\"feedback_required\",\"spam\":true,\"feedback_title\":\"Try Again Later\",\"status\":\"fail\"}"}`)
	if _, err := s.client.ConfigureStory(t.Context(), permit(), session, u); native.ClassOf(err) != native.ActionBlocked {
		t.Errorf("got %v", err)
	}
	own, err := s.client.OwnStories(t.Context(), session)
	if err != nil || len(own) != 1 || len(s.stories()) != 1 {
		t.Errorf("%+v, %v", own, err)
	}
}

// TestConfigure_NotFinished is an answer that the network can give any number of times.
func TestConfigure_NotFinished(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.uploaded(s.videoStory())
	s.control("faults", `{"match":{"path":"configure_to_story"},"times":3,"http":202,"body":"{\"message\":\"Transcode not finished yet.\",\"status\":\"fail\"}"}`)
	for range 3 {
		if _, err := s.client.ConfigureStory(t.Context(), permit(), session, u); native.ClassOf(err) != native.NotReady || len(s.stories()) != 0 {
			t.Errorf("got %v", err)
		}
	}
	if _, err := s.client.ConfigureStory(t.Context(), permit(), session, u); err != nil || len(s.stories()) != 1 {
		t.Error(err)
	}
}

// TestConfigure_TakesEffectLate: after the connection was cut, and after a kill of the network.
func TestConfigure_TakesEffectLate(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.uploaded(s.photoStory("ann"))
	s.control("faults", `{"match":{"path":"configure_to_story"},"effectAfterMs":60000}`)
	var e *native.Error
	if _, err := s.client.ConfigureStory(t.Context(), permit(), session, u); !asError(err, &e) || !e.OutcomeUnknown {
		t.Errorf("got %v", err)
	}
	s.kill()
	for _, want := range []int{0, 1, 1} {
		if own, err := s.client.OwnStories(t.Context(), session); err != nil || len(own) != want || len(s.stories()) != want {
			t.Errorf("%d stories, want %d, %v", len(own), want, err)
		}
		s.clock.Advance(time.Minute)
	}
}

// TestConfigure_LateWithoutItsSession has no effect: the network knows the session no more when the
// call would take effect.
func TestConfigure_LateWithoutItsSession(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.uploaded(s.photoStory())
	s.control("faults", `{"match":{"path":"configure_to_story"},"effectAfterMs":60000}`)
	if _, err := s.client.ConfigureStory(t.Context(), permit(), session, u); native.ClassOf(err) != native.Transport {
		t.Errorf("got %v", err)
	}
	s.set("ok", "123456")
	s.control("clock", `{"advanceMs":60000}`)
	if got := s.stories(); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// TestUpload_HugePicture: a small file that claims 65,500 by 65,500 pixels is refused by its
// header, as decoding it would take more memory than the machine has.
func TestUpload_HugePicture(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	u := s.photoStory()
	b, err := os.ReadFile(u.Path)
	if err != nil {
		t.Fatal(err)
	}
	size := bytes.Index(b, []byte{0xff, 0xc0, 0, 11, 8}) + 5
	copy(b[size:], []byte{0xff, 0xdc, 0xff, 0xdc})
	u.Path = s.file(b)
	if err := s.client.UploadStory(t.Context(), s.signedIn(), u); err == nil || !strings.Contains(err.Error(), "pixels") {
		t.Errorf("got %v", err)
	}
}

// TestConfigure_LeavesNoBytes: the sandbox drops the files of a story once the story is visible.
// They would fill the data folder with up to 100 MB each.
func TestConfigure_LeavesNoBytes(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	for _, u := range []native.StoryUpload{s.photoStory(), s.videoStory()} {
		session, u := s.uploaded(u)
		if left, err := os.ReadDir(s.state + ".uploads"); err != nil || len(left) == 0 {
			t.Errorf("before it is visible: %v, %v", left, err)
		}
		if _, err := s.client.ConfigureStory(t.Context(), permit(), session, u); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(s.state + ".uploads"); err != nil || len(left) != 0 {
			t.Errorf("left once it is visible: %v, %v", left, err)
		}
		s.clock.Advance(time.Second)
	}
}

// TestOwnStories_ByHand has an upload id of its own, and none where the network tells none.
func TestOwnStories_ByHand(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.uploaded(s.photoStory("ann"))
	id, err := s.client.ConfigureStory(t.Context(), permit(), session, u)
	if err != nil {
		t.Fatal(err)
	}
	hand := s.control("posts", `{"accountId":"`+sandbox.DemoNativeUser().AccountID+`","mediaType":"STORIES","mentions":["ann","nomention.bob"]}`)
	s.control("posts", `{"accountId":"`+sandbox.DemoNativeUser().AccountID+`","mediaType":"STORIES","mentions":[]}`)
	s.kill()
	own, err := s.client.OwnStories(t.Context(), session)
	if err != nil || len(own) != 3 || len(s.stories()) != 3 {
		t.Fatalf("%+v, %v", own, err)
	}
	mine, other, third := own[0], own[1], own[2]
	if mine.ID != id || mine.UploadID != u.UploadID || other.UploadID == "" || other.UploadID == u.UploadID || third.UploadID == other.UploadID {
		t.Errorf("%+v", own)
	}
	if !strings.Contains(hand, `"mediaId":"`+other.ID+`"`) || len(other.Mentions) != 1 || other.Mentions[0].Username != "ann" || len(third.Mentions) != 0 {
		t.Errorf("%s, %+v, %+v", hand, other, third)
	}
	for _, hidden := range []bool{true, false} {
		s.control("native", `{"hideDeviceTimestamp":`+strconv.FormatBool(hidden)+`}`)
		s.kill()
		own, err := s.client.OwnStories(t.Context(), session)
		if err != nil || len(own) != 3 || (own[0].UploadID == "") != hidden || (own[1].UploadID == "") != hidden {
			t.Errorf("hidden %t: %+v, %v", hidden, own, err)
		}
	}
}
