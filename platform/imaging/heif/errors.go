package heif

import (
	"errors"
	"fmt"
)

// Unsupported says that a file is sound as far as it was read, but has what is not supported.
type Unsupported struct {
	// Feature is that, for a sentence.
	Feature string
}

// Error returns the feature.
func (u *Unsupported) Error() string { return "not supported: " + u.Feature }

func unsupported(format string, args ...any) error {
	return &Unsupported{Feature: fmt.Sprintf(format, args...)}
}

var errBox = errors.New("a box is longer or shorter than what it holds")

func damaged(format string, args ...any) error { return fmt.Errorf("heif: "+format, args...) }
