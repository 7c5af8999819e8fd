package mp4

import "slices"

// Candidate is what decides whether a track is used.
type Candidate struct {
	// Kind is Picture, Sound, or the code of another kind.
	Kind string
	// Codec is the common name of the codec. A track without one is not used.
	Codec string
	// Pictures is how many pictures the track has, zero if unknown.
	Pictures int64
	// Area is the size of a picture, in pixels.
	Area int
	// Disabled says that players leave the track alone, Optional that they do unless it is chosen.
	Disabled, Optional bool
}

// Choose returns the places in tracks of the one that is the film and of the one that is heard with
// it, -1 for none. It is the one rule: the readers of all formats ask it, and what else works on a
// video gets the numbers from them.
//
// The film is a track that moves, before a still that stands beside it; then one that players show,
// by their default; then the largest. The sound is one that can be decoded, then the one that
// players play. Of two that are alike it is the first.
func Choose(tracks []Candidate) (picture, sound int) {
	picture, sound = -1, -1
	for i, c := range tracks {
		switch {
		case c.Codec == "":
		case c.Kind == Picture && (picture < 0 || c.before(tracks[picture])):
			picture = i
		case c.Kind == Sound && (sound < 0 || c.before(tracks[sound])):
			sound = i
		}
	}
	return picture, sound
}

func (c Candidate) before(other Candidate) bool {
	if c.rank() != other.rank() {
		return c.rank() > other.rank()
	}
	return c.Area > other.Area
}

func (c Candidate) rank() (n int) {
	if c.isOfUse() {
		n += 4
	}
	if !c.Disabled {
		n += 2
	}
	if !c.Optional {
		n++
	}
	return n
}

// isOfUse reports whether a picture track is more than a still, and whether sound is of a codec
// that somebody can decode.
func (c Candidate) isOfUse() bool {
	if c.Kind == Picture {
		return c.Pictures != 1 && !slices.Contains([]string{"mjpeg", "png", "tiff", "bmp", "gif"}, c.Codec)
	}
	return slices.Contains([]string{
		"aac", "mp3", "mp2", "ac3", "eac3", "dts", "opus", "vorbis", "flac", "alac", "pcm", "adpcm", "wma", "amr_nb", "amr_wb",
	}, c.Codec)
}
