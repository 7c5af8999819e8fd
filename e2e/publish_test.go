package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// html is what a proxy in front of the network says.
const html = "<html><body>502 Bad Gateway</body></html>"

// TestPublish_TheOutcomeStaysHidden: reads fail for a while after the answer was lost.
func TestPublish_TheOutcomeStaysHidden(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]e2e.Fault{
		"container unreadable":             {Match: e2e.ContainerReads, Skip: 1, Times: 5, HTTP: 500, Body: html},
		"container unknown":                {Match: e2e.ContainerReads, Skip: 1, Times: 5, Code: 100, Subcode: 33},
		"container in a state of its own":  {Match: e2e.ContainerReads, Skip: 1, Times: 5, Body: `{"status_code":"MOON","status":"Moon"}`},
		"container in progress once again": {Match: e2e.ContainerReads, Skip: 1, Times: 5, Body: `{"status_code":"IN_PROGRESS","status":"In Progress"}`},
		"list unreadable":                  {Match: e2e.MediaLists, Times: 5, HTTP: 500, Body: html},
		"list behind":                      {Match: e2e.MediaLists, Times: 5, Body: `{"data":[]}`},
		"reads limited":                    {Match: e2e.ContainerReads, Skip: 1, Times: 1, Code: 4},
		"a read in progress between":       {Match: e2e.ContainerReads, Skip: 2, Times: 1, Body: `{"status_code":"IN_PROGRESS","status":"In Progress"}`},
	} {
		for outcome, call := range map[string]e2e.Fault{
			"live":     {Match: e2e.PublishCalls, DropAfterCommit: true},
			"not live": {Match: e2e.PublishCalls, DropBefore: true},
		} {
			t.Run(name+", "+outcome, func(t *testing.T) {
				t.Parallel()
				j := begin(t)
				j.network.Fault(call)
				j.network.Fault(fault)
				p := j.ended(j.publish(j.imagePost("once")))
				j.isLive(p, 0)
				if outcome == "live" {
					j.wantCalls("published")
				} else {
					j.wantCalls("fault", "published")
				}
			})
		}
	}
}

// TestPublish_UnknownForLong: after a quarter of an hour the post says that it may be live, and a
// retry looks first.
func TestPublish_UnknownForLong(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault e2e.Fault
		want  []string
	}{
		"live":     {e2e.Fault{DropAfterCommit: true}, []string{"published"}},
		"not live": {e2e.Fault{DropBefore: true}, []string{"fault", "published"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			id := j.unknown(c.fault)
			j.network.ClearFaults()
			j.retry(id)
			p := j.ended(id)
			j.isLive(p, 0)
			j.wantCalls(c.want...)
			if p.RetryCount != 0 {
				t.Errorf("a retry by hand counts %d", p.RetryCount)
			}
		})
	}
}

// unknown publishes a picture whose outcome nobody can find out, and returns the FAILED post.
func (j *journey) unknown(fault e2e.Fault) string {
	j.t.Helper()
	fault.Match = e2e.PublishCalls
	j.network.Fault(fault)
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 1000, HTTP: 503, Code: 2})
	id, since := j.publish(j.imagePost("once")), j.Clock.Now()
	p := j.ended(id)
	j.hasFailed(p, "UNKNOWN_ERROR")
	if !strings.Contains(text(p.ErrorMessage), "may be live, check before retrying") {
		j.t.Errorf("the post says %s", text(p.ErrorMessage))
	}
	if took := j.Clock.Now().Sub(since); took < 15*time.Minute || took > 17*time.Minute {
		j.t.Errorf("it took %s", took)
	}
	return id
}

// TestPublish_ProofComesLater: a post that FAILED with an unknown outcome becomes PUBLISHED when
// the network shows it.
func TestPublish_ProofComesLater(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.unknown(e2e.Fault{DropAfterCommit: true})
	verify := func() {
		t.Helper()
		if err := j.Scheduler.RunNow(t.Context(), "posts.verify"); err != nil {
			t.Error(err)
		}
	}
	verify()
	j.hasFailed(j.post(id), "UNKNOWN_ERROR")
	j.network.ClearFaults()
	verify()
	p := j.post(id)
	j.isLive(p, 0)
	if live := j.network.Ledger().Publications[0]; p.PublishedAt == nil || p.PublishedAt.Time().Sub(live.PublishedAt).Abs() > time.Second {
		t.Errorf("publishedAt is %v; it was live at %s", p.PublishedAt, live.PublishedAt)
	}
	j.wantCalls("published")
}

// TestPublish_ProofThatItIsNotLive: the search for an unknown outcome publishes nothing and ends
// after a day.
func TestPublish_ProofThatItIsNotLive(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.unknown(e2e.Fault{DropBefore: true})
	j.network.ClearFaults()
	calls := func() int {
		if err := j.Scheduler.RunNow(t.Context(), "posts.verify"); err != nil {
			t.Error(err)
		}
		return len(j.network.Calls())
	}
	before := len(j.network.Calls())
	if calls() == before {
		t.Error("nobody asked the network")
	}
	j.hasFailed(j.post(id), "UNKNOWN_ERROR")
	j.Clock.Advance(25 * time.Hour)
	if n := calls(); n != calls() {
		t.Error("after a day the network is still asked")
	}
	j.wantCalls("fault")
}

// TestPublish_RetryIntoTheUnknown: a retry that does not understand what the network says of the
// container makes no second one.
func TestPublish_RetryIntoTheUnknown(t *testing.T) {
	t.Parallel()
	j := begin(t)
	id := j.unknown(e2e.Fault{DropAfterCommit: true})
	j.network.ClearFaults()
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Times: 1000, Body: `{"status_code":"MOON","status":"Moon"}`})
	j.retry(id)
	if p := j.ended(id); p.Status != posts.Failed {
		t.Errorf("the post is %s", describe(p))
	}
	j.network.ClearFaults()
	j.retry(id)
	j.isLive(j.ended(id), 0)
	if j.creates() != 1 {
		t.Errorf("%d containers", j.creates())
	}
	j.wantCalls("published")
}

// TestPublish_RateLimit: a limit on requests is waited out, which is no attempt.
func TestPublish_RateLimit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault e2e.Fault
		wait  time.Duration
		want  []string
	}{
		"the app's, at the container": {e2e.Fault{Match: e2e.CreateCalls, Times: 6, Code: 4}, 90 * time.Minute, []string{"published"}},
		"the account's, with a hint":  {e2e.Fault{Match: e2e.CreateCalls, Times: 6, Code: 80002}, 30 * time.Minute, []string{"published"}},
		"at the status":               {e2e.Fault{Match: e2e.ContainerReads, Times: 6, Code: 17}, 90 * time.Minute, []string{"published"}},
		"at the publish call":         {e2e.Fault{Match: e2e.PublishCalls, Times: 2, Code: 4}, 30 * time.Minute, []string{"fault", "fault", "published"}},
		// Each pause is twice the one before.
		"blocked as spam": {e2e.Fault{Match: e2e.PublishCalls, Times: 3, Code: 4, Subcode: 2207051}, 105 * time.Minute, []string{"fault", "fault", "fault", "published"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(c.fault)
			since := j.Clock.Now()
			var p posts.Post
			id := j.publish(j.imagePost("patience"))
			j.AdvanceUntil(t, 2*time.Hour, func() bool { p = j.post(id); return p.Status.HasEnded() })
			j.isLive(p, 0)
			if p.RetryCount != 0 {
				t.Errorf("retryCount is %d", p.RetryCount)
			}
			if took := j.Clock.Now().Sub(since); took < c.wait || took > c.wait+time.Minute {
				t.Errorf("it took %s", took)
			}
			j.wantCalls(c.want...)
		})
	}
}

// TestPublish_LimitedAndThenAway: a publish call that was refused for a limit is no unknown
// outcome, however long the limit lasts.
func TestPublish_LimitedAndThenAway(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Code: 4})
	j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 3, HTTP: 503, Code: 2})
	j.isLive(j.ended(j.publish(j.imagePost("patience"))), 0)
	j.wantCalls("fault", "published")
}

// TestPublish_Backoff: transient failures before the publish call are tried again after 15, 60 and
// 240 seconds.
func TestPublish_Backoff(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Times: 4, HTTP: 503, Code: 2})
	id := j.publish(j.imagePost("again"))
	started := j.Clock.Now()
	for i, wait := range []time.Duration{15 * time.Second, time.Minute, 4 * time.Minute} {
		p := j.awaited(id, func(posts.Status) bool { return j.post(id).RetryCount == i+1 })
		if p.Status != posts.Queued || !p.LastAttemptAt.Time().Equal(started) {
			t.Errorf("after %d failures the post is %s, last tried at %s", i+1, describe(p), p.LastAttemptAt)
		}
		j.awaited(id, func(posts.Status) bool { return !j.post(id).LastAttemptAt.Time().Equal(started) })
		if took := j.Clock.Now().Sub(started); took < wait*8/10 || took > wait*12/10 {
			t.Errorf("attempt %d came after %s", i+2, took)
		}
		started = j.Clock.Now()
	}
	p := j.ended(id)
	j.hasFailed(p, "UNKNOWN_ERROR")
	if p.RetryCount != 3 {
		t.Errorf("retryCount is %d", p.RetryCount)
	}
	j.retry(id)
	p = j.ended(id)
	j.isLive(p, 0)
	if p.RetryCount != 3 {
		t.Errorf("after a retry by hand retryCount is %d", p.RetryCount)
	}
	j.wantCalls("published")
}

// TestPublish_Refused: what the network certainly refuses ends the post at once, and a retry starts
// again.
func TestPublish_Refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault e2e.Fault
		code  string
		want  []string
	}{
		"proportions, at the container": {e2e.Fault{Match: e2e.CreateCalls, Code: 36003, Subcode: 2207009}, "MEDIA_INVALID", []string{"published"}},
		"format, at the container":      {e2e.Fault{Match: e2e.CreateCalls, Code: 36001, Subcode: 2207005}, "MEDIA_INVALID", []string{"published"}},
		"caption, at the container":     {e2e.Fault{Match: e2e.CreateCalls, Code: 36004, Subcode: 2207010}, "VALIDATION_ERROR", []string{"published"}},
		"permission, at the container":  {e2e.Fault{Match: e2e.CreateCalls, Code: 10}, "UNKNOWN_ERROR", []string{"published"}},
		"checkpoint, at the container":  {e2e.Fault{Match: e2e.CreateCalls, Code: 25, Subcode: 2207050}, "TOKEN_EXPIRED", []string{"published"}},
		"token, at the container":       {e2e.Fault{Match: e2e.CreateCalls, Code: 190, Subcode: 460}, "TOKEN_EXPIRED", []string{"published"}},
		"token, at the status":          {e2e.Fault{Match: e2e.ContainerReads, Code: 190, Subcode: 463}, "TOKEN_EXPIRED", []string{"published"}},
		"token, at the publish call":    {e2e.Fault{Match: e2e.PublishCalls, Code: 190, Subcode: 463}, "TOKEN_EXPIRED", []string{"fault", "published"}},
		"the cap":                       {e2e.Fault{Match: e2e.PublishCalls, Code: 9, Subcode: 2207042}, "RATE_LIMITED", []string{"fault", "published"}},
		"unheard of":                    {e2e.Fault{Match: e2e.PublishCalls, Code: 4711}, "UNKNOWN_ERROR", []string{"fault", "published"}},
		"policy, at the publish call":   {e2e.Fault{Match: e2e.PublishCalls, Code: 506}, "UNKNOWN_ERROR", []string{"fault", "published"}},
		"lost container":                {e2e.Fault{Match: e2e.PublishCalls, Code: -1, Subcode: 2207032}, "UNKNOWN_ERROR", []string{"fault", "published"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(c.fault)
			since := j.Clock.Now()
			id := j.publish(j.imagePost("once more"))
			p := j.ended(id)
			j.hasFailed(p, c.code)
			if p.RetryCount != 0 || !j.Clock.Now().Equal(since) {
				t.Errorf("it was tried %d times again, for %s", p.RetryCount, j.Clock.Now().Sub(since))
			}
			j.retry(id)
			if p := j.post(id); p.ErrorCode != nil || p.ErrorMessage != nil {
				t.Errorf("after the retry the post says %s", describe(p))
			}
			j.isLive(j.ended(id), 0)
			j.wantCalls(c.want...)
		})
	}
}

// TestPublish_NetworkAway: nothing answers for as long as there are attempts.
func TestPublish_NetworkAway(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Times: 1000, DropBefore: true})
	p := j.ended(j.publish(j.imagePost("away")))
	j.hasFailed(p, "UNKNOWN_ERROR")
	if !strings.Contains(text(p.ErrorMessage), "could not be reached") || p.RetryCount != 3 {
		t.Errorf("retryCount %d, %s", p.RetryCount, text(p.ErrorMessage))
	}
	j.network.ClearFaults()
	j.retry(p.ID.String())
	j.isLive(j.ended(p.ID.String()), 0)
	j.wantCalls("published")
}

// creates counts the containers that were asked for.
func (j *journey) creates() int {
	j.t.Helper()
	n := 0
	for _, c := range j.network.Calls() {
		if c.Method == http.MethodPost && strings.HasSuffix(c.Path, "/media") {
			n++
		}
	}
	return n
}

// TestPublish_ContainerFails: a container in ERROR ends the post if its media are at fault, and is
// made again if not.
func TestPublish_ContainerFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		subcode int
		typ     string
		code    string
	}{
		"an image for good":   {2207005, "IMAGE", "PROCESSING_FAILED"},
		"a reel for good":     {2207026, "REELS", "VIDEO_PROCESSING_FAILED"},
		"a video story":       {2207076, "STORIES", "VIDEO_PROCESSING_FAILED"},
		"an image by chance":  {2207082, "IMAGE", ""},
		"a reel by chance":    {2207077, "REELS", ""},
		"for no given reason": {0, "IMAGE", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			b := body{"accountId": j.bakery.ID, "mediaType": c.typ}
			if c.typ == "IMAGE" {
				b["mediaFileId"] = j.photo()
			} else {
				b["mediaFileId"] = j.movie()
			}
			j.network.NextContainerFails(c.subcode)
			id := j.publish(b)
			p := j.ended(id)
			if c.code != "" {
				j.hasFailed(p, c.code)
				if j.creates() != 1 || !strings.Contains(text(p.ErrorMessage), "Media upload has failed with error code") {
					t.Errorf("%d containers; %s", j.creates(), text(p.ErrorMessage))
				}
				j.retry(id)
				p = j.ended(id)
			} else if p.RetryCount != 1 {
				t.Errorf("retryCount is %d", p.RetryCount)
			}
			j.isLive(p, 0)
			if j.creates() != 2 {
				t.Errorf("%d containers", j.creates())
			}
			j.wantCalls("published")
		})
	}
}

// TestPublish_ContainerForgotten: the network does not know the container that the post has.
func TestPublish_ContainerForgotten(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]e2e.Fault{
		"100/33":     {Code: 100, Subcode: 33},
		"24/2207008": {Code: 24, Subcode: 2207008},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Quota(j.bakery.SNUserID, 1, 1)
			j.network.Fault(e2e.Fault{Match: e2e.CapReads, Code: 1})
			id := j.publish(j.imagePost("forgotten"))
			first := j.ended(id)
			j.network.Quota(j.bakery.SNUserID, 50, 0)
			fault.Match, fault.Times = e2e.FaultMatch{Method: http.MethodGet, Path: text(first.SNContainerID)}, 1000
			j.network.Fault(fault)
			// The call was refused for certain, so that a new container is no second post.
			j.retry(id)
			j.isLive(j.ended(id), 0)
			j.wantCalls("cap_reached", "published")
		})
	}
}

// TestPublish_ContainerForgottenWithAnUnknownOutcome: with the container unreadable the account's
// list tells what is live. While it shows nothing, a second container could be a second post, until
// the first one's day is over.
func TestPublish_ContainerForgottenWithAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]e2e.Fault{
		"live":     {Match: e2e.PublishCalls, DropAfterCommit: true},
		"not live": {Match: e2e.PublishCalls, DropBefore: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(call)
			j.network.Fault(e2e.Fault{Match: e2e.ContainerReads, Skip: 1, Times: 10_000, Code: 100, Subcode: 33})
			id := j.publish(j.imagePost("forgotten"))
			if name == "live" {
				j.isLive(j.ended(id), 0)
				j.wantCalls("published")
				return
			}
			j.hasFailed(j.ended(id), "UNKNOWN_ERROR")
			j.retry(id)
			j.hasFailed(j.ended(id), "UNKNOWN_ERROR")
			if j.creates() != 1 {
				t.Errorf("%d containers", j.creates())
			}
			j.Clock.Advance(25 * time.Hour)
			j.network.ClearFaults()
			j.network.Fault(e2e.Fault{Match: e2e.FaultMatch{Method: http.MethodGet, Path: text(j.post(id).SNContainerID)}, Times: 10_000, Code: 100, Subcode: 33})
			j.retry(id)
			j.isLive(j.ended(id), 0)
			j.wantCalls("fault", "published")
		})
	}
}

// TestPublish_CarouselItems: of a carousel's items only what is missing is made again.
func TestPublish_CarouselItems(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault   e2e.Fault
		creates int
		retries int
	}{
		"the second item is refused for a while": {e2e.Fault{Match: e2e.CreateCalls, Skip: 1, HTTP: 503, Code: 2}, 5, 1},
		"the carousel is refused for a while":    {e2e.Fault{Match: e2e.CreateCalls, Skip: 3, HTTP: 503, Code: 2}, 5, 1},
		"the items are not ready":                {e2e.Fault{Match: e2e.CreateCalls, Skip: 3, Code: 9007, Subcode: 2207027}, 5, 1},
		"the items are gone":                     {e2e.Fault{Match: e2e.CreateCalls, Skip: 3, Times: 3, Code: 24, Subcode: 2207008}, 3 + 3 + 4, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			photo := j.photo()
			j.network.Fault(c.fault)
			p := j.ended(j.publish(body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{photo, photo, photo}, "caption": "many"}))
			j.isLive(p, 0)
			if n := j.creates(); n != c.creates || p.RetryCount != c.retries {
				t.Errorf("%d containers, retryCount %d", n, p.RetryCount)
			}
			j.wantCalls("published")
		})
	}
}

// TestPublish_CarouselItemFails: an item that comes to nothing is named, by its place.
func TestPublish_CarouselItemFails(t *testing.T) {
	t.Parallel()
	j := begin(t)
	photo := j.photo()
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, Skip: 1, Code: 36003, Subcode: 2207009})
	id := j.publish(body{"accountId": j.bakery.ID, "mediaType": "CAROUSEL", "mediaFileIds": []string{photo, photo, photo}})
	p := j.ended(id)
	j.hasFailed(p, "MEDIA_INVALID")
	if !strings.HasPrefix(text(p.ErrorMessage), "item 2 of 3: ") {
		t.Errorf("the post says %s", text(p.ErrorMessage))
	}
	j.retry(id)
	j.isLive(j.ended(id), 0)
	if n := j.creates(); n != 5 {
		t.Errorf("%d containers", n)
	}
}

// TestPublish_FileGoneFromTheDisk: somebody tidied the folder.
func TestPublish_FileGoneFromTheDisk(t *testing.T) {
	t.Parallel()
	j := begin(t)
	b := j.imagePost("gone")
	j.removeUploads()
	p := j.ended(j.publish(b))
	j.hasFailed(p, "MEDIA_INVALID")
	if strings.Contains(text(p.ErrorMessage), j.Dir) {
		t.Errorf("the post names a folder of the machine: %s", text(p.ErrorMessage))
	}
	j.wantCalls()
}

// TestPublish_CallsOfOnePost: a plain post takes five calls and no more.
func TestPublish_CallsOfOnePost(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.isLive(j.ended(j.publish(j.imagePost("plain"))), 0)
	var calls []string
	for _, c := range j.network.Calls() {
		last := c.Path[strings.LastIndexByte(c.Path, '/')+1:]
		calls = append(calls, c.Method+" "+strings.TrimRight(last, "0123456789"))
		if c.TokenIn != "header" {
			t.Errorf("the token came in the %s", c.TokenIn)
		}
	}
	if want := []string{"GET content_publishing_limit", "POST media", "GET media", "GET ", "POST media_publish", "GET "}; !slices.Equal(calls, want) {
		t.Errorf("the calls were %q", calls)
	}
}
