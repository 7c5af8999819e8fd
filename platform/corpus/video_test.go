package corpus_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"crier/platform/corpus"
	"crier/platform/imaging"
	"crier/platform/video"
	"crier/platform/video/probe"
)

// TestVideos_AreProbed compares what probe reads of every file with the case, and mends what can be
// mended.
func TestVideos_AreProbed(t *testing.T) {
	t.Parallel()
	for _, c := range corpus.Videos() {
		if c.Open != nil {
			continue
		}
		info, err := inspect(t, c)
		switch {
		case c.Want.Verdict <= corpus.Invalid && err != nil:
			t.Errorf("%s: %v", c.Name, err)
		case err == nil && c.Want.Width != 0 && (info.Width != c.Want.Width || info.Height != c.Want.Height):
			t.Errorf("%s: %+v", c.Name, info)
		}
	}
}

func TestVideos_MutationsAreProbed(t *testing.T) {
	t.Parallel()
	for c := range corpus.Mutations(1, 10, 20) {
		if len(c.Content) > 0 && imaging.Sniff(c.Content).IsVideo() {
			_, _ = inspect(t, c)
		}
	}
}

// inspect probes a file, and checks that the result is plausible or the refusal is a sentence.
func inspect(t testing.TB, c corpus.Case) (video.Info, error) {
	t.Helper()
	info, err := probe.File(bytes.NewReader(c.Content), c.Length())
	var refused *video.Error
	switch {
	case errors.As(err, &refused):
		if len(refused.Message) < 20 || !strings.HasSuffix(refused.Message, ".") || strings.Contains(refused.Message, "%!") {
			t.Errorf("%s: it says %q", c.Name, refused.Message)
		}
		return info, err
	case err != nil:
		t.Errorf("%s: %v", c.Name, err)
		return info, err
	}
	if info.Duration < 0 || info.Width < 0 || info.Height < 0 || info.BitRate < 0 || math.IsNaN(info.FrameRate) || math.IsInf(info.FrameRate, 0) || info.VideoCodec == "" {
		t.Errorf("%s: %+v", c.Name, info)
	}
	if video.CanMend(info) {
		mend(t, c, info)
	}
	return info, nil
}

// mend mends a file, and checks that the result has no faults.
func mend(t testing.TB, c corpus.Case, before video.Info) {
	t.Helper()
	var made bytes.Buffer
	err := video.Mend(t.Context(), &limited{w: &made, left: 2*c.Length() + 1<<20}, bytes.NewReader(c.Content), c.Length())
	var refused *video.Error
	if err != nil {
		if c.Want.Verdict <= corpus.Invalid || !errors.As(err, &refused) {
			t.Errorf("%s: mend: %v", c.Name, err)
		}
		return
	}
	after, err := probe.File(bytes.NewReader(made.Bytes()), int64(made.Len()))
	if err != nil || after.MoovLate || after.EditLists || after.HasLocation || after.VideoCodec != before.VideoCodec || after.Width != before.Width {
		t.Errorf("%s: %+v, mended %+v, %v", c.Name, before, after, err)
	}
	if bytes.Contains(made.Bytes(), []byte(corpus.Secret)) {
		t.Errorf("%s: mended, it tells where it was made", c.Name)
	}
}

// limited is a writer that fails after left bytes.
type limited struct {
	w    io.Writer
	left int64
}

// Write writes b while there is room.
func (l *limited) Write(b []byte) (int, error) {
	if l.left -= int64(len(b)); l.left < 0 {
		return 0, errors.New("far more is written than was read")
	}
	return l.w.Write(b)
}

// FuzzProbe starts from every video of the corpus.
func FuzzProbe(f *testing.F) {
	for _, c := range corpus.Videos() {
		if c.Open == nil && len(c.Content) < 64<<10 {
			f.Add(c.Content)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		_, _ = inspect(t, corpus.Case{Name: "fuzz", Content: file, Want: corpus.Want{Verdict: corpus.Either}})
	})
}
