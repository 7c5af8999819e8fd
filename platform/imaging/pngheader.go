package imaging

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"image/png"
	"io"
)

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	ihdrLength   = 13
	// maxChunks bounds how many chunks are read. A large picture in chunks of 8 KiB has about
	// 13,000.
	maxChunks = 100_000
	// maxExif bounds an EXIF block, in bytes. In JPEG it cannot be longer than 64 KiB.
	maxExif = 1 << 20
)

// inspectPNG reads the size, and all chunks for their metadata, because EXIF may come after the
// picture.
func inspectPNG(in *input) (header, error) {
	h := header{kind: PNG, form: "PNG", bytesPerPixel: 4}
	var c pngColours
	if err := walkPNG(in, &h, &c); err != nil {
		return h, in.damaged(PNG, err)
	}
	c.apply(&h)
	r, err := in.from(0)
	if err != nil {
		return h, in.damaged(PNG, err)
	}
	config, err := png.DecodeConfig(newPNGChunks(r))
	if err != nil {
		return h, pngError(in, err)
	}
	h.width, h.height = config.Width, config.Height
	return h, nil
}

func pngError(in *input, err error) error {
	if unsupported, ok := errors.AsType[png.UnsupportedError](err); ok && in.failure == nil {
		return unsupportedFeature(PNG, string(unsupported), err.Error())
	}
	return in.damaged(PNG, err)
}

// walkPNG fills h and c from the chunks, up to the first broken one. Its error is one of reading
// the file.
func walkPNG(in *input, h *header, c *pngColours) error {
	offset := int64(len(pngSignature))
	for range maxChunks {
		head, err := in.bytes(offset, 8)
		if err != nil || len(head) < 8 {
			return err
		}
		length := int64(binary.BigEndian.Uint32(head))
		if err := h.readChunk(in, c, string(head[4:]), offset+8, length); err != nil {
			return err
		}
		if string(head[4:]) == "IEND" {
			return nil
		}
		offset += 8 + length + 4
	}
	return nil
}

func (h *header) readChunk(in *input, c *pngColours, kind string, offset, length int64) error {
	switch kind {
	case "IHDR":
		b, err := in.bytes(offset, min(length, ihdrLength))
		h.readIHDR(b)
		return err
	case "sRGB", "cICP", "gAMA", "cHRM":
		const longest = 32
		b, err := in.bytes(offset, min(length, longest))
		c.read(kind, b)
		return err
	case "acTL":
		h.animated = true
	case "eXIf":
		b, err := in.bytes(offset, min(length, maxExif))
		h.orient = readOrientation(b)
		return err
	case "iCCP":
		b, err := in.bytes(offset, min(length, maxProfile))
		h.profile = profileData{present: true, bytes: inflateProfile(b)}
		return err
	}
	return nil
}

// readIHDR computes the decoder's memory per pixel from the header. An interlaced picture is
// decoded pass by pass, and the last pass is half of it.
func (h *header) readIHDR(b []byte) {
	if len(b) < ihdrLength {
		return
	}
	depth, colour, interlaced := b[8], b[9], b[12] != 0
	const gray, palette = 0, 3
	switch {
	case depth == 16:
		h.bytesPerPixel = 8
	case colour == palette:
		h.bytesPerPixel = 1
	case colour == gray:
		// With a transparent shade the decoder uses four bytes.
		h.bytesPerPixel = 4
	}
	h.form = fmt.Sprintf("%d bits a colour", depth)
	if interlaced {
		h.form += ", interlaced"
		h.bytesPerPixel *= 1.5
	}
}

// inflateProfile decompresses the profile of an iCCP chunk: a name, a zero byte, the method (0),
// the compressed bytes. It returns nil if the profile is damaged or too long.
func inflateProfile(chunk []byte) []byte {
	_, packed, ok := bytes.Cut(chunk, []byte{0})
	if !ok || len(packed) < 1 || packed[0] != 0 {
		return nil
	}
	z, err := zlib.NewReader(bytes.NewReader(packed[1:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(z, maxProfile+1))
	if err != nil || len(profile) > maxProfile {
		return nil
	}
	return profile
}
