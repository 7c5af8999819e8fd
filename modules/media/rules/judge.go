// Package rules holds what the network takes of pictures and videos, as data, and checks files
// against it (contract 2, MediaFile.isValid and validationErrors; contract 7, MEDIA_INVALID).
//
// The figures are those of package limits. A figure that a file does not have (0, or an empty text)
// breaks no rule, except its length and its size: the network decides.
package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"crier/platform/limits"
	"crier/platform/video"
)

// File describes a file as it would be published.
type File struct {
	// Bytes is its size; 0 is unknown.
	Bytes int64
	// Width and Height are of the picture as it is shown, in pixels; 0 is unknown.
	Width, Height int
	// Video is nil for a picture. It has no Container for a video that nobody has inspected.
	Video *video.Info
}

// Rule names a rule.
type Rule string

const (
	Kind        Rule = "kind"
	FileSize    Rule = "file-size"
	AspectRatio Rule = "aspect-ratio"
	Width       Rule = "width"
	TooShort    Rule = "too-short"
	TooLong     Rule = "too-long"
	Truncated   Rule = "truncated"
	Container   Rule = "container"
	MoovLate    Rule = "moov-late"
	EditList    Rule = "edit-list"
	WrongLength Rule = "wrong-length"
	VideoCodec  Rule = "video-codec"
	Subsampling Rule = "subsampling"
	Interlaced  Rule = "interlaced"
	NoSize      Rule = "no-size"
	FrameRate   Rule = "frame-rate"
	BitRate     Rule = "bit-rate"
	AudioCodec  Rule = "audio-codec"
	SampleRate  Rule = "sample-rate"
	Channels    Rule = "channels"
)

// Problem is a rule that a file breaks.
type Problem struct {
	Rule Rule
	// Figure says what the file has, as half a sentence: "the video lasts 1.2 s".
	Figure string
	// Limit says what the network takes, without the use: "at least 3 s".
	Limit string
	// Remedy says what to do, as a clause: "use a longer one".
	Remedy string
	// IsDoubtful says that the limit is not certain: the file is tried, and the network decides.
	IsDoubtful bool
}

// Sentence returns the problem as a sentence, with the uses that it rules out.
func (p Problem) Sentence(uses ...Use) string {
	names := make([]string, len(uses))
	for i, u := range uses {
		names[i] = u.name()
	}
	if p.IsDoubtful {
		return fmt.Sprintf("%s%s; %s take %s for sure. Not all sources say so, and Crier tries it as it is. If the network refuses it, %s.",
			strings.ToUpper(p.Figure[:1]), p.Figure[1:], listed(names), p.Limit, p.Remedy)
	}
	return fmt.Sprintf("%s%s; %s take %s: %s.", strings.ToUpper(p.Figure[:1]), p.Figure[1:], listed(names), p.Limit, p.Remedy)
}

// listed joins names into a list of a sentence.
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Converts reports whether encoding a video again solves the problem.
func (p Problem) Converts() bool {
	return slices.Contains([]Rule{
		Container, MoovLate, EditList, WrongLength, VideoCodec, Subsampling, Interlaced, FrameRate, BitRate, AudioCodec, SampleRate, Channels, Width,
	}, p.Rule)
}

// stays reports whether only another file can solve the problem.
func (p Problem) stays() bool { return p.Rule == TooShort || p.Rule == Truncated || p.Rule == NoSize }

// Judge returns why the file cannot be published as u. It returns nothing when it can.
func Judge(f File, u Use) []Problem {
	return slices.DeleteFunc(judge(f, u), func(p Problem) bool { return p.IsDoubtful })
}

// Doubts returns why the network may refuse the file as u, by limits that are not certain.
func Doubts(f File, u Use) []Problem {
	return slices.DeleteFunc(judge(f, u), func(p Problem) bool { return !p.IsDoubtful })
}

func judge(f File, u Use) []Problem {
	if f.Video == nil {
		l, ok := PictureLimits(u)
		if !ok {
			return []Problem{{Rule: Kind, Figure: "the file is a picture", Limit: "videos only", Remedy: "upload a video"}}
		}
		return judgePicture(f, l)
	}
	l, ok := VideoLimits(u)
	if !ok {
		return []Problem{{Rule: Kind, Figure: "the file is a video", Limit: "pictures only", Remedy: "publish it as a reel"}}
	}
	return judgeVideo(f, *f.Video, l)
}

func judgePicture(f File, l Limits) []Problem {
	return collect(
		judgeBytes("the picture", f.Bytes, l, "save it at a lower quality"),
		judgeRatio("the picture", f, l, "crop it, pad it, or publish it as a story"),
	)
}

func judgeVideo(f File, v video.Info, l Limits) []Problem {
	if v.Truncated {
		return []Problem{{Rule: Truncated, Figure: "the video is cut off: its end is missing", Limit: "whole files only", Remedy: "copy it again from where it was made, and upload that"}}
	}
	problems := collect(
		judgeContainer(v, l), judgeName(VideoCodec, "its picture is coded as ", v.VideoCodec, l.VideoCodecs),
		judgeName(Subsampling, "its colours are stored as ", v.ChromaSubsampling, l.Subsamplings),
		judgeBytes("the video", f.Bytes, l, "make it smaller or shorter"), judgeMinDuration(v, l), judgeMaxDuration(v, l),
		judgeRatio("the video", f, l, "crop it or pad it"), judgeWidth(f, l), judgeRate(v, l), judgeBitRate(v, l),
		judgeName(AudioCodec, "its sound is coded as ", v.AudioCodec, l.AudioCodecs), judgeSamples(v, l), judgeChannels(v, l),
	)
	return append(problems, judgeForm(v)...)
}

// collect returns the rules that are broken.
func collect(found ...*Problem) []Problem {
	var problems []Problem
	for _, p := range found {
		if p != nil {
			problems = append(problems, *p)
		}
	}
	return problems
}

// judgeForm judges how the file is laid out, after everything that can be fixed without loss was
// fixed.
func judgeForm(v video.Info) []Problem {
	var problems []Problem
	if v.MoovLate {
		problems = append(problems, Problem{Rule: MoovLate, Figure: "its index stands behind its pictures", Limit: "the index (moov) first", Remedy: convert})
	}
	if v.EditLists {
		problems = append(problems, Problem{Rule: EditList, Figure: "it has an edit list, which cuts or delays what is in the file", Limit: "no edit lists", Remedy: convert})
	}
	if v.ClaimedDuration > 0 {
		said := fmt.Sprintf("it says that it lasts %s, and its pictures last %s", Length(v.ClaimedDuration), Length(v.Duration))
		problems = append(problems, Problem{Rule: WrongLength, Figure: said, Limit: "videos that say how long they are", Remedy: convert})
	}
	if v.Interlaced {
		problems = append(problems, Problem{Rule: Interlaced, Figure: "its pictures are interlaced", Limit: "progressive pictures", Remedy: convert})
	}
	return problems
}

const convert = "convert it to MP4 with H.264 and AAC"

func judgeContainer(v video.Info, l Limits) *Problem {
	if v.Container == "" || slices.Contains(l.Containers, string(v.Container)) {
		return nil
	}
	return &Problem{Rule: Container, Figure: "the file is " + shown(string(v.Container)), Limit: either(l.Containers), Remedy: convert}
}

// judgeName checks a name in a file against the names that the network takes.
func judgeName(rule Rule, figure, has string, takes []string) *Problem {
	if has == "" || slices.Contains(takes, has) {
		return nil
	}
	return &Problem{Rule: rule, Figure: figure + shown(has), Limit: either(takes), Remedy: convert}
}

// beyond returns a problem with a limit, which its confidence makes one or a doubt.
func beyond(l limits.Limit, rule Rule, figure, takes, remedy string) *Problem {
	return &Problem{Rule: rule, Figure: figure, Limit: takes, Remedy: remedy, IsDoubtful: !l.Refuses()}
}

func judgeBytes(what string, bytes int64, l Limits, remedy string) *Problem {
	if bytes <= l.Size.Bytes() {
		return nil
	}
	return beyond(l.Size, FileSize, fmt.Sprintf("%s has %.1f MB", what, float64(bytes)/mebibyte), l.Size.Text()+" MB at most", remedy)
}

func judgeMinDuration(v video.Info, l Limits) *Problem {
	shortest := l.Shortest.Duration()
	if v.Duration >= shortest || v.Container == "" {
		return nil
	}
	if v.Duration <= 0 {
		return beyond(l.Shortest, TooShort, "the video does not say how long it lasts", "at least "+Length(shortest), "export it again")
	}
	what := "the video lasts "
	if isUneven(v) {
		what = "the pictures of the video last "
	}
	return beyond(l.Shortest, TooShort, what+measured(v.Duration, shortest), "at least "+Length(shortest), "use a longer one")
}

// judgeMaxDuration judges sound too: the network may count a file by its longest track.
func judgeMaxDuration(v video.Info, l Limits) *Problem {
	what, length := "the video", v.Duration
	if isUneven(v) && v.SoundDuration > length {
		what, length = "the sound of the video", v.SoundDuration
	}
	longest := l.Longest.Duration()
	if length <= longest {
		return nil
	}
	return beyond(l.Longest, TooLong, what+" lasts "+measured(length, longest), Length(longest)+" at most", "cut it shorter")
}

// isUneven reports whether sound and pictures clearly do not last alike.
func isUneven(v video.Info) bool {
	off := max(v.Duration-v.SoundDuration, v.SoundDuration-v.Duration)
	return v.Duration > 0 && v.SoundDuration > 0 && off > max(time.Second, v.Duration/10)
}

// Unevenness says that sound and pictures of a video do not last alike. It is empty when they do.
func Unevenness(v video.Info) string {
	if !isUneven(v) {
		return ""
	}
	what := "is silent from there on"
	if v.SoundDuration > v.Duration {
		what = "shows its last picture from there on"
	}
	return fmt.Sprintf("The pictures last %s and the sound %s: the video %s. If that is not meant, export it again with both of the same length.",
		Length(v.Duration), Length(v.SoundDuration), what)
}

// judgeRatio allows a ratio to miss a limit by one pixel.
func judgeRatio(what string, f File, l Limits, remedy string) *Problem {
	w, h := float64(f.Width), float64(f.Height)
	if l.Widest.Name == "" {
		return nil
	}
	if f.Width <= 0 || f.Height <= 0 {
		return judgeNoSize(f)
	}
	// A ratio such as 0.8 has no exact double.
	const rounding = 1e-6
	isShort := func(tallest limits.Limit) bool { return w+rounding >= (h-1)*tallest.Value }
	bound := l.Tallest
	switch isNarrow := w-1 <= h*l.Widest.Value+rounding; {
	case !isNarrow:
		bound = l.Widest
	case isShort(l.Tallest) && isShort(l.Safest()):
		return nil
	case isShort(l.Tallest):
		bound = l.Safest()
	}
	tallest := l.Tallest
	if bound.Name == l.SureTallest.Name {
		tallest = bound
	}
	return beyond(bound, AspectRatio, fmt.Sprintf("%s is %d by %d pixels, a ratio of %.2f", what, f.Width, f.Height, w/h), shapes(tallest, l.Widest), remedy)
}

// judgeNoSize judges a file that does not say how large its picture is.
func judgeNoSize(f File) *Problem {
	if f.Video == nil || f.Video.Container == "" {
		return nil
	}
	return &Problem{Rule: NoSize, Figure: "the video does not say how large its picture is", Limit: "known sizes only", Remedy: "export it again"}
}

func judgeWidth(f File, l Limits) *Problem {
	if f.Width <= l.Width.Int() {
		return nil
	}
	return beyond(l.Width, Width, fmt.Sprintf("the video is %d pixels wide", f.Width), l.Width.Text()+" at most", "make it smaller")
}

func judgeRate(v video.Info, l Limits) *Problem {
	// A rate is a fraction, such as 24000/1001, and the length that it is measured by is rounded.
	const slack = 0.01
	bound := l.Slowest
	switch {
	case v.FrameRate == 0, v.FrameRate >= l.Slowest.Value*(1-slack) && v.FrameRate <= l.Fastest.Value*(1+slack):
		return nil
	case v.FrameRate > l.Fastest.Value:
		bound = l.Fastest
	}
	return beyond(bound, FrameRate, fmt.Sprintf("the video has %s frames a second", short(v.FrameRate)), l.Slowest.Text()+" to "+l.Fastest.Text()+" frames a second", convert)
}

func judgeBitRate(v video.Info, l Limits) *Problem {
	if float64(v.BitRate) <= l.BitRate.Value*1e6 {
		return nil
	}
	return beyond(l.BitRate, BitRate, fmt.Sprintf("the video has %.1f Mbit/s", float64(v.BitRate)/1e6), l.BitRate.Text()+" Mbit/s at most", convert)
}

func judgeSamples(v video.Info, l Limits) *Problem {
	if float64(v.AudioRate) <= l.SampleRate.Value*1000 {
		return nil
	}
	return beyond(l.SampleRate, SampleRate, fmt.Sprintf("its sound has %s kHz", short(float64(v.AudioRate)/1000)), l.SampleRate.Text()+" kHz at most", convert)
}

func judgeChannels(v video.Info, l Limits) *Problem {
	if v.AudioChannels <= l.Channels.Int() {
		return nil
	}
	takes := l.Channels.Text() + " at most"
	if l.Channels.Int() == 2 {
		takes = "one or two"
	}
	return beyond(l.Channels, Channels, fmt.Sprintf("its sound has %d channels", v.AudioChannels), takes, convert)
}

const mebibyte = 1 << 20
