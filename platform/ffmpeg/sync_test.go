package ffmpeg_test

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"testing"

	"crier/platform/ffmpeg"
	"crier/platform/needtest"
)

// flashAndBeep makes a video that turns white and beeps after a second.
func flashAndBeep(t *testing.T, args ...string) string {
	t.Helper()
	return makeClip(t, "a.mkv", []string{
		"-f", "lavfi", "-i", "color=black:s=64x64:r=25:d=1", "-f", "lavfi", "-i", "color=white:s=64x64:r=25:d=1",
		"-f", "lavfi", "-i", "aevalsrc='if(lt(t,1),0,sin(2*PI*1000*t))':s=48000:d=2",
		"-filter_complex", "[0][1]concat[v]", "-map", "[v]", "-map", "2",
	}, args...)
}

// flashAt returns when the picture turns white, in seconds.
func flashAt(t *testing.T, path string) float64 {
	t.Helper()
	out := native(t, "ffprobe", "-v", "error", "-f", "lavfi", "-i", "movie="+path+",signalstats",
		"-show_entries", "frame=pts_time:frame_tags=lavfi.signalstats.YAVG", "-of", "csv=p=0")
	for line := range strings.Lines(out) {
		at, brightness, _ := strings.Cut(strings.TrimSpace(line), ",")
		bright, errBright := strconv.ParseFloat(brightness, 64)
		when, errWhen := strconv.ParseFloat(at, 64)
		if errBright != nil || errWhen != nil {
			t.Fatalf("%q", line)
		}
		if bright > 128 {
			return when
		}
	}
	t.Fatal("no flash")
	return 0
}

// beepAt returns when the sound begins, in seconds.
func beepAt(t *testing.T, path string) float64 {
	t.Helper()
	const rate, loud = 48_000, 4_000
	pcm := native(t, "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vn", "-af", "aresample=async=1:first_pts=0", "-ac", "1", "-ar", strconv.Itoa(rate), "-f", "s16le", "-")
	for i := 0; i+2 <= len(pcm); i += 2 {
		sample := int(int16(binary.LittleEndian.Uint16([]byte(pcm[i : i+2]))))
		if sample > loud || sample < -loud {
			return float64(i/2) / rate
		}
	}
	t.Fatal("no beep")
	return 0
}

// A transcode and a copy keep sound and pictures in sync within a few milliseconds.
func TestTool_KeepsSoundAndPictureTogether(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	made := transcoded(t, flashAndBeep(t, "-c:v", "ffv1", "-c:a", "pcm_s16le"), ffmpeg.TranscodeOptions{})
	if flash, beep := flashAt(t, made), beepAt(t, made); math.Abs(flash-1) > .001 || math.Abs(beep-1) > .008 {
		t.Errorf("a transcode is seen after %.4f s and heard after %.4f s", flash, beep)
	}
	src := flashAndBeep(t, "-bf", "2", "-c:a", "aac")
	made = copied(t, src)
	if before, after := beepAt(t, src)-flashAt(t, src), beepAt(t, made)-flashAt(t, made); math.Abs(before-after) > .008 {
		t.Errorf("a copy is heard %.4f s late, its source %.4f s", after, before)
	}
}
