//go:build linux && race

package ffmpeg

// limitsMemory is false: the race detector needs far more memory than any useful limit.
const limitsMemory = false
