package native

import (
	"fmt"
	"strings"

	"crier/platform/httpclient"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const maxIDLength = 40

// wireAnswer has the members of all answers; each call reads those that it knows.
type wireAnswer struct {
	Status  text `json:"status"`
	Message text `json:"message"`

	// Of a login.
	User               *wireUser      `json:"logged_in_user"`
	ErrorType          text           `json:"error_type"`
	InvalidCredentials flag           `json:"invalid_credentials"`
	TwoFactorRequired  flag           `json:"two_factor_required"`
	TwoStepContext     text           `json:"two_step_verification_context"`
	TwoFactorInfo      jsontext.Value `json:"two_factor_info"`
	Challenge          *wireChallenge `json:"challenge"`
	CheckpointURL      text           `json:"checkpoint_url"`
	Spam               flag           `json:"spam"`

	// Of a challenge.
	StepName text      `json:"step_name"`
	StepData *wireStep `json:"step_data"`
	Action   text      `json:"action"`
}

type wireUser struct {
	PK       id   `json:"pk"`
	PKID     id   `json:"pk_id"`
	Username text `json:"username"`
}

type wireChallenge struct {
	URL     text           `json:"url"`
	APIPath text           `json:"api_path"`
	Context text           `json:"challenge_context"`
	Errors  jsontext.Value `json:"errors"`
}

type wireStep struct {
	Choice       text `json:"choice"`
	Email        text `json:"email"`
	PhoneNumber  text `json:"phone_number"`
	ContactPoint text `json:"contact_point"`
	FormType     text `json:"form_type"`
}

// unmarshalAny is httpclient.Unmarshal for large answers of which single pieces may be broken: of a
// name that stands twice the last value counts, and each piece is read by itself with
// httpclient.Unmarshal.
func unmarshalAny(b []byte, v any) error {
	return json.Unmarshal(b, v, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

// id is an id of the network: decimal digits, given as a string or as a number of any size.
type id string

func (i *id) UnmarshalJSON(b []byte) error {
	s, err := scalar(b)
	if err != nil || s != "" && !isID(s) {
		return fmt.Errorf("%w: not an id", ErrMalformed)
	}
	*i = id(s)
	return nil
}

func isID(s string) bool {
	return s != "" && len(s) <= maxIDLength && strings.Trim(s, "0123456789") == ""
}

// text is a string. Any other value is kept as its JSON, and null is the empty text.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	s, err := scalar(b)
	if err != nil {
		s = string(b)
	}
	*t = text(s)
	return nil
}

// flag is a boolean, given as one, as a number or as a string. Any other value is false.
type flag bool

func (f *flag) UnmarshalJSON(b []byte) error {
	s, _ := scalar(b)
	*f = flag(s == "1" || strings.EqualFold(s, "true"))
	return nil
}

// scalar returns the text of a string, number or boolean; null gives the empty text.
func scalar(b []byte) (string, error) { return httpclient.Scalar(b, ErrMalformed) }
