package imaging

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image/jpeg"
	"image/png"
	"io"
)

// input is an uploaded file that is read by offset. It remembers the position, to report where
// damage is. Reads fail once its context has ended, which ends a decoder.
type input struct {
	ctx  context.Context
	file io.ReadSeeker
	size int64
	pos  int64
	// failure is an error of reading the file, as opposed to one of its contents.
	failure error
}

func openInput(ctx context.Context, file io.ReadSeeker) (in *input, head []byte, err error) {
	head = make([]byte, SniffLen)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, nil, fmt.Errorf("read the picture: %w", err)
	}
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, nil, fmt.Errorf("find the picture's length: %w", err)
	}
	return &input{ctx: ctx, file: file, size: size}, head[:n], nil
}

// Read reads on from the last offset.
func (in *input) Read(p []byte) (int, error) {
	if err := in.ctx.Err(); err != nil {
		in.failure = err
		return 0, err
	}
	n, err := in.file.Read(p)
	in.pos += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		in.failure = fmt.Errorf("read the picture: %w", err)
	}
	return n, err
}

// seek sets the offset of the next read. Beyond the end of the file, it reads nothing.
func (in *input) seek(offset int64) error {
	if _, err := in.file.Seek(offset, io.SeekStart); err != nil {
		in.failure = fmt.Errorf("read the picture: %w", err)
		return err
	}
	in.pos = offset
	return nil
}

// from returns a buffered reader of the file from offset on.
func (in *input) from(offset int64) (*bufio.Reader, error) {
	if err := in.seek(offset); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(in, 8<<10), nil
}

// bytes returns n bytes from offset on, or fewer at the end of the file. The caller bounds n.
func (in *input) bytes(offset, n int64) ([]byte, error) {
	if offset >= in.size || n <= 0 {
		return nil, nil
	}
	if err := in.seek(offset); err != nil {
		return nil, err
	}
	b := make([]byte, min(n, in.size-offset))
	got, err := io.ReadFull(in, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return b[:got], err
}

// damaged returns an error of a decoder as one for the user, with the position. If the decoder
// failed because reading the file did, it returns that error.
func (in *input) damaged(k Kind, cause error) error {
	if in.failure != nil {
		return in.failure
	}
	e := &Error{Reason: Damaged, Kind: k, Detail: cause.Error()}
	if in.pos >= in.size && (endsEarly(cause) || in.lacksEnd(cause)) {
		e.Message = fmt.Sprintf("The file is cut off: it ends after %s bytes, in the middle of the picture.", grouped(int(in.size)))
		return e
	}
	e.Message = fmt.Sprintf("The file is damaged: it stops making sense near byte %s of %s.", grouped(int(in.pos)), grouped(int(in.size)))
	return e
}

func endsEarly(err error) bool {
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

// The marks at which a JPEG and a PNG file end.
const (
	jpegEnd = "\xff\xd9"
	pngEnd  = "IEND\xae\x42\x60\x82"
)

// lacksEnd reports whether a decoder reached the end of a file without the mark at which its format
// ends. The standard decoders return the same error for a picture that is smaller than its header
// says.
func (in *input) lacksEnd(cause error) bool {
	var end string
	switch {
	case errors.Is(cause, jpeg.FormatError("short Huffman data")):
		end = jpegEnd
	case errors.Is(cause, png.FormatError("not enough pixel data")):
		end = pngEnd
	default:
		return false
	}
	length := int64(len(end))
	last, err := in.bytes(in.size-length, length)
	return err == nil && string(last) != end
}
