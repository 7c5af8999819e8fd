package mp4

import (
	"math"
	"time"
)

// conclude puts together what the boxes said.
func (in *inspector) conclude() {
	f := &in.file
	for _, t := range in.tracks {
		t.conclude()
		f.Tracks = append(f.Tracks, t.Track)
		f.Truncated = f.Truncated || t.last >= in.size
		f.EditLists = f.EditLists || t.edits.present
	}
	f.Truncated = f.Truncated || !in.media
	f.HasLocation = len(in.blanks) > 0
	f.Duration = in.duration()
	f.Obstacle = in.obstacle()
}

// duration is what the header says. A header of a fragmented file speaks of its first part only, or of nothing.
func (in *inspector) duration() (d time.Duration) {
	if in.movieScale > 0 {
		d = toDuration(max(in.movieUnits, in.fragmentUnits), in.movieScale)
	}
	if d > 0 && !in.file.Fragmented {
		return d
	}
	for _, t := range in.tracks {
		if t.Kind == Picture || t.Kind == Sound {
			d = max(d, t.Duration)
		}
	}
	return d
}

func (t *track) conclude() {
	t.FrameRate, t.MaxFrameRate = t.meter.rates()
	if t.Kind != Picture {
		t.FrameRate, t.MaxFrameRate, t.Rotation = 0, 0, 0
	}
	if t.scale > 0 {
		t.Duration = toDuration(max(t.units, toUnits(t.meter.units)), t.scale)
	}
	t.Interlaced = t.fields > 1
	t.concludeSize()
}

func toUnits(f float64) uint64 { return uint64(min(f, math.MaxInt64)) }

// concludeSize finds out how the picture is shown: by the shape of its pixels, else by the size in its header.
func (t *track) concludeSize() {
	if t.CodedWidth == 0 || t.CodedHeight == 0 {
		t.CodedWidth, t.CodedHeight = int(t.shownWidth), int(t.shownHeight)
	}
	width, height := float64(t.CodedWidth), float64(t.CodedHeight)
	switch {
	case t.pixel > 0:
		width *= t.pixel
	case t.shownWidth >= 1 && t.shownHeight >= 1 && height > 0:
		width = height * t.shownWidth / t.shownHeight
	}
	t.Width, t.Height = int(math.Round(min(width, maxSide))), int(height)
	if t.Rotation == 90 || t.Rotation == 270 {
		t.Width, t.Height = t.Height, t.Width
	}
}

// maxSide bounds what a picture's side comes to, whatever shape the file says that pixels have.
const maxSide = 1 << 20
