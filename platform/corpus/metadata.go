package corpus

import (
	"encoding/binary"
	"math"
)

// exif returns an EXIF block with an orientation and, as its location, Secret.
func exif(orientation uint16) []byte {
	order := binary.BigEndian
	entry := func(b []byte, tag, kind uint16, count, value uint32) []byte {
		b = order.AppendUint16(order.AppendUint16(b, tag), kind)
		return order.AppendUint32(order.AppendUint32(b, count), value)
	}
	const (
		directoryAt = 8
		entries     = 2
		placeAt     = directoryAt + 2 + entries*12 + 4
		textAt      = placeAt + 2 + 12 + 4
	)
	b := order.AppendUint32([]byte("MM\x00*"), directoryAt)
	b = order.AppendUint16(b, entries)
	b = entry(b, 0x0112, 3, 1, uint32(orientation)<<16)
	b = entry(b, 0x8825, 4, 1, placeAt)
	b = order.AppendUint32(b, 0)
	b = order.AppendUint16(b, 1)
	b = entry(b, 0x001d, 2, uint32(len(Secret)+1), textAt)
	b = order.AppendUint32(b, 0)
	return append(append(b, Secret...), 0)
}

func exifSegment(orientation uint16) []byte {
	return segment(app1, append([]byte("Exif\x00\x00"), exif(orientation)...)...)
}

// upright returns the quarters of a stored picture after its EXIF orientation is applied.
func upright(q Quarters, orientation int) Quarters {
	order := [9][4]int{1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {3, 2, 1, 0}, 4: {2, 3, 0, 1}, 5: {0, 2, 1, 3}, 6: {2, 0, 3, 1}, 7: {3, 1, 2, 0}, 8: {1, 3, 0, 2}}[orientation]
	return Quarters{q[order[0]], q[order[1]], q[order[2]], q[order[3]]}
}

// turnedProfile is an ICC profile with the primaries of sRGB in another order: its red is sRGB's
// green, its green the blue, and its blue the red. Converting a picture from it permutes the
// channels.
func turnedProfile() []byte {
	red, green, blue := [3]float64{0.4360, 0.2225, 0.0139}, [3]float64{0.3851, 0.7169, 0.0971}, [3]float64{0.1431, 0.0606, 0.7141}
	return matrixProfile([3][3]float64{green, blue, red})
}

// turned returns the quarters after a conversion from turnedProfile.
func turned(q Quarters) Quarters {
	for i, c := range q {
		q[i].G, q[i].B, q[i].R = c.R, c.G, c.B
	}
	return q
}

func matrixProfile(columns [3][3]float64) []byte {
	curve := []byte("para\x00\x00\x00\x00\x00\x03\x00\x00")
	for _, v := range []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045} {
		curve = fixed(curve, v)
	}
	type tag struct {
		name string
		body []byte
	}
	tags := []tag{{"desc", []byte("text\x00\x00\x00\x00" + Secret + "\x00")}}
	for i, name := range []string{"r", "g", "b"} {
		column := []byte("XYZ \x00\x00\x00\x00")
		for _, v := range columns[i] {
			column = fixed(column, v)
		}
		tags = append(tags, tag{name + "XYZ", column}, tag{name + "TRC", curve})
	}
	const header, entry = 128, 12
	at := header + 4 + entry*len(tags)
	index, bodies := binary.BigEndian.AppendUint32(nil, uint32(len(tags))), []byte(nil)
	for _, t := range tags {
		for len(t.body)%4 != 0 {
			t.body = append(t.body, 0)
		}
		index = append(index, t.name...)
		index = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(index, uint32(at+len(bodies))), uint32(len(t.body)))
		bodies = append(bodies, t.body...)
	}
	head := make([]byte, header)
	binary.BigEndian.PutUint32(head, uint32(at+len(bodies)))
	copy(head[8:], "\x04\x00\x00\x00mntrRGB XYZ ")
	copy(head[36:], "acsp")
	return append(append(head, index...), bodies...)
}

// fixed appends an s15Fixed16 number.
func fixed(b []byte, v float64) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(int32(math.Round(v*(1<<16)))))
}

func iccSegment(profile []byte) []byte {
	return segment(app2, append([]byte("ICC_PROFILE\x00\x01\x01"), profile...)...)
}
