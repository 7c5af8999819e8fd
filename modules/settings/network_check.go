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

// checker makes all the calls of the app API that only read, with an account's session and with the
// pauses between them that all such calls have. It changes nothing.
type checker struct {
	natives *Natives
	pace    *Pace
	logins  *native.Logins
	inboxes *native.Inboxes
	stories *native.Stories
}

func newChecker(n *Natives, p *Pace) *checker {
	return &checker{n, p, n.client.Logins, n.client.Inboxes, n.client.Stories}
}

type checkSessionInput struct {
	AccountID wireid.ID `path:"accountId" doc:"The account."`
}

func (c *checker) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "checkNativeSession", Method: http.MethodPost, Path: "/accounts/{accountId}/native-session/check", Tags: []string{tag},
		Summary: "Hold the app API's answers against what is known of it",
		Description: "Asks the network who is signed in, and reads the inbox, the requests, the older messages of a conversation if the inbox shows one " +
			"that has some, and the account's own stories, by the session that is there, with pauses between the calls, so that it takes some seconds. " +
			"It does not sign in, also when the session has ended. Where a version manifest is set, it is read too.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(httpapi.Errors(apperror.NotFound, apperror.CredentialsNotConfigured)),
	}, func(ctx context.Context, in *checkSessionInput) (*httpapi.Output[auth.AccountCheck], error) {
		steps, err := c.Check(ctx, in.AccountID)
		return httpapi.Answer(auth.AccountCheck{Steps: steps}, err)
	})
}

// Check makes the calls and returns the result of each. It stops after an answer that says that the
// account must be left alone. It returns NOT_FOUND, and CREDENTIALS_NOT_CONFIGURED without a
// session.
func (c *checker) Check(ctx context.Context, account wireid.ID) ([]auth.CheckStep, error) {
	if err := c.inSession(ctx, account, func(*native.Session) {}); err != nil {
		return nil, err
	}
	steps, err := c.checkSession(ctx, account)
	if err != nil {
		return nil, err
	}
	return append(steps, c.checkManifest(ctx)...), nil
}

// inSession runs f in the session that is there, and stores what f makes of it. Each call of the
// check is one f, so that a story of the user's own does not wait for the pauses.
func (c *checker) inSession(ctx context.Context, account wireid.ID, f func(s *native.Session)) error {
	n := c.natives
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

// read is one call of a check. It returns what the answer was, in a few words.
type read struct {
	op   string
	call func(ctx context.Context, s *native.Session) (string, error)
}

func (c *checker) checkSession(ctx context.Context, account wireid.ID) (steps []auth.CheckStep, err error) {
	var long native.Thread
	for _, r := range []read{
		{native.OpWho, func(ctx context.Context, s *native.Session) (string, error) {
			who, err := c.logins.CurrentUser(ctx, s)
			return "signed in as " + who.Username, err
		}},
		{native.OpInbox, func(ctx context.Context, s *native.Session) (string, error) {
			inbox, err := c.inboxes.Inbox(ctx, s, "")
			for _, t := range inbox.Threads {
				if t.Older != "" {
					long = t
				}
			}
			return fmt.Sprintf("%d threads", len(inbox.Threads)), err
		}},
		{native.OpPending, func(ctx context.Context, s *native.Session) (string, error) {
			inbox, err := c.inboxes.PendingInbox(ctx, s, "")
			return fmt.Sprintf("%d threads", len(inbox.Threads)), err
		}},
		{native.OpThread, func(ctx context.Context, s *native.Session) (string, error) {
			older, err := c.inboxes.Older(ctx, s, long)
			return fmt.Sprintf("%d older messages", len(older.Items)), err
		}},
		{native.OpStories, func(ctx context.Context, s *native.Session) (string, error) {
			own, err := c.stories.OwnStories(ctx, s)
			return fmt.Sprintf("%d stories", len(own)), err
		}},
	} {
		if r.op == native.OpThread && long.Older == "" {
			continue // No conversation has older messages.
		}
		if err := clock.Sleep(ctx, c.natives.clock, c.pace.Reserve(account, rand.Float64())); err != nil {
			return nil, err
		}
		var step auth.CheckStep
		stops := false
		if err := c.inSession(ctx, account, func(s *native.Session) { step, stops = r.judged(ctx, s) }); err != nil {
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
func (r read) judged(ctx context.Context, s *native.Session) (step auth.CheckStep, stops bool) {
	unknown := ""
	actual, err := r.call(httpclient.WithObserver(ctx, func(u httpclient.Unknown) { unknown = u.What }), s)
	step = judge(r.op, actual, err)
	if unknown != "" && step.Verdict != auth.Contradicts {
		step.Actual, step.Verdict = step.Actual+"; unknown here: "+unknown, auth.Contradicts
	}
	return step, err != nil && native.ClassOf(err).Stops()
}

// checkManifest reads the version manifest, if one is configured. A version later than the one that
// Crier claims to be contradicts what Crier was built on, although the network may still accept it.
func (c *checker) checkManifest(ctx context.Context) []auth.CheckStep {
	address := c.natives.versions.address()
	if address == "" {
		return nil
	}
	latest, err := c.natives.versions.manifests.LatestVersion(ctx, address)
	step := judge(native.OpManifest, latest+" is the newest", err)
	step.Expected, step.Row = "HTTP 200 with a version that is no later than Crier's", versionRow
	if errors.Is(err, native.ErrMalformed) || err == nil && native.IsOlder(native.AppVersion, latest) {
		step.Verdict = auth.Contradicts
	}
	return []auth.CheckStep{step}
}

// judge says what the result of a call means for what is known.
func judge(op, actual string, err error) auth.CheckStep {
	step := auth.CheckStep{
		Name: op, Expected: "HTTP 200 in the known form", Actual: "HTTP 200, " + actual, Row: fmt.Sprintf(nativeRow, op), Verdict: auth.Confirms,
	}
	if err == nil {
		return step
	}
	step.Actual, step.Verdict = err.Error(), auth.Refused
	switch e, ok := errors.AsType[*native.Error](err); {
	case errors.Is(err, httpclient.ErrForeign):
		step.Verdict = auth.Unreached
	case ok && e.HTTPStatus != 0 && (errors.Is(err, native.ErrMalformed) || e.Class == native.Refused):
		step.Verdict = auth.Contradicts
	case !ok || e.HTTPStatus == 0:
		step.Verdict = auth.Unreached
	}
	return step
}
