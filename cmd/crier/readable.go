package main

import (
	"errors"
	"fmt"

	"crier/platform/apperror"
	"crier/platform/database"
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

// withHint says what to do about what keeps the service from starting.
func withHint(err error) error {
	if errors.Is(err, database.ErrNotLost) {
		return usageError{err}
	}
	if database.DiskFull(err) {
		return fmt.Errorf("the disk is full, and Crier cannot start without some room in its data folder: delete something that you do not need, and start again (%w)", err)
	}
	if errors.Is(err, loopback.ErrPortInUse) {
		return fmt.Errorf("%w; stop the program that has it, or choose another with --port", err)
	}
	return err
}
