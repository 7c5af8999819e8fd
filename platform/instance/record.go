package instance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"time"

	"crier/platform/wireid"
)

// record is what the mark says.
type record struct {
	Instance wireid.ID `json:"instance"`
	// Turn counts the records; the one with the highest counts.
	Turn     uint64 `json:"turn"`
	Sequence int64  `json:"sequence"`
	Nonce    string `json:"nonce"`
	// Folder is the path of the folder that wrote the record, empty for a very long path. At is
	// when it did.
	Folder string    `json:"folder"`
	At     time.Time `json:"at"`
}

// format returns the record as it stands in its slot: a checksum, the record, and spaces.
func (r record) format() ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, "%08x %s", crc32.ChecksumIEEE(text), text)
	if len(line) >= slotSize {
		return nil, fmt.Errorf("the mark has %d bytes", len(line))
	}
	return append(append(line, bytes.Repeat([]byte(" "), slotSize-1-len(line))...), '\n'), nil
}

// slot is a slot of the file with what it says.
type slot struct {
	text    []byte
	record  record
	isWhole bool
}

// read takes in the text of the slot. Nearly always it is the one from before, which is not parsed
// again.
func (s *slot) read(text []byte) {
	if s.text != nil && bytes.Equal(s.text, text) {
		return
	}
	s.text = append(s.text[:0], text...)
	s.record, s.isWhole = parse(text)
}

// parse returns the record of a slot, and false when it has none that is whole.
func parse(slot []byte) (r record, ok bool) {
	sum, text, found := bytes.Cut(bytes.TrimSpace(slot), []byte(" "))
	if !found || string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) {
		return record{}, false
	}
	ok = json.Unmarshal(text, &r) == nil
	return r, ok
}
