package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/timing"
	"crier/platform/needtest"
)

// TestStorm_StoriesAlike publishes native stories of one account that nobody can tell apart, while
// the network drops calls, loses answers, takes calls late, and somebody publishes the same story
// by hand. Every post is published as its own story, or has failed and is not live, and no story of
// ours is without its post. CRIER_TEST_STORIES says how many there are, CRIER_STORM_SEED which
// faults befall them.
func TestStorm_StoriesAlike(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	many := e2e.NumberOf(t, "CRIER_TEST_STORIES", 10)
	seed, isSet := e2e.SeedOf(t, "CRIER_STORM_SEED")
	if !isSet {
		seed = 1
	}
	for name, hidden := range map[string]bool{"the network names the upload": false, "the network does not": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := nativeJourney(t)
			j.network.HideDeviceTimestamp(hidden)
			j.network.LagLists(2)
			draw := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // A seed says which faults there are.
			for range min(4*many, mostFaults) {
				j.network.Fault(stormFault(draw))
			}
			small := j.client.Upload("file", "photo.jpg", picture320(t)).Want(http.StatusCreated).String("id")
			story := j.mentioning("ann").with("mediaFileId", small)
			byPost := map[string]bool{}
			byHand := map[string]bool{}
			for i := range many {
				byPost[j.publish(story)] = true
				if i%5 == 3 {
					j.pass(time.Duration(draw.IntN(300)) * time.Second)
					byHand[j.network.StoryByHand(j.bakery.SNUserID, "ann").MediaID] = true
				}
			}
			j.AdvanceUntil(t, 30*24*time.Hour, func() bool { return j.unended() == 0 })
			j.pass(25 * time.Hour)
			j.judgeStories(byPost, byHand, hidden)
		})
	}
}

// mostFaults is how many the network can be told of at a time.
const mostFaults = 900

// stormFault is what befalls one call that makes a story visible. Two of five are answered.
func stormFault(draw *rand.Rand) e2e.Fault {
	f := e2e.Fault{Match: e2e.ConfigureCalls, Times: 1}
	switch draw.IntN(10) {
	case 0, 1:
		f.DropBefore = true
	case 2, 3:
		f.DropAfterCommit = true
	case 4:
		f.EffectAfterMs = 1 + draw.Int64N(60_000)
	case 5:
		f.HTTP, f.Body = 202, notFinished
	default:
		f.DelayMs = 1 + draw.Int64N(5_000)
	}
	return f
}

// unended is how many posts are neither PUBLISHED nor FAILED.
func (j *journey) unended() (n int64) {
	j.t.Helper()
	err := j.DB.NewSelect().Model((*posts.Post)(nil)).ColumnExpr("count(*)").Where("status NOT IN (?, ?)", posts.Published, posts.Failed).Scan(j.t.Context(), &n)
	if err != nil {
		j.t.Fatal(err)
	}
	return n
}

// judgeStories compares the posts with the stories that are live, one to one. Where the network
// does not name the upload, nothing tells a story by hand, of the same mentions, from the one that
// a call without an answer may have made in the same minute: a post may get its id then, or fail
// with the word that it may be live.
func (j *journey) judgeStories(ours, byHand map[string]bool, isHidden bool) {
	j.t.Helper()
	live, taken := map[string]e2e.NativeStory{}, map[string]string{}
	uploads := map[string]int{}
	for _, s := range j.network.Ledger().NativeStories {
		live[s.MediaID] = s
		uploads[s.UploadID]++
	}
	counts, inDoubt := map[string]int{}, map[string]bool{}
	for id := range ours {
		p := j.post(id)
		counts[string(p.Status)]++
		media := text(p.SNMediaID)
		s, isLive := live[media]
		switch {
		case isHidden && (p.Status == posts.Failed || byHand[media]) && j.isBesideByHand(p, media, live, byHand):
			counts["cannot be told"]++
			inDoubt[text(p.SNContainerID)] = true
		case p.Status == posts.Published && (!isLive || byHand[media] || s.UploadID != text(p.SNContainerID)):
			counts["misattributed"]++
			j.t.Errorf("the post is %s; live is %+v", describe(p), s)
		case p.Status == posts.Failed && uploads[text(p.SNContainerID)] > 0:
			counts["lost"]++
			j.t.Errorf("the post is %s and live", describe(p))
		}
		if other, isTaken := taken[media]; isTaken && media != "" {
			j.t.Errorf("%s and %s are both %s", other, id, media)
		}
		taken[media] = id
	}
	for media, s := range live {
		if uploads[s.UploadID] > 1 && !byHand[media] {
			counts["duplicates"]++
			j.t.Errorf("the upload of %+v is live %d times", s, uploads[s.UploadID])
		}
		if taken[media] == "" && !byHand[media] && !inDoubt[s.UploadID] {
			counts["ownerless"]++
			j.t.Errorf("no post is %+v", s)
		}
	}
	j.t.Logf("posts %d, by hand %d, live %d: %s", len(ours), len(byHand), len(live), fmt.Sprint(counts))
}

// isBesideByHand reports whether one of the stories by hand, or the one of the id if there is one,
// went live when a call for the post could take effect.
func (j *journey) isBesideByHand(p posts.Post, media string, live map[string]e2e.NativeStory, byHand map[string]bool) bool {
	j.t.Helper()
	attempts, err := attempt.OfPost(j.t.Context(), j.DB, p.ID)
	if err != nil {
		j.t.Fatal(err)
	}
	for id := range byHand {
		at := live[id].PublishedAt
		for _, a := range attempts {
			from, until := timing.Window(a, timing.DateSlack)
			if (media == "" || media == id) && !at.Before(from) && !at.After(until) {
				return true
			}
		}
	}
	return false
}
