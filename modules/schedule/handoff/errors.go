package handoff

import (
	"crier/modules/cloud"
	"crier/platform/apperror"
)

// userError returns what a client is told of an error of the worker's, and what the post shows.
func userError(failed *cloud.WorkerError) *apperror.Error { return asPostError(failed.Apperror()) }

// postError is userError as it stands on a post: always the same of a worker that is silent,
// whatever the connection says of it each time.
func postError(failed *cloud.WorkerError) *apperror.Error {
	own := userError(failed)
	if own.Code == apperror.WorkerUnreachable && failed.Unwrap() != nil {
		return apperror.Wrap(own.Code, failed, "the cloud worker cannot be reached")
	}
	return own
}

// asPostError returns an error as the operations on posts have it: to them a worker that was not
// set up to its end is one that does not answer.
func asPostError(own *apperror.Error) *apperror.Error {
	switch own.Code {
	case apperror.CloudNotConfigured, apperror.NotConfigured:
		return apperror.Wrap(apperror.WorkerUnreachable, own, "%s", own.Message)
	case apperror.InvalidWorkerKey:
		return apperror.Wrap(apperror.CloudError, own, "%s", own.Message)
	default:
		return own
	}
}

func errBusy() error {
	return apperror.New(apperror.WorkerUnreachable, "the post is being handed over to the cloud worker, which takes long; try again")
}
