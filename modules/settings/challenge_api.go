package settings

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// NativeChallengeRequest is the body of POST .../private-api-credentials/challenge (contract 4).
//
// The contract has codes for a missing accountId and for an invalid code. A schema that is enforced
// would answer with VALIDATION_ERROR, so the schema is only documented, and the handler reads the
// fields.
type NativeChallengeRequest struct {
	AccountID submittedID   `json:"accountId" doc:"The account whose challenge it is. Without it the answer is MISSING_ACCOUNT_ID."`
	Code      submittedCode `json:"code"      doc:"The six digits that the network has sent. Anything else is INVALID_CODE."`
}

// UnmarshalJSON accepts an object. It refuses null, as a schema would.
func (r *NativeChallengeRequest) UnmarshalJSON(b []byte) error {
	if jsontext.Value(b).Kind() != '{' {
		return errors.New("not an object")
	}
	type plain NativeChallengeRequest
	return json.Unmarshal(b, (*plain)(r))
}

type challengeInput struct{ Body NativeChallengeRequest }

// submitted is a JSON value of any type, as it came.
type submitted struct{ raw []byte }

// UnmarshalJSON takes any value.
func (s *submitted) UnmarshalJSON(b []byte) error {
	s.raw = bytes.Clone(b)
	return nil
}

// text returns the value if it is a string.
func (s submitted) text() (text string, ok bool) {
	err := json.Unmarshal(s.raw, &text)
	return text, err == nil && len(s.raw) > 0 && s.raw[0] == '"'
}

func (s submitted) isMissing() bool {
	text, ok := s.text()
	return len(s.raw) == 0 || string(s.raw) == "null" || ok && text == ""
}

type submittedID struct{ submitted }

// Schema documents the field as the id that it should be.
func (submittedID) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "uuid", Examples: []any{"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"}}
}

// account returns the id. It returns MISSING_ACCOUNT_ID without one, and VALIDATION_ERROR for an
// invalid one.
func (s submittedID) account() (wireid.ID, error) {
	if s.isMissing() {
		return wireid.ID{}, apperror.New(apperror.MissingAccountID, "body.accountId: say whose challenge it is")
	}
	text, _ := s.text()
	id, err := wireid.Parse(text)
	if err != nil {
		return wireid.ID{}, apperror.New(apperror.ValidationError, "body.accountId: expected a UUID")
	}
	return id, nil
}

type submittedCode struct{ submitted }

const codeLength = 6

// Schema documents the field as the code that it should be.
func (submittedCode) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: "^[0-9]{6}$", MinLength: new(codeLength), MaxLength: new(codeLength), Examples: []any{"123456"},
	}
}

// code returns the code, or INVALID_CODE.
func (s submittedCode) code() (string, error) {
	text, ok := s.text()
	if !ok || len(text) != codeLength || strings.Trim(text, "0123456789") != "" {
		return "", apperror.New(apperror.InvalidCode, "body.code: a code is a text of exactly %d digits", codeLength)
	}
	return text, nil
}

func (a *nativesAPI) submit(ctx context.Context, in *challengeInput) (*httpapi.Output[NativeChallengeResult], error) {
	account, err := in.Body.AccountID.account()
	if err != nil {
		return nil, err
	}
	code, err := in.Body.Code.code()
	if err != nil {
		return nil, err
	}
	if err := a.signIns.Answer(ctx, account, code); err != nil {
		return nil, err
	}
	return httpapi.Answer(NativeChallengeResult{
		Success: true, Resolved: true, Message: "The challenge is over; the credentials are saved.",
	}, nil)
}
