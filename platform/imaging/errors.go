package imaging

import (
	"fmt"
	"strconv"
)

// Reason says why a picture was refused.
type Reason string

// The reasons of an Error.
const (
	// TooLarge: more pixels or a longer side than the limits allow. Width and Height are set.
	TooLarge Reason = "too_large"
	// Damaged: the file is cut off or invalid.
	Damaged Reason = "damaged"
	// Unsupported: the file is valid as far as it was read, but has an unsupported format or
	// feature.
	Unsupported Reason = "unsupported"
	// Unprocessable: processing the file crashed, ran out of memory or took too long. Detail is for
	// the log.
	Unprocessable Reason = "unprocessable"
	// Killed: the system ended the child, as it does when memory is short. The picture may be
	// processed another time.
	Killed Reason = "killed"
)

// Error says that a picture cannot be used, through no fault of the service. Other errors of this
// package are the service's own, such as a full disk or a cancelled context.
type Error struct {
	Reason Reason `json:"reason"`
	// Message is a sentence for the user.
	Message string `json:"message"`
	// Detail is what the decoder or the system said. It is for logs, and may be empty.
	Detail string `json:"detail,omitempty"`
	// Kind is the file's format, or Unknown.
	Kind Kind `json:"kind"`
	// Width and Height are the picture's sides in pixels, 0 if unknown.
	Width  int `json:"width,omitempty"`
	Height int `json:"height,omitempty"`
}

// Error returns the reason and the detail.
func (e *Error) Error() string {
	text := "picture " + string(e.Reason) + ": " + e.Message
	if e.Detail != "" {
		text += " (" + e.Detail + ")"
	}
	return text
}

func unprocessable(detail string) *Error {
	return &Error{
		Reason:  Unprocessable,
		Message: "The picture could not be processed. The file may be damaged or made to cause harm.",
		Detail:  detail,
		Kind:    Unknown,
	}
}

func tookTooLong(detail string) *Error {
	e := unprocessable(detail)
	e.Message = "The picture could not be processed: it took too long. Try a smaller or simpler one."
	return e
}

func killed(detail string) *Error {
	e := unprocessable(detail)
	e.Reason = Killed
	e.Message = "The picture could not be processed: the system ended the work on it, as it does when memory is short. " +
		"Close other programs and try again, or use a smaller picture."
	return e
}

func notAPicture(k Kind) *Error {
	return &Error{Reason: Unsupported, Kind: k, Message: "The file is " + k.Name() + "; pictures must be JPEG, PNG, WebP, HEIC, AVIF or GIF files."}
}

func unsupportedFeature(k Kind, feature, detail string) *Error {
	return &Error{
		Reason:  Unsupported,
		Kind:    k,
		Message: "The file is " + k.Name() + " of a form that is not supported: " + feature + ". Save it again as an ordinary JPEG or PNG.",
		Detail:  detail,
	}
}

func sideTooLong(h header, limit int, o Options) *Error {
	return tooLarge(h, "The picture is "+size(h)+" pixels; no side may be longer than "+grouped(limit)+" pixels."+smaller(h, o))
}

func tooManyPixels(h header, limit int, o Options) *Error {
	return tooLarge(h, fmt.Sprintf("The picture is %s pixels, that is %s megapixels; at most %s are allowed.%s",
		size(h), megapixels(h.width*h.height), megapixels(limit), smaller(h, o)))
}

func tooMuchMemory(h header, limit int, o Options) *Error {
	return tooLarge(h, fmt.Sprintf("The picture is %s pixels, that is %s megapixels; at most %s are allowed for %s of this form (%s).%s",
		size(h), megapixels(h.width*h.height), megapixels(limit), h.kind.Name(), h.form, smaller(h, o)))
}

// smaller says what to do about a picture that is too large.
func smaller(h header, o Options) string {
	if h.width <= plainSides*o.MaxSide && h.height <= plainSides*o.MaxSide && h.width*h.height <= plainPixels*o.MaxPixels && !h.isPlainJPEG() {
		return " Save it as an ordinary JPEG, not a progressive one, or make it smaller: it is shown " + grouped(o.MaxWidth) + " pixels wide."
	}
	return " Make it smaller and upload that: it is shown " + grouped(o.MaxWidth) + " pixels wide."
}

func notSmallEnough(h header, limit int) *Error {
	return tooLarge(h, "The picture cannot be stored in fewer than "+grouped(limit)+" bytes.")
}

func tooLarge(h header, message string) *Error {
	return &Error{Reason: TooLarge, Message: message, Kind: h.kind, Width: h.width, Height: h.height}
}

func size(h header) string { return grouped(h.width) + " x " + grouped(h.height) }

func megapixels(n int) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) }

// grouped formats a number with commas between its thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
