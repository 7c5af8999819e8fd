package auth

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"crier/platform/apperror"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// storePending stores an unfinished login under a text that nobody can guess, and returns until
// when.
func (o *oauth) storePending(ctx context.Context, state string, p pending) (expires wiretime.Time, err error) {
	plain, err := json.Marshal(p)
	if err != nil {
		return expires, err
	}
	p.remember()
	s := o.accounts
	row := &pendingLogin{
		Hash: hashOf(state), Network: s.network, Sealed: s.box.Seal(secrets.NewText(string(plain)), pendingRecord(hashOf(state))),
		ExpiresAt: wiretime.Of(s.now().Time().Add(pendingLifetime)),
	}
	return row.ExpiresAt, insertPending(ctx, s.db, row)
}

// takePending uses the text up and returns the state that it identifies.
func (o *oauth) takePending(ctx context.Context, state string) (p pending, err error) {
	s := o.accounts
	if len(state) > maxCodeLength {
		return p, unknownState()
	}
	hash := hashOf(state)
	var sealed []byte
	err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		sealed, err = deletePending(ctx, tx, s.network, hash, s.now())
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return p, unknownState()
	}
	if err != nil {
		return p, err
	}
	plain, err := s.box.Open(sealed, pendingRecord(hash))
	if err != nil {
		return p, err
	}
	err = json.Unmarshal([]byte(plain.Reveal()), &p)
	p.remember()
	return p, err
}

// remember hides the login's secrets in every text, but not the whole document that is sealed.
func (p pending) remember() {
	secrets.Remember(secrets.NewText(p.AppSecret))
	secrets.Remember(secrets.NewText(p.Code))
	secrets.Remember(secrets.NewText(p.UserToken))
}

func pendingRecord(hash string) string { return "pending-login:" + hash }

func unknownState() error {
	return apperror.New(apperror.ValidationError, "this login was not begun here, has been finished before, or is older than an hour; begin it again")
}

// rememberApp stores the app of a login.
func rememberApp(ctx context.Context, s *Service, p pending) error {
	return upsertApp(ctx, s.db, &loginApp{
		Network: s.network, Login: p.Login, AppID: p.AppID, RedirectURI: p.RedirectURI, UpdatedAt: s.now(),
		SealedSecret: s.box.Seal(secrets.NewText(p.AppSecret), appRecord(p.Login, p.AppID)),
	})
}

// rememberedApp returns the app that was stored for a login.
func rememberedApp(ctx context.Context, s *Service, login LoginMethod) (pending, error) {
	row, err := selectApp(ctx, s.db, s.network, login)
	if errors.Is(err, sql.ErrNoRows) {
		return pending{}, apperror.New(apperror.ValidationError, "no app is remembered for the %s login; give appId and appSecret", login)
	}
	if err != nil {
		return pending{}, err
	}
	secret, err := s.box.Open(row.SealedSecret, appRecord(login, row.AppID))
	return pending{Login: login, AppID: row.AppID, AppSecret: secret.Reveal(), RedirectURI: row.RedirectURI}, err
}

func appRecord(login LoginMethod, appID string) string {
	return "login-app:" + string(login) + ":" + appID
}
