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
