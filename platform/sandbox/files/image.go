package files

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"hash/fnv"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"strings"

	"crier/platform/limits"
	"crier/platform/sandbox/wire"
)

// SniffLength is how many bytes are needed to recognise the type of a file.
const SniffLength = 512

// checkImage fetches the JPEG at raw, and with inFeed checks that its ratio is that of the feed.
// copied gets the bytes.
func (f *Fetcher) checkImage(ctx context.Context, raw string, inFeed bool, copied io.Writer) *wire.Error {
	resp, gerr := f.get(ctx, raw, 0, 0)
	if gerr != nil {
		return gerr
	}
	gerr = imageFault(resp, inFeed, copied)
	if err := resp.Body.Close(); err != nil && gerr == nil {
		return fetchFailure(err)
	}
	return gerr
}

func imageFault(resp *http.Response, inFeed bool, copied io.Writer) *wire.Error {
	if resp.StatusCode != http.StatusOK {
		return errFetch()
	}
	most := limits.Of(limits.PictureSize).Bytes()
	if resp.ContentLength > most {
		return errImageSize()
	}
	count := &counter{r: io.TeeReader(io.LimitReader(resp.Body, most+1), copied)}
	br := bufio.NewReaderSize(count, SniffLength)
	head, err := br.Peek(SniffLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return fetchFailure(err)
	}
	if !bytes.HasPrefix(head, []byte{0xff, 0xd8, 0xff}) {
		return notAnImage(head)
	}
	size, err := jpeg.DecodeConfig(br)
	if _, readErr := io.Copy(io.Discard, br); readErr != nil {
		return fetchFailure(readErr)
	}
	switch {
	case count.n > most:
		return errImageSize()
	case err != nil:
		return errImageFormat()
	case inFeed && !isFeedRatio(size.Width, size.Height):
		return wire.MediaError(wire.CodeImageRatio, wire.SubImageRatio, "Invalid aspect ratio",
			"The submitted image does not have an aspect ratio between "+limits.Of(limits.TallestPicture).Text()+" and "+limits.Of(limits.WidestPicture).Text()+".")
	}
	return nil
}

// notAnImage distinguishes a picture in another format from a page about a missing one.
func notAnImage(head []byte) *wire.Error {
	kind := http.DetectContentType(head)
	if len(head) == 0 || kind == "text/html; charset=utf-8" || kind == "text/plain; charset=utf-8" {
		return errFetch()
	}
	return errImageFormat()
}

func errImageSize() *wire.Error {
	return wire.MediaError(wire.CodeImageSize, wire.SubImageSize, "Image size is too large", "The image is larger than "+limits.Of(limits.PictureSize).Text()+" MiB.")
}

func errImageFormat() *wire.Error {
	return wire.MediaError(wire.CodeImageFormat, wire.SubImageFormat, "Unsupported image format", "The image format is not supported. Supported is JPEG.")
}

// isFeedRatio reports whether the feed takes the ratio, with a tolerance of one pixel.
func isFeedRatio(width, height int) bool {
	const rounding = 1e-6
	w, h := float64(width), float64(height)
	return w+rounding >= (h-1)*limits.Of(limits.TallestPicture).Value && w-1 <= h*limits.Of(limits.WidestPicture).Value+rounding
}

// counter counts the bytes that are read.
type counter struct {
	r io.Reader
	n int64
}

// Read reads from the underlying reader.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// CopyPicture copies a picture of any format and at most most bytes to copied. It reports false
// when the bytes are no picture.
func (f *Fetcher) CopyPicture(ctx context.Context, raw string, most int64, copied io.Writer) bool {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	resp, gerr := f.get(ctx, raw, 0, 0)
	if gerr != nil {
		return false
	}
	defer func() { _ = resp.Body.Close() }()
	count := &counter{r: io.TeeReader(io.LimitReader(resp.Body, most+1), copied)}
	br := bufio.NewReaderSize(count, SniffLength)
	head, err := br.Peek(SniffLength)
	if err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	_, err = io.Copy(io.Discard, br)
	return err == nil && resp.StatusCode == http.StatusOK && strings.HasPrefix(http.DetectContentType(head), "image/") && count.n <= most
}

// ServeColour serves a picture in a colour that depends on the seed.
func ServeColour(w http.ResponseWriter, seed string, size image.Rectangle) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(seed))
	sum := h.Sum32()
	const brightness = 150
	img := image.NewYCbCr(size, image.YCbCrSubsampleRatio420)
	for i := range img.Y {
		img.Y[i] = brightness
	}
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = byte(sum), byte(sum>>8)
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, nil); err != nil {
		http.Error(w, "no picture", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	// The write fails only when the client has hung up.
	_, _ = w.Write(buf.Bytes())
}
