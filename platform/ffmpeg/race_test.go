//go:build race

package ffmpeg_test

const raceDetector = true
