package failure

import (
	"time"

	"crier/platform/apperror"
)

// Action is how the work on a post goes on after a failure before the visible call.
type Action int

const (
	// Unhandled: the work had to stop, or the database failed. The runner gives the job to the next
	// worker.
	Unhandled Action = iota
	// Again: a further attempt, with the same container where there is one.
	Again
	// Remake: a further attempt with a new container.
	Remake
	// Wait: go on later; this is no attempt.
	Wait
	// GiveUp: the post fails.
	GiveUp
)

// Failure is what an error means for a post: how the work goes on, and what the post shows of it.
type Failure struct {
	Action  Action
	Code    apperror.Code
	Message string
	// After is how long to wait, for Wait.
	After time.Duration
	// Item says that the error is about one item of a carousel.
	Item bool
	// Checkpoint says that the account cannot publish until its user has confirmed something in the
	// network's app.
	Checkpoint bool
	// DeadToken says that the account cannot publish until it is connected again.
	DeadToken bool
	// Absent says why the attempt certainly took no effect; it is empty when the attempt may have
	// taken effect.
	Absent string
	// Certain is what the post says instead of Message, before the evidence, once it is known that
	// it is not live. It is empty where Message does not say that the post may be live.
	Certain string
	// Answer is the network's answer to the call that ends the post; empty without an answer.
	Answer string
	// Working says that the network was still working on the media when Crier gave up waiting.
	Working bool
}

// Error is an error that brings its Failure with it. A channel whose network has errors of its own,
// which this package does not know, returns them as Error.
type Error struct{ Failure Failure }

func (e *Error) Error() string { return e.Failure.Message }
