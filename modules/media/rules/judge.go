package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"crier/modules/media/video"
)

// File is what is known of a file as it would be published.
type File struct {
	// Bytes is its size; 0 is unknown.
	Bytes int64
	// Width and Height are of the picture as it is shown, in pixels; 0 is unknown.
	Width, Height int
	// Video is nil for a picture, and without a Container for a video that nobody has looked into.
	Video *video.Info
}

// Rule names a rule.
type Rule string

// The rules.
const (
	Kind        Rule = "kind"
	Size        Rule = "size"
	Proportion  Rule = "proportion"
	Columns     Rule = "columns"
	TooShort    Rule = "too-short"
	TooLong     Rule = "too-long"
	CutOff      Rule = "cut-off"
	Container   Rule = "container"
	Order       Rule = "order"
	EditList    Rule = "edit-list"
	VideoCodec  Rule = "video-codec"
	Subsampling Rule = "subsampling"
	Interlaced  Rule = "interlaced"
	NoSize      Rule = "no-size"
	FrameRate   Rule = "frame-rate"
	BitRate     Rule = "bit-rate"
	AudioCodec  Rule = "audio-codec"
	AudioRate   Rule = "audio-rate"
	Channels    Rule = "channels"
)

// Problem is a rule that a file breaks.
type Problem struct {
	Rule Rule
	// Figure says what the file has, as half a sentence: "the video lasts 1.2 s".
	Figure string
	// Limit says what is taken, without for what: "at least 3 s".
	Limit string
	// Remedy says what to do, as a clause: "use a longer one".
	Remedy string
}

// Sentence returns the problem with the uses that it stands in the way of.
func (p Problem) Sentence(uses ...Use) string {
	names := make([]string, len(uses))
	for i, u := range uses {
		names[i] = u.name()
	}
	return fmt.Sprintf("%s%s; %s take %s: %s.", strings.ToUpper(p.Figure[:1]), p.Figure[1:], listed(names), p.Limit, p.Remedy)
}

// listed joins names as people do.
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Converts reports whether encoding a video anew mends the problem.
func (p Problem) Converts() bool {
	return slices.Contains([]Rule{
		Container, Order, EditList, VideoCodec, Subsampling, Interlaced, FrameRate, BitRate, AudioCodec, AudioRate, Channels, Columns,
	}, p.Rule)
}

// stays reports whether only another file is without the problem.
func (p Problem) stays() bool { return p.Rule == TooShort || p.Rule == CutOff || p.Rule == NoSize }

// Judge returns what stands in the way of publishing the file as u; nothing when it can be.
func Judge(f File, u Use) []Problem {
	if f.Video == nil {
		limits, ok := PictureLimits(u)
		if !ok {
			return []Problem{{Kind, "the file is a picture", "videos only", "upload a video"}}
		}
		return judgePicture(f, limits)
	}
	limits, ok := VideoLimits(u)
	if !ok {
		return []Problem{{Kind, "the file is a video", "pictures only", "publish it as a reel"}}
	}
	return judgeVideo(f, *f.Video, limits)
}

func judgePicture(f File, l Limits) []Problem {
	return collect(
		judgeBytes("the picture", f.Bytes, l, "save it at a lower quality"),
		judgeProportion("the picture", f, l, "crop it, pad it, or publish it as a story"),
	)
}

func judgeVideo(f File, v video.Info, l Limits) []Problem {
	if v.Truncated {
		return []Problem{{CutOff, "the video is cut off: its end is missing", "whole files only", "copy it again from where it was made, and upload that"}}
	}
	problems := collect(
		judgeContainer(v, l), judgeName(VideoCodec, "its picture is coded as ", v.VideoCodec, l.VideoCodecs),
		judgeName(Subsampling, "its colours are stored as ", v.ChromaSubsampling, l.Subsamplings),
		judgeBytes("the video", f.Bytes, l, "make it smaller or shorter"), judgeShortest(v, l), judgeLongest(v, l),
		judgeProportion("the video", f, l, "crop it or pad it"), judgeColumns(f, l), judgeRate(v, l), judgeBitRate(v, l),
		judgeName(AudioCodec, "its sound is coded as ", v.AudioCodec, l.AudioCodecs), judgeSamples(v, l), judgeChannels(v, l),
	)
	return append(problems, judgeForm(v)...)
}

// collect leaves out the rules that are kept.
func collect(found ...*Problem) []Problem {
	var problems []Problem
	for _, p := range found {
		if p != nil {
			problems = append(problems, *p)
		}
	}
	return problems
}

// judgeForm judges how the file is laid out. What can be mended without loss has been by the time that this is asked.
func judgeForm(v video.Info) []Problem {
	var problems []Problem
	if v.MoovLate {
		problems = append(problems, Problem{Order, "its index stands behind its pictures", "the index (moov) first", convert})
	}
	if v.EditLists {
		problems = append(problems, Problem{EditList, "it has an edit list, which cuts or delays what is in the file", "no edit lists", convert})
	}
	if v.Interlaced {
		problems = append(problems, Problem{Interlaced, "its pictures are interlaced", "progressive pictures", convert})
	}
	return problems
}

const convert = "convert it to MP4 with H.264 and AAC"

func judgeContainer(v video.Info, l Limits) *Problem {
	if v.Container == "" || slices.Contains(l.Containers, string(v.Container)) {
		return nil
	}
	return &Problem{Container, "the file is " + shown(string(v.Container)), either(l.Containers), convert}
}

// judgeName holds one of the names in a file against those that are taken.
func judgeName(rule Rule, figure, has string, takes []string) *Problem {
	if has == "" || slices.Contains(takes, has) {
		return nil
	}
	return &Problem{rule, figure + shown(has), either(takes), convert}
}

func judgeBytes(what string, bytes int64, l Limits, remedy string) *Problem {
	if bytes <= l.Bytes {
		return nil
	}
	return &Problem{Size, fmt.Sprintf("%s has %.1f MB", what, float64(bytes)/mebibyte), fmt.Sprintf("%d MB at most", l.Bytes/mebibyte), remedy}
}

func judgeShortest(v video.Info, l Limits) *Problem {
	if v.Duration >= l.Shortest-durationSlack || v.Container == "" {
		return nil
	}
	if v.Duration <= 0 {
		return &Problem{TooShort, "the video does not say how long it lasts", "at least " + Length(l.Shortest), "export it again"}
	}
	return &Problem{TooShort, "the video lasts " + Length(v.Duration), "at least " + Length(l.Shortest), "use a longer one"}
}

// durationSlack is what a length may miss a limit by: containers round it to their own units.
const durationSlack = 50 * time.Millisecond

func judgeLongest(v video.Info, l Limits) *Problem {
	if v.Duration <= l.Longest+durationSlack {
		return nil
	}
	return &Problem{TooLong, "the video lasts " + Length(v.Duration), Length(l.Longest) + " at most", "cut it shorter"}
}

// judgeProportion lets whole pixels miss a limit by one.
func judgeProportion(what string, f File, l Limits, remedy string) *Problem {
	w, h := float64(f.Width), float64(f.Height)
	if l.Widest.Width == 0 {
		return nil
	}
	if f.Width <= 0 || f.Height <= 0 {
		return judgeNoSize(f)
	}
	if w*l.Narrowest.Height >= (h-1)*l.Narrowest.Width && (w-1)*l.Widest.Height <= h*l.Widest.Width {
		return nil
	}
	return &Problem{
		Proportion, fmt.Sprintf("%s is %d by %d pixels, a ratio of %.2f", what, f.Width, f.Height, w/h),
		fmt.Sprintf("%.2f (%s) to %.2f (%s)", l.Narrowest.Width/l.Narrowest.Height, l.Narrowest.Text, l.Widest.Width/l.Widest.Height, l.Widest.Text), remedy,
	}
}

// judgeNoSize judges a file that does not say how large its picture is.
func judgeNoSize(f File) *Problem {
	if f.Video == nil || f.Video.Container == "" {
		return nil
	}
	return &Problem{NoSize, "the video does not say how large its picture is", "known sizes only", "export it again"}
}

func judgeColumns(f File, l Limits) *Problem {
	if f.Width <= l.Columns {
		return nil
	}
	return &Problem{Columns, fmt.Sprintf("the video is %d pixels wide", f.Width), fmt.Sprintf("%d at most", l.Columns), "make it smaller"}
}

func judgeRate(v video.Info, l Limits) *Problem {
	// A rate is a fraction, such as 24000/1001, and the length that it is measured by is rounded.
	const slack = 0.01
	if v.FrameRate == 0 || v.FrameRate >= l.SlowestRate*(1-slack) && v.FrameRate <= l.FastestRate*(1+slack) {
		return nil
	}
	return &Problem{FrameRate, fmt.Sprintf("the video has %s frames a second", short(v.FrameRate)), fmt.Sprintf("%g to %g frames a second", l.SlowestRate, l.FastestRate), convert}
}

func judgeBitRate(v video.Info, l Limits) *Problem {
	if v.BitRate <= l.BitRate {
		return nil
	}
	return &Problem{BitRate, fmt.Sprintf("the video has %.1f Mbit/s", float64(v.BitRate)/1e6), fmt.Sprintf("%d Mbit/s at most", l.BitRate/1_000_000), convert}
}

func judgeSamples(v video.Info, l Limits) *Problem {
	if v.AudioRate <= l.AudioRate {
		return nil
	}
	return &Problem{AudioRate, fmt.Sprintf("its sound has %s kHz", short(float64(v.AudioRate)/1000)), fmt.Sprintf("%d kHz at most", l.AudioRate/1000), convert}
}

func judgeChannels(v video.Info, l Limits) *Problem {
	if v.AudioChannels <= l.AudioChannels {
		return nil
	}
	return &Problem{Channels, fmt.Sprintf("its sound has %d channels", v.AudioChannels), "one or two", convert}
}
