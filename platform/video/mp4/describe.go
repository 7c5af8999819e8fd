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
	soundRate         = 32
	soundBoxes        = 36
	soundBoxesLonger  = 16
	soundStructAt     = 36
	soundLongRate     = 40
	soundLongChannels = 48
	soundLongLeast    = 72
)

// description is what the description of a track's samples says: how they are coded.
type description struct {
	*Track
	// pixelAspect is how wide a pixel is for its height, zero when it is not said.
	pixelAspect float64
	// fields is how many make a picture: 1 is progressive, 2 interlaced, 0 unknown.
	fields int
}

// read reads an stsd box: how the samples of a track are coded. The first of several descriptions
// counts.
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

// describeFields reads a fiel box, which knows better than the codec whether pictures are made of
// fields.
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

// describeSound reads the description of sound. In QuickTime's own form (plain) there are longer
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
		d.SampleRate = wholeRate(math.Float64frombits(binary.BigEndian.Uint64(entry[soundLongRate:])))
		d.Channels = int(min(binary.BigEndian.Uint32(entry[soundLongChannels:]), math.MaxUint16))
	}
	d.describeSoundBoxes(entry[min(boxes, len(entry)):])
}

func wholeRate(f float64) int {
	if !(f >= 0 && f < math.MaxInt32) {
		return 0
	}
	return int(f)
}

// describeSoundBoxes reads the boxes of a sound description; QuickTime wraps them in one named
// wave.
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

// describeStream reads an esds box: which codec the stream has, and of AAC the channels and the
// rate, which a sample entry often has wrong.
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
	c := parseAAC(config)
	if c.rate > 0 {
		d.SampleRate = c.rate
	}
	if c.channels > 0 {
		d.Channels = c.channels
	}
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
