package ffmpeg_test

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"crier/platform/video/mp4"
)

type stream struct {
	Kind      string `json:"codec_type"`
	Codec     string `json:"codec_name"`
	Tag       string `json:"codec_tag_string"`
	Profile   string `json:"profile"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Format    string `json:"pix_fmt"`
	Field     string `json:"field_order"`
	BFrames   int    `json:"has_b_frames"`
	Space     string `json:"color_space"`
	Shape     string `json:"sample_aspect_ratio"`
	Rate      string `json:"r_frame_rate"`
	Average   string `json:"avg_frame_rate"`
	Start     string `json:"start_time"`
	Duration  string `json:"duration"`
	Channels  int    `json:"channels"`
	Sampling  string `json:"sample_rate"`
	SideDatas []struct {
		Rotation int `json:"rotation"`
	} `json:"side_data_list"`
	Tags map[string]string `json:"tags"`
}

type probed struct {
	Streams  []stream `json:"streams"`
	Chapters []any    `json:"chapters"`
	Format   struct {
		Name     string            `json:"format_name"`
		Duration string            `json:"duration"`
		Tags     map[string]string `json:"tags"`
	} `json:"format"`
}

// probe runs ffprobe. The first stream of a result is its picture track.
func probe(t *testing.T, path string) probed {
	t.Helper()
	var p probed
	out := native(t, "ffprobe", "-v", "error", "-show_streams", "-show_format", "-show_chapters", "-of", "json", "file:"+path)
	if err := json.Unmarshal([]byte(out), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// wantPublishable checks that an MP4 file has the form that the network accepts: its index first,
// no edit lists, and nothing about where and when it was made.
func wantPublishable(t *testing.T, what, path string) probed {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := boxes(b); got[0] != "ftyp" || got[1] != "moov" || got[len(got)-1] != "mdat" {
		t.Errorf("%s: boxes %v", what, got)
	}
	moov := string(b[:strings.Index(string(b), "mdat")])
	for _, unwanted := range []string{"elst", "edts", "chap", "\xa9xyz", "loci", "mvex", "Munich"} {
		if strings.Contains(moov, unwanted) {
			t.Errorf("%s: has %q", what, unwanted)
		}
	}
	if m, err := mp4.Read(strings.NewReader(string(b)), int64(len(b))); err != nil || m.Duration <= 0 || m.Width == 0 {
		t.Errorf("%s: %+v, %v", what, m, err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("%s: mode %v", what, info.Mode())
	}
	p := probe(t, path)
	if len(p.Chapters) != 0 || p.Format.Tags["location"] != "" || p.Format.Tags["title"] != "" || p.Format.Tags["creation_time"] != "" {
		t.Errorf("%s: %+v", what, p.Format)
	}
	return p
}

// boxes returns the kinds of the outermost boxes without free space.
func boxes(b []byte) []string {
	var kinds []string
	for len(b) >= 8 {
		size := int(binary.BigEndian.Uint32(b))
		if kind := string(b[4:8]); kind != "free" {
			kinds = append(kinds, kind)
		}
		b = b[min(max(size, 8), len(b)):]
	}
	return kinds
}
