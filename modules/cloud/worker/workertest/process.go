package workertest

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

const (
	// startPatience and endPatience bound waits that take less than a second.
	startPatience = time.Minute
	endPatience   = time.Minute
	maxOutput     = 256 << 10
	// maxWords bounds what an error has of the output, in bytes.
	maxWords = 4 << 10
	dirMode  = 0o700
)

// guard is a shell script that starts the runtime, and ends it when the script's standard input
// ends. The runtime then dies at once, whatever it is doing, and the guard ends after it.
//
//go:embed guard.sh
var guard string

// process is a workerd that runs one script.
type process struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	ended chan struct{}
	// worker is where the script answers, and cron where its cron is fired.
	worker, cron string
}

// startProcess starts a script on what is stored in a folder. What the runtime says is written to
// output.
func startProcess(ctx context.Context, program, dir string, c config, output *output) (*process, error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "config.capnp")
	if err := os.WriteFile(file, []byte(c.text(dir)), 0o600); err != nil {
		return nil, err
	}
	listen, tell, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer func() { _ = listen.Close() }()
	p := &process{ended: make(chan struct{})}
	// The guard ends with its input, which is at the latest when this process ends.
	p.cmd = exec.CommandContext(context.WithoutCancel(ctx), "sh", "-c", guard, "sh", program, "serve", "--experimental", "--control-fd=3", file)
	p.cmd.ExtraFiles, p.cmd.Stdout, p.cmd.Stderr = []*os.File{tell}, output, output
	if p.stdin, err = p.cmd.StdinPipe(); err == nil {
		err = p.cmd.Start()
	}
	_ = tell.Close()
	if err != nil {
		return nil, err
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = listen.Close() })()
	if err := p.hear(listen); err != nil {
		return nil, fmt.Errorf("%w: %s", errors.Join(err, p.end(), context.Cause(ctx)), output.last(maxWords))
	}
	return p, nil
}

// hear waits until the runtime has told where it answers.
func (p *process) hear(told io.Reader) error {
	for lines := bufio.NewScanner(told); lines.Scan(); {
		var said struct {
			Socket string `json:"socket"`
			Port   int    `json:"port"`
		}
		if err := json.Unmarshal(lines.Bytes(), &said); err != nil {
			return err
		}
		at := fmt.Sprintf("http://127.0.0.1:%d", said.Port)
		switch said.Socket {
		case socketWorker:
			p.worker = at
		case socketCron:
			p.cron = at
		}
		if p.worker != "" && p.cron != "" {
			return nil
		}
	}
	return errors.New("the runtime does not start")
}

// end ends the process whatever it is doing.
func (p *process) end() error {
	_ = p.stdin.Close()
	ctx, cancel := context.WithTimeout(context.Background(), endPatience)
	defer cancel()
	select {
	case <-p.ended:
		return nil
	case <-ctx.Done():
		return errors.New("the runtime does not end") // The guard still will, as soon as the machine lets it.
	}
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

// last returns the end of it, which has at most so many bytes.
func (o *output) last(most int) string {
	all := o.String()
	return all[max(len(all)-most, 0):]
}
