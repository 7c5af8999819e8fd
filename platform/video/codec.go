package video

import (
	"encoding/binary"
	"strings"

	"crier/platform/video/mp4"
)

// mkvCodec returns the name that people know a codec of Matroska by. Some only say where in their data the name stands.
func mkvCodec(id string, private []byte) string {
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
		if len(private) >= bitmapHeader {
			return fourCC(private[bitmapCodec : bitmapCodec+4])
		}
	case "A_MPEG/L3":
		return "mp3"
	case "A_MPEG/L2":
		return "mp2"
	case "A_MS/ACM":
		if len(private) >= 2 {
			return waveCodec(private)
		}
	}
	return mkvFamily(id)
}

// mkvFamily returns the codec of an id that goes on after its name, as A_PCM/INT/LIT does.
func mkvFamily(id string) string {
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

// fourCC returns the name that people know a codec by of which an AVI has the code.
func fourCC(code []byte) string {
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
	return mkvFamily(string(code))
}

// waveCodec returns the name that people know the codec by of which b is the WAVEFORMATEX structure.
func waveCodec(b []byte) string {
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

// pictureConfig reads what the data for a codec say of its pictures.
func pictureConfig(codec string, private []byte) mp4.PictureConfig {
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

// addAAC puts in what the data for an AAC decoder say, which are right where other fields often are not.
func addAAC(i *Info, private []byte) {
	rate, channels := mp4.AACConfig(private)
	if rate > 0 {
		i.AudioRate = rate
	}
	if channels > 0 {
		i.AudioChannels = channels
	}
}
