package settings

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/httpclient"
	"crier/platform/native"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

const (
	// nativeRow says how Crier knows the app API's answers, which are not documented.
	nativeRow = "%s: what clients of others take for it (instagrapi 2.18.17, instagram-private-api 1.46.1; read 2026-11-22)"
	// versionRow is the row about the version that Crier claims to be.
	versionRow = native.OpManifest + ": no version is later than " + native.AppVersion + ", which instagrapi has sent since 2026-09-12"
)

// walker makes all the calls of the app API that only read, with an account's session. It changes
// nothing.
type walker struct {
	natives *Natives
	logins  *native.Logins
	inboxes *native.Inboxes
	stories *native.Stories
}

func newWalker(n *Natives) *walker {
	return &walker{n, n.client.Logins, n.client.Inboxes, n.client.Stories}
}

type walkSessionInput struct {
	AccountID wireid.ID `path:"accountId" doc:"The account."`
}

func (w *walker) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "walkNativeSession", Method: http.MethodPost, Path: "/accounts/{accountId}/native-session/walk", Tags: []string{tag},
		Summary: "Hold the app API's answers against what is known of it",
		Description: "Asks the network who is signed in, and reads the inbox, the requests and the account's own stories, by the session that is " +
			"there. It does not sign in, also when the session has ended. Where a version manifest is set, it is read too.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound, apperror.CredentialsNotConfigured)),
	}, func(ctx context.Context, in *walkSessionInput) (*httpapi.Output[auth.AccountWalk], error) {
		steps, err := w.Walk(ctx, in.AccountID)
		return httpapi.Answer(auth.AccountWalk{Steps: steps}, err)
	})
}

// Walk makes the calls and returns the result of each. It stops after an answer that says that the
// account must be left alone. It returns NOT_FOUND, and CREDENTIALS_NOT_CONFIGURED without a
// session.
func (w *walker) Walk(ctx context.Context, account wireid.ID) ([]auth.WalkStep, error) {
	n := w.natives
	leave, err := n.turn(ctx, account)
	if err != nil {
		return nil, err
	}
	defer leave()
	row, err := n.credentials(ctx, account)
	if err != nil {
		return nil, err
	}
	if row == nil {
		return nil, noSession()
	}
	session := n.open(row)
	if !session.SignedIn() {
		return nil, noSession()
	}
	steps := append(w.walkSession(ctx, &session), w.walkManifest(ctx)...)
	return steps, n.store(context.WithoutCancel(ctx), row, session)
}

func noSession() error {
	return apperror.New(apperror.CredentialsNotConfigured, "the account has no session of the app API that is signed in; import one (crier accounts session)")
}

func (w *walker) walkSession(ctx context.Context, s *native.Session) (steps []auth.WalkStep) {
	unknown := ""
	ctx = httpclient.WithObserver(ctx, func(u httpclient.Unknown) { unknown = u.What })
	for _, call := range []struct {
		op   string
		read func() (string, error)
	}{
		{native.OpWho, func() (string, error) {
			who, err := w.logins.CurrentUser(ctx, s)
			return "signed in as " + who.Username, err
		}},
		{native.OpInbox, func() (string, error) {
			inbox, err := w.inboxes.Inbox(ctx, s, "")
			return fmt.Sprintf("%d threads", len(inbox.Threads)), err
		}},
		{native.OpPending, func() (string, error) {
			inbox, err := w.inboxes.PendingInbox(ctx, s, "")
			return fmt.Sprintf("%d threads", len(inbox.Threads)), err
		}},
		{native.OpStories, func() (string, error) {
			own, err := w.stories.OwnStories(ctx, s)
			return fmt.Sprintf("%d stories", len(own)), err
		}},
	} {
		unknown = ""
		came, err := call.read()
		step := judge(call.op, came, err)
		if unknown != "" && step.Verdict != auth.Contradicts {
			step.Came, step.Verdict = step.Came+"; unknown here: "+unknown, auth.Contradicts
		}
		steps = append(steps, step)
		if err != nil && native.ClassOf(err).Stops() {
			break
		}
	}
	return steps
}

// walkManifest reads the version manifest, if one is configured. A version later than the one that
// Crier claims to be contradicts what Crier was built on, although the network may still accept it.
func (w *walker) walkManifest(ctx context.Context) []auth.WalkStep {
	address := w.natives.versions.address()
	if address == "" {
		return nil
	}
	latest, err := w.natives.versions.manifests.LatestVersion(ctx, address)
	step := judge(native.OpManifest, latest+" is the newest", err)
	step.Expected, step.Row = "HTTP 200 with a version that is no later than Crier's", versionRow
	if errors.Is(err, native.ErrMalformed) || err == nil && native.IsOlder(native.AppVersion, latest) {
		step.Verdict = auth.Contradicts
	}
	return []auth.WalkStep{step}
}

// judge says what the result of a call means for what is known.
func judge(op, came string, err error) auth.WalkStep {
	step := auth.WalkStep{
		Name: op, Expected: "HTTP 200 in the known form", Came: "HTTP 200, " + came, Row: fmt.Sprintf(nativeRow, op), Verdict: auth.Confirms,
	}
	if err == nil {
		return step
	}
	step.Came, step.Verdict = err.Error(), auth.Refused
	switch e, ok := errors.AsType[*native.Error](err); {
	case ok && e.HTTPStatus != 0 && (errors.Is(err, native.ErrMalformed) || e.Class == native.Refused):
		step.Verdict = auth.Contradicts
	case !ok || e.HTTPStatus == 0:
		step.Verdict = auth.Unreached
	}
	return step
}
