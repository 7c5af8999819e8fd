package ffmpeg_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"crier/platform/ffmpeg"
	"crier/platform/needtest"
)

func copied(t *testing.T, src string) string {
	t.Helper()
	dst := filepath.Join(t.TempDir(), "copy.mp4")
	if err := realTool(t).Copy(t.Context(), src, dst, alone()); err != nil {
		t.Fatalf("%s: %v", filepath.Base(src), err)
	}
	wantFiles(t, filepath.Dir(dst), "copy.mp4")
	return dst
}

func TestCopy_MakesWhatTheNetworkTakes(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	private := []string{"-metadata", "title=Munich", "-metadata", "location=+48.1374+011.5755/", "-metadata", "creation_time=2026-01-01T00:00:00Z", "-metadata:s:v", "handler_name=Munich"}
	chapters := written(t, "chapters", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=Munich\n")
	samples, plain := clips{}, map[string]string{}
	for name, args := range map[string][]string{
		"h264.mkv": {"-bf", "2"},
		"h264.avi": {"-c:v", "libx264", "-bf", "0", "-c:a", "aac"},
		"h264.mov": {"-bf", "2"},
		"late.mp4": {"-bf", "2"},
		"hevc.mkv": {"-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-c:a", "aac"},
	} {
		plain[name] = samples.add(t, name, 320, 240, "2", args...)
	}
	samples.make(t)
	dir := t.TempDir()
	remux := []string{"-nostdin", "-v", "error", "-i", chapters}
	var outputs []string
	for name, path := range plain {
		n := strconv.Itoa(strings.Count(strings.Join(remux, " "), " -i "))
		remux = append(remux, "-i", path)
		outputs = append(append(outputs, "-map", n, "-map_chapters", "0", "-map_metadata", n, "-c", "copy"), append(private, filepath.Join(dir, name))...)
	}
	native(t, "ffmpeg", append(remux, outputs...)...)
	for name := range plain {
		src := filepath.Join(dir, name)
		p := wantPublishable(t, name, copied(t, src))
		if len(p.Streams) != 2 || p.Streams[0].Start != p.Streams[1].Start && !nearly(p.Streams[0].Start, p.Streams[1].Start, .1) {
			t.Errorf("%s: %+v", name, p.Streams)
		}
		if codec, _, _ := strings.Cut(name, "."); codec == "hevc" && p.Streams[0].Tag != "hvc1" {
			t.Errorf("%s: tag %s", name, p.Streams[0].Tag)
		}
		if !nearly(p.Format.Duration, probe(t, src).Format.Duration, .15) {
			t.Errorf("%s: lasts %s", name, p.Format.Duration)
		}
	}
}

// nearly compares two numbers of seconds.
func nearly(a, b string, tolerance float64) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && math.Abs(x-y) <= tolerance
}

func TestCopy_LeavesPicturesAndSoundAsTheyAre(t *testing.T) {
	t.Parallel()
	samples := clips{}
	sources := []string{samples.add(t, "a.mkv", 320, 240, "1"), samples.add(t, "a.mov", 320, 240, "1")}
	samples.make(t)
	for _, src := range sources {
		name := filepath.Base(src)
		var codec []string
		if name != "a.mkv" { // MP4 stores the encoder's parameters apart, so for Matroska the frames are compared.
			codec = []string{"-c", "copy"}
		}
		hashes := [2]string{filepath.Join(t.TempDir(), "before"), filepath.Join(t.TempDir(), "after")}
		args := []string{"-v", "error", "-i", src, "-i", copied(t, src)}
		for i, hash := range hashes {
			n := strconv.Itoa(i)
			args = append(append(args, "-map", n+":V", "-map", n+":a"), codec...)
			args = append(args, "-f", "streamhash", "-hash", "md5", hash)
		}
		native(t, "ffmpeg", args...)
		before, errBefore := os.ReadFile(hashes[0])
		after, errAfter := os.ReadFile(hashes[1])
		if errBefore != nil || errAfter != nil || strings.Count(string(before), "\n") != 2 || string(before) != string(after) {
			t.Errorf("%s: %s is not %s: %v, %v", name, after, before, errBefore, errAfter)
		}
	}
}

func TestCopy_KeepsWhatTurnsThePicture(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	p := wantPublishable(t, "turned", copied(t, turned(t, clip(t, "a.mov", 640, 360, "1"))))
	if side := p.Streams[0].SideDatas; len(side) != 1 || side[0].Rotation != -90 {
		t.Errorf("%+v", p.Streams[0])
	}
}

// Sound that starts late must stay late.
func TestCopy_KeepsTracksTogether(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	src := clip(t, "a.mkv", 320, 240, "2")
	late := makeClip(t, "late.mkv", []string{"-i", src, "-itsoffset", "0.5", "-i", src, "-map", "0:v", "-map", "1:a", "-c", "copy"})
	p := wantPublishable(t, "late sound", copied(t, late))
	if !nearly(p.Streams[1].Duration, "2.5", .1) {
		t.Errorf("%+v", p.Streams)
	}
}

func TestCopy_RefusesWhatMP4DoesNotHold(t *testing.T) {
	t.Parallel()
	tool := realTool(t)
	for name, src := range map[string]string{
		"pcm":   clip(t, "a.mov", 320, 240, "1", "-c:a", "pcm_s16le"),
		"noise": written(t, "b.mkv", "noise"),
	} {
		dir := t.TempDir()
		if e := failed(t, tool.Copy(t.Context(), src, filepath.Join(dir, "copy.mp4"), alone())); e.Reason != ffmpeg.Unusable || e.Detail == "" {
			t.Errorf("%s: %v", name, e)
		}
		wantFiles(t, dir)
	}
}

// wantFiles fails the test unless the folder has exactly these files.
func wantFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("there are %q, not %q", got, want)
	}
}
