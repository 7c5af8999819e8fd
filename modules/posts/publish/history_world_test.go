package publish

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts/networkclock"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/attempt/attempttest"
	"crier/modules/posts/timeline"
	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/intent"
	"crier/platform/jobs"
	"crier/platform/native"
	"crier/platform/objectstore/disk"
	"crier/platform/publicurl"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/uptime"
	"crier/platform/wireid"
)

const sandboxURL = "http://127.0.0.1:9"

// village is one history as it goes on: a network, a machine, and on that a Crier that is started
// now and then.
type village struct {
	t      *testing.T
	origin *origin
	// machine is the machine's clock, right the network's. Both go on together; the machine's alone
	// is set.
	machine, right  *clock.Fake
	database, state string
	network         *sandbox.Network
	wire            *cable
	// onPageByHand are the posts of the Page that somebody posted by hand.
	onPageByHand map[string]bool
	// transport takes the place of the wire, if it is set.
	transport http.RoundTripper
	log       *slog.Logger
	alarm     alarm
	met       ordeals
	// instead takes the place of the engine's work on a job, if it is set.
	instead func(context.Context, *Engine, *jobs.Claim) error

	// What a restart makes again.
	db       *database.DB
	queue    *jobs.Queue
	accounts *auth.Service
	natives  *settings.Natives
	service  service
	engine   *Engine
	runner   *jobs.Runner
	meter    *uptime.Meter
	lastBeat time.Time
}

// open makes the network.
func (v *village) open() {
	v.t.Helper()
	if v.log == nil {
		v.log = slog.New(&v.alarm)
	}
	var err error
	v.network, err = sandbox.Open(sandbox.Options{StateFile: v.state, Clock: v.right, Fetch: v.origin.files})
	if err != nil {
		v.t.Fatal(err)
	}
	v.onPageByHand = map[string]bool{}
	v.wire = &cable{handler: v.network.Handler(), clock: v.machine, right: v.right, fates: map[way][]fate{}, left: -1, edited: map[string]string{}, owners: map[string]wireid.ID{}, takenDown: map[string]bool{}, sharer: v.sharer, met: &v.met}
}

// start has a process of Crier begin on what is there.
func (v *village) start() {
	v.t.Helper()
	if v.db == nil {
		var err error
		if v.db, err = database.Open(v.t.Context(), v.database); err != nil {
			v.t.Fatal(err)
		}
	}
	box, err := secrets.NewBox(v.origin.key)
	if err != nil {
		v.t.Fatal(err)
	}
	v.wire.mu.Lock()
	v.wire.gone, v.wire.isDead, v.wire.left = make(chan struct{}), false, -1
	v.wire.mu.Unlock()
	v.alarm.dies(false)
	var demo []auth.DemoAccount
	for i, a := range sandbox.DemoAccounts() {
		demo = append(demo, auth.DemoAccount{
			ID: numbered(byte(i + 1)), SNUserID: a.SNUserID, Username: a.Username, AccountType: a.AccountType, LoginMethod: auth.LoginMethod(a.LoginMethod),
			PageID: a.PageID, PageName: a.PageName, Token: a.Token,
		})
	}
	v.accounts = auth.NewService(v.db, v.machine, box, config.Sandbox, demo)
	v.meter = uptime.New(v.db, v.machine, config.Sandbox)
	if err := v.accounts.Start(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
	if err := v.meter.Start(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
	v.lastBeat = v.right.Now()
	through := &http.Client{Transport: cmp.Or[http.RoundTripper](v.transport, v.wire)}
	client := graph.New(graph.Options{Clock: v.machine, HTTP: through, Endpoints: func() graph.Endpoints { return graph.SandboxEndpoints(sandboxURL) }, Observe: func(c graph.Call) {
		v.meter.Compare(c.At.Add(c.Duration), c.Duration, c.Date)
	}})
	app := native.New(native.Options{Clock: v.machine, HTTP: through, BaseURL: func() string { return native.SandboxURL(sandboxURL) }, Observe: func(d native.Dated) {
		v.meter.Compare(d.At.Add(d.Duration), d.Duration, d.Date)
	}})
	objects := disk.New(v.origin.dir.Public(), func() string { return "http://127.0.0.1:1" })
	files := media.NewService(media.Deps{DB: v.db, Clock: v.machine, Log: v.log, Dir: v.origin.dir, Images: &v.origin.pictures, Objects: objects, MaxSize: 1 << 20, NoTools: true})
	versions := settings.NewVersions(v.db, v.machine, app, config.Config{Network: config.Sandbox}, func() string { return "" }, v.log)
	v.natives = settings.NewNatives(settings.NativeDeps{DB: v.db, Clock: v.machine, Box: box, Accounts: v.accounts, Client: app, Versions: versions, Log: v.log})
	clocks := new(networkclock.Clock)
	v.queue = jobs.NewQueue(v.machine)
	v.service = newService(v.db, v.machine, v.queue, v.accounts, files)
	v.engine = New(Deps{
		DB: v.db, Clock: v.machine, Log: v.log, Queue: v.queue, Posts: v.service.History, Recorder: timeline.NewRecorder(v.db, v.machine, v.log), Clocks: clocks,
		Accounts: v.accounts, Natives: v.natives, Media: files, Network: client, Ledger: attempt.New(intent.NewIssuer(), attempttest.AnyFolder{}),
		URLs: publicurl.Through(true, v.origin.files), Uptime: v.meter, Lateness: lateness,
	})
	v.accounts.ReviveWith([]auth.RevivalHook{v.engine.AccountRevived})
	if v.runner, err = jobs.NewRunner(v.db, v.queue, v.log, []jobs.Handler{workman{v.engine, v}}); err != nil {
		v.t.Fatal(err)
	}
	if err := v.runner.Start(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
}

// stop ends the process: as a user does, or as a power cut does, after which nothing more is
// written down.
func (v *village) stop(hard bool) {
	v.t.Helper()
	v.wire.mu.Lock()
	close(v.wire.gone)
	v.wire.mu.Unlock()
	if hard {
		v.met.die()
		v.alarm.dies(true)
		v.shut()
	}
	stopped := make(chan error, 1)
	go func() { stopped <- v.runner.Stop(v.t.Context()) }()
	for {
		synctest.Wait()
		select {
		case err := <-stopped:
			if err != nil {
				v.t.Fatal(err)
			}
			if !hard && v.db != v.origin.db {
				v.shut()
			}
			return
		default:
		}
		wait, ok := v.machine.Next()
		if !ok {
			v.t.Fatal("the process does not end")
		}
		v.pass(wait)
	}
}

// shut closes the database, which nobody uses any more.
func (v *village) shut() {
	v.t.Helper()
	if v.db == v.origin.db {
		v.origin.db = nil
	}
	if err := v.db.Close(); err != nil {
		v.t.Fatal(err)
	}
	v.db = nil
}

func (v *village) close() {
	v.t.Helper()
	if v.network == nil {
		return
	}
	if err := v.runner.Stop(v.t.Context()); err != nil {
		v.t.Fatal(err)
	}
	if err := v.db.Close(); err != nil {
		v.t.Fatal(err)
	}
	if err := v.network.Close(); err != nil {
		v.t.Fatal(err)
	}
}

// pass has time pass, for the machine and the network alike.
func (v *village) pass(d time.Duration) {
	v.passNetwork(d)
	v.machine.Advance(d)
}

// passNetwork has time pass for the network; what arrives late takes effect at its instant.
func (v *village) passNetwork(d time.Duration) {
	for end := v.right.Now().Add(d); ; {
		next, arrival := end, -1
		v.wire.mu.Lock()
		for i, one := range v.wire.late {
			if one.after <= end.Sub(v.right.Now()) && (arrival < 0 || one.after < v.wire.late[arrival].after) {
				next, arrival = v.right.Now().Add(one.after), i
			}
		}
		passed := next.Sub(v.right.Now())
		for i := range v.wire.late {
			v.wire.late[i].after -= passed
		}
		var arrived lateArrival
		if arrival >= 0 {
			arrived = v.wire.late[arrival]
			v.wire.late = append(v.wire.late[:arrival:arrival], v.wire.late[arrival+1:]...)
		}
		v.wire.mu.Unlock()
		v.right.Advance(passed)
		if arrival < 0 {
			return
		}
		by, _ := wayOf(arrived.req, arrived.body)
		v.wire.say(string(by) + ": the late call arrives")
		arrived.req = arrived.req.WithContext(context.WithoutCancel(arrived.req.Context()))
		_, _ = v.wire.deliver(arrived.req, arrived.body)
	}
}

// untilLate is how long it is until a late call takes effect.
func (v *village) untilLate(most time.Duration) time.Duration {
	v.wire.mu.Lock()
	defer v.wire.mu.Unlock()
	for _, one := range v.wire.late {
		most = min(most, one.after)
	}
	return most
}

// control makes a call of the network's control API.
func (v *village) control(method, call string, body, target any) {
	v.t.Helper()
	var in io.Reader = http.NoBody
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			v.t.Fatal(err)
		}
		in = bytes.NewReader(b)
	}
	req := httptest.NewRequestWithContext(v.t.Context(), method, sandboxURL+"/_sandbox/"+call, in)
	out := httptest.NewRecorder()
	v.wire.handler.ServeHTTP(out, req)
	if out.Code != http.StatusOK {
		v.t.Fatalf("%s: %d %s", call, out.Code, out.Body)
	}
	if target == nil {
		return
	}
	if err := json.Unmarshal(out.Body.Bytes(), target); err != nil {
		v.t.Fatal(err)
	}
}
