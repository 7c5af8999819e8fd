package ffmpeg

import (
	"context"
	"time"
)

// Inspect is Find for a program that is not on PATH.
func Inspect(ctx context.Context, path string) (*Tool, error) { return inspect(ctx, path) }

// At returns a tool without inspecting the program.
func At(path string) *Tool { return newTool(path) }

// WithPosterDeadline sets the deadline for posters.
func (t *Tool) WithPosterDeadline(d time.Duration) *Tool {
	t.deadlines.poster = d
	return t
}

// WithMemory sets the memory limit.
func (t *Tool) WithMemory(bytes int64) *Tool {
	t.memory = bytes
	return t
}

// CopyWithin is Copy with another size limit. It keeps a partial file.
func (t *Tool) CopyWithin(ctx context.Context, src, dst string, maxBytes int64) error {
	_, err := t.run(ctx, job{args: copyArgs(&t.program, src, dst, facts{}, Tracks{}, withEdits()), deadline: time.Minute, maxBytes: maxBytes})
	return err
}

// Facts is the exported form of facts.
type Facts struct {
	Duration                      time.Duration
	HEVC, HDR, MatrixKnown, Large bool
	Interlaced                    bool
}

// FactsIn is factsIn.
func FactsIn(said string, tracks Tracks) Facts {
	f := factsIn(said, tracks)
	return Facts{Duration: f.duration, HEVC: f.hevc, HDR: f.hdr != "", MatrixKnown: f.matrixKnown, Large: f.large, Interlaced: f.interlaced}
}

// Graph is graph.
func Graph(f Facts, o TranscodeOptions) string {
	made := facts{duration: f.Duration, hevc: f.HEVC, matrixKnown: f.MatrixKnown, large: f.Large, interlaced: f.Interlaced}
	if f.HDR {
		made.hdr = hybrid
	}
	return graph(made, o)
}

// VideoRate is videoRate.
func VideoRate(length time.Duration, maxBytes int64) (float64, error) {
	return videoRate(length, maxBytes)
}
