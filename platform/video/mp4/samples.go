package mp4

import (
	"encoding/binary"
	"io"
)

// samples is what the tables of a track say of where its samples lie and how large they are.
type samples struct {
	// sizes, places and groups are the boxes stsz, stco or co64, and stsc; those that a track lacks
	// have no kind.
	sizes, places, groups box
	times                 box
	count, chunks         int64
	bytes                 uint64
	// grouped is how many samples the first chunk has.
	grouped uint32
}

// readSizes reads an stsz box: one size for all samples, or one for each.
func (s *samples) readSizes(r io.ReaderAt, b box) error {
	var buf [12]byte
	if err := readPrefix(r, b, buf[:]); err != nil {
		return err
	}
	s.sizes = b
	each, count := binary.BigEndian.Uint32(buf[4:]), int64(binary.BigEndian.Uint32(buf[8:]))
	s.count = count
	if each != 0 {
		s.bytes = uint64(each) * uint64(count)
		return nil
	}
	if count > (b.end-b.start-12)/4 {
		return &DamageError{At: b.head}
	}
	return eachEntry(r, b.start+12, count, 4, func(entry []byte) bool {
		s.bytes += uint64(binary.BigEndian.Uint32(entry))
		return true
	})
}

// readGroups reads the first entry of an stsc box: from which chunk on chunks have how many
// samples.
func (s *samples) readGroups(r io.ReaderAt, b box) error {
	const width = 12
	s.groups = b
	count, err := tableCount(r, b, width)
	if err != nil || count == 0 {
		return err
	}
	var entry [width]byte
	err = readFull(r, entry[:], b.start+8)
	s.grouped = binary.BigEndian.Uint32(entry[4:])
	return err
}
