package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"crier/e2e"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/corpus"
	"crier/platform/needtest"
)

// publishedByCommand is what crier publish --json prints.
type publishedByCommand struct {
	PostID, Status, Timezone string
	ScheduledFor, Permalink  *string
	IsReplayed               bool
}

// shell is a service with files for its commands.
type shell struct {
	*e2e.Service
	t              *testing.T
	square, tall   string
	phone          string
	bakery, potter string
}

func openShell(t *testing.T) *shell {
	t.Helper()
	s := &shell{Service: e2e.Program(t).Serve(t), t: t, bakery: "crier.demo.bakery", potter: "crier.demo.potter"}
	s.square, s.tall = s.file("square.png", picture(t, 320, 320)), s.file("tall photo.png", picture(t, 300, 450))
	s.phone = s.file("IMG_0001.HEIC", tallHEIC(t))
	return s
}

// tallHEIC is a picture of 3 by 4 as a phone makes it.
func tallHEIC(t *testing.T) []byte {
	t.Helper()
	for _, c := range corpus.PhonePictures() {
		if c.Name == "heic of 3 by 4" {
			return c.Content
		}
	}
	t.Fatal("the corpus has no HEIC of 3 by 4")
	return nil
}

func (s *shell) file(name string, content []byte) string {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path
}

// publishes runs crier publish --json, which must succeed.
func (s *shell) publishes(args ...string) (p publishedByCommand) {
	s.t.Helper()
	jsonOf(s.t, s.Command(s.t, append([]string{"publish", "--json"}, args...)...), &p)
	return p
}

// files is how many media files the library has.
func (s *shell) files() int {
	s.t.Helper()
	var list media.MediaList
	jsonOf(s.t, s.Command(s.t, "media", "list", "--json"), &list)
	return int(list.Total)
}

// TestCommand_Publish: one line publishes files as the right type, in the ratio that the network
// takes, and follows the post until it is live.
func TestCommand_Publish(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	client := s.Client(t)
	for name, c := range map[string]struct {
		args []string
		kind posts.MediaType
	}{
		"a picture":        {[]string{s.square, "--account", "@" + s.bakery, "--caption", "One"}, "IMAGE"},
		"a carousel":       {[]string{s.square, s.tall, "--account", "2222", "--fit", "crop", "--caption", "Two"}, "CAROUSEL"},
		"a story":          {[]string{s.tall, "--account", strings.ToUpper(s.bakery), "--type", "story"}, "STORIES"},
		"people in it":     {[]string{s.square, "--account", s.bakery, "--tag", "potter@0.1,0.9", "--collaborator", "@baker", "--alt", "Bread"}, "IMAGE"},
		"of another shape": {[]string{s.tall, "--account", s.bakery, "--fit", "blur", "--caption", "Three"}, "IMAGE"},
		"of a phone":       {[]string{s.phone, "--account", s.bakery, "--caption", "Five"}, "IMAGE"},
		"in white":         {[]string{s.tall, "--account", s.bakery, "--fit", "pad", "--caption", "Four"}, "IMAGE"},
	} {
		t.Run(name, func(t *testing.T) {
			var p publishedByCommand
			jsonOf(t, s.Command(t, append([]string{"publish", "--json", "--wait"}, c.args...)...), &p)
			if p.Status != "PUBLISHED" || p.Permalink == nil {
				t.Fatalf("got %+v", p)
			}
			var post posts.Post
			client.Get("/api/v1/posts/" + p.PostID).Want(http.StatusOK).JSON(&post)
			if post.MediaType != c.kind {
				t.Errorf("the post is of type %s", post.MediaType)
			}
		})
	}
	told := s.Command(t, "publish", s.square, "--account", s.bakery, "--caption", "Told", "--wait")
	for _, says := range []string{"is accepted", "QUEUED", "PUBLISHING", "PUBLISHED", "http://127.0.0.1:"} {
		if told.Code != 0 || told.Stderr != "" || !strings.Contains(told.Stdout, says) {
			t.Errorf("it does not say %q: %+v", says, told)
		}
	}
}

// TestCommand_PublishAnimation: an animated GIF is published as a video by a service that has
// ffmpeg, and as its first picture by one without. Both say so.
func TestCommand_PublishAnimation(t *testing.T) {
	t.Parallel()
	for setting, c := range map[string]struct {
		args []string
		kind posts.MediaType
		says string
	}{
		"CRIER_FFMPEG=auto": {nil, "REELS", "Crier has made a video of it"},
		"CRIER_FFMPEG=off":  {[]string{"--type", "story"}, "STORIES", "start it with CRIER_FFMPEG=auto and upload the file again"},
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			if c.kind == "REELS" {
				_, err := exec.LookPath("ffmpeg")
				needtest.Want(t, "NO FFMPEG: no video is made of a GIF", err)
			}
			s := &shell{Service: e2e.Program(t).Serve(t, setting), t: t}
			s.Control(t).Latency(e2e.Latency{VideoMs: new(int64(0)), PollsUntilFinished: new(0)}) // The next look would be a minute later.
			dance := s.file("dance.gif", corpus.AnimatedGIF(320, 320, 4, 25))
			exit := s.Command(t, append([]string{"publish", dance, "--account", "crier.demo.bakery", "--wait", "--json"}, c.args...)...)
			var p publishedByCommand
			if err := json.Unmarshal([]byte(exit.Stdout), &p); err != nil || exit.Code != 0 || p.Status != "PUBLISHED" || !strings.Contains(exit.Stderr, c.says) {
				t.Fatalf("%v: %+v", err, exit)
			}
			var post posts.Post
			s.Client(t).Get("/api/v1/posts/" + p.PostID).Want(http.StatusOK).JSON(&post)
			if post.MediaType != c.kind {
				t.Errorf("the post is of type %s", post.MediaType)
			}
		})
	}
}

// TestCommand_PublishFromThePipe reads the caption from the standard input.
func TestCommand_PublishFromThePipe(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	piped := e2e.Program(t).Under(t, "printf 'Line one\\nLine two #bread\\n' |")
	exit := piped.Run(t, []string{"CRIER_DATA_DIR=" + s.Dir()}, "publish", s.square, "--account", s.bakery, "--caption", "-", "--json")
	var p publishedByCommand
	jsonOf(t, exit, &p)
	if got := s.Client(t).Get("/api/v1/posts/" + p.PostID).Want(http.StatusOK).String("caption"); got != "Line one\nLine two #bread" {
		t.Errorf("the caption is %q", got)
	}
}

// TestCommand_PublishFails: the network's refusal is the command's failure, in words and as JSON.
func TestCommand_PublishFails(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	s.Control(t).NextContainerFails(2207004)
	exit := s.Command(t, "publish", s.square, "--account", s.bakery, "--wait")
	if exit.Code != 1 || !strings.Contains(exit.Stderr, "the post is FAILED, ") || strings.Count(exit.Stderr, "\n") != 1 {
		t.Errorf("got %+v", exit)
	}
	s.Control(t).NextContainerFails(2207004)
	exit = s.Command(t, "publish", s.square, "--account", s.bakery, "--wait", "--json", "--again")
	if exit.Code != 1 || exit.Stderr != "" || !strings.Contains(exit.Stdout, `"status":"FAILED"`) {
		t.Errorf("got %+v", exit)
	}
}

// TestCommand_PublishTwice: repeating a call by hand is refused with the id of the first post, and
// repeating that of a script makes one post. Neither leaves a file behind.
func TestCommand_PublishTwice(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	first := s.publishes(s.square, "--account", s.bakery)
	again := s.Command(t, "publish", s.square, "--account", s.bakery)
	if again.Code != 1 || !strings.Contains(again.Stderr, first.PostID) || !strings.Contains(again.Stderr, "--again") {
		t.Errorf("the same call: %+v", again)
	}
	for name, args := range map[string][]string{
		"another caption": {s.square, "--account", s.bakery, "--caption", "x"},
		"another account": {s.square, "--account", s.potter},
		"another file":    {s.tall, "--account", s.bakery, "--type", "story"},
		"--again":         {s.square, "--account", s.bakery, "--again"},
	} {
		if p := s.publishes(args...); p.PostID == first.PostID {
			t.Errorf("%s: got %+v", name, p)
		}
	}
	before := s.files()
	named := func(key string) []string {
		return []string{s.square, "--account", s.bakery, "--at", "+2h", "--timezone", "Europe/Berlin", "--idempotency-key", key}
	}
	one := s.publishes(named("k")...)
	if two := s.publishes(named("k")...); two.PostID != one.PostID || !two.IsReplayed || one.IsReplayed || two.Timezone != "Europe/Berlin" {
		t.Errorf("under one key: %+v and %+v", one, two)
	}
	if longer := s.publishes(named("k 2")...); longer.PostID == one.PostID {
		t.Errorf("under a longer key: %+v", longer)
	}
	var me struct{ Accounts []struct{ ID string } }
	client := s.Client(t)
	client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	for i := range 10 {
		client.With("Idempotency-Key", fmt.Sprintf("k %d %032d", i, i)).Post("/api/v1/posts/draft", body{"accountId": me.Accounts[0].ID, "mediaType": "IMAGE"}).Want(http.StatusCreated)
	}
	if again := s.publishes(named("k")...); again.PostID != one.PostID || !again.IsReplayed {
		t.Errorf("after many longer keys: %+v", again)
	}
	other := s.Command(t, "publish", s.square, "--account", s.bakery, "--caption", "other", "--idempotency-key", "k")
	if other.Code != 2 || !strings.Contains(other.Stderr, one.PostID) {
		t.Errorf("another call under the key: %+v", other)
	}
	if n := s.files(); n != before+2 {
		t.Errorf("the library has %d files, and had %d", n, before)
	}
}

// TestCommand_PublishTwiceAtOnce: of two concurrent calls under one key, one makes the post, and
// both print it. Neither leaves another file behind.
func TestCommand_PublishTwiceAtOnce(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	var calls []*e2e.Process
	for range 4 {
		calls = append(calls, e2e.Program(t).Start(t, []string{"CRIER_DATA_DIR=" + s.Dir()},
			"publish", s.square, "--account", s.bakery, "--at", "+2h", "--idempotency-key", "k", "--json"))
	}
	made := map[string]bool{}
	for _, call := range calls {
		var p publishedByCommand
		jsonOf(t, call.Wait(t), &p)
		made[p.PostID] = true
	}
	if len(made) != 1 || s.files() != 1 {
		t.Errorf("made are %v, and the library has %d files", made, s.files())
	}
}

// TestCommand_PublishMistakes: each mistake is reported in one sentence, and the call leaves
// nothing behind.
func TestCommand_PublishMistakes(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	empty, foreign, folder := s.file("empty.png", nil), s.file("list.csv", []byte("a,b\n1,2\n")), t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	const failure, usage = 1, 2
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"no file":               {nil, usage, "<file>"},
		"a file that is gone":   {[]string{filepath.Join(folder, "x.png")}, usage, "there is no file"},
		"a folder":              {[]string{folder}, usage, "is a folder"},
		"a pipe":                {[]string{pipe}, usage, "is no file"},
		"an empty file":         {[]string{empty}, usage, "is empty"},
		"no picture":            {[]string{foreign, "--account", s.bakery}, failure, "list.csv"},
		"one of two no picture": {[]string{s.square, foreign, "--account", s.bakery}, failure, "list.csv"},
		"which account":         {[]string{s.square}, usage, s.bakery + ", " + s.potter},
		"no such account":       {[]string{s.square, "--account", "nobody"}, usage, `no account "nobody"`},
		"a shape":               {[]string{s.tall, "--account", s.bakery}, usage, "--fit crop"},
		"two files for a story": {[]string{s.square, s.tall, "--type", "story"}, usage, "has one file"},
		"an unknown type":       {[]string{s.square, "--type", "igtv"}, usage, "--type"},
		"a tag without a place": {[]string{s.square, "--tag", "potter"}, usage, "potter@0.5,0.5"},
		"a tag outside":         {[]string{s.square, "--tag", "potter@1.2,0"}, usage, "from 0 to 1"},
		"a mention in a feed":   {[]string{s.square, "--type", "image", "--mention", "potter"}, usage, "--tag"},
		"no time":               {[]string{s.square, "--at", "later"}, usage, "--at: \"later\" is no time"},
		"a time that has been":  {[]string{s.square, "--account", s.bakery, "--at", "2020-01-01 10:00"}, usage, "future"},
		"an hour that is none":  {[]string{s.square, "--at", "2027-03-28 02:30", "--timezone", "Europe/Berlin"}, usage, "does not exist"},
		"an hour that is two":   {[]string{s.square, "--at", "2027-10-31 02:30", "--timezone", "Europe/Berlin"}, usage, "comes twice"},
		"no zone":               {[]string{s.square, "--at", "18:00", "--timezone", "Europe/Nowhere"}, usage, "is no time zone"},
		"a zone for now":        {[]string{s.square, "--timezone", "UTC"}, usage, "--at"},
		"no name of a file":     {[]string{""}, usage, "an empty name"},
		"a time that is empty":  {[]string{s.square, "--account", s.bakery, "--at", ""}, usage, "--at is empty"},
		"an empty account":      {[]string{s.square, "--account="}, usage, "--account is empty"},
		"an empty key":          {[]string{s.square, "--account", s.bakery, "--idempotency-key", ""}, usage, "--idempotency-key is empty"},
		"a control character":   {[]string{s.square, "--account", s.bakery, "--caption", "a\x1b[31mb"}, usage, "(U+001B) in place 2"},
		"a lost letter":         {[]string{s.square, "--account", s.bakery, "--caption", "a\xff"}, usage, "letter that was lost"},
		"two alt texts":         {[]string{s.square, "--alt", "a", "--alt", "b"}, usage, "--alt"},
		"a long caption":        {[]string{s.square, "--account", s.bakery, "--caption", strings.Repeat("x", 2300)}, usage, "2"},
		"no page to share to":   {[]string{s.square, "--account", s.bakery, "--share"}, usage, "Page"},
	} {
		t.Run(name, func(t *testing.T) {
			exit := s.Command(t, append([]string{"publish"}, c.args...)...)
			if exit.Code != c.code || exit.Stdout != "" || !strings.Contains(exit.Stderr, c.says) || strings.Count(exit.Stderr, "\n") != 1 {
				t.Errorf("got %d, %q, %q; want %d, %q", exit.Code, exit.Stdout, exit.Stderr, c.code, c.says)
			}
			var told struct{ Error, Code string }
			jsonExit := s.Command(t, append([]string{"publish", "--json"}, c.args...)...)
			if err := json.Unmarshal([]byte(jsonExit.Stdout), &told); err != nil || jsonExit.Code != c.code || jsonExit.Stderr != "" || told.Error == "" || told.Code == "" {
				t.Errorf("as JSON: %+v, %v", jsonExit, err)
			}
		})
	}
	if n := s.files(); n != 0 {
		t.Errorf("%d files stay in the library", n)
	}
}

// TestCommand_PublishIsInterrupted: Ctrl-C while the post is followed does not stop the post, and
// the command says so.
func TestCommand_PublishIsInterrupted(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	s.Control(t).NextContainerSticks()
	watching := e2e.Program(t).Start(t, []string{"CRIER_DATA_DIR=" + s.Dir()}, "publish", s.square, "--account", s.bakery, "--wait")
	watching.AwaitOutput(t, "PROCESSING")
	watching.Signal(t, os.Interrupt)
	exit := watching.Wait(t)
	if exit.Code != 1 || !strings.Contains(exit.Stderr, "the post goes on") {
		t.Errorf("got %+v", exit)
	}
	var list posts.PostList
	jsonOf(t, s.Command(t, "posts", "list", "--json"), &list)
	if len(list.Posts) != 1 || list.Posts[0].Status.HasEnded() {
		t.Errorf("got %+v", list)
	}
}
