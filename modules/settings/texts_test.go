package settings_test

import (
	"context"
	"strings"
	"testing"

	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/sandbox"
)

// wantAdvice holds what a text about a login says to do against what is known: it names a session
// before it asks for a password, and never has anybody weaken the account.
func wantAdvice(t *testing.T, name string, err error, says ...string) {
	t.Helper()
	text := messageOf(err)
	session := strings.Index(text, "crier accounts session")
	for _, other := range []string{"save the native-story credentials", "try again", "update Crier", "snPassword"} {
		if at := strings.Index(text, other); session < 0 || at >= 0 && at < session {
			t.Errorf("%s: a session does not come before %q: %s", name, other, text)
		}
	}
	for _, piece := range says {
		if !strings.Contains(text, piece) {
			t.Errorf("%s: nothing of %q: %s", name, piece, text)
		}
	}
	for _, piece := range []string{"turn it off", "any more"} {
		if strings.Contains(text, piece) {
			t.Errorf("%s says %q: %s", name, piece, text)
		}
	}
}

func messageOf(err error) string {
	if known := apperror.From(err); known != nil {
		return known.Message
	}
	return ""
}

// loginTexts are the ways in which the sandbox refuses a login, and what the texts about them say.
// The source of what is known is instagrapi's issues 2219, 2732 and 2766 (bad_password for right
// passwords), 2773 and 2791 (needs_upgrade) and its pull request 2720 (manual), read 2026-11-22.
func loginTexts() map[string][]string {
	return map[string][]string{
		"bad_password":       {"right passwords", "own app"},
		"bad_password_email": {"right passwords", "own app"},
		"two_factor":         {"two-factor", "no code", "storyMentions"},
		"needs_upgrade":      {native.AppVersion, "no password"},
		"challenge_manual":   {"own app", "do what it asks"},
	}
}

// TestTexts_OfASave: what a refused login says to do, and that nothing was saved.
func TestTexts_OfASave(t *testing.T) {
	t.Parallel()
	for way, says := range loginTexts() {
		b := newBench(t)
		b.set(way)
		_, err := b.save()
		wantAdvice(t, way, err, append(says, "nothing was saved")...)
	}
}

// TestTexts_OfARenewal: the session has ended and its saved password is refused. Nobody says that
// the password has changed, which nobody knows, and nothing was to be saved.
func TestTexts_OfARenewal(t *testing.T) {
	t.Parallel()
	for way, says := range loginTexts() {
		b := newBench(t)
		b.saved()
		b.set(way)
		for _, time := range []string{"first", "again"} {
			err := b.inbox()
			if time == "again" && way != "two_factor" {
				says = []string{"the session has ended", "own app", "save the native-story credentials again"}
			}
			wantAdvice(t, way+", "+time, err, append(says, "the session has ended")...)
			if text := messageOf(err); strings.Contains(text, "nothing was saved") {
				t.Errorf("%s says %s", way, text)
			}
		}
	}
}

// TestTexts_OfARenewalThatWaits: a renewal may wait for a code, for the network, or for another
// session, and says so.
func TestTexts_OfARenewalThatWaits(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.saved()
	b.set("challenge_email")
	for range 2 {
		wantAdvice(t, "a code", b.inbox(), "a code", "submit it")
	}
	b.set("ok")
	b.saved()
	b.set("ok")
	url := b.url
	b.url = "http://127.0.0.1:1"
	ended := func(context.Context, *native.Session) error {
		return &native.Error{Op: native.OpInbox, Class: native.LoggedOut}
	}
	if text := messageOf(b.natives.InSession(t.Context(), b.account, ended)); !strings.Contains(text, "the session has ended") ||
		!strings.Contains(text, "internet connection") || strings.Contains(text, "saved") {
		t.Errorf("away: %s", text)
	}
	b.url = url
	b.control("faults", `{"match":{"path":"/accounts/login/"},"times":1,"http":502,"body":"<html>"}`)
	if text := messageOf(b.inbox()); !strings.Contains(text, "the session has ended") || strings.Contains(text, "saved") {
		t.Errorf("no answer: %s", text)
	}
}

// TestTexts_OfAnImport: the refusal of an imported session speaks of no password, because there was
// none.
func TestTexts_OfAnImport(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	demo := sandbox.DemoNativeUser()
	for name, c := range map[string]struct{ answer, says string }{
		"too old":    {`{\"message\":\"x\",\"error_type\":\"needs_upgrade\",\"status\":\"fail\"}`, native.AppVersion},
		"a password": {`{\"message\":\"x\",\"error_type\":\"bad_password\",\"status\":\"fail\"}`, "refuses this session"},
		"two factor": {`{\"message\":\"x\",\"two_factor_required\":true,\"status\":\"fail\"}`, "refuses this session"},
		"manual":     {`{\"message\":\"checkpoint_required\",\"status\":\"fail\"}`, "own app"},
		"new":        {`{\"message\":\"glow_required\",\"status\":\"fail\"}`, "refuses this session (glow_required); nothing"},
		"no answer":  {`<html>`, "no answer"},
	} {
		b.control("faults", `{"match":{"path":"/current_user/"},"times":1,"http":400,"body":"`+c.answer+`"}`)
		_, err := settings.NewImports(b.natives).Import(t.Context(), b.account, demo.WebSession)
		text := messageOf(err)
		if !strings.Contains(text, c.says) || !strings.Contains(text, "nothing was saved") || strings.Contains(text, "password") || strings.Contains(text, "credentials") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, demo.WebSession); err != nil {
		t.Fatal(err)
	}
	ended := func(context.Context, *native.Session) error {
		return &native.Error{Op: native.OpInbox, Class: native.LoggedOut}
	}
	for range 2 {
		if text := messageOf(b.natives.InSession(t.Context(), b.account, ended)); !strings.Contains(text, "import another one (crier accounts session)") {
			t.Errorf("an imported session that has ended: %s", text)
		}
	}
}

// TestTexts_WithoutCredentials: the text says that a session can be what is missing.
func TestTexts_WithoutCredentials(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	wantAdvice(t, "without credentials", b.inbox(), "POST /settings/private-api-credentials")
}
