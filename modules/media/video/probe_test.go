package video_test

import (
	"bytes"

	"crier/modules/media/video"
)

func probeBytes(b []byte) (video.Info, error) {
	return video.Probe(bytes.NewReader(b), int64(len(b)))
}
