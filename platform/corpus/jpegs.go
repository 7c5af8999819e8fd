package corpus

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"slices"
)

const jpegType = "image/jpeg"

func baseline() flatJPEG { return flatJPEG{sof: sof0, samples: ycbcr} }

// jpegs returns good files, as phones, cameras and programs write them.
func jpegs() []Case {
	plain := quadColours()
	good, _ := quadCases("jpeg ", "photo.jpg", jpegType)
	file := baseline().file
	cases := []Case{
		good("baseline", file(plain), plain),
		good("progressive", flatJPEG{sof: sof2, samples: ycbcr}.file(plain), plain),
		good("cmyk", flatJPEG{sof: sof0, samples: inverted, adobe: true}.file(plain), plain),
		good("4:2:2", flatJPEG{sof: sof0, samples: ycbcr, halved: true}.file(plain), plain),
		good("restarting", flatJPEG{sof: sof0, samples: ycbcr, restart: 5}.file(plain), plain),
		good("restarting, 4:2:2", flatJPEG{sof: sof0, samples: ycbcr, halved: true, restart: 1}.file(plain), plain),
		good("gray", flatJPEG{sof: sof0, samples: gray}.file(plain), grayed(plain)),
		good("4:2:0", encodedJPEG(quad(plain)), plain),
		good("wide gamut", file(plain, iccSegment(turnedProfile())), turned(plain)),
		good("of two pictures", multiPicture(file(plain), file(turned(plain))), plain),
		good("and an archive", append(file(plain), archive()...), plain),
		good("archive in a comment", file(plain, segment(com, archive()...)), plain),
		good("page in a comment", file(plain, segment(com, []byte("<script>alert(1)</script>")...)), plain),
		good("all metadata", file(plain, allMetadata()...), plain),
		good("many segments", file(plain, slices.Repeat([][]byte{segment(0xe5)}, 9000)...), plain),
		good("twenty comments of 64 KB", file(plain, slices.Repeat([][]byte{segment(com, make([]byte, 65_533)...)}, 20)...), plain),
		good("exif of nonsense", file(plain, segment(app1, []byte("Exif\x00\x00II*\x00\xff\xff\xff\xff\xff")...)), plain),
		good("exif in a circle", file(plain, segment(app1, []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00\x00\x00\x00\x08")...)), plain),
		good("profile cut off", file(plain, iccSegment(turnedProfile()[:200])), plain),
		good("as a video", file(plain), plain).named("movie.mp4", "video/mp4"),
		good("as a page", file(plain), plain).named("page.html", "text/html"),
	}
	for o := 1; o <= 8; o++ {
		c := good(fmt.Sprintf("orientation %d", o), file(plain, exifSegment(uint16(o))), upright(plain, o))
		if o >= 5 {
			c.Want.Width, c.Want.Height = quadHeight, quadWidth
		}
		cases = append(cases, c)
	}
	panorama := valid("jpeg panorama", "panorama.jpg", jpegType, encodedJPEG(image.NewGray(image.Rect(0, 0, 12_000, 600))), Want{Verdict: Either, Width: 1440, Height: 72})
	return append(cases, panorama)
}

// brokenJPEGs returns files that are refused.
func brokenJPEGs() []Case {
	plain := quadColours()
	file := baseline().file(plain)
	_, bad := quadCases("jpeg ", "photo.jpg", jpegType)
	return []Case{
		bad("half", file[:len(file)/2], "cut off: it ends after"),
		bad("without its last byte", file[:len(file)-1], "cut off: it ends after"),
		bad("page behind the magic", []byte("\xff\xd8\xff<html><script>alert(1)</script></html>"), "stops making sense near byte"),
		bad("arithmetic-coded", flatJPEG{sof: sof9, samples: ycbcr}.file(plain), "arithmetic-coded JPEG"),
		bad("lossless", flatJPEG{sof: 0xc3, samples: ycbcr}.file(plain), "lossless JPEG"),
		bad("hierarchical", flatJPEG{sof: 0xc5, samples: ycbcr}.file(plain), "hierarchical JPEG"),
		bad("65,535 x 65,535", resized(file, sof0, 65_535, 65_535), "65,535 x 65,535 pixels"),
		bad("16,000 x 16,000", resized(file, sof0, 16_000, 16_000), "256.0 megapixels"),
		bad("8,000 x 8,000 of nothing", resized(file, sof0, 8_000, 8_000), "stops making sense near byte"),
		bad("without height", resized(file, sof0, 64, 0), "gives no size"),
		bad("progressive bomb", resized(flatJPEG{sof: sof2, samples: ycbcr}.file(plain), sof2, 8_900, 8_900), "79.2 megapixels"),
		bad("without tables", bytes.Replace(file, flatTables(), nil, 1), "damaged"),
		bad("beginning alone", file[:2], "unknown type"),
		bad("beginning and end", []byte{0xff, soi, 0xff, eoi}, ""),
		bad("segment shorter than its length", append(file[:2:2], 0xff, app1, 0, 1), "damaged"),
	}
}

func resized(file []byte, marker byte, width, height uint16) []byte {
	file = bytes.Clone(file)
	at := bytes.Index(file, []byte{0xff, marker}) + 5
	binary.BigEndian.PutUint16(file[at:], height)
	binary.BigEndian.PutUint16(file[at+2:], width)
	return file
}

func grayed(q Quarters) Quarters {
	for i, c := range q {
		y := gray(c)[0]
		q[i] = color.NRGBA{y, y, y, 255}
	}
	return q
}

// quad draws the quarters.
func quad(q Quarters) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, quadWidth, quadHeight))
	for y := range quadHeight {
		for x := range quadWidth {
			m.SetNRGBA(x, y, q[2*y/quadHeight*2+2*x/quadWidth])
		}
	}
	return m
}

func encodedJPEG(m image.Image) []byte {
	var b bytes.Buffer
	must(jpeg.Encode(&b, m, &jpeg.Options{Quality: 90}))
	return b.Bytes()
}

// must panics for an error, which writing to memory never returns.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func allMetadata() [][]byte {
	return [][]byte{
		exifSegment(1), segment(app1, []byte("http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta>"+Secret+"</x:xmpmeta>")...), iccSegment(srgbProfile()),
		segment(0xed, []byte("Photoshop 3.0\x00"+Secret)...), segment(com, []byte(Secret)...), segment(0xe0, []byte("JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"+Secret)...),
	}
}

func srgbProfile() []byte {
	return matrixProfile([3][3]float64{{0.4360, 0.2225, 0.0139}, {0.3851, 0.7169, 0.0971}, {0.1431, 0.0606, 0.7141}})
}

// archive returns a zip file.
func archive() []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create("evil.html")
	must(err)
	_, err = io.WriteString(f, "<script>alert(1)</script>"+Secret)
	must(err)
	must(z.Close())
	return b.Bytes()
}

// multiPicture appends a second picture to the first (MPF), as phones do for depth and gain maps.
func multiPicture(first, second []byte) []byte {
	order := binary.BigEndian
	const entries = 3
	body := append([]byte("MPF\x00MM\x00*"), 0, 0, 0, 8, 0, entries)
	entry := func(tag, kind uint16, count, value uint32) {
		body = order.AppendUint16(order.AppendUint16(body, tag), kind)
		body = order.AppendUint32(order.AppendUint32(body, count), value)
	}
	const listAt = 8 + 2 + entries*12 + 4
	entry(0xb000, 7, 4, 0x30313030)
	entry(0xb001, 4, 1, 2)
	entry(0xb002, 7, 32, listAt)
	body = order.AppendUint32(body, 0)
	size := uint32(len(first) + len(body) + 32 + 4)
	for _, v := range []uint32{0x20030000, size, 0, 0, 0, uint32(len(second)), size, 0} {
		body = order.AppendUint32(body, v)
	}
	return slices.Concat(first[:2], segment(app2, body...), first[2:], second)
}
