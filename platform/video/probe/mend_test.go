package probe_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"crier/platform/video"
	"crier/platform/video/mp4/mp4test"
	"crier/platform/video/videotest"
)

func TestCanMend(t *testing.T) {
	t.Parallel()
	cut := []mp4test.Edit{{Length: 1000}, {Length: 1000, Start: 5 * mp4test.Scale}}
	for name, c := range map[string]struct {
		file []byte
		want bool
	}{
		"nothing to mend":   {mp4test.Movie{}.Bytes(), false},
		"late":              {mp4test.Movie{Late: true}.Bytes(), true},
		"late, quicktime":   {mp4test.Movie{Late: true, Brand: "qt  "}.Bytes(), true},
		"a place":           {mp4test.Movie{KeyedLocation: "+1+2/"}.Bytes(), true},
		"an edit list":      {mp4test.Movie{SoundEdits: []mp4test.Edit{{Length: 10_000, Start: 1024}}}.Bytes(), true},
		"cuts":              {mp4test.Movie{PictureEdits: cut}.Bytes(), false},
		"late, with cuts":   {mp4test.Movie{Late: true, PictureEdits: cut}.Bytes(), false},
		"fragments":         {mp4test.Movie{Fragments: 2, Location: "+1+2/"}.Bytes(), true},
		"fragments, edits":  {mp4test.Movie{Fragments: 2, PictureEdits: cut[:1]}.Bytes(), false},
		"matroska, a place": {videotest.Matroska{Tag: "LOCATION"}.Bytes(), false},
		"avi":               {videotest.AVI{}.Bytes(), false},
	} {
		i, err := probeBytes(c.file)
		if err != nil || video.CanMend(i) != c.want {
			t.Errorf("%s: %v, %+v, %v", name, video.CanMend(i), i, err)
		}
		err = video.Mend(t.Context(), io.Discard, bytes.NewReader(c.file), int64(len(c.file)))
		var own *video.Error
		if c.want && err != nil || err != nil && !errors.As(err, &own) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMend_BrokenDisk(t *testing.T) {
	t.Parallel()
	b := mp4test.Movie{Padding: 1 << 20}.Bytes()
	if err := video.Mend(t.Context(), io.Discard, broken{bytes.NewReader(b), 500_000}, int64(len(b))); !errors.Is(err, errBroke) {
		t.Error(err)
	}
}

// ffmpeg finds the same packets and pictures in a mended file, and the same offset between sound
// and pictures.
func TestMend_LikeFFmpeg(t *testing.T) {
	t.Parallel()
	needFFmpeg(t)
	tall, stereo := picture("180x320", "30"), sound("44100", "stereo")
	cases := map[string][]string{
		"reordered.mp4":        args(tall, stereo, words(x264+"-preset medium -bf 3 -c:a aac")),
		"reordered, front.mp4": args(tall, stereo, words(x264+"-preset medium -bf 3 -c:a aac -movflags +faststart")),
		"in order.mp4":         args(tall, stereo, words(x264+"-bf 0 -c:a aac")),
		"no edits.mp4":         args(tall, stereo, words(x264+"-bf 0 -c:a aac -use_editlist 0")),
		"mute.mp4":             args(tall, words(x264+"-preset medium -bf 2")),
		"quicktime.mov":        args(tall, sound("48000", "stereo"), words(x264+"-preset medium -bf 2 -c:a pcm_s16le -timecode 01:00:00:00")),
		"hevc.mov":             args(tall, stereo, words("-c:v libx265 -preset fast -x265-params log-level=none -pix_fmt yuv420p -tag:v hvc1 -c:a aac")),
		"signed.mp4":           args(tall, stereo, words(x264+"-preset medium -bf 2 -c:a aac -movflags +negative_cts_offsets")),
		"located.mov":          args(tall, stereo, words(x264+"-preset medium -bf 2 -c:a aac -movflags use_metadata_tags -metadata com.apple.quicktime.location.ISO6709=+52.5200+013.4050/")),
		"located.mp4":          args(tall, stereo, words(x264+"-c:a aac -metadata location=+52.5200+013.4050/")),
		"located.3gp":          args(tall, stereo, words(x264+"-c:a aac -metadata location=+52.5200+013.4050/")),
	}
	for name := range cases {
		cases[name] = append(cases[name], "-t", "1")
	}
	paths := encodeAll(t, cases)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := encoded(t, paths, name, c...)
			if i, err := probeFile(t, before); err != nil || i.HasLocation != strings.Contains(name, "located") {
				t.Errorf("%+v, %v", i, err)
			}
			after := mendFile(t, before)
			packets := words("-show_entries packet=stream_index,pts_time")
			wasProbed, isProbed := ffprobe(t, before, packets...), ffprobe(t, after, packets...)
			seen := seenIn(t, wasProbed.stream("audio").Codec != "", before, after)
			was, is := seen[0], seen[1]
			if len(was.packets) == 0 || !slices.Equal(was.packets, is.packets) {
				t.Errorf("%d packets became %d, or others", len(was.packets), len(is.packets))
			}
			if len(was.pictures) == 0 || !slices.Equal(was.pictures, is.pictures) {
				t.Errorf("%d pictures became %d, or others", len(was.pictures), len(is.pictures))
			}
			sameSound(t, was.sound, is.sound)
			if was, is := apart(t, wasProbed), apart(t, isProbed); (was - is).Abs() > 5*time.Millisecond {
				t.Errorf("pictures were %v behind the sound, and are %v", was, is)
			}
			want := wasProbed.want(t)
			got, err := probeFile(t, after)
			if err != nil || got.MoovLate || got.EditLists || got.HasLocation {
				t.Errorf("%+v, %v", got, err)
			}
			compare(t, got, want)
			compare(t, got, isProbed.want(t))
		})
	}
}

func mendFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	i, err := probeBytes(b)
	if err != nil || i.Obstacle != "" {
		t.Fatalf("%+v, %v", i, err)
	}
	var out bytes.Buffer
	if err := video.Mend(t.Context(), &out, bytes.NewReader(b), int64(len(b))); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out.Bytes(), []byte("013.4050")) {
		t.Error("the place is still there")
	}
	after := filepath.Join(t.TempDir(), "mended"+filepath.Ext(path))
	if err := os.WriteFile(after, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return after
}

// seen is what ffmpeg finds in a file: the stream, size and hash of each packet and of each decoded
// picture, and the decoded sound.
type seen struct {
	packets, pictures []string
	sound             []byte
}

// seenIn runs ffmpeg once for all of both files, because starting it takes longer than the work.
func seenIn(t *testing.T, hasSound bool, paths ...string) (all []seen) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"-nostdin", "-v", "error"}
	for _, path := range paths {
		args = append(args, "-ignore_editlist", "1", "-i", path)
	}
	for i := range paths {
		n, video := strconv.Itoa(i), strconv.Itoa(i)+":v"
		args = append(args, "-map", video, "-map", n+":a?", "-c", "copy", "-f", "framemd5", filepath.Join(dir, "packets"+n))
		args = append(args, "-map", video, "-f", "framemd5", filepath.Join(dir, "pictures"+n))
		if hasSound {
			args = append(args, "-map", n+":a", "-f", "s16le", filepath.Join(dir, "sound"+n))
		}
	}
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	for i := range paths {
		n := strconv.Itoa(i)
		s := seen{packets: framesIn(t, filepath.Join(dir, "packets"+n)), pictures: framesIn(t, filepath.Join(dir, "pictures"+n))}
		if hasSound {
			s.sound = fileIn(t, filepath.Join(dir, "sound"+n))
		}
		all = append(all, s)
	}
	return all
}

func fileIn(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func framesIn(t *testing.T, path string) (frames []string) {
	t.Helper()
	for line := range strings.Lines(string(fileIn(t, path))) {
		if f := strings.Split(line, ","); len(f) >= 6 && !strings.HasPrefix(line, "#") {
			frames = append(frames, f[0]+f[4]+f[5])
		}
	}
	slices.Sort(frames)
	return frames
}

// sameSound compares the sound that both files play. A mended one may begin with the silence that
// the edit list skipped.
func sameSound(t *testing.T, was, is []byte) {
	t.Helper()
	if len(is) < len(was) || len(was) > 1000 && !bytes.Contains(is, was[1000:len(was)-1000]) {
		t.Errorf("%d bytes of sound became %d, or others", len(was), len(is))
	}
}

// apart returns the time of the tenth picture minus that of the tenth packet of sound.
func apart(t *testing.T, of probed) time.Duration {
	t.Helper()
	picture, sound := of.stream("video"), of.stream("audio")
	if sound.Codec == "" {
		return 0
	}
	times := map[int][]float64{}
	for _, packet := range of.Packets {
		if at, err := strconv.ParseFloat(packet.At, 64); err == nil {
			times[packet.Index] = append(times[packet.Index], at)
		}
	}
	tenth := func(stream probedStream) time.Duration {
		at := times[stream.Index]
		if len(at) < 10 {
			t.Fatalf("ffprobe finds %d packets of %s", len(at), stream.Type)
		}
		slices.Sort(at)
		return time.Duration(at[9] * float64(time.Second))
	}
	return tenth(picture) - tenth(sound)
}
