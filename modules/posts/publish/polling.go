package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/killpoint"
	"crier/platform/wiretime"
)

const (
	firstPoll     = 3 * time.Second
	slowestPoll   = 30 * time.Second
	imagePatience = 5 * time.Minute
	videoPatience = 15 * time.Minute
	// pollErrors is how many polls in a row may fail before the attempt does.
	pollErrors = 3
)

// poll reads a container's status until it has come to an end, for as long as its kind may take. Waiting is no attempt;
// that the wait is over means that the container can be used by a later one.
func (w *work) poll(ctx context.Context, id string, created *wiretime.Time) (graph.Status, error) {
	failures, waited := 0, w.waited(created)
	for pause := firstPoll; ; pause = min(pause*3/2, slowestPoll) {
		status, err := w.status(ctx, id)
		killpoint.Reach("posts.polled")
		switch {
		case err != nil:
			if failures++; failures >= pollErrors || !worthAnotherLook(err) {
				return status, err
			}
		case hasEnded(status):
			return status, nil
		case waited >= w.patience():
			return status, &containerError{verdict{
				remedy: giveUp, code: processingCode(w.post), working: true,
				message: fmt.Sprintf("the network has been processing the media for %s (%q); retry goes on waiting for them",
					waited.Round(time.Second), status.Text),
			}}
		default:
			failures = 0
		}
		wait := w.pollPause(pause)
		if err := w.claim.Sleep(ctx, wait); err != nil {
			return graph.Status{}, err
		}
		// What was waited counts, not what a clock shows that may be set meanwhile.
		waited += wait
	}
}

// hasEnded reports whether a container's status does not change by itself any more. One that nobody has heard of counts
// as work in progress: to take it for a failure could make a second post.
func hasEnded(s graph.Status) bool {
	return s.Code == graph.Finished || s.Code == graph.Published || s.Code == graph.Failed || s.Code == graph.Expired
}

// waited is how long this attempt has been waiting for a container: since it was made, or since the attempt began, which
// a restart does not begin anew.
func (w *work) waited(created *wiretime.Time) time.Duration {
	waited := w.age(created)
	if began := w.post.LastAttemptAt; began != nil {
		waited = min(waited, w.clock.Now().Sub(began.Time()))
	}
	return max(waited, 0)
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
