package handoff

import (
	"crier/modules/cloud"
	"crier/platform/apperror"
)

// userError returns the error of the worker as clients and the post show it.
func userError(failed *cloud.WorkerError) *apperror.Error { return asPostError(failed.Apperror()) }

// forUser returns an error as the user is told it, which differs for one of the worker alone.
func forUser(err error) error {
	if failed := cloud.AsWorkerError(err); failed != nil {
		return userError(failed)
	}
	return err
}

// postError is userError as the post stores it. It has one text for all failures to reach the
// worker, so that the post does not change with each attempt.
func postError(failed *cloud.WorkerError) *apperror.Error {
	own := userError(failed)
	if own.Code == apperror.WorkerUnreachable && failed.Unwrap() != nil {
		return apperror.Wrap(own.Code, failed, "the cloud worker cannot be reached")
	}
	return own
}

// asPostError returns an error as the operations on posts report it: a worker whose set-up was not
// finished counts as unreachable.
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

func errTakingBack() error {
	return apperror.New(apperror.WorkerUnreachable, "posts are being taken back from the cloud worker, which takes some minutes; try again then")
}

func errBusy() error {
	return apperror.New(apperror.WorkerUnreachable, "the post is being handed over to the cloud worker, which takes long; try again")
}
