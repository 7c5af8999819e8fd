package corpus

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync"
)

const (
	squareSide = 64
	alphaName  = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
	depthName  = "urn:mpeg:hevc:2015:auxid:2"
)

func heic(name string, content []byte, width, height int, quarters Quarters) Case {
	return valid("heic "+name, "IMG_0001.HEIC", heicType, content, Want{Width: width, Height: height, Quarters: &quarters})
}

func avif(name string, content []byte, width, height int, quarters Quarters) Case {
	return valid("avif "+name, "picture.avif", avifType, content, Want{Width: width, Height: height, Quarters: &quarters})
}

// heifs returns some of PhonePictures. Each takes half a second where a process is started for it.
func heifs() []Case {
	plain := quadColours()
	main := coded("square.heic", squareSide, squareSide)
	return []Case{
		heic("of a phone", phonePhoto(), 120, 100, upright(plain, 1)),
		heic("of 3 by 4", heifFile("photo.heic"), 96, 128, plain),
		heic("turned", heifOf("heic", main.with(box("clap", be32(64, 1, 48, 1, 0, 1, 0, 1)), irot(3))), 48, 64, upright(plain, 6)),
		heic("wide gamut", heifOf("heic", main.with(icc(turnedProfile()))), squareSide, squareSide, turned(plain)),
		heic("10 bit", heifFile("deep.heic"), quadWidth, quadHeight, plain),
		heic("named jpg", heifFile("quad.heic"), quadWidth, quadHeight, plain).named("photo.jpg", jpegType),
		avif("plain", heifFile("quad.avif"), quadWidth, quadHeight, plain),
		avif("10 bit with alpha", heifFile("deepalpha.avif"), quadWidth, quadHeight, flattened(plain, 1, 3)),
	}
}

// PhonePictures returns good and broken HEIC and AVIF files of every form.
func PhonePictures() []Case { return slices.Clone(phonePictures()) }

var phonePictures = sync.OnceValue(func() []Case { return slices.Concat(heifs(), moreHEICs(), moreAVIFs(), brokenHEIFs()) })

// phonePhoto returns a photo in the form of an iPhone's: of tiles, with metadata, a thumbnail and a
// depth map.
func phonePhoto() []byte {
	items := []heifItem{grid(2, 2, 120, 100)}
	for _, name := range []string{"tile1.heic", "tile2.heic", "tile3.heic", "tile4.heic"} {
		items = append(items, coded(name, 64, 64))
	}
	thumbnail, depth := coded("tile4.heic", 64, 64), coded("tile1.heic", 64, 64, auxiliary(depthName))
	thumbnail.about, thumbnail.how, depth.about, depth.how = 1, "thmb", 1, "auxl"
	metadata := heifItem{kind: "Exif", content: append(be32(0), exif(6)...), about: 1, how: "cdsc"}
	return heifOf("heic", append(items, thumbnail, depth, metadata)...)
}

// LargePhoto returns a HEIC file of 12 megapixels in the form of an iPhone's: 4032 by 3024 pixels
// in 48 tiles.
func LargePhoto() []byte {
	const side, cols, rows = 512, 8, 6
	items := []heifItem{grid(cols, rows, 4032, 3024)}
	for range cols * rows {
		items = append(items, coded("tile512.heic", side, side))
	}
	return heifOf("heic", items...)
}

// LargeTransparent returns an AVIF file of 12 megapixels with 10 bits a channel and transparency.
func LargeTransparent() []byte {
	main := coded("large.avif", 4032, 3024)
	alpha := main.with(auxiliary(alphaName))
	alpha.about, alpha.how = 1, "auxl"
	return heifOf("avif", main, alpha)
}

func moreHEICs() []Case {
	plain := quadColours()
	main := coded("square.heic", squareSide, squareSide)
	file := func(properties ...[]byte) []byte { return heifOf("heic", main.with(properties...)) }
	good := func(name string, content []byte, quarters Quarters) Case {
		return heic(name, content, squareSide, squareSide, quarters)
	}
	whole := func(name, file string, quarters Quarters) Case {
		return heic(name, heifFile(file), quadWidth, quadHeight, quarters)
	}
	alpha := coded("tile1.heic", squareSide, squareSide, auxiliary(alphaName))
	alpha.about, alpha.how = 1, "auxl"
	other := coded("tile1.heic", squareSide, squareSide)
	return []Case{
		whole("plain", "quad.heic", plain), whole("gray", "gray.heic", grayQuarters()),
		whole("4:2:2", "q422.heic", plain), whole("4:4:4", "q444.heic", plain),
		whole("with alpha", "alpha.heic", flattened(plain, 1, 3)), whole("with a thumbnail", "thumb.heic", plain),
		good("with alpha beside it", heifOf("heic", main, alpha), overWhite(plain)),
		good("of several pictures", heifOf("heic", main, other, other), plain),
		good("mirrored", file(imir(1)), upright(plain, 2)), good("upside down", file(imir(0)), upright(plain, 4)),
		good("turned twice", file(irot(2)), upright(plain, 3)),
		good("turned left", file(irot(1)), upright(plain, 8)),
		good("turned and mirrored", file(irot(1), imir(1)), upright(plain, 7)),
		heic("of odd sides", heifFile("odd.heic"), 65, 49, plain),
		heic("with another orientation in its EXIF", heifFile("exif.heic"), 96, 128, plain),
		heic("cut", file(box("clap", be32(32, 1, 32, 1, 16, 1, 16, 1))), 32, 32, lowerRight(plain)),
		good("P3 by code points", file(nclx(12, 13, 6, 1)), p3Quarters()),
		ofAnyColours(good("high dynamic range", file(nclx(9, 16, 9, 1)), Quarters{})),
	}
}

// lowerRight returns the quarters of a picture that is cropped to its last quarter.
func lowerRight(q Quarters) Quarters { return Quarters{q[3], q[3], q[3], q[3]} }

// grayQuarters are the quarters of the gray files.
func grayQuarters() Quarters {
	return Quarters{{74, 74, 74, 255}, {120, 120, 120, 255}, {67, 67, 67, 255}, {220, 220, 220, 255}}
}

// p3Quarters are the quarters if their values are in Display P3.
func p3Quarters() Quarters {
	return Quarters{{218, 0, 26, 255}, {0, 153, 44, 255}, {47, 60, 197, 255}, {232, 220, 198, 255}}
}

// overWhite returns the quarters on white, with the luma of the first tile as their opacity.
func overWhite(q Quarters) Quarters {
	opacity := int(gray(quadColours()[0])[0])
	for i := range q {
		for _, v := range []*uint8{&q[i].R, &q[i].G, &q[i].B} {
			*v = uint8((int(*v)*opacity + 255*(255-opacity)) / 255)
		}
	}
	return q
}

func ofAnyColours(c Case) Case {
	c.Want.Quarters = nil
	return c
}

func moreAVIFs() []Case {
	plain := quadColours()
	good := func(name, file string, quarters Quarters) Case {
		return avif(name, heifFile(file), quadWidth, quadHeight, quarters)
	}
	return []Case{
		good("with alpha", "alpha.avif", flattened(plain, 1, 3)), good("12 bit", "d12.avif", plain),
		good("of a limited range", "limited.avif", plain), good("gray", "gray.avif", grayQuarters()),
		good("upside down", "imir0.avif", upright(plain, 4)), good("mirrored", "imir1.avif", upright(plain, 2)),
		avif("turned", heifFile("irot.avif"), quadHeight, quadWidth, upright(plain, 8)),
		avif("of tiles", heifFile("grid.avif"), 128, 128, plain),
		avif("cut", heifFile("clap.avif"), 32, 32, plain),
		avif("P3 by its coding alone", heifOf("avif", coded("p3.avif", quadWidth, quadHeight)), quadWidth, quadHeight, p3Quarters()),
	}
}

func brokenHEIFs() []Case {
	main := coded("square.heic", squareSide, squareSide)
	file, small := heifFile("quad.heic"), heifFile("quad.avif")
	bad := func(name string, content []byte, says string) Case {
		return refused("heic "+name, "IMG_0001.HEIC", heicType, content, says)
	}
	sized := func(width, height int) heifItem {
		i := main
		i.width, i.height = width, height
		return i
	}
	long := bytes.Clone(file)
	binary.BigEndian.PutUint32(long[bytes.Index(long, []byte("mdat"))+4:], 0x7fff_ffff)
	tile := coded("tile1.heic", 64, 64)
	lost := grid(2, 2, 120, 100)
	far := grid(1, 1, 64, 64)
	far.of = []int{1}
	return []Case{
		bad("of 65,535 x 65,535", heifOf("heic", sized(65_535, 65_535)), "The file is damaged"),
		bad("of a grid of 65,535 x 65,535", heifOf("heic", grid(255, 255, 65_535, 65_535), tile), "more than 4,096 tiles"),
		bad("of one long side", heifOf("heic", sized(16_385, 48)), "The file is damaged"),
		bad("of no side", heifOf("heic", sized(0, 48)), "The file is damaged"),
		bad("of other sides than the coding has", heifOf("heic", sized(128, 96)), "The file is damaged"),
		bad("without its tiles", heifOf("heic", lost, tile, tile), "The file is damaged"),
		bad("made of itself", heifOf("heic", far), `a picture of the coding "grid"`),
		bad("half", file[:len(file)*2/3], "cut off: it ends after"),
		bad("without its last byte", file[:len(file)-1], "cut off: it ends after"),
		bad("of a unit that is longer than the file", long, "The file is damaged"),
		bad("of a JPEG in boxes", heifOf("mif1", heifItem{kind: "jpeg", content: baseline().file(quadColours()), width: quadWidth, height: quadHeight}), `a picture of the coding "jpeg"`),
		open(bad("of what is not known", heifOf("heic", main.with(box("xxxx", nil))), "")),
		refused("avif half", "picture.avif", avifType, small[:len(small)-20], "cut off: it ends after"),
		refused("avif of 65,535 x 65,535", "picture.avif", avifType, withSides(small, 65_535), "65,535 x 65,535 pixels; no side may be longer than 16,384"),
		refused("avif of 16,000 x 16,000", "picture.avif", avifType, withSides(small, 16_000), "256.0 megapixels; at most 80.0"),
		refused("avif of 8,000 x 8,000", "picture.avif", avifType, withSides(small, 8_000), "64.0 megapixels; at most"),
		open(refused("avif of other sides than the coding has", "picture.avif", avifType, withSides(small, 100), "")),
	}
}

// open accepts any outcome.
func open(c Case) Case {
	c.Want = Want{Verdict: Either}
	return c
}

// withSides returns the file with an ispe box that claims a square of that side.
func withSides(file []byte, side uint32) []byte {
	file = bytes.Clone(file)
	at := bytes.Index(file, []byte("ispe")) + 8
	binary.BigEndian.PutUint32(file[at:], side)
	binary.BigEndian.PutUint32(file[at+4:], side)
	return file
}
