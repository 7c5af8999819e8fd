package mp4

import (
	"cmp"
	"strings"
)

// codecName returns the common name of a codec.
func codecName(code string) string {
	switch code {
	case "avc1", "avc2", "avc3", "avc4", "AVC1", "dva1", "dvav", "h264", "H264", "x264", "X264":
		return "h264"
	case "hvc1", "hev1", "dvh1", "dvhe", "HEVC", "hevc":
		return "hevc"
	case "vp08":
		return "vp8"
	case "vp09":
		return "vp9"
	case "av01":
		return "av1"
	case "mp4v", "XVID", "xvid", "DIVX", "divx", "DX50", "FMP4":
		return "mpeg4"
	case "jpeg", "mjpa", "mjpb", "mjpg", "MJPG", "AVDJ":
		return "mjpeg"
	case "apch", "apcn", "apcs", "apco", "ap4h", "ap4x", "aprn", "aprh":
		return "prores"
	case "s263", "h263", "H263":
		return "h263"
	}
	return soundName(code)
}

func soundName(code string) string {
	switch code {
	case "mp4a":
		return "aac"
	case ".mp3", "mp3 ", "ms\x00U":
		return "mp3"
	case "ac-3":
		return "ac3"
	case "ec-3":
		return "eac3"
	case "fLaC":
		return "flac"
	case "samr":
		return "amr_nb"
	case "sawb":
		return "amr_wb"
	case "sowt", "twos", "lpcm", "ipcm", "fpcm", "in24", "in32", "fl32", "fl64", "raw ", "NONE":
		return "pcm"
	}
	return Printable(code)
}

// Printable returns a file's own code of a codec in lower case, without characters that cannot be
// printed, or "unknown" if nothing is left.
func Printable(code string) string {
	plain := strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return -1
		}
		return r
	}, code)
	return strings.ToLower(cmp.Or(plain, "unknown"))
}

// streamName returns the common name of the codec with an MPEG-4 object type, or nothing for an
// unknown one.
func streamName(object byte) string {
	switch object {
	case 0x20:
		return "mpeg4"
	case 0x21:
		return "h264"
	case 0x23:
		return "hevc"
	case 0x40, 0x66, 0x67, 0x68:
		return "aac"
	case 0x60, 0x61, 0x62, 0x63, 0x64, 0x65:
		return "mpeg2video"
	case 0x69, 0x6b:
		return "mp3"
	case 0x6a:
		return "mpeg1video"
	case 0x6c:
		return "mjpeg"
	case 0xa5:
		return "ac3"
	case 0xa6:
		return "eac3"
	case 0xad:
		return "opus"
	case 0xdd:
		return "vorbis"
	}
	return ""
}
