package failure

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/platform/apperror"
	"crier/platform/native"
)

func TestJudge_TheAppAPI(t *testing.T) {
	t.Parallel()
	for class, want := range map[native.Class]judged{
		native.Transport:         {Again, apperror.UnknownError},
		native.NotReady:          {Again, apperror.VideoProcessingFailed},
		native.RateLimited:       {GiveUp, apperror.RateLimited},
		native.ActionBlocked:     {GiveUp, apperror.LoginFailed},
		native.TwoFactor:         {GiveUp, apperror.TwoFactorRequired},
		native.ChallengeRequired: {GiveUp, apperror.LoginFailed},
		native.Manual:            {GiveUp, apperror.LoginFailed},
		native.LoggedOut:         {GiveUp, apperror.LoginFailed},
		native.BadCredentials:    {GiveUp, apperror.LoginFailed},
		native.WrongCode:         {GiveUp, apperror.LoginFailed},
		native.AppTooOld:         {GiveUp, apperror.LoginFailed},
		native.NotFound:          {GiveUp, apperror.UnknownError},
		native.Refused:           {GiveUp, apperror.UnknownError},
	} {
		err := &native.Error{Op: native.OpConfigure, Class: class, Message: "words of the network"}
		if v := Judge(fmt.Errorf("x: %w", err), 0); v.Action != want.action || v.Code != want.code || v.Message == "" {
			t.Errorf("%s: %+v", class, v)
		}
		if class.Stops() != (want.action == GiveUp && want.code != apperror.UnknownError && class != native.WrongCode) {
			t.Errorf("%s stops: %t", class, class.Stops())
		}
	}
	refused := &native.Error{Op: native.OpUpload, Class: native.Refused, Message: "no JPEG"}
	if v := Judge(refused, 0); v.Code != apperror.MediaInvalid || !strings.Contains(v.Message, "no JPEG") {
		t.Errorf("a refused upload: %+v", v)
	}
	silent := &native.Error{Op: native.OpConfigure, Class: native.Refused, HTTPStatus: http.StatusForbidden}
	if v := Judge(silent, 0); !strings.HasSuffix(v.Message, "refused: HTTP 403 without a reason") {
		t.Errorf("a refusal without a word: %+v", v)
	}
}

// TestJudge_TheSession: what the account's session says of itself goes before, but for the
// network's silence.
func TestJudge_TheSession(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want judged
	}{
		"no credentials": {apperror.New(apperror.CredentialsNotConfigured, "none"), judged{GiveUp, apperror.PrivateAPIRequired}},
		"two factor":     {apperror.Wrap(apperror.TwoFactorRequired, &native.Error{Class: native.TwoFactor}, "x"), judged{GiveUp, apperror.TwoFactorRequired}},
		"own brake":      {apperror.New(apperror.LoginRateLimited, "wait"), judged{GiveUp, apperror.LoginRateLimited}},
		"no answer":      {apperror.Wrap(apperror.LoginFailed, &native.Error{Class: native.Transport, Message: "cut"}, "x"), judged{Again, apperror.UnknownError}},
		"both, joined":   {errors.Join(apperror.Wrap(apperror.LoginFailed, &native.Error{Class: native.Manual}, "confirm it"), errors.New("x")), judged{GiveUp, apperror.LoginFailed}},
	} {
		if v := Judge(c.err, 0); v.Action != c.want.action || v.Code != c.want.code || v.DeadToken {
			t.Errorf("%s: %+v", name, v)
		}
	}
}
