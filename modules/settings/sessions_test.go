package settings_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"crier/modules/settings"
	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/wireid"
)

// inbox reads the inbox with the account's session.
func (b *bench) inbox() error {
	return b.natives.InSession(b.t.Context(), b.account, func(ctx context.Context, s *native.Session) error {
		_, err := b.parts.Client.Inboxes.Inbox(ctx, s, "")
		return err
	})
}

func (b *bench) saved() {
	b.t.Helper()
	if contact, err := b.save(); err != nil || contact != nil {
		b.t.Fatal(contact, err)
	}
}

func (b *bench) logins() func() int {
	n := 0
	b.signedIn = func() { n++ }
	return func() int { return n }
}

func wantCode(t *testing.T, err error, code apperror.Code) {
	t.Helper()
	if apperror.CodeOf(err) != code {
		t.Errorf("got %v, want %s", err, code)
	}
}

func TestUse_NeedsCredentials(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	wantCode(t, b.inbox(), apperror.CredentialsNotConfigured)
	b.account = wireid.New()
	wantCode(t, b.inbox(), apperror.NotFound)
}

func TestUse_KeepsTheSession(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.saved()
	logins := b.logins()
	var device string
	err := b.natives.InSession(t.Context(), b.account, func(ctx context.Context, s *native.Session) error {
		device = s.Device()
		_, err := b.parts.Client.Inboxes.Inbox(ctx, s, "")
		return err
	})
	if err != nil || logins() != 0 {
		t.Errorf("%v, %d logins", err, logins())
	}
	b.clock.Advance(24 * time.Hour)
	b.set("ok") // Ends the session.
	if err := b.inbox(); err != nil || logins() != 1 {
		t.Errorf("renewed: %v, %d logins", err, logins())
	}
	state, err := b.natives.State(t.Context(), b.account)
	if err != nil || !state.HasSession || !state.LastLoginAt.Time().Equal(b.clock.Now()) {
		t.Errorf("%+v, %v", state, err)
	}
	err = b.natives.InSession(t.Context(), b.account, func(ctx context.Context, s *native.Session) error {
		if s.Device() != device {
			t.Error("it is another device")
		}
		_, err := b.parts.Client.Inboxes.Inbox(ctx, s, "")
		return err
	})
	if err != nil || logins() != 1 {
		t.Errorf("the new session was not kept: %v, %d logins", err, logins())
	}
}

// TestUse_RunsTwiceAtMost: a session that ends again at once is not renewed again.
func TestUse_RunsTwiceAtMost(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.saved()
	logins, runs := b.logins(), 0
	err := b.natives.InSession(t.Context(), b.account, func(context.Context, *native.Session) error {
		runs++
		return &native.Error{Op: native.OpInbox, Class: native.LoggedOut}
	})
	if native.ClassOf(err) != native.LoggedOut || runs != 2 || logins() != 1 {
		t.Errorf("%v, %d runs, %d logins", err, runs, logins())
	}
	other := errors.New("other")
	runs = 0
	if err := b.natives.InSession(t.Context(), b.account, func(context.Context, *native.Session) error { runs++; return other }); !errors.Is(err, other) || runs != 1 {
		t.Errorf("%v, %d runs", err, runs)
	}
}

// TestUse_ARefusedLoginIsNotTriedAgain: a refused login is not tried again until the user saves the
// credentials again.
func TestUse_ARefusedLoginIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	for way, want := range map[string]struct {
		code  apperror.Code
		class native.Class
		tries int
	}{
		"bad_password":    {apperror.LoginFailed, native.BadCredentials, 1},
		"two_factor":      {apperror.TwoFactorRequired, native.TwoFactor, 1},
		"challenge_email": {apperror.LoginFailed, native.ChallengeRequired, 1},
		"rate_limit":      {apperror.LoginRateLimited, native.RateLimited, 3},
	} {
		b := newBench(t)
		b.saved()
		b.set(way)
		logins := b.logins()
		err := b.inbox()
		wantCode(t, err, want.code)
		if native.ClassOf(err) != want.class {
			t.Errorf("%s: %v", way, err)
		}
		if text := err.Error(); way == "bad_password" && (!strings.Contains(text, "save the native-story credentials again") || strings.Contains(text, "nothing was saved")) {
			t.Errorf("%s says %s", way, text)
		}
		for range 2 {
			wantCode(t, b.inbox(), want.code)
		}
		if logins() != want.tries {
			t.Errorf("%s: %d logins", way, logins())
		}
		b.natives = b.again()
		wantCode(t, b.inbox(), want.code)
		if state, err := b.natives.State(t.Context(), b.account); err != nil || !state.Configured || state.HasSession != (way == "rate_limit") {
			t.Errorf("%s: %+v, %v", way, state, err)
		}
		b.set("ok")
		b.saved()
		if err := b.inbox(); err != nil {
			t.Errorf("%s, saved again: %v", way, err)
		}
	}
}

// TestUse_TheCodeOfAChallengeMendsIt: the code of a challenge that came unasked makes the session
// work again.
func TestUse_TheCodeOfAChallengeMendsIt(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.saved()
	b.set("challenge_email")
	wantCode(t, b.inbox(), apperror.LoginFailed)
	state, err := b.natives.State(t.Context(), b.account)
	if err != nil || state.ChallengeState == nil || state.HasSession {
		t.Errorf("%+v, %v", state, err)
	}
	if err := settings.NewSignIns(b.natives).Answer(t.Context(), b.account, "004711"); err != nil {
		t.Fatal(err)
	}
	if err := b.inbox(); err != nil {
		t.Error(err)
	}
}

// TestUse_TheNetworkIsAway: an unreachable network says nothing about the login, which is tried
// again.
func TestUse_TheNetworkIsAway(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.saved()
	b.set("ok")
	url := b.url
	b.url = "http://127.0.0.1:1"
	if err := b.inbox(); native.ClassOf(err) != native.Transport {
		t.Errorf("got %v", err)
	}
	b.url = url
	if err := b.inbox(); err != nil {
		t.Error(err)
	}
}

func TestUse_OneAtATime(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.saved()
	inside := 0
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			err := b.natives.InSession(t.Context(), b.account, func(ctx context.Context, s *native.Session) error {
				inside++
				defer func() { inside-- }()
				_, err := b.parts.Client.Inboxes.Inbox(ctx, s, "")
				if inside != 1 {
					t.Errorf("%d inside", inside)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestUse_ForgottenMeanwhile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.saved()
	if err := b.natives.Forget(t.Context(), b.account); err != nil {
		t.Fatal(err)
	}
	wantCode(t, b.inbox(), apperror.CredentialsNotConfigured)
}
