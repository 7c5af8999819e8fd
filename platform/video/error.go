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

// NotVideo returns the *Error of a file that is of no format that is read.
func NotVideo() error {
	return &Error{Message: "The file is not a video that Crier can read. Save it as MP4, MOV, MKV, WebM or AVI."}
}

// NoPicture returns the *Error of a file without a track of pictures.
func NoPicture() error {
	return &Error{Message: "The file has no pictures in it, only sound or nothing at all. Choose a file with a video track."}
}

// Damaged returns the *Error of a file that makes no sense from the byte at on; why may be empty.
func Damaged(at int64, why string) error {
	if why != "" {
		why = ": " + why
	}
	return &Error{Message: fmt.Sprintf("The video is damaged at byte %d%s. Export it or copy it from the camera again.", at, why)}
}

// CutOff returns the *Error of a file without the table that says what is in it.
func CutOff(detail string) error {
	return &Error{
		Message: "The video is cut off: the table that says where its pictures are is missing, as when a recording was not ended or a transfer broke off. " +
			"Copy it from the camera or download it again.",
		Detail: detail,
	}
}

// Damage says at which byte a file stops making sense. The readers return it while they read;
// Explain words it.
type Damage struct{ At int64 }

func (d Damage) Error() string { return "damaged" }

// Explain returns the *Error of a Damage, an *Error as it is, and any other error as one of
// reading.
func Explain(err error) error {
	var d Damage
	if errors.As(err, &d) {
		return Damaged(d.At, "")
	}
	var own *Error
	if errors.As(err, &own) {
		return err
	}
	return fmt.Errorf("read a video: %w", err)
}
