package mp4

import (
	"fmt"
	"io"
	"time"
)

// Movie is the little that decides which way a video goes.
type Movie struct {
	// Duration is zero when the file does not say it.
	Duration time.Duration
	// Width and Height are those of the picture as it is shown, in whole pixels; zero when the file does not say them.
	Width, Height int
	// FrameRate is the average, in frames a second; zero when the file does not say it.
	FrameRate float64
}

// Read returns what Inspect finds of a file that is there whole: one that is cut off is an ErrNotMovie.
func Read(r io.ReaderAt, size int64) (Movie, error) {
	f, err := Inspect(r, size)
	if err != nil {
		return Movie{}, err
	}
	if f.Truncated {
		return Movie{}, fmt.Errorf("%w: its end is missing", ErrNotMovie)
	}
	m := Movie{Duration: f.Duration}
	if p := f.Picture(); p != nil {
		m.Width, m.Height, m.FrameRate = p.Width, p.Height, p.FrameRate
	}
	return m, nil
}
