package e2e_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/golive"
	"crier/platform/clock"
	"crier/platform/config"
	"crier/platform/objectstore/s3test"
	"crier/platform/publicurl"

	"go.uber.org/fx"
)

const golivePath = "/api/golive"

// steps returns the checklist by its ids, after a look that is being made has ended.
func steps(t *testing.T, browser *e2e.Client) (list golive.Checklist, by map[golive.ID]golive.GoLiveStep) {
	t.Helper()
	e2e.Until(t, func() bool {
		list = golive.Checklist{}
		browser.Get(golivePath).Want(http.StatusOK).JSON(&list)
		return !list.Looking
	})
	return list, byID(list)
}

func byID(list golive.Checklist) map[golive.ID]golive.GoLiveStep {
	by := map[golive.ID]golive.GoLiveStep{}
	for _, s := range list.Steps {
		by[s.ID] = s
	}
	return by
}

// lookAgain looks at a step, or at all of them.
func lookAgain(browser *e2e.Client, step golive.ID) map[golive.ID]golive.GoLiveStep {
	var list golive.Checklist
	in := body{}
	if step != "" {
		in["step"] = step
	}
	browser.Post(golivePath+"/look", in).Want(http.StatusOK).JSON(&list)
	return byID(list)
}

// wantStates compares the states of all steps, in their order.
func wantStates(t *testing.T, list golive.Checklist, want string) {
	t.Helper()
	var got []string
	for _, s := range list.Steps {
		got = append(got, string(s.ID)+" "+string(s.State))
		if s.Title == "" || s.Evidence == "" || s.State == golive.Done && s.Fix != nil || s.State == golive.Todo && s.Fix == nil {
			t.Errorf("%s lacks something: %+v", s.ID, s)
		}
	}
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("the steps are\n%s, not\n%s", all, want)
	}
}

// publishedNothing fails the test when the network was asked to publish, or an object is left.
func publishedNothing(t *testing.T, app *e2e.App, network *e2e.SandboxControl) {
	t.Helper()
	if l := network.Ledger(); len(l.PublishCalls)+len(l.Publications)+len(l.PartnerPublications)+len(l.NativeStories)+len(l.Comments) != 0 {
		t.Errorf("something was published: %+v", l)
	}
	for _, table := range []string{"attempts", "media_released_objects"} {
		if n, err := app.DB.NewSelect().Table(table).Count(t.Context()); err != nil || n != 0 {
			t.Errorf("%d rows in %s, %v", n, table, err)
		}
	}
	if left, err := os.ReadDir(filepath.Join(app.Dir, "public")); err != nil || len(left) != 0 {
		t.Errorf("objects are left: %v, %v", left, err)
	}
}

// containersMade counts the containers that the network was asked for.
func containersMade(network *e2e.SandboxControl) (n int) {
	for _, call := range network.Calls() {
		if call.Method == http.MethodPost && strings.HasSuffix(call.Path, "/media") {
			n++
		}
	}
	return n
}

const sandboxDone = "account done, token done, media done, rehearsal done, limit done, page done, mode todo, first waiting, off "

// TestGoLive_FreshSandbox: the first request has everything looked at. What was found counts for
// ten minutes, and a rehearsal for a day.
func TestGoLive_FreshSandbox(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	var at golive.Checklist
	browser.Get(golivePath).Want(http.StatusOK).JSON(&at)
	if !at.Looking || byID(at)[golive.Limit].State != golive.Waiting {
		t.Errorf("at first: %+v", at)
	}
	list, by := steps(t, browser)
	wantStates(t, list, sandboxDone+string(by[golive.Off].State))
	if list.Mode != config.Sandbox {
		t.Errorf("the mode is %s", list.Mode)
	}
	if also := by[golive.Account].Evidence; !strings.Contains(also, j.bakery.Username) || !strings.Contains(also, "Also connected: "+j.potter.Username) {
		t.Errorf("the accounts are %q", also)
	}
	if len(list.Left()) != 2 || *by[golive.Mode].Command != "crier network live" {
		t.Errorf("left are %+v", list.Left())
	}
	made := func(want int) {
		t.Helper()
		if n := containersMade(j.network); n != want {
			t.Errorf("%d containers were made, not %d", n, want)
		}
	}
	made(1)
	was := by[golive.Limit].CheckedAt
	j.Clock.Advance(11 * time.Minute)
	if _, by = steps(t, browser); !by[golive.Limit].CheckedAt.Time().After(was.Time()) {
		t.Error("the limit was not asked for again after ten minutes")
	}
	made(1)
	j.Clock.Advance(24 * time.Hour)
	steps(t, browser)
	made(2)
	lookAgain(browser, golive.Rehearsal)
	made(3)
	lookAgain(browser, golive.Limit)
	made(3)
	publishedNothing(t, j.App, j.network)
}

// reachesHere lets an address of this machine count as public.
func reachesHere() e2e.Option {
	urls := publicurl.New(true)
	return e2e.Decorated(fx.Decorate(func(golive.Fetch) golive.Fetch {
		return func(ctx context.Context, url, contentType string, size int64) error {
			defer urls.CloseIdleConnections()
			return urls.Check(ctx, url, publicurl.File{ContentType: contentType, Size: size})
		}
	}))
}

// TestGoLive_LiveWithABucket: in live mode everything but the first post is proved, and the first
// post then is the last step.
func TestGoLive_LiveWithABucket(t *testing.T) {
	t.Parallel()
	server := s3test.Start(t)
	j := begin(t)
	published := j.ended(j.publish(j.imagePost("the first")))
	l := j.goLive(nil, withBucket(server.Config()), reachesHere())
	browser := l.Browser(t)
	list, by := steps(t, browser)
	wantStates(t, list, "account done, token done, media done, rehearsal done, limit done, page done, mode done, first done, off todo")
	if len(list.Left()) != 0 || by[golive.First].Link == nil || *by[golive.First].Link != *published.SNPermalink {
		t.Errorf("the first post is %+v, and %s", by[golive.First], text(published.SNPermalink))
	}
	if keys := server.Keys(t); len(keys) != 0 || containersMade(l.network) != 1 {
		t.Errorf("objects were left: %v", keys)
	}
	l.client.Delete("/api/v1/auth/accounts/" + j.bakery.ID.String()).Want(http.StatusOK)
	if list, by = steps(t, browser); by[golive.First].State != golive.Todo || !strings.Contains(by[golive.Page].Evidence, "role in the app") {
		t.Errorf("with the other account: %+v", list)
	}
}

// TestGoLive_Failing: each step that fails says why, and what to do.
func TestGoLive_Failing(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	wants := func(name string, step golive.GoLiveStep, state golive.State, evidence, todo string) {
		t.Helper()
		says, does := step.Evidence+" "+text(step.Said), text(step.Fix)+" "+text(step.Command)
		if step.State != state || !strings.Contains(says, evidence) || !strings.Contains(does, todo) || strings.Contains(text(step.Fix), "crier") {
			t.Errorf("%s: %s is %s: %q, %q", name, step.ID, step.State, says, does)
		}
	}
	steps(t, browser)
	j.network.NextContainerFails(2207052)
	wants("the picture cannot be fetched", lookAgain(browser, golive.Rehearsal)[golive.Rehearsal], golive.Failing, "could not fetch", "crier bucket check")
	j.network.Fault(e2e.Fault{Match: e2e.CreateCalls, HTTP: 400, Code: 100, Subcode: 2207089, Message: "strange setting"})
	wants("refused", lookAgain(browser, golive.Rehearsal)[golive.Rehearsal], golive.Failing, "strange setting", "Then look again")
	j.network.Fault(e2e.Fault{Match: e2e.CapReads, HTTP: 400, Code: 4, Message: "too many calls"})
	wants("too many calls", lookAgain(browser, golive.Limit)[golive.Limit], golive.Failing, "rate limit", "look")
	j.network.Fault(e2e.Fault{Match: e2e.CapReads, DropBefore: true, Times: 10})
	wants("away", lookAgain(browser, golive.Limit)[golive.Limit], golive.Failing, "does not say how many", "look")
	j.network.ClearFaults()
	wants("again", lookAgain(browser, "")[golive.Rehearsal], golive.Done, "not published", "")

	j.network.NextContainerSticks()
	done := make(chan map[golive.ID]golive.GoLiveStep, 1)
	go func() { done <- lookAgain(browser, golive.Rehearsal) }()
	var stuck map[golive.ID]golive.GoLiveStep
	e2e.Until(t, func() bool {
		j.Clock.Advance(10 * time.Second)
		select {
		case stuck = <-done:
			return true
		default:
			return false
		}
	})
	wants("stuck", stuck[golive.Rehearsal], golive.Failing, "two minutes", "few minutes")

	if _, err := j.DB.NewRaw("UPDATE social_accounts SET scopes = 'instagram_business_basic'").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, by := steps(t, browser)
	wants("a permission lacks", by[golive.Token], golive.Failing, "instagram_business_content_publish", "crier accounts connect")
	if by[golive.Rehearsal].State != golive.Waiting || by[golive.Limit].State != golive.Waiting {
		t.Errorf("without access: %+v", by)
	}
	if _, err := j.DB.NewRaw("UPDATE social_accounts SET scopes = NULL").Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
	j.network.Token(j.bakery.SNUserID, "revoke")
	lookAgain(browser, golive.Token)
	_, by = steps(t, browser)
	if !strings.Contains(by[golive.Account].Evidence, j.potter.Username+" is a") || by[golive.Token].State != golive.Done {
		t.Errorf("the account that works does not count: %+v", by[golive.Account])
	}
	j.network.Token(j.potter.SNUserID, "revoke")
	wants("a dead token", lookAgain(browser, golive.Account)[golive.Token], golive.Failing, "must be connected again", "crier accounts connect")
	for _, id := range []string{j.bakery.ID.String(), j.potter.ID.String()} {
		j.client.Delete("/api/v1/auth/accounts/" + id).Want(http.StatusOK)
	}
	_, by = steps(t, browser)
	wants("no account", by[golive.Account], golive.Todo, "No account", "professional")
	wants("no token", by[golive.Token], golive.Todo, "no token", "Generate token")
	if by[golive.Page].State != golive.Waiting || by[golive.Media].State != golive.Done {
		t.Errorf("without an account: %+v", by)
	}
	publishedNothing(t, j.App, j.network)
}

// TestGoLive_NoPublicAddress: in live mode the public address is a step of its own, and what it
// lacks is said.
func TestGoLive_NoPublicAddress(t *testing.T) {
	t.Parallel()
	l := begin(t).goLive(nil)
	_, by := steps(t, l.Browser(t))
	if s := by[golive.Media]; s.State != golive.Todo || !strings.HasPrefix(*s.Command, "crier cloud setup") || by[golive.Rehearsal].State != golive.Waiting {
		t.Errorf("without a place: %+v", by)
	}
	l = begin(t).goLive(func() string { return "http://192.168.1.20" })
	_, by = steps(t, l.Browser(t))
	if s := by[golive.Media]; s.State != golive.Failing || !strings.Contains(s.Evidence, "its own network") || by[golive.Rehearsal].State != golive.Waiting {
		t.Errorf("at an address of no use: %+v", s)
	}
	publishedNothing(t, l.App, l.network)
}

// TestGoLive_Killed: a death in the middle of a rehearsal leaves a true checklist, and the object
// is deleted after ten minutes.
func TestGoLive_Killed(t *testing.T) {
	t.Parallel()
	s := e2e.Program(t).Serve(t)
	browser := s.Browser(t)
	network := s.Control(t)
	network.Latency(e2e.Latency{ImageMs: new(int64(600_000))})
	browser.Get(golivePath).Want(http.StatusOK)
	e2e.Until(t, func() bool { return containersMade(network) == 1 })
	public := filepath.Join(s.Dir(), "public")
	if left, err := os.ReadDir(public); err != nil || len(left) != 1 {
		t.Fatalf("in the middle of the rehearsal: %v, %v", left, err)
	}
	s.Kill(t)
	again := e2e.Boot(t, e2e.In(s.Dir()), e2e.At(clock.NewFake(clock.System().Now())))
	browser = again.Browser(t)
	again.Control(t).Latency(e2e.Latency{ImageMs: new(int64(0))})
	var list golive.Checklist
	browser.Get(golivePath).Want(http.StatusOK).JSON(&list)
	if by := byID(list); by[golive.Account].State != golive.Done || by[golive.Rehearsal].State != golive.Waiting {
		t.Errorf("after the death: %+v", list.Steps)
	}
	_, by := steps(t, browser)
	if by[golive.Rehearsal].State != golive.Done {
		t.Errorf("the rehearsal does not end: %+v", by[golive.Rehearsal])
	}
	again.Clock.Advance(11 * time.Minute)
	if err := again.Scheduler.RunNow(t.Context(), "media.released-objects"); err != nil {
		t.Error(err)
	}
	publishedNothing(t, again, again.Control(t))
}

// TestCommand_Golive: the command prints the checklist, and says by its exit code that something is
// left.
func TestCommand_Golive(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	out := s.Command(t, "golive")
	if out.Code != 3 || !strings.HasPrefix(out.Stdout, "In the sandbox: ") || !strings.Contains(out.Stdout, "Left: mode, first.") || !strings.Contains(out.Stdout, "Command: crier network live") || out.Stderr != "" {
		t.Errorf("%d:\n%s%s", out.Code, out.Stdout, out.Stderr)
	}
	var list golive.Checklist
	looked := s.Command(t, "golive", "--look", "--json")
	if jsonOf(t, e2e.Exit{Stdout: looked.Stdout}, &list); looked.Code != 3 || len(list.Left()) != 2 {
		t.Errorf("%d: %+v", looked.Code, list)
	}
	if ids := slices.Collect(func(yield func(golive.ID) bool) {
		for _, one := range list.Steps {
			if !yield(one.ID) {
				return
			}
		}
	}); !slices.Equal(ids, []golive.ID{golive.Account, golive.Token, golive.Media, golive.Rehearsal, golive.Limit, golive.Page, golive.Mode, golive.First, golive.Off}) {
		t.Errorf("the steps are %v", ids)
	}
}
