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
	// maxVersion bounds the length of the version, in bytes.
	maxVersion = 64
	// posterEncoder is the encoder without which an ffmpeg is of no use.
	posterEncoder = "mjpeg"
)

func transcodeEncoders() []string { return []string{"libx264", "aac"} }

// Find looks for ffmpeg on PATH and runs it to learn its abilities. The error is ErrMissing, with
// the reason, if there is none or it does not work. An ffmpeg that only lacks encoders for H.264 or
// AAC is no error (Lacks).
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

// inspect asks the program for its encoders. It prints its version first, so one run gives both.
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

// lacking returns the names of want that are not in have. It modifies want.
func lacking(have, want []string) []string {
	return slices.DeleteFunc(want, func(name string) bool { return slices.Contains(have, name) })
}

// versionIn reads a line such as "ffmpeg version 5.1.9-0+deb12u1 Copyright (c) ...". A warning of
// the dynamic linker may precede it.
func versionIn(said string) (string, error) {
	for line := range strings.Lines(said) {
		if words := strings.Fields(line); len(words) > 2 && words[0] == "ffmpeg" && words[1] == "version" {
			return strings.ToValidUTF8(words[2][:min(len(words[2]), maxVersion)], ""), nil
		}
	}
	return "", fmt.Errorf("%w: the program of that name is something else", ErrMissing)
}

// namesIn returns the names in lines such as " V....D libx264 H.264 / AVC".
func namesIn(said string) []string {
	var names []string
	for line := range strings.Lines(said) {
		if words := strings.Fields(line); len(words) > 1 {
			names = append(names, words[1])
		}
	}
	return names
}
