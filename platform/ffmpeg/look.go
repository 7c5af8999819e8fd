package ffmpeg

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// facts are what ffmpeg says about a video. Unknown facts are zero.
type facts struct {
	duration time.Duration
	hevc     bool
	// hdr is the transfer function of pictures of a high dynamic range, if they have one.
	hdr transfer
	// matrixKnown is set if the file gives a colour matrix.
	matrixKnown bool
	// interlaced is set if the pictures are interlaced.
	interlaced bool
	// large is set for pictures of a size that by convention means BT.709.
	large bool
}

// look runs ffmpeg to learn the facts of a video. ffmpeg decodes only what it needs for them.
func (p *program) look(ctx context.Context, src string, tracks Tracks) (facts, error) {
	args := []string{"-nostdin", "-v", "info", "-nostats", "-hide_banner"}
	args = append(args, p.input(src, 0)...)
	args = append(args, "-map", tracks.picture(), "-c", "copy", "-frames:v", "1", "-f", "null", "-")
	said, err := p.run(ctx, job{args: args, deadline: p.deadlines.poster, answers: true})
	if err != nil {
		return facts{}, err
	}
	return factsIn(said.stderr, tracks), nil
}

// factsIn reads lines such as
//
//	Duration: 00:00:02.00, start: 0.000000, bitrate: 612 kb/s
//	Stream #0:0(und): Video: hevc (Main 10), yuv420p10le(tv, bt2020nc), 640x360 [SAR 1:1], 30 fps
//
// of which the second is that of the film. Their indentation distinguishes them from the file's
// metadata.
func factsIn(said string, tracks Tracks) facts {
	var f facts
	film := regexp.MustCompile(`^  Stream #` + tracks.picture() + `\b[^:]*: Video: `)
	for line := range strings.Lines(said) {
		if text, ok := strings.CutPrefix(line, "  Duration: "); ok && f.duration == 0 {
			f.duration = clockTime(text)
		}
		if at := film.FindStringIndex(line); at != nil {
			f.readStream(line[at[1]:])
			return f
		}
	}
	return f
}

func (f *facts) readStream(text string) {
	f.hevc = strings.HasPrefix(text, "hevc")
	switch {
	case strings.Contains(text, "smpte2084"):
		f.hdr = perceptual
	case strings.Contains(text, "arib-std-b67"):
		f.hdr = hybrid
	}
	f.interlaced = strings.Contains(text, "top first") || strings.Contains(text, "bottom first") || strings.Contains(text, " coded first")
	f.matrixKnown = slices.ContainsFunc(colourPattern().FindAllStringSubmatch(text, -1), func(m []string) bool {
		return slices.Contains(matrices(), m[1])
	})
	const largeWidth, largeHeight = 1280, 720
	if m := sizePattern().FindStringSubmatch(text); m != nil {
		width, _ := strconv.Atoi(m[1])
		height, _ := strconv.Atoi(m[2])
		f.large = width >= largeWidth || height >= largeHeight
	}
}

var (
	// colourPattern finds the words after a pixel format, up to their first slash: yuv420p(tv,
	// bt2020nc/bt2020/...).
	colourPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[(,] ?([a-z0-9]+)`) })
	sizePattern   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`, (\d{1,5})x(\d{1,5})\b`) })
)

// matrices are ffmpeg's names of colour matrices.
func matrices() []string {
	return []string{"bt709", "fcc", "bt470bg", "smpte170m", "smpte240m", "bt2020nc", "bt2020c"}
}

// clockTime reads a duration such as 01:02:03.45. It returns 0 for other text, such as N/A.
func clockTime(text string) time.Duration {
	text, _, _ = strings.Cut(text, ",")
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return 0
	}
	hours, errHours := strconv.Atoi(parts[0])
	minutes, errMinutes := strconv.Atoi(parts[1])
	secs, errSeconds := strconv.ParseFloat(parts[2], 64)
	const mostHours = 10_000
	if errHours != nil || errMinutes != nil || errSeconds != nil || hours < 0 || hours > mostHours || minutes < 0 || minutes > 59 || !(secs >= 0 && secs < 60) {
		return 0
	}
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + time.Duration(secs*float64(time.Second))
}
