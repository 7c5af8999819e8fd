package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/native"
	"crier/platform/objectstore"
)

// remedy is what is to be done about a failure before the publish call.
type remedy int

const (
	// unhandled: the work was told to end, or the database failed; the runner gives the job to whoever comes next.
	unhandled remedy = iota
	// again: a further attempt, with the same container where there is one.
	again
	// anew: a further attempt with a new container.
	anew
	// wait: go on later; this is no attempt.
	wait
	// giveUp: the post fails.
	giveUp
)

// verdict is what is to be done about an error, and what the post says of it.
type verdict struct {
	remedy  remedy
	code    apperror.Code
	message string
	// after is how long to wait, for wait.
	after time.Duration
	// item says that the error is about one item of a carousel.
	item bool
	// checkpoint says that the account cannot publish until its user has confirmed something in the network's app.
	checkpoint bool
	// deadToken says that the account cannot publish until it is connected again.
	deadToken bool
	// absent says why the attempt certainly took no effect; empty when it may have.
	absent string
	// answer is what the network said to the call with which the post ends; empty when it said nothing.
	answer string
	// working says that the network was still working on the media when it was no longer waited for.
	working bool
}

// limitPause is how long a limit is waited out that does not say how long it lasts.
const limitPause = 15 * time.Minute

// judge maps an error of the work on a post to what is done about it and to the post's errorCode, after so many attempts
// that have failed before.
func judge(err error, failed int) verdict {
	var network *graph.Error
	var own *apperror.Error
	var app *native.Error
	var container *containerError
	var store *objectstore.Error
	switch {
	case errors.Is(err, jobs.ErrStopping), errors.Is(err, jobs.ErrLost), errors.Is(err, errTaken), errors.Is(err, context.Canceled):
		return verdict{remedy: unhandled}
	case database.Failed(err):
		// It is no failure of the post's: attempts are counted for what is.
		return verdict{remedy: unhandled}
	case errors.As(err, &container):
		return named(err, container.verdict)
	case errors.As(err, &network):
		return named(err, judgeNetwork(network, failed))
	case errors.As(err, &store):
		return named(err, judgeStore(store))
	case errors.As(err, &app):
		return judgeApp(app, apperror.From(err))
	case errors.As(err, &own):
		return named(err, judgeOwn(own))
	}
	return named(err, verdict{remedy: again, code: apperror.UnknownError, message: "an internal error stopped the work on the post; the log of Crier says more"})
}

// judgeStore is about the bucket, of which the network has not heard yet.
func judgeStore(err *objectstore.Error) verdict {
	message := "the media could not be put where the network fetches it: " + err.Message + "; nothing was sent"
	if err.Passing() {
		return verdict{remedy: again, code: apperror.UnknownError, message: message}
	}
	return verdict{remedy: giveUp, code: apperror.BucketNotConfigured, message: message}
}

// named puts the item of a carousel before what is said of it.
func named(err error, v verdict) verdict {
	var item *posts.ItemError
	if errors.As(err, &item) {
		v.item, v.message = true, fmt.Sprintf("item %d of %d: %s", item.Item, item.Of, v.message)
	}
	return v
}

func judgeNetwork(err *graph.Error, failed int) verdict {
	v := verdict{code: codeOf(err), message: describe(err), deadToken: err.Class == graph.TokenDead && !err.AtCheckpoint(), checkpoint: err.AtCheckpoint()}
	switch classOf(err, failed) {
	case graph.Retry, graph.NotReady:
		v.remedy = again
	case graph.NewContainer:
		v.remedy = anew
	case graph.Wait:
		v.remedy, v.after = wait, err.RetryAfter
		if v.after <= 0 {
			v.after = limitPause
		}
	default:
		v.remedy = giveUp
	}
	return v
}

// classOf returns the class of an error after so many attempts that have failed: one that is worth only some repeats
// is of another class after them.
func classOf(err *graph.Error, failed int) graph.Class {
	if err.Tries > 0 && failed >= err.Tries {
		return err.Then
	}
	return err.Class
}

// mediaCodes and mediaSubcodes are those of the network that speak of the media file itself. A subcode means the same
// under every code.
var (
	mediaCodes    = []int{352, 9004, 36000, 36001, 36002, 36003}
	mediaSubcodes = []int{2207003, 2207004, 2207005, 2207009, 2207020, 2207026, 2207052}
)

// codeOf returns the errorCode for a failure at the network.
func codeOf(err *graph.Error) apperror.Code {
	if err.Class == graph.TokenDead {
		return apperror.TokenExpired
	}
	if err.Class == graph.CapReached || err.Class == graph.Wait {
		return apperror.RateLimited
	}
	if slices.Contains(mediaCodes, err.Code) || slices.Contains(mediaSubcodes, err.Subcode) {
		return apperror.MediaInvalid
	}
	return apperror.UnknownError
}

// describe words a failure at the network with what its support would ask for.
func describe(err *graph.Error) string {
	switch {
	case err.Code != 0:
		return refusalText(err)
	case err.HTTPStatus != 0:
		return fmt.Sprintf("the network gave an answer that cannot be understood (HTTP %d)", err.HTTPStatus)
	case err.NotSent() && err.Unwrap() == nil:
		return err.Meaning
	case errors.Is(err, context.DeadlineExceeded):
		return "the network did not answer in time"
	}
	return "the network could not be reached: " + err.Error()
}

func refusalText(err *graph.Error) string {
	code := fmt.Sprintf("code %d", err.Code)
	if err.Subcode != 0 {
		code += fmt.Sprintf("/%d", err.Subcode)
	}
	if err.TraceID != "" {
		code += ", trace " + err.TraceID
	}
	return fmt.Sprintf("the network refused: %s (%s)", cmp.Or(err.UserMessage, err.Message, err.Meaning), code)
}

// containerFailure is the verdict on a container that the network gave up on, after so many attempts that have failed.
func containerFailure(post posts.Post, status graph.Status, failed int) verdict {
	v := verdict{remedy: giveUp, code: processingCode(post), message: "the network could not process the media: " + status.Text}
	var reason *graph.Error
	if errors.As(status.Err(), &reason) && classOf(reason, failed) == graph.NewContainer {
		v.remedy = anew
	}
	return v
}

// processingCode is the code for media that the network accepted and then could not process.
func processingCode(post posts.Post) apperror.Code {
	if post.MediaType == posts.Reels {
		return apperror.VideoProcessingFailed
	}
	for _, f := range post.MediaFiles {
		if f.IsVideo() {
			return apperror.VideoProcessingFailed
		}
	}
	return apperror.ProcessingFailed
}
