package ffmpeg_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"crier/platform/ffmpeg"
	videoprobe "crier/platform/video/probe"
)

// find looks for ffmpeg once for all tests.
var find = sync.OnceValues(func() (*ffmpeg.Tool, error) { return ffmpeg.Find(context.Background()) })

// realTool returns the ffmpeg of this machine.
func realTool(t testing.TB) *ffmpeg.Tool {
	t.Helper()
	tool, err := find()
	if err != nil {
		t.Skipf("only of use where ffmpeg is installed: %v", err)
	}
	return tool
}

// alone returns the tracks of a video of one picture track and, after it, one of sound.
func alone() ffmpeg.Tracks { return ffmpeg.Tracks{Sound: 1} }

// tracksOf returns the tracks that the service would use.
func tracksOf(t *testing.T, path string) ffmpeg.Tracks {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	stat, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	info, err := videoprobe.File(f, stat.Size())
	if err != nil {
		t.Fatal(err)
	}
	return ffmpeg.Tracks{Picture: info.PictureTrack, Sound: info.SoundTrack}
}

// native runs the program without a runner and returns its output.
func native(t testing.TB, program string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("only of use where %s is installed: %v", program, err)
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v: %s", program, args, err, stderr.String())
	}
	return string(out)
}

// quadrants returns their colours: upper left, upper right, lower left, lower right.
func quadrants() [4]color.RGBA {
	return [4]color.RGBA{{200, 30, 30, 255}, {30, 160, 30, 255}, {30, 30, 200, 255}, {220, 220, 40, 255}}
}

// clip makes a video of four quadrants and returns its path. The arguments set codecs and
// container.
func clip(t testing.TB, name string, width, height int, length string, args ...string) string {
	t.Helper()
	if width >= 1280 || height >= 720 {
		args = append(tagged(), args...)
	}
	return makeClip(t, name, quadrantGraph(width, height, length), args...)
}

// quadrantGraph returns the inputs and the filters of such a video, with the usual colour matrix
// for its size.
func quadrantGraph(width, height int, length string) []string {
	var inputs []string
	for _, c := range quadrants() {
		inputs = append(inputs, "-f", "lavfi", "-i", "color=c=0x"+hex(c)+":s="+strconv.Itoa(width/2)+"x"+strconv.Itoa(height/2)+":r=25:d="+length)
	}
	matrix := "bt601"
	if width >= 1280 || height >= 720 {
		matrix = "bt709"
	}
	return append(inputs, "-f", "lavfi", "-i", "sine=f=440:d="+length,
		"-filter_complex", "[0][1]hstack[u];[2][3]hstack[l];[u][l]vstack,scale=in_color_matrix=bt601:out_color_matrix="+matrix+"[v]", "-map", "[v]", "-map", "4:a")
}

// tagged tags a file as BT.709, the matrix of large videos.
func tagged() []string {
	return []string{"-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"}
}

func makeClip(t testing.TB, name string, inputs []string, args ...string) string {
	t.Helper()
	realTool(t)
	path := filepath.Join(t.TempDir(), name)
	all := append([]string{"-nostdin", "-v", "error"}, inputs...)
	native(t, "ffmpeg", append(append(all, args...), "-y", path)...)
	return path
}

// clips are videos that one run of ffmpeg makes, because starting it takes longer than making one.
type clips struct{ inputs, outputs []string }

// add returns the path that a video such as from clip will have.
func (c *clips) add(t testing.TB, name string, width, height int, length string, args ...string) string {
	t.Helper()
	if width >= 1280 || height >= 720 {
		args = append(tagged(), args...)
	}
	graph := quadrantGraph(width, height, length)
	inputs, n := slices.Index(graph, "-filter_complex"), strings.Count(strings.Join(c.inputs, " "), " -i ")
	at := func(i int) string { return strconv.Itoa(n + i) }
	made := "[v" + at(0) + "]"
	filters := strings.NewReplacer("[0]", "["+at(0)+"]", "[1]", "["+at(1)+"]", "[2]", "["+at(2)+"]", "[3]", "["+at(3)+"]", "[v]", made).Replace(graph[inputs+1])
	path := filepath.Join(t.TempDir(), name)
	c.inputs = append(c.inputs, graph[:inputs]...)
	c.outputs = append(append(c.outputs, "-filter_complex", filters, "-map", made, "-map", at(4)+":a"), append(args, "-y", path)...)
	return path
}

// make makes the videos.
func (c *clips) make(t testing.TB) {
	t.Helper()
	realTool(t)
	native(t, "ffmpeg", append(append([]string{"-nostdin", "-v", "error"}, c.inputs...), c.outputs...)...)
}

func hex(c color.RGBA) string {
	return strconv.FormatUint(uint64(c.R)<<16|uint64(c.G)<<8|uint64(c.B)|1<<24, 16)[1:]
}

// turned sets the matrix of the first track of an MP4 file to a clockwise quarter turn.
func turned(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const one, matrixFromKind = 1 << 16, 44
	at := bytes.Index(b, []byte("tkhd")) + matrixFromKind
	var height [4]byte
	copy(height[:], b[at+40:])
	for i, v := range []uint32{0, one, 0, ^uint32(one) + 1, 0, 0, binary.BigEndian.Uint32(height[:]), 0, 1 << 30} {
		binary.BigEndian.PutUint32(b[at+4*i:], v)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// picture decodes a JPEG file.
func picture(t testing.TB, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	img, err := jpeg.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// wantColour compares a pixel. Its position is in fractions of the sides.
func wantColour(t testing.TB, what string, img image.Image, x, y float64, want color.RGBA) {
	t.Helper()
	size := img.Bounds().Size()
	r, g, b, _ := img.At(int(x*float64(size.X)), int(y*float64(size.Y))).RGBA()
	got := [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
	const tolerance = 12
	for i, w := range []uint8{want.R, want.G, want.B} {
		if d := got[i] - int(w); d > tolerance || d < -tolerance {
			t.Errorf("%s: at %.2f, %.2f is %v, not %v", what, x, y, got, want)
			return
		}
	}
}

// wantQuadrants compares the four quadrants: upper left, upper right, lower left, lower right.
func wantQuadrants(t testing.TB, what string, img image.Image, order [4]color.RGBA) {
	t.Helper()
	for i, at := range [][2]float64{{.25, .25}, {.75, .25}, {.25, .75}, {.75, .75}} {
		wantColour(t, what, img, at[0], at[1], order[i])
	}
}

func pngFile(t testing.TB, img image.Image) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "overlay.png")
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(png.Encode(f, img), f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}
