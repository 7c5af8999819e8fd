//go:build linux && !race

package ffmpeg

// limitsMemory is false for a program with the race detector, whose own memory is far beyond any
// useful limit.
const limitsMemory = true
