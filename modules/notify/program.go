package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os/exec"
	"path/filepath"
	"time"

	"crier/modules/notify/teller"
	"crier/platform/child"
	"crier/platform/secrets"
)

const (
	// programPatience is how long the program of --on-event may run.
	programPatience = 10 * time.Second
	// maxOutput is how much it may print before it is killed, and keptOutput how much of that the
	// log gets, both in bytes.
	maxOutput  = 1 << 20
	keptOutput = 2 << 10
)

// output keeps the beginning of what a program prints, and ends a program that prints too much.
type output struct {
	child.Head

	left int
	end  func()
}

// Write takes all of p. It returns no error.
func (o *output) Write(p []byte) (int, error) {
	if o.left -= len(p); o.left < 0 {
		o.end()
	}
	return o.Head.Write(p)
}

// runProgram gives an event to the program of --on-event, and waits for its end.
func runProgram(ctx context.Context, log *slog.Logger, path string, e Event, within time.Duration) error {
	path, err := exec.LookPath(path)
	if err == nil {
		path, err = filepath.Abs(path) // It is started in another folder.
	}
	if err != nil {
		return fmt.Errorf("the program cannot be started: %w; look whether it is there, and may be run", err)
	}
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	flooded, endFlood := context.WithCancel(limited)
	defer endFlood()
	out := &output{Head: child.Head{Limit: keptOutput}, left: maxOutput, end: endFlood}
	err = teller.Run(flooded, path, string(b)+"\n", out)
	if said := secrets.Printable(out.String(), keptOutput); said != "" {
		log.Info("notify: the program of --on-event said something", "says", said)
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case out.left < 0:
		return fmt.Errorf("the program was ended because it printed more than %d MB", maxOutput>>20)
	case limited.Err() != nil:
		return fmt.Errorf("the program was ended because it ran for more than %s", within)
	}
	return fmt.Errorf("the program failed (%w): %s", err, child.LastWords(out.String()))
}
