package e2e_test

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/datadir"
)

// switching is the real program, and a browser that changes its mode.
type switching struct {
	*e2e.Service
	browser *e2e.Client
}

func switchable(t testing.TB, settings ...string) switching {
	t.Helper()
	service := e2e.Program(t).Serve(t, settings...)
	return switching{service, service.Browser(t)}
}

func (s switching) choose(mode config.Network) {
	s.browser.InternalDo(http.MethodPut, "/api/network", settings.ChooseMode{Mode: mode}).Want(http.StatusAccepted)
}

// to changes the mode and waits until the service answers in it.
func (s switching) to(mode config.Network) {
	s.choose(mode)
	for got := (settings.NetworkMode{}); got.Mode != mode; {
		s.browser.Get("/api/network").Want(http.StatusOK).JSON(&got)
	}
}

// TestSwitch_ThereAndBack: the process and its addresses stay, and what was connected goes on.
func TestSwitch_ThereAndBack(t *testing.T) {
	t.Parallel()
	s := switchable(t)
	before := runtimeOf(t, s.Service)
	key := s.Client(t)
	stream := s.browser.Events("")
	s.to(config.Live)
	for isOpen := true; isOpen; {
		_, isOpen = stream.Next()
	}
	live := before
	live.Mode, live.SandboxURL = "live", ""
	if got := runtimeOf(t, s.Service); got != live {
		t.Errorf("runtime.json says %+v, want %+v", got, live)
	}
	s.browser.Events("")
	key.Get("/api/v1/auth/me").Want(http.StatusOK)
	if exit := s.Command(t, "network"); exit.Code != 0 || !strings.Contains(exit.Stdout, "live mode") || !strings.Contains(exit.Stdout, "data folder") {
		t.Errorf("crier network: %+v", exit)
	}
	if exit := s.Command(t, "network", "sandbox", "--json"); exit.Code != 0 ||
		!strings.HasPrefix(exit.Stdout, `{"mode":"sandbox","decidedBy":"setting","changeable":true,`) || !strings.HasSuffix(exit.Stdout, `"running":true}`+"\n") {
		t.Errorf("crier network sandbox: %+v", exit)
	}
	if got := runtimeOf(t, s.Service); got != before {
		t.Errorf("runtime.json says %+v, want %+v", got, before)
	}
	if exit := s.Command(t, "network", "sandbox"); exit.Code != 0 || !strings.Contains(exit.Stdout, "Crier is in the sandbox") {
		t.Errorf("crier network sandbox again: %+v", exit)
	}
	if n := strings.Count(s.Stdout(), "Crier has started again"); n != 2 {
		t.Errorf("it has started again %d times", n)
	}
	log, err := os.ReadFile(filepath.Join(s.Dir(), "crier.log"))
	for _, want := range []string{`msg="stopping, to start again" reason="somebody went live"`, `msg="started again"`, "mode=live"} {
		if err != nil || !strings.Contains(string(log), want) {
			t.Errorf("the log lacks %s: %v\n%s", want, err, log)
		}
	}
	for _, line := range strings.Split(string(log), "\n") {
		if strings.Contains(line, `msg="started again"`) {
			t.Log(line)
		}
	}
}

// TestSwitch_Killed right after the answer: the mode holds, and the folder opens.
func TestSwitch_Killed(t *testing.T) {
	t.Parallel()
	s := switchable(t)
	for _, mode := range []config.Network{config.Live, config.Sandbox} {
		s.choose(mode)
		s.Kill(t)
		again := s.Again(t)
		s = switching{again, again.Browser(t)}
		wantMode(t, s.browser, mode, config.BySetting)
	}
	if got := runtimeOf(t, s.Service); got.Mode != "sandbox" || got.PID != s.PID() {
		t.Errorf("runtime.json says %+v", got)
	}
}

// TestSwitch_Stopped right after the answer: the process ends in order, and the next start is in
// the mode.
func TestSwitch_Stopped(t *testing.T) {
	t.Parallel()
	s := switchable(t)
	s.choose(config.Live)
	if exit := s.Stop(t); exit.Code != 0 {
		t.Errorf("it ends with %d", exit.Code)
	}
	if _, err := os.Stat(filepath.Join(s.Dir(), "runtime.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("runtime.json: %v", err)
	}
	again := s.Again(t)
	wantMode(t, again.Browser(t), config.Live, config.BySetting)
}

// TestSwitch_CannotStartAgain: the process says why, ends as at any start that fails, and gives
// everything back.
func TestSwitch_CannotStartAgain(t *testing.T) {
	t.Parallel()
	s := switchable(t)
	execSQL(t, s.Dir(), "INSERT INTO schema_migrations VALUES ('29991231000000_later', 0)")
	s.choose(config.Live)
	exit := s.Wait(t)
	if exit.Code != 1 || !strings.Contains(exit.Stderr, "newer version of Crier") {
		t.Errorf("it ends with %+v", exit)
	}
	log, err := os.ReadFile(filepath.Join(s.Dir(), "crier.log"))
	if err != nil || !strings.Contains(string(log), "did not start") || !strings.Contains(string(log), "29991231000000_later") {
		t.Errorf("the log: %v\n%s", err, log)
	}
	dir, err := datadir.Existing(s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if isInUse, err := dir.InUse(); err != nil || isInUse {
		t.Errorf("the folder is in use: %v", err)
	}
	if _, err := dir.ReadRuntime(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("runtime.json: %v", err)
	}
	execSQL(t, s.Dir(), "DELETE FROM schema_migrations WHERE name = '29991231000000_later'")
	wantMode(t, s.Again(t).Browser(t), config.Live, config.BySetting)
}

// TestSwitch_GoesBack: when the other mode does not start, the service goes on in the mode of
// before, says why in its log, and starts in it from then on.
func TestSwitch_GoesBack(t *testing.T) {
	t.Parallel()
	s := switchable(t)
	s.to(config.Live)
	state := filepath.Join(s.Dir(), "sandbox.state")
	if err := errors.Join(os.RemoveAll(state), os.MkdirAll(filepath.Join(state, "no file"), 0o700)); err != nil {
		t.Fatal(err)
	}
	s.choose(config.Sandbox)
	said := func() string {
		log, err := os.ReadFile(filepath.Join(s.Dir(), "crier.log"))
		if err != nil {
			t.Fatal(err)
		}
		return string(log)
	}
	e2e.Until(t, func() bool { return strings.Contains(said(), "goes on in the mode of before") })
	wantMode(t, s.browser, config.Live, config.BySetting)
	if log := said(); !strings.Contains(log, "did not start") || !strings.Contains(log, "the mode sandbox does not start") || !strings.Contains(log, "sandbox.state") {
		t.Errorf("the log:\n%s", log)
	}
	if exit := s.Stop(t); exit.Code != 0 {
		t.Errorf("it ends with %+v", exit)
	}
	again := s.Again(t)
	wantMode(t, again.Browser(t), config.Live, config.BySetting)
	if exit := again.Stop(t); exit.Code != 0 {
		t.Errorf("then with %+v", exit)
	}
}

// TestSwitch_AtOnce: of many requests at once one is taken, and the service ends up in its mode.
func TestSwitch_AtOnce(t *testing.T) {
	t.Parallel()
	s := switchable(t)
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for range 8 {
		all.Go(func() {
			status := s.browser.MayBeLost().Put("/api/network", settings.ChooseMode{Mode: config.Live}).Status
			mu.Lock()
			defer mu.Unlock()
			answers[status]++
		})
	}
	all.Wait()
	// One that comes after the new start finds the mode that it wants, and one that comes while the
	// service stops may have no answer.
	if answers[http.StatusAccepted] != 1 || answers[http.StatusBadRequest]+answers[http.StatusOK]+answers[0] != 7 {
		t.Errorf("the answers are %v", answers)
	}
	s.AwaitOutput(t, "Crier has started again")
	wantMode(t, s.browser, config.Live, config.BySetting)
}

// TestSwitch_UnderLoad leaves the sandbox and comes back while posts are due: each goes out once.
func TestSwitch_UnderLoad(t *testing.T) {
	t.Parallel()
	const count = 40
	l := prepareLoad(t, count, 0, 0)
	// The jobs of an account are a lane, which rests in the other mode.
	execSQL(t, l.service.Dir(), "UPDATE scheduled_jobs SET lane = (SELECT social_account_id FROM posts WHERE id = subject_id) WHERE type = 'PUBLISH'")
	service := l.service.Again(t)
	l.service = service
	s := switching{service, service.Browser(t)}
	for range 3 {
		s.to(config.Live)
		s.to(config.Sandbox)
	}
	l.await(t)
	captions := map[string]int{}
	ledger := l.network.Control(t).Ledger()
	for _, p := range ledger.Publications {
		captions[p.Caption]++
	}
	if len(captions) != count || len(ledger.Publications) != count {
		t.Errorf("of %d posts %d are live, in %d publications", count, len(captions), len(ledger.Publications))
	}
}

// TestCommand_Network_WithoutService keeps the choice for the next start.
func TestCommand_Network_WithoutService(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	dir := filepath.Join(t.TempDir(), "data")
	set := []string{"CRIER_DATA_DIR=" + dir, "CRIER_KEYRING=off"}
	for _, c := range []struct {
		more []string
		args []string
		code int
		says string
	}{
		{nil, nil, 0, "crier serve starts in the sandbox: nothing is really published.\nNobody has chosen"},
		{[]string{"CRIER_NETWORK=live"}, nil, 0, "crier serve starts in live mode"},
		{[]string{"CRIER_NETWORK=sandbox"}, []string{"live"}, 1, "crier: the mode was not changed. The variable CRIER_NETWORK decides for the sandbox; to change the mode here, start Crier without it.\n"},
		{[]string{"CRIER_NETWORK=sandbox"}, []string{"live", "--json"}, 1, `"code":"INVALID_STATE"`},
		{nil, []string{"real"}, 2, `must be one of "live", "sandbox"`},
		{nil, []string{"live"}, 0, "crier serve starts in live mode: posts go to Instagram and Facebook Pages.\nSomebody has chosen live mode"},
		{nil, []string{"--json"}, 0, `{"mode":"live","decidedBy":"setting","changeable":true,"says":"Somebody has chosen live mode; the choice is kept in the data folder.","running":false}`},
	} {
		exit := program.Run(t, append(set, c.more...), append([]string{"network"}, c.args...)...)
		if exit.Code != c.code || !strings.Contains(exit.Stdout+exit.Stderr, c.says) {
			t.Errorf("%v, %v: got %+v", c.more, c.args, exit)
		}
	}
	service := program.Serve(t, set...)
	wantMode(t, service.Browser(t), config.Live, config.BySetting)
	service.Stop(t)
	mode := filepath.Join(dir, "network.mode")
	if err := os.WriteFile(mode, []byte("li"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"serve"}, {"network"}} {
		if exit := program.Run(t, append(set, "CRIER_PORT=0"), args...); exit.Code != 1 || !strings.Contains(exit.Stderr, mode+", is damaged; choose one again with crier network live") {
			t.Errorf("damaged, %v: %+v", args, exit)
		}
	}
	if exit := program.Run(t, set, "network", "sandbox"); exit.Code != 0 {
		t.Errorf("chosen again: %+v", exit)
	}
	wantMode(t, program.Serve(t, set...).Browser(t), config.Sandbox, config.BySetting)
}

// TestCommand_Network_Decided: a variable and a flag of the running service win, over what was
// chosen as well.
func TestCommand_Network_Decided(t *testing.T) {
	t.Parallel()
	s := switchable(t)
	s.to(config.Live)
	s.Signal(t, syscall.SIGTERM)
	s.Wait(t)
	again := e2e.Program(t).Serve(t, "CRIER_DATA_DIR="+s.Dir(), "CRIER_NETWORK=sandbox")
	browser := again.Browser(t)
	wantMode(t, browser, config.Sandbox, config.ByEnvironment)
	for _, args := range [][]string{{"network", "live"}, {"network", "sandbox"}} {
		if exit := again.Command(t, args...); exit.Code != 1 || !strings.Contains(exit.Stderr, "The variable CRIER_NETWORK decides for the sandbox") {
			t.Errorf("%v: %+v", args, exit)
		}
	}
	rehearsal := e2e.Program(t).Rehearse(t)
	if got := wantMode(t, rehearsal.Browser(t), config.Sandbox, config.ByFlag); !strings.Contains(got.Says, "--rehearsal") {
		t.Errorf("it says %+v", got)
	}
}

// BenchmarkSwitch is the time from the request for the other mode to the first answer in it.
func BenchmarkSwitch(b *testing.B) {
	s := switchable(b, usualLog)
	modes := []config.Network{config.Live, config.Sandbox}
	var taken spread
	for n := 0; b.Loop(); n++ {
		began := clock.System().Now()
		s.to(modes[n%2])
		taken.add(clock.System().Now().Sub(began).Round(time.Microsecond))
	}
	taken.report(b, "ms-switch")
}
