package video

import (
	"encoding/binary"
	"strings"

	"crier/platform/video/mp4"
)

// CodecFamily returns the codec of an id that goes on after its name, as A_PCM/INT/LIT does, in
// lower case.
func CodecFamily(id string) string {
	name := id
	if _, after, ok := strings.Cut(id, "_"); ok {
		name = after
	}
	name, _, _ = strings.Cut(name, "/")
	name = strings.ToLower(strings.Map(printable, name))
	if name == "" {
		return "unknown"
	}
	return name
}

func printable(r rune) rune {
	if r <= ' ' || r > '~' {
		return -1
	}
	return r
}

// FourCC returns the common name of the codec with a code in an AVI.
func FourCC(code []byte) string {
	switch strings.ToUpper(string(code)) {
	case "H264", "X264", "AVC1", "DAVC", "VSSH":
		return "h264"
	case "HEVC", "H265", "HVC1", "X265":
		return "hevc"
	case "XVID", "DIVX", "DX50", "FMP4", "MP4V", "MP4S", "3IV2", "M4S2":
		return "mpeg4"
	case "MP42", "DIV2":
		return "msmpeg4v2"
	case "MP43", "DIV3", "DIV4", "MPG3":
		return "msmpeg4v3"
	case "MJPG", "AVRN", "LJPG", "JPEG", "DMB1":
		return "mjpeg"
	case "VP80":
		return "vp8"
	case "VP90":
		return "vp9"
	case "AV01":
		return "av1"
	case "DVSD", "DV25", "DVCP", "DV50", "DVHD", "DVSL":
		return "dvvideo"
	case "MPG1":
		return "mpeg1video"
	case "MPG2", "MPEG":
		return "mpeg2video"
	case "\x00\x00\x00\x00", "DIB ", "I420", "IYUV", "YV12", "YUY2", "UYVY":
		return "rawvideo"
	}
	return CodecFamily(string(code))
}

// WaveCodec returns the common name of the codec in the WAVEFORMATEX structure b.
func WaveCodec(b []byte) string {
	const extensible, subFormat = 0xfffe, 24
	tag := binary.LittleEndian.Uint16(b)
	if tag == extensible && len(b) >= subFormat+2 {
		tag = binary.LittleEndian.Uint16(b[subFormat:])
	}
	switch tag {
	case 0x1, 0x3, 0x6, 0x7:
		return "pcm"
	case 0x2, 0x11:
		return "adpcm"
	case 0x50:
		return "mp2"
	case 0x55:
		return "mp3"
	case 0xff, 0x1600, 0x1602, 0x1610, 0x706d, 0xa106, 0x4143:
		return "aac"
	case 0x160, 0x161, 0x162, 0x163:
		return "wma"
	case 0x2000:
		return "ac3"
	case 0x2001:
		return "dts"
	case 0x704f:
		return "opus"
	case 0x566f, 0x674f, 0x6750, 0x6751, 0x676f, 0x6770, 0x6771:
		return "vorbis"
	case 0xf1ac:
		return "flac"
	}
	return "unknown"
}

// PictureConfig reads what the data for a codec say of its pictures.
func PictureConfig(codec string, private []byte) mp4.PictureConfig {
	switch codec {
	case "h264":
		return mp4.AVCConfig(private)
	case "hevc":
		return mp4.HEVCConfig(private)
	case "av1":
		return mp4.AV1Config(private)
	case "vp8":
		return mp4.PictureConfig{Chroma: "4:2:0", BitDepth: 8}
	}
	return mp4.PictureConfig{}
}

// AddAAC puts in what the data for an AAC decoder say, which are right where other fields often are
// not.
func (i *Info) AddAAC(private []byte) {
	rate, channels := mp4.AACConfig(private)
	if rate > 0 {
		i.AudioRate = rate
	}
	if channels > 0 {
		i.AudioChannels = channels
	}
}

// The header of a bitmap (BITMAPINFOHEADER), which AVI and Matroska have before the data for a
// codec: its length, and where in it the code of the codec is.
const (
	BitmapHeader = 40
	BitmapCodec  = 16
)
