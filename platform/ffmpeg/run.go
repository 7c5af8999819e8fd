package ffmpeg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"crier/platform/child"
)

const (
	// maxAnswer bounds the output of a run that answers a question, maxStderr that of any other
	// run, in bytes.
	maxAnswer = 256 << 10
	maxStderr = 8 << 10
)

// job is one run of ffmpeg.
type job struct {
	args     []string
	deadline time.Duration
	// maxBytes bounds the size of a written file; 0 allows none.
	maxBytes int64
	// answers is set if the output of ffmpeg is the result.
	answers bool
}

// answer is the output of ffmpeg.
type answer struct{ stdout, stderr string }

// program is an ffmpeg and its limits.
type program struct {
	path    string
	threads int
	memory  int64
	// deadlines bound each kind of work.
	deadlines deadlines
}

// run starts ffmpeg through a runner and returns its output. An *Error says how ffmpeg failed; if
// the disk is full, the error is syscall.ENOSPC, and if ctx ends, that of ctx.
func (p *program) run(ctx context.Context, j job) (answer, error) {
	limited, cancel := context.WithTimeout(ctx, j.deadline)
	defer cancel()
	stdout, stderr := child.Head{}, child.Head{Limit: maxStderr}
	if j.answers {
		stdout.Limit, stderr.Limit = maxAnswer, maxAnswer
	}
	cmd, stdin, err := child.Command(limited, "crier-video-runner", runnerMarker+"=1", &stdout, &stderr)
	if err != nil {
		return answer{}, err
	}
	endTogether(cmd, stdin)
	if err := cmd.Start(); err != nil {
		if limited.Err() != nil {
			return answer{}, explainEnd(ctx, limited, err, "")
		}
		return answer{}, fmt.Errorf("start the video runner: %w", err)
	}
	// The pipe stays open until the runner has ended, because its closing tells the runner that the
	// service is gone. An error of Ask is ignored: a runner that does not read ends with an error
	// of its own.
	_ = child.Ask(stdin, p.request(j))
	end := cmd.Wait()
	if j.maxBytes > 0 && saysFull(stderr.String()) {
		full := fmt.Errorf("ffmpeg: %s: %w", child.LastWords(stderr.String()), syscall.ENOSPC)
		return answer{}, cmp.Or(ctx.Err(), full)
	}
	if end != nil {
		return answer{}, explainEnd(ctx, limited, end, stderr.String())
	}
	return answer{stdout: stdout.String(), stderr: stderr.String()}, nil
}

func (p *program) request(j job) request {
	r := request{
		Program:  []byte(p.path),
		Memory:   p.memory,
		FileSize: j.maxBytes,
		// Each thread of the decoder and of the encoder may use all of the time and a little more,
		// so that normally the deadline ends the work first.
		Processor: int64(j.deadline/time.Second+1) * int64(2*p.threads+1),
	}
	for _, arg := range j.args {
		r.Args = append(r.Args, []byte(arg))
	}
	return r
}

// ask returns the program's answer to a question about itself.
func (p *program) ask(ctx context.Context, question ...string) (answer, error) {
	said, err := p.run(ctx, job{args: append([]string{"-nostdin"}, question...), deadline: p.deadlines.look, answers: true})
	if failure, ok := errors.AsType[*Error](err); ok {
		return answer{}, fmt.Errorf("%w: %s does not answer to %s: %w", ErrMissing, p.path, strings.Join(question, " "), failure)
	}
	return said, err
}

// saysFull reports whether ffmpeg, which has no environment and so speaks English, says that the
// disk or the user's quota is used up. Its exit code does not show that: it is that of a damaged
// video, or that of success if only the end of the file does not fit.
func saysFull(stderr string) bool {
	return strings.Contains(stderr, "No space left on device") || strings.Contains(stderr, "quota exceeded")
}

// explainEnd returns the error for a run that failed.
func explainEnd(ctx, limited context.Context, end error, stderr string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if limited.Err() != nil {
		return &Error{Reason: TooSlow, Detail: "ffmpeg was killed at its deadline"}
	}
	code := 0
	if exit, ok := errors.AsType[*exec.ExitError](end); ok {
		// The runner itself may have been ended.
		code = cmp.Or(signalCode(exit.ProcessState), exit.ExitCode())
	}
	detail := child.LastWords(stderr)
	switch code {
	case exitRefused:
		return &Error{Reason: Unusable, Detail: detail}
	case exitEnded:
		return &Error{Reason: Killed, Detail: strings.TrimSpace(end.Error() + " " + detail)}
	case exitFileSize:
		return &Error{Reason: TooLarge, Detail: "the file grew beyond its limit"}
	case exitFailed:
		return fmt.Errorf("video runner: %s", detail)
	default:
		return &Error{Reason: Crashed, Detail: strings.TrimSpace(end.Error() + " " + detail)}
	}
}
