//go:build linux && race

package ffmpeg

// limitsMemory is false, as the race detector's own memory is far beyond any useful limit.
const limitsMemory = false
