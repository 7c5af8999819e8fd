package probe_test

import (
	"bytes"
	"errors"
	"math"
	"testing"
	"time"

	"crier/platform/video"
	"crier/platform/video/mp4/mp4test"
	"crier/platform/video/probe"
	"crier/platform/video/videotest"
)

func seeds() [][]byte {
	const short = time.Second / 4
	return [][]byte{
		mp4test.Movie{Duration: short, Late: true, Location: "+1+2/", KeyedLocation: "+1+2/"}.Bytes(),
		mp4test.Movie{Duration: short, Fragments: 2, Codec: "hvc1"}.Bytes(),
		mp4test.Movie{
			Duration: short, Brand: "qt  ", Shifts: []int32{6000, 12_000, 0},
			PictureEdits: []mp4test.Edit{{Length: 250, Start: 6000}}, SoundEdits: []mp4test.Edit{{Length: 250, Start: 1024}},
		}.Bytes(),
		videotest.Matroska{Duration: short}.Bytes(),
		videotest.Matroska{Duration: short, Live: true, NoDuration: true, NoInterval: true, Roll: 90, Tag: "LOCATION", AudioData: []byte("\x11\x90")}.Bytes(),
		videotest.AVI{Duration: short}.Bytes(),
		videotest.AVI{Duration: short, Crashed: true, Interlaced: true, AcrossTo: 16, DownTo: 9, FourCC: "H264", Tag: 0xfffe}.Bytes(),
	}
}

// counting counts the bytes that are read, and the largest read.
type counting struct {
	*bytes.Reader
	read, most int64
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.Reader.ReadAt(p, off)
	c.read += int64(n)
	c.most = max(c.most, int64(len(p)))
	return n, err
}

func FuzzProbe(f *testing.F) {
	for _, b := range seeds() {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := &counting{Reader: bytes.NewReader(b)}
		i, err := probe.File(r, int64(len(b)))
		if r.most > 64<<10 {
			t.Errorf("%d bytes read at once", r.most)
		}
		if err != nil {
			var own *video.Error
			if !errors.As(err, &own) {
				t.Error(err)
			}
			return
		}
		for _, n := range []int{i.Width, i.Height, i.CodedWidth, i.CodedHeight, i.AudioChannels, i.AudioRate, i.BitDepth} {
			if n < 0 {
				t.Errorf("%+v", i)
			}
		}
		for _, rate := range []float64{i.FrameRate, i.MaxFrameRate} {
			if !(rate >= 0) || math.IsInf(rate, 0) {
				t.Errorf("%+v", i)
			}
		}
		if i.Duration < 0 || i.BitRate < 0 || i.VideoCodec == "" {
			t.Errorf("%+v", i)
		}
	})
}

func FuzzMend(f *testing.F) {
	for _, b := range seeds()[:3] {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		was, err := probe.File(bytes.NewReader(b), int64(len(b)))
		if err != nil || !video.CanMend(was) {
			return
		}
		var out bytes.Buffer
		if err := video.Mend(t.Context(), &out, bytes.NewReader(b), int64(len(b))); err != nil {
			var own *video.Error
			if !errors.As(err, &own) {
				t.Error(err)
			}
			return
		}
		is, err := probeBytes(out.Bytes())
		if err != nil || is.MoovLate || is.EditLists || is.HasLocation || is.VideoCodec != was.VideoCodec || is.FrameRate != was.FrameRate {
			t.Errorf("%+v became %+v, %v", was, is, err)
		}
	})
}
