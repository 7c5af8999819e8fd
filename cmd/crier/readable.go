package main

import (
	"errors"

	"crier/platform/apperror"
)

// readable takes the code off an error that a person reads.
func readable(err error) error {
	if known := apperror.From(err); known != nil {
		return errors.New(known.Message)
	}
	return err
}
