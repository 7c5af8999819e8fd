package publish

import (
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/graph"
)

// The network tells with each answer how much of the allowance for calls is used, in percent. From busyUsage on, polls are
// as rare as they get; at fullUsage nothing is begun.
const (
	busyUsage, fullUsage = 80, 100
	// fullPause is how long a full allowance is waited out that does not say for how long it is.
	fullPause = 5 * time.Minute
)

// watch takes in what the network says of its allowance.
func (w *work) watch(call graph.Call) {
	if call.HTTPStatus != 0 {
		w.usage = call.Usage
	}
}

// pollPause returns how long to wait for the next poll in place of pause.
func (w *work) pollPause(pause time.Duration) time.Duration {
	if w.usage.Percent >= busyUsage {
		return slowestPoll
	}
	return pause
}

// checkUsage puts a post off that the network would refuse for the number of calls: each further one makes it longer.
func (w *work) checkUsage() error {
	if w.usage.Percent < fullUsage {
		return nil
	}
	pause := w.usage.Regain
	if pause <= 0 {
		pause = fullPause
	}
	return &containerError{verdict{
		remedy: wait, code: apperror.RateLimited, after: pause,
		message: fmt.Sprintf("the network's allowance for calls is used up (%d %%); nothing is sent for %s", w.usage.Percent, posts.Roughly(pause)),
	}}
}
