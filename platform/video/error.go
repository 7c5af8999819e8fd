package video

import (
	"errors"
	"fmt"
)

// Error says why a file cannot be used as a video.
type Error struct {
	// Message is a sentence or two for the user: what is wrong, and what to do.
	Message string
	// Detail is for the log.
	Detail string
}

func (e *Error) Error() string {
	if e.Detail == "" {
		return e.Message
	}
	return e.Message + " (" + e.Detail + ")"
}

// NotVideo returns the *Error for a file of another format.
func NotVideo() error {
	return &Error{Message: "The file is not a video that Crier can read. Save it as MP4, MOV, MKV, WebM or AVI."}
}

// NoPicture returns the *Error for a file without a picture track.
func NoPicture() error {
	return &Error{Message: "The file has no pictures in it, only sound or nothing at all. Choose a file with a video track."}
}

// Damaged returns the *Error for a file that is invalid at an offset; why may be empty.
func Damaged(at int64, why string) error {
	if why != "" {
		why = ": " + why
	}
	return &Error{Message: fmt.Sprintf("The video is damaged at byte %d%s. Export it or copy it from the camera again.", at, why)}
}

// CutOff returns the *Error for a file without its moov box, tracks or stream headers.
func CutOff(detail string) error {
	return &Error{
		Message: "The video is cut off: the table that says where its pictures are is missing, as when a recording was not ended or a transfer broke off. " +
			"Copy it from the camera or download it again.",
		Detail: detail,
	}
}

// Damage is the offset at which a file is invalid. The readers return it internally, and Explain
// turns it into an *Error.
type Damage struct{ At int64 }

func (d Damage) Error() string { return "damaged" }

// Explain returns the *Error for a Damage, an *Error unchanged, and any other error as one of
// reading.
func Explain(err error) error {
	if d, ok := errors.AsType[Damage](err); ok {
		return Damaged(d.At, "")
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	return fmt.Errorf("read a video: %w", err)
}
