package native

import (
	"cmp"
	"context"

	"crier/platform/secrets"

	"github.com/go-json-experiment/json/jsontext"
)

// SecondFactor is what an account with two-factor authentication is asked for beside its password.
type SecondFactor struct {
	// App and SMS say which codes the account has; a backup code it always has.
	App, SMS bool
	// Phone is the number as the network masks it; empty when it does not say.
	Phone string
}

// Proof says where a code is from.
type Proof string

const (
	ByApp    Proof = "APP"
	BySMS    Proof = "SMS"
	ByBackup Proof = "BACKUP"
)

// methodOf is the network's number of a proof. Clients of others agree on these, and on what a
// wrong and an old code are answered (mgp25 and its forks, read 2026-11-29).
func methodOf(p Proof) string {
	return map[Proof]string{BySMS: "1", ByBackup: "2", ByApp: "3"}[p]
}

type wireTwoFactor struct {
	App        flag `json:"totp_two_factor_on"`
	SMS        flag `json:"sms_two_factor_on"`
	Phone      text `json:"obfuscated_phone_number_2"`
	LastDigits text `json:"obfuscated_phone_number"`
	Identifier text `json:"two_factor_identifier"`
}

// twoFactorOf reads what the network says of a second factor. A broken one is none: that the
// account has one is said beside it.
func twoFactorOf(raw jsontext.Value) (info wireTwoFactor) {
	if len(raw) == 0 || unmarshalAny(raw, &info) != nil {
		return wireTwoFactor{}
	}
	return info
}

// SecondFactor returns what Login was asked for when its error was of class TwoFactor; nil when the
// network has not said how a code is taken, as it does with those that its own app alone can pass.
func (a *Attempt) SecondFactor() *SecondFactor {
	info := a.twoFactor
	if info.Identifier == "" {
		return nil
	}
	return &SecondFactor{App: bool(info.App), SMS: bool(info.SMS), Phone: clean(cmp.Or(string(info.Phone), string(info.LastDigits)))}
}

// SendSMS has the network send a code as a text message. Its error is always an *Error.
func (a *Attempt) SendSMS(ctx context.Context) error {
	answer, err := a.second(ctx, pathTwoFactorSMS, map[string]any{})
	if err != nil {
		return err
	}
	if info := twoFactorOf(answer.TwoFactorInfo); info.Identifier != "" {
		a.twoFactor = info
	}
	return nil
}

// Prove gives the network a code of the second factor. After an error of class WrongCode it can be
// called again. Its error is always an *Error.
func (a *Attempt) Prove(ctx context.Context, by Proof, code string) error {
	answer, err := a.second(ctx, pathTwoFactor, map[string]any{
		// A device that is trusted is let in again without a code, which nobody is there to type.
		"verification_code": code, "verification_method": methodOf(by), "trust_this_device": "1", "phone_id": a.session.state.Device.PhoneID,
	}, secrets.NewText(code))
	if err == nil {
		err = a.signedIn(ctx, request{op: OpTwoFactor}, answer)
	}
	if err != nil {
		a.session.signOut()
	}
	return err
}

func (a *Attempt) second(ctx context.Context, path string, form map[string]any, secret ...secrets.Text) (*answered, error) {
	if a.twoFactor.Identifier == "" {
		return nil, &Error{Op: OpTwoFactor, Class: LoggedOut, Message: "no code is awaited"}
	}
	d := a.session.state.Device
	form["two_factor_identifier"], form["username"] = string(a.twoFactor.Identifier), a.username
	form["guid"], form["device_id"] = d.GUID, d.AndroidID
	answer, err := a.caller.call(ctx, &a.session, request{op: OpTwoFactor, path: path, form: form, secrets: append(secret, a.password)})
	return answer, asManual(err)
}
