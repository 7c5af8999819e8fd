package rules

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"
)

// usualNames has the names of containers and codecs as people write them, unless they are those of
// package video in capitals.
var usualNames = map[string]string{
	"webm": "WebM",
	"h263": "H.263", "h264": "H.264", "mpeg1video": "MPEG-1", "mpeg2video": "MPEG-2", "mpeg4": "MPEG-4 Part 2", "prores": "ProRes",
	"dvvideo": "DV", "rawvideo": "uncompressed video",
	"ac3": "AC-3", "eac3": "E-AC-3", "amr_nb": "AMR", "amr_wb": "AMR-WB", "opus": "Opus", "vorbis": "Vorbis",
	"unknown": "something that Crier does not know",
}

// shown returns the name of a container or a codec as people write it.
func shown(name string) string { return cmp.Or(usualNames[name], strings.ToUpper(name)) }

// either joins the names that the network takes with "or".
func either(names []string) string {
	words := make([]string, len(names))
	for i, n := range names {
		words[i] = shown(n)
	}
	return strings.Join(words, " or ")
}

// Length writes a length as people do: 1.2 s, or 15 min.
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

// measured writes a length as Length does, with as many decimals as show that it is not the limit.
func measured(d, limit time.Duration) string {
	if text := Length(d); text != Length(limit) {
		return text
	}
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
}
