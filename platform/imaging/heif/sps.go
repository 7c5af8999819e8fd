package heif

import (
	"bytes"
	"image"
)

// sps has the fields of a sequence parameter set that are used (ITU-T H.265, 7.3.2.2).
type sps struct {
	size    image.Point
	chroma  int
	depth   int
	colours Colours
}

// Limits of the standard.
const (
	maxSPSSide    = 1 << 15
	maxShortSets  = 64
	maxSetEntries = 16
	maxLongSets   = 32
)

func readSPS(unit []byte) (sps, error) {
	// A byte 3 after two zeros is an emulation prevention byte.
	r := &bitReader{b: bytes.ReplaceAll(unit, []byte{0, 0, 3}, []byte{0, 0})}
	r.skip(16 + 4)
	layers := int(r.bits(3))
	r.skip(1)
	r.profileAndLevel(layers)
	r.golomb()
	s := sps{chroma: r.few(3)}
	separate := s.chroma == 3 && r.flag()
	s.size = image.Pt(r.few(maxSPSSide), r.few(maxSPSSide))
	if r.flag() {
		x, y := [4]int{1, 2, 2, 1}[s.chroma], [4]int{1, 2, 1, 1}[s.chroma]
		s.size.X -= x * (r.few(maxSPSSide) + r.few(maxSPSSide))
		s.size.Y -= y * (r.few(maxSPSSide) + r.few(maxSPSSide))
	}
	s.depth = 8 + max(r.few(8), r.few(8))
	if r.failed {
		return s, damaged("the HEVC parameter set is invalid")
	}
	if separate {
		return s, unsupported("colour planes that are coded separately")
	}
	s.colours = r.colours(layers)
	return s, nil
}

func (r *bitReader) profileAndLevel(layers int) {
	const profile, level = 88, 8
	r.skip(profile + level)
	length := 0
	for range layers {
		if r.flag() {
			length += profile
		}
		if r.flag() {
			length += level
		}
	}
	if layers > 0 {
		length += 2 * (8 - layers)
	}
	r.skip(length)
}

// colours reads from the bit depth on to the colours. They are those of JPEG if they are missing or
// cannot be read.
func (r *bitReader) colours(layers int) Colours {
	pictureOrder := r.few(12) + 4
	all := r.flag()
	for i := range layers + 1 {
		if all || i == 0 {
			r.golomb()
			r.golomb()
			r.golomb()
		}
	}
	for range 6 {
		r.golomb()
	}
	if isScaled := r.flag(); isScaled && r.flag() {
		r.scalingLists()
	}
	r.skip(2)
	if r.flag() {
		r.skip(8)
		r.golomb()
		r.golomb()
		r.skip(1)
	}
	r.shortTermSets()
	if r.flag() {
		for range r.few(maxLongSets) {
			r.skip(pictureOrder + 1)
		}
	}
	r.skip(2)
	if !r.flag() {
		return jpegColours()
	}
	return r.usability()
}

func (r *bitReader) scalingLists() {
	for size := range 4 {
		step := 1
		if size == 3 {
			step = 3
		}
		for matrix := 0; matrix < 6 && !r.failed; matrix += step {
			if !r.flag() {
				r.golomb()
				continue
			}
			if size > 1 {
				r.golomb()
			}
			for range min(64, 1<<(4+2*size)) {
				r.golomb()
			}
		}
	}
}

// shortTermSets skips the short-term reference picture sets, each of which may be predicted from
// the one before.
func (r *bitReader) shortTermSets() {
	entries := 0
	for i := range r.few(maxShortSets) {
		if i > 0 && r.flag() {
			r.skip(1)
			r.golomb()
			before := entries
			entries = 0
			for range before + 1 {
				if isUsed := r.flag(); isUsed || r.flag() {
					entries++
				}
			}
		} else {
			entries = r.few(maxSetEntries) + r.few(maxSetEntries)
			for range entries {
				r.golomb()
				r.skip(1)
			}
		}
		if r.failed || entries > 2*maxSetEntries {
			r.failed = true
			return
		}
	}
}

// usability reads the beginning of the video usability information.
func (r *bitReader) usability() Colours {
	const otherAspect = 255
	c := jpegColours()
	if r.flag() && r.bits(8) == otherAspect {
		r.skip(32)
	}
	if r.flag() {
		r.skip(1)
	}
	if !r.flag() {
		return c
	}
	r.skip(3)
	said := Colours{Primaries: c.Primaries, Transfer: c.Transfer, Matrix: c.Matrix, FullRange: r.flag()}
	if r.flag() {
		said.Primaries, said.Transfer, said.Matrix = uint16(r.bits(8)), uint16(r.bits(8)), uint16(r.bits(8))
	}
	if r.failed || r.at > 8*len(r.b) {
		return c
	}
	return said
}
