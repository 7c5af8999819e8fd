//go:build linux && !race

package ffmpeg

// limitsMemory is false with the race detector, which needs far more memory than any useful limit.
const limitsMemory = true
