package health

import (
	"context"

	"crier/platform/ffmpeg"
)

// FindFFmpeg looks for the ffmpeg of this machine.
func FindFFmpeg(ctx context.Context) (version string, lacks []string, err error) {
	tool, err := ffmpeg.Find(ctx)
	if err != nil {
		return "", nil, err
	}
	return tool.Version(), tool.Lacks(), nil
}
