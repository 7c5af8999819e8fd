package datadir

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrTooLarge says that a file is larger than what Crier writes into it.
var ErrTooLarge = errors.New("the file is too large")

// ReadFile returns what the file at path holds, and ErrTooLarge for a file of more than most bytes,
// of which it reads no more than one byte above that.
func ReadFile(path string, most int64) (b []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if b, err = io.ReadAll(io.LimitReader(f, most+1)); err != nil {
		return nil, err
	}
	if int64(len(b)) > most {
		return nil, fmt.Errorf("%s: %w", path, ErrTooLarge)
	}
	return b, nil
}
