package crash_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"crier/e2e"
	"crier/platform/clock"
	"crier/platform/corpus"
	"crier/platform/failpoint"
	"crier/platform/needtest"
	"crier/platform/sandbox"
)

// TestCrashMatrix is the proof of "publish once": each of its runs has the real program publish on
// a sandbox network that fails in some way, kills it at a step, and holds what the program says of
// every accepted post against the network's ledger. The first runs, which are always the same, meet
// every kill point and every fault; those after them are drawn from the day's seeds. By day a few
// of the first are made, others in each run of the test. CRIER_TEST_RUNS sets how many there are,
// and CRIER_CRASH_SEED repeats the one run with that seed.
func TestCrashMatrix(t *testing.T) {
	t.Parallel()
	m := startMatrix(t)
	seeds := matrixSeeds(t)
	next := make(chan uint64)
	var workers sync.WaitGroup
	for range min(len(seeds), 3*runtime.GOMAXPROCS(0)) {
		workers.Go(func() { m.work(t, next) })
	}
	for _, seed := range seeds {
		next <- seed
	}
	close(next)
	workers.Wait()
	m.report(t, len(seeds))
}

// matrixSeeds returns the seeds of the runs: those that meet everything, then the day's.
func matrixSeeds(t *testing.T) []uint64 {
	t.Helper()
	if seed, isSet := e2e.SeedOf(t, "CRIER_CRASH_SEED"); isSet {
		return []uint64{seed}
	}
	runs := e2e.NumberOf(t, "CRIER_TEST_RUNS", requiredRuns)
	const perDay = 1_000_000
	day := uint64(clock.System().Now().Unix()/86_400) * perDay
	seeds := make([]uint64, max(runs, len(requiredPlans())))
	for i := range seeds {
		if seeds[i] = uint64(i); i >= len(requiredPlans()) {
			seeds[i] = day + uint64(i)
		}
	}
	return sample(t, seeds)
}

// sample returns the seeds, and by day a few of them, unless somebody asked for a number.
func sample(t *testing.T, seeds []uint64) []uint64 {
	t.Helper()
	if needtest.IsNight() || os.Getenv("CRIER_TEST_RUNS") != "" {
		return seeds
	}
	const few = 12
	random := rand.New(rand.NewPCG(e2e.DrawnSeed(t), 0))
	random.Shuffle(len(seeds), func(i, j int) { seeds[i], seeds[j] = seeds[j], seeds[i] })
	return seeds[:few]
}

// matrix is what the runs share.
type matrix struct {
	program *e2e.Executable
	// clock is the setting of the fast clock.
	clock string
	// folder is a data folder with an account's key and files. Each run has a copy of it.
	folder string
	key    string
	// files has the ids of the uploaded files, by content.
	files map[string]string

	duplicates, lost, stuck atomic.Int64

	mu sync.Mutex
	// died counts the deaths at each point, met the faults that came about.
	died, met map[string]int
	// outlived says how a run stood in the end that was to die at a point and did not.
	outlived map[string]string
}

func startMatrix(t *testing.T) *matrix {
	t.Helper()
	m := &matrix{
		program: e2e.KillableProgram(t), clock: e2e.FastClock(clock.System().Now()),
		files: map[string]string{}, died: map[string]int{}, met: map[string]int{}, outlived: map[string]string{},
	}
	network := m.program.Sandbox(t, "0", "", m.clock)
	service := m.program.Serve(t, m.settings(network.URL(), 0)...)
	client := service.Client(t)
	for i := range 3 {
		m.files[fmt.Sprintf("picture%d", i)] = client.Upload("file", "photo.png", e2e.Picture(t, 320, 320)).Want(201).String("id")
	}
	m.files["movie"] = client.Upload("file", "movie.mp4", e2e.ShortMovie()).Want(201).String("id")
	m.files["reel"] = client.Upload("file", "reel.mp4", corpus.Clip(1080, 1920, 10*time.Second, 300_000)).Want(201).String("id")
	user := sandbox.DemoNativeUser()
	client.Post("/api/v1/settings/private-api-credentials", body{
		"accountId": e2e.DemoAccount, "snUsername": user.Username, "snPassword": user.Password.Reveal(),
	}).Want(200)
	m.key = service.Key(t)
	if exit := service.Stop(t); exit.Code != 0 {
		t.Fatalf("SIGTERM ended it with %d", exit.Code)
	}
	m.folder = service.Dir()
	return m
}

// settings are those of a service on a port.
func (m *matrix) settings(sandbox string, port int, more ...string) []string {
	return append([]string{
		m.clock, "CRIER_SANDBOX_URL=" + sandbox, "CRIER_PORT=" + strconv.Itoa(port), "CRIER_LOG_LEVEL=info",
		"RATE_LIMIT_RPM=1000000", "RATE_LIMIT_RPH=1000000",
	}, more...)
}

// work makes runs, one after another, on a sandbox network of its own.
func (m *matrix) work(t *testing.T, seeds <-chan uint64) {
	sandbox := m.program.Sandbox(t, "0", "", m.clock)
	for seed := range seeds {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			r := m.newRun(t, sandbox, seed)
			t.Cleanup(func() {
				if t.Failed() {
					t.Logf("%s\nrepeat it: CRIER_CRASH_SEED=%d go test ./e2e/crash -count=1 -run 'TestCrashMatrix$'", r.plan, seed)
				}
			})
			r.play(t)
			r.judge(t)
		})
	}
}

// note counts a death at a point, or a fault that has come about.
func (m *matrix) note(count map[string]int, name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	count[name]++
}

// report prints the one line that the proof comes to, and fails unless everything was met.
func (m *matrix) report(t *testing.T, runs int) {
	t.Helper()
	_, _ = fmt.Fprintf(os.Stdout, "runs %d, duplicates %d, lost %d, stuck %d\n", runs, m.duplicates.Load(), m.lost.Load(), m.stuck.Load())
	if m.duplicates.Load()+m.lost.Load()+m.stuck.Load() > 0 {
		t.Error("see above")
	}
	if runs < len(requiredPlans()) {
		return
	}
	for _, name := range failpoint.Names() {
		if m.died[name] == 0 && !isOfCloud(name) { // TestCloudMatrix dies at those.
			t.Errorf("no run has died at %s: a row of killRecipes should lead there; one that was to stood at %s", name, m.outlived[name])
		}
	}
	for _, f := range matrixFaults() {
		if m.met[f.name] == 0 {
			t.Errorf("no run has met the fault %q", f.name)
		}
	}
}

// TestFailpoints_AreInNoRelease looks into the program as it is released for what only the other
// build may have.
func TestFailpoints_AreInNoRelease(t *testing.T) {
	t.Parallel()
	// The compiler may leave the name of a point behind, but nothing that heeds it.
	traces := []string{"CRIER_KILL_AT", "CRIER_TEST_CLOCK", "killpoint: "}
	for build, want := range map[string]struct {
		program *e2e.Executable
		all     bool
	}{"release": {e2e.Program(t), false}, "killable": {e2e.KillableProgram(t), true}} {
		f, err := os.Open(want.program.Path())
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		found := slices.DeleteFunc(slices.Clone(traces), func(trace string) bool { return !bytes.Contains(b, []byte(trace)) })
		if want.all && len(found) != len(traces) || !want.all && len(found) != 0 {
			t.Errorf("the %s build has %d of %d traces: %v", build, len(found), len(traces), found)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
