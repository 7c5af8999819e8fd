package video

import (
	"cmp"
	"encoding/binary"
	"strings"

	"crier/platform/video/mp4"
)

// CodecFamily returns the name in a codec id of Matroska, in lower case: pcm for A_PCM/INT/LIT.
func CodecFamily(id string) string {
	name := id
	if _, after, ok := strings.Cut(id, "_"); ok {
		name = after
	}
	name, _, _ = strings.Cut(name, "/")
	return mp4.Printable(name)
}

// FourCC returns the common name of the codec with a FourCC of an AVI file.
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

// PictureConfig reads the private data of a picture codec.
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

// AddAAC sets rate and channels from the private data of AAC, which are more reliable than other
// fields.
func (i *Info) AddAAC(private []byte) {
	rate, channels := mp4.AACConfig(private)
	i.AudioRate, i.AudioChannels = cmp.Or(rate, i.AudioRate), cmp.Or(channels, i.AudioChannels)
}

// AVI and Matroska put a BITMAPINFOHEADER before the private data of a codec. BitmapHeader is its
// length, BitmapCodec the offset of the FourCC in it.
const (
	BitmapHeader = 40
	BitmapCodec  = 16
)
