package native_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/sandbox"
	"crier/platform/video/mp4"
	"crier/platform/video/mp4/mp4test"
)

// signedIn returns a session of the sandbox's native user.
func (s *simulated) signedIn() *native.Session {
	s.t.Helper()
	a := s.attempt()
	if contact, err := a.Login(s.t.Context()); err != nil || contact != nil {
		s.t.Fatalf("login: %+v, %v", contact, err)
	}
	session := a.Session()
	return &session
}

// mention has the author mention the user, and returns the story's id.
func (s *simulated) mention(author, more string) string {
	s.t.Helper()
	var got struct {
		MediaID string `json:"mediaId"`
	}
	body := s.control("mentions", `{"username":"sandbox.native","author":"`+author+`"`+more+`}`)
	if err := json.Unmarshal([]byte(body), &got); err != nil || got.MediaID == "" {
		s.t.Fatal(body, err)
	}
	return got.MediaID
}

// kill ends the network without a Close that could tidy up, and opens it again from what its files
// hold at this instant.
func (s *simulated) kill() {
	s.t.Helper()
	folder := s.t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Dir(s.state))); err != nil {
		s.t.Fatal(err)
	}
	s.stop()
	s.stop, s.state = nil, filepath.Join(folder, filepath.Base(s.state))
	s.open()
}

func (s *simulated) picture(width, height int) string {
	s.t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		s.t.Fatal(err)
	}
	return s.file(b.Bytes())
}

func (s *simulated) file(b []byte) string {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "file")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path
}

func (s *simulated) photoStory(names ...string) native.StoryUpload {
	s.t.Helper()
	return native.StoryUpload{UploadID: native.NewUploadID(s.clock.Now()), Path: s.picture(90, 160), Width: 90, Height: 160, Mentions: s.people(names...)}
}

func (s *simulated) videoStory(names ...string) native.StoryUpload {
	s.t.Helper()
	movie := mp4test.Movie{Duration: 5 * time.Second}.Bytes()
	return native.StoryUpload{
		UploadID: native.NewUploadID(s.clock.Now()), Path: s.file(movie), CoverPath: s.picture(90, 160), IsVideo: true, Width: 1080, Height: 1920,
		Duration: 5 * time.Second, Mentions: s.people(names...),
	}
}

func (s *simulated) people(names ...string) (all []native.StickerMention) {
	s.t.Helper()
	for i, name := range names {
		id, err := s.client.UserID(s.t.Context(), s.signedIn(), name)
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, native.StickerMention{UserID: id, Username: name, X: 0.5, Y: 0.25 * float64(i+1)})
	}
	return all
}

// told is a story in the ledger.
type told struct {
	MediaID  string   `json:"mediaId"`
	Mentions []string `json:"mentions"`
}

func (s *simulated) stories() (all []told) {
	s.t.Helper()
	var ledger struct {
		NativeStories   json.RawMessage `json:"nativeStories"`
		Publications    []any           `json:"publications"`
		UnexpectedCalls []any           `json:"unexpectedCalls"`
	}
	body := s.control("ledger", "")
	if err := json.Unmarshal([]byte(body), &ledger); err != nil || len(ledger.UnexpectedCalls) != 0 || len(ledger.Publications) != 0 {
		s.t.Fatalf("%s %v", body, err)
	}
	if err := json.Unmarshal(ledger.NativeStories, &all); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// items returns what a reader of pages finds, by the author.
func items(t *testing.T, read func(cursor string) (native.Inbox, error)) map[string]native.Item {
	t.Helper()
	all, cursor := map[string]native.Item{}, ""
	for range 20 {
		page, err := read(cursor)
		if err != nil {
			t.Fatal(err)
		}
		for _, thread := range page.Threads {
			for _, item := range thread.Items {
				all[item.AuthorUsername] = item
			}
		}
		if cursor = page.Next; cursor == "" {
			return all
		}
	}
	t.Fatal("the inbox has no end")
	return nil
}

func TestInbox_AllVariants(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session := s.signedIn()
	ids := map[string]string{}
	for i, variant := range []string{"xma", "generic_xma", "reel_share"} {
		ids["live"+variant] = s.mention("live"+variant, fmt.Sprintf(`,"variant":%q,"ageHours":%d`, variant, i))
		ids["old"+variant] = s.mention("old"+variant, fmt.Sprintf(`,"variant":%q,"ageHours":25,"kind":"video"`, variant))
		ids["ended"+variant] = s.mention("ended"+variant, fmt.Sprintf(`,"variant":%q,"expired":true`, variant))
		ids["stranger"+variant] = s.mention("stranger"+variant, fmt.Sprintf(`,"variant":%q,"pending":true`, variant))
	}
	s.kill()
	own := items(t, func(cursor string) (native.Inbox, error) { return s.client.Inboxes.Inbox(t.Context(), session, cursor) })
	pending := items(t, func(cursor string) (native.Inbox, error) {
		return s.client.Inboxes.PendingInbox(t.Context(), session, cursor)
	})
	for name, id := range ids {
		item, isPending := own[name], strings.HasPrefix(name, "stranger")
		if isPending {
			item = pending[name]
		}
		expired := strings.HasPrefix(name, "old") || strings.HasPrefix(name, "ended")
		if item.Kind != native.Mention || item.MediaID != id || item.Flaw != "" || item.Expired != expired || item.AuthorID == "" || item.ID == "" || item.At.IsZero() {
			t.Errorf("%s: %+v, want %s", name, item, id)
		}
		if !strings.HasSuffix(name, strings.TrimSuffix(item.Variant, "_reel_mention")) {
			t.Errorf("%s: variant %s", name, item.Variant)
		}
	}
	// The first run has three of its own.
	if len(own) != 9+2 || len(pending) != 3+1 || !own["sandbox.traveller"].Expired || pending["sandbox.cafe"].Expired {
		t.Errorf("%d and %d authors", len(own), len(pending))
	}
	if at := own["livegeneric_xma"].At; !at.Equal(start.Add(-time.Hour)) {
		t.Errorf("at %s", at)
	}
}

func TestInbox_Pages(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session := s.signedIn()
	for i := range 45 {
		s.mention(fmt.Sprintf("author%d", i), "")
	}
	pages := 0
	all := items(t, func(cursor string) (native.Inbox, error) {
		pages++
		return s.client.Inboxes.Inbox(t.Context(), session, cursor)
	})
	if len(all) != 47 || pages != 3 {
		t.Errorf("%d authors on %d pages", len(all), pages)
	}
}

// TestInbox_OlderItems: the older items of a conversation come page by page, each item once, in the
// order of their times.
func TestInbox_OlderItems(t *testing.T) {
	t.Parallel()
	for _, pending := range []bool{false, true} {
		s := newSimulated(t)
		session := s.signedIn()
		for i := range 55 {
			s.mention("ann", fmt.Sprintf(`,"ageHours":%d,"pending":%t`, (i*7)%55, pending))
		}
		s.kill()
		read := s.client.Inboxes.Inbox
		if pending {
			read = s.client.Inboxes.PendingInbox
		}
		page, err := read(t.Context(), session, "")
		if err != nil {
			t.Fatal(err)
		}
		thread := page.Threads[0]
		pages, all := 1, thread.Items
		for ; thread.Older != ""; pages++ {
			if thread, err = s.client.Inboxes.Older(t.Context(), session, thread); err != nil || len(thread.Users) != 1 || thread.Pending != pending {
				t.Fatalf("%+v, %v", thread, err)
			}
			all = append(all, thread.Items...)
		}
		ids := map[string]bool{}
		for i, item := range all {
			ids[item.ID] = true
			if at := start.Add(-time.Duration(i) * time.Hour); item.Kind != native.Mention || item.Flaw != "" || item.AuthorUsername != "ann" || !item.At.Equal(at) {
				t.Errorf("%d: %+v, want %s", i, item, at)
			}
		}
		if len(ids) != 55 || len(all) != 55 || pages != 1+3 {
			t.Errorf("%d of %d items on %d pages", len(ids), len(all), pages)
		}
		if _, err := s.client.Inboxes.Older(t.Context(), session, native.Thread{ID: thread.ID, Older: "x"}); native.ClassOf(err) != native.Refused {
			t.Errorf("a cursor that is none: %v", err)
		}
		for _, id := range []string{"1", "", "../1", "x"} {
			if _, err := s.client.Inboxes.Older(t.Context(), session, native.Thread{ID: id, Older: "1"}); native.ClassOf(err) != native.NotFound {
				t.Errorf("%q: %v", id, err)
			}
		}
	}
}

func TestMedia_AndItsFile(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session := s.signedIn()
	photo, video := s.mention("ann", `,"ageHours":3`), s.mention("bob", `,"kind":"video"`)
	got, err := s.client.Media.Info(t.Context(), session, photo)
	if err != nil || got.IsVideo || got.Width != 1080 || got.Height != 1920 || got.OwnerUsername != "ann" || !got.ExpiresAt.Equal(start.Add(21*time.Hour)) {
		t.Errorf("%+v, %v", got, err)
	}
	var b bytes.Buffer
	kind, err := s.client.Media.Download(t.Context(), got.URL, &b, 8<<20)
	if size, _, decodeErr := image.DecodeConfig(&b); err != nil || decodeErr != nil || kind != "image/jpeg" || size.Width != 1080 {
		t.Errorf("%s %+v, %v, %v", kind, size, err, decodeErr)
	}
	got, err = s.client.Media.Info(t.Context(), session, video)
	if err != nil || !got.IsVideo || got.Duration != 4*time.Second {
		t.Errorf("%+v, %v", got, err)
	}
	b.Reset()
	kind, err = s.client.Media.Download(t.Context(), got.URL, &b, 8<<20)
	if movie, readErr := mp4.Inspect(bytes.NewReader(b.Bytes()), int64(b.Len())); err != nil || readErr != nil || kind != "video/mp4" || movie.Truncated || movie.Picture().Width != 720 {
		t.Errorf("%s %+v, %v, %v", kind, movie, err, readErr)
	}
	if _, err := s.client.Media.Download(t.Context(), got.URL, &b, 1000); native.ClassOf(err) != native.TooLarge {
		t.Errorf("a file that is too long: %v", err)
	}
	s.clock.Advance(22 * time.Hour)
	if _, err := s.client.Media.Info(t.Context(), session, photo); native.ClassOf(err) != native.NotFound {
		t.Errorf("an expired story: %v", err)
	}
	s.clock.Advance(2 * time.Hour)
	if _, err := s.client.Media.Download(t.Context(), got.URL, &b, 8<<20); native.ClassOf(err) != native.NotFound {
		t.Errorf("its file: %v", err)
	}
	for _, id := range []string{"1", "", "../1", "x"} {
		if _, err := s.client.Media.Info(t.Context(), session, id); native.ClassOf(err) != native.NotFound {
			t.Errorf("%q: %v", id, err)
		}
	}
	for _, name := range []string{"nobody", "", "a/b", "../x", strings.Repeat("a", 31)} {
		if _, err := s.client.UserID(t.Context(), session, name); native.ClassOf(err) != native.NotFound {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestStory_WithMentions(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"photo", "video"} {
		s := newSimulated(t)
		session := s.signedIn()
		u := s.photoStory("ann", "bob")
		if kind == "video" {
			u = s.videoStory("ann", "bob")
		}
		for range 2 { // What nobody sees can be sent again.
			if err := s.client.UploadStory(t.Context(), session, u); err != nil {
				t.Fatal(kind, err)
			}
		}
		if got := s.stories(); len(got) != 0 {
			t.Errorf("%s: visible before: %+v", kind, got)
		}
		s.kill()
		id, err := s.client.ConfigureStory(t.Context(), permit(), session, u)
		if err != nil {
			t.Fatal(kind, err)
		}
		s.kill()
		if got := s.stories(); len(got) != 1 || got[0].MediaID != id || !slices.Equal(got[0].Mentions, []string{"ann", "bob"}) {
			t.Errorf("%s: %+v", kind, got)
		}
		own, err := s.client.OwnStories(t.Context(), session)
		if err != nil || len(own) != 1 || own[0].ID != id || own[0].UploadID != u.UploadID || own[0].IsVideo != u.IsVideo || !own[0].TakenAt.Equal(start) || !mentionsAll(own[0], u.Mentions) {
			t.Errorf("%s: %+v, %v", kind, own, err)
		}
		if err := s.client.DeleteStory(t.Context(), session, id, u.IsVideo); err != nil {
			t.Error(kind, err)
		}
		if own, err := s.client.OwnStories(t.Context(), session); err != nil || len(own) != 0 {
			t.Errorf("%s, deleted: %+v, %v", kind, own, err)
		}
		if err := s.client.DeleteStory(t.Context(), session, id, u.IsVideo); native.ClassOf(err) != native.NotFound {
			t.Errorf("%s, deleted twice: %v", kind, err)
		}
	}
}

// TestStory_IsLeftOutOfTheFirstReads of the list, and not of a read by its id.
func TestStory_IsLeftOutOfTheFirstReads(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.signedIn(), s.photoStory("ann")
	if err := s.client.UploadStory(t.Context(), session, u); err != nil {
		t.Fatal(err)
	}
	s.control("reads", `{"listLag":2}`)
	id, err := s.client.ConfigureStory(t.Context(), permit(), session, u)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 0, 1, 1} {
		if _, err := s.client.Media.Info(t.Context(), session, id); err != nil {
			t.Error(err)
		}
		if own, err := s.client.OwnStories(t.Context(), session); err != nil || len(own) != want {
			t.Errorf("read %d: %d stories, %v", i, len(own), err)
		}
		s.kill()
	}
}

// TestStory_IsOneOfTheAccountToTheOtherAPI: with another id, and only as long as it lives.
func TestStory_IsOneOfTheAccountToTheOtherAPI(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.signedIn(), s.photoStory("ann")
	if err := s.client.UploadStory(t.Context(), session, u); err != nil {
		t.Fatal(err)
	}
	id, err := s.client.ConfigureStory(t.Context(), permit(), session, u)
	if err != nil {
		t.Fatal(err)
	}
	graph := func() string {
		demo := sandbox.DemoAccounts()[0]
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/graph-ig/v25.0/"+demo.SNUserID+"/stories?fields=id,media_type&access_token="+demo.Token.Reveal(), http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		var b bytes.Buffer
		if _, err := b.ReadFrom(resp.Body); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := graph(); strings.Count(got, `"media_type":"IMAGE"`) != 1 || strings.Contains(got, id) {
		t.Errorf("stories: %s", got)
	}
	if err := s.client.DeleteStory(t.Context(), session, id, false); err != nil {
		t.Fatal(err)
	}
	if got := graph(); strings.Contains(got, "media_type") {
		t.Errorf("after its deletion: %s", got)
	}
}

func TestStory_AMentionThatTheNetworkLeavesOut(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.signedIn(), s.photoStory("ann", "nomention.bob")
	if err := s.client.UploadStory(t.Context(), session, u); err != nil {
		t.Fatal(err)
	}
	if _, err := s.client.ConfigureStory(t.Context(), permit(), session, u); err != nil {
		t.Fatal(err)
	}
	own, err := s.client.OwnStories(t.Context(), session)
	if err != nil || len(own) != 1 || mentionsAll(own[0], u.Mentions) || !mentionsAll(own[0], u.Mentions[:1]) {
		t.Errorf("%+v, %v", own, err)
	}
}

func TestStory_AVideoThatIsStillWorkedOn(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	s.control("latency", `{"videoMs":5000,"pollsUntilFinished":1}`)
	session, u := s.signedIn(), s.videoStory("ann")
	if err := s.client.UploadStory(t.Context(), session, u); err != nil {
		t.Fatal(err)
	}
	configure := func() native.Class {
		_, err := s.client.ConfigureStory(t.Context(), permit(), session, u)
		return native.ClassOf(err)
	}
	if got := configure(); got != native.NotReady {
		t.Errorf("at once: %s", got)
	}
	s.clock.Advance(6 * time.Second)
	if got := configure(); got != "" {
		t.Errorf("later: %s", got)
	}
}

func TestStory_AVideoGoesOnWhereItWasCut(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.signedIn(), s.videoStory()
	s.control("faults", `{"match":{"method":"POST","path":"/rupload_igvideo/"},"afterBytes":1000}`)
	if err := s.client.UploadStory(t.Context(), session, u); native.ClassOf(err) != native.Transport {
		t.Fatalf("cut: %v", err)
	}
	s.open()
	if err := s.client.UploadStory(t.Context(), session, u); err != nil {
		t.Fatal(err)
	}
	if _, err := s.client.ConfigureStory(t.Context(), permit(), session, u); err != nil || len(s.stories()) != 1 {
		t.Error(err)
	}
}

func TestConfigure_ALostReply(t *testing.T) {
	t.Parallel()
	for fault, want := range map[string]struct{ unknown, live bool }{
		`"dropAfterCommit":true`:     {true, true},
		`"dropBefore":true`:          {true, false},
		`"malformed":true`:           {true, true},
		`"http":502,"body":"<html>"`: {true, false},
		`"http":400,"body":"{\"message\":\"login_required\",\"status\":\"fail\"}"`:     {false, false},
		`"http":400,"body":"{\"message\":\"challenge_required\",\"status\":\"fail\"}"`: {false, false},
		`"http":429,"body":"<html>"`:                                                   {false, false},
		`"body":"{\"status\":\"ok\"}","afterCommit":true`:                              {true, true},
		`"body":"null","afterCommit":true`:                                             {true, true},
		`"http":202,"body":"{\"status\":\"ok\"}","afterCommit":true`:                   {true, true},
		`"http":202,"body":"{\"status\":\"ok\",\"message\":\"x\"}","afterCommit":true`: {true, true},
		`"body":"{\"message\":\"x\"}","afterCommit":true`:                              {true, true},
		`"body":"{\"a\":1}","afterCommit":true`:                                        {true, true},
		`"http":403,"body":"{}","afterCommit":true`:                                    {true, true},
		`"body":"{\"status\":\"fail\"}"`:                                               {false, false},
		`"http":403,"body":"{\"status\":\"fail\"}"`:                                    {false, false},
	} {
		s := newSimulated(t)
		session, u := s.signedIn(), s.photoStory("ann")
		if err := s.client.UploadStory(t.Context(), session, u); err != nil {
			t.Fatal(err)
		}
		s.control("faults", `{"match":{"path":"configure_to_story"},`+fault+`}`)
		_, err := s.client.ConfigureStory(t.Context(), permit(), session, u)
		var e *native.Error
		if !asError(err, &e) || e.OutcomeUnknown != want.unknown || (len(s.stories()) == 1) != want.live {
			t.Errorf("%s: %v, stories %+v", fault, err, s.stories())
		}
	}
}

func TestConfigure_NobodyListens(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session, u := s.signedIn(), s.photoStory()
	s.stop()
	s.client.CloseIdleConnections()
	_, err := s.client.ConfigureStory(t.Context(), permit(), session, u)
	var e *native.Error
	if !asError(err, &e) || e.OutcomeUnknown || e.Class != native.Transport {
		t.Errorf("got %v", err)
	}
}

func TestSession_ThatHasEnded(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session := s.signedIn()
	other := *session
	s.set("ok", "123456")
	nobody := native.NewSession()
	for name, one := range map[string]*native.Session{"ended": session, "nobody's": &nobody} {
		if _, err := s.client.Inboxes.Inbox(t.Context(), one, ""); native.ClassOf(err) != native.LoggedOut {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.client.OwnStories(t.Context(), &other); native.ClassOf(err) != native.LoggedOut || !native.ClassOf(err).Stops() {
		t.Errorf("own stories: %v", err)
	}
	if err := s.client.UploadStory(t.Context(), &other, s.photoStory()); native.ClassOf(err) != native.LoggedOut {
		t.Errorf("upload: %v", err)
	}
}

// tamper changes what goes to the network.
type tamper struct{ change func(*http.Request) }

func (x tamper) RoundTrip(r *http.Request) (*http.Response, error) {
	x.change(r)
	return http.DefaultTransport.RoundTrip(r)
}

// TestUpload_TheNetworkChecksWhatItIsSent: headers that do not fit the file, and files that are
// none.
func TestUpload_TheNetworkChecksWhatItIsSent(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session := s.signedIn()
	for name, change := range map[string]func(*http.Request){
		"a longer file":    func(r *http.Request) { r.Header.Set("X-Entity-Length", "999999") },
		"a shorter file":   func(r *http.Request) { r.Header.Set("X-Entity-Length", "10") },
		"another name":     func(r *http.Request) { r.Header.Set("X-Entity-Name", "1600000000000_0_1234567890") },
		"another type":     func(r *http.Request) { r.Header.Set("X-Entity-Type", "image/png") },
		"no params":        func(r *http.Request) { r.Header.Del("X-Instagram-Rupload-Params") },
		"an offset":        func(r *http.Request) { r.Header.Set("Offset", "5") },
		"no session":       func(r *http.Request) { r.Header.Del("Authorization") },
		"another device":   func(r *http.Request) { r.Header.Set("X-IG-Device-ID", "x") },
		"a form's content": func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") },
	} {
		client := native.New(native.Options{BaseURL: func() string { return native.SandboxURL(s.url) }, Clock: clock.NewFake(start), HTTP: &http.Client{Transport: tamper{change}}})
		if err := client.UploadStory(t.Context(), session, s.photoStory()); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	u := s.photoStory()
	u.Path = s.file([]byte("\xff\xd8\xff but no picture"))
	if err := s.client.UploadStory(t.Context(), session, u); native.ClassOf(err) != native.Refused {
		t.Errorf("no picture: %v", err)
	}
	u = s.videoStory()
	u.Duration = time.Minute
	if err := s.client.UploadStory(t.Context(), session, u); native.ClassOf(err) != native.Refused {
		t.Errorf("another length: %v", err)
	}
	u = s.photoStory()
	u.Path = filepath.Join(t.TempDir(), "none")
	if err := s.client.UploadStory(t.Context(), session, u); native.ClassOf(err) != native.Refused {
		t.Errorf("no file: %v", err)
	}
	u.UploadID = "1/../../x"
	if err := s.client.UploadStory(t.Context(), session, u); native.ClassOf(err) != native.Refused {
		t.Errorf("no upload id: %v", err)
	}
}

func TestConfigure_TheNetworkChecksWhatItIsSent(t *testing.T) {
	t.Parallel()
	s := newSimulated(t)
	session := s.signedIn()
	for name, change := range map[string]func(*native.StoryUpload){
		"another size":     func(u *native.StoryUpload) { u.Width = 91 },
		"no such upload":   func(u *native.StoryUpload) { u.UploadID = "1600000000000" },
		"not a video":      func(u *native.StoryUpload) { u.IsVideo = true },
		"unknown user":     func(u *native.StoryUpload) { u.Mentions[0].UserID = "5" },
		"out of the frame": func(u *native.StoryUpload) { u.Mentions[0].X = 1.5 },
	} {
		u := s.photoStory("ann")
		if err := s.client.UploadStory(t.Context(), session, u); err != nil {
			t.Fatal(err)
		}
		change(&u)
		_, err := s.client.ConfigureStory(t.Context(), permit(), session, u)
		var e *native.Error
		if !asError(err, &e) || e.Class != native.Refused || e.OutcomeUnknown {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := s.stories(); len(got) != 0 {
		t.Errorf("stories: %+v", got)
	}
}

// mentionsAll reports whether a story mentions every one of the users, by their ids.
func mentionsAll(o native.OwnStory, users []native.StickerMention) bool {
	for _, u := range users {
		if !slices.ContainsFunc(o.Mentions, func(m native.StickerMention) bool { return m.UserID == u.UserID }) {
			return false
		}
	}
	return true
}
