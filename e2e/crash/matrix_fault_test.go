package crash_test

import (
	"net/http"
	"slices"

	"crier/e2e"
)

// matrixFault is a way in which the network fails.
type matrixFault struct {
	name string
	// plan makes it come about, and returns the ids of the faults by which it can be told that it
	// has.
	plan func(r *run) []string
	// seen tells it of one that has no id.
	seen func(evidence) bool
	// content is the post that meets it.
	content content
	// beside are the other faults without which it is not met.
	beside []string
	// ends are the errorCodes of the posts that it may fail.
	ends []string
	// call is the one that it befalls, where a table makes it.
	call e2e.Fault
	// unshared says that it may keep a post from the Page.
	unshared bool
	// uncommented says that it may keep a post from its first comment.
	uncommented bool
}

func (f matrixFault) with() []string { return append([]string{f.name}, f.beside...) }

// faulty returns a plan of one or more faults.
func faulty(faults ...e2e.Fault) func(*run) []string {
	return func(r *run) []string {
		ids := make([]string, len(faults))
		for i, f := range faults {
			ids[i] = r.control.Fault(f)
		}
		return ids
	}
}

// page is what a server in between says.
const page = "<html><body><h1>502 Bad Gateway</h1></body></html>"

// late is after how many milliseconds a slow call takes effect. The rest of the minute in which it
// can is what a busy machine may take beside it.
const late = 25_000

// tooLong is more than a post is patient.
const tooLong = 100_000

// forLong is how many looks for the network take longer than a post asks a network that answers,
// and end before the run's patience does.
const forLong = 120

func matrixFaults() []matrixFault {
	all := slices.Concat(publishFaults(), createFaults(), readFaults(), stateFaults(), uploadFaults(), pageFaults(), nativeFaults(), commentFaults())
	for i := range all {
		if all[i].content.kind == "" {
			all[i].content = anImage
		}
	}
	return all
}

// afterPublish returns a plan of a fault that befalls the reads of a container after the publish
// call: the one read before it says that the container is finished.
func afterPublish(f e2e.Fault) func(*run) []string {
	f.Match, f.Skip = e2e.ContainerReads, 1
	return func(r *run) []string {
		none := int64(0)
		r.control.Latency(e2e.Latency{ImageMs: &none, VideoMs: &none})
		return faulty(f)(r)
	}
}

func publishFaults() []matrixFault {
	on := e2e.PublishCalls
	return []matrixFault{
		{name: "publish: answer lost", plan: faulty(e2e.Fault{Match: on, DropAfterCommit: true})},
		{name: "publish: lost on the way", plan: faulty(e2e.Fault{Match: on, DropBefore: true})},
		{name: "publish: lost twice", plan: faulty(e2e.Fault{Match: on, DropBefore: true, Times: 2})},
		{name: "publish: slow", plan: faulty(e2e.Fault{Match: on, DelayMs: 20_000})},
		{name: "publish: slow, answer lost", plan: faulty(e2e.Fault{Match: on, DelayMs: late, DropAfterCommit: true})},
		{name: "publish: 502 before", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page})},
		{name: "publish: 502 after", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusBadGateway, Body: page, AfterCommit: true})},
		{name: "publish: a page for an answer", plan: faulty(e2e.Fault{Match: on, Body: page, AfterCommit: true})},
		{name: "publish: malformed", plan: faulty(e2e.Fault{Match: on, Malformed: true})},
		{name: "publish: blocked, and live", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 4, Subcode: 2207051, AfterCommit: true})},
		{name: "publish: blocked", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 4, Subcode: 2207051})},
		{name: "publish: too many calls", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 4})},
		{name: "publish: not ready", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 9007, Subcode: 2207027})},
		{name: "publish: passing error", plan: faulty(e2e.Fault{Match: on, HTTP: 500, Code: 2, Transient: true})},
		{name: "publish: passing error, and live", plan: faulty(e2e.Fault{Match: on, HTTP: 500, Code: 2, Transient: true, AfterCommit: true}), content: content{kind: "STORIES"}},
		{name: "publish: refused", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 190, Subcode: 460}), ends: []string{"TOKEN_EXPIRED"}},
	}
}

func createFaults() []matrixFault {
	on := e2e.CreateCalls
	return []matrixFault{
		{name: "create: answer lost", plan: faulty(e2e.Fault{Match: on, DropAfterCommit: true})},
		{name: "create: lost on the way", plan: faulty(e2e.Fault{Match: on, DropBefore: true}), content: aCarousel},
		{name: "create: slow", plan: faulty(e2e.Fault{Match: on, DelayMs: 25_000})},
		{name: "create: 503", plan: faulty(e2e.Fault{Match: on, HTTP: http.StatusServiceUnavailable, Body: page})},
		{name: "create: passing error", plan: faulty(e2e.Fault{Match: on, HTTP: 500, Code: 2, Transient: true, Times: 2})},
		{name: "create: malformed", plan: faulty(e2e.Fault{Match: on, Malformed: true}), content: aCarousel},
		{name: "create: refused", plan: faulty(e2e.Fault{Match: on, HTTP: 400, Code: 36001, Subcode: 2207005}), ends: []string{"MEDIA_INVALID"}},
	}
}

func readFaults() []matrixFault {
	lost := []string{"publish: answer lost"}
	return []matrixFault{
		{name: "status: not found yet", plan: faulty(e2e.Fault{Match: e2e.ContainerReads, HTTP: 400, Code: 100, Subcode: 33, Times: 2})},
		{name: "status: server error", plan: faulty(e2e.Fault{Match: e2e.ContainerReads, HTTP: 500, Code: 2, Times: 2})},
		{name: "status: malformed", plan: faulty(e2e.Fault{Match: e2e.ContainerReads, Malformed: true})},
		{name: "status: cut", plan: faulty(e2e.Fault{Match: e2e.ContainerReads, DropBefore: true})},
		{name: "status: slow", plan: faulty(e2e.Fault{Match: e2e.ContainerReads, DelayMs: 30_000}), content: content{kind: "REELS"}},
		{name: "status: too many calls", plan: faulty(e2e.Fault{Match: e2e.ContainerReads, HTTP: 400, Code: 4})},
		{
			name: "status: gone for long", beside: lost, ends: []string{"UNKNOWN_ERROR"},
			plan: afterPublish(e2e.Fault{HTTP: 500, Code: 2, Times: tooLong}),
		},
		// What is no answer of the network's says nothing of the post, which does not fail of it.
		{name: "status: a page for long", beside: lost, plan: afterPublish(e2e.Fault{HTTP: http.StatusServiceUnavailable, Body: page, Times: forLong})},
		{name: "list: server error", plan: faulty(e2e.Fault{Match: e2e.MediaLists, HTTP: 500, Code: 2, Times: 2}), beside: lost},
		{name: "list: malformed", plan: faulty(e2e.Fault{Match: e2e.MediaLists, Malformed: true}), beside: lost, content: content{kind: "STORIES"}},
		{name: "list: cut", plan: faulty(e2e.Fault{Match: e2e.MediaLists, DropBefore: true}), beside: lost, content: aCarousel},
		{name: "list: empty", plan: faulty(e2e.Fault{Match: e2e.MediaLists, Body: `{"data":[]}`, Times: 2}), beside: lost},
		{name: "list: empty for long", plan: faulty(e2e.Fault{Match: e2e.MediaLists, Body: `{"data":[]}`, Times: tooLong}), beside: lost},
		{name: "media: server error", plan: faulty(e2e.Fault{Match: e2e.MediaReads, HTTP: 500, Code: 2})},
	}
}
