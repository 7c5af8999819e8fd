package mp4

import (
	"errors"
	"fmt"
)

// ErrNotMovie says that a file is not an MP4 or MOV file, or a damaged one.
var ErrNotMovie = errors.New("not an MP4 or MOV file")

// ErrNoMoov says that a file has no complete moov box, without which nothing of it can be played:
// the recording was not ended, or a part of the file is missing. It is an ErrNotMovie too.
var ErrNoMoov = fmt.Errorf("%w: it has no moov box", ErrNotMovie)

// ErrUnmendable says that Mend cannot rewrite a file. Its text says why.
var ErrUnmendable = errors.New("the file cannot be mended")

// DamageError says at which offset a file is invalid. It is an ErrNotMovie too.
type DamageError struct {
	At int64
	// Why is what is invalid there, as a clause; it may be empty.
	Why string
}

func (e *DamageError) Error() string {
	text := fmt.Sprintf("%v: damaged at byte %d", ErrNotMovie, e.At)
	if e.Why != "" {
		text += " (" + e.Why + ")"
	}
	return text
}

// Unwrap makes the error an ErrNotMovie.
func (e *DamageError) Unwrap() error { return ErrNotMovie }
