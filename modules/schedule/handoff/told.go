package handoff

import (
	"crier/modules/cloud"
	"crier/platform/apperror"
)

// told returns what a client is told of an error of the worker's, and what the post shows.
func told(failed *cloud.WorkerError) *apperror.Error { return ofPost(failed.Apperror()) }

// shown is told as it stands on a post: always the same of a worker that is silent, whatever the connection says of it each time.
func shown(failed *cloud.WorkerError) *apperror.Error {
	own := told(failed)
	if own.Code == apperror.WorkerUnreachable && failed.Unwrap() != nil {
		return apperror.Wrap(own.Code, failed, "the cloud worker cannot be reached")
	}
	return own
}

// ofPost returns an error as the operations on posts have it: to them a worker that was not set up to its end is one that does
// not answer.
func ofPost(own *apperror.Error) *apperror.Error {
	switch own.Code {
	case apperror.CloudNotConfigured, apperror.NotConfigured:
		return apperror.Wrap(apperror.WorkerUnreachable, own, "%s", own.Message)
	case apperror.InvalidWorkerKey:
		return apperror.Wrap(apperror.CloudError, own, "%s", own.Message)
	default:
		return own
	}
}
