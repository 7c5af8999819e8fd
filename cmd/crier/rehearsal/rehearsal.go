// Package rehearsal runs the service as a child of the program and starts it again when it dies, so
// that its death can be tried: with the sandbox alone, which keeps what it has on the disk as the
// service does.
//
// The standard input of the child is a pipe from the parent. Its end tells the child to stop in
// order, on every system alike: when the parent was told to stop, and when the parent itself was
// killed. So no service is left behind that nobody watches.
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

// marker is the variable by which a child knows which start of its parent it is.
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

// start runs the service to its end, and has it stop when ctx ends.
func (p Parent) start(ctx context.Context, number int) (ending, error) {
	// The end of ctx asks the service to stop, and does not kill it.
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
	// How it ended, its state tells.
	_ = cmd.Wait()
	e := ending{code: cmd.ProcessState.ExitCode(), lived: p.Clock.Now().Sub(begun)}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.code, e.killed = signalBase+int(status.Signal()), true
	}
	return e, nil
}

// Start returns which start of a parent this process is, and 0 when it has none.
func Start() int {
	number, err := strconv.Atoi(os.Getenv(marker))
	if err != nil {
		return 0
	}
	return number
}

// UntilParentEnds returns a context that ends when the parent stops the service, or has died.
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
	// quick is how long a service lives at least that has not died quickly.
	quick = 5 * time.Second
	// mostQuick is how many quick deaths in a row are one too many.
	mostQuick = 5
	// firstPause is before the start that follows a death; each quick death in a row doubles it.
	firstPause = time.Second
)

// ending is how a start of the service ended.
type ending struct {
	// code is the exit code; 128 and the number of the signal when one ended it.
	code   int
	killed bool
	lived  time.Duration
}

// rules decide whether the service is started again.
type rules struct{ starts, quickDeaths int }

// after reports whether the service is started again, and after which pause. It is not when it
// ended in order, when it never came up, which another start would not change, and when it dies
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
