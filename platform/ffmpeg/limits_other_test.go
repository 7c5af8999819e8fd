//go:build !linux

package ffmpeg_test

func limitsOfThisProcess() string { return "" }
