package imaging_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"crier/platform/corpus"
	"crier/platform/imaging"

	"golang.org/x/image/webp"
)

func FuzzSniff(f *testing.F) {
	for _, file := range samples(f) {
		f.Add(file)
	}
	for _, c := range corpus.All() {
		f.Add(c.Content[:min(len(c.Content), imaging.SniffLen)])
	}
	for _, head := range []string{box("ftyp", "mif1\x00\x00\x00\x00avif"), ebml(element(0x4282, "webm")), "<?xml?><svg>", "BM", "%PDF-"} {
		f.Add([]byte(head))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		k := imaging.Sniff(head)
		if k.Name() == "" || k.MIME() == "" || (k.IsImage() && k.IsVideo()) {
			t.Errorf("%q", k)
		}
		if again := imaging.Sniff(head[:min(len(head), imaging.SniffLen)]); again != k {
			t.Errorf("%s, and %s of the first bytes alone", k, again)
		}
	})
}

func FuzzReadOrientation(f *testing.F) {
	for o := range uint16(10) {
		f.Add(exif(binary.LittleEndian, o))
		f.Add(append([]byte("Exif\x00\x00"), exif(binary.BigEndian, o)...))
	}
	f.Fuzz(func(t *testing.T, block []byte) {
		if o := imaging.ReadOrientation(block); o < 0 || o > 8 {
			t.Errorf("orientation %d", o)
		}
	})
}

func FuzzTransform(f *testing.F) {
	f.Add(p3Profile())
	f.Add(srgbProfile(sampledCurve(srgbPoints(64)...)))
	f.Add(profileOf("GRAY", map[string][]byte{"kTRC": paraCurve(4, 2, 1, 0, 5, 0, 0, 0)}))
	for form := range uint16(6) {
		f.Add(srgbProfile(paraCurve(form, 2, 0, 0, 0, 0, 0, 0)))
	}
	f.Fuzz(func(_ *testing.T, profile []byte) {
		convert, _, err := imaging.Transform(profile)
		if err != nil {
			return
		}
		for v := range 256 {
			convert(byte(v), byte(255-v), byte(v*7))
		}
	})
}

func FuzzWalkWebP(f *testing.F) {
	for name, file := range samples(f) {
		if name[0] == 'w' {
			f.Add(file)
		}
	}
	for _, c := range corpus.Pictures() {
		if imaging.Sniff(c.Content) == imaging.WebP {
			f.Add(c.Content)
		}
	}
	f.Fuzz(func(_ *testing.T, file []byte) {
		alone, err := imaging.WalkWebP(file)
		if err == nil {
			_, _ = webp.DecodeConfig(bytes.NewReader(alone))
		}
	})
}

func FuzzInspectPNG(f *testing.F)  { fuzzInspect(f, imaging.PNG) }
func FuzzInspectJPEG(f *testing.F) { fuzzInspect(f, imaging.JPEG) }
func FuzzInspectHEIC(f *testing.F) { fuzzInspect(f, imaging.HEIC) }
func FuzzInspectAVIF(f *testing.F) { fuzzInspect(f, imaging.AVIF) }

func fuzzInspect(f *testing.F, k imaging.Kind) {
	f.Helper()
	for _, file := range samples(f) {
		if imaging.Sniff(file) == k {
			f.Add(file)
		}
	}
	for _, c := range append(corpus.Pictures(), corpus.PhonePictures()...) {
		if imaging.Sniff(c.Content) == k && len(c.Content) < 1<<16 {
			f.Add(c.Content)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		got, err := imaging.Inspect(file, k)
		if err != nil {
			_ = refusal(t, "inspect", err)
		}
		if got.ProfileBytes > imaging.MaxProfile || got.Orientation > 8 {
			t.Errorf("%+v", got)
		}
	})
}

func FuzzNormalise(f *testing.F) {
	for _, file := range samples(f) {
		f.Add(file)
	}
	for _, b := range bombs(f) {
		if len(b.file) < 4096 {
			f.Add(b.file)
		}
	}
	for _, c := range corpus.Pictures() {
		if len(c.Content) < 4096 {
			f.Add(c.Content)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		_ = checkOutcome(t, "fuzz", file, smallLimits())
	})
}
