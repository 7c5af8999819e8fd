package mp4

import (
	"errors"
	"fmt"
)

// ErrNotMovie says that bytes are no MP4 or MOV file, or a damaged one.
var ErrNotMovie = errors.New("not an MP4 or MOV file")

// ErrNoMoov says that a file has no whole moov box, without which no part of it can be played: the
// recording was not ended, or only a part of the file is there. It is an ErrNotMovie too.
var ErrNoMoov = fmt.Errorf("%w: it has no moov box", ErrNotMovie)

// ErrUnmendable says that Mend cannot write a file again; its text says why.
var ErrUnmendable = errors.New("the file cannot be mended")

// DamageError says at which byte a file stops making sense. It is an ErrNotMovie too.
type DamageError struct {
	At int64
	// Why is what does not make sense there, as a clause; empty where nothing more can be said.
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
