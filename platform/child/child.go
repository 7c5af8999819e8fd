// Package child starts the program a second time, as a process of its own, for one piece of work.
//
// The parent sends the request as a line of JSON on the child's standard input. It keeps that pipe
// open until the child has ended. When the parent dies the pipe closes, and the child learns that
// its parent is gone.
package child

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// MaxRequest bounds a request, in bytes: what a pipe holds, nearly.
const MaxRequest = 60 << 10

// Read reads what the service asks of this process, and returns the rest of its standard input,
// which ends with the service. From then on the system ends this process, and those that it starts,
// before the service when memory is short.
func Read(stdin io.Reader, request any) (rest io.Reader, err error) {
	giveWay()
	lines := bufio.NewReaderSize(stdin, MaxRequest)
	line, err := lines.ReadSlice('\n')
	if err != nil {
		return nil, fmt.Errorf("read the request: %w", err)
	}
	if err := json.Unmarshal(line, request); err != nil {
		return nil, fmt.Errorf("read the request: %w", err)
	}
	return lines, nil
}

const (
	// pipeDelay is how long the pipes of a dead child may stay open.
	pipeDelay = time.Minute
	// maxWords bounds what of a child's last words goes into an error, in bytes.
	maxWords = 400
)

// Command returns a command that starts the program with nothing in its environment but marker, a
// variable and its value by which the child knows what it is, and the pipe to its standard input.
// name is what lists of processes show. ctx ends the child.
//
// A child starts no children: a program whose main does not ask whether it is one would do
// everything again, and start the next.
func Command(ctx context.Context, name, marker string, stdout, stderr io.Writer) (*exec.Cmd, io.WriteCloser, error) {
	if variable, _, _ := strings.Cut(marker, "="); os.Getenv(variable) != "" {
		return nil, nil, fmt.Errorf("start a %s: this process is one itself; its main must ask WorkerMain first", name)
	}
	program, err := ownProgram()
	if err != nil {
		return nil, nil, fmt.Errorf("find the program to start a %s: %w", name, err)
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Args = []string{name}
	cmd.Env = []string{marker}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = pipeDelay
	stdin, err := cmd.StdinPipe()
	return cmd, stdin, err
}

// ownProgram prefers the file that this process runs, which stays right when the program is updated
// underneath it.
func ownProgram() (string, error) {
	const self = "/proc/self/exe"
	if runtime.GOOS == "linux" {
		if _, err := os.Stat(self); err == nil {
			return self, nil
		}
	}
	return os.Executable()
}

// Ask writes a request to the pipe of a child. It does not wait for one to read that is no longer
// than MaxRequest.
func Ask(stdin io.Writer, request any) error {
	b, err := json.Marshal(request)
	if err != nil {
		return err
	}
	_, err = stdin.Write(append(b, '\n'))
	return err
}

// Head keeps the first Limit bytes that are written to it, and drops the others.
type Head struct {
	Limit int
	// It is not embedded: its ReadFrom would take all that there is.
	kept bytes.Buffer
}

// Write takes all of p. It returns no error.
func (h *Head) Write(p []byte) (int, error) {
	_, err := h.kept.Write(p[:min(len(p), h.Limit-h.kept.Len())])
	return len(p), err
}

// String returns what was kept.
func (h *Head) String() string { return h.kept.String() }

// LastWords returns what a child wrote as it ended in one short line, for an error.
func LastWords(stderr string) string {
	words := strings.Join(strings.Fields(stderr), " ")
	return strings.ToValidUTF8(words[:min(len(words), maxWords)], "")
}
