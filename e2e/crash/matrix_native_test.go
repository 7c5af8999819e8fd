package crash_test

import (
	"net/http"

	"crier/e2e"
	"crier/platform/sandbox"
)

// nativeStories are stories with a mention, which go out by the native way. Each mentions somebody
// whom no other one does, by which the ledger tells them apart.
const nativeStories = "NATIVE STORIES"

var aNative = content{kind: nativeStories}

// nativeFaults befall the network's app API.
func nativeFaults() []matrixFault {
	on, lost := e2e.ConfigureCalls, []string{"native: answer lost"}
	notReady := e2e.Fault{Match: on, HTTP: http.StatusAccepted, Body: `{"message":"Transcode not finished yet.","status":"fail"}`, Times: 3}
	loggedOut := e2e.Fault{Match: on, HTTP: http.StatusForbidden, Body: `{"message":"login_required","status":"fail"}`}
	all := []matrixFault{
		{name: "native: answer lost", plan: faulty(e2e.Fault{Match: on, DropAfterCommit: true})},
		{name: "native: lost on the way", plan: faulty(e2e.Fault{Match: on, DropBefore: true})},
		{name: "native: lost twice", plan: faulty(e2e.Fault{Match: on, DropBefore: true, Times: 2})},
		{name: "native: slow, answer lost", plan: faulty(e2e.Fault{Match: on, DelayMs: late, DropAfterCommit: true})},
		{name: "native: 502 before", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page})},
		{name: "native: 502 after", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page, AfterCommit: true})},
		{name: "native: a page for an answer", plan: faulty(e2e.Fault{Match: on, Body: page, AfterCommit: true})},
		{name: "native: malformed", plan: faulty(e2e.Fault{Match: on, Malformed: true})},
		{name: "native: not ready", plan: faulty(notReady)},
		{name: "native: logged out", plan: faulty(loggedOut)},
		{name: "native: refused", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Body: `{"message":"no","status":"fail"}`}), ends: []string{"UNKNOWN_ERROR"}},
		{name: "native: spam", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Body: `{"message":"feedback_required","status":"fail"}`}), ends: []string{"LOGIN_FAILED"}},
		{name: "native upload: cut", plan: faulty(e2e.Fault{Match: e2e.StoryUploads, AfterBytes: 500})},
		{name: "native upload: answer lost", plan: faulty(e2e.Fault{Match: e2e.StoryUploads, DropAfterCommit: true})},
		{name: "native upload: 502", plan: faulty(e2e.Fault{Match: e2e.StoryUploads, HTTP: http.StatusBadGateway, Body: page})},
		{name: "native stories: server error", plan: faulty(e2e.Fault{Match: e2e.OwnStoryReads, HTTP: 500, Body: `{"message":"Server error","status":"fail"}`, Times: 3}), beside: lost},
		{name: "native stories: malformed", plan: faulty(e2e.Fault{Match: e2e.OwnStoryReads, Malformed: true}), beside: lost},
		{name: "native stories: none listed yet", plan: faulty(e2e.Fault{Match: e2e.OwnStoryReads, Body: `{"reel":null,"status":"ok"}`, Times: 3}), beside: lost},
	}
	for i := range all {
		all[i].content = aNative
	}
	return all
}

// ledger returns the network's ledger with the native stories among the publications, their mention
// for a caption.
func (r *run) ledger() e2e.Ledger {
	l := r.control.Ledger()
	for _, story := range l.NativeStories {
		p := e2e.Publication{MediaID: story.MediaID, MediaType: nativeStories, PublishedAt: story.PublishedAt}
		p.Permalink = new("/www-ig/stories/" + sandbox.DemoAccounts()[0].Username + "/" + story.MediaID + "/")
		if len(story.Mentions) == 1 {
			p.Caption = story.Mentions[0]
		}
		l.Publications = append(l.Publications, p)
	}
	return l
}

// isPastProof reports whether a native story says that it may be live, and the day is over in which
// that could be told.
func (r *run) isPastProof(p *matrixPost) bool {
	return p.kind == nativeStories && r.aged && p.now.Status == "FAILED" && e2e.Text(p.now.ErrorCode) == "UNKNOWN_ERROR" && r.isLive(p)
}
