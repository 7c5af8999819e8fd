package ffmpeg

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// maxVersion bounds what is shown of the version, in bytes.
	maxVersion = 64
	// posterEncoder is the least that an ffmpeg must have to be of use.
	posterEncoder = "mjpeg"
)

func transcodeEncoders() []string { return []string{"libx264", "aac"} }

// toneFilters are the filters that turn HDR pictures into ordinary ones.
func toneFilters() []string { return []string{"zscale", "tonemap"} }

// Find looks for ffmpeg on PATH and runs it to see what it can do. The error is ErrMissing, with
// what was wrong, if there is none or it does not work; one that only lacks encoders for H.264 or
// AAC is returned and says so (Lacks).
func Find(ctx context.Context) (*Tool, error) {
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrMissing
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return inspect(ctx, path)
}

// inspect asks the program for its encoders, before which it tells its version: one start answers
// both.
func inspect(ctx context.Context, path string) (*Tool, error) {
	t := newTool(path)
	said, err := t.ask(ctx, "-v", "info", "-encoders")
	if err != nil {
		return nil, err
	}
	if t.version, err = versionIn(said.stderr); err != nil {
		return nil, err
	}
	t.banner = said.stderr
	encoders := namesIn(said.stdout)
	if !slices.Contains(encoders, posterEncoder) {
		return nil, fmt.Errorf("%w: %s has no encoder %s", ErrMissing, path, posterEncoder)
	}
	t.lacks = lacking(encoders, transcodeEncoders())
	return t, nil
}

func lacking(have, want []string) []string {
	var lacks []string
	for _, name := range want {
		if !slices.Contains(have, name) {
			lacks = append(lacks, name)
		}
	}
	return lacks
}

// versionIn reads the line such as "ffmpeg version 5.1.9-0+deb12u1 Copyright (c) ...", which a
// warning of the dynamic linker may precede.
func versionIn(said string) (string, error) {
	for line := range strings.Lines(said) {
		if words := strings.Fields(line); len(words) > 2 && words[0] == "ffmpeg" && words[1] == "version" {
			return strings.ToValidUTF8(words[2][:min(len(words[2]), maxVersion)], ""), nil
		}
	}
	return "", fmt.Errorf("%w: what answers to that name is something else", ErrMissing)
}

// namesIn reads the names out of lines such as " V....D libx264 H.264 / AVC" or " .SC tonemap V->V
// Conversion to ...".
func namesIn(said string) []string {
	var names []string
	for line := range strings.Lines(said) {
		if words := strings.Fields(line); len(words) > 1 {
			names = append(names, words[1])
		}
	}
	return names
}
