package ffmpeg

import (
	"errors"
	"strings"
)

// ErrMissing says that there is no usable ffmpeg on PATH.
var ErrMissing = errors.New("no usable ffmpeg on PATH")

// Benefit tells the user what installing ffmpeg would give.
const Benefit = "Installing ffmpeg would give poster frames for videos, turn MKV, WebM and AVI files and unusual codecs into what " +
	"the network takes, and make edits of videos possible."

// Reason says why a video could not be processed.
type Reason string

// The reasons of an Error.
const (
	// Unusable: ffmpeg cannot read the file, or its content cannot be put into an MP4 file.
	Unusable Reason = "unusable"
	// TooSlow: the work exceeded its deadline.
	TooSlow Reason = "too_slow"
	// TooLarge: the result would be too large.
	TooLarge Reason = "too_large"
	// Crashed: ffmpeg died, for instance because it exceeded its memory limit.
	Crashed Reason = "crashed"
	// Killed: the system ended ffmpeg, as it does when memory is short. The video may be processed
	// another time.
	Killed Reason = "killed"
	// Incapable: this ffmpeg was built without an encoder that the work needs.
	Incapable Reason = "incapable"
)

// Error says that ffmpeg could not do the work, through no fault of the service. Other errors of
// this package are the service's own, such as a full disk or a cancelled context.
type Error struct {
	Reason Reason
	// Detail is what ffmpeg or the system said. It is for logs, and may be empty.
	Detail string
}

// Error returns the reason and the detail.
func (e *Error) Error() string {
	return strings.TrimSuffix("video "+string(e.Reason)+": "+e.Detail, ": ")
}

// reasonOf returns the reason of an *Error, and nothing for any other error.
func reasonOf(err error) Reason {
	if failure, ok := errors.AsType[*Error](err); ok {
		return failure.Reason
	}
	return ""
}

// Sentence returns the reason as a sentence for the user.
func (e *Error) Sentence() string {
	switch e.Reason {
	case TooSlow:
		return "The video could not be processed: it took too long. Try a shorter or smaller one."
	case TooLarge:
		return "The video cannot be made small enough. Try a shorter one."
	case Crashed:
		return "The video could not be processed. The file may be damaged or made to cause harm."
	case Killed:
		return "The video could not be processed: the system ended ffmpeg, as it does when memory is short. " +
			"Close other programs, or use a shorter or smaller video."
	case Incapable:
		return "The ffmpeg that is installed cannot do this: it was built without an encoder for H.264 or AAC."
	default:
		return "The video could not be processed: the file may be damaged, or of a kind that ffmpeg cannot read."
	}
}
