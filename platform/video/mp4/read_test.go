package mp4_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"crier/platform/video/mp4"
	"crier/platform/video/mp4/mp4test"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file []byte
		want mp4.Movie
	}{
		"upright":              {mp4test.Movie{}.Bytes(), mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 30}},
		"turned by its matrix": {mp4test.Movie{Width: 1920, Height: 1080, Rotation: 90}.Bytes(), mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 30}},
		"late":                 {mp4test.Movie{Late: true, FrameRate: 25}.Bytes(), mp4.Movie{Duration: 10 * time.Second, Width: 1080, Height: 1920, FrameRate: 25}},
		"sound alone":          {mp4test.Movie{NoPicture: true}.Bytes(), mp4.Movie{Duration: 10 * time.Second}},
		"a header alone":       {mp4test.File(10 * time.Second), mp4.Movie{Duration: 10 * time.Second}},
		"a track of nothing":   {mp4test.File(10*time.Second, mp4test.Box("trak", make([]byte, 16))), mp4.Movie{Duration: 10 * time.Second}},
	} {
		if got, err := mp4.Read(bytes.NewReader(c.file), int64(len(c.file))); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	whole := mp4test.Movie{}.Bytes()
	for name, file := range map[string][]byte{"nothing": nil, "no moov": mp4test.Box("ftyp"), "noise": []byte("noise noise noise"), "cut off": whole[:len(whole)-1]} {
		if _, err := mp4.Read(bytes.NewReader(file), int64(len(file))); !errors.Is(err, mp4.ErrNotMovie) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
