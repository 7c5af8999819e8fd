package publish

import (
	"math/rand/v2"
	"sync"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/wireid"
)

// removals are what the user has had Crier delete at the network.
type removals struct {
	// asked are the posts, each with whether its copy was to be deleted too.
	asked map[wireid.ID]bool

	mu    sync.Mutex
	going int
	ended []Removal
}

func (r *removals) areOf(post wireid.ID) bool {
	_, areAsked := r.asked[post]
	return areAsked
}

// ours is what an item of the network belongs to.
type ours struct {
	post    wireid.ID
	channel attempt.Channel
}

// drawRemovals draws that the user has Crier delete posts at the network, which the network lets
// the potter do. It draws last, so that the seeds have kept their histories otherwise.
func (h *history) drawRemovals(r *rand.Rand) {
	var deletable []int
	for i, p := range h.Posts {
		if p.Way == byPotter || p.Way == byPage {
			deletable = append(deletable, i)
		}
	}
	if len(deletable) == 0 || r.IntN(3) > 0 {
		return
	}
	for range 1 + r.IntN(2) {
		i := pick(r, deletable...)
		at := h.Posts[i].At + h.Posts[i].DueIn + seconds(r, pick(r, 30, 600, 3600))
		h.Events = append(h.Events, pastEvent{At: at, Kind: isTakenDown, Post: i, Copy: r.IntN(2) == 0})
		for range r.IntN(3) {
			f := fate{Kind: pick(r, isAnswered, isDropped, isUnanswered, isLate, isRefused, isRefusedLive, isSlow)}
			switch f.Kind {
			case isLate, isSlow:
				f.After = time.Second + seconds(r, 29)
			case isRefused, isRefusedLive:
				f.Answer = r.IntN(1000)
			case isAnswered, isDropped, isUnanswered, isUnfinished:
			}
			h.Calls[byRemoval] = append(h.Calls[byRemoval], f)
		}
	}
}

// takeDown has Crier delete the post at the network. A process that dies meanwhile does not come
// back from it.
func (p *past) takeDown(id wireid.ID, withCopy bool) {
	p.t.Helper()
	if id.IsZero() {
		return
	}
	if p.removals.asked == nil {
		p.removals.asked = map[wireid.ID]bool{}
	}
	p.removals.asked[id] = p.removals.asked[id] || withCopy
	remover := p.engine.remover
	p.removals.mu.Lock()
	p.removals.going++
	p.removals.mu.Unlock()
	go func() {
		removal, err := remover.Remove(p.t.Context(), id, withCopy)
		p.removals.mu.Lock()
		defer p.removals.mu.Unlock()
		p.removals.going--
		if err != nil {
			p.wire.say("post " + id.String() + " is not deleted at the network: " + err.Error())
			return
		}
		p.removals.ended = append(p.removals.ended, removal)
		p.wire.say("post " + id.String() + " is deleted: " + removal.Reason)
	}()
}

// isRemoving reports whether a removal goes on.
func (p *past) isRemoving() bool {
	p.removals.mu.Lock()
	defer p.removals.mu.Unlock()
	return p.removals.going > 0
}

// judgeRemovals compares what Crier has deleted with what the user had it delete, and with what it
// said about that.
func (p *past) judgeRemovals(items map[string]ours, live map[attempt.Channel]map[wireid.ID]made, add func(flawKind, string, ...any)) {
	p.t.Helper()
	isGone := func(item made) bool {
		return p.removed[item.id] || p.wire.takenDown[item.id] || item.ref != "" && p.wire.takenDown[item.ref]
	}
	for id := range p.wire.takenDown {
		of, isOurs := items[id]
		withCopy, isAsked := p.removals.asked[of.post]
		if !isOurs || !isAsked || of.channel == attempt.Page && !withCopy {
			add(isWrongRemoval, "%s, %s of post %q, was deleted, and nobody wanted that", id, of.channel, of.post)
		}
	}
	for _, r := range p.removals.ended {
		item, isLive := live[attempt.Feed][r.PostID]
		if r.Deleted && (!isLive || !isGone(item)) {
			add(isWrongRemoval, "post %s was said to be deleted and is live: %t as %q", r.PostID, isLive, item.id)
		}
		copied, isCopied := live[attempt.Page][r.PostID]
		if isCopied && !isGone(copied) && len(r.Warnings) == 0 {
			add(isWrongRemoval, "post %s was deleted, and no warning says that its copy %s is live", r.PostID, copied.id)
		}
	}
}
