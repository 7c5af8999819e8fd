package childtest

import (
	"errors"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Pipe is the writing end of a named pipe that a child process reads for as long as it lives: when
// the reading end closes, the process has ended.
type Pipe struct{ file *os.File }

// Open returns once a process reads the named pipe, and fails the test when that process has ended
// by then.
func Open(t *testing.T, path string) Pipe {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	p := Pipe{file}
	if n, events, err := p.poll(0); n != 0 || err != nil {
		t.Fatalf("the process has ended too early: %d, %x, %v", n, events, err)
	}
	return p
}

// WantEnd fails the test unless the process ends within half a minute.
func (p Pipe) WantEnd(t *testing.T) {
	t.Helper()
	const patience = 30_000
	if n, events, err := p.poll(patience); n != 1 || events&unix.POLLERR == 0 {
		t.Errorf("the process lives on: %d, %x, %v", n, events, err)
	}
}

// poll asks again when a signal, as Go's runtime sends them to itself, interrupts it.
func (p Pipe) poll(milliseconds int) (n int, events int16, err error) {
	fds := []unix.PollFd{{Fd: int32(p.file.Fd())}}
	for n, err = unix.Poll(fds, milliseconds); errors.Is(err, unix.EINTR); n, err = unix.Poll(fds, milliseconds) {
	}
	return n, fds[0].Revents, err
}
