package failure

import (
	"errors"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/httpclient"
	"crier/platform/native"
)

// judgeApp is Judge for an error of the network's app API. own is what package settings adds about
// the account's session, or nil. A sign that the account is at risk ends the post.
func judgeApp(err *native.Error, own *apperror.Error) Failure {
	v := Failure{Action: GiveUp, Code: apperror.UnknownError, Message: "the network's app API refused: " + appSaid(err)}
	switch err.Class {
	case native.Transport:
		v.Action, v.Message = Again, "the network's app API gave no answer that can be understood: "+appSaid(err)
		if isForeign(err) {
			v.Message = "the network could not be reached: " + err.Message
		}
	case native.NotReady:
		v.Action, v.Code, v.Message = Again, apperror.VideoProcessingFailed, "the network is still working on the video"
	case native.RateLimited:
		v.Code, v.Message = apperror.RateLimited, "the network wants no more calls of its app API for this account now; retry some hours later"
	case native.ActionBlocked:
		v.Code, v.Message = apperror.LoginFailed, "the network takes this for spam and blocks it; leave the native stories of this account alone for some days"
	case native.TwoFactor:
		v.Code, v.Message = apperror.TwoFactorRequired, "the account has two-factor authentication, which a login by password cannot pass; import a session that is signed in elsewhere (crier accounts session), then retry; or send the story without storyMentions"
	case native.ChallengeRequired, native.Manual:
		v.Code, v.Message = apperror.LoginFailed, "the network wants the login to be confirmed; confirm it in the network's own app, then import a session (crier accounts session), or save the native-story credentials again, and retry"
	case native.LoggedOut, native.BadCredentials, native.WrongCode:
		v.Code, v.Message = apperror.LoginFailed, "the native session has ended; import another one (crier accounts session), or save the native-story credentials again, then retry"
	case native.AppTooOld:
		v.Code, v.Message = apperror.LoginFailed, "the network no longer accepts the version of its app that Crier uses; update Crier"
	case native.Refused, native.NotFound, native.Unsafe, native.TooLarge:
		if err.Op == native.OpUpload || err.Op == native.OpCover {
			v.Code = apperror.MediaInvalid
		}
	}
	if own != nil && v.Action == GiveUp {
		v.Code, v.Message = own.Code, own.Message
	}
	return v
}

// isForeign reports whether something else has answered in the network's place.
func isForeign(err error) bool { return errors.Is(err, httpclient.ErrForeign) }

func appSaid(err *native.Error) string {
	switch {
	case err.Message != "":
		return err.Message
	case err.Type != "":
		return err.Type
	}
	return fmt.Sprintf("HTTP %d without a reason", err.HTTPStatus)
}

// judgeOwn is Judge for Crier's own refusals.
func judgeOwn(own *apperror.Error) Failure {
	v := Failure{Action: GiveUp, Code: own.Code, Message: own.Message, DeadToken: own.Code == apperror.TokenExpired}
	if own.Code == apperror.CredentialsNotConfigured {
		v.Code = apperror.PrivateAPIRequired
	}
	return v
}
