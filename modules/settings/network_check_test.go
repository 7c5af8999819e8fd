package settings_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"crier/modules/auth"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/native"
	"crier/platform/sandbox"
)

// check runs a check, and moves the clock whenever that waits.
func (b *bench) check(ctx context.Context) (steps []auth.CheckStep, err error) {
	b.t.Helper()
	ended, end := context.WithCancel(ctx)
	go func() {
		defer end()
		steps, err = settings.NewChecker(b.natives, settings.NewPace(b.clock)).Check(ctx, b.account)
	}()
	for b.clock.BlockUntil(ended, 1) == nil {
		if wait, ok := b.clock.Next(); ok {
			b.clock.Advance(wait)
		}
	}
	return steps, err
}

// TestCheck: four calls read with a session that is there. Without one nothing is asked, and a
// session that the network has ended is reported, and not renewed.
func TestCheck(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.check(t.Context()); apperror.CodeOf(err) != apperror.CredentialsNotConfigured {
		t.Errorf("without a session: %v", err)
	}
	demo := sandbox.DemoNativeUser()
	if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, demo.WebSession); err != nil {
		t.Fatal(err)
	}
	steps, err := b.check(t.Context())
	if err != nil || len(steps) != 4 || !strings.Contains(steps[0].Actual, demo.Username) {
		t.Fatalf("%+v, %v", steps, err)
	}
	for _, s := range steps {
		if s.Verdict != auth.Confirms || s.Row == "" {
			t.Errorf("%+v", s)
		}
	}
	b.control("faults", `{"match":{"path":"/direct_v2/inbox/"},"times":1,"http":200,"body":"{\"status\":\"ok\",\"new_form\":1}"}`)
	steps, err = b.check(t.Context())
	if err != nil || len(steps) != 4 || steps[1].Name != native.OpInbox || steps[1].Verdict != auth.Contradicts {
		t.Errorf("a network that has changed: %+v, %v", steps, err)
	}
	b.control("faults", `{"match":{"path":"/current_user/"},"times":1,"http":403,"body":"{\"status\":\"fail\",\"message\":\"login_required\"}"}`)
	steps, err = b.check(t.Context())
	if err != nil || len(steps) != 1 || steps[0].Verdict != auth.Refused {
		t.Errorf("a session that has ended: %+v, %v", steps, err)
	}
	b.control("faults", `{"match":{"path":"/current_user/"},"times":1,"http":403,"body":"{\"status\":\"fail\",\"message\":\"login_required\",\"error_type\":\"glow\"}"}`)
	steps, err = b.check(t.Context())
	if err != nil || len(steps) != 1 || steps[0].Verdict != auth.Contradicts || !strings.HasSuffix(steps[0].Actual, "; unknown here: the type of error glow") {
		t.Errorf("an answer in which something is unknown: %+v, %v", steps, err)
	}
	if state, err := b.natives.State(t.Context(), b.account); err != nil || !state.Configured {
		t.Errorf("%+v, %v", state, err)
	}
}

// TestCheck_ReadsOwnStories: only the account's own stories show whether a story is live after a
// lost answer.
func TestCheck_ReadsOwnStories(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, sandbox.DemoNativeUser().WebSession); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		fault, actual string
		verdict       auth.Verdict
	}{
		"as known":     {"", "0 stories", auth.Confirms},
		"another form": {`"body":"{\"status\":\"ok\",\"tray\":[]}"`, "no word of stories", auth.Contradicts},
		"a new kind": {
			`"body":"{\"status\":\"ok\",\"reel\":{\"items\":[{\"pk\":1,\"media_type\":77,\"taken_at\":1700000000,\"user\":{\"pk\":58000000000000000301}}]}}"`,
			"a story of the unknown kind 77", auth.Contradicts,
		},
		"blocked": {`"http":400,"body":"{\"status\":\"fail\",\"message\":\"feedback_required\"}"`, "action blocked", auth.Refused},
	} {
		if c.fault != "" {
			b.control("faults", `{"match":{"path":"/feed/user/[0-9]+/story/"},"times":1,`+c.fault+`}`)
		}
		steps, err := b.check(t.Context())
		if err != nil || len(steps) != 4 || steps[3].Name != native.OpStories || steps[3].Verdict != c.verdict || !strings.Contains(steps[3].Actual, c.actual) {
			t.Errorf("%s: %+v, %v", name, steps, err)
		}
	}
}

// TestCheck_Pauses: the calls of a check come no faster than those of a poll, also after one, and
// the session is free in between.
func TestCheck_Pauses(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, sandbox.DemoNativeUser().WebSession); err != nil {
		t.Fatal(err)
	}
	for range 11 {
		b.control("mentions", `{"username":"sandbox.native","author":"ann"}`)
	}
	pace := settings.NewPace(b.clock)
	if wait := pace.Reserve(b.account, 0); wait != 0 {
		t.Errorf("the call before waits %s", wait)
	}
	before, began := len(b.calls), b.clock.Now()
	ended, end := context.WithCancel(t.Context())
	go func() {
		defer end()
		steps, err := settings.NewChecker(b.natives, pace).Check(t.Context(), b.account)
		if err != nil || len(steps) != 5 || steps[3].Name != native.OpThread || steps[3].Actual != "HTTP 200, 1 older messages" || steps[3].Verdict != auth.Confirms {
			t.Errorf("%+v, %v", steps, err)
		}
	}()
	for b.clock.BlockUntil(ended, 1) == nil {
		if err := b.natives.InSession(t.Context(), b.account, func(context.Context, *native.Session) error { return nil }); err != nil {
			t.Error(err)
		}
		wait, _ := b.clock.Next()
		b.clock.Advance(wait)
	}
	last := began
	for _, c := range b.calls[before:] {
		if gap := c.at.Sub(last); gap < settings.CallGap || gap > settings.CallGap+settings.CallSpread {
			t.Errorf("%s came %s after the call before", c.path, gap)
		}
		last = c.at
	}
	if n := len(b.calls) - before; n != 5 {
		t.Errorf("%d calls", n)
	}
}

// TestCheck_ReadsTheManifest: the manifest is read where one is set, also when the session has
// ended.
func TestCheck_ReadsTheManifest(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	log, address := slog.New(slog.DiscardHandler), ""
	b.parts.Versions = settings.NewVersions(b.db, b.clock, b.parts.Client, config.Default(), func() string { return address }, log)
	b.natives = b.again()
	if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, sandbox.DemoNativeUser().WebSession); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		fault, actual string
		verdict       auth.Verdict
	}{
		"the same":  {"", native.AppVersion + " is the newest", auth.Confirms},
		"an older":  {`"body":"{\"version\":\"1.2\"}"`, "1.2 is the newest", auth.Confirms},
		"a later":   {`"body":"{\"version\":\"999.1\"}"`, "999.1 is the newest", auth.Contradicts},
		"no answer": {"", "version manifest: transport", auth.Unreached},
		"a page":    {`"http":404,"body":"<html>"`, "HTTP 404", auth.Contradicts},
	} {
		b.control("faults", `{"match":{"path":"/current_user/"},"times":1,"http":403,"body":"{\"status\":\"fail\",\"message\":\"login_required\"}"}`)
		if address = native.SandboxManifest(b.url); c.verdict == auth.Unreached {
			address = native.SandboxManifest("http://127.0.0.1:1")
		}
		if c.fault != "" {
			b.control("faults", `{"match":{"host":"manifest"},"times":1,`+c.fault+`}`)
		}
		steps, err := b.check(t.Context())
		if err != nil || len(steps) != 2 {
			t.Fatalf("%s: %+v, %v", name, steps, err)
		}
		last := steps[1]
		if last.Name != native.OpManifest || last.Verdict != c.verdict || !strings.Contains(last.Actual, c.actual) || !strings.Contains(last.Row, native.AppVersion) {
			t.Errorf("%s: %+v", name, last)
		}
	}
}
