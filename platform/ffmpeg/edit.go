package ffmpeg

import (
	"encoding/hex"
	"fmt"
	"math"
	"strings"
)

const (
	// blurSide is the longer side of what is blurred, in pixels: so small that little is left to
	// recognise.
	blurSide = 48
	// blur is how far it is blurred, as the standard deviation in those pixels.
	blur = "2.45"
)

// Edit is what is done to the picture of a video, in this order, in pixels. A size of zero stands
// for the whole, or for what came before.
type Edit struct {
	// What is kept of the upright picture.
	CropX, CropY, CropW, CropH int
	// Rotate is in degrees clockwise: 0, 90, 180 or 270.
	Rotate       int
	FlipH, FlipV bool
	// W and H are the size of the result.
	W, H int
	// Where the picture lies in the result, and to what size it is scaled for that. What it does
	// not cover is filled.
	ContentX, ContentY, ContentW, ContentH int
	// PadBlur fills with a blurred copy of the picture, else PadColor is the colour, as #rrggbb;
	// white by default.
	PadBlur  bool
	PadColor string
}

// EditFilter returns the filters that make the edit, for TranscodeOptions.VideoFilter. They are
// empty for an edit that does nothing. Sides and places must be even.
func EditFilter(e Edit) string {
	return chain(e.crop(), e.rotation(), e.flip(), e.place())
}

// crop stays within the picture, which may be a pixel smaller than was computed from the shape of
// its pixels.
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

// place scales the picture and, if it does not cover the result, puts it on its ground. The ground
// is made of the picture, so that it has its times.
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

// blurred takes the middle of the picture that has the shape of the result, and makes it small and
// soft.
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

// flat turns a picture into one colour. Its parts are reckoned here, for ffmpeg does it for BT.601
// whatever the video has.
func flat(colour string) string {
	y, u, v := bt709(colour)
	return fmt.Sprintf("scale=16:16,lutyuv=y=%d:u=%d:v=%d", y, u, v)
}

// bt709 returns the colour as BT.709 has it in the limited range.
func bt709(colour string) (y, u, v int) {
	rgb, err := hex.DecodeString(strings.TrimPrefix(colour, "#"))
	if err != nil || len(rgb) != 3 {
		rgb = []byte{255, 255, 255}
	}
	r, g, b := float64(rgb[0])/255, float64(rgb[1])/255, float64(rgb[2])/255
	luma := 0.2126*r + 0.7152*g + 0.0722*b
	return int(math.Round(16 + 219*luma)), int(math.Round(128 + 224*(b-luma)/1.8556)), int(math.Round(128 + 224*(r-luma)/1.5748))
}
