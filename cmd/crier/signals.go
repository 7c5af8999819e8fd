package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"crier/platform/clock"

	"github.com/alecthomas/kong"
)

// untilSignalled returns a context that ends with the first signal to stop. When somebody asks
// again, the program ends at once, with atOnce. release restores the usual effect of the signals.
func untilSignalled(parent context.Context, atOnce error) (ctx context.Context, release func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	asked := stopRequest{clock: clock.System()}
	signal.Notify(signals, stopSignals()...)
	released := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-signals:
				if asked.isRepeated(s) {
					os.Exit(fail(atOnce, exitFailure))
				}
				cancel()
			case <-released:
				return
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(released)
		cancel()
	}
}

// echo is for how long the same signal once more is the same request to stop: timeout(1), for one,
// signals the program and then its group, in which the program is.
const echo = time.Second

// stopRequest is a request to stop, which the first signal makes.
type stopRequest struct {
	clock clock.Clock
	first os.Signal
	at    time.Duration
}

// isRepeated takes the next signal, and reports whether somebody asks again with it. Closing a
// terminal may send its signal twice.
func (r *stopRequest) isRepeated(s os.Signal) bool {
	now := r.clock.Running().Elapsed
	if r.first == nil {
		r.first, r.at = s, now
		return false
	}
	return s != syscall.SIGHUP && (s != r.first || now-r.at >= echo)
}

// stoppedAtOnce returns the message for a second signal: only a service leaves work to the next
// start.
func stoppedAtOnce(command *kong.Context) error {
	selected := command.Selected()
	switch {
	case selected != nil && selected.Name == "serve":
		return errors.New("stopped at once; the next start takes up what was under way")
	case selected != nil && selected.Name == "sandbox":
		return errors.New("stopped at once; what the sandbox has not kept in a file is lost")
	}
	for _, flag := range command.Flags() {
		if flag.Name == "start" && flag.Target.Bool() {
			return errors.New("stopped at once, and so is the service that this command may have started; crier serve takes up what was under way, and crier posts list --start shows what was made until then")
		}
	}
	return errors.New("stopped at once, before the command was done; crier posts list and crier media list show what was made until then")
}

// surviveBrokenPipes is for a process that runs a service or the sandbox. A write to an output that
// nobody reads any more fails from then on, and does not end the process, which would not stop in
// order. In crier serve 2>&1 | tee LOG, Ctrl-C ends tee first.
func surviveBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }

// stopSignals are the signals that ask the program to stop. Closing the terminal counts, unless the
// program ignores that, as under nohup.
func stopSignals() []os.Signal {
	asking := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		asking = append(asking, syscall.SIGHUP)
	}
	return asking
}
