package ffmpeg

import (
	"encoding/hex"
	"fmt"
	"math"
	"strings"
)

const (
	// blurSide is the longer side of the blurred copy, in pixels: too small to recognise much.
	blurSide = 48
	// blur is the standard deviation of the blur, in those pixels.
	blur = "2.45"
)

// Edit is a list of changes to the picture of a video, applied in this order. Measures are in
// pixels. A size of zero keeps the size.
type Edit struct {
	// The part of the upright picture to keep.
	CropX, CropY, CropW, CropH int
	// Rotate is in degrees clockwise: 0, 90, 180 or 270.
	Rotate       int
	FlipH, FlipV bool
	// W and H are the size of the result.
	W, H int
	// Where in the result the picture is placed, and the size to which it is scaled. The rest is
	// filled.
	ContentX, ContentY, ContentW, ContentH int
	// PadBlur fills with a blurred copy of the picture. Otherwise PadColor, #rrggbb or by default
	// white, fills.
	PadBlur  bool
	PadColor string
}

// EditFilter returns the filters of the edit for TranscodeOptions.VideoFilter, which are empty if
// it changes nothing. Sizes and positions must be even.
func EditFilter(e Edit) string {
	return chain(e.crop(), e.rotation(), e.flip(), e.place())
}

// crop stays within the picture, which may be a pixel smaller than computed from its pixel shape.
func (e Edit) crop() string {
	if e.CropW <= 0 || e.CropH <= 0 {
		return ""
	}
	return fmt.Sprintf("crop=w='min(%d,iw)':h='min(%d,ih)':x='min(%d,iw-ow)':y='min(%d,ih-oh)'", e.CropW, e.CropH, max(e.CropX, 0), max(e.CropY, 0))
}

func (e Edit) rotation() string {
	switch e.Rotate {
	case 90:
		return "transpose=clock"
	case 180:
		return "hflip,vflip"
	case 270:
		return "transpose=cclock"
	default:
		return ""
	}
}

func (e Edit) flip() string {
	var filters []string
	if e.FlipH {
		filters = append(filters, "hflip")
	}
	if e.FlipV {
		filters = append(filters, "vflip")
	}
	return strings.Join(filters, ",")
}

// place scales the picture and, if it does not cover the result, puts it on a background. The
// background is made from the picture, so it has the same timestamps.
func (e Edit) place() string {
	if e.W <= 0 || e.H <= 0 {
		return ""
	}
	if e.ContentW <= 0 || e.ContentH <= 0 {
		e.ContentX, e.ContentY, e.ContentW, e.ContentH = 0, 0, e.W, e.H
	}
	scaled := fmt.Sprintf("scale=%d:%d,setsar=1", e.ContentW, e.ContentH)
	if e.ContentX == 0 && e.ContentY == 0 && e.ContentW == e.W && e.ContentH == e.H {
		return scaled
	}
	ground := flat(e.PadColor)
	if e.PadBlur {
		ground = e.blurred()
	}
	return scaled + ",split[picture][copy];[copy]" + chain(ground, fmt.Sprintf("scale=%d:%d:flags=bicubic,setsar=1", e.W, e.H)) +
		fmt.Sprintf("[ground];[ground][picture]overlay=%d:%d", e.ContentX, e.ContentY)
}

// blurred crops the middle of the picture to the shape of the result, shrinks and blurs it.
func (e Edit) blurred() string {
	w, h := e.ContentW, e.ContentH
	if w*e.H > h*e.W {
		w = max(h*e.W/e.H&^1, 2)
	} else {
		h = max(w*e.H/e.W&^1, 2)
	}
	sw, sh := blurSide, max(blurSide*e.H/e.W&^1, 2)
	if e.H > e.W {
		sw, sh = max(blurSide*e.W/e.H&^1, 2), blurSide
	}
	return fmt.Sprintf("crop=%d:%d,scale=%d:%d:flags=area,gblur=sigma=%s:steps=3", w, h, sw, sh, blur)
}

// flat turns a picture into one colour. It computes the components itself, because ffmpeg would
// always use BT.601.
func flat(colour string) string {
	y, u, v := bt709(colour)
	return fmt.Sprintf("scale=16:16,lutyuv=y=%d:u=%d:v=%d", y, u, v)
}

// bt709 returns the colour in BT.709 with limited range.
func bt709(colour string) (y, u, v int) {
	rgb, err := hex.DecodeString(strings.TrimPrefix(colour, "#"))
	if err != nil || len(rgb) != 3 {
		rgb = []byte{255, 255, 255}
	}
	r, g, b := float64(rgb[0])/255, float64(rgb[1])/255, float64(rgb[2])/255
	luma := 0.2126*r + 0.7152*g + 0.0722*b
	return int(math.Round(16 + 219*luma)), int(math.Round(128 + 224*(b-luma)/1.8556)), int(math.Round(128 + 224*(r-luma)/1.5748))
}
