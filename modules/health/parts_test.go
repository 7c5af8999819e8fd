package health

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"crier/modules/auth"
	"crier/modules/cloud"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/datadir"
	"crier/platform/graph"
	"crier/platform/wiretime"
)

type bucket cloud.BucketStatus

func (b bucket) Status() cloud.BucketStatus { return cloud.BucketStatus(b) }

func TestAccount(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 10, 12, 0, 0, 0, time.UTC)
	remedy, warning := "rye must be connected again", "rye must be connected again before long"
	dead := wiretime.Ptr(now.Add(-time.Hour))
	for name, c := range map[string]struct {
		overview auth.AccountOverview
		verdict  Verdict
		says     string
	}{
		"well":       {auth.AccountOverview{Health: "ok", Account: auth.SocialAccount{TokenExpiresAt: wiretime.Ptr(now.Add(52 * 24 * time.Hour))}}, Well, "renews the access"},
		"expiring":   {auth.AccountOverview{Health: "expiring"}, Soon, "ends soon"},
		"warned":     {auth.AccountOverview{Health: "ok", Warning: &warning}, Soon, warning},
		"dead":       {auth.AccountOverview{Health: "dead", Remedy: &remedy, TokenDeadAt: dead}, Mend, remedy},
		"checkpoint": {auth.AccountOverview{Health: "checkpoint", Remedy: &remedy, CheckpointAt: dead}, Mend, remedy},
	} {
		p := account(&c.overview, now)
		if p.Verdict != c.verdict || !strings.Contains(p.Says, c.says) || p.AccountID == nil || p.Fix.To == "" || c.verdict == Mend && p.Since != dead {
			t.Errorf("%s: %+v", name, p)
		}
		if name == "well" && p.Figure+" "+p.Unit != "52 days left" {
			t.Errorf("it counts %s %s", p.Figure, p.Unit)
		}
	}
}

// TestPlaces: live posts need a place from which the network fetches files, the sandbox none.
func TestPlaces(t *testing.T) {
	t.Parallel()
	problem := "the bucket refuses the key"
	for name, c := range map[string]struct {
		network config.Network
		bucket  bucket
		set     cloud.SetupStatus
		want    Verdict
	}{
		"sandbox": {network: config.Sandbox},
		"none":    {network: config.Live, want: Mend},
		"bucket":  {network: config.Live, bucket: bucket{Configured: true}, want: Well},
		"broken":  {network: config.Live, bucket: bucket{Problem: &problem}, want: Mend},
		"worker":  {network: config.Live, set: cloud.SetupStatus{IsConfigured: true}, want: Well},
	} {
		e := &Examiner{Deps: Deps{Config: config.Config{Network: c.network}, Buckets: c.bucket}}
		switch got := e.places(c.set); {
		case c.want == "" && len(got) == 0:
		case len(got) != 1 || got[0].Verdict != c.want:
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestWorker(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 10, 12, 0, 0, 0, time.UTC)
	name, problem := "crier", "the worker does not answer"
	for says, c := range map[string]struct {
		set  cloud.SetupStatus
		want Verdict
	}{
		"":                 {},
		"Its clock turns":  {cloud.SetupStatus{WorkerName: &name, IsCurrent: true, LastCronRun: wiretime.Ptr(now.Add(-34 * time.Second))}, Well},
		"another version":  {cloud.SetupStatus{WorkerName: &name}, Soon},
		"does not turn":    {cloud.SetupStatus{WorkerName: &name, IsCurrent: true, IsCronDead: true}, Mend},
		"does not answer":  {cloud.SetupStatus{WorkerName: &name, Problem: &problem}, Mend},
		"being torn down":  {cloud.SetupStatus{WorkerName: &name, IsClosing: true}, Mend},
		"before 11 March ": {cloud.SetupStatus{TokenWarning: new("replace it before 11 March ")}, Soon},
	} {
		switch got := worker(c.set, now); {
		case c.want == "" && len(got) == 0:
		case len(got) != 1 || got[0].Verdict != c.want || !strings.Contains(got[0].Says, says):
			t.Errorf("%s: %+v", says, got)
		}
	}
}

// TestService_InContainer: what is open to others is not said to be open to this computer alone.
func TestService_InContainer(t *testing.T) {
	t.Parallel()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for isOpen, want := range map[bool]string{false: "on this computer alone", true: "at its container’s addresses too"} {
		e := NewExaminer(Deps{Dir: dir, Config: config.Config{ContainerBind: isOpen}})
		if p := e.service(); !strings.Contains(p.Says, want) {
			t.Errorf("%t: %+v", isOpen, p)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for before, want := range map[time.Duration]Verdict{365 * 24 * time.Hour: Well, 24 * time.Hour: Soon, 0: Mend} {
		if p := version(graph.VersionEnds().Add(-before)); p.Verdict != want {
			t.Errorf("%s before its end: %+v", before, p)
		}
	}
}

// TestExaminer_LooksOnce: a look that fails in part is one, and the next report begins no other.
func TestExaminer_LooksOnce(t *testing.T) {
	t.Parallel()
	dir, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	databasetest.Put(t, dir.Database())
	db, err := database.OpenIn(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	first := time.Date(2026, 12, 10, 12, 0, 0, 0, time.UTC)
	e := NewExaminer(Deps{Dir: dir, DB: db, Clock: clock.NewFake(first), Config: config.Config{FFmpeg: config.FFmpegOff}, Log: slog.New(slog.DiscardHandler)})
	defer e.Stop()
	if err := e.Look(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !e.looked.Equal(first) || Sorted(e.deep, first).Mend != 2 {
		t.Errorf("looked at %s: %+v", e.looked, e.deep)
	}
	// One that began before the mending does not count.
	before := make(chan struct{})
	e.inWork = before
	go func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.deep, e.inWork = nil, nil
		close(before)
	}()
	if err := e.lookAgain(t.Context()); err != nil || len(e.deep) == 0 {
		t.Errorf("it tells of before: %+v, %v", e.deep, err)
	}
}

// TestDated: a part keeps the time since when it is as it is until that changes.
func TestDated(t *testing.T) {
	t.Parallel()
	e := NewExaminer(Deps{})
	first := time.Date(2026, 12, 10, 12, 0, 0, 0, time.UTC)
	since := func(v Verdict, now time.Time) time.Time {
		return e.dated([]HealthPart{{ID: "disk", Verdict: v}}, now)[0].Since.Time()
	}
	if at := since(Well, first); !at.Equal(first) {
		t.Errorf("at first since %s", at)
	}
	if at := since(Well, first.Add(time.Hour)); !at.Equal(first) {
		t.Errorf("an hour later since %s", at)
	}
	if at := since(Soon, first.Add(2*time.Hour)); !at.Equal(first.Add(2 * time.Hour)) {
		t.Errorf("changed since %s", at)
	}
}
