package native

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"crier/platform/secrets"
)

// Method says how a code is sent.
type Method string

const (
	Email Method = "EMAIL"
	SMS   Method = "SMS"
)

// Contact is where a code was sent.
type Contact struct {
	// Point is the address or number as the network masks it; empty when it does not say.
	Point  string
	Method Method
}

// maxSteps bounds how many questions of the network are answered before a code is asked for.
const maxSteps = 4

// sendCode answers the network's questions until it has sent a code. A nil Contact says that none
// was needed.
func (a *Attempt) sendCode(ctx context.Context) (*Contact, error) {
	step, err := a.step(ctx, nil)
	if e, ok := errors.AsType[*Error](err); ok && isNoStep(e) {
		// There is a challenge that a client cannot answer: since July 2026 the network asks in
		// this way for what only its own app can do (instagrapi's pull request 2720, read
		// 2026-11-22).
		e.Class = Manual
	}
	asked := Email
	for range maxSteps {
		if err != nil {
			return nil, asManual(err)
		}
		name := string(step.StepName)
		switch {
		case step.Action == actionClose:
			return nil, a.finish(ctx, step)
		case name == stepReview:
			step, err = a.step(ctx, map[string]any{"choice": choiceMyOwn})
		case name == stepSelect:
			choice := ""
			if choice, asked = choose(step.StepData); choice == "" {
				return nil, manual(name)
			}
			step, err = a.step(ctx, map[string]any{"choice": choice})
		case strings.HasPrefix(name, stepVerify):
			return contactOf(name, step.StepData, asked), nil
		default:
			return nil, manual(name)
		}
	}
	return nil, manual("too many steps")
}

// isNoStep reports whether the network has no such step, in its own words or without any.
func isNoStep(e *Error) bool {
	return e.Class == LoggedOut && e.HTTPStatus == http.StatusNotFound ||
		e.Class == Transport && e.HTTPStatus >= http.StatusBadRequest && e.HTTPStatus < http.StatusInternalServerError
}

// choose prefers the e-mail, which costs nothing and needs no phone at hand.
func choose(d *wireStep) (choice string, method Method) {
	switch {
	case d == nil:
		return "", Email
	case d.Email != "":
		return choiceEmail, Email
	case d.PhoneNumber != "" || d.Choice == choiceSMS:
		return choiceSMS, SMS
	case d.Choice == choiceEmail:
		return choiceEmail, Email
	}
	return "", Email
}

func contactOf(step string, d *wireStep, asked Method) *Contact {
	c := &Contact{Method: asked}
	if d == nil {
		return c
	}
	c.Point = cmp.Or(clean(string(d.ContactPoint)), clean(string(d.Email)))
	form := strings.ToLower(string(d.FormType) + " " + step)
	switch {
	case strings.Contains(form, "email"):
		c.Method = Email
	case strings.Contains(form, "phone") || strings.Contains(form, "sms"):
		c.Method = SMS
	}
	return c
}

// Submit gives the network the code that it sent. After an error of class WrongCode it can be
// called again. Its error is always an *Error.
func (a *Attempt) Submit(ctx context.Context, code string) error {
	if a.challenge.APIPath == "" {
		return &Error{Op: OpChallenge, Class: LoggedOut, Message: "there is no challenge"}
	}
	err := a.submit(ctx, code)
	if err != nil {
		a.session.signOut()
	}
	return err
}

func (a *Attempt) submit(ctx context.Context, code string) error {
	step, err := a.step(ctx, map[string]any{"security_code": code}, secrets.NewText(code))
	if err != nil {
		return asManual(err)
	}
	if step.Action != actionClose && step.User == nil {
		return manual(string(step.StepName))
	}
	return a.finish(ctx, step)
}

// finish signs in once more if the answer that ended the challenge did not do it. A challenge after
// a challenge is not answered.
func (a *Attempt) finish(ctx context.Context, step *answered) error {
	if step.User != nil && a.session.SignedIn() {
		return a.signedIn(ctx, request{op: OpChallenge}, step)
	}
	return asManual(a.login(ctx))
}

// step asks for the challenge's state, or answers it.
func (a *Attempt) step(ctx context.Context, answer map[string]any, secret ...secrets.Text) (*answered, error) {
	d := a.session.state.Device
	r := request{op: OpChallenge, path: string(a.challenge.APIPath), secrets: append(secret, a.password)}
	if answer == nil {
		r.query = url.Values{"guid": {d.GUID}, "device_id": {d.AndroidID}}
		if context := string(a.challenge.Context); context != "" {
			r.query.Set("challenge_context", context)
		}
	} else {
		answer["guid"], answer["device_id"] = d.GUID, d.AndroidID
		r.form = answer
	}
	return a.caller.call(ctx, &a.session, r)
}

// manual is the error for a step that no code solves.
func manual(step string) *Error {
	return &Error{Op: OpChallenge, Class: Manual, HTTPStatus: http.StatusOK, Message: "step " + clean(step)}
}
