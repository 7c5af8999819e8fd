package e2e_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/corpus"
	"crier/platform/sandbox"
)

// nativeJourney is a journey whose bakery has native-story credentials.
func nativeJourney(t *testing.T, options ...e2e.Option) *journey {
	t.Helper()
	j := begin(t, options...)
	j.client.Post(credentialsPath, login().with("accountId", j.bakery.ID)).Want(http.StatusOK)
	return j
}

// mentioning is the body of a story that mentions people.
func (j *journey) mentioning(names ...string) body {
	j.t.Helper()
	var mentions []body
	for i, name := range names {
		mentions = append(mentions, body{"username": name, "x": 0.5, "y": 0.2 * float64(i+1)})
	}
	return body{"accountId": j.bakery.ID, "mediaType": "STORIES", "mediaFileId": j.photo(), "storyMentions": mentions}
}

// isNative fails the test unless the post is PUBLISHED as the ledger's native story at the index.
func (j *journey) isNative(p posts.Post, index int, mentions ...string) {
	j.t.Helper()
	l := j.network.Ledger()
	if len(l.NativeStories) <= index {
		j.t.Fatalf("%d native stories; the post is %s", len(l.NativeStories), describe(p))
	}
	live := l.NativeStories[index]
	if p.Status != posts.Published || text(p.SNMediaID) != live.MediaID || !p.PublishedViaPrivateAPI || p.SNContainerID == nil ||
		!strings.HasSuffix(text(p.SNPermalink), "/"+live.MediaID+"/") || p.PublishedAt == nil || !slices.Equal(live.Mentions, mentions) {
		j.t.Errorf("the post is %s; live is %+v", show(p), live)
	}
	if d := p.PublishedAt.Time().Sub(live.PublishedAt).Abs(); d > time.Second {
		j.t.Errorf("published at %s, live at %s", p.PublishedAt, live.PublishedAt)
	}
}

func (j *journey) wantNatives(n int) {
	j.t.Helper()
	if l := j.network.Ledger(); len(l.NativeStories) != n || len(l.Publications) != 0 {
		j.t.Errorf("live are %+v and %+v, not %d native stories", l.NativeStories, l.Publications, n)
	}
}

func (j *journey) count(match string) (n int) {
	for _, c := range j.network.Calls() {
		if strings.Contains(c.Path, match) {
			n++
		}
	}
	return n
}

func TestNativeStory_PublishedAndScheduled(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	photo := j.client.Upload("file", "photo.jpg", picture320(t)).Want(http.StatusCreated).String("id")
	story := j.mentioning("ann", "Bob").with("mediaFileId", photo)
	got := j.client.Post("/api/v1/posts/publish", story).Want(http.StatusAccepted)
	if warnings := warningsOf(got); len(warnings) != 0 {
		t.Errorf("the warnings are %v", warnings)
	}
	p := j.ended(got.String("postId"))
	j.isNative(p, 0, "ann", "bob")
	if p.ErrorCode != nil || p.SourceType != posts.Manual {
		t.Errorf("the post is %s", show(p))
	}
	at := j.Clock.Now().Add(30 * time.Minute)
	later := j.schedule(story.with("storyMentions", []body{{"username": "cleo"}}), at)
	p = j.ended(later)
	j.isNative(p, 1, "cleo")
	if p.PublishedAt.Time().Before(at) || p.SourceType != posts.FromSchedule {
		t.Errorf("the post is %s", show(p))
	}
	j.wantNatives(2)
	for _, what := range []string{"posts.permalinks", "posts.verify"} {
		if err := j.Scheduler.RunNow(t.Context(), what); err != nil {
			t.Error(err)
		}
	}
	if n := j.count("/1800") + j.count("media_publish"); n != 0 {
		t.Errorf("the publishing API was asked %d times", n)
	}
}

func TestNativeStory_OfAVideo(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	j.network.Latency(e2e.Latency{VideoMs: new(int64(8000)), PollsUntilFinished: new(1)})
	got := j.client.Post("/api/v1/posts/publish", j.mentioning("ann").with("mediaFileId", j.movie())).Want(http.StatusAccepted)
	if warnings := warningsOf(got); len(warnings) != 1 || !strings.Contains(warnings[0], "NOT_CONFIGURED") {
		t.Errorf("the warnings are %v", warnings)
	}
	p := j.ended(got.String("postId"))
	j.isNative(p, 0, "ann")
	j.wantNatives(1)
	if n := j.count("configure_to_story"); n < 2 {
		t.Errorf("%d calls while the video was worked on", n)
	}
}

// TestNativeStory_AMentionThatIsMissing: the post is live, and says which mention is missing.
func TestNativeStory_AMentionThatIsMissing(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	p := j.ended(j.publish(j.mentioning("ann", "nomention.bob")))
	j.isNative(p, 0, "ann")
	if text(p.ErrorCode) != "INVALID_MENTIONS" || !strings.Contains(text(p.ErrorMessage), "@nomention.bob") {
		t.Errorf("the post is %s", describe(p))
	}
	j.wantNatives(1)
}

// TestNativeStory_WaitsWithoutSending: a story that waits for the outcome of one that looks the
// same sends its files once.
func TestNativeStory_WaitsWithoutSending(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	j.network.HideDeviceTimestamp(true)
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropBefore: true})
	first, second := j.publish(j.mentioning("ann")), j.publish(j.mentioning("ann"))
	j.isNative(j.ended(first), 0, "ann")
	j.isNative(j.ended(second), 1, "ann")
	if n := j.count("rupload"); n != 3 {
		t.Errorf("%d uploads, not two of the first and one of the second", n)
	}
}

func TestNativeStory_NobodyOfThatName(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	p := j.ended(j.publish(j.mentioning("nobody.at.all")))
	j.hasFailed(p, "INVALID_MENTIONS")
	j.wantNatives(0)
	if n := j.count("rupload"); n != 0 {
		t.Errorf("%d uploads", n)
	}
}

// TestNativeStory_ALostReply: the story is found among the live ones, and never sent twice; one
// whose call never arrived is sent.
func TestNativeStory_ALostReply(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault e2e.Fault
		calls int
	}{
		"live":                          {e2e.Fault{DropAfterCommit: true}, 1},
		"live, malformed":               {e2e.Fault{Malformed: true}, 1},
		"live, server error":            {e2e.Fault{AfterCommit: true, HTTP: 503, Body: html}, 1},
		"live, not its words":           {e2e.Fault{AfterCommit: true, Body: `{"error":"see your provider"}`}, 1},
		"live, not its refusal":         {e2e.Fault{AfterCommit: true, HTTP: 403, Body: `{"error":"see your provider"}`}, 1},
		"not live":                      {e2e.Fault{DropBefore: true}, 2},
		"not live, server error":        {e2e.Fault{HTTP: 502, Body: html}, 2},
		"not live, twice":               {e2e.Fault{DropBefore: true, Times: 2}, 3},
		"the session has ended by then": {e2e.Fault{HTTP: 403, Body: `{"message":"login_required","status":"fail"}`}, 2},
		"still worked on, for a while":  {e2e.Fault{HTTP: 202, Body: `{"message":"Transcode not finished yet.","status":"fail"}`, Times: 12}, 13},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			c.fault.Match = e2e.ConfigureCalls
			j.network.Fault(c.fault)
			p := j.ended(j.publish(j.mentioning("ann", "bob")))
			j.isNative(p, 0, "ann", "bob")
			j.wantNatives(1)
			if n := j.count("configure_to_story"); n != c.calls || p.ErrorCode != nil {
				t.Errorf("%d calls, the post is %s", n, describe(p))
			}
		})
	}
}

// TestNativeStory_TheReadsFailToo: a live story stays the only one, however long the reads fail.
func TestNativeStory_TheReadsFailToo(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]e2e.Fault{
		"server error":   {HTTP: 500, Body: html, Times: 8},
		"cut":            {DropBefore: true, Times: 8},
		"limited":        {HTTP: 429, Body: html, Times: 2},
		"none is listed": {Body: `{"reel":null,"status":"ok"}`, Times: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true})
			fault.Match = e2e.OwnStoryReads
			j.network.Fault(fault)
			j.isNative(j.ended(j.publish(j.mentioning("ann"))), 0, "ann")
			j.wantNatives(1)
		})
	}
}

// TestNativeStory_UnknownForLong: after a quarter of an hour the post says that it may be live;
// what proves it later is believed.
func TestNativeStory_UnknownForLong(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"verified", "retried"} {
		j := nativeJourney(t)
		j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true})
		j.network.Fault(e2e.Fault{Match: e2e.OwnStoryReads, HTTP: 500, Body: `{"message":"Server error","status":"fail"}`, Times: 1000})
		id := j.publish(j.mentioning("ann"))
		p := j.ended(id)
		j.hasFailed(p, "UNKNOWN_ERROR")
		if !strings.Contains(text(p.ErrorMessage), "may be live, check before retrying") {
			t.Errorf("the post says %s", text(p.ErrorMessage))
		}
		j.network.ClearFaults()
		if how == "retried" {
			j.retry(id)
			p = j.ended(id)
		} else {
			j.chore("posts.verify")
			p = j.post(id)
		}
		j.isNative(p, 0, "ann")
		j.wantNatives(1)
	}
}

// TestNativeStory_StoriesThatLookTheSame: by hand and of ours; nothing is taken for another.
func TestNativeStory_StoriesThatLookTheSame(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	first := j.ended(j.publish(j.mentioning("ann")))
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true})
	second := j.ended(j.publish(j.mentioning("ann")))
	j.isNative(first, 0, "ann")
	j.isNative(second, 1, "ann")
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropBefore: true})
	third := j.ended(j.publish(j.mentioning("ann")))
	j.isNative(third, 2, "ann")
	j.wantNatives(3)
}

// TestNativeStory_IsNoStoryOfThePublishingAPI: a plain story whose answer is lost is not taken for
// a native one that went out beside it.
func TestNativeStory_IsNoStoryOfThePublishingAPI(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	story := j.ended(j.publish(j.mentioning("ann")))
	j.isNative(story, 0, "ann")
	j.Clock.Advance(2 * time.Minute)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	plain := j.ended(j.publish(body{"accountId": j.bakery.ID, "mediaType": "STORIES", "mediaFileId": j.photo()}))
	j.isLive(plain, 0)
	if l := j.network.Ledger(); len(l.NativeStories) != 1 || len(l.Publications) != 1 {
		t.Errorf("live are %+v", l)
	}
}

// TestNativeStory_StopsAtTrouble: whatever the network has against the account ends the post at
// once, and nothing is done after.
func TestNativeStory_StopsAtTrouble(t *testing.T) {
	t.Parallel()
	challenge := e2e.Fault{HTTP: 400, Body: `{"message":"challenge_required","challenge":{"url":"https://i.instagram.com/challenge/1/a/","api_path":"/challenge/1/a/"},"status":"fail"}`}
	for name, c := range map[string]struct {
		match e2e.FaultMatch
		fault e2e.Fault
		code  string
	}{
		"challenge at the upload": {e2e.StoryUploads, challenge, "LOGIN_FAILED"},
		"challenge at the call":   {e2e.ConfigureCalls, challenge, "LOGIN_FAILED"},
		"spam":                    {e2e.ConfigureCalls, e2e.Fault{HTTP: 400, Body: `{"message":"feedback_required","spam":true,"status":"fail"}`}, "LOGIN_FAILED"},
		"limit":                   {e2e.StoryUploads, e2e.Fault{HTTP: 429, Body: html}, "RATE_LIMITED"},
		"checkpoint":              {e2e.StoryUploads, e2e.Fault{HTTP: 400, Body: `{"message":"checkpoint_required","checkpoint_url":"x","status":"fail"}`}, "LOGIN_FAILED"},
		"refused":                 {e2e.ConfigureCalls, e2e.Fault{HTTP: 400, Body: `{"message":"no","status":"fail"}`}, "UNKNOWN_ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			c.fault.Match = c.match
			j.network.Fault(c.fault)
			id := j.publish(j.mentioning("ann"))
			j.hasFailed(j.ended(id), c.code)
			j.wantNatives(0)
			calls := len(j.network.Calls())
			j.chore("posts.verify")
			j.Clock.Advance(time.Hour)
			// What was refused may be live all the same: that alone is looked for.
			for _, after := range j.network.Calls()[calls:] {
				if after.Method != http.MethodGet || !strings.HasSuffix(after.Path, "/story/") || c.match != e2e.ConfigureCalls {
					t.Errorf("%s %s after the end", after.Method, after.Path)
				}
			}
			j.network.ClearFaults()
			j.retry(id)
			j.isNative(j.ended(id), 0, "ann")
			j.wantNatives(1)
		})
	}
}

// TestNativeStory_RefusedAndLive: anyone who retries a story that the network blocked, and shows
// all the same, gets that one.
func TestNativeStory_RefusedAndLive(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, HTTP: 400, Body: `{"message":"feedback_required","spam":true,"status":"fail"}`, AfterCommit: true})
	id := j.publish(j.mentioning("ann"))
	j.hasFailed(j.ended(id), "LOGIN_FAILED")
	j.retry(id)
	j.isNative(j.ended(id), 0, "ann")
	j.wantNatives(1)
}

// TestNativeStory_ADeadSession is renewed once, and where that fails nothing is tried again.
func TestNativeStory_ADeadSession(t *testing.T) {
	t.Parallel()
	for way, code := range map[string]string{
		e2e.NativeOK: "", e2e.NativeBadPassword: "LOGIN_FAILED", e2e.NativeTwoFactor: "TWO_FACTOR_REQUIRED",
		e2e.NativeChallengeEmail: "LOGIN_FAILED", e2e.NativeRateLimit: "LOGIN_RATE_LIMITED",
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			j.network.Native(sandbox.DemoNativeUser().Username, way, nativeCode)
			id := j.publish(j.mentioning("ann"))
			p := j.ended(id)
			if code == "" {
				j.isNative(p, 0, "ann")
				return
			}
			j.hasFailed(p, code)
			logins := j.count("accounts/login")
			j.retry(id)
			j.hasFailed(j.ended(id), code)
			if again := j.count("accounts/login"); again != logins && way != e2e.NativeRateLimit {
				t.Errorf("%d further logins", again-logins)
			}
			j.wantNatives(0)
			j.network.Native(sandbox.DemoNativeUser().Username, e2e.NativeOK, nativeCode)
			j.client.Post(credentialsPath, login().with("accountId", j.bakery.ID)).Want(http.StatusOK)
			j.retry(id)
			j.isNative(j.ended(id), 0, "ann")
		})
	}
}

// TestNativeStory_ACutUpload goes on, under the same id.
func TestNativeStory_ACutUpload(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	j.network.Fault(e2e.Fault{Match: e2e.StoryUploads, AfterBytes: 1000})
	p := j.ended(j.publish(j.mentioning("ann").with("mediaFileId", j.movie())))
	j.isNative(p, 0, "ann")
	if p.RetryCount != 1 {
		t.Errorf("%d further attempts", p.RetryCount)
	}
	j.wantNatives(1)
}

// TestNativeStory_AnotherFileAfterACutUpload: the network gets the whole of the file that the media
// has by then, however much of the former one it has.
func TestNativeStory_AnotherFileAfterACutUpload(t *testing.T) {
	t.Parallel()
	cover := e2e.FaultMatch{Method: http.MethodPost, Path: `/rupload_igphoto/`}
	for name, fault := range map[string]e2e.Fault{
		"cut":            {Match: e2e.StoryUploads, AfterBytes: 1000},
		"whole":          {Match: cover, DropBefore: true},
		"with its cover": {Match: cover, DropAfterCommit: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			j.network.Fault(fault)
			movie := j.movie()
			id := j.publish(j.mentioning("ann").with("mediaFileId", movie))
			j.awaited(id, func(s posts.Status) bool { return s == posts.Queued && j.post(id).RetryCount == 1 })
			converted := corpus.Clip(720, 720, 10*time.Second, 8192)
			processed := "processed/converted.mp4"
			if err := os.WriteFile(filepath.Join(j.Dir, "uploads", processed), converted, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := j.DB.ExecContext(t.Context(), "UPDATE media_files SET processed_path = ?, processed_size = ? WHERE id = ?", processed, len(converted), movie); err != nil {
				t.Fatal(err)
			}
			p := j.ended(id)
			j.isNative(p, 0, "ann")
			j.wantNatives(1)
			sent, err := filepath.Glob(filepath.Join(j.Dir, "sandbox*.pictures", "story-video-"+text(p.SNContainerID)))
			if err != nil || len(sent) != 1 {
				t.Fatalf("%v, %v", sent, err)
			}
			if content, err := os.ReadFile(sent[0]); err != nil || !bytes.Equal(content, converted) {
				t.Errorf("the network has %d bytes, which are not the new file's %d: %v", len(content), len(converted), err)
			}
		})
	}
}

// TestNativeStory_AThumbnailThatIsReplaced once the files of the story are known: the next attempt
// sends the new one.
func TestNativeStory_AThumbnailThatIsReplaced(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	movie := j.movie()
	id := j.publish(j.mentioning("ann").with("mediaFileId", movie))
	j.AdvanceUntil(t, time.Hour, func() bool { return j.count("usernameinfo") > 0 })
	if n := j.count("rupload"); n != 0 {
		t.Fatalf("%d uploads before", n)
	}
	former := text(j.post(id).MediaFiles[0].ThumbnailPath)
	fresh := "thumbnails/fresh.jpg"
	if err := os.Rename(filepath.Join(j.Dir, "uploads", former), filepath.Join(j.Dir, "uploads", fresh)); err != nil {
		t.Fatal(err)
	}
	if _, err := j.DB.ExecContext(t.Context(), "UPDATE media_files SET thumbnail_path = ? WHERE id = ?", fresh, movie); err != nil {
		t.Fatal(err)
	}
	p := j.ended(id)
	j.isNative(p, 0, "ann")
	if p.RetryCount != 1 {
		t.Errorf("%d further attempts", p.RetryCount)
	}
	j.wantNatives(1)
}

// TestNativeStory_TwoThatNobodyAnsweredFor: their order tells which is which, where the network
// does not name the upload of each.
func TestNativeStory_TwoThatNobodyAnsweredFor(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	j.network.HideDeviceTimestamp(true)
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true, Times: 2})
	j.network.Fault(e2e.Fault{Match: e2e.OwnStoryReads, HTTP: 500, Body: html, Times: 4})
	first := j.publish(j.mentioning("ann"))
	j.awaited(first, func(s posts.Status) bool { return s == posts.Publishing })
	second := j.publish(j.mentioning("ann"))
	j.isNative(j.ended(first), 0, "ann")
	j.isNative(j.ended(second), 1, "ann")
	j.wantNatives(2)
}

// TestNativeStory_TheLostReplyOfAStoryThatLacksAMention: where the network does not name its
// upload, it could be a story by hand, and nothing is sent again.
func TestNativeStory_TheLostReplyOfAStoryThatLacksAMention(t *testing.T) {
	t.Parallel()
	for _, hidden := range []bool{true, false} {
		j := nativeJourney(t)
		j.network.HideDeviceTimestamp(hidden)
		j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true})
		p := j.ended(j.publish(j.mentioning("ann", "nomention.bob")))
		if hidden {
			j.hasFailed(p, "UNKNOWN_ERROR")
			if !strings.Contains(text(p.ErrorMessage), "may be live") {
				t.Errorf("the post is %s", describe(p))
			}
		} else {
			j.isNative(p, 0, "ann")
		}
		if n := j.count("configure_to_story"); n != 1 {
			t.Errorf("%d calls, the post is %s", n, describe(p))
		}
		j.wantNatives(1)
	}
}

// TestNativeStory_ThePictureHasTheNames: and the shape of the frame.
func TestNativeStory_ThePictureHasTheNames(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	plain := j.photo()
	p := j.ended(j.publish(j.mentioning("ann").with("mediaFileId", plain)))
	j.isNative(p, 0, "ann")
	sent := j.sentPicture()
	bounds := sent.Bounds()
	if ratio := float64(bounds.Dx()) / float64(bounds.Dy()); ratio < 0.55 || ratio > 0.575 {
		t.Errorf("the picture has %s", bounds)
	}
	// The file is black; the name is written where the mention is.
	bright := func(y float64) (n int) {
		for x := range bounds.Dx() {
			if r, _, _, _ := sent.At(x, int(y*float64(bounds.Dy()))).RGBA(); r > 0x8000 {
				n++
			}
		}
		return n
	}
	if bright(0.2) == 0 || bright(0.6) != 0 {
		t.Errorf("bright pixels: %d and %d", bright(0.2), bright(0.6))
	}
}

// sentPicture is the one picture that the network has been sent for a story.
func (j *journey) sentPicture() image.Image {
	j.t.Helper()
	found, err := filepath.Glob(filepath.Join(j.Dir, "sandbox*.pictures", "story-photo-*"))
	if err != nil || len(found) != 1 {
		j.t.Fatalf("%v, %v", found, err)
	}
	f, err := os.Open(found[0])
	if err != nil {
		j.t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	picture, err := jpeg.Decode(f)
	if err != nil {
		j.t.Fatal(err)
	}
	return picture
}
