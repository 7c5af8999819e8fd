package ffmpeg_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crier/platform/ffmpeg"
	"crier/platform/needtest"
)

// disguised returns files with names of videos that make ffmpeg open the file secret.
func disguised(t *testing.T, secret string) map[string]string {
	t.Helper()
	sub := func(text string) string { return strings.ReplaceAll(text, "SECRET", secret) }
	return map[string]string{
		"hls":       written(t, "a.mp4", sub("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:SECRET\n#EXT-X-ENDLIST\n")),
		"hls, bare": written(t, "b.mkv", sub("#EXTM3U\n#EXTINF:2,\nSECRET\n#EXT-X-ENDLIST\n")),
		"concat":    written(t, "c.mp4", sub("ffconcat version 1.0\nfile 'file:SECRET'\n")),
		"dash": written(t, "d.mov", sub(`<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S">`+
			`<Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>SECRET</BaseURL></Representation></AdaptationSet></Period></MPD>`)),
		"sdp":                   written(t, "e.avi", "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n"),
		"concatf":               written(t, "f.webm", sub("SECRET\n")),
		"playlist in HTML":      written(t, "g.mp4", sub(`<html><video src="SECRET"></html>`)),
		"AVI, then a playlist":  written(t, "h.avi", sub("RIFF\x10\x00\x00\x00AVI LIST\n#EXTM3U\n#EXTINF:2,\nSECRET\n#EXT-X-ENDLIST\n")),
		"ftyp, then a playlist": written(t, "i.mp4", sub("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00\n#EXTM3U\n#EXTINF:2,\nSECRET\n#EXT-X-ENDLIST\n")),
	}
}

func TestTool_OpensNoOtherFile(t *testing.T) {
	t.Parallel()
	tool := realTool(t)
	secret := clip(t, "secret.ts", 320, 240, "2", "-c:v", "mpeg2video", "-f", "mpegts")
	for name, src := range disguised(t, secret) {
		dst := filepath.Join(t.TempDir(), "made")
		calls := map[string]error{"poster": tool.Poster(t.Context(), src, dst, ffmpeg.PosterOptions{})}
		if name == "hls" || name == "concat" {
			calls["copy"] = tool.Copy(t.Context(), src, dst, alone())
			calls["transcode"] = tool.Transcode(t.Context(), src, dst, ffmpeg.TranscodeOptions{})
		}
		for call, err := range calls {
			if e := failed(t, err); e.Reason != ffmpeg.Unusable {
				t.Errorf("%s, %s: %v", name, call, e)
			}
		}
		if _, err := os.Stat(dst); err == nil {
			t.Errorf("%s: a file is left", name)
		}
	}
}

// The disguises of the test above must work on a bare ffmpeg.
func TestTool_DisguisesWorkOnABareFFmpeg(t *testing.T) {
	t.Parallel()
	secret := clip(t, "secret.ts", 320, 240, "2", "-c:v", "mpeg2video", "-f", "mpegts")
	worked := 0
	for _, src := range disguised(t, secret) {
		cmd := exec.CommandContext(t.Context(), "ffmpeg", "-nostdin", "-v", "error", "-allowed_extensions", "ALL", "-i", src, "-frames:v", "1", "-f", "null", "-")
		if cmd.Run() == nil {
			worked++
		}
	}
	if worked == 0 {
		t.Error("no disguise works on this ffmpeg: they are no test")
	}
}

func TestTool_DamagedVideosEndInAnErrorOrAFile(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	tool := realTool(t)
	whole, err := os.ReadFile(clip(t, "a.mp4", 320, 240, "1"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		broken := append([]byte(nil), whole[:len(whole)-i*len(whole)/10]...)
		for j := range i * 3 {
			broken[(j*7919+i*104729)%len(broken)] ^= byte(1 << (j % 8))
		}
		src, dst := written(t, "a.mp4", string(broken)), filepath.Join(t.TempDir(), "poster.jpg")
		err := tool.Poster(t.Context(), src, dst, ffmpeg.PosterOptions{At: time.Second / 2})
		if err == nil {
			picture(t, dst)
		} else {
			_ = failed(t, err)
		}
	}
}

// A huge picture in a few hundred bytes would take a gigabyte to decode.
func TestTool_RefusesPicturesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	src := makeClip(t, "a.mkv", []string{"-f", "lavfi", "-i", "color=s=8192x8192:r=1:d=1"}, "-c:v", "mjpeg", "-q:v", "31")
	dst := filepath.Join(t.TempDir(), "poster.jpg")
	if e := failed(t, realTool(t).Poster(t.Context(), src, dst, ffmpeg.PosterOptions{})); e.Reason != ffmpeg.Unusable {
		t.Errorf("%v", e)
	}
}

func TestTool_StopsAFileThatGrowsBeyondItsLimit(t *testing.T) {
	t.Parallel()
	src := noise(t, "a.mkv", "1")
	dst := filepath.Join(t.TempDir(), "copy.mp4")
	if e := failed(t, realTool(t).CopyWithin(t.Context(), src, dst, 100_000)); e.Reason != ffmpeg.TooLarge {
		t.Errorf("%v", e)
	}
	if info, err := os.Stat(dst); err != nil || info.Size() > 100_000 {
		t.Errorf("%v, %v", info, err)
	}
}
