package graph

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// StatusCode is a container's state. The network may add others, which are passed on as they are.
// It is empty when the network has left it out and its text names no failure.
type StatusCode string

// The documented states.
const (
	InProgress StatusCode = "IN_PROGRESS"
	Finished   StatusCode = "FINISHED"
	Published  StatusCode = "PUBLISHED"
	Failed     StatusCode = "ERROR"
	Expired    StatusCode = "EXPIRED"
)

// Status is what the network says of a container. It never names the media that a published
// container became.
type Status struct {
	Code StatusCode
	// Text is the network's free text, bounded.
	Text string
	// Subcode is the publishing subcode (2207xxx) in the text; 0 if there is none.
	Subcode int
}

// Err returns an *Error for a failed or expired container, and nil in every other state. Its Class
// is from the table for calls. Where that class says that a call may be repeated, a new container
// is needed, because a failed one never recovers.
func (s Status) Err() error {
	e := &Error{Op: OpContainerStatus, Subcode: s.Subcode, Message: s.Text}
	switch s.Code {
	case Failed:
		e.obey(s.rule(), OnRead)
	case Expired:
		e.Class, e.Meaning, e.Fix = NewContainer, "the container was not published within its 24 hours", "retry the post"
	default:
		return nil
	}
	if e.Class == Retry || e.Class == NotReady {
		e.Class = NewContainer
	}
	return e
}

func (s Status) rule() Rule {
	if s.Subcode == 0 {
		return Rule{Class: NewContainer, Tries: 1, Then: Permanent, Unknown: true, Meaning: "the container failed without a reason"}
	}
	return ruleFor(0, s.Subcode, OnRead, false, 0)
}

// ContainerStatus returns the state of a container.
func (c *Containers) ContainerStatus(ctx context.Context, a Account, containerID string) (Status, error) {
	if !isID(containerID) {
		return Status{}, refuse(OpContainerStatus, Permanent, "the container's id is no id of the network")
	}
	got, err := call[statusAnswer](ctx, c.caller, request{
		op: OpContainerStatus, method: http.MethodGet, account: a, path: []string{containerID}, asked: containerID,
		// A container answers code 100 when it is asked for any other field.
		params: url.Values{"fields": {"id,status_code,status"}},
	})
	if err != nil {
		return Status{}, err
	}
	return got.statusFor(a), nil
}

type statusAnswer struct {
	ID   id     `json:"id"`
	Code string `json:"status_code"`
	Text string `json:"status"`
}

func (a statusAnswer) statusFor(of Account) Status {
	return Status{Code: a.state(of), Text: clean(a.Text, of.Token), Subcode: publishingSubcode(a.Text)}
}

// state returns the state that the answer names. Where the network leaves the code out, a failure
// is read from the text, which begins with the state's name or has a subcode. No other state is: a
// post is not published, nor taken for published, because of a text. Then the state is empty, which
// nobody knows.
func (a statusAnswer) state(of Account) StatusCode {
	if code := clean(a.Code, of.Token); code != "" {
		return StatusCode(code)
	}
	name, _, _ := strings.Cut(a.Text, ":")
	switch name = strings.TrimSpace(name); {
	case slices.ContainsFunc(failedWords, func(w string) bool { return strings.EqualFold(name, w) }), publishingSubcode(a.Text) != 0:
		return Failed
	case strings.EqualFold(name, string(Expired)):
		return Expired
	}
	return ""
}

// failedWords are the words for a failure with which a text can begin.
var failedWords = []string{string(Failed), "Failed", "Failure"}

func (a statusAnswer) flaw(x *exchange) string {
	switch {
	case strings.TrimSpace(a.Code) == "" && strings.TrimSpace(a.Text) == "":
		return "no status"
	case a.ID != "" && string(a.ID) != x.asked:
		return "the status of another container"
	}
	return ""
}

// publishingSubcode returns the first number 2207xxx that stands alone in the text, or 0.
func publishingSubcode(text string) int {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err == nil && n >= firstPublishingSubcode && n <= lastPublishingSubcode {
			return n
		}
	}
	return 0
}
