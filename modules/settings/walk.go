package settings

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/clock"
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

// walker makes all the calls of the app API that only read, with an account's session and with the
// pauses between them that all such calls have. It changes nothing.
type walker struct {
	natives *Natives
	pace    *Pace
	logins  *native.Logins
	inboxes *native.Inboxes
	stories *native.Stories
}

func newWalker(n *Natives, p *Pace) *walker {
	return &walker{n, p, n.client.Logins, n.client.Inboxes, n.client.Stories}
}

type walkSessionInput struct {
	AccountID wireid.ID `path:"accountId" doc:"The account."`
}

func (w *walker) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "walkNativeSession", Method: http.MethodPost, Path: "/accounts/{accountId}/native-session/walk", Tags: []string{tag},
		Summary: "Hold the app API's answers against what is known of it",
		Description: "Asks the network who is signed in, and reads the inbox, the requests, the older messages of a conversation if the inbox shows one " +
			"that has some, and the account's own stories, by the session that is there, with pauses between the calls, so that it takes some seconds. " +
			"It does not sign in, also when the session has ended. Where a version manifest is set, it is read too.",
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
	if err := w.inSession(ctx, account, func(*native.Session) {}); err != nil {
		return nil, err
	}
	steps, err := w.walkSession(ctx, account)
	if err != nil {
		return nil, err
	}
	return append(steps, w.walkManifest(ctx)...), nil
}

// inSession runs f in the session that is there, and stores what f makes of it. Each call of the
// walk is one f, so that a story of the user's own does not wait for the pauses.
func (w *walker) inSession(ctx context.Context, account wireid.ID, f func(s *native.Session)) error {
	n := w.natives
	leave, err := n.turn(ctx, account)
	if err != nil {
		return err
	}
	defer leave()
	row, err := n.credentials(ctx, account)
	if err != nil {
		return err
	}
	if row == nil {
		return noSession()
	}
	session := n.open(row)
	if !session.SignedIn() {
		return noSession()
	}
	f(&session)
	return n.store(context.WithoutCancel(ctx), row, session)
}

func noSession() error {
	return apperror.New(apperror.CredentialsNotConfigured, "the account has no session of the app API that is signed in; import one (crier accounts session)")
}

// read is one call of a walk. It returns what came, in a few words.
type read struct {
	op   string
	call func(ctx context.Context, s *native.Session) (string, error)
}

func (w *walker) walkSession(ctx context.Context, account wireid.ID) (steps []auth.WalkStep, err error) {
	var long native.Thread
	for _, r := range []read{
		{native.OpWho, func(ctx context.Context, s *native.Session) (string, error) {
			who, err := w.logins.CurrentUser(ctx, s)
			return "signed in as " + who.Username, err
		}},
		{native.OpInbox, func(ctx context.Context, s *native.Session) (string, error) {
			inbox, err := w.inboxes.Inbox(ctx, s, "")
			for _, t := range inbox.Threads {
				if t.Older != "" {
					long = t
				}
			}
			return fmt.Sprintf("%d threads", len(inbox.Threads)), err
		}},
		{native.OpPending, func(ctx context.Context, s *native.Session) (string, error) {
			inbox, err := w.inboxes.PendingInbox(ctx, s, "")
			return fmt.Sprintf("%d threads", len(inbox.Threads)), err
		}},
		{native.OpThread, func(ctx context.Context, s *native.Session) (string, error) {
			older, err := w.inboxes.Older(ctx, s, long)
			return fmt.Sprintf("%d older messages", len(older.Items)), err
		}},
		{native.OpStories, func(ctx context.Context, s *native.Session) (string, error) {
			own, err := w.stories.OwnStories(ctx, s)
			return fmt.Sprintf("%d stories", len(own)), err
		}},
	} {
		if r.op == native.OpThread && long.Older == "" {
			continue // No conversation has older messages.
		}
		if err := clock.Sleep(ctx, w.natives.clock, w.pace.Reserve(account, rand.Float64())); err != nil {
			return nil, err
		}
		var step auth.WalkStep
		stops := false
		if err := w.inSession(ctx, account, func(s *native.Session) { step, stops = r.judged(ctx, s) }); err != nil {
			return nil, err
		}
		steps = append(steps, step)
		if stops {
			break
		}
	}
	return steps, nil
}

// judged makes the call, and says what its result means. It also says whether the account must be
// left alone after it.
func (r read) judged(ctx context.Context, s *native.Session) (step auth.WalkStep, stops bool) {
	unknown := ""
	came, err := r.call(httpclient.WithObserver(ctx, func(u httpclient.Unknown) { unknown = u.What }), s)
	step = judge(r.op, came, err)
	if unknown != "" && step.Verdict != auth.Contradicts {
		step.Came, step.Verdict = step.Came+"; unknown here: "+unknown, auth.Contradicts
	}
	return step, err != nil && native.ClassOf(err).Stops()
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
