package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// untilSignalled returns a context that ends with the first signal to stop. A second one ends the program at once,
// whatever it is still waiting for. release makes the signals do what they usually do.
func untilSignalled(parent context.Context) (ctx context.Context, release func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, stopSignals()...)
	released := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-signals:
				obey(s, ctx.Err() != nil)
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

// obey ends the program at a signal that is not the first. A terminal that is closed may say so twice without meaning it.
func obey(s os.Signal, again bool) {
	if again && s != syscall.SIGHUP {
		os.Exit(fail(errors.New("stopped at once; what was under way is taken up at the next start"), exitFailure))
	}
}

// stopSignals are those that ask the program to stop. A terminal that is closed asks too, unless the program was told
// to stay, as by nohup.
func stopSignals() []os.Signal {
	asking := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		asking = append(asking, syscall.SIGHUP)
	}
	return asking
}
