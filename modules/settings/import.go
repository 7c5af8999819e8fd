package settings

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/native"
	"crier/platform/secrets"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// ImportedSession is the answer of POST /api/accounts/{accountId}/native-session.
type ImportedSession struct {
	SNUsername     string  `json:"snUsername" doc:"Who is signed in, as the network says." example:"sandbox.native"`
	Message        string  `json:"message" doc:"What happened, for people." example:"The session of sandbox.native is saved."`
	VersionWarning *string `json:"versionWarning" doc:"A warning when Crier speaks as an outdated version of the network's app; else null."`
}

type importSessionInput struct {
	AccountID wireid.ID `path:"accountId" doc:"The account that the session is for."`
	Body      struct {
		Session string `json:"session" minLength:"1" maxLength:"131072" format:"password" doc:"The cookie sessionid, a line of cookies, or a session that another program has exported as JSON." example:"SANDBOX-session"`
	}
}

// imports saves sessions that are signed in elsewhere as credentials.
type imports struct{ natives *Natives }

func newImports(n *Natives) *imports { return &imports{n} }

func (i *imports) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "importNativeSession", Method: http.MethodPost, Path: "/accounts/{accountId}/native-session", Tags: []string{tag},
		Summary: "Import a session of the network's app API",
		Description: "Saves a session that is signed in elsewhere, in the place of a sign-in with a password: the network is asked whose " +
			"it is, and nothing else. When it ends, another one has to be imported.",
		Security: httpapi.CookieOnly(),
		Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.NotFound, apperror.LoginFailed, apperror.LoginRateLimited, apperror.TwoFactorRequired)),
	}, i.importSession)
}

func (i *imports) importSession(ctx context.Context, in *importSessionInput) (*httpapi.Output[ImportedSession], error) {
	who, err := i.Import(ctx, in.AccountID, secrets.NewText(in.Body.Session))
	if err != nil {
		return nil, err
	}
	out := &httpapi.Output[ImportedSession]{Body: ImportedSession{SNUsername: who, Message: "The session of " + who + " is saved."}}
	if out.Body.VersionWarning, err = i.natives.versions.Warning(ctx); err != nil {
		i.natives.log.Error("settings: judge the version of the network's app", "error", err)
	}
	return out, nil
}

// Import saves a session that is signed in elsewhere, once the network has said whose it is, and
// returns that username. It returns NOT_FOUND, VALIDATION_ERROR for an invalid session,
// LOGIN_FAILED for the session of a user who is not the account's, and what Save returns.
func (i *imports) Import(ctx context.Context, account wireid.ID, text secrets.Text) (username string, err error) {
	n := i.natives
	leave, err := n.turn(ctx, account)
	if err != nil {
		return "", err
	}
	defer leave()
	session, err := i.read(ctx, account, text)
	if err != nil {
		return "", err
	}
	who, err := n.client.Logins.CurrentUser(ctx, &session)
	if native.ClassOf(err) == native.LoggedOut {
		return "", apperror.Wrap(apperror.LoginFailed, err, "the network does not take this session any more; nothing was saved. Sign in where it is from, and export it again")
	}
	if err != nil {
		return "", n.logins.refusal(account, importing, err)
	}
	if err := n.checkOwner(ctx, account, who.Username); err != nil {
		return "", err
	}
	n.logins.dropWaiting(account)
	return who.Username, n.save(ctx, account, who.Username, secrets.Text{}, session)
}

// read returns the session of the text, on the device that its user has already for the
// account, because the network challenges each new one. A session that another program has exported
// brings its own device.
func (i *imports) read(ctx context.Context, account wireid.ID, text secrets.Text) (native.Session, error) {
	session, err := native.Import(native.NewSession(), text)
	if err != nil {
		return native.Session{}, apperror.New(apperror.ValidationError, "body.session: %s", err.Error())
	}
	row, err := i.natives.credentials(ctx, account)
	if err != nil || row == nil {
		return session, err
	}
	if saved := i.natives.open(row); saved.UserID() == session.UserID() {
		return native.Import(saved, text)
	}
	return session, nil
}
