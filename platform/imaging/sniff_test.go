package imaging_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"crier/platform/imaging"
)

func TestSniff(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		head string
		want imaging.Kind
	}{
		"jpeg":                    {"\xff\xd8\xff\xe0\x00\x10JFIF", imaging.JPEG},
		"png":                     {"\x89PNG\r\n\x1a\n", imaging.PNG},
		"webp":                    {"RIFF\x10\x00\x00\x00WEBPVP8 ", imaging.WebP},
		"avi":                     {"RIFF\x10\x00\x00\x00AVI LIST", imaging.AVI},
		"wav is neither":          {"RIFF\x10\x00\x00\x00WAVEfmt ", imaging.Unknown},
		"gif":                     {"GIF89a\x01\x00", imaging.GIF},
		"tiff":                    {"II*\x00\x08\x00\x00\x00", imaging.TIFF},
		"tiff, the other way":     {"MM\x00*\x00\x00\x00\x08", imaging.TIFF},
		"bmp":                     {"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00", imaging.BMP},
		"text that begins as bmp": {"BM is a car maker of sorts", imaging.Text},
		"pdf":                     {"%PDF-1.7\n", imaging.PDF},
		"mp4":                     {box("ftyp", "isom\x00\x00\x02\x00isomiso2avc1mp41"), imaging.MP4},
		"m4v":                     {box("ftyp", "M4V \x00\x00\x00\x00"), imaging.MP4},
		"quicktime":               {box("ftyp", "qt  \x00\x00\x00\x00qt  "), imaging.QuickTime},
		"quicktime without ftyp":  {box("wide", "") + box("mdat", "...."), imaging.QuickTime},
		"moov first":              {box("moov", "...."), imaging.QuickTime},
		"long mdat":               {"\x00\x00\x00\x01mdat\x00\x00\x00\x01\x00\x00\x00\x00", imaging.QuickTime},
		"free before ftyp":        {box("free", "12345678") + box("ftyp", "mp42\x00\x00\x00\x00"), imaging.MP4},
		"heic":                    {box("ftyp", "heic\x00\x00\x00\x00mif1heic"), imaging.HEIC},
		"heic under mif1":         {box("ftyp", "mif1\x00\x00\x00\x00mif1heic"), imaging.HEIC},
		"avif":                    {box("ftyp", "avif\x00\x00\x00\x00mif1"), imaging.AVIF},
		"avif under mif1":         {box("ftyp", "mif1\x00\x00\x00\x00miafavif"), imaging.AVIF},
		"raw photo":               {box("ftyp", "crx \x00\x00\x00\x01crx isom"), imaging.Unknown},
		"ftyp cut off":            {"\x00\x00\x00\x18ftypis", imaging.Unknown},
		"webm":                    {ebml(element(0x4282, "webm")), imaging.WebM},
		"matroska":                {ebml(element(0x4282, "matroska")), imaging.Matroska},
		"webm padded":             {ebml(element(0x4282, "webm\x00\x00")), imaging.WebM},
		"matroska, webm in a void": {
			ebml(element(0xec, "webm webm") + element(0x4282, "matroska")), imaging.Matroska,
		},
		"the word behind the header": {ebml(element(0x4286, "\x01")) + element(0x4282, "webm"), imaging.Unknown},
		"svg":                        {"<?xml version='1.0'?>\n<svg xmlns='x'/>", imaging.SVG},
		"svg alone":                  {"\xef\xbb\xbf <svg/>", imaging.SVG},
		"html":                       {"\n <!DOCTYPE HTML><p>", imaging.HTML},
		"xml":                        {"<?xml version='1.0'?><a/>", imaging.Text},
		"text":                       {"hello, wörld\n", imaging.Text},
		"text cut within a letter":   {strings.Repeat("ä", 3) + "\xc3", imaging.Text},
		"utf-16":                     {"\xff\xfeh\x00i\x00", imaging.Text},
		"bytes":                      {"\x00\x01\x02\x03\x04\x05\x06\x07\x08", imaging.Unknown},
		"nothing":                    {"", imaging.Unknown},
	} {
		if got := imaging.Sniff([]byte(c.head)); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestSniff_LooksAtTheFirst4KiBOnly(t *testing.T) {
	t.Parallel()
	head := box("free", strings.Repeat("\x00", imaging.SniffLen)) + box("ftyp", "isom\x00\x00\x00\x00")
	if got := imaging.Sniff([]byte(head)); got != imaging.Unknown {
		t.Errorf("got %s", got)
	}
}

func TestKind_SpeaksTheContract(t *testing.T) {
	t.Parallel()
	images := map[imaging.Kind]string{
		imaging.JPEG: "image/jpeg", imaging.PNG: "image/png", imaging.WebP: "image/webp",
		imaging.HEIC: "image/heic", imaging.AVIF: "image/avif", imaging.GIF: "image/gif",
	}
	videos := map[imaging.Kind]string{
		imaging.MP4: "video/mp4", imaging.QuickTime: "video/quicktime", imaging.Matroska: "video/x-matroska",
		imaging.WebM: "video/webm", imaging.AVI: "video/x-msvideo",
	}
	for k, mime := range images {
		if k.MIME() != mime || !k.IsImage() || k.IsVideo() {
			t.Errorf("%s: %s, image %v, video %v", k, k.MIME(), k.IsImage(), k.IsVideo())
		}
	}
	for k, mime := range videos {
		if k.MIME() != mime || k.IsImage() || !k.IsVideo() {
			t.Errorf("%s: %s, image %v, video %v", k, k.MIME(), k.IsImage(), k.IsVideo())
		}
	}
	for _, k := range []imaging.Kind{
		imaging.TIFF, imaging.BMP, imaging.PDF, imaging.SVG, imaging.HTML, imaging.Text, imaging.Unknown,
	} {
		if k.IsImage() || k.IsVideo() || k.Name() == "" || !strings.Contains(k.MIME(), "/") {
			t.Errorf("%s: %q, %q", k, k.Name(), k.MIME())
		}
	}
}

func box(kind, body string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))) + kind + body
}

// element returns an EBML element with a size of two bytes.
func element(id uint32, body string) string {
	b := binary.BigEndian.AppendUint32(nil, id)
	for b[0] == 0 {
		b = b[1:]
	}
	return string(binary.BigEndian.AppendUint16(b, 0x4000|uint16(len(body)))) + body
}

func ebml(body string) string { return element(0x1a45dfa3, body) }
