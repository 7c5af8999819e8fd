package settings

import (
	"context"
	"errors"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/native"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// InSession runs f with the session of the account's saved login, one f at a time for each account,
// and stores the session as f leaves it. f may run twice: when its error is of class
// native.LoggedOut, InSession signs in again on the same device, once, and calls f again. f must
// not retain the session.
//
// InSession returns what f returned; or NOT_FOUND, CREDENTIALS_NOT_CONFIGURED, LOGIN_RATE_LIMITED
// when too many logins have failed, LOGIN_FAILED and TWO_FACTOR_REQUIRED, each of the last three
// with the *native.Error of the login as its cause if there was one. After the network has refused
// a login, it tries no other until the user saves the credentials again.
func (n *Natives) InSession(
	ctx context.Context, account wireid.ID, f func(ctx context.Context, s *native.Session) error,
) error {
	leave, err := n.turn(ctx, account)
	if err != nil {
		return err
	}
	defer leave()
	row, err := n.credentials(ctx, account)
	if err != nil {
		return err
	}
	if err := n.checkUsable(row); err != nil {
		return err
	}
	return n.inSession(ctx, row, f)
}

// CheckUsable returns why nothing goes out by the account's sign-in until a person acts, as far as
// is known without the network: an error of InSession.
func (n *Natives) CheckUsable(ctx context.Context, account wireid.ID) error {
	row, err := n.credentials(ctx, account)
	if err != nil {
		return err
	}
	return n.checkUsable(row)
}

func (n *Natives) checkUsable(row *nativeCredentials) error {
	if row == nil {
		return apperror.New(apperror.CredentialsNotConfigured, "there are no native-story credentials of this account, and this goes out by their sign-in. "+
			importSession+", or save a username and a password with POST /settings/private-api-credentials; then try again")
	}
	if row.LoginRefused != nil {
		return n.refusedBefore(row)
	}
	return nil
}

// Use is InSession for an f that publishes stories: it also passes the client.
func (n *Natives) Use(
	ctx context.Context, account wireid.ID,
	f func(ctx context.Context, client *native.Client, s *native.Session) error,
) error {
	return n.InSession(ctx, account, func(ctx context.Context, s *native.Session) error {
		return f(ctx, n.client, s)
	})
}

func (n *Natives) inSession(
	ctx context.Context, row *nativeCredentials, f func(context.Context, *native.Session) error,
) error {
	session, renewed := n.open(row), false
	if !session.SignedIn() {
		if err := n.renew(ctx, row, &session); err != nil {
			return err
		}
		renewed = true
	}
	err := f(ctx, &session)
	if native.ClassOf(err) == native.LoggedOut && !renewed {
		if err := n.renew(ctx, row, &session); err != nil {
			return err
		}
		err = f(ctx, &session)
	}
	// The state of the session is stored even if the caller has gone.
	if stored := n.store(context.WithoutCancel(ctx), row, session); stored != nil {
		return errors.Join(err, stored)
	}
	return err
}

// refusedBefore is the error while no login is tried because an earlier one was refused.
func (n *Natives) refusedBefore(row *nativeCredentials) error {
	password, err := n.box.Open(row.SealedPassword, passwordRecord(row.AccountID))
	switch {
	case n.logins.challenges.has(row.AccountID):
		return apperror.New(apperror.LoginFailed, waitsForCode)
	case err == nil && password.IsEmpty():
		return apperror.New(apperror.LoginFailed, importedEnded)
	case *row.LoginRefused == apperror.TwoFactorRequired:
		return apperror.New(apperror.TwoFactorRequired, hasEnded+twoFactor+". "+twoFactorAdvice)
	}
	return apperror.New(apperror.LoginFailed, hasEnded+"the network has refused a new sign-in with the saved password; Crier does not try that again by itself. "+
		importSession+"; or sign in to the network's own app as this user, do what it asks there, then "+saveAgain)
}

// renew signs in again, on the device of the session, with the saved password.
func (n *Natives) renew(ctx context.Context, row *nativeCredentials, session *native.Session) error {
	account := row.AccountID
	if n.logins.challenges.has(account) {
		return apperror.New(apperror.LoginFailed, waitsForCode)
	}
	if wait := n.logins.tries.wait(account); wait > 0 {
		return apperror.New(apperror.LoginRateLimited, "too many logins of this account have failed; the next is possible in %s", inMinutes(wait))
	}
	password, err := n.box.Open(row.SealedPassword, passwordRecord(account))
	if err != nil {
		return apperror.Wrap(apperror.LoginFailed, err, hasEnded+"the saved password cannot be read. "+importSession+", or "+saveAgain)
	}
	if password.IsEmpty() {
		ended := apperror.New(apperror.LoginFailed, importedEnded)
		return errors.Join(ended, n.markRefused(context.WithoutCancel(ctx), row, apperror.LoginFailed))
	}
	l := login{attempt: n.client.Logins.Begin(*session, row.Username, password), username: row.Username, password: password}
	contact, err := l.attempt.Login(ctx)
	n.logins.tries.used(account, row.Username, l.attempt.Session())
	if err == nil && contact == nil {
		*session = l.attempt.Session()
		n.logins.tries.succeeded(account)
		n.log.Info("native login renewed", "account", account)
		return n.storeLogin(context.WithoutCancel(ctx), row, *session)
	}
	if contact != nil {
		return n.challengedAgain(context.WithoutCancel(ctx), row, l)
	}
	refused := n.logins.refusal(account, renewing, err)
	class := native.ClassOf(err)
	if class == native.Transport || class == native.RateLimited {
		return refused
	}
	return errors.Join(refused, n.markRefused(context.WithoutCancel(ctx), row, apperror.CodeOf(refused)))
}

// challengedAgain stores a login for which the network has sent the user a code without being
// asked.
func (n *Natives) challengedAgain(ctx context.Context, row *nativeCredentials, l login) error {
	cause := &native.Error{Op: native.OpLogin, Class: native.ChallengeRequired, Message: "a code was sent"}
	n.log.Warn("native session ended, the network wants a code", "account", row.AccountID)
	if err := errors.Join(n.logins.await(ctx, n.logins.challenges, row.AccountID, l), n.markRefused(ctx, row, apperror.LoginFailed)); err != nil {
		return err
	}
	return apperror.Wrap(apperror.LoginFailed, cause, waitsForCode)
}

// store stores the session as the calls have left it.
func (n *Natives) store(ctx context.Context, row *nativeCredentials, session native.Session) error {
	before, err := n.open(row).Export()
	if err != nil {
		return err
	}
	after, err := session.Export()
	if err != nil || after.Reveal() == before.Reveal() {
		return err
	}
	return n.writeSession(ctx, row, after)
}

func (n *Natives) storeLogin(ctx context.Context, row *nativeCredentials, session native.Session) error {
	exported, err := session.Export()
	if err != nil {
		return err
	}
	row.LastLoginAt = n.now()
	return n.writeSession(ctx, row, exported)
}

func (n *Natives) writeSession(ctx context.Context, row *nativeCredentials, exported secrets.Text) error {
	row.SealedSession = n.box.Seal(exported, sessionRecord(row.AccountID))
	row.UpdatedAt = n.now()
	return n.update(ctx, row)
}

// markRefused makes sure that no login is tried until the user starts one.
func (n *Natives) markRefused(ctx context.Context, row *nativeCredentials, code apperror.Code) error {
	row.LoginRefused, row.UpdatedAt = &code, n.now()
	return n.update(ctx, row)
}

func (n *Natives) update(ctx context.Context, row *nativeCredentials) error {
	if err := n.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return updateSession(ctx, tx, row) }); err != nil {
		return fmt.Errorf("store the native session: %w", err)
	}
	return nil
}
