package corpus

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
)

// largestBase bounds the files that are mutated, in bytes.
const largestBase = 200 << 10

// Bases returns the good cases that are small enough for mutations.
func Bases() []Case {
	var bases []Case
	for _, c := range All() {
		if phone := strings.HasPrefix(c.Name, "heic ") || strings.HasPrefix(c.Name, "avif "); phone && c.Name != "heic of 3 by 4" && c.Name != "avif plain" {
			continue // A process that decodes such a picture takes half a second to start.
		}
		if c.Open == nil && len(c.Content) > 0 && len(c.Content) <= largestBase && c.Want.Verdict <= Invalid {
			bases = append(bases, c)
		}
	}
	return bases
}

// Mutations yields, for each base, a number of truncated files and a number of files with one
// changed byte. The seed determines all of them. The outcome of each is open: a good file or a
// precise reason.
func Mutations(seed uint64, cuts, flips int) iter.Seq[Case] {
	return func(yield func(Case) bool) {
		random := rand.New(rand.NewPCG(seed, seed))
		for _, base := range Bases() {
			for i := range cuts {
				at := (len(base.Content)*i + random.IntN(len(base.Content))) / cuts
				if !yield(base.mutated(fmt.Sprintf("cut to %d", at), base.Content[:at])) {
					return
				}
			}
			for range flips {
				at, mask := flipAt(random, len(base.Content)), byte(1<<random.IntN(8))
				if random.IntN(4) == 0 {
					mask = 0xff
				}
				content := bytes.Clone(base.Content)
				content[at] ^= mask
				if !yield(base.mutated(fmt.Sprintf("byte %d changed by %#x", at, mask), content)) {
					return
				}
			}
		}
	}
}

// flipAt returns an offset in a file. Half of them are near its beginning, where the headers are.
func flipAt(random *rand.Rand, length int) int {
	if random.IntN(2) == 0 {
		return random.IntN(min(length, 2048))
	}
	return random.IntN(length)
}

// Impostors returns files of types that are not accepted, under names of types that are.
func Impostors() []Case {
	var cases []Case
	for _, f := range []struct{ name, content, says string }{
		{"heic without a picture", heif("heic", "mif1", "heic"), "The file is damaged"},
		{"heic of a burst", heif("msf1", "hevc"), "The file is damaged"},
		{"avif without a picture", heif("avif", "mif1", "miaf"), "The file is damaged"},
		{"avif that says heif first", heif("mif1", "avif"), "The file is damaged"},
		{"tiff", "II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00", "a TIFF picture"},
		{"raw photo", "MM\x00*\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00", "a TIFF picture"},
		{"bmp", "BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x18\x00" + strings.Repeat("\x00", 32), "a BMP picture"},
		{"pdf", "%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\nendobj\n", "a PDF document"},
		{"pdf with a jpeg", "%PDF-1.7\n" + string(baseline().file(quadColours())), "a PDF document"},
		{"svg", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, "an SVG drawing"},
		{"svg behind xml", `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "xxxx"><!ENTITY y "&x;&x;">]><svg>&y;</svg>`, "an SVG drawing"},
		{"html", "<!doctype html><script>alert(1)</script>", "an HTML page"},
		{"script", "#!/bin/sh\nrm -rf /\n", "a text file"},
		{"zip", string(archive()), "of an unknown type"},
		{"elf", "\x7fELF\x02\x01\x01\x00" + strings.Repeat("\x00", 56), "of an unknown type"},
		{"exe", "MZ\x90\x00" + strings.Repeat("\x00", 60), "of an unknown type"},
		{"zeros", strings.Repeat("\x00", 1<<20), "of an unknown type"},
		{"wave", string(riff("WAVE", riffChunk("fmt ", make([]byte, 16)))), "of an unknown type"},
		{"a byte", "\xff", "of an unknown type"},
	} {
		cases = append(cases,
			refused(f.name+" named jpg", "photo.jpg", jpegType, []byte(f.content), f.says),
			refused(f.name+" named mp4", "movie.mp4", mp4Type, []byte(f.content), f.says))
	}
	empty := Case{Name: "nothing", Filename: "photo.jpg", MIME: jpegType, Content: []byte{}, Want: Want{Verdict: Refused, Code: "UPLOAD_ERROR", Says: "empty"}}
	return append(cases, empty)
}

// heif returns the beginning of a HEIF file with a major brand and compatible ones.
func heif(major string, compatible ...string) string {
	return string(box("ftyp", []byte(major+"\x00\x00\x00\x00"+strings.Join(compatible, "")))) + string(box("meta", make([]byte, 64)))
}
