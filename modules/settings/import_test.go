package settings_test

import (
	"context"
	"strings"
	"testing"

	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/sandbox"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

// TestImport_InThePlaceOfAPassword: a session that is signed in elsewhere works while the network
// takes no password, and when it ends, nothing signs in by itself.
func TestImport_InThePlaceOfAPassword(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.set("needs_upgrade")
	demo := sandbox.DemoNativeUser()
	if who, err := settings.NewImports(b.natives).Import(t.Context(), b.account, demo.WebSession); err != nil || who != demo.Username {
		t.Fatalf("%q, %v", who, err)
	}
	state, err := b.natives.State(t.Context(), b.account)
	if err != nil || !state.Configured || !state.HasSession || *state.SNUsername != demo.Username {
		t.Errorf("%+v, %v", state, err)
	}
	uses := 0
	err = b.natives.InSession(t.Context(), b.account, func(ctx context.Context, s *native.Session) error {
		uses++
		_, err := b.parts.Client.Inboxes.Inbox(ctx, s, "")
		return err
	})
	if err != nil || uses != 1 {
		t.Errorf("used %d times: %v", uses, err)
	}
	ended := func(context.Context, *native.Session) error {
		return &native.Error{Op: native.OpInbox, Class: native.LoggedOut}
	}
	for range 2 {
		if err := b.natives.InSession(t.Context(), b.account, ended); apperror.CodeOf(err) != apperror.LoginFailed || !strings.Contains(err.Error(), "ended") {
			t.Errorf("a session that has ended: %v", err)
		}
	}
	if state, err := b.natives.State(t.Context(), b.account); err != nil || state.HasSession {
		t.Errorf("%+v, %v", state, err)
	}
	for text, code := range map[string]apperror.Code{"nonsense": apperror.ValidationError, "1:gone-for-long": apperror.LoginFailed} {
		if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, secrets.NewText(text)); apperror.CodeOf(err) != code || strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := settings.NewImports(b.natives).Import(t.Context(), wireid.New(), demo.WebSession); apperror.CodeOf(err) != apperror.NotFound {
		t.Errorf("an unknown account: %v", err)
	}
}

// TestOwner_OfASignIn: in live mode neither the session nor the password of a user is taken for the
// account of another one, which that user would publish for. The network is asked whose a session
// is, and not about the password.
func TestOwner_OfASignIn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	demo := sandbox.DemoNativeUser()
	b.live("somebody.else")
	_, imported := settings.NewImports(b.natives).Import(t.Context(), b.account, demo.WebSession)
	asked := false
	b.signedIn = func() { asked = true }
	_, saved := b.save()
	for way, err := range map[string]error{"session": imported, "password": saved} {
		text := messageOf(err)
		if apperror.CodeOf(err) != apperror.LoginFailed || !strings.Contains(text, "of "+demo.Username+", and the account is somebody.else") || !strings.Contains(text, "nothing was saved") {
			t.Errorf("%s: %v", way, err)
		}
	}
	if asked || b.configured() {
		t.Errorf("the network was asked: %t; configured: %t", asked, b.configured())
	}
	// The name is the same in any case of its letters.
	b.live("Sandbox.Native")
	if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, demo.WebSession); err != nil {
		t.Error(err)
	}
	if _, err := b.save(); err != nil {
		t.Error(err)
	}
}

// TestImport_KeepsTheDevice: the session of a user whom the account has already is imported on the
// same device, also after it has ended. An export that names its device has that one, and an
// account without credentials a new one.
func TestImport_KeepsTheDevice(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	demo := sandbox.DemoNativeUser()
	device := func() (id string) {
		t.Helper()
		err := b.natives.InSession(t.Context(), b.account, func(_ context.Context, s *native.Session) error {
			id = s.Device()
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	imported := func(text secrets.Text) string {
		t.Helper()
		if _, err := settings.NewImports(b.natives).Import(t.Context(), b.account, text); err != nil {
			t.Fatal(err)
		}
		return device()
	}
	b.saved()
	first := device()
	if got := imported(demo.WebSession); got != first {
		t.Errorf("after a password: %s, not %s", got, first)
	}
	ended := func(context.Context, *native.Session) error {
		return &native.Error{Op: native.OpInbox, Class: native.LoggedOut}
	}
	if err := b.natives.InSession(t.Context(), b.account, ended); apperror.CodeOf(err) != apperror.LoginFailed {
		t.Fatal(err)
	}
	if got := imported(demo.WebSession); got != first {
		t.Errorf("after its end: %s, not %s", got, first)
	}
	const own = "11111111-2222-4333-8444-555555555555"
	if got := imported(secrets.NewText(`{"uuids":{"uuid":"` + own + `"},"cookies":{"sessionid":"` + demo.WebSession.Reveal() + `"}}`)); got != own {
		t.Errorf("an export: %s, not its own", got)
	}
	if _, err := b.db.ExecContext(t.Context(), "DELETE FROM native_credentials"); err != nil {
		t.Fatal(err)
	}
	if got := imported(demo.WebSession); got == own || got == first {
		t.Errorf("nobody's device is used: %s", got)
	}
}
