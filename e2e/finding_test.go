package e2e_test

import (
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/platform/database"
	"crier/platform/needtest"
)

// The tests of this file show what a review found to be wrong with the first engine, by the
// review's numbers. They run in the tier without the race detector and take a second each. Findings
// that no journey can produce are tested in modules/posts/publish, platform/jobs,
// platform/database, modules/auth and modules/storyrepost under the same names.

const notFinished = `{"message":"Transcode not finished yet.","status":"fail"}`

// TestFinding01_NotFinishedAgainAndAgain: each call that was answered with "not yet" is an attempt
// of its own, so the time for which the last one may be on its way counts from its own sending.
func TestFinding01_NotFinishedAgainAndAgain(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, HTTP: 202, Body: notFinished, Times: 9, DelayMs: 28_500})
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, EffectAfterMs: 60_000})
	p := j.ended(j.publish(j.mentioning("ann")))
	j.pass(10 * time.Minute)
	j.isNative(p, 0, "ann")
	j.wantNatives(1)
}

// TestFinding02_TwoStoriesAlike: of two stories that look alike, one's call never arrives and the
// other's answer is lost. Each ends as itself.
func TestFinding02_TwoStoriesAlike(t *testing.T) {
	t.Parallel()
	for name, hidden := range map[string]bool{"the network names the upload": false, "the network does not": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			j.network.HideDeviceTimestamp(hidden)
			j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropBefore: true})
			j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true})
			first := j.publish(j.mentioning("ann"))
			second := j.publish(j.mentioning("ann"))
			one, two := j.ended(first), j.ended(second)
			if one.Status != posts.Published || two.Status != posts.Published || text(one.SNMediaID) == text(two.SNMediaID) {
				t.Errorf("%s; %s", describe(one), describe(two))
			}
			j.wantNatives(2)
		})
	}
}

// TestFinding02_ByHandBeside: a story that somebody publishes by hand with the same mention is not
// bound to a post.
func TestFinding02_ByHandBeside(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	hand := j.network.StoryByHand(j.bakery.SNUserID, "ann")
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true})
	p := j.ended(j.publish(j.mentioning("ann")))
	if text(p.SNMediaID) == hand.MediaID {
		t.Errorf("the post took %s", hand.MediaID)
	}
	j.isNative(p, 1, "ann")
}

// TestFinding02_ByHandBesideTwo: beside a story by hand, of two that look alike, one's call never
// arrives and the other's answer is lost. None of the three is taken for another.
func TestFinding02_ByHandBesideTwo(t *testing.T) {
	t.Parallel()
	for name, hidden := range map[string]bool{"the network names the upload": false, "the network does not": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			j.network.HideDeviceTimestamp(hidden)
			hand := j.network.StoryByHand(j.bakery.SNUserID, "ann")
			j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropBefore: true})
			j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true})
			first, second := j.publish(j.mentioning("ann")), j.publish(j.mentioning("ann"))
			taken := map[string]bool{hand.MediaID: true}
			for _, p := range []posts.Post{j.ended(first), j.ended(second)} {
				if p.Status != posts.Published || taken[text(p.SNMediaID)] {
					t.Errorf("%s", describe(p))
				}
				taken[text(p.SNMediaID)] = true
			}
			j.wantNatives(3)
		})
	}
}

// TestFinding03_ShareOfAnotherPost: of two shares with one caption, one's call never arrives and
// the other's answer is lost.
func TestFinding03_ShareOfAnotherPost(t *testing.T) {
	t.Parallel()
	for name, match := range map[string]e2e.FaultMatch{"the photo": e2e.PagePhotoCalls, "the post": e2e.PageFeedCalls} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			b := sharedKinds()["image"].body(j).with("caption", "")
			j.network.Fault(e2e.Fault{Match: match, DropBefore: true})
			j.network.Fault(e2e.Fault{Match: match, DropAfterCommit: true})
			first := j.publish(b)
			second := j.publish(b)
			one, two := j.sharedOr(first), j.sharedOr(second)
			live := map[string]bool{}
			for _, on := range j.network.Ledger().PartnerPublications {
				live[on.PostID] = true
			}
			for _, p := range []posts.Post{one, two} {
				if id := text(p.PartnerPostID); id != "" && !live[id] {
					t.Errorf("%s is on the Page as %s, which is not there or another's", describe(p), id)
				}
				delete(live, text(p.PartnerPostID))
			}
			if len(live) != 0 {
				t.Errorf("nobody's are %v; the posts are %s and %s", live, describe(one), describe(two))
			}
			if match == e2e.PageFeedCalls && text(one.PartnerPostID) != "" {
				t.Errorf("the first never arrived and is %s", text(one.PartnerPostID))
			}
		})
	}
}

// TestFinding05_PublishedInTheFuture: a post that is published while the clock is a month ahead
// does not delay another post after the clock was corrected.
func TestFinding05_PublishedInTheFuture(t *testing.T) {
	t.Parallel()
	const month = 30 * 24 * time.Hour
	j, right := wrongBeside(t, 0)
	j.jump(month)
	j.ended(j.publish(j.imagePost("from the future")))
	j.jump(-month)
	id := j.schedule(j.imagePost("late"), right.Now().Add(time.Hour))
	right.Advance(3 * time.Hour)
	again := j.again(3 * time.Hour)
	again.Rest(t)
	again.passBoth(right, 5*time.Minute, time.Second)
	if p := again.post(id); p.Status != posts.Published {
		t.Errorf("the post is %s", describe(p))
	}
}

// TestFinding06_SentInTheFuture: a post whose call was sent by a clock that was a day ahead is not
// searched for during a day.
func TestFinding06_SentInTheFuture(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	j, right := wrongBeside(t, 0)
	j.jump(day)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropBefore: true})
	id := j.publish(j.imagePost("sent in the future"))
	j.awaited(id, func(s posts.Status) bool { return s == posts.Publishing })
	j.jump(-day)
	other := j.publish(j.imagePost("another"))
	j.passBoth(right, 10*time.Minute, 10*time.Second)
	for _, id := range []string{id, other} {
		if p := j.post(id); p.Status != posts.Published || p.SNMediaID == nil {
			t.Errorf("the post is %s", describe(p))
		}
	}
	if n := len(j.network.Ledger().Publications); n != 2 {
		t.Errorf("%d are live", n)
	}
}

// TestFinding07_PostedByHandBefore: an item that was posted by hand just before is not bound to the
// post, even while the list does not show the post's own item yet.
func TestFinding07_PostedByHandBefore(t *testing.T) {
	t.Parallel()
	for _, before := range []time.Duration{14 * time.Second, 3 * time.Second} {
		t.Run(before.String(), func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			imageMs := before.Milliseconds()
			j.network.Latency(e2e.Latency{ImageMs: &imageMs})
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
			id := j.publish(j.imagePost(""))
			hand := j.network.PostByHand(j.bakery.SNUserID, "", "IMAGE")
			j.network.LagLists(3)
			j.ended(id)
			j.chores()
			p := j.post(id)
			live := j.network.Ledger().Publications
			if len(live) != 2 || text(p.SNMediaID) == hand.MediaID {
				t.Fatalf("the post is %s as %s; by hand is %s", describe(p), text(p.SNMediaID), hand.MediaID)
			}
			if p.Status != posts.Published || text(p.SNMediaID) != live[1].MediaID {
				t.Errorf("the post is %s as %s, not %s", describe(p), text(p.SNMediaID), live[1].MediaID)
			}
		})
	}
}

// TestFinding08_TwinsAfterALimit: the first of two posts that look alike is live although the
// network answered with a limit, for which it waits. Each ends as itself.
func TestFinding08_TwinsAfterALimit(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, HTTP: 403, Code: 4, Subcode: 2207051, Message: "Application request limit reached", AfterCommit: true})
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Skip: 1, DropAfterCommit: true})
	twin := j.imagePost("twins")
	first := j.publish(twin)
	j.awaited(first, func(s posts.Status) bool { return s == posts.Publishing })
	second := j.publish(twin)
	j.ended(first)
	j.ended(second)
	j.pass(30 * time.Minute)
	j.chores()
	j.isLive(j.post(first), 0)
	j.isLive(j.post(second), 1)
	if n := len(j.network.Ledger().Publications); n != 2 {
		t.Errorf("%d are live", n)
	}
}

// TestFinding09_RefusedAndLive: a story that was refused as spam, and is live, is found and shown
// as live.
func TestFinding09_RefusedAndLive(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, HTTP: 400, AfterCommit: true, Body: `{"message":"feedback_required","spam":true,"feedback_title":"Try Again Later","status":"fail"}`})
	id := j.publish(j.mentioning("ann"))
	if p := j.ended(id); p.Status != posts.Failed {
		t.Fatalf("the post is %s", describe(p))
	}
	j.pass(30 * time.Minute)
	j.chores()
	j.chores()
	if p := j.post(id); p.Status != posts.Published || p.SNMediaID == nil || p.ErrorCode != nil {
		t.Errorf("the post is %s", describe(p))
	}
	j.wantNatives(1)
}

// TestFinding09_LoginFailedAfterALostAnswer: a story whose answer was lost, and which shows
// LOGIN_FAILED because its account could not be read, is found once the account can be read.
func TestFinding09_LoginFailedAfterALostAnswer(t *testing.T) {
	t.Parallel()
	j := nativeJourney(t)
	j.network.Fault(e2e.Fault{Match: e2e.ConfigureCalls, DropAfterCommit: true})
	j.network.Fault(e2e.Fault{
		Match: e2e.FaultMatch{Method: http.MethodGet, Path: `/story/$`}, Times: 10_000, HTTP: http.StatusBadRequest,
		Body: `{"message":"feedback_required","spam":true,"status":"fail"}`,
	})
	id := j.publish(j.mentioning("ann"))
	j.hasFailed(j.ended(id), "LOGIN_FAILED")
	j.network.ClearFaults()
	j.pass(2 * time.Hour)
	j.chores()
	j.chores()
	j.isNative(j.post(id), 0, "ann")
	j.wantNatives(1)
}

// TestFinding09_TheLidIsClosed over a weekend after an answer was lost: that time does not count as
// time of asking.
func TestFinding09_TheLidIsClosed(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, HTTP: 503, Code: 2, Times: 10_000, Skip: 1})
	id := j.publish(j.imagePost("friday"))
	if p := j.ended(id); p.Status != posts.Failed {
		t.Fatalf("the post is %s", describe(p))
	}
	j.network.ClearFaults()
	j.Clock.Sleep(60 * time.Hour)
	j.Clock.Advance(5 * time.Second)
	j.chores()
	j.isLive(j.post(id), 0)
}

// TestFinding10_KilledTwiceAtTheMedia: two kills while the network processes a picture do not fail
// the post. Here the program is a process.
func TestFinding10_KilledTwiceAtTheMedia(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	program := e2e.Program(t)
	network := program.Sandbox(t, "0", "")
	imageMs := (10 * time.Minute).Milliseconds()
	network.Control(t).Latency(e2e.Latency{ImageMs: &imageMs})
	service := program.Serve(t, "CRIER_SANDBOX_URL="+network.URL(), "RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000")
	client := service.Client(t)
	id := publish(client, client.Upload("file", "photo.png", picture(t, 320, 320)).Want(http.StatusCreated).String("id"), "once")
	for range 2 {
		awaitMediaWait(t, service.Dir())
		service.Kill(t)
		service = service.Again(t)
	}
	// The files' address has the port of the process that died, so another container may be made.
	imageMs = 0
	network.Control(t).Latency(e2e.Latency{ImageMs: &imageMs})
	network.Control(t).AdvanceClock(10 * time.Minute)
	e2e.AwaitPublished(t, service.Client(t), id)
	if n := len(network.Control(t).Ledger().Publications); n != 1 {
		t.Errorf("%d are live", n)
	}
}

// awaitMediaWait waits until the only job of the folder waits for the network to process its media.
func awaitMediaWait(t *testing.T, dir string) {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(dir, "crier.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	e2e.Until(t, func() bool {
		waiting, err := database.Value[int](t.Context(), db, "SELECT count(*) FROM scheduled_jobs WHERE type = 'PUBLISH' AND status = 'PENDING' AND wait = ?", channel.WaitsForMedia.Wait)
		if err != nil {
			t.Fatal(err)
		}
		return waiting > 0
	})
}

// TestFinding14_LiveAtOnce: a container that the network calls published is a PUBLISHED post at
// once, even when nobody can tell which of three media it is.
func TestFinding14_LiveAtOnce(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	since := j.Clock.Now()
	id := j.publish(j.imagePost("thrice"))
	j.awaited(id, func(s posts.Status) bool { return s == posts.Publishing })
	for range 2 {
		j.network.PostByHand(j.bakery.SNUserID, "thrice", "IMAGE")
	}
	if p := j.ended(id); p.Status != posts.Published || p.SNMediaID != nil {
		t.Errorf("the post is %s", describe(p))
	}
	if took := j.Clock.Now().Sub(since); took > time.Minute {
		t.Errorf("it took %s", took)
	}
}
