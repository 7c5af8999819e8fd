package datadir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// TooManyOpen reports whether err says that the process or the machine may not open a further file
// now.
func TooManyOpen(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// Unread is the error of something in the data folder that is there and cannot be read now. It says
// why, that nothing is lost, and what to do.
func Unread(what string, err error) error {
	do := "try again when that is mended"
	switch {
	case TooManyOpen(err):
		do = "too many files are open at once: end some programs, or raise the limit (ulimit -n), and try again"
	case errors.Is(err, fs.ErrPermission):
		do = "let this user read it, and try again"
	}
	return fmt.Errorf("%s cannot be read now, and nothing is lost: %w; %s", what, err, do)
}

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
