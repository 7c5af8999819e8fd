package mp4

import (
	"cmp"
	"encoding/binary"
	"io"
	"math"
)

// maxDescription bounds how much of an stsd box is read, in bytes.
const maxDescription = 16 << 10

// The offsets of the fields in a sample entry.
const (
	entryFormat       = 4
	entryVersion      = 16
	pictureSizeAt     = 32
	pictureBoxes      = 86
	soundChannels     = 24
	soundRate         = 32
	soundBoxes        = 36
	soundBoxesLonger  = 16
	soundStructAt     = 36
	soundLongRate     = 40
	soundLongChannels = 48
	soundLongLeast    = 72
)

// description is what an stsd box says about how a track's samples are coded.
type description struct {
	*Track
	// pixelAspect is the width of a pixel divided by its height, zero if unknown.
	pixelAspect float64
	// fields is the number of fields in a picture: 1 is progressive, 2 interlaced, 0 unknown.
	fields int
}

// read reads an stsd box, of which the first entry counts.
func (d *description) read(r io.ReaderAt, b box) error {
	const header, entryHeader = 8, 16
	if d.Codec != "" {
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
	d.Codec = codecName(string(entry[entryFormat : entryFormat+4]))
	if len(entry) >= pictureBoxes && d.Kind == Picture {
		d.describePicture(entry)
	}
	if len(entry) >= soundBoxes && d.Kind == Sound {
		d.describeSound(entry, body[0] == 0)
	}
	return nil
}

func (d *description) describePicture(entry []byte) {
	d.CodedWidth = int(binary.BigEndian.Uint16(entry[pictureSizeAt:]))
	d.CodedHeight = int(binary.BigEndian.Uint16(entry[pictureSizeAt+2:]))
	eachWithin(entry[pictureBoxes:], func(kind string, body []byte) {
		switch kind {
		case "avcC":
			d.describe(AVCConfig(body))
		case "hvcC":
			d.describe(HEVCConfig(body))
		case "vpcC":
			d.describe(vpConfig(body))
		case "av1C":
			d.describe(AV1Config(body))
		case "esds":
			d.describeStream(body)
		case "fiel":
			d.describeFields(body)
		case "pasp":
			d.describePixel(body)
		}
	})
}

func (d *description) describe(c PictureConfig) {
	d.Chroma, d.BitDepth = c.Chroma, c.BitDepth
	if d.fields == 0 && c.Interlaced {
		d.fields = 2
	}
}

// describeFields reads a fiel box. On interlacing it is more reliable than the codec.
func (d *description) describeFields(body []byte) {
	if len(body) > 0 && (body[0] == 1 || body[0] == 2) {
		d.fields = int(body[0])
	}
}

func (d *description) describePixel(body []byte) {
	if len(body) < 8 {
		return
	}
	across, down := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
	if across > 0 && down > 0 {
		d.pixelAspect = float64(across) / float64(down)
	}
}

// describeSound reads the sample entry of a sound track. QuickTime's form (plain) has longer
// versions of it.
func (d *description) describeSound(entry []byte, plain bool) {
	d.Channels = int(binary.BigEndian.Uint16(entry[soundChannels:]))
	d.SampleRate = int(binary.BigEndian.Uint32(entry[soundRate:]) >> 16)
	boxes := soundBoxes
	switch version := binary.BigEndian.Uint16(entry[entryVersion:]); {
	case version == 1 && plain:
		boxes += soundBoxesLonger
	case version == 2 && plain && len(entry) >= soundLongLeast:
		boxes = int(min(binary.BigEndian.Uint32(entry[soundStructAt:]), maxDescription))
		d.SampleRate = WholeRate(math.Float64frombits(binary.BigEndian.Uint64(entry[soundLongRate:])))
		d.Channels = int(min(binary.BigEndian.Uint32(entry[soundLongChannels:]), math.MaxUint16))
	}
	d.describeSoundBoxes(entry[min(boxes, len(entry)):])
}

// WholeRate returns a sampling rate as an int, zero for an impossible one.
func WholeRate(f float64) int {
	if !(f >= 0 && f < math.MaxInt32) {
		return 0
	}
	return int(f)
}

// describeSoundBoxes reads the boxes of a sound sample entry. QuickTime wraps them in a wave box.
func (d *description) describeSoundBoxes(boxes []byte) {
	read := func(kind string, body []byte) {
		switch kind {
		case "esds":
			d.describeStream(body)
		case "dOps":
			if len(body) > 1 {
				d.Channels = int(body[1])
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

// describeStream reads the codec out of an esds box and, for AAC, the channels and the rate, which
// are often wrong in a sample entry.
func (d *description) describeStream(body []byte) {
	if len(body) < 4 {
		return
	}
	tag, stream := descriptor(body[4:])
	if tag != tagStream {
		return
	}
	tag, decoder := descriptor(skipStreamHeader(stream))
	const header = 13
	if tag != tagDecoder || len(decoder) < header {
		return
	}
	if name := streamName(decoder[0]); name != "" {
		d.Codec = name
	}
	if tag, specific := descriptor(decoder[header:]); tag == tagSpecific && d.Codec == "aac" {
		d.describeAAC(specific)
	}
}

// describeAAC reads the configuration of an AAC decoder.
func (d *description) describeAAC(config []byte) {
	rate, channels := AACConfig(config)
	d.SampleRate, d.Channels = cmp.Or(rate, d.SampleRate), cmp.Or(channels, d.Channels)
}

// eachWithin calls visit for the boxes that are complete in b.
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
