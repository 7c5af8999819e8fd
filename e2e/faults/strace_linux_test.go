package faults_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"crier/platform/clock"
	"crier/platform/needtest"
)

// injection is a strace that makes system calls of a process fail for as long as it runs.
type injection struct {
	cmd    *exec.Cmd
	log    string
	stderr *lockedBuffer
	ended  chan struct{}
}

// inject attaches strace to a process, with the calls that are to fail and the paths that they must
// be about.
func inject(t *testing.T, pid int, f fault) *injection {
	t.Helper()
	i := &injection{log: filepath.Join(t.TempDir(), "strace.log"), stderr: &lockedBuffer{}, ended: make(chan struct{})}
	args := []string{"-f", "-o", i.log, "-e", "signal=none", "-e", "trace=" + f.calls, "-e", "inject=" + f.calls + ":" + f.how}
	for _, path := range f.paths {
		args = append(args, "-P", path)
	}
	i.cmd = exec.CommandContext(t.Context(), "strace", append(args, "-p", fmt.Sprint(pid))...)
	i.cmd.Stderr = i.stderr
	if err := i.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = i.cmd.Wait()
		close(i.ended)
	}()
	t.Cleanup(func() { i.end(t) })
	i.await(t, "attached", func() bool { return strings.Contains(i.stderr.String(), " attached") })
	return i
}

// end detaches strace, so that the process goes on as if nothing had been.
func (i *injection) end(t *testing.T) {
	t.Helper()
	_ = i.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-i.ended:
	case <-clock.System().NewTimer(patience).C:
		_ = i.cmd.Process.Kill()
		t.Fatal("strace does not end")
	}
}

// count returns how many calls have failed.
func (i *injection) count() int {
	b, _ := os.ReadFile(i.log)
	return bytes.Count(b, []byte("(INJECTED)"))
}

// await waits until done reports true.
func (i *injection) await(t *testing.T, what string, done func() bool) {
	t.Helper()
	clk := clock.System()
	for limit := clk.Now().Add(patience); !done(); {
		select {
		case <-i.ended:
			t.Fatalf("strace has ended before it was %s: %s", what, i.stderr)
		case <-clk.NewTimer(5 * time.Millisecond).C:
		}
		if clk.Now().After(limit) {
			t.Fatalf("strace is not %s: %s", what, i.stderr)
		}
	}
}

// needStrace skips the test where no process can be traced, and fails it where one could be and CI
// has no strace.
func needStrace(t *testing.T) {
	t.Helper()
	_, err := exec.LookPath("strace")
	needtest.Want(t, "NO STRACE: no fault is injected", err)
	if refused := tracing(); refused != "" {
		t.Skip("this system lets no process be traced: " + refused)
	}
}

// tracing returns why a process of this user cannot be traced, empty if it can. Some systems let a
// process trace its own children alone, and the service is none of strace's.
var tracing = sync.OnceValue(func() string {
	traced := exec.Command("cat")
	stdin, err := traced.StdinPipe()
	if err == nil {
		err = traced.Start()
	}
	if err != nil {
		return err.Error()
	}
	defer func() { _ = traced.Wait() }()
	var said lockedBuffer
	tracer := exec.Command("strace", "-o", os.DevNull, "-e", "trace=none", "-p", fmt.Sprint(traced.Process.Pid))
	tracer.Stderr = &said
	if err = tracer.Start(); err == nil {
		ended, clk := make(chan error, 1), clock.System()
		go func() { ended <- tracer.Wait() }()
		// It ends when what it traces ends, which it only does once it is attached.
		for limit := clk.Now().Add(patience); len(ended) == 0 && !strings.Contains(said.String(), "attach") && clk.Now().Before(limit); {
			<-clk.NewTimer(time.Millisecond).C
		}
		_ = stdin.Close()
		err = <-ended
	}
	_ = stdin.Close()
	if err == nil {
		return ""
	}
	return fmt.Sprintf("%v %s", err, said.String())
})

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
