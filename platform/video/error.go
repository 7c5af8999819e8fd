package video

import "fmt"

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

func errNotVideo() error {
	return &Error{Message: "The file is not a video that Crier can read. Save it as MP4, MOV, MKV, WebM or AVI."}
}

func errNoPicture() error {
	return &Error{Message: "The file has no pictures in it, only sound or nothing at all. Choose a file with a video track."}
}

func errDamaged(at int64, why string) error {
	if why != "" {
		why = ": " + why
	}
	return &Error{Message: fmt.Sprintf("The video is damaged at byte %d%s. Export it or copy it from the camera again.", at, why)}
}

// errCutOff is for a file without the table that says what is in it.
func errCutOff(detail string) error {
	return &Error{
		Message: "The video is cut off: the table that says where its pictures are is missing, as when a recording was not ended or a transfer broke off. " +
			"Copy it from the camera or download it again.",
		Detail: detail,
	}
}
