package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"crier/platform/apperror"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// violation is one entry of an ErrorResponse's details. It never contains the rejected value, which
// can be a password.
type violation struct {
	Message  string `json:"message"`
	Location string `json:"location"`
}

// humaError makes the answer for an error of huma, or of a handler.
func humaError(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
	if ctx == nil {
		// huma calls this to get the type of errors.
		return &ErrorResponse{}
	}
	for _, err := range errs {
		if _, isReady := errors.AsType[*ErrorResponse](err); isReady || apperror.From(err) != nil {
			resp := responseFor(ctx.Context(), err)
			for name, values := range resp.GetHeaders() {
				ctx.SetHeader(name, values[0])
			}
			return resp
		}
	}
	if status >= http.StatusInternalServerError && msg != bodyUnreadable {
		return responseFor(ctx.Context(), errors.Join(append(errs, errors.New(msg))...))
	}
	return badRequest(wordFailure(ctx.Operation(), status, msg), errs, stateOf(ctx.Context()).dev)
}

// huma's texts for a body that broke off, which is the client's fault, and for an empty one.
const (
	bodyUnreadable = "cannot read request body"
	bodyMissing    = "request body is required"
)

func badRequest(msg string, errs []error, dev bool) *ErrorResponse {
	violations := make([]violation, 0, len(errs))
	for _, err := range errs {
		var detailer huma.ErrorDetailer
		if errors.As(err, &detailer) {
			d := detailer.ErrorDetail()
			violations = append(violations, violation{Message: plain(d), Location: d.Location})
		}
	}
	if len(violations) == 0 {
		return newResponse(apperror.ValidationError, msg)
	}
	first := violations[0]
	resp := newResponse(codeFor(first), first.Location+": "+first.Message)
	if dev && resp.Code == apperror.ValidationError {
		resp.Details = violations
	}
	return resp
}

// codeFor distinguishes missing and unparseable parameters from values out of bounds. Parameters
// are checked before the body, so the first violation decides.
func codeFor(v violation) apperror.Code {
	if !strings.HasPrefix(v.Location, "query.") && !strings.HasPrefix(v.Location, "path.") {
		return apperror.ValidationError
	}
	if strings.HasSuffix(v.Message, "parameter is missing") {
		return apperror.MissingParam
	}
	unparseable := []string{"invalid ", "expected value to be one of", "expected string to be RFC", dateTimeRule, uuidRule}
	if slices.ContainsFunc(unparseable, func(begin string) bool { return strings.HasPrefix(v.Message, begin) }) {
		return apperror.InvalidParam
	}
	return apperror.ValidationError
}

// plain words a violation without the parts of the value that huma includes.
func plain(d *huma.ErrorDetail) string {
	if d.Location == "body" && strings.HasPrefix(d.Message, "unknown content type") {
		return expectedType
	}
	return d.Message
}

// configureWording sets the texts in which huma states the rules of a schema.
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

// formatRule is fmt.Sprintf for the rules of a schema. It writes numbers out, and drops the errors
// of the standard library, which quote the rejected value.
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
