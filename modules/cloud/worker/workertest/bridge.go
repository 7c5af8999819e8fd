package workertest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	// callPatience bounds each wait for the bridge; a start takes less than a second.
	callPatience = time.Minute
	endPatience  = 10 * time.Second
	maxLine      = 1 << 20
	maxOutput    = 256 << 10
)

// shared is the one bridge of the test program, which lives for as long as somebody uses it.
var shared struct {
	mu    sync.Mutex
	one   *bridge
	users int
}

// bridge is the Node process in which Miniflare runs.
type bridge struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	output *output
	ended  chan struct{}

	mu      sync.Mutex
	asked   int
	waiting map[int]chan<- reply
}

type ask struct {
	ID      int    `json:"id"`
	Op      string `json:"op"`
	Name    string `json:"name"`
	Options any    `json:"options,omitempty"`
}

type reply struct {
	ID    int    `json:"id"`
	URL   string `json:"url"`
	Error string `json:"error"`
}

// use returns the bridge, started if need be, until the test ends.
func use(tb testing.TB) *bridge {
	tb.Helper()
	node, dir := Node(tb)
	shared.mu.Lock()
	defer shared.mu.Unlock()
	if shared.one == nil || shared.one.isEnded() {
		b, err := open(node, dir)
		if err != nil {
			tb.Fatalf("start Node: %v", err)
		}
		shared.one, shared.users = b, 0
	}
	b := shared.one
	shared.users++
	tb.Cleanup(func() {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		if shared.users--; shared.users == 0 {
			shared.one = nil
			b.end(tb)
		}
	})
	return b
}

func open(node, dir string) (*bridge, error) {
	b := &bridge{output: &output{}, ended: make(chan struct{}), waiting: map[int]chan<- reply{}}
	// Node ends when its input ends, which is at the latest when this process ends.
	b.cmd = exec.Command(node, filepath.Join("workertest", "bridge.mjs")) //nolint:noctx // see above
	b.cmd.Dir, b.cmd.Env, b.cmd.Stderr = dir, append(os.Environ(), "NO_COLOR=1"), b.output
	stdin, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.stdin = stdin
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	go b.listen(stdout)
	return b, nil
}

// listen gives each answer to the call that waits for it, until Node ends.
func (b *bridge) listen(stdout io.Reader) {
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var r reply
		if json.Unmarshal(lines.Bytes(), &r) != nil {
			continue
		}
		b.mu.Lock()
		to := b.waiting[r.ID]
		delete(b.waiting, r.ID)
		b.mu.Unlock()
		if to != nil {
			to <- r
		}
	}
	_ = b.cmd.Wait()
	close(b.ended)
}

func (b *bridge) isEnded() bool {
	select {
	case <-b.ended:
		return true
	default:
		return false
	}
}

func (b *bridge) call(op, name string, options any) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), callPatience)
	defer cancel()
	answers := make(chan reply, 1)
	if err := b.send(ask{Op: op, Name: name, Options: options}, answers); err != nil {
		return "", err
	}
	select {
	case r := <-answers:
		if r.Error != "" {
			return "", errors.New(r.Error)
		}
		return r.URL, nil
	case <-b.ended:
		return "", fmt.Errorf("node has ended: %s", b.output)
	case <-ctx.Done():
		return "", fmt.Errorf("node does not answer: %s", b.output)
	}
}

func (b *bridge) send(a ask, answers chan<- reply) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	a.ID = b.asked
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	b.waiting[a.ID] = answers
	if _, err := b.stdin.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("ask node: %w: %s", err, b.output)
	}
	return nil
}

// end ends the process and all that it has started.
func (b *bridge) end(tb testing.TB) {
	_ = b.stdin.Close()
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Kill} {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(tb.Context()), endPatience)
		defer cancel()
		select {
		case <-b.ended:
			return
		case <-ctx.Done():
			tb.Errorf("node does not end:\n%s", b.output)
			_ = b.cmd.Process.Signal(signal)
		}
	}
	<-b.ended
}

// output keeps the last lines that the processes have written.
type output struct {
	mu sync.Mutex
	b  []byte
}

// Write keeps b.
func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.b = append(o.b, b...)
	if over := len(o.b) - maxOutput; over > 0 {
		o.b = append([]byte(nil), o.b[over:]...)
	}
	return len(b), nil
}

// String returns what was kept.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return string(o.b)
}
