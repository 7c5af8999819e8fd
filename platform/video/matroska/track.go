package matroska

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"crier/platform/video"
	"crier/platform/video/mp4"
)

// The ids of the elements in a TrackEntry.
const (
	idTrackEntry      = 0xae
	idTrackNumber     = 0xd7
	idTrackType       = 0x83
	idFlagDefault     = 0x88
	idFlagEnabled     = 0xb9
	idCodecID         = 0x86
	idCodecPrivate    = 0x63a2
	idDefaultDuration = 0x23e383
	idVideo           = 0xe0
	idPixelWidth      = 0xb0
	idPixelHeight     = 0xba
	idCropBottom      = 0x54aa
	idCropTop         = 0x54bb
	idCropLeft        = 0x54cc
	idCropRight       = 0x54dd
	idDisplayWidth    = 0x54b0
	idDisplayHeight   = 0x54ba
	idDisplayUnit     = 0x54b2
	idFlagInterlaced  = 0x9a
	idProjection      = 0x7670
	idPoseRoll        = 0x7675
	idColour          = 0x55b0
	idBitsPerChannel  = 0x55b2
	idAudio           = 0xe1
	idSampleRate      = 0xb5
	idOutputRate      = 0x78b5
	idChannels        = 0x9f
)

const (
	typeVideo    = 1
	typeAudio    = 2
	typeSubtitle = 0x11
	typeMetadata = 0x21
	// maxTracks bounds how many tracks are read.
	maxTracks = 128
	// maxPrivate bounds how much of a CodecPrivate element is read, in bytes.
	maxPrivate = 4 << 10
	maxCodecID = 64
)

type track struct {
	number, kind       uint64
	disabled, optional bool
	codec              string
	private            []byte
	// interval is how long a picture is shown, in nanoseconds.
	interval                   uint64
	values                     map[uint32]uint64
	roll, sampleRate, rateHigh float64
	pace                       pace
}

// chosen returns the film and its sound, nil for none.
func (m *reader) chosen() (picture, sound *track) {
	tracks := make([]mp4.Candidate, len(m.tracks))
	for i, t := range m.tracks {
		c := mp4.Candidate{Codec: codecName(t.codec, t.private), Disabled: t.disabled, Optional: t.optional}
		switch t.kind {
		case typeVideo:
			c.Kind, c.Pictures, c.Area = mp4.Picture, int64(t.pace.pictures), t.side(idPixelWidth)*t.side(idPixelHeight)
		case typeAudio:
			c.Kind = mp4.Sound
		}
		tracks[i] = c
	}
	p, s := mp4.Choose(tracks)
	if p >= 0 {
		picture = m.tracks[p]
	}
	if s >= 0 {
		sound = m.tracks[s]
	}
	return picture, sound
}

func (m *reader) visitTrack(x element) error {
	if x.id != idTrackEntry {
		return nil
	}
	if len(m.tracks) >= maxTracks {
		return video.Damage{At: x.head}
	}
	t := &track{values: make(map[uint32]uint64)}
	if err := m.each(x, func(x element) error { return m.visitEntry(t, x) }); err != nil {
		return err
	}
	// ffmpeg does not count others.
	if t.codec != "" && slices.Contains([]uint64{typeVideo, typeAudio, typeSubtitle, typeMetadata}, t.kind) {
		m.tracks = append(m.tracks, t)
	}
	return nil
}

func (m *reader) visitEntry(t *track, x element) (err error) {
	switch x.id {
	case idTrackNumber:
		t.number, err = m.uint(x)
	case idTrackType:
		t.kind, err = m.uint(x)
	case idFlagEnabled:
		t.disabled, err = m.isZero(x)
	case idFlagDefault:
		t.optional, err = m.isZero(x)
	case idDefaultDuration:
		t.interval, err = m.uint(x)
	case idCodecID:
		var b []byte
		b, err = m.bytes(x, maxCodecID)
		t.codec = string(b)
	case idCodecPrivate:
		t.private, err = m.bytes(x, maxPrivate)
	case idVideo, idAudio:
		return m.each(x, func(x element) error {
			if x.id == idProjection || x.id == idColour {
				return m.each(x, func(x element) error { return m.visitMedia(t, x) })
			}
			return m.visitMedia(t, x)
		})
	}
	return err
}

func (m *reader) isZero(x element) (bool, error) {
	n, err := m.uint(x)
	return err == nil && n == 0, err
}

// visitMedia reads an element of a Video or Audio element.
func (m *reader) visitMedia(t *track, x element) (err error) {
	switch x.id {
	case idPixelWidth, idPixelHeight, idCropBottom, idCropTop, idCropLeft, idCropRight, idDisplayWidth, idDisplayHeight, idDisplayUnit,
		idFlagInterlaced, idBitsPerChannel, idChannels:
		t.values[x.id], err = m.uint(x)
	case idSampleRate:
		t.sampleRate, err = m.float(x)
	case idOutputRate:
		t.rateHigh, err = m.float(x)
	case idPoseRoll:
		t.roll, err = m.float(x)
	}
	return err
}

func (t *track) addPicture(i *video.Info) {
	const interlaced, second = 1, 1e9
	i.VideoCodec = codecName(t.codec, t.private)
	t.addSize(i)
	c := video.PictureConfig(i.VideoCodec, t.private)
	i.ChromaSubsampling, i.BitDepth, i.Interlaced = c.Chroma, c.BitDepth, c.Interlaced
	if n := t.values[idBitsPerChannel]; n > 0 && n <= 16 && i.BitDepth == 0 {
		i.BitDepth = int(n)
	}
	if flag := t.values[idFlagInterlaced]; flag != 0 {
		i.Interlaced = flag == interlaced
	}
	if t.interval > 0 {
		i.FrameRate = second / float64(t.interval)
	}
}

// addSize computes the size of the picture as it is shown: cropped, with square pixels, and turned.
func (t *track) addSize(i *video.Info) {
	i.CodedWidth, i.CodedHeight = t.side(idPixelWidth), t.side(idPixelHeight)
	width := float64(max(i.CodedWidth-t.side(idCropLeft)-t.side(idCropRight), 0))
	height := float64(max(i.CodedHeight-t.side(idCropTop)-t.side(idCropBottom), 0))
	shownWidth, shownHeight := float64(t.side(idDisplayWidth)), float64(t.side(idDisplayHeight))
	if shownWidth > 0 && shownHeight > 0 && height > 0 {
		width = height * shownWidth / shownHeight
	}
	i.Width, i.Height = int(math.Round(min(width, video.MaxSide))), int(height)
	// The roll is counterclockwise.
	if turns := math.Round(-t.roll / 90); math.Abs(turns) <= 4 {
		i.Rotation = (int(turns) + 4) % 4 * 90
	}
	if i.Rotation%180 != 0 {
		i.Width, i.Height = i.Height, i.Width
	}
}

func (t *track) side(id uint32) int {
	return int(min(t.values[id], video.MaxSide))
}

func (t *track) addSound(i *video.Info) {
	i.AudioCodec = codecName(t.codec, t.private)
	i.AudioRate = cmp.Or(mp4.WholeRate(max(t.sampleRate, t.rateHigh)), 8000)
	i.AudioChannels = cmp.Or(int(min(t.values[idChannels], math.MaxUint16)), 1)
	if i.AudioCodec == "aac" {
		i.AddAAC(t.private)
	}
}

// codecName returns the common name of a codec. For some ids the name is in the CodecPrivate.
func codecName(id string, private []byte) string {
	switch id {
	case "V_MPEG4/ISO/AVC":
		return "h264"
	case "V_MPEGH/ISO/HEVC":
		return "hevc"
	case "V_MPEG4/ISO/SP", "V_MPEG4/ISO/ASP", "V_MPEG4/ISO/AP":
		return "mpeg4"
	case "V_MPEG4/MS/V3":
		return "msmpeg4v3"
	case "V_MPEG1", "V_MPEG2":
		return strings.ToLower(id[len("V_"):]) + "video"
	case "V_MS/VFW/FOURCC":
		if len(private) >= video.BitmapHeader {
			return video.FourCC(private[video.BitmapCodec : video.BitmapCodec+4])
		}
	case "A_MPEG/L3":
		return "mp3"
	case "A_MPEG/L2":
		return "mp2"
	case "A_MS/ACM":
		if len(private) >= 2 {
			return video.WaveCodec(private)
		}
	}
	return video.CodecFamily(id)
}
