package objectstore

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Step is a step of Check.
type Step string

// The steps in their order.
const (
	StepPut    Step = "put"
	StepFetch  Step = "fetch"
	StepDelete Step = "delete"
)

// CheckError is a failure of Check at a step. Its text is for people.
type CheckError struct {
	Step  Step
	place string
	cause error
}

// Error returns the step and the reason.
func (e *CheckError) Error() string {
	switch e.Step {
	case StepPut:
		return "a test object could not be put into the " + e.place + ": " + e.cause.Error()
	case StepFetch:
		return "a test object was put into the " + e.place + ", but its public address does not work: " + e.cause.Error()
	default:
		return "a test object was put and fetched, but it could not be deleted: " + e.cause.Error()
	}
}

// Unwrap returns the reason: an *Error or a *publicurl.Error.
func (e *CheckError) Unwrap() error { return e.cause }

// checkSize is larger than the first range that the check fetches, so that the check detects a
// server without support for ranges.
const checkSize = 4096

// Check tests whether a store, which place is the word for, can serve media: it puts a small object
// as a video, has it fetched from its public address as the network would, and deletes it. It
// repeats no request. It returns a *CheckError, or the cause of a context that has ended.
func Check(ctx context.Context, s Store, place string, fetch func(ctx context.Context, url, contentType string, size int64) error) error {
	ctx = Hurried(ctx)
	dir, err := os.MkdirTemp("", "crier-check-*")
	if err != nil {
		return WithoutPath("check", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "object")
	line := []byte("Crier has put this here to find out whether the store works..\n..")
	if err := os.WriteFile(path, bytes.Repeat(line, checkSize/len(line)), 0o600); err != nil {
		return errors.Join(errors.New("write a test object"), WithoutPath("check", err))
	}
	const contentType = "video/mp4" // The network fetches ranges of a video.
	key := NewKey("mp4")
	at := func(step Step, err error) error {
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
		return &CheckError{step, place, err}
	}
	if err := s.Put(ctx, key, path, contentType); err != nil {
		return at(StepPut, err)
	}
	fetched := at(StepFetch, fetch(ctx, s.URL(key), contentType, checkSize))
	deleted := at(StepDelete, s.Delete(context.WithoutCancel(ctx), key))
	if fetched != nil {
		return fetched
	}
	return deleted
}
