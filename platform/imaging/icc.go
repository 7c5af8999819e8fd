package imaging

import (
	"encoding/binary"
	"errors"
)

const (
	iccHeaderLength = 128
	iccMaxTags      = 200
	iccTagEntry     = 12
)

var (
	errProfile = errors.New("the colour profile is damaged")
	errNoModel = errors.New("the colour profile is not of curves and a matrix")
)

// profile is an ICC profile with a curve for each channel and a matrix, the model of cameras,
// phones and displays.
type profile struct {
	gray   bool
	curves [3]curve
	// toXYZ has a row each for X, Y and Z relative to the D50 white point, and a column for each
	// channel.
	toXYZ [3][3]float64
}

// parseProfile reads an RGB profile with curves and a matrix, or a gray one with a curve. It
// returns an error for another model, such as lookup tables.
func parseProfile(b []byte) (*profile, error) {
	tags, err := readTags(b)
	if err != nil {
		return nil, err
	}
	switch {
	case string(b[16:20]) == "GRAY":
		return parseGray(tags)
	case string(b[16:20]) == "RGB " && string(b[20:24]) == "XYZ ":
		return parseMatrix(tags)
	default:
		return nil, errNoModel
	}
}

// readTags returns the bytes of each tag, beginning with its type signature.
func readTags(b []byte) (map[string][]byte, error) {
	if len(b) < iccHeaderLength+4 || string(b[36:40]) != "acsp" {
		return nil, errProfile
	}
	count := binary.BigEndian.Uint32(b[iccHeaderLength:])
	entries := b[iccHeaderLength+4:]
	if count > iccMaxTags || len(entries) < int(count)*iccTagEntry {
		return nil, errProfile
	}
	tags := make(map[string][]byte, count)
	for range count {
		offset, size := uint64(binary.BigEndian.Uint32(entries[4:])), uint64(binary.BigEndian.Uint32(entries[8:]))
		if offset+size > uint64(len(b)) {
			return nil, errProfile
		}
		tags[string(entries[:4])] = b[offset : offset+size]
		entries = entries[iccTagEntry:]
	}
	return tags, nil
}

func parseMatrix(tags map[string][]byte) (*profile, error) {
	var p profile
	for i, channel := range []string{"r", "g", "b"} {
		column, curve := tags[channel+"XYZ"], tags[channel+"TRC"]
		if column == nil || curve == nil {
			return nil, errNoModel
		}
		xyz, err := parseXYZ(column)
		if err != nil {
			return nil, err
		}
		for row := range xyz {
			p.toXYZ[row][i] = xyz[row]
		}
		if p.curves[i], err = parseCurve(curve); err != nil {
			return nil, err
		}
	}
	return &p, nil
}

// parseGray reads a gray profile as one in which each channel contributes a third of white.
func parseGray(tags map[string][]byte) (*profile, error) {
	tag, ok := tags["kTRC"]
	if !ok {
		return nil, errNoModel
	}
	c, err := parseCurve(tag)
	if err != nil {
		return nil, err
	}
	p := profile{gray: true, curves: [3]curve{c, c, c}}
	for row, white := range d50() {
		for i := range p.toXYZ[row] {
			p.toXYZ[row][i] = white / 3
		}
	}
	return &p, nil
}

func d50() [3]float64 { return [3]float64{0.9642, 1, 0.8249} }

func parseXYZ(tag []byte) ([3]float64, error) {
	if len(tag) < 20 || string(tag[:4]) != "XYZ " {
		return [3]float64{}, errProfile
	}
	return [3]float64{fixed16(tag[8:]), fixed16(tag[12:]), fixed16(tag[16:])}, nil
}

// fixed16 reads an s15Fixed16 number.
func fixed16(b []byte) float64 {
	return float64(int32(binary.BigEndian.Uint32(b))) / (1 << 16)
}
