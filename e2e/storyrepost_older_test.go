package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/storyrepost"
)

// threadReads are the calls that read the older messages of a conversation.
var threadReads = e2e.FaultMatch{Method: http.MethodGet, Path: `/direct_v2/threads/\d+/$`}

// chat has the author mention the account n times, the last time now, the first one hours ago.
func (r *reposts) chat(author string, n int, hours float64, pending bool) (all []e2e.Mentioned) {
	r.t.Helper()
	for i := range n {
		all = append(all, r.network.Mention(e2e.Mention{Author: author, AgeHours: hours * float64(n-1-i) / float64(n), Pending: pending}))
	}
	return all
}

func (r *reposts) threadCalls() int {
	r.t.Helper()
	return len(r.nativeCalls("/direct_v2/threads/"))
}

// TestStoryRepost_OlderMessages: mentions are found that the inbox itself does not show, because
// more messages of the same conversation followed. The next scan reads no further than that.
func TestStoryRepost_OlderMessages(t *testing.T) {
	t.Parallel()
	for name, pending := range map[string]bool{"of a friend": false, "of a stranger": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.clear()
			all := r.chat("ann", 35, 20, pending)
			before := len(r.nativeCalls("/direct_v2/"))
			if found := r.scan(); found.Detected != 35 || found.Pending != 35 {
				t.Errorf("found %d, %d wait", found.Detected, found.Pending)
			}
			for _, m := range all {
				r.wantRecord(m, storyrepost.Detected, "")
			}
			calls := r.nativeCalls("/direct_v2/")[before:]
			for i, c := range calls[1:] {
				if gap := c.At.Sub(calls[i].At); gap < 2*time.Second {
					t.Errorf("%s came %s after the call before", c.Path, gap)
				}
			}
			if n := r.threadCalls(); n != 2 || len(calls) != 4 {
				t.Errorf("%d calls, %d of them for older messages", len(calls), n)
			}
			r.Clock.Advance(5 * time.Minute)
			r.chat("ann", 5, 0, pending)
			if found := r.scan(); found.Detected != 5 || r.threadCalls() != 2 {
				t.Errorf("the next scan found %d, and made %d calls", found.Detected, r.threadCalls())
			}
			r.Clock.Advance(5 * time.Minute)
			r.chat("ann", 12, 0, pending)
			if found := r.scan(); found.Detected != 12 || r.threadCalls() != 3 {
				t.Errorf("the third scan found %d, and made %d calls", found.Detected, r.threadCalls())
			}
		})
	}
}

// TestStoryRepost_OlderMessagesOfADay: messages are not read that are older than a story lives.
func TestStoryRepost_OlderMessagesOfADay(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	for i := range 40 {
		r.network.Mention(e2e.Mention{Author: "ann", AgeHours: 100 - float64(i)})
	}
	r.chat("ann", 15, 20, false)
	r.chat("bob", 10, 20, false)
	if found := r.scan(); found.Pending != 25 || r.threadCalls() != 1 {
		t.Errorf("%d wait after %d calls", found.Pending, r.threadCalls())
	}
}

// TestStoryRepost_OlderMessagesAfterACut: a reading that was cut off between two pages leaves no
// gap, whether or not the program goes on.
func TestStoryRepost_OlderMessagesAfterACut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault   e2e.Fault
		restart bool
	}{
		"no answer":               {e2e.Fault{DropBefore: true}, false},
		"a rate limit":            {e2e.Fault{HTTP: http.StatusTooManyRequests, Body: `{"message":"Please wait a few minutes before you try again.","status":"fail"}`}, false},
		"an error of the network": {e2e.Fault{HTTP: http.StatusInternalServerError, Body: `{"message":"oops","status":"fail"}`}, false},
		"and a restart":           {e2e.Fault{DropBefore: true}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.clear()
			all := r.chat("ann", 45, 20, false)
			c.fault.Match, c.fault.Skip, c.fault.Times = threadReads, 1, 2
			r.network.Fault(c.fault)
			r.tryScan()
			if n := len(r.records()) - firstRun; n != 30 {
				t.Errorf("%d mentions were found before the cut", n)
			}
			if r.Clock.Advance(5 * time.Minute); c.restart {
				r = r.again()
			}
			r.network.ClearFaults()
			if r.scan(); len(r.records()) != firstRun+45 {
				t.Errorf("%d records of %d mentions", len(r.records())-firstRun, len(all))
			}
		})
	}
}

// TestStoryRepost_OlderMessagesAreBounded: one conversation, and all of them in one reading, have a
// bound. What the bound of the reading leaves out comes with the next one.
func TestStoryRepost_OlderMessagesAreBounded(t *testing.T) {
	t.Parallel()
	r := bootReposts(t)
	r.clear()
	r.chat("cid", 30, 20, false)
	r.chat("bob", 205, 20, false)
	r.chat("ann", 230, 20, false)
	if found := r.scan(); found.Detected != 210+205+10 || r.threadCalls() != 20 {
		t.Errorf("found %d in %d calls", found.Detected, r.threadCalls())
	}
	r.Clock.Advance(5 * time.Minute)
	if found := r.scan(); found.Detected != 20 || r.threadCalls() != 21 {
		t.Errorf("the next scan found %d in %d calls", found.Detected, r.threadCalls()-20)
	}
}

// TestStoryRepost_OlderMessagesThatAreNotShown: what the inbox itself shows is found, and the
// account has no failure, when the network does not show older messages.
func TestStoryRepost_OlderMessagesThatAreNotShown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		http, found, calls int
		body               string
	}{
		"one that is gone":  {http.StatusNotFound, 10 + 15, 2, `{"message":"Thread not found","status":"fail"}`},
		"a refusal":         {http.StatusBadRequest, 10 + 10, 1, `{"message":"Invalid cursor","status":"fail"}`},
		"another form":      {http.StatusOK, 10 + 10, 1, `{"thread":7,"status":"ok"}`},
		"no conversation":   {http.StatusOK, 10 + 10, 1, `{"status":"ok"}`},
		"the network fails": {http.StatusBadGateway, 10 + 10, 1, `<html>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := bootReposts(t)
			r.clear()
			r.chat("bob", 15, 20, false)
			r.chat("ann", 15, 20, false)
			r.network.Fault(e2e.Fault{Match: threadReads, HTTP: c.http, Body: c.body})
			if found := r.scan(); int(found.Detected) != c.found || r.threadCalls() != c.calls {
				t.Errorf("found %d in %d calls", found.Detected, r.threadCalls())
			}
			if cfg := r.config(); cfg.ConsecutiveFailures != 0 || *cfg.LastPollStatus != storyrepost.PollSucceeded {
				t.Errorf("the configuration is %+v", cfg)
			}
			r.Clock.Advance(5 * time.Minute)
			if r.scan(); len(r.records()) != firstRun+30 {
				t.Errorf("after it there are %d", len(r.records())-firstRun)
			}
		})
	}
}
