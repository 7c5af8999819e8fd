package main

import (
	"errors"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/loopback"
)

// readable takes the code off an error that a person reads. What was wrong with an argument is a mistake in the call.
func readable(err error) error {
	known := apperror.From(err)
	if known == nil {
		return err
	}
	if known.Code == apperror.ValidationError {
		return usageError{errors.New(known.Message)}
	}
	return errors.New(known.Message)
}

// withHint says what to do about a busy port.
func withHint(err error) error {
	if errors.Is(err, loopback.ErrPortInUse) {
		return fmt.Errorf("%w; stop the program that has it, or choose another with --port", err)
	}
	return err
}
