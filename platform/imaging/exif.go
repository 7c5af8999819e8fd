package imaging

import (
	"bytes"
	"encoding/binary"
)

// orientation is an EXIF orientation, 1 (upright) to 8, or 0 for none.
type orientation uint8

const (
	exifHeader     = "Exif\x00\x00"
	orientationTag = 0x0112
	typeShort      = 3
	typeLong       = 4
	maxIFDEntries  = 512
)

// readOrientation returns the orientation in an EXIF block (a TIFF header with its first
// directory). It returns 0 if there is none or the block is damaged, because a picture is not
// refused for its metadata.
func readOrientation(exif []byte) orientation {
	exif = bytes.TrimPrefix(exif, []byte(exifHeader))
	if len(exif) < 8 {
		return 0
	}
	order := byteOrder(exif[:4])
	if order == nil {
		return 0
	}
	offset := int64(order.Uint32(exif[4:]))
	if offset < 8 || offset+2 > int64(len(exif)) {
		return 0
	}
	entries := exif[offset+2:]
	for range min(int(order.Uint16(exif[offset:])), maxIFDEntries) {
		if len(entries) < 12 {
			return 0
		}
		if order.Uint16(entries) == orientationTag {
			return orientationValue(entries[:12], order)
		}
		entries = entries[12:]
	}
	return 0
}

func byteOrder(header []byte) binary.ByteOrder {
	switch string(header) {
	case "II*\x00":
		return binary.LittleEndian
	case "MM\x00*":
		return binary.BigEndian
	default:
		return nil
	}
}

// orientationValue reads a directory entry. Some programs store the number as a long.
func orientationValue(entry []byte, order binary.ByteOrder) orientation {
	var v uint32
	switch order.Uint16(entry[2:]) {
	case typeShort:
		v = uint32(order.Uint16(entry[8:]))
	case typeLong:
		v = order.Uint32(entry[8:])
	}
	if v < 1 || v > 8 || order.Uint32(entry[4:]) != 1 {
		return 0
	}
	return orientation(v)
}

// swapsSides reports whether width and height are swapped in the upright picture.
func (o orientation) swapsSides() bool { return o >= 5 && o <= 8 }

// mirrorsX and mirrorsY report whether the columns and rows of the stored picture are reversed,
// before its sides are swapped.
func (o orientation) mirrorsX() bool { return o == 2 || o == 3 || o == 7 || o == 8 }
func (o orientation) mirrorsY() bool { return o == 3 || o == 4 || o == 6 || o == 7 }
