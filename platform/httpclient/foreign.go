package httpclient

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrForeign says that something has answered in the place of the side that was called: a proxy, a
// filter, the sign-in page of a Wi-Fi, or the page that stands in front of an outage. Nothing in
// such an answer was used, its date and its cookies neither. It says nothing about the call, but
// that a write may have taken effect all the same.
var ErrForeign = errors.New("something else answers in the network's place")

// Foreign returns the error for a foreign answer with the status. It wraps ErrForeign, and
// malformed, by which a client names an answer of a form that it does not know.
func Foreign(status int, malformed error) error { return &foreign{status, malformed} }

type foreign struct {
	status    int
	malformed error
}

func (f *foreign) Error() string {
	return fmt.Sprintf("%s (HTTP %d): a proxy, a filter or the sign-in page of a Wi-Fi, or the network is out of order; a browser on this machine shows which", ErrForeign, f.status)
}

func (f *foreign) Unwrap() []error { return []error{ErrForeign, f.malformed} }

// IsForeign reports whether an answer is foreign to an API that answers with JSON objects and leads
// nowhere else: it has another form, or a status that only something in between gives.
func IsForeign(status int, body []byte) bool {
	isRedirect := status >= http.StatusMultipleChoices && status < http.StatusBadRequest
	return isRedirect || status == http.StatusProxyAuthRequired || status == http.StatusNetworkAuthenticationRequired ||
		jsontext.Value(body).Kind() != '{'
}
