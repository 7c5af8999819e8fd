package probe_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The inputs of the tests' encodings.
func picture(size, rate string) []string {
	return []string{"-f", "lavfi", "-i", "testsrc2=s=" + size + ":r=" + rate + ":d=2"}
}

func sound(rate, layout string) []string {
	return []string{"-f", "lavfi", "-i", "sine=440:r=" + rate + ":d=2,aformat=channel_layouts=" + layout}
}

func args(lists ...[]string) (all []string) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func words(s string) []string { return strings.Fields(s) }

const x264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p "

// encode writes a file with ffmpeg and returns its path.
func encode(t *testing.T, name string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	args = append(append([]string{"-nostdin", "-v", "error", "-y"}, args...), path)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		t.Skipf("this ffmpeg cannot write %s: %v: %s", name, err, out)
	}
	return path
}

// encodeAll writes files with ffmpeg and returns their paths. The arguments of each begin with its
// inputs. One run writes all files, because starting ffmpeg takes longer than writing one. A file
// that must have a run of its own has no path: encoded writes it.
func encodeAll(t *testing.T, files map[string][]string) map[string]string {
	t.Helper()
	dir, paths := t.TempDir(), map[string]string{}
	var inputs, outputs []string
	sources := 0
	for name, args := range files {
		if slices.Contains(args, "-vsync") { // It would hold for all files of the run.
			continue
		}
		paths[name] = filepath.Join(dir, nameOf(name))
		for i := slices.Index(args, "-i"); i >= 0; i = slices.Index(args, "-i") {
			inputs, args = append(inputs, args[:i+2]...), args[i+2:]
			outputs = append(outputs, "-map", strconv.Itoa(sources))
			sources++
		}
		outputs = append(append(outputs, args...), paths[name])
	}
	all := append(append([]string{"-nostdin", "-v", "error", "-y"}, inputs...), outputs...)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", all...).CombinedOutput(); err != nil {
		t.Logf("this ffmpeg cannot write all files: %v: %s", err, out)
		return nil
	}
	return paths
}

// encoded returns the path of a file that encodeAll has written, or writes it.
func encoded(t *testing.T, paths map[string]string, name string, args ...string) string {
	t.Helper()
	if path := paths[name]; path != "" {
		return path
	}
	return encode(t, nameOf(name), args...)
}

func nameOf(file string) string { return strings.ReplaceAll(file, " ", "_") }
