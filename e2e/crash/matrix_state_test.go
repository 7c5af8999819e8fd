package crash_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts/timeline"
)

// evidence is what the network and the program noted in a run.
type evidence struct {
	calls []e2e.LoggedCall
	// steps are the timelines of the posts. A call that a death cut off may be missing there.
	steps []timeline.Step
}

// answered reports whether the network, which no planned failure kept from it, gave an answer with
// the code and the subcode.
func (e evidence) answered(code, subcode int, on e2e.FaultMatch) bool {
	path := regexp.MustCompile(on.Path)
	return slices.ContainsFunc(e.calls, func(c e2e.LoggedCall) bool {
		return c.FaultID == "" && c.Code == code && c.Subcode == subcode && (on.Method == "" || c.Method == on.Method) && path.MatchString(c.Path)
	})
}

// read reports whether the program read an answer that says so.
func (e evidence) read(says string) bool {
	return slices.ContainsFunc(e.steps, func(s timeline.Step) bool {
		return s.Kind == timeline.KindCall && strings.Contains(s.Text, says)
	})
}

// waitedFor reports whether the program read so many times that one container was in progress, and
// then that it was finished.
func (e evidence) waitedFor(polls int) bool {
	inProgress := map[string]int{}
	for _, s := range e.steps {
		if s.Kind == timeline.KindCall && s.Text == "IN_PROGRESS" {
			inProgress[s.Path] += s.Times
		}
	}
	return slices.ContainsFunc(e.steps, func(s timeline.Step) bool {
		return s.Kind == timeline.KindCall && s.Text == "FINISHED" && inProgress[s.Path] >= polls
	})
}

// failedBy reports whether a post became FAILED with one of the errorCodes and such a text.
func (e evidence) failedBy(codes []string, says string) bool {
	return slices.ContainsFunc(e.steps, func(s timeline.Step) bool {
		return s.Kind == timeline.KindStatus && s.ToStatus == "FAILED" && slices.Contains(codes, s.ErrorCode) && strings.Contains(s.Text, says)
	})
}

// stateFaults are states of the network. No call carries their id, so that each says by which
// evidence it can be told that the program has met it.
func stateFaults() []matrixFault {
	processingEnds := []string{"PROCESSING_FAILED", "VIDEO_PROCESSING_FAILED"}
	none := func(do func(*run)) func(*run) []string { return func(r *run) []string { do(r); return nil } }
	account := func(r *run) string { return r.accounts[false] }
	slow := int64(45_000)
	// A container that is to expire first is still in progress when its day is over.
	slowest := (4 * time.Minute).Milliseconds()
	polls := 4
	const expired, revoked = 463, 460
	return []matrixFault{
		{
			name: "media: not found yet", seen: func(e evidence) bool { return e.answered(100, 33, e2e.MediaReads) },
			plan: none(func(r *run) { r.control.LagReads(3) }),
		},
		{
			name: "container: slow", seen: func(e evidence) bool { return e.waitedFor(polls) },
			plan: none(func(r *run) {
				r.control.Latency(e2e.Latency{ImageMs: &slow, VideoMs: &slow, PollsUntilFinished: &polls})
			}),
		},
		{
			name: "container: refused", seen: func(e evidence) bool { return e.read("error code 2207032") },
			plan: none(func(r *run) { r.control.NextContainerFails(2207032) }),
		},
		{
			name: "container: refused for good", seen: func(e evidence) bool { return e.read("error code 2207026") },
			plan: none(func(r *run) { r.control.NextContainerFails(2207026) }), ends: append(slices.Clone(processingEnds), "MEDIA_INVALID"),
		},
		{
			name: "container: stuck", seen: func(e evidence) bool { return e.failedBy(processingEnds, "has been processing the media for") },
			plan: none(func(r *run) { r.isStuck = true; r.control.NextContainerSticks() }), ends: processingEnds,
		},
		{
			name: "container: expired", seen: func(e evidence) bool { return e.read("EXPIRED: ") },
			plan: none(func(r *run) {
				r.expires, r.made = true, r.countMade()
				r.control.Latency(e2e.Latency{ImageMs: &slowest, VideoMs: &slowest})
			}), ends: processingEnds,
		},
		{
			name: "token: expired", seen: func(e evidence) bool { return e.answered(190, expired, e2e.FaultMatch{}) },
			plan: none(func(r *run) { r.isDead = true; r.control.Token(account(r), "expire") }), ends: []string{"TOKEN_EXPIRED"},
		},
		{
			name: "token: revoked", seen: func(e evidence) bool { return e.answered(190, revoked, e2e.FaultMatch{}) },
			plan: none(func(r *run) { r.isDead = true; r.control.Token(account(r), "revoke") }), ends: []string{"TOKEN_EXPIRED"},
		},
		{
			name: "cap: reached", seen: func(e evidence) bool { return e.read("25 of 25 used") },
			plan: none(func(r *run) { r.control.Quota(account(r), 25, 25) }), ends: []string{"RATE_LIMITED"},
		},
	}
}

// day is after when a container expires.
const day = 25 * time.Hour

// fault plans a failure of the network.
func (r *run) fault(t *testing.T, name string) {
	t.Helper()
	all := matrixFaults()
	f := all[slices.IndexFunc(all, func(f matrixFault) bool { return f.name == name })]
	ids := f.plan(r)
	for _, id := range ids {
		r.faultIDs[id] = name
	}
	switch {
	case f.seen != nil:
		r.states[name] = f.seen
	case len(ids) == 0:
		t.Fatalf("nothing tells whether the fault %q has come about", name)
	}
	r.unshared, r.uncommented = r.unshared || f.unshared, r.uncommented || f.uncommented
	for _, code := range f.ends {
		r.ends[code] = true
	}
}

// noteFaults counts the faults that the program has met.
func (r *run) noteFaults(t *testing.T) {
	t.Helper()
	found := evidence{calls: r.control.Calls()}
	for _, call := range found.calls {
		if name := r.faultIDs[call.FaultID]; name != "" {
			r.note(r.met, name)
			delete(r.faultIDs, call.FaultID)
		}
	}
	if len(r.states) == 0 {
		return
	}
	if err := e2e.OpenDB(t, r.dir).NewSelect().Model(&found.steps).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, seen := range r.states {
		if seen(found) {
			r.note(r.met, name)
			delete(r.states, name)
		}
	}
}
