package mp4

import (
	"encoding/binary"
	"io"
	"math"
)

// maxDescription is how much of the description of a track's samples is read.
const maxDescription = 16 << 10

// Where in a sample entry its fields stand.
const (
	entryFormat       = 4
	entryVersion      = 16
	pictureSizeAt     = 32
	pictureBoxes      = 86
	soundChannels     = 24
	soundBits         = 26
	soundRate         = 32
	soundBoxes        = 36
	soundBoxesLonger  = 16
	soundStructAt     = 36
	soundLongRate     = 40
	soundLongChannels = 48
	soundLongLeast    = 72
)

// readDescription reads an stsd box: how the samples of a track are coded. The first of several descriptions counts.
func (t *track) readDescription(r io.ReaderAt, b box) error {
	const header, entryHeader = 8, 16
	if t.Codec != "" {
		return nil
	}
	body, err := readUpTo(r, b, header, maxDescription)
	if err != nil {
		return err
	}
	entry := body[header:]
	if len(entry) < entryHeader {
		return nil
	}
	if size := binary.BigEndian.Uint32(entry); uint64(size) < uint64(len(entry)) {
		entry = entry[:size]
	}
	if len(entry) < entryHeader {
		return &DamageError{At: b.head}
	}
	t.Codec = codecName(string(entry[entryFormat : entryFormat+4]))
	if len(entry) >= pictureBoxes && t.Kind == Picture {
		t.describePicture(entry)
	}
	if len(entry) >= soundBoxes && t.Kind == Sound {
		t.describeSound(entry, body[0] == 0)
	}
	return nil
}

func (t *track) describePicture(entry []byte) {
	t.CodedWidth = int(binary.BigEndian.Uint16(entry[pictureSizeAt:]))
	t.CodedHeight = int(binary.BigEndian.Uint16(entry[pictureSizeAt+2:]))
	eachWithin(entry[pictureBoxes:], func(kind string, body []byte) {
		switch kind {
		case "avcC":
			t.describeAVC(body)
		case "hvcC":
			t.describeHEVC(body)
		case "vpcC":
			t.describeVP(body)
		case "av1C":
			t.describeAV1(body)
		case "esds":
			t.describeStream(body)
		case "fiel":
			t.describeFields(body)
		case "pasp":
			t.describePixel(body)
		}
	})
}

// describeFields reads a fiel box, which knows better than the codec whether pictures are made of fields.
func (t *track) describeFields(body []byte) {
	if len(body) > 0 && (body[0] == 1 || body[0] == 2) {
		t.fields = int(body[0])
	}
}

func (t *track) describePixel(body []byte) {
	if len(body) < 8 {
		return
	}
	across, down := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
	if across > 0 && down > 0 {
		t.pixel = float64(across) / float64(down)
	}
}

// describeSound reads the description of sound. In QuickTime's own form (plain) there are longer versions of it.
func (t *track) describeSound(entry []byte, plain bool) {
	t.Channels = int(binary.BigEndian.Uint16(entry[soundChannels:]))
	t.SampleRate = int(binary.BigEndian.Uint32(entry[soundRate:]) >> 16)
	boxes := soundBoxes
	switch version := binary.BigEndian.Uint16(entry[entryVersion:]); {
	case version == 1 && plain:
		boxes += soundBoxesLonger
	case version == 2 && plain && len(entry) >= soundLongLeast:
		boxes = int(min(binary.BigEndian.Uint32(entry[soundStructAt:]), maxDescription))
		t.SampleRate = wholeRate(math.Float64frombits(binary.BigEndian.Uint64(entry[soundLongRate:])))
		t.Channels = int(min(binary.BigEndian.Uint32(entry[soundLongChannels:]), math.MaxUint16))
	}
	t.describeSoundBoxes(entry[min(boxes, len(entry)):])
}

func wholeRate(f float64) int {
	if !(f >= 0 && f < math.MaxInt32) {
		return 0
	}
	return int(f)
}

// describeSoundBoxes reads the boxes of a sound description; QuickTime wraps them in one named wave.
func (t *track) describeSoundBoxes(boxes []byte) {
	read := func(kind string, body []byte) {
		switch kind {
		case "esds":
			t.describeStream(body)
		case "dOps":
			if len(body) > 1 {
				t.Channels = int(body[1])
			}
		}
	}
	eachWithin(boxes, func(kind string, body []byte) {
		if kind == "wave" {
			eachWithin(body, read)
			return
		}
		read(kind, body)
	})
}

// eachWithin calls visit for the boxes that lie whole in b.
func eachWithin(b []byte, visit func(kind string, body []byte)) {
	for len(b) >= 8 {
		size := binary.BigEndian.Uint32(b)
		if size < 8 || uint64(size) > uint64(len(b)) {
			return
		}
		visit(string(b[4:8]), b[8:size])
		b = b[size:]
	}
}
