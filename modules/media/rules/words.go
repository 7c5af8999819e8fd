package rules

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// shown is how people write the name of a container or a codec.
func shown(name string) string {
	switch name {
	case "h264":
		return "H.264"
	case "hevc":
		return "HEVC"
	case "webm":
		return "WebM"
	case "opus":
		return "Opus"
	case "vorbis":
		return "Vorbis"
	case "mpeg4":
		return "MPEG-4 Part 2"
	}
	return strings.ToUpper(name)
}

// either joins what is taken.
func either(names []string) string {
	words := make([]string, len(names))
	for i, n := range names {
		words[i] = shown(n)
	}
	return strings.Join(words, " or ")
}

// Length words a length as people do: 1.2 s, or 15 min.
func Length(d time.Duration) string {
	if d >= 2*time.Minute {
		minutes, rest := d/time.Minute, d%time.Minute/time.Second
		if rest == 0 {
			return strconv.Itoa(int(minutes)) + " min"
		}
		return strconv.Itoa(int(minutes)) + " min " + strconv.Itoa(int(rest)) + " s"
	}
	return short(d.Seconds()) + " s"
}

// short writes a number with at most two decimals.
func short(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }
