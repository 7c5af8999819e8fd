package e2e

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"crier/platform/programtest"
)

// Executable is the real program.
type Executable struct{ path string }

// builds are the builds of the test run. Each is made on its first use.
var builds struct {
	release, killable build
}

type build struct {
	once sync.Once
	// dir contains the program; isOurs says that this test binary must remove it.
	dir    string
	isOurs bool
	err    error
}

// Program returns the real program, built as make build does: once for each test binary, or by the
// Makefile once for all.
func Program(tb testing.TB) *Executable {
	tb.Helper()
	return builds.release.get(tb, "release")
}

// KillableProgram returns the real program, built so that it can die at a failpoint and run on a
// faster clock: see platform/failpoint.
func KillableProgram(tb testing.TB) *Executable {
	tb.Helper()
	return builds.killable.get(tb, "killable", "-tags", "killpoints")
}

// builtPrograms is the variable with the folder of the programs that the Makefile has built, each
// in a folder of its name.
const builtPrograms = "CRIER_TEST_PROGRAMS"

func (b *build) get(tb testing.TB, name string, flags ...string) *Executable {
	tb.Helper()
	b.once.Do(func() {
		if built := os.Getenv(builtPrograms); built != "" {
			b.dir = filepath.Join(built, name)
			// The go command sees the files that a test reads when it caches results.
			_, b.err = os.Stat(filepath.Join(b.dir, "crier"))
			return
		}
		b.run(context.WithoutCancel(tb.Context()), flags)
	})
	if b.err != nil {
		tb.Fatalf("build crier: %v", b.err)
	}
	return &Executable{path: filepath.Join(b.dir, "crier")}
}

func (b *build) run(ctx context.Context, flags []string) {
	if b.dir, b.err = os.MkdirTemp("", "crier-e2e-*"); b.err != nil {
		return
	}
	b.isOurs = true
	args := slices.Concat([]string{"build", "-trimpath", "-ldflags", "-s -w -X main.version=e2e"}, flags, []string{"-o", b.dir, "crier/cmd/crier"})
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.err = errors.Join(err, errors.New(string(out)))
	}
}

// RemoveProgram removes what this test binary has built.
func RemoveProgram() error {
	var errs []error
	for _, b := range []*build{&builds.release, &builds.killable} {
		if b.isOurs {
			errs = append(errs, os.RemoveAll(b.dir))
		}
	}
	return errors.Join(errs...)
}

// Path returns where the program is.
func (e *Executable) Path() string { return e.path }

// Under returns the program as a shell starts it after the given lines, such as "umask 000".
func (e *Executable) Under(tb testing.TB, lines string) *Executable {
	tb.Helper()
	script := filepath.Join(tb.TempDir(), "crier")
	text := "#!/bin/sh\n" + lines + "\nexec " + e.path + " \"$@\"\n"
	programtest.Write(tb, script, text)
	return &Executable{path: script}
}

// Updated returns the program as a later version: its interface is another build, so that files
// that a page of this one has not loaded yet do not exist any more. It changes bytes of one file
// that the program contains uncompressed.
func (e *Executable) Updated(tb testing.TB) *Executable {
	tb.Helper()
	program, err := os.ReadFile(e.path)
	if err != nil {
		tb.Fatal(err)
	}
	was, is := []byte("Instrument Sans\n\n"), []byte("Instrument Sans \n")
	if !bytes.Contains(program, was) {
		tb.Fatal("the program does not have the licences of the interface")
	}
	updated := filepath.Join(tb.TempDir(), "crier")
	programtest.Write(tb, updated, string(bytes.ReplaceAll(program, was, is)))
	return &Executable{path: updated}
}

// Exit is the end of a process.
type Exit struct {
	// Code is the exit code, -1 when a signal ended the process.
	Code           int
	Stdout, Stderr string
}

// Run runs the program to its end. The settings, such as CRIER_PORT=0, are Crier's whole
// environment.
func (e *Executable) Run(tb testing.TB, settings []string, args ...string) Exit {
	tb.Helper()
	return e.Start(tb, settings, args...).Wait(tb)
}

// Start starts the program as Run does. At the end of the test it sends SIGTERM to a process that
// still runs, which must then end with exit code 0. The test fails when the program or one of its
// handlers has panicked, for a service that is started again makes up for most of what a panic
// breaks.
func (e *Executable) Start(tb testing.TB, settings []string, args ...string) *Process {
	tb.Helper()
	p := &Process{stdout: newOutput(), stderr: newOutput(), ended: make(chan struct{})}
	p.cmd = exec.CommandContext(context.WithoutCancel(tb.Context()), e.path, args...)
	p.cmd.Env = append(ForeignEnvironment(), "HOME="+tb.TempDir())
	p.cmd.Env = append(p.cmd.Env, settings...)
	p.cmd.Stdout, p.cmd.Stderr = p.stdout, p.stderr
	// A child of its own that outlives it keeps its output open.
	p.cmd.WaitDelay = grace
	tie(p.cmd)
	if err := p.cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	go func() {
		// The state of the process tells how it ended.
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	tb.Cleanup(func() { p.cleanUp(tb) })
	return p
}

// ForeignEnvironment returns this process's environment without variables of Crier, without those
// by which the program would see who runs the tests and how (sudo, a service, a narrow terminal),
// and without those that tune Go's garbage collector for the tests, so that the program runs as for
// its users. It adds one variable, because tests must not depend on whether the machine has an
// ffmpeg.
func ForeignEnvironment() []string {
	return append(slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return strings.HasPrefix(name, "CRIER_") || strings.HasPrefix(name, "XDG_") || strings.HasPrefix(name, "RATE_LIMIT_") ||
			slices.Contains([]string{"MAX_FILE_SIZE_MB", "HOME", "SUDO_USER", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "COLUMNS", "GOGC", "GOMEMLIMIT"}, name)
	}), "CRIER_FFMPEG=off")
}

// Process is a run of the program.
type Process struct {
	cmd            *exec.Cmd
	stdout, stderr *output
	ended          chan struct{}
}

const (
	// patience bounds every wait for a process. Only a process that hangs uses it up.
	patience = 2 * time.Minute
	// grace is how long a process that hangs has to say where, and for how long the output of one
	// that has ended is read.
	grace = 10 * time.Second
)

// PID returns the id of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Stdout returns what the process has written to its standard output.
func (p *Process) Stdout() string { return p.stdout.String() }

// Stderr returns what the process has written to its standard error.
func (p *Process) Stderr() string { return p.stderr.String() }

// Signal sends a signal. It ignores a process that has ended.
func (p *Process) Signal(tb testing.TB, signal os.Signal) {
	tb.Helper()
	if err := p.cmd.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		tb.Fatal(err)
	}
}

// Kill ends the process as kill -9 does, and waits until it is gone. It fails the test when the
// process had ended by itself with an error.
func (p *Process) Kill(tb testing.TB) {
	tb.Helper()
	p.Signal(tb, os.Kill)
	if exit := p.Wait(tb); exit.Code > 0 {
		tb.Errorf("crier %v had ended with %d before it was killed", p.cmd.Args[1:], exit.Code)
	}
}

// Stop sends SIGTERM and returns how the process ended.
func (p *Process) Stop(tb testing.TB) Exit {
	tb.Helper()
	p.Signal(tb, syscall.SIGTERM)
	return p.Wait(tb)
}

// Wait waits until the process ends.
func (p *Process) Wait(tb testing.TB) Exit {
	tb.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience): //nolint:forbidigo // A process of its own has no fake clock.
		p.Signal(tb, syscall.SIGQUIT)
		if SleepUnless(p.ended, grace) {
			p.Signal(tb, os.Kill) // One that is stopped says nothing.
			<-p.ended
		}
		tb.Fatalf("crier %v did not end:\n%s", p.cmd.Args[1:], p.Stderr())
	}
	return Exit{Code: p.cmd.ProcessState.ExitCode(), Stdout: p.Stdout(), Stderr: p.Stderr()}
}

// Ended is closed when the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// AwaitLog waits until the standard error contains text, and fails the test when the process ends
// without it.
func (p *Process) AwaitLog(tb testing.TB, text string) {
	tb.Helper()
	p.await(tb, p.stderr, text)
}

// AwaitOutput is AwaitLog for the standard output.
func (p *Process) AwaitOutput(tb testing.TB, text string) {
	tb.Helper()
	p.await(tb, p.stdout, text)
}

func (p *Process) await(tb testing.TB, stream *output, text string) {
	tb.Helper()
	if !p.says(tb, stream, text) {
		tb.Fatalf("crier %v ended with %d:\n%s%s", p.cmd.Args[1:], p.cmd.ProcessState.ExitCode(), p.Stdout(), p.Stderr())
	}
}

// says waits until the stream contains text, and reports false when the process ends without it.
func (p *Process) says(tb testing.TB, stream *output, text string) bool {
	tb.Helper()
	limit := time.After(patience) //nolint:forbidigo // A process of its own has no fake clock.
	for {
		changed := stream.changed()
		if strings.Contains(stream.String(), text) {
			return true
		}
		select {
		case <-changed:
		case <-p.ended:
			return strings.Contains(stream.String(), text)
		case <-limit:
			tb.Fatalf("crier %v says nothing of %q:\n%s%s", p.cmd.Args[1:], text, p.Stdout(), p.Stderr())
		}
	}
}

func (p *Process) cleanUp(tb testing.TB) {
	select {
	case <-p.ended:
	default:
		if exit := p.Stop(tb); exit.Code != 0 {
			tb.Errorf("SIGTERM ended crier %v with %d", p.cmd.Args[1:], exit.Code)
		}
	}
	if said := panicIn(p.Stderr()); said != "" {
		tb.Errorf("crier %v: %s", p.cmd.Args[1:], said)
	}
	if tb.Failed() {
		tb.Logf("output of crier %v:\n%s%s", p.cmd.Args[1:], p.Stdout(), p.Stderr())
	}
}

// output is a stream of a process that can be read while it is written.
type output struct {
	mu     sync.Mutex
	b      bytes.Buffer
	change chan struct{}
}

func newOutput() *output { return &output{change: make(chan struct{})} }

// Write appends to what was written.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	close(o.change)
	o.change = make(chan struct{})
	return o.b.Write(b)
}

// String returns what was written.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// changed returns a channel that the next Write closes.
func (o *output) changed() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.change
}
