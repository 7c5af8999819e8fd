package publish

import (
	"context"
	"sync"
	"time"

	"crier/modules/posts/publish/attempt"
	"crier/platform/graph"
	"crier/platform/wireid"
)

// waitsForMedia is what the job of a post says whose media the network processes.
const waitsForMedia = "the network processes the media"

// processings is what is remembered of the posts whose media the network processes, from one look at their containers to the next. A restart
// forgets it, and the wait is begun again. It is safe for concurrent use.
type processings struct {
	mu sync.Mutex
	of map[wireid.ID]*processing
}

// processing is what is remembered of one post.
type processing struct {
	// isBaselined says that seenBefore was read, or could not be for often enough; baselineReads is how often that was tried.
	isBaselined   bool
	baselineReads int
	seenBefore    attempt.IDs
	// polls has the containers that were looked at.
	polls map[string]*polled
}

// polled is what is remembered of one container.
type polled struct {
	// waited is for how long it was waited for, pause how long the next wait is, failures how many looks in a row have failed.
	waited, pause time.Duration
	failures      int
	// isSent says that its bytes were sent, stuck how often in a row the upload was said to have failed.
	isSent bool
	stuck  int
	// ended is its last status, nil while it is in progress.
	ended *graph.Status
}

// take returns what is remembered of a post, and forgets it.
func (w *processings) take(post wireid.ID) *processing {
	w.mu.Lock()
	defer w.mu.Unlock()
	if one := w.of[post]; one != nil {
		delete(w.of, post)
		return one
	}
	return &processing{polls: map[string]*polled{}}
}

// keep remembers a post until its next look.
func (w *processings) keep(post wireid.ID, one *processing) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.of == nil {
		w.of = map[wireid.ID]*processing{}
	}
	w.of[post] = one
}

// container returns what is remembered of a container.
func (w *processing) container(id string) *polled {
	p := w.polls[id]
	if p == nil {
		p = &polled{pause: firstPoll}
		w.polls[id] = p
	}
	return p
}

// stillProcessing says that the network is still at a container, and when to look again.
type stillProcessing struct{ pause time.Duration }

func (*stillProcessing) Error() string { return "posts: " + waitsForMedia }

// waitForMedia puts the job off until the next look: while the network processes the media, no worker waits for it.
func (w *work) waitForMedia(ctx context.Context, m *stillProcessing) error {
	w.processings.keep(w.post.ID, w.processing)
	return w.claim.Wait(ctx, w.clock.Now().Add(m.pause), waitsForMedia, w.exists)
}
