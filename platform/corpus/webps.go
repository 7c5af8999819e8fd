package corpus

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
)

const webpType = "image/webp"

// Pictures of the four quarters, because Go encodes no WebP. The right half of the second one is
// half transparent.
const (
	lossyWebP    = "UklGRn4AAABXRUJQVlA4IHIAAAAQBgCdASpAADAAPjEUiEKiISEZXJQAIAMEoAzunRfgH4AbFjwD8Gv1VrvwEThFch880stFk3HKiIAA/vRQholGhbj+jEOIv+bjV8GTFKMqA9d/f+fEbOjchjI5xMiRG5Pf/BCl3L4B3m9tH7TSgNEAAAA="
	alphaWebP    = "UklGRq4AAABXRUJQVlA4WAoAAAAQAAAAPwAALwAAQUxQSBUAAAABD/DA/4iIIBZM5i+dQmdE/wOqvgMAVlA4IHIAAAAQBgCdASpAADAAPjEUiEKiISEZXJQAIAMEoAzunRfgH4AbFjwD8Gv1VrvwEThFch880stFk3HKiIAA/vRQholGhbj+jEOIv+bjV8GTFKMqA9d/f+fEbOjchjI5xMiRG5Pf/BCl3L4B3m9tH7TSgNEAAAA="
	losslessWebP = "UklGRkYAAABXRUJQVlA4TDkAAAAvP8ALAB8gJCB+SjbZZ5iQgDhopHUmyEIC4rl9xsjy/MdZxsiASIDEk570pIlOjOj/BByHvhWDvgEA"
)

func unpacked(text string) []byte {
	b, err := base64.StdEncoding.DecodeString(text)
	must(err)
	return b
}

func webps() []Case {
	plain := quadColours()
	lossy, alpha, lossless := unpacked(lossyWebP), unpacked(alphaWebP), unpacked(losslessWebP)
	good, bad := quadCases("webp ", "picture.webp", webpType)
	wide := good("wide gamut", riff("WEBP", vp8x(webpProfile, quadWidth, quadHeight), riffChunk("ICCP", turnedProfile()), lossless[12:]), turned(plain))
	meta := good("metadata", riff("WEBP", vp8x(webpExif|webpXMP, quadWidth, quadHeight), lossless[12:], riffChunk("EXIF", exif(3)), riffChunk("XMP ", []byte(Secret))), upright(plain, 3))
	frames := slices.Concat(anmf(0, 0, lossless[12:]), anmf(0, 0, lossy[12:]))
	return []Case{
		good("lossy", lossy, plain), good("lossless", lossless, plain), wide, meta,
		good("with alpha", alpha, flattened(plain, 1, 3)),
		good("animated", riff("WEBP", vp8x(webpAnimation, quadWidth, quadHeight), riffChunk("ANIM", make([]byte, 6)), frames), plain),
		good("and an archive", append(slices.Clone(lossless), archive()...), plain),
		good("named jpg", lossless, plain).named("photo.jpg", jpegType),
		bad("half", lossy[:len(lossy)/2], "cut off: it ends after"),
		bad("of 4 GB by its own word", withRIFFSize(lossy, 0xffff_fffe), "cut off: it ends after"),
		bad("of no length", withRIFFSize(lossy, 0), "damaged"),
		bad("shorter than its chunk", withRIFFSize(lossy, 40), "damaged"),
		bad("without a picture", riff("WEBP", vp8x(0, quadWidth, quadHeight)), "damaged"),
		bad("canvas of 16,777,216", riff("WEBP", vp8x(webpAnimation, 1<<24, 1<<24), anmf(0, 0, lossy[12:])), "16,777,216"),
		bad("frame off its canvas", riff("WEBP", vp8x(webpAnimation, 100, 80), anmf(60, 60, lossy[12:])), "damaged"),
		bad("frame within a frame", riff("WEBP", vp8x(webpAnimation, quadWidth, quadHeight), anmf(0, 0, anmf(0, 0, lossy[12:]))), "damaged"),
		bad("lossless 16,384 x 16,384", riff("WEBP", riffChunk("VP8L", []byte{0x2f, 0xff, 0xff, 0xff, 0x0f, 0})), "268.4 megapixels"),
	}
}

const (
	webpAnimation = 1 << 1
	webpXMP       = 1 << 2
	webpExif      = 1 << 3
	webpProfile   = 1 << 5
)

func riffChunk(id string, body []byte) []byte {
	b := append(binary.LittleEndian.AppendUint32([]byte(id), uint32(len(body))), body...)
	return append(b, make([]byte, len(body)&1)...)
}

func riff(form string, chunks ...[]byte) []byte {
	return riffChunk("RIFF", append([]byte(form), slices.Concat(chunks...)...))
}

func vp8x(flags byte, width, height int) []byte {
	return riffChunk("VP8X", append([]byte{flags, 0, 0, 0}, le24(width-1, height-1)...))
}

// anmf returns a frame of the size of the small pictures.
func anmf(x, y int, chunks []byte) []byte {
	return riffChunk("ANMF", append(append(le24(x/2, y/2, quadWidth-1, quadHeight-1, 100), 0), chunks...))
}

func le24(values ...int) []byte {
	var b []byte
	for _, v := range values {
		b = append(b, byte(v), byte(v>>8), byte(v>>16))
	}
	return b
}

func withRIFFSize(file []byte, size uint32) []byte {
	file = slices.Clone(file)
	binary.LittleEndian.PutUint32(file[4:], size)
	return file
}
