package textimage

import (
	"encoding/binary"
	"errors"
	"io"
)

var errTables = errors.New("the font's tables reach beyond the file")

// checkTables looks at where a font file says that its tables are, before something is read by
// that: a table is read whole, however long it claims to be.
func checkTables(file io.ReaderAt, size int64) error {
	head := make([]byte, 12+4*maxFonts)
	n, err := file.ReadAt(head, 0)
	if n < 12 {
		return errors.Join(errTables, err)
	}
	if string(head[:4]) != "ttcf" {
		return checkDirectory(file, 0, size)
	}
	count := binary.BigEndian.Uint32(head[8:])
	if count > maxFonts || n < 12+4*int(count) {
		return errTables
	}
	for i := range count {
		if err := checkDirectory(file, int64(binary.BigEndian.Uint32(head[12+4*i:])), size); err != nil {
			return err
		}
	}
	return nil
}

func checkDirectory(file io.ReaderAt, at, size int64) error {
	var head [12]byte
	if _, err := file.ReadAt(head[:], at); err != nil {
		return errors.Join(errTables, err)
	}
	switch binary.BigEndian.Uint32(head[:]) {
	case 0x00010000, 0x4F54544F, 0x74727565: // TrueType, "OTTO", "true"
	default:
		return errors.New("not an OpenType font")
	}
	entries := make([]byte, 16*int(binary.BigEndian.Uint16(head[4:])))
	if _, err := file.ReadAt(entries, at+12); err != nil {
		return errors.Join(errTables, err)
	}
	for ; len(entries) > 0; entries = entries[16:] {
		offset, length := binary.BigEndian.Uint32(entries[8:]), binary.BigEndian.Uint32(entries[12:])
		if int64(offset)+int64(length) > size {
			return errTables
		}
	}
	return nil
}
