package settings_test

import (
	"testing"
	"time"

	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/native"
)

// TestSecondFactor: a password that needs a second factor is refused, as v1 says, and its sign-in
// waits: a code that was asked for signs in, the third wrong one ends it, and so do ten minutes.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.set("two_factor")
	signIns := settings.NewSignIns(b.natives)
	prove := func(by native.Proof, code string) apperror.Code {
		return apperror.CodeOf(signIns.Prove(t.Context(), b.account, by, code))
	}
	begin := func() {
		t.Helper()
		if _, err := b.save(); apperror.CodeOf(err) != apperror.TwoFactorRequired {
			t.Fatal(err)
		}
	}
	awaited := func() bool {
		t.Helper()
		got, err := settings.NewSecondFactors(signIns).State(t.Context(), b.account)
		if err != nil {
			t.Fatal(err)
		}
		state, err := b.natives.State(t.Context(), b.account)
		if err != nil || state.ChallengeState != nil {
			t.Errorf("v1 says %v, %v", state.ChallengeState, err)
		}
		if got.IsAwaited && (!got.ByApp || !got.BySMS || *got.Phone != "+1 *** ***-**-09" || got.Until.Time().Sub(b.clock.Now()) > 10*time.Minute) {
			t.Errorf("got %+v", got)
		}
		return got.IsAwaited
	}
	if awaited() || prove(native.ByApp, "004711") != apperror.NoActiveSession {
		t.Error("a code is awaited before the password")
	}
	begin()
	for i, want := range []bool{true, true, false} {
		if got := prove(native.BySMS, "004711"); got != apperror.InvalidCode || awaited() != want {
			t.Errorf("wrong code %d: %s, awaited %t", i, got, awaited())
		}
	}
	begin()
	b.clock.Advance(11 * time.Minute)
	if awaited() || b.configured() {
		t.Error("it waits after ten minutes")
	}
	begin()
	if err := signIns.SendSMS(t.Context(), b.account); err != nil || !awaited() {
		t.Fatal(err)
	}
	if got := prove(native.BySMS, "004711"); got != "" || !b.configured() || awaited() {
		t.Errorf("got %s", got)
	}
	if err := b.natives.Forget(t.Context(), b.account); err != nil {
		t.Fatal(err)
	}
	// The device that was trusted is forgotten with it.
	begin()
	if err := b.natives.Forget(t.Context(), b.account); err != nil || awaited() {
		t.Errorf("it waits after it was forgotten, %v", err)
	}
}
