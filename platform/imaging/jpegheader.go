package imaging

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"image/jpeg"
	"io"
)

const (
	markerSOF0 = 0xc0
	markerSOF2 = 0xc2
	markerDHT  = 0xc4
	markerJPG  = 0xc8
	markerDAC  = 0xcc
	markerSOFf = 0xcf
	markerRST0 = 0xd0
	markerSOI  = 0xd8
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerAPP1 = 0xe1
	markerAPP2 = 0xe2

	iccHeader = "ICC_PROFILE\x00"

	baselineForm = "baseline"
	// maxSegments bounds how many segments of a file are read.
	maxSegments = 10_000
)

// inspectJPEG reads the segments before the first scan, and the size with the standard decoder.
func inspectJPEG(in *input) (header, error) {
	h := header{kind: JPEG, form: baselineForm, bytesPerPixel: 3}
	r, err := in.from(0)
	if err != nil {
		return h, in.damaged(JPEG, err)
	}
	var w jpegWalk
	w.walk(r)
	if in.failure != nil {
		return h, in.failure
	}
	h.orient, h.profile = w.orient, w.profile()
	if w.sof != 0 {
		h.form, h.bytesPerPixel = w.form(), w.bytesPerPixel()
	}
	if feature := w.unsupported(); feature != "" {
		return h, unsupportedFeature(JPEG, feature, "")
	}
	if r, err = in.from(0); err != nil {
		return h, in.damaged(JPEG, err)
	}
	config, err := jpeg.DecodeConfig(r)
	if err != nil {
		return h, jpegError(in, err)
	}
	h.width, h.height = config.Width, config.Height
	return h, nil
}

func jpegError(in *input, err error) error {
	if unsupported, ok := errors.AsType[jpeg.UnsupportedError](err); ok && in.failure == nil {
		return unsupportedFeature(JPEG, string(unsupported), err.Error())
	}
	return in.damaged(JPEG, err)
}

// jpegWalk collects what the segments of a JPEG file say. It skips what it cannot read: the decoder
// decides whether the file is valid.
type jpegWalk struct {
	orient   orientation
	sof      byte
	frame    []byte
	parts    map[byte][]byte
	partSize int
	partsOf  byte
}

func (w *jpegWalk) walk(r *bufio.Reader) {
	if _, err := r.Discard(2); err != nil {
		return
	}
	for range maxSegments {
		marker, length, err := nextSegment(r)
		if err != nil || marker == markerSOS || marker == markerEOI {
			return
		}
		if err := w.segment(r, marker, length); err != nil {
			return
		}
	}
}

// nextSegment returns the next marker that has a length, and the length of its body.
func nextSegment(r *bufio.Reader) (marker byte, length int, err error) {
	for {
		if marker, err = nextMarker(r); err != nil || marker == markerEOI {
			return marker, 0, err
		}
		if marker < markerRST0 || marker > markerSOI {
			break
		}
	}
	var b [2]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return 0, 0, err
	}
	length = int(binary.BigEndian.Uint16(b[:])) - len(b)
	if length < 0 {
		return 0, 0, errors.New("the length of a segment is too small")
	}
	return marker, length, nil
}

// nextMarker skips bytes before the next marker, as decoders do.
func nextMarker(r *bufio.Reader) (byte, error) {
	for {
		if _, err := r.ReadSlice(0xff); err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return 0, err
		} else if err != nil {
			continue
		}
		b := byte(0xff)
		for b == 0xff {
			var err error
			if b, err = r.ReadByte(); err != nil {
				return 0, err
			}
		}
		if b != 0 {
			return b, nil
		}
	}
}

func (w *jpegWalk) segment(r *bufio.Reader, marker byte, length int) error {
	isFrame := marker >= markerSOF0 && marker <= markerSOFf &&
		marker != markerDHT && marker != markerJPG && marker != markerDAC
	if !isFrame && marker != markerAPP1 && marker != markerAPP2 {
		_, err := r.Discard(length)
		return err
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(r, body); err != nil {
		return err
	}
	switch {
	case isFrame && w.sof == 0:
		w.sof, w.frame = marker, body
	case marker == markerAPP1 && w.orient == 0 && bytes.HasPrefix(body, []byte(exifHeader)):
		w.orient = readOrientation(body)
	case marker == markerAPP2:
		w.addProfilePart(body)
	}
	return nil
}

// addProfilePart keeps one part of a split profile: header, number from 1, count, bytes.
func (w *jpegWalk) addProfilePart(body []byte) {
	part, ok := bytes.CutPrefix(body, []byte(iccHeader))
	if !ok || len(part) < 2 {
		return
	}
	if w.parts == nil {
		w.parts, w.partsOf = make(map[byte][]byte), part[1]
	}
	if _, seen := w.parts[part[0]]; seen || w.partSize+len(part) > maxProfile {
		return
	}
	w.parts[part[0]] = part[2:]
	w.partSize += len(part)
}

// profile joins the parts in the order of their numbers.
func (w *jpegWalk) profile() profileData {
	if w.parts == nil {
		return profileData{}
	}
	all := make([]byte, 0, w.partSize)
	for i := 1; i <= int(w.partsOf); i++ {
		part, ok := w.parts[byte(i)]
		if !ok {
			return profileData{present: true}
		}
		all = append(all, part...)
	}
	return profileData{present: true, bytes: all}
}

// unsupported names the feature of the frame that the decoder lacks, or returns "".
func (w *jpegWalk) unsupported() string {
	switch {
	case w.sof == 0xc3 || w.sof == 0xcb:
		return "lossless JPEG"
	case w.sof >= 0xc9:
		return "arithmetic-coded JPEG"
	case w.sof >= 0xc5:
		return "hierarchical JPEG"
	case len(w.frame) > 0 && w.frame[0] != 8:
		return "JPEG with other than 8 bits a colour"
	default:
		return ""
	}
}

func (w *jpegWalk) form() string {
	if w.sof == markerSOF2 {
		return "progressive"
	}
	return baselineForm
}

// bytesPerPixel returns the memory of the standard decoder: the samples of each component, four
// bytes for each coefficient of a progressive picture, and four bytes for each pixel of a picture
// that it converts.
func (w *jpegWalk) bytesPerPixel() float64 {
	const factorsAt, size = 6, 3
	if len(w.frame) < factorsAt {
		return 3
	}
	var samples, largest float64
	components := 0
	for body := w.frame[factorsAt:]; len(body) >= size; body = body[size:] {
		area := float64(body[1]>>4) * float64(body[1]&15)
		samples += area
		largest = max(largest, area)
		components++
	}
	perPixel := samples / max(largest, 1)
	if w.sof == markerSOF2 {
		perPixel *= 1 + 4
	}
	if components == 4 {
		perPixel += 4
	}
	return max(perPixel, 1)
}
