package ffmpeg

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"

	"crier/platform/child"
)

// runnerMarker is the environment variable that makes a process a runner.
const runnerMarker = "CRIER_FFMPEG_RUNNER"

// The exit codes of a runner. Any other code means that it or ffmpeg crashed.
const (
	exitFailed   = 3  // the runner could not do its work
	exitRefused  = 10 // ffmpeg ended with an error
	exitFileSize = 11 // ffmpeg exceeded the file size
	exitFault    = 12 // a fault of its own ended ffmpeg, or it used up its processor time
	exitEnded    = 13 // somebody else ended ffmpeg, such as a system without memory
)

// toldToEnd is the exit code of an ffmpeg that a signal told to end.
const toldToEnd = 255

// request is what a runner runs. It gets the request as one line on its standard input. Arguments
// are bytes, because paths need not be valid JSON strings.
type request struct {
	Program []byte   `json:"program"`
	Args    [][]byte `json:"args"`
	// Memory and FileSize are in bytes, Processor is in seconds.
	Memory    int64 `json:"memory"`
	FileSize  int64 `json:"fileSize"`
	Processor int64 `json:"processor"`
}

// RunnerMain does the work of a runner if a Tool started this process as one; the caller then exits
// with exitCode at once. Otherwise it does nothing and returns false. main and TestMain call it
// first.
func RunnerMain() (isRunner bool, exitCode int) {
	if os.Getenv(runnerMarker) == "" {
		return false, 0
	}
	code, err := serve(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	return true, code
}

// serve runs the requested program until it ends or stdin closes.
func serve(stdin io.Reader) (exitCode int, err error) {
	var r request
	rest, err := child.Read(stdin, &r)
	if err != nil {
		return exitFailed, err
	}
	// Some limits belong to the thread that starts the process, and the process gets its death
	// signal when this thread ends.
	runtime.LockOSThread()
	if err := confine(r); err != nil {
		return exitFailed, fmt.Errorf("limit the runner: %w", err)
	}
	cmd, err := start(r)
	if err != nil {
		return exitFailed, fmt.Errorf("start ffmpeg: %w", err)
	}
	go endWithService(rest, cmd)
	return codeOf(cmd.Wait(), time.Duration(r.Processor)*time.Second)
}

// endWithService kills ffmpeg when the pipe from the service closes, which happens however the
// service ends.
func endWithService(stdin io.Reader, cmd *exec.Cmd) {
	_, _ = io.Copy(io.Discard, stdin)
	_ = cmd.Process.Kill()
}

// start starts ffmpeg without a network or, where the system does not allow that, with one.
func start(r request) (*exec.Cmd, error) {
	cmd := command(r)
	isolate(cmd)
	if err := cmd.Start(); err == nil {
		return cmd, nil
	}
	cmd = command(r)
	tie(cmd)
	return cmd, cmd.Start()
}

func command(r request) *exec.Cmd {
	cmd := &exec.Cmd{Path: string(r.Program), Args: []string{string(r.Program)}, Env: []string{}}
	for _, arg := range r.Args {
		cmd.Args = append(cmd.Args, string(arg))
	}
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

// codeOf returns the code that tells the service how ffmpeg ended, which was given some processor
// time.
func codeOf(end error, given time.Duration) (int, error) {
	if end == nil {
		return 0, nil
	}
	exit, ok := errors.AsType[*exec.ExitError](end)
	if !ok {
		return exitFailed, end
	}
	code := signalCode(exit.ProcessState)
	if used := exit.UserTime() + exit.SystemTime(); code == exitEnded && used >= given-time.Second {
		// At the limit the kernel sends the signal that it also sends when memory is short.
		code = exitFault
	}
	if code == 0 && exit.ExitCode() == toldToEnd {
		code = exitEnded
	}
	if code == 0 {
		return exitRefused, nil
	}
	return code, end
}
