package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/platform/corpus"
)

// reel uploads an upright movie of ten seconds, larger than any buffer on its way, and returns its
// id.
func (j *journey) reel() string {
	j.t.Helper()
	return j.client.Upload("file", "reel.mp4", corpus.Clip(1080, 1920, 10*time.Second, 300_000)).Want(http.StatusCreated).String("id")
}

// potterReel returns the body of a reel on the potter's account.
func (j *journey) potterReel(caption string) body {
	j.t.Helper()
	return body{"accountId": j.potter.ID, "mediaType": "REELS", "mediaFileId": j.reel(), "caption": caption}
}

// sentFrom returns the offsets from which bytes were sent, in order.
func (j *journey) sentFrom(match string) (offsets []int) {
	j.t.Helper()
	for _, c := range j.network.Calls() {
		if c.Method != http.MethodPost || !strings.Contains(c.Path, match) {
			continue
		}
		n, err := strconv.Atoi(c.Params["offset"])
		if err != nil {
			j.t.Errorf("an upload from %q", c.Params["offset"])
		}
		offsets = append(offsets, n)
	}
	return offsets
}

// containersMade is how many containers the network was asked for.
func (j *journey) containersMade() (n int) {
	j.t.Helper()
	for _, c := range j.network.Calls() {
		if c.Method == http.MethodPost && strings.HasSuffix(c.Path, "/media") {
			n++
		}
	}
	return n
}

// TestResumable_EveryKindOfVideo: with the partner login the network gets the bytes and fetches no
// video.
func TestResumable_EveryKindOfVideo(t *testing.T) {
	t.Parallel()
	j := begin(t)
	movie, photo := j.reel(), j.photo()
	for i, b := range []body{
		{"mediaType": "REELS", "mediaFileId": movie, "caption": "reel"},
		{"mediaType": "STORIES", "mediaFileId": movie},
		{"mediaType": "CAROUSEL", "mediaFileIds": []string{photo, movie}, "caption": "carousel"},
	} {
		p := j.ended(j.publish(b.with("accountId", j.potter.ID)))
		j.isLive(p, i)
	}
	if got := j.sentFrom("/ig-api-upload/"); !slices.Equal(got, []int{0, 0, 0}) {
		t.Errorf("bytes were sent from %v", got)
	}
	for _, c := range j.network.Calls() {
		if c.Params["video_url"] != "" {
			t.Errorf("an address was sent: %+v", c)
		}
	}
	j.ended(j.publish(body{"accountId": j.bakery.ID, "mediaType": "REELS", "mediaFileId": movie}))
	if got := j.sentFrom("/ig-api-upload/"); len(got) != 3 {
		t.Errorf("bytes were sent for the primary login: %v", got)
	}
}

// TestResumable_Interrupted: an upload that is cut goes on where the network got to, for the same
// container.
func TestResumable_Interrupted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault e2e.Fault
		from  []int
	}{
		"cut in the middle":           {e2e.Fault{AfterBytes: 100_000}, []int{0, 100_000}},
		"cut twice":                   {e2e.Fault{AfterBytes: 100_000, Times: 2}, []int{0, 100_000, 200_000}},
		"never arrived":               {e2e.Fault{DropBefore: true}, []int{0, 0}},
		"arrived, and nobody heard":   {e2e.Fault{DropAfterCommit: true}, []int{0}},
		"a proxy's page":              {e2e.Fault{HTTP: 502, Body: html}, []int{0, 0}},
		"refused for the moment":      {e2e.Fault{HTTP: 400, Body: `{"debug_info":{"retriable":true,"type":"ProcessingFailedError","message":"busy"}}`}, []int{0, 0}},
		"told of a wrong offset":      {e2e.Fault{HTTP: 400, Body: `{"debug_info":{"retriable":false,"type":"OffsetInvalidError","message":"x"}}`}, []int{0, 0}},
		"success that is none, taken": {e2e.Fault{HTTP: 200, Body: `{"success":false}`, AfterCommit: true}, []int{0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			c.fault.Match = e2e.UploadCalls
			j.network.Fault(c.fault)
			p := j.ended(j.publish(j.potterReel("once")))
			j.isLive(p, 0)
			j.wantCalls("published")
			if got := j.sentFrom("/ig-api-upload/"); !slices.Equal(got, c.from) {
				t.Errorf("bytes were sent from %v, not %v", got, c.from)
			}
			if n := j.containersMade(); n != 1 || p.RetryCount != 0 {
				t.Errorf("%d containers, %d retries", n, p.RetryCount)
			}
		})
	}
}

// TestResumable_GetsNoFurther: an upload that is cut without end is an attempt that failed, and
// bounded.
func TestResumable_GetsNoFurther(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.UploadCalls, DropBefore: true, Times: 1000})
	p := j.ended(j.publish(j.potterReel("never")))
	j.hasFailed(p, "UNKNOWN_ERROR")
	if n := len(j.sentFrom("/ig-api-upload/")); n > 20 || j.containersMade() != 1 {
		t.Errorf("%d uploads for %d containers", n, j.containersMade())
	}
	j.network.ClearFaults()
	j.retry(p.ID.String())
	j.isLive(j.ended(p.ID.String()), 0)
	if j.containersMade() != 1 {
		t.Error("the retry made another container")
	}
}

// TestResumable_Stuck: the upload failed at the network, which says for ever that it is at work.
func TestResumable_Stuck(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.NextContainerSticks()
	since := j.Clock.Now()
	p := j.ended(j.publish(j.potterReel("once")))
	j.isLive(p, 0)
	if took := j.Clock.Now().Sub(since); j.containersMade() != 2 || p.RetryCount != 1 || took > 5*time.Minute {
		t.Errorf("%d containers, %d retries, %s", j.containersMade(), p.RetryCount, took)
	}
	j.network.NextContainerSticks()
	j.network.NextContainerSticks()
	q := j.ended(j.publish(j.potterReel("never")))
	j.hasFailed(q, "VIDEO_PROCESSING_FAILED")
	if !strings.Contains(text(q.ErrorMessage), "OIL Error") {
		t.Errorf("the post says %s", text(q.ErrorMessage))
	}
}

// TestResumable_Refused: what the network finds in the file ends the post with its reason.
func TestResumable_Refused(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.NextContainerFails(2207026)
	p := j.ended(j.publish(j.potterReel("refused")))
	j.hasFailed(p, "VIDEO_PROCESSING_FAILED")
	j.wantCalls()
}

// TestResumable_KilledWithinTheUpload: the next process goes on with the same container, from where
// the network got to.
func TestResumable_KilledWithinTheUpload(t *testing.T) {
	t.Parallel()
	j := begin(t)
	// The bytes come in half, and then the network is away until the App is gone.
	j.network.Fault(e2e.Fault{Match: e2e.UploadCalls, AfterBytes: 123_456})
	j.network.Fault(e2e.Fault{Match: e2e.UploadCalls, DropBefore: true, Times: 100})
	id := j.publish(j.potterReel("once"))
	j.AdvanceUntil(t, time.Minute, func() bool { return len(j.sentFrom("/ig-api-upload/")) >= 2 })
	before := j.post(id)
	if before.Status != posts.Processing || before.SNContainerID == nil {
		t.Fatalf("the post is %s", describe(before))
	}
	j = j.killed()
	j.network.ClearFaults()
	p := j.ended(id)
	j.isLive(p, 0)
	j.wantCalls("published")
	if from := j.sentFrom("/ig-api-upload/"); from[0] != 0 || from[len(from)-1] != 123_456 || text(p.SNContainerID) != text(before.SNContainerID) {
		t.Errorf("bytes were sent from %v; the container was %s, and is %s", from, text(before.SNContainerID), text(p.SNContainerID))
	}
}

// TestResumable_EditedMeanwhile: a video that is edited between two parts of its upload goes out as
// it is now. The rest of it is not sent after the beginning of the former one.
func TestResumable_EditedMeanwhile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		match e2e.FaultMatch
		path  string
		post  func(j *journey, movie string) body
	}{
		"a reel": {e2e.UploadCalls, "/ig-api-upload/", func(_ *journey, movie string) body { return body{"mediaType": "REELS", "mediaFileId": movie} }},
		"an item of a carousel": {e2e.UploadCalls, "/ig-api-upload/", func(j *journey, movie string) body {
			return body{"mediaType": "CAROUSEL", "mediaFileIds": []string{j.photo(), movie}}
		}},
		"the share of a reel": {e2e.PageUploadCalls, "/video-upload/", func(_ *journey, movie string) body {
			return body{"mediaType": "REELS", "mediaFileId": movie, "crossPostToPartner": true}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(e2e.Fault{Match: c.match, AfterBytes: 123_456})
			j.network.Fault(e2e.Fault{Match: c.match, DropBefore: true, Times: 100})
			movie := j.reel()
			id := j.publish(c.post(j, movie).with("accountId", j.potter.ID))
			j.AdvanceUntil(t, time.Minute, func() bool { return len(j.sentFrom(c.path)) >= 2 })
			j.edit(movie)
			j = j.killed()
			j.network.ClearFaults()
			if j.isLive(j.ended(id), 0); c.path == "/video-upload/" {
				j.isShared(j.sharedOr(id), sharedKinds()["reel"])
			}
			j.wantCalls("published")
			if from := j.sentFrom(c.path); from[len(from)-1] != 0 {
				t.Errorf("bytes were sent from %v: the network has the beginning of one video and the end of the other", from)
			}
		})
	}
}

// edit has a copy of a video published in its place, as an edit does.
func (j *journey) edit(id string) {
	j.t.Helper()
	const edited = "processed/edited.mp4"
	movie, err := os.ReadFile(filepath.Join(j.Dir, "uploads", "videos", id+".mp4"))
	if err == nil {
		err = os.WriteFile(filepath.Join(j.Dir, "uploads", filepath.FromSlash(edited)), movie, 0o600)
	}
	if err == nil {
		_, err = j.DB.ExecContext(j.t.Context(), "UPDATE media_files SET processed_path = ? WHERE id = ?", edited, id)
	}
	if err != nil {
		j.t.Fatal(err)
	}
}

// killed stops the App without letting it settle anything further than it has, as far as its
// database tells, and boots it again on the same folder and clock: what was being worked on is
// taken back by the next start.
func (j *journey) killed() *journey {
	j.t.Helper()
	if _, err := j.DB.ExecContext(j.t.Context(), "UPDATE scheduled_jobs SET lease_token = 'dead' WHERE status = 'PROCESSING'"); err != nil {
		j.t.Fatal(err)
	}
	return j.again(0)
}
