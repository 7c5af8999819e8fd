package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// configureWording has huma say the rules of a schema in words.
func configureWording() {
	huma.ErrorFormatter = formatRule
	validation.MsgExpectedRFC4122UUID = uuidRule
	validation.MsgExpectedMinimumNumber = "expected a number of at least %v"
	validation.MsgExpectedMaximumNumber = "expected a number of at most %v"
	validation.MsgExpectedExclusiveMinimumNumber = "expected a number above %v"
	validation.MsgExpectedExclusiveMaximumNumber = "expected a number below %v"
	validation.MsgExpectedMinLength = "expected at least %d characters"
	validation.MsgExpectedMaxLength = "expected at most %d characters"
	validation.MsgExpectedMinItems = "expected at least %d items"
	validation.MsgExpectedMaxItems = "expected at most %d items"
}

// formatRule is fmt.Sprintf for the rules of a schema. It writes numbers out, and leaves out the
// errors of the standard library, which quote the rejected value.
func formatRule(format string, args ...any) string {
	args = slices.Clone(args)
	for i, arg := range args {
		switch arg := arg.(type) {
		case float64:
			args[i] = strconv.FormatFloat(arg, 'f', -1, 64)
		case error:
			return strings.TrimSuffix(format, ": %v")
		}
	}
	return fmt.Sprintf(format, args...)
}

// wordFailure words why huma could not read a body of the operation at all.
func wordFailure(op *huma.Operation, status int, msg string) string {
	switch {
	case status == http.StatusRequestEntityTooLarge:
		return fmt.Sprintf("the body is larger than %d bytes", bodyBound(op))
	case status == http.StatusRequestTimeout:
		return "the body did not come in time"
	case msg == bodyUnreadable:
		return "the body broke off"
	case msg == bodyMissing:
		return "the request needs a JSON body"
	}
	return msg
}
