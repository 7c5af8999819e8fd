package httpapi

import (
	"context"
	"errors"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"crier/platform/apperror"
	"crier/platform/database"
)

// ErrorResponse is the body of every error (contract 2).
type ErrorResponse struct {
	Message    string        `json:"error"  doc:"What went wrong, for people. Match on code instead." example:"there is no post 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	Code       apperror.Code `json:"code"   format:"error-code" doc:"Stable code of the error." example:"NOT_FOUND"`
	Status     int           `json:"status" doc:"The HTTP status of the answer." example:"404"`
	Details    any           `json:"details,omitzero"    doc:"Every violation of the schema, in developer mode and for VALIDATION_ERROR only."`
	RetryAfter int           `json:"retryAfter,omitzero" doc:"Seconds until the next request would pass, for RATE_LIMITED only."`
}

// Error returns the code and the message.
func (e *ErrorResponse) Error() string { return string(e.Code) + ": " + e.Message }

// GetStatus returns the HTTP status.
func (e *ErrorResponse) GetStatus() int { return e.Status }

// GetHeaders returns Retry-After where the body has retryAfter, and WWW-Authenticate for 401.
func (e *ErrorResponse) GetHeaders() http.Header {
	h := make(http.Header)
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(e.RetryAfter))
	}
	if e.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	return h
}

// newResponse makes bytes of the client in the message valid for JSON.
func newResponse(code apperror.Code, message string) *ErrorResponse {
	return &ErrorResponse{Message: strings.ToValidUTF8(message, "\ufffd"), Code: code, Status: code.Status()}
}

// responseFor turns an error of the request of ctx into its answer. It logs what the answer omits.
func responseFor(ctx context.Context, err error) *ErrorResponse {
	st := stateOf(ctx)
	if ready, isReady := errors.AsType[*ErrorResponse](err); isReady {
		return ready
	}
	known := apperror.From(err)
	if known == nil {
		return st.internalError(ctx, err)
	}
	resp := newResponse(known.Code, known.Message)
	if known.RetryAfter > 0 {
		resp.RetryAfter = wholeSeconds(known.RetryAfter)
	}
	if resp.Status >= http.StatusInternalServerError {
		st.log.Error("httpapi: request failed", "request_id", st.requestID, "error", err)
	}
	return resp
}

// InParts returns err as its answer with the details that it has. It is for the operations of the
// interface, which show them one by one.
func InParts(err error) error {
	known := apperror.From(err)
	if known == nil || known.Details == nil {
		return err
	}
	resp := newResponse(known.Code, known.Message)
	resp.Details = known.Details
	return resp
}

// internalError answers an error without a code of the contract. The answer names a full disk,
// because the user can make room, and no other reason.
func (st *state) internalError(ctx context.Context, err error) *ErrorResponse {
	if database.Cancelled(ctx, err) {
		// The client has gone. Nobody reads the answer, and the service is not at fault.
		st.log.Debug("httpapi: the client went away before its answer", "request_id", st.requestID, "error", err)
		return newResponse(apperror.InternalError, "the request was cancelled")
	}
	st.log.Error("httpapi: request failed", "request_id", st.requestID, "error", err)
	if database.DiskFull(err) {
		return newResponse(apperror.InternalError, "the disk is full; make room on it, then send the request again")
	}
	return newResponse(apperror.InternalError, "internal error; the log has the reason under request id "+st.requestID)
}

// writeError answers a request with err as an ErrorResponse, or for a browser as a page.
func writeError(w http.ResponseWriter, r *http.Request, err error) {
	resp := responseFor(r.Context(), err)
	maps.Copy(w.Header(), resp.GetHeaders())
	if getsPage(r) {
		if err := writePage(w, r, resp); err == nil {
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(resp.Status)
	if r.Method == http.MethodHead {
		return
	}
	log := stateOf(r.Context()).log
	if err := answerJSON(log).Marshal(w, resp); err != nil {
		log.Debug("httpapi: write an answer", "error", err)
	}
}

// wholeSeconds rounds up, so that a client that waits that long does not come too early.
func wholeSeconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }
