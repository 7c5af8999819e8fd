package e2e_test

import (
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts"
)

// TestScenario_03_PublishAnswerLost: whatever is heard of a publish call, the post goes live once
// and Crier knows it.
func TestScenario_03_PublishAnswerLost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault e2e.Fault
		want  []string
	}{
		"lost after it took effect":                  {e2e.Fault{DropAfterCommit: true}, []string{"published"}},
		"lost before it took effect":                 {e2e.Fault{DropBefore: true}, []string{"fault", "published"}},
		"cut in half":                                {e2e.Fault{Malformed: true}, []string{"published"}},
		"a proxy's page after it took effect":        {e2e.Fault{HTTP: 502, Body: html, AfterCommit: true}, []string{"published"}},
		"a proxy's page before it took effect":       {e2e.Fault{HTTP: 502, Body: html}, []string{"fault", "published"}},
		"a proxy's page with success":                {e2e.Fault{HTTP: 200, Body: html, AfterCommit: true}, []string{"published"}},
		"success without an id, live":                {e2e.Fault{HTTP: 200, Body: "{}", AfterCommit: true}, []string{"published"}},
		"success without an id, not live":            {e2e.Fault{HTTP: 200, Body: "{}"}, []string{"fault", "published"}},
		"server error, live":                         {e2e.Fault{HTTP: 500, Code: 2, Transient: true, AfterCommit: true}, []string{"published"}},
		"server error, not live":                     {e2e.Fault{HTTP: 500, Code: 2, Transient: true}, []string{"fault", "published"}},
		"not ready":                                  {e2e.Fault{Code: 9007, Subcode: 2207027}, []string{"fault", "published"}},
		"the container is said to be gone, live":     {e2e.Fault{Code: 24, Subcode: 2207008, AfterCommit: true}, []string{"published"}},
		"the container is said to be gone, not live": {e2e.Fault{Code: 24, Subcode: 2207008}, []string{"fault", "published"}},
		"an error that nobody has heard of, live":    {e2e.Fault{Code: 4711, AfterCommit: true}, []string{"published"}},
		"fatal error without a reason, live":         {e2e.Fault{Code: -1, Subcode: 2207085, AfterCommit: true}, []string{"published"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			c.fault.Match = e2e.PublishCalls
			j.network.Fault(c.fault)
			id := j.publish(j.imagePost("once"))
			j.ended(id)
			// A call without an answer of the network's own is given a minute to arrive.
			if took := j.Clock.Now().Sub(e2e.Start); took > 70*time.Second || c.fault.Code != 0 && took > time.Minute {
				t.Errorf("it took %s", took)
			}
			j.endsAs(id, ending{calls: c.want})
		})
	}
}

// TestScenario_04_BlockedButLive: the network answers that it blocked the post as spam. If it is
// live it is PUBLISHED; if not it is published once the block is over.
func TestScenario_04_BlockedButLive(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		live  bool
		calls []string
		// least and most are how long it takes.
		least, most time.Duration
	}{
		"live":     {true, []string{"published"}, 0, time.Minute},
		"not live": {false, []string{"fault", "published"}, 15 * time.Minute, 16 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Code: 4, Subcode: 2207051, AfterCommit: c.live})
			id := j.publish(j.imagePost("once"))
			j.ended(id)
			if took := j.Clock.Now().Sub(e2e.Start); took < c.least || took > c.most {
				t.Errorf("it took %s", took)
			}
			j.endsAs(id, ending{calls: c.calls})
		})
	}
}

// TestScenario_04_BlockedAndHidden: blocked, live, and for a while the container says nothing of
// it.
func TestScenario_04_BlockedAndHidden(t *testing.T) {
	t.Parallel()
	for name, hidden := range map[string]e2e.Fault{
		"unreadable":  {Match: e2e.ContainerReads, Skip: 1, Times: 3, HTTP: 503, Body: html},
		"in progress": {Match: e2e.ContainerReads, Skip: 1, Times: 3, Body: `{"status_code":"IN_PROGRESS","status":"In Progress"}`},
		// One read that says FINISHED of a container that has been published is no proof.
		"finished": {Match: e2e.ContainerReads, Skip: 1, Times: 1, Body: `{"status_code":"FINISHED","status":"Finished"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := begin(t)
			j.network.Fault(e2e.Fault{Match: e2e.PublishCalls, Code: 4, Subcode: 2207051, AfterCommit: true})
			j.network.Fault(hidden)
			j.endsAs(j.publish(j.imagePost("once")), once)
		})
	}
}

// TestScenario_05_PermalinkComesLater: the network denies for a while that it has the post which it
// has just published; the post is PUBLISHED with its id at once, and a background read brings the
// address.
func TestScenario_05_PermalinkComesLater(t *testing.T) {
	t.Parallel()
	j := begin(t)
	j.network.LagReads(3)
	id := j.publish(j.imagePost("once"))
	p := j.ended(id)
	if p.Status != posts.Published || p.SNMediaID == nil || p.SNPermalink != nil || p.ErrorCode != nil || !j.Clock.Now().Equal(e2e.Start) {
		t.Fatalf("at %s the post is %s", j.Clock.Now(), describe(p))
	}
	for range 2 {
		j.chores()
		if p := j.post(id); p.SNPermalink != nil {
			t.Errorf("the network has not told the address yet, and the post is %s", describe(p))
		}
	}
	j.chores()
	j.endsAs(id, once)
}
