package settings

import (
	"context"
	"errors"

	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/secrets"
	"crier/platform/wireid"
)

// signIns sign users in to the network, and save the credentials that worked.
type signIns struct{ natives *Natives }

// NewSignIns returns the sign-ins of credentials.
func NewSignIns(n *Natives) *signIns { return &signIns{n} }

// Save signs in to the network as a test, and saves the credentials with the session when that
// works. When the network asks for a code first, it returns where the code was sent and saves
// nothing; Answer continues. It returns NOT_FOUND, LOGIN_FAILED, TWO_FACTOR_REQUIRED or
// LOGIN_RATE_LIMITED. The network is not asked about a user who is not the account's, which is
// LOGIN_FAILED.
func (s *signIns) Save(ctx context.Context, account wireid.ID, username string, password secrets.Text) (*native.Contact, error) {
	leave, err := s.natives.turn(ctx, account)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := s.natives.checkOwner(ctx, account, username); err != nil {
		return nil, err
	}
	if wait := s.natives.logins.tries.wait(account); wait > 0 {
		return nil, apperror.New(apperror.LoginRateLimited, "too many logins of this account have failed; try again in %s", inMinutes(wait))
	}
	device, err := s.device(ctx, account, username)
	if err != nil {
		return nil, err
	}
	s.natives.logins.dropWaiting(account)
	l := login{attempt: s.natives.client.Logins.Begin(device, username, password), username: username, password: password}
	contact, err := l.attempt.Login(ctx)
	s.natives.logins.tries.used(account, username, l.attempt.Session())
	if err != nil {
		refused := s.natives.logins.refusal(account, saving, err)
		if l.attempt.SecondFactor() == nil {
			return nil, refused
		}
		return nil, errors.Join(s.natives.logins.await(context.WithoutCancel(ctx), s.natives.logins.seconds, account, l), refused)
	}
	if contact != nil {
		return contact, s.natives.logins.await(context.WithoutCancel(ctx), s.natives.logins.challenges, account, l)
	}
	return nil, s.save(ctx, account, l)
}

// device returns the device on which the user last tried to sign in for the account, or a new one,
// because the network challenges each new device.
func (s *signIns) device(ctx context.Context, account wireid.ID, username string) (native.Session, error) {
	if tried, ok := s.natives.logins.tries.device(account, username); ok {
		return tried, nil
	}
	row, err := s.natives.credentials(ctx, account)
	if err != nil || row == nil || row.Username != username {
		return native.NewSession(), err
	}
	return s.natives.open(row), nil
}

// Answer sends the code of the account's challenge to the network, and saves the credentials when
// that signs in. It returns NOT_FOUND, NO_ACTIVE_SESSION when there is no challenge, INVALID_CODE
// for a wrong code, and what Save returns.
func (s *signIns) Answer(ctx context.Context, account wireid.ID, code string) error {
	return s.goOn(ctx, account, s.natives.logins.challenges, func(l login) error { return l.attempt.Submit(ctx, code) }, true)
}

// goOn takes the next step of the login that waits for the account, which is the last one where it
// signs in.
func (s *signIns) goOn(ctx context.Context, account wireid.ID, in *challenges, step func(login) error, signsIn bool) error {
	leave, err := s.natives.turn(ctx, account)
	if err != nil {
		return err
	}
	defer leave()
	l, _, ok := in.get(account)
	if !ok {
		return noChallenge()
	}
	err = step(l)
	switch native.ClassOf(err) {
	case "":
		if signsIn {
			return s.save(ctx, account, l)
		}
		return nil
	case native.WrongCode:
		if left := in.missed(account); left > 0 {
			return apperror.New(apperror.InvalidCode, "this is not the code that the network wants; tries left: %d", left)
		}
		return apperror.New(apperror.InvalidCode, "this is not the code that the network wants, and the challenge has ended; save the credentials again for a new code")
	case native.LoggedOut:
		in.drop(account)
		return noChallenge()
	case native.Transport:
		// Nothing is known to have changed, so the same code may be submitted again.
		return s.natives.logins.refusal(account, saving, err)
	default:
		in.drop(account)
		return s.natives.logins.refusal(account, saving, err)
	}
}

func noChallenge() error {
	return apperror.New(apperror.NoActiveSession, "no challenge waits for a code; save the credentials again to get one")
}

// save stores the credentials and the session of an attempt that has signed in.
func (s *signIns) save(ctx context.Context, account wireid.ID, l login) error {
	return s.natives.save(ctx, account, l.username, l.password, l.attempt.Session())
}

// ExpireChallenges deletes the passwords of challenges that have ended.
func (s *signIns) ExpireChallenges(context.Context) error {
	s.natives.logins.challenges.purge()
	s.natives.logins.seconds.purge()
	return nil
}
