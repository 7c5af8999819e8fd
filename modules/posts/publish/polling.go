package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/killpoint"
)

const (
	firstPoll     = 3 * time.Second
	slowestPoll   = 30 * time.Second
	imagePatience = 5 * time.Minute
	videoPatience = 15 * time.Minute
	// pollErrors is how many polls in a row may fail before the attempt does.
	pollErrors = 3
)

// poll looks at a container and returns its status when it has come to an end, and a stillProcessing while it has not, for as long as its kind
// may take. Waiting is no attempt; that the wait is over means that the container can be used by a later one.
func (w *work) poll(ctx context.Context, id string) (graph.Status, error) {
	p := w.processing.container(id)
	if p.ended != nil {
		return *p.ended, nil
	}
	status, err := w.status(ctx, id, p)
	killpoint.Reach("posts.polled")
	switch {
	case err != nil:
		if p.failures++; p.failures >= pollErrors || !worthAnotherLook(err) {
			return status, err
		}
	case hasEnded(status):
		p.ended = &status
		return status, nil
	case p.waited >= w.patience():
		return status, &containerError{verdict{
			remedy: giveUp, code: processingCode(w.post), working: true,
			message: fmt.Sprintf("the network has been processing the media for %s (%q); retry goes on waiting for them",
				p.waited.Round(time.Second), status.Text),
		}}
	default:
		p.failures = 0
	}
	pause := w.pollPause(p.pause)
	// What was waited counts, not what a clock shows that may be set meanwhile.
	p.waited, p.pause = p.waited+pause, min(p.pause*3/2, slowestPoll)
	return graph.Status{}, &stillProcessing{pause}
}

// hasEnded reports whether a container's status does not change by itself any more. One that nobody has heard of counts
// as work in progress: to take it for a failure could make a second post.
func hasEnded(s graph.Status) bool {
	return s.Code == graph.Finished || s.Code == graph.Published || s.Code == graph.Failed || s.Code == graph.Expired
}

func worthAnotherLook(err error) bool {
	var failed *graph.Error
	return errors.As(err, &failed) && (failed.Class == graph.Retry || failed.Class == graph.NotReady)
}

func (w *work) patience() time.Duration {
	if processingCode(w.post) == apperror.VideoProcessingFailed {
		return videoPatience
	}
	return imagePatience
}
