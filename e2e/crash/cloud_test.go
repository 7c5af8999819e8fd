package crash_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"crier/e2e"
	"crier/modules/cloud/worker/workertest"
	"crier/platform/clock"
	"crier/platform/failpoint"
	"crier/platform/needtest"
)

// TestCloudMatrix is the proof of "publish once" for posts that change hands: in each run the real
// program hands posts to the real worker, and they are cancelled, changed, taken home or taken
// back, while it is killed at a step, the way to the worker fails, the runtime of the worker dies,
// and crons overlap. What the program says of every accepted post, and of its first comment, is
// held against the network's ledger. The first runs, which are always the same, meet every kill
// point and every fault; those after them are drawn from the day's seeds. CRIER_TEST_RUNS sets how
// many there are, and CRIER_CLOUD_SEED repeats the one run with that seed.
func TestCloudMatrix(t *testing.T) {
	t.Parallel()
	playCloud(t, &cloudMatrix{})
}

// TestCloudMatrix_MediaFromTheWorker is the same proof without a bucket: the program brings the
// files of posts to the worker, from which the network fetches them, and calls about files are lost
// too.
func TestCloudMatrix_MediaFromTheWorker(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	playCloud(t, &cloudMatrix{isWithoutBucket: true})
}

func playCloud(t *testing.T, m *cloudMatrix) {
	t.Helper()
	m.program, m.died, m.met = e2e.KillableProgram(t), map[string]int{}, map[string]int{}
	seeds := m.seeds(t)
	next := make(chan uint64)
	var lanes sync.WaitGroup
	for range min(len(seeds), runtime.GOMAXPROCS(0)+2) {
		lane := m.lane(t)
		lanes.Go(func() {
			for seed := range next {
				m.play(t, lane, cloudPlanOf(seed))
			}
		})
	}
	for _, seed := range seeds {
		next <- seed
	}
	close(next)
	lanes.Wait()
	m.report(t, len(seeds))
}

// cloudMatrix is what the runs share.
type cloudMatrix struct {
	program *e2e.Executable
	// isWithoutBucket has the worker serve the files of posts.
	isWithoutBucket         bool
	duplicates, lost, stuck atomic.Int64
	// comments counts the first comments that were made.
	comments atomic.Int64

	// idle counts the runs in which no post was accepted.
	idle atomic.Int64

	mu sync.Mutex
	// died counts the deaths at each point, met the faults that the required runs have met.
	died, met map[string]int
}

// isOfCloud reports whether a kill point is one of the way to the worker and back.
func isOfCloud(point string) bool {
	return strings.HasPrefix(point, "schedule.") || strings.HasPrefix(point, "posts.cloud.")
}

// cloudAct is what a client does with the first post of a run.
type cloudAct string

const (
	toHandOver  cloudAct = "hand over"
	toCancel    cloudAct = "cancel"
	toDelete    cloudAct = "delete"
	toChange    cloudAct = "change"
	toBringHome cloudAct = "bring home"
	toTakeBack  cloudAct = "take back"
	toFenceOff  cloudAct = "take back from a dead worker"
)

// cloudPlan is what a run does. It follows from the seed alone; how it goes, from the moments too.
type cloudPlan struct {
	seed uint64
	act  cloudAct
	// kill is a kill point, empty for none; again is the next process's.
	kill, again string
	// faults go wrong on the way to the worker.
	faults []string
	// network is the fault that a call of the network meets, empty for none.
	network string
	// death has the worker's runtime die while it publishes, crons has crons come all the time.
	death, crons bool
}

// isAlone reports whether the run needs a world of its own: its clock is not that of the others.
func (p cloudPlan) isAlone() bool { return p.act == toFenceOff }

// isRequired reports whether the run is one of those that together meet everything.
func (p cloudPlan) isRequired() bool { return p.seed < uint64(len(requiredCloudPlans())) }

func (p cloudPlan) String() string {
	return fmt.Sprintf("seed %d: %s, killed at %q and %q, faults %q, network %q, death %t, crons %t", p.seed, p.act, p.kill, p.again, p.faults, p.network, p.death, p.crons)
}

// cloudFaults are what goes wrong on the way to the worker.
func cloudFaults() map[string]workertest.Fault {
	return map[string]workertest.Fault{
		"put lost":         {Method: "PUT", Path: "/v1/jobs/", Lose: true},
		"put dropped":      {Method: "PUT", Path: "/v1/jobs/", Drop: true},
		"put proxied":      {Method: "PUT", Path: "/v1/jobs/", Status: 502, Commit: true},
		"cancel lost":      {Method: "DELETE", Path: "/v1/jobs/", Lose: true},
		"cancel dropped":   {Method: "DELETE", Path: "/v1/jobs/", Drop: true},
		"results lost":     {Method: "GET", Path: "/v1/results", Lose: true, Having: hasResults},
		"results a page":   {Method: "GET", Path: "/v1/results", Status: 200, Commit: true, Having: hasResults},
		"acknowledge lost": {Method: "POST", Path: "/v1/results/acknowledge", Lose: true},
		"fence lost":       {Method: "POST", Path: "/v1/fence", Lose: true},
	}
}

// mediaFaults are what goes wrong on the way of files to the worker.
func mediaFaults() map[string]workertest.Fault {
	return map[string]workertest.Fault{
		"file announced lost": {Method: "POST", Path: "/v1/media/", Lose: true},
		"part lost":           {Method: "PUT", Path: "/v1/media/", Lose: true},
		"part dropped":        {Method: "PUT", Path: "/v1/media/", Drop: true},
	}
}

// hasResults reports whether the worker tells of a result: a program that asks has most answers
// without one, which nobody misses.
func hasResults(body []byte) bool {
	var page struct{ Results []json.RawMessage }
	return json.Unmarshal(body, &page) == nil && len(page.Results) > 0
}

// networkFaults are what goes wrong with the publish call, or that of the first comment.
func networkFaults() map[string]e2e.Fault {
	return map[string]e2e.Fault{
		"publish lost":    {Match: e2e.PublishCalls, DropAfterCommit: true},
		"publish dropped": {Match: e2e.PublishCalls, DropBefore: true},
		"comment lost":    {Match: e2e.CommentCalls, DropAfterCommit: true},
		"comment dropped": {Match: e2e.CommentCalls, DropBefore: true},
	}
}

// cloudKills says with which act a point is reached.
func cloudKills() map[string]cloudAct {
	return map[string]cloudAct{
		"schedule.media.put": toHandOver, "schedule.marked": toHandOver, "schedule.put": toHandOver, "schedule.confirmed": toHandOver,
		"schedule.cancelling": toCancel, "schedule.cancelled": toCancel, "schedule.withdrawn": toDelete, "posts.cloud.edited": toChange,
		"schedule.home": toBringHome, "schedule.acknowledged": toBringHome, "posts.cloud.arriving": toBringHome,
		"schedule.fenced": toTakeBack, "schedule.returned": toTakeBack, "posts.cloud.returned": toTakeBack,
		"schedule.fence.marked": toFenceOff, "schedule.sought": toFenceOff, "posts.cloud.sought": toFenceOff,
	}
}

// requiredCloudPlans meet every kill point and every fault.
func requiredCloudPlans() (plans []cloudPlan) {
	for _, name := range failpoint.Names() {
		if isOfCloud(name) {
			plans = append(plans, cloudPlan{act: cloudKills()[name], kill: name})
		}
	}
	return append(
		plans,
		cloudPlan{act: toHandOver, faults: []string{"put lost"}, kill: "schedule.put", crons: true, death: true},
		cloudPlan{act: toHandOver, faults: []string{"put dropped"}, network: "publish lost", crons: true},
		cloudPlan{act: toCancel, faults: []string{"cancel lost"}, kill: "schedule.cancelled"},
		cloudPlan{act: toCancel, faults: []string{"cancel dropped"}},
		cloudPlan{act: toChange, faults: []string{"put proxied"}, kill: "schedule.put:2", again: "schedule.put"},
		// This one and the last wait for a result, and so for the publish call.
		cloudPlan{act: toBringHome, faults: []string{"results lost", "acknowledge lost"}, kill: "posts.cloud.arriving", again: "schedule.acknowledged", network: "publish lost"},
		cloudPlan{act: toTakeBack, faults: []string{"fence lost"}, kill: "schedule.fenced", crons: true},
		cloudPlan{act: toBringHome, faults: []string{"results a page"}, network: "publish dropped", death: true},
		cloudPlan{act: toBringHome, faults: []string{"acknowledge lost"}, network: "comment lost", death: true, crons: true},
		cloudPlan{act: toBringHome, network: "comment dropped"},
	)
}

// cloudPlanOf returns the plan of a seed.
func cloudPlanOf(seed uint64) cloudPlan {
	required := requiredCloudPlans()
	if seed < uint64(len(required)) {
		p := required[seed]
		p.seed = seed
		return p
	}
	r := rand.New(rand.NewPCG(seed, 2))
	acts := []cloudAct{toHandOver, toHandOver, toCancel, toDelete, toChange, toChange, toBringHome, toTakeBack}
	p := cloudPlan{seed: seed, act: acts[r.IntN(len(acts))], crons: r.IntN(2) == 0, death: r.IntN(3) == 0}
	points := slices.DeleteFunc(slices.Sorted(keysOf(cloudKills())), func(name string) bool { return cloudKills()[name] == toFenceOff })
	if r.IntN(4) > 0 {
		p.kill = points[r.IntN(len(points))] + fmt.Sprintf(":%d", 1+r.IntN(2))
	}
	if r.IntN(3) == 0 {
		p.again = points[r.IntN(len(points))]
	}
	faults := slices.Sorted(keysOf(cloudFaults()))
	for range r.IntN(3) {
		p.faults = append(p.faults, faults[r.IntN(len(faults))])
	}
	p.network = []string{"", "", "publish lost", "publish dropped", "comment lost", "comment dropped"}[r.IntN(6)]
	return p
}

// seeds returns the seeds of the runs: those that meet everything, then the day's.
func (*cloudMatrix) seeds(t *testing.T) (seeds []uint64) {
	t.Helper()
	if seed, isSet := e2e.SeedOf(t, "CRIER_CLOUD_SEED"); isSet {
		return []uint64{seed}
	}
	required := len(requiredCloudPlans())
	runs := e2e.NumberOf(t, "CRIER_TEST_RUNS", 0)
	const perDay = 1_000_000
	day := uint64(clock.System().Now().Unix()/86_400) * perDay
	for i := range max(runs/5, required) {
		if seed := uint64(i); i < required {
			seeds = append(seeds, seed)
		} else {
			seeds = append(seeds, day+seed)
		}
	}
	return sample(t, seeds)
}

// report prints the one line that the proof comes to, and fails unless everything was met.
func (m *cloudMatrix) report(t *testing.T, runs int) {
	t.Helper()
	place := "bucket"
	if m.isWithoutBucket {
		place = "worker"
	}
	_, _ = fmt.Fprintf(os.Stdout, "cloud, media from the "+place+": runs %d, duplicates %d, lost %d, stuck %d, without a post %d, comments %d\n",
		runs, m.duplicates.Load(), m.lost.Load(), m.stuck.Load(), m.idle.Load(), m.comments.Load())
	if m.duplicates.Load()+m.lost.Load()+m.stuck.Load() > 0 {
		t.Error("see above")
	}
	if m.idle.Load() == int64(runs) {
		t.Error("no run had a post")
	}
	if m.comments.Load() == 0 {
		t.Error("no run has made a first comment")
	}
	if runs < len(requiredCloudPlans()) {
		return
	}
	for _, name := range failpoint.Names() {
		if isOfCloud(name) && m.died[name] == 0 {
			t.Errorf("no run has died at %s: cloudKills should lead there", name)
		}
	}
	faults := slices.Concat(slices.Collect(keysOf(cloudFaults())), slices.Collect(keysOf(networkFaults())))
	if m.isWithoutBucket {
		faults = slices.AppendSeq(faults, keysOf(mediaFaults()))
	}
	for _, name := range faults {
		if m.met[name] == 0 {
			t.Errorf("no required run has met the fault %q", name)
		}
	}
}

func (m *cloudMatrix) play(t *testing.T, lane *cloudLane, plan cloudPlan) {
	t.Run(fmt.Sprintf("seed %d", plan.seed), func(t *testing.T) {
		if plan.isAlone() {
			lane = m.lane(t)
		}
		r := &cloudRun{cloudLane: lane, matrix: m, plan: plan, t: t, failures: map[string]string{}}
		t.Cleanup(func() {
			if t.Failed() {
				t.Logf("%s\nrepeat it: CRIER_CLOUD_SEED=%d go test ./e2e/crash -count=1 -run 'TestCloudMatrix$'", plan, plan.seed)
			}
		})
		r.play()
	})
}
