package cloud

import (
	"errors"
	"fmt"
	"strings"

	"crier/platform/apperror"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// The codes with which the worker refuses, as worker/API.md has them.
const (
	workerUnauthorized  = "UNAUTHORIZED"
	workerNotConfigured = "NOT_CONFIGURED"
	workerInternal      = "INTERNAL_ERROR"
	workerNotFound      = "NOT_FOUND"
	workerInvalidBody   = "INVALID_BODY"
	codeOtherCopy       = "OTHER_COPY"
	codeNewerStorage    = "NEWER_STORAGE"
	// CodeUnknownJob: there is no such job.
	CodeUnknownJob = "UNKNOWN_JOB"
	// CodeStaleRevision: the worker has a higher revision, or another content of this one.
	CodeStaleRevision = "STALE_REVISION"
	// CodeAlreadyClaimed: the job is being published.
	CodeAlreadyClaimed = "ALREADY_CLAIMED"
	// CodeAlreadyEnded: the job has a result.
	CodeAlreadyEnded = "ALREADY_ENDED"
	// CodeFenced: the job's epoch is before WorkerError.Fence.
	CodeFenced = "FENCED"
	// CodeKeyMismatch: the worker has another encryption key.
	CodeKeyMismatch = "ENCRYPTION_KEY_MISMATCH"
	// CodeTooManyJobs: the worker takes no more.
	CodeTooManyJobs = "TOO_MANY_JOBS"
	// CodeInvalidJob: the worker does not take such a post.
	CodeInvalidJob = "INVALID_JOB"
)

// WorkerError is a failed call of the worker. Its texts contain no secret, and are printable and
// bounded.
type WorkerError struct {
	// Code is the worker's code; empty when it gave none.
	Code    string
	Message string
	// Job is the job as the worker has it, if it says so.
	Job *JobState
	// Fence is the least epoch that the worker takes, with CodeFenced.
	Fence int64
	// Since is when another copy of Crier was started, where the worker refuses this one.
	Since *wiretime.Time
	// NotSent: the call certainly did not reach the worker. Unsure: the call may have reached it,
	// but no answer of the worker came, so that nobody knows what it did. Neither: the worker
	// refused, and nothing has changed there.
	NotSent, Unsure bool

	op    string
	code  apperror.Code
	cause error
}

// Error returns the operation, the failure and the code.
func (e *WorkerError) Error() string {
	text := "cloud worker: " + e.op + ": " + e.Message
	if e.Code != "" {
		text += " (" + e.Code + ")"
	}
	return text
}

// Unwrap returns the cause: the transport's or a context's error; nil for the
// worker's own refusals.
func (e *WorkerError) Unwrap() error { return e.cause }

// Apperror returns the failure as a client sees it.
func (e *WorkerError) Apperror() *apperror.Error {
	if e.code != "" {
		return apperror.Wrap(e.code, e, "%s", e.Message)
	}
	if e.NotSent || e.Unsure {
		return apperror.Wrap(apperror.WorkerUnreachable, e, "the cloud worker cannot be reached: %s", e.Message)
	}
	switch e.Code {
	case workerUnauthorized:
		return apperror.Wrap(apperror.InvalidWorkerKey, e, "the cloud worker refused its key; deploy it again (crier cloud deploy)")
	case workerNotConfigured:
		return apperror.Wrap(apperror.NotConfigured, e, "the cloud worker has no key; deploy it again (crier cloud deploy)")
	case CodeKeyMismatch:
		return apperror.Wrap(apperror.EncryptionKeyMismatch, e, "the cloud worker has another encryption key; deploy it again (crier cloud deploy)")
	case CodeAlreadyClaimed, CodeAlreadyEnded, CodeStaleRevision:
		return apperror.Wrap(apperror.InvalidStatus, e, "the cloud worker has it already: %s", e.Message)
	case codeNewerStorage:
		return apperror.Wrap(apperror.WorkerDeployFailed, e, "a later version of Crier made the cloud worker's storage; start that version")
	case CodeUnknownJob:
		return apperror.Wrap(apperror.NotFound, e, "the cloud worker does not have the post")
	default:
		return apperror.Wrap(apperror.CloudError, e, "the cloud worker refused: %s (%s)", e.Message, e.Code)
	}
}

// AsWorkerError returns the first WorkerError in err's chain, and nil when there is none.
func AsWorkerError(err error) *WorkerError {
	e, _ := errors.AsType[*WorkerError](err)
	return e
}

// userError returns what a client sees of an error of the worker, and any other error as it is.
func userError(err error) error {
	if e := AsWorkerError(err); e != nil {
		return e.Apperror()
	}
	return err
}

const maxTextRunes = 300

// printable returns s as it may be shown: bounded, on one line, and without the secret.
func printable(s, secret string) string {
	if secret != "" {
		s = strings.ReplaceAll(s, secret, "[secret]")
	}
	return secrets.Printable(s, maxTextRunes)
}

// notAnswered returns the error for what came in the place of the worker's answer.
func (c workerCall) notAnswered(format string, args ...any) *WorkerError {
	return &WorkerError{op: c.op, Unsure: true, Message: fmt.Sprintf(format, args...)}
}
