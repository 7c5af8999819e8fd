// Package rehearsal runs the service as a child process and starts it again when it dies, so that
// users can try its death. It works with the sandbox only, which stores its state on the disk as
// the service does.
//
// The standard input of the child is a pipe from the parent. When it ends the child stops in order,
// on every system: when the parent was told to stop, and when the parent was killed. So no
// unwatched service is left behind.
package rehearsal

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"crier/platform/clock"
)

// marker is the variable that tells a child how often its parent has started one.
const marker = "CRIER_REHEARSAL_START"

// signalBase is what a shell adds to the number of the signal that ended a process.
const signalBase = 128

// Parent starts the service, and starts it again when it dies.
type Parent struct {
	// Command returns a command that runs the service.
	Command func(context.Context) *exec.Cmd
	Clock   clock.Clock
	Log     *slog.Logger
}

// Run runs the service until it ends in order, dies too often, or ctx ends and it has stopped. It
// returns the exit code of its last start.
func (p Parent) Run(ctx context.Context) (code int, err error) {
	var r rules
	for {
		e, err := p.start(ctx, r.starts+1)
		if err != nil || ctx.Err() != nil {
			return e.code, err
		}
		pause, again := r.after(e)
		switch {
		case again:
			p.Log.Warn("the service died and is started again", "code", e.code, "lived", e.lived, "pause", pause)
		case r.quickDeaths >= mostQuick:
			p.Log.Error("the service died too often and is not started again", "code", e.code, "deaths", r.quickDeaths)
			return e.code, nil
		default:
			return e.code, nil
		}
		timer := p.Clock.NewTimer(pause)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return 0, nil // It was told to stop while nothing ran.
		}
	}
}

// start runs the service to its end, and stops it when ctx ends.
func (p Parent) start(ctx context.Context, number int) (ending, error) {
	// When ctx ends the service is asked to stop, and not killed.
	cmd := p.Command(context.WithoutCancel(ctx))
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("%s=%d", marker, number))
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return ending{}, err
	}
	begun := p.Clock.Now()
	if err := cmd.Start(); err != nil {
		return ending{}, fmt.Errorf("start the service: %w", err)
	}
	defer context.AfterFunc(ctx, func() { _ = stdin.Close() })()
	// The state of the process tells how it ended.
	_ = cmd.Wait()
	e := ending{code: cmd.ProcessState.ExitCode(), lived: p.Clock.Now().Sub(begun)}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.code, e.killed = signalBase+int(status.Signal()), true
	}
	return e, nil
}

// Start returns the number of this start by a parent, and 0 without a parent.
func Start() int {
	number, err := strconv.Atoi(os.Getenv(marker))
	if err != nil {
		return 0
	}
	return number
}

// UntilParentEnds returns a context that ends when the parent stops the service or dies.
func UntilParentEnds(ctx context.Context, stdin io.Reader) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		cancel()
	}()
	return ctx, cancel
}

// Die kills this process as kill -9 does. It does not return.
func Die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {}
}

const (
	// quick is how long a service must run for its death not to count as quick.
	quick = 5 * time.Second
	// mostQuick is how many quick deaths in a row end the attempts.
	mostQuick = 5
	// firstPause is the pause after a death; each quick death in a row doubles it.
	firstPause = time.Second
)

// ending describes how a start of the service ended.
type ending struct {
	// code is the exit code; 128 plus the number of the signal when one ended it.
	code   int
	killed bool
	lived  time.Duration
}

// rules decide whether the service is started again.
type rules struct{ starts, quickDeaths int }

// after reports whether the service is started again, and after which pause. It is not when it
// ended in order, when it failed to start, which another start would not change, and when it dies
// quickly again and again.
func (r *rules) after(e ending) (pause time.Duration, again bool) {
	r.starts++
	if e.code == 0 || r.starts == 1 && !e.killed && e.lived < quick {
		return 0, false
	}
	if e.lived >= quick {
		r.quickDeaths = 0
		return firstPause, true
	}
	r.quickDeaths++
	return firstPause << (r.quickDeaths - 1), r.quickDeaths < mostQuick
}
