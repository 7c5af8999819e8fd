package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
	"time"

	"crier/modules/posts"
	"crier/platform/corpus"
)

const (
	// DemoAccount is the first of the demo accounts, the primary one.
	DemoAccount = "11111111-1111-4111-8111-111111111111"
	// PotterAccount is the demo account whose posts can be deleted at the network.
	PotterAccount = "22222222-2222-4222-8222-222222222222"
)

// Picture returns a PNG whose pixels differ from those of every other call.
func Picture(tb testing.TB, width, height int) []byte {
	tb.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	tint := rand.Uint32()
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{uint8(x) + uint8(tint), uint8(y) + uint8(tint>>8), uint8(tint >> 16), 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// ShortMovie returns an MP4 file that lasts ten seconds, and is square: no reel of a Page.
func ShortMovie() []byte { return corpus.Clip(720, 720, 10*time.Second, 4096) }

// Describe writes a post's outcome for the message of a failed test.
func Describe(p posts.Post) string {
	return string(p.Status) + " media=" + Text(p.SNMediaID) + " permalink=" + Text(p.SNPermalink) + " container=" + Text(p.SNContainerID) +
		" " + Text(p.ErrorCode) + " " + Text(p.ErrorMessage)
}

// Text returns the value of an optional member, empty for none.
func Text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
