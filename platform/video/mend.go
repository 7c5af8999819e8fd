package video

import (
	"context"
	"errors"
	"io"

	"crier/platform/video/mp4"
)

// CanMend reports whether Mend makes a file of i that networks take, as far as it is put together: an MP4 or MOV that has
// its table late, edit lists that only shift the start, or a location, and nothing that keeps Mend from it (Obstacle).
func CanMend(i Info) bool {
	faulty := i.MoovLate || i.EditLists || i.HasLocation
	return faulty && i.Obstacle == "" && (i.Container == MP4 || i.Container == MOV)
}

// Mend writes the MP4 or MOV file of size bytes again: its table first, without edit lists, without the place where it was
// taken. Sound and pictures stay as they are and within 5 ms of each other. It takes constant memory. The error is an *Error
// for a file that cannot be mended, or else one of src's, dst's or ctx's.
func Mend(ctx context.Context, dst io.Writer, src io.ReaderAt, size int64) error {
	err := mp4.Mend(ctx, dst, src, size)
	if errors.Is(err, mp4.ErrUnmendable) {
		return &Error{
			Message: "The video cannot be put in order without decoding it. Export it again, as MP4 without cuts that can be undone.",
			Detail:  err.Error(),
		}
	}
	if errors.Is(err, mp4.ErrNotMovie) {
		return wordMP4(err)
	}
	return err
}
