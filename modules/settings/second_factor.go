package settings

import (
	"context"
	"net/http"
	"strings"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/native"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// SecondFactor is the answer of GET /api/accounts/{accountId}/native-session/second-factor.
type SecondFactor struct {
	IsAwaited bool           `json:"isAwaited" doc:"Whether a sign-in whose password was right waits for a code of the account's second factor." example:"true"`
	ByApp     bool           `json:"byApp"     doc:"Whether an app of the user makes codes." example:"true"`
	BySMS     bool           `json:"bySms"     doc:"Whether the network sends codes as text messages, once that is asked for." example:"true"`
	Phone     *string        `json:"phone"     doc:"The number that they are sent to, masked by the network; null where it does not say." example:"+1 *** ***-**-09"`
	Until     *wiretime.Time `json:"until"     doc:"Until when a code is awaited; null when none is." example:"2026-03-14T09:36:11.000Z"`
}

type secondCodeInput struct {
	AccountID wireid.ID `path:"accountId" doc:"The account."`
	Body      struct {
		By   native.Proof `json:"by"   enum:"APP,SMS,BACKUP" doc:"Where the code is from: the user's app, a text message, or the list of backup codes." example:"APP"`
		Code string       `json:"code" pattern:"^[0-9 ]{6,12}$" doc:"Six digits, or the eight of a backup code." example:"123456"`
	}
}

// secondFactors go on with sign-ins that wait for a code of the second factor. v1 knows nothing of
// them: there such an account cannot sign in with a password.
type secondFactors struct{ signIns *signIns }

func newSecondFactors(s *signIns) *secondFactors { return &secondFactors{s} }

func (f *secondFactors) register(surface *httpapi.Operations) {
	const path = "/accounts/{accountId}/native-session/second-factor"
	httpapi.Register(surface, huma.Operation{
		OperationID: "getSecondFactor", Method: http.MethodGet, Path: path, Tags: []string{tag},
		Summary:     "Is a code of the second factor awaited?",
		Description: "Saving credentials of an account with two-factor authentication is refused with TWO_FACTOR_REQUIRED, and the sign-in waits for ten minutes, unless the network has not said how it takes a code.",
		Security:    httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, func(ctx context.Context, in *accountInput) (*httpapi.Output[SecondFactor], error) {
		return httpapi.Answer(f.state(ctx, in.AccountID))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "sendSecondFactorSMS", Method: http.MethodPost, Path: path + "/sms", Tags: []string{tag},
		Summary: "Have a code sent as a text message", Description: "The network sends it to the number of the account.",
		Security: httpapi.CookieOnly(),
		Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.NotFound, apperror.NoActiveSession, apperror.LoginFailed, apperror.LoginRateLimited, apperror.TwoFactorRequired)),
	}, func(ctx context.Context, in *accountInput) (*httpapi.SuccessOutput, error) {
		return httpapi.Succeeded(f.signIns.SendSMS(ctx, in.AccountID))
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "submitSecondFactor", Method: http.MethodPost, Path: path, Tags: []string{tag},
		Summary: "Submit a code of the second factor", Description: "Gives it to the network, and saves the credentials that wait for it. The sign-in ends with the third wrong code.",
		Security: httpapi.CookieOnly(),
		Metadata: httpapi.AtOwnAddress(httpapi.Errors(apperror.NotFound, apperror.NoActiveSession, apperror.InvalidCode, apperror.LoginFailed, apperror.LoginRateLimited, apperror.TwoFactorRequired)),
	}, func(ctx context.Context, in *secondCodeInput) (*httpapi.SuccessOutput, error) {
		return httpapi.Succeeded(f.signIns.Prove(ctx, in.AccountID, in.Body.By, strings.ReplaceAll(in.Body.Code, " ", "")))
	})
}

func (f *secondFactors) state(ctx context.Context, account wireid.ID) (SecondFactor, error) {
	n := f.signIns.natives
	if _, err := n.accounts.Account(ctx, n.db, account); err != nil {
		return SecondFactor{}, err
	}
	l, until, ok := n.logins.seconds.get(account)
	if !ok {
		return SecondFactor{}, nil
	}
	info := l.attempt.SecondFactor()
	told := SecondFactor{IsAwaited: true, ByApp: info.App, BySMS: info.SMS, Until: wiretime.Ptr(until)}
	if info.Phone != "" {
		told.Phone = &info.Phone
	}
	return told, nil
}

// SendSMS has the network send a code for the account's sign-in that waits for one. It returns
// NOT_FOUND, NO_ACTIVE_SESSION when none does, and what Save returns.
func (s *signIns) SendSMS(ctx context.Context, account wireid.ID) error {
	return s.goOn(ctx, account, s.natives.logins.seconds, func(l login) error { return l.attempt.SendSMS(ctx) }, false)
}

// Prove gives the network a code of the account's second factor, and saves the credentials when
// that signs in. It returns what Answer returns.
func (s *signIns) Prove(ctx context.Context, account wireid.ID, by native.Proof, code string) error {
	return s.goOn(ctx, account, s.natives.logins.seconds, func(l login) error { return l.attempt.Prove(ctx, by, code) }, true)
}
