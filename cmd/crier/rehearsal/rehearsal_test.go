package rehearsal

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"crier/platform/clock"
)

// plan is the variable that makes this test binary the service, and says what each start does.
const plan = "CRIER_REHEARSAL_TEST"

func TestMain(m *testing.M) {
	if told := os.Getenv(plan); told != "" {
		os.Exit(play(told))
	}
	os.Exit(m.Run())
}

// play is the service: "die" kills it, "stay" waits for its parent, and a number is its exit code.
// The last word counts for all later starts.
func play(told string) int {
	words := strings.Fields(told)
	word := words[min(Start(), len(words))-1]
	fmt.Println(word)
	switch word {
	case "die":
		Die()
	case "stay":
		ctx, cancel := UntilParentEnds(context.Background(), os.Stdin)
		defer cancel()
		<-ctx.Done()
		return 0
	}
	code := 0
	if _, err := fmt.Sscan(word, &code); err != nil {
		return 98
	}
	return code
}

// parent returns a parent of such a service, on a clock whose pauses the test ends, with what the
// service says.
func parent(t *testing.T, told string, says io.Writer) (Parent, *clock.Fake) {
	t.Helper()
	fake := clock.NewFake(time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC))
	return Parent{Clock: fake, Log: slog.New(slog.DiscardHandler), Command: func(ctx context.Context) *exec.Cmd {
		cmd := exec.CommandContext(ctx, os.Args[0])
		cmd.Env = append(os.Environ(), plan+"="+told)
		cmd.Stdout = says
		return cmd
	}}, fake
}

// heard calls itself when somebody says something.
type heard func()

func (h heard) Write(b []byte) (int, error) {
	h()
	return len(b), nil
}

func TestRules(t *testing.T) {
	t.Parallel()
	const long = time.Minute
	killed := func(lived time.Duration) ending { return ending{code: 137, killed: true, lived: lived} }
	failed := func(lived time.Duration) ending { return ending{code: 1, lived: lived} }
	for name, c := range map[string]struct {
		ends []ending
		// pauses are those before the starts that follow; a service that is started no more has one
		// less than it has ends.
		pauses []time.Duration
	}{
		"it ends in order":                  {[]ending{{lived: long}}, nil},
		"it never comes up":                 {[]ending{failed(0)}, nil},
		"it is killed at once":              {[]ending{killed(0), {}}, []time.Duration{firstPause}},
		"it fails after a while":            {[]ending{failed(long), {}}, []time.Duration{firstPause}},
		"it fails when it is started again": {[]ending{killed(long), failed(0), {}}, []time.Duration{firstPause, firstPause}},
		"it dies too often":                 {[]ending{killed(0), killed(0), failed(0), killed(0), killed(0)}, []time.Duration{firstPause, 2 * firstPause, 4 * firstPause, 8 * firstPause}},
		"long lives start the count again": {
			[]ending{killed(0), killed(0), killed(quick), killed(0), {}}, []time.Duration{firstPause, 2 * firstPause, firstPause, firstPause},
		},
	} {
		var r rules
		for i, e := range c.ends {
			pause, again := r.after(e)
			if again != (i < len(c.pauses)) || again && pause != c.pauses[i] {
				t.Errorf("%s: after end %d it is started again %t, after %v", name, i+1, again, pause)
				break
			}
		}
	}
}

// TestParent_StartsAgain runs processes that die, up to one that ends in order, fails, or dies too
// often.
func TestParent_StartsAgain(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals, and the ends of a killed process and of one that failed look alike")
	}
	for told, want := range map[string]int{"0": 0, "3": 3, "die die 0": 0, "die": 137} {
		p, fake := parent(t, told, nil)
		ctx, end := context.WithCancel(t.Context())
		passed := make(chan struct{})
		go func() {
			defer close(passed)
			for fake.BlockUntil(ctx, 1) == nil {
				fake.Advance(time.Minute)
			}
		}()
		code, err := p.Run(t.Context())
		end()
		<-passed
		if err != nil || code != want {
			t.Errorf("%q ended with %d, %v; want %d", told, code, err, want)
		}
	}
}

// TestParent_HasItStop ends the parent's context when the service says that it runs.
func TestParent_HasItStop(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	p, _ := parent(t, "stay", heard(stop))
	if code, err := p.Run(ctx); code != 0 || err != nil {
		t.Errorf("it ended with %d, %v", code, err)
	}
	missing := Parent{Clock: clock.System(), Log: p.Log, Command: func(ctx context.Context) *exec.Cmd {
		return exec.CommandContext(ctx, filepath.Join(t.TempDir(), "nothing"))
	}}
	if _, err := missing.Run(t.Context()); err == nil {
		t.Error("a program that is not there was started")
	}
}
