package e2e_test

import (
	"fmt"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// nameless is how a scenario ends in which the post is live and nobody can tell as which media.
var nameless = ending{nameless: true, calls: []string{"published"}}

// TestScenario_03_SomebodyPostsTheSame: a person publishes the same at the same moment. What the
// account showed before the call is not the post. Where it did not show that yet, nothing says
// which of the two is ours, so that the post is PUBLISHED, as the container says, and claims
// neither.
func TestScenario_03_SomebodyPostsTheSame(t *testing.T) {
	t.Parallel()
	for name, lag := range map[string]int{"and the list is up to date": 0, "and the list lags behind": 6} {
		want := ending{live: 1, calls: []string{"published"}}
		if lag > 0 {
			want = nameless
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
			if lag > 0 {
				j.network.Fault(e2e.Fault{Match: e2e.MediaLists, Times: lag, Body: `{"data":[]}`})
			}
			j.network.PostByHand(j.bakery.SNUserID, "once", "IMAGE")
			since := j.Clock.Now()
			id := j.publish(j.imagePost("once"))
			j.ended(id)
			if took := j.Clock.Now().Sub(since); took > 17*time.Minute {
				t.Errorf("it took %s", took)
			}
			j.endsAs(id, want)
		})
	}
}

// TestScenario_03_SomebodyPostsAnother: what a person publishes beside it does not confuse.
func TestScenario_03_SomebodyPostsAnother(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.PostByHand(j.bakery.SNUserID, "once", "IMAGE")
	j.Clock.Advance(time.Hour)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	id := j.publish(j.imagePost("once"))
	j.Rest(t)
	j.network.PostByHand(j.bakery.SNUserID, "another", "IMAGE")
	j.network.PostByHand(j.bakery.SNUserID, "once", "CAROUSEL")
	j.network.PostByHand(j.bakery.SNUserID, "", "STORIES")
	j.network.PostByHand(j.potter.SNUserID, "once", "IMAGE")
	j.endsAs(id, ending{live: 1, calls: []string{"published"}})
}

// TestScenario_03_TwoAlike: two posts of ours with the same content; one or both answers are lost.
func TestScenario_03_TwoAlike(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]e2e.Fault{
		"the first":  {Times: 1},
		"the second": {Skip: 1, Times: 1},
		"both":       {Times: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			lost.Match, lost.DropAfterCommit = e2e.PublishCalls, true
			j.network.Fault(lost)
			b := j.imagePost("twice")
			first, second := j.publish(b), j.publish(b)
			one, two := j.ended(first), j.ended(second)
			if one.Status != posts.Published || two.Status != posts.Published {
				t.Fatalf("%s; %s", describe(one), describe(two))
			}
			if one.SNMediaID != nil && two.SNMediaID != nil && *one.SNMediaID == *two.SNMediaID {
				t.Errorf("both claim %s", *one.SNMediaID)
			}
			if name != "both" && (one.SNMediaID == nil || two.SNMediaID == nil) {
				t.Errorf("%s; %s", describe(one), describe(two))
			}
			j.wantCalls("published", "published")
			j.staysSo(first)
			j.staysSo(second)
		})
	}
}

// TestScenario_03_LiveWithoutAnID: the container says that the post is live, and the account's list
// does not show it, or cannot be read at all, for as long as anybody looks.
func TestScenario_03_LiveWithoutAnID(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]e2e.Fault{
		"unreadable":   {HTTP: 503, Body: html},
		"never listed": {Body: `{"data":[]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			list.Match, list.Times = e2e.MediaLists, 100_000
			j.network.Fault(list)
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
			id := j.publish(j.imagePost("once"))
			if p := j.endsAs(id, nameless); !p.PublishedAt.Time().Equal(e2e.Start) {
				t.Errorf("it was published at %s", p.PublishedAt)
			}
		})
	}
}

// TestScenario_03_ManyNewerPosts: by the time that anybody looks, others have published a lot on
// the account. The post is found some pages back.
func TestScenario_03_ManyNewerPosts(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, DropAfterCommit: true})
	id := j.publish(j.imagePost("once"))
	j.Rest(t)
	for i := range 120 {
		j.network.PostByHand(j.bakery.SNUserID, fmt.Sprint(i), "IMAGE")
	}
	j.endsAs(id, once)
}

// TestScenario_03_AnswerNamesAnother: the publish call is answered with the id of a media that is
// another post of ours. The post does not take it away, and is found by what the network lists.
func TestScenario_03_AnswerNamesAnother(t *testing.T) {
	t.Parallel()
	j := begin(t)
	first := j.ended(j.publish(j.imagePost("first")))
	j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, HTTP: 200, Body: `{"id":"` + text(first.SNMediaID) + `"}`, AfterCommit: true})
	j.endsAs(j.publish(j.imagePost("second")), ending{live: 1, calls: []string{"published", "published"}})
}
