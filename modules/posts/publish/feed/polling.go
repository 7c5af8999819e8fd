package feed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/media"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/delivery"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/graph"
)

const (
	firstPoll    = 3 * time.Second
	imageTimeout = 5 * time.Minute
	videoTimeout = 15 * time.Minute
	// pollErrors is how many polls in a row may fail before the attempt does.
	pollErrors = 3
	// stuckReads is how often in a row a container may say that its upload failed, and yet be in
	// progress.
	stuckReads = 3
)

// polls stores what is known about a post's containers from one run to the next, by their ids.
type polls map[string]*polled

// polled is what is known about one container.
type polled struct {
	// waited is how long the poller has waited so far, pause how long the next wait is, failures
	// how many polls in a row have failed.
	waited, pause time.Duration
	failures      int
	// isSent says that the bytes were sent, stuck how often in a row the container reported a
	// failed upload.
	isSent bool
	stuck  int
	// ended is its last status, nil while it is in progress.
	ended *graph.Status
}

// poller finds out what became of the containers of a run's post.
type poller struct {
	network *graph.Client
	files   *delivery.Files
	run     *channel.Run
	account graph.Account
	usage   *usage
	// memory has the polls of the post from one run to the next; polls are those of this run, nil
	// before the first poll.
	memory *channel.Memory[polls]
	polls  *polls
}

// known returns the stored state of a container, or a new one.
func (p *poller) known(id string) *polled {
	if p.polls == nil {
		if p.polls = p.memory.Take(p.run.Post.ID); p.polls == nil {
			p.polls = &polls{}
		}
	}
	all := *p.polls
	if all[id] == nil {
		all[id] = &polled{pause: firstPoll}
	}
	return all[id]
}

// poll reads the status of a container. It returns the status when that is final, and a
// *channel.Processing otherwise, for as long as the kind of container may take. Waiting is no
// attempt. When the wait is over, a later attempt can use the container.
func (p *poller) poll(ctx context.Context, id string) (graph.Status, error) {
	known := p.known(id)
	if known.ended != nil {
		return *known.ended, nil
	}
	status, err := p.status(ctx, id, known)
	failpoint.Reach("posts.polled")
	switch {
	case err != nil:
		if known.failures++; known.failures >= pollErrors || !failure.IsTransient(err) {
			return status, err
		}
	case hasEnded(status):
		known.ended = &status
		return status, nil
	case known.waited >= p.timeout():
		return status, &failure.Error{Failure: failure.Failure{
			Action: failure.GiveUp, Code: failure.ProcessingCode(p.run.Post), Working: true,
			Message: fmt.Sprintf("the network has been processing the media for %s (%q); retry goes on waiting for them",
				known.waited.Round(time.Second), status.Text),
		}}
	default:
		known.failures = 0
	}
	pause := p.usage.pause(known.pause)
	// The time that was waited counts, because the clock may be set meanwhile.
	known.waited, known.pause = known.waited+pause, min(known.pause*3/2, slowestPoll)
	p.memory.Keep(p.run.Post.ID, p.polls)
	return graph.Status{}, &channel.Processing{Pause: pause}
}

// status returns a container's status. One whose upload failed at the network can say for ever that
// it is in progress: after some reads in a row that counts as its failure.
func (p *poller) status(ctx context.Context, id string, known *polled) (graph.Status, error) {
	if !known.isSent {
		return p.network.ContainerStatus(ctx, p.account, id)
	}
	state, err := p.network.UploadStatus(ctx, p.account, id)
	if err != nil || state.Fault == "" || hasEnded(state.Status) {
		known.stuck = 0
		return state.Status, err
	}
	if known.stuck++; known.stuck >= stuckReads {
		return graph.Status{Code: graph.Failed, Text: fmt.Sprintf("the upload of the video failed at the network (%s)", state.Fault)}, nil
	}
	return state.Status, nil
}

// sendRest sends the part of a container's file that the network lacks. It continues where the
// network says that it has got to, so that nothing of an interrupted upload is sent twice, and
// leaves the result to poll.
func (p *poller) sendRest(ctx context.Context, id, destination string, file media.MediaFile) error {
	known := p.known(id)
	if known.isSent {
		return nil
	}
	known.isSent = true
	return p.files.Send(ctx, delivery.Upload{
		Account: p.account, Destination: destination, File: file, Sleep: p.run.Claim.Sleep,
		Has: func(ctx context.Context, size int64) (int64, bool, error) {
			state, err := p.network.UploadStatus(ctx, p.account, id)
			done := err == nil && (hasEnded(state.Status) || state.Phase == graph.PhaseComplete || state.Fault != "" || state.Bytes >= size)
			return state.Bytes, done, err
		},
	})
}

func (p *poller) timeout() time.Duration {
	if failure.ProcessingCode(p.run.Post) == apperror.VideoProcessingFailed {
		return videoTimeout
	}
	return imageTimeout
}

// hasEnded reports whether a container's status is final. An unknown status counts as work in
// progress, because treating it as a failure could make a second post.
func hasEnded(s graph.Status) bool {
	return s.Code == graph.Finished || s.Code == graph.Published || s.Code == graph.Failed || s.Code == graph.Expired
}

// isForgotten reports whether an error means that the network has no such container, although it
// was asked often enough.
func isForgotten(err error) bool {
	const codeParameter, subcodeNoObject, subcodeNoContainer = 100, 33, 2207008
	var failed *graph.Error
	return errors.As(err, &failed) && (failed.Op == graph.OpContainerStatus || failed.Op == graph.OpUploadStatus) &&
		(failed.Code == codeParameter && failed.Subcode == subcodeNoObject || failed.Subcode == subcodeNoContainer)
}
