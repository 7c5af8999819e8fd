package settings

import (
	"context"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// ChallengeState says whether a login waits for a code.
type ChallengeState string

// ChallengePending is a login that waits for a code. Further values may be added.
const ChallengePending ChallengeState = "PENDING"

// ChallengeType says how the code of a challenge was sent.
type ChallengeType string

// NativeCredentials is the answer of GET .../private-api-credentials/{accountId} (contract 4).
type NativeCredentials struct {
	Configured     bool            `json:"configured"     example:"true" doc:"Whether credentials are saved for the account."`
	SNUsername     *string         `json:"snUsername"     example:"sandbox.native" doc:"The username that is saved."`
	LastLoginAt    *wiretime.Time  `json:"lastLoginAt"    example:"2026-03-14T09:20:11.000Z" doc:"When the credentials last signed in to the network."`
	ChallengeState *ChallengeState `json:"challengeState" doc:"PENDING while a login waits for the code that the network has sent; else null."`
	HasSession     bool            `json:"hasSession"     example:"true" doc:"Whether there is a session at the network."`
}

// NativeCredentialsRequest is the body of POST /settings/private-api-credentials (contract 4).
type NativeCredentialsRequest struct {
	AccountID  wireid.ID `json:"accountId"  doc:"The account that the credentials are for."`
	SNUsername string    `json:"snUsername" minLength:"1" maxLength:"31" example:"sandbox.native" doc:"The username at the network, 1 to 30 characters; an @ before it is dropped."`
	SNPassword string    `json:"snPassword" minLength:"1" maxLength:"200" format:"password" writeOnly:"true" example:"SANDBOX-password" doc:"The password at the network. It is stored sealed and never returned."`
}

// NativeLogin is the answer of POST /settings/private-api-credentials (contract 4).
type NativeLogin struct {
	Success           bool           `json:"success"           example:"true" doc:"Whether the login worked and the credentials are saved."`
	Message           string         `json:"message"           example:"Signed in to the network; the credentials are saved." doc:"What happened, for people."`
	ChallengeRequired bool           `json:"challengeRequired" example:"false" doc:"Whether the network has sent a code. Nothing is saved before that code is submitted."`
	ContactPoint      *string        `json:"contactPoint"      example:"s****e@e*****.com" doc:"Where the code was sent, masked by the network; null without a challenge, and when the network does not say."`
	ChallengeType     *ChallengeType `json:"challengeType"     example:"EMAIL" doc:"How the code was sent, EMAIL or SMS; null without a challenge."`
	VersionWarning    *string        `json:"versionWarning"    example:"Crier speaks as version 446.0.0.49.77 of the network's app, and 450.0.0.1.1 is out; the network may refuse or flag the login" doc:"Says that Crier speaks as an outdated version of the network's app; null otherwise."`
}

// NativeChallengeResult is the answer of POST .../private-api-credentials/challenge (contract 4).
type NativeChallengeResult struct {
	Success  bool   `json:"success"  example:"true" doc:"Always true."`
	Resolved bool   `json:"resolved" example:"true" doc:"Always true: the challenge is over, and the credentials are saved."`
	Message  string `json:"message"  example:"The challenge is over; the credentials are saved." doc:"What happened, for people."`
}

// SessionPhase is the answer of GET /settings/session-phase/{accountId} (contract 4).
type SessionPhase struct {
	HasCredentials  bool `json:"hasCredentials"  example:"true" doc:"Whether native-story credentials are saved."`
	HasSession      bool `json:"hasSession"      example:"true" doc:"Whether there is a session at the network."`
	CloudConfigured bool `json:"cloudConfigured" example:"false" doc:"Whether cloud scheduling is set up."`
	DesktopOnline   bool `json:"desktopOnline"   example:"true" doc:"Always true: this computer answers, so it is running."`
	Exists          bool `json:"exists"          example:"true" doc:"Whether there is such an account."`
	Phase           int  `json:"phase"           minimum:"1" maximum:"3" example:"2" doc:"1: no session yet. 2: a session that works. 3: a session older than seven days, or one with cloud scheduling set up."`
}

type (
	accountInput struct {
		AccountID wireid.ID `path:"accountId" doc:"The account."`
	}
	saveInput struct{ Body NativeCredentialsRequest }
)

const credentialsPath = "/settings/private-api-credentials"

// nativesAPI serves the operations on native-story credentials.
type nativesAPI struct {
	natives *Natives
	signIns *signIns
}

func newNativesAPI(n *Natives, s *signIns) *nativesAPI { return &nativesAPI{n, s} }

func (a *nativesAPI) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getNativeCredentials", Method: http.MethodGet, Path: credentialsPath + "/{accountId}", Tags: []string{tag},
		Summary:     "Are native-story credentials saved?",
		Description: "Says what may be told of an account's native-story credentials. The password is never returned.",
		Security:    httpapi.Any(), Metadata: httpapi.Errors(apperror.NotFound),
	}, a.get)
	httpapi.Register(surface, huma.Operation{
		OperationID: "saveNativeCredentials", Method: http.MethodPost, Path: credentialsPath, Tags: []string{tag},
		Summary: "Save native-story credentials",
		Description: "Signs in to the network as a test, and saves the credentials when that works. When the network wants to see a code " +
			"first, it sends one, challengeRequired is true and nothing is saved yet: submit the code within ten minutes. " +
			"After five logins of an account that failed within 15 minutes, the next has to wait. Native stories and story repost go by the " +
			"network's app API, which is unofficial, against the network's terms, and a risk for the account.",
		Security: httpapi.Any(),
		Metadata: httpapi.WithAnswers(httpapi.Errors(apperror.NotFound, apperror.LoginFailed, apperror.LoginRateLimited, apperror.TwoFactorRequired),
			loginAnswers()...),
	}, a.save)
	httpapi.Register(surface, huma.Operation{
		OperationID: "submitNativeChallenge", Method: http.MethodPost, Path: credentialsPath + "/challenge", Tags: []string{tag},
		Summary: "Submit the code of a challenge",
		Description: "Gives the network the code that it has sent, and saves the credentials that wait for it. A challenge ends ten minutes " +
			"after it began, with the third wrong code, and when Crier stops.",
		Security: httpapi.Any(),
		Metadata: httpapi.Errors(apperror.NotFound, apperror.MissingAccountID, apperror.InvalidCode, apperror.NoActiveSession,
			apperror.LoginFailed, apperror.LoginRateLimited, apperror.TwoFactorRequired),
		// The handler answers an invalid body with codes of its own; see NativeChallengeRequest.
		SkipValidateBody: true,
	}, a.submit)
	httpapi.Register(surface, huma.Operation{
		OperationID: "deleteNativeCredentials", Method: http.MethodDelete, Path: credentialsPath + "/{accountId}", Tags: []string{tag},
		Summary:     "Forget native-story credentials",
		Description: "Removes an account's credentials and session, ends a challenge, and switches story repost off. It succeeds when there are none.",
		Security:    httpapi.Any(), Metadata: httpapi.Errors(apperror.NotFound),
	}, a.forget)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getSessionPhase", Method: http.MethodGet, Path: "/settings/session-phase/{accountId}", Tags: []string{tag},
		Summary:     "How ready is an account for native stories?",
		Description: "Tells the readiness ramp of an account; higher phases enable more. For an unknown account exists is false.",
		Security:    httpapi.Any(),
	}, a.phase)
}

func (a *nativesAPI) get(ctx context.Context, in *accountInput) (*httpapi.Output[NativeCredentials], error) {
	return httpapi.Answer(a.natives.State(ctx, in.AccountID))
}

func (a *nativesAPI) save(ctx context.Context, in *saveInput) (*httpapi.Output[NativeLogin], error) {
	username, err := checkUsername(in.Body.SNUsername)
	if err != nil {
		return nil, err
	}
	contact, err := a.signIns.Save(ctx, in.Body.AccountID, username, secrets.NewText(in.Body.SNPassword))
	if err != nil {
		return nil, err
	}
	out := NativeLogin{Success: true, Message: savedText}
	if contact != nil {
		out = NativeLogin{
			Message:           challengedText,
			ChallengeRequired: true, ChallengeType: new(ChallengeType(contact.Method)),
		}
		if contact.Point != "" {
			out.ContactPoint = &contact.Point
		}
	}
	if out.VersionWarning, err = a.natives.versions.Warning(ctx); err != nil {
		// The login stands even if the version cannot be judged.
		a.natives.log.Error("settings: judge the version of the network's app", "error", err)
	}
	return httpapi.Answer(out, nil)
}

// The answers to a login, for people.
const (
	savedText      = "Signed in to the network; the credentials are saved."
	challengedText = "The network has sent a code; submit it within ten minutes. Nothing is saved before."
)

func loginAnswers() []httpapi.Example {
	return []httpapi.Example{
		{Name: "saved", Summary: "The login worked", Changes: `{"contactPoint":null,"challengeType":null,"versionWarning":null}`},
		{
			Name: "challenge", Summary: "The network has sent a code; submit it",
			Changes: `{"success":false,"message":"` + challengedText + `","challengeRequired":true,"versionWarning":null}`,
		},
	}
}

// checkUsername returns the name without a leading @, or VALIDATION_ERROR.
func checkUsername(name string) (string, error) {
	const most = 30
	name = strings.TrimPrefix(name, "@")
	notPrintable := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	if length := utf8.RuneCountInString(name); length < 1 || length > most || strings.ContainsFunc(name, notPrintable) {
		return "", apperror.New(apperror.ValidationError, "body.snUsername: a username has 1 to %d characters without spaces", most)
	}
	return name, nil
}

func (a *nativesAPI) forget(ctx context.Context, in *accountInput) (*httpapi.SuccessOutput, error) {
	return httpapi.Succeeded(a.natives.Forget(ctx, in.AccountID))
}

func (a *nativesAPI) phase(ctx context.Context, in *accountInput) (*httpapi.Output[SessionPhase], error) {
	return httpapi.Answer(a.natives.Phase(ctx, in.AccountID))
}
