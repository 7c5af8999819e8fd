package settings_test

import (
	"strings"
	"testing"

	"crier/modules/auth"
	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/sandbox"
)

// TestWalk: a session that is there is read by three calls; without one nothing is asked, and one
// that the network has ended is told of, and not renewed.
func TestWalk(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	walker := settings.NewWalker(b.natives)
	if _, err := walker.Walk(t.Context(), b.account); apperror.CodeOf(err) != apperror.CredentialsNotConfigured {
		t.Errorf("without a session: %v", err)
	}
	demo := sandbox.DemoNativeUser()
	if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, demo.WebSession); err != nil {
		t.Fatal(err)
	}
	steps, err := walker.Walk(t.Context(), b.account)
	if err != nil || len(steps) != 3 || !strings.Contains(steps[0].Came, demo.Username) {
		t.Fatalf("%+v, %v", steps, err)
	}
	for _, s := range steps {
		if s.Verdict != auth.Confirms || s.Row == "" {
			t.Errorf("%+v", s)
		}
	}
	b.control("faults", `{"match":{"path":"/direct_v2/inbox/"},"times":1,"http":200,"body":"{\"status\":\"ok\",\"new_form\":1}"}`)
	steps, err = walker.Walk(t.Context(), b.account)
	if err != nil || len(steps) != 3 || steps[1].Name != native.OpInbox || steps[1].Verdict != auth.Contradicts {
		t.Errorf("a network that has changed: %+v, %v", steps, err)
	}
	b.control("faults", `{"match":{"path":"/current_user/"},"times":1,"http":403,"body":"{\"status\":\"fail\",\"message\":\"login_required\"}"}`)
	steps, err = walker.Walk(t.Context(), b.account)
	if err != nil || len(steps) != 1 || steps[0].Verdict != auth.Refused {
		t.Errorf("a session that has ended: %+v, %v", steps, err)
	}
	b.control("faults", `{"match":{"path":"/current_user/"},"times":1,"http":403,"body":"{\"status\":\"fail\",\"message\":\"login_required\",\"error_type\":\"glow\"}"}`)
	steps, err = walker.Walk(t.Context(), b.account)
	if err != nil || len(steps) != 1 || steps[0].Verdict != auth.Contradicts || !strings.HasSuffix(steps[0].Came, "; unknown here: the type of error glow") {
		t.Errorf("an answer in which something is unknown: %+v, %v", steps, err)
	}
	if state, err := b.natives.State(t.Context(), b.account); err != nil || !state.Configured {
		t.Errorf("%+v, %v", state, err)
	}
}
