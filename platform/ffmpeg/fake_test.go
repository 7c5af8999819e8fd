package ffmpeg_test

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"crier/platform/ffmpeg"
)

// fakePrefix begins the names under which this program plays an ffmpeg. The name selects the
// behaviour, because ffmpeg gets no environment.
const fakePrefix = "fake-"

// fakeAt returns the path of a program that plays an ffmpeg with a behaviour of fake.
func fakeAt(t *testing.T, dir, how string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, fakePrefix+how)
	if err := os.Symlink(program, path); err != nil {
		t.Skipf("this system makes no symbolic links: %v", err)
	}
	return path
}

func fakeTool(t *testing.T, how string) *ffmpeg.Tool {
	t.Helper()
	return ffmpeg.At(fakeAt(t, t.TempDir(), how))
}

func fake(how string) int {
	question := os.Args[len(os.Args)-1]
	if question == "-" && slices.Contains([]string{"arguments", "write", "limits"}, how) {
		return 0 // It looks into the video, before it works on it.
	}
	switch how {
	case "whole", "bare", "useless":
		return introduce(question, how)
	case "stranger":
		_, _ = os.Stderr.WriteString("version one of something else")
	case "silent":
	case "blank": // accepts the work and does nothing
	case "hang":
		pipe, _ := os.Open(filepath.Join(filepath.Dir(os.Args[0]), "pipe"))
		_, _ = io.Copy(io.Discard, pipe)
		select {}
	case "crash":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		select {}
	case "fault": // ends with a signal that is its own fault
		debug.SetTraceback("crash")
		panic("a fault")
	case "told": // ends as ffmpeg does when a signal tells it to
		return 255
	case "flood":
		for range 1 << 12 {
			_, _ = os.Stdout.WriteString(strings.Repeat("x", 4096))
		}
		fmt.Fprint(os.Stderr, strings.Repeat("words ", 4096))
		return 1
	case "write":
		return fakeWrite(strings.TrimPrefix(question, "file:"), "no picture at all")
	case "full": // ffmpeg 5 ends so when only the end of a file does not fit
		if path, isFile := strings.CutPrefix(question, "file:"); isFile {
			_ = fakeWrite(path, strings.Repeat("no end ", 1024))
		}
		fmt.Fprintln(os.Stderr, "Error writing trailer of "+question+": No space left on device")
	case "environment":
		fmt.Fprint(os.Stderr, "environment:"+strings.Join(os.Environ(), " "))
		return 1
	case "arguments":
		fmt.Fprint(os.Stderr, quoted(question))
		return 1
	case "alone":
		return fakeAlone(filepath.Join(filepath.Dir(os.Args[0]), "at-work"))
	case "limits":
		fmt.Fprint(os.Stderr, limitsOfThisProcess())
		return 1
	}
	return 0
}

func fakeWrite(path, what string) int {
	if err := os.WriteFile(path, []byte(what), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// fakeAlone works for a while, and reports another fake that is at work.
func fakeAlone(path string) int {
	if err := os.Mkdir(path, 0o700); err != nil {
		fmt.Fprint(os.Stderr, "two at once")
		return 1
	}
	for range 200 {
		_ = sha256.Sum256(make([]byte, 1<<16))
	}
	_ = os.Remove(path)
	fmt.Fprint(os.Stderr, "alone")
	return 1
}

func introduce(question, how string) int {
	said := ""
	switch question {
	case "-encoders":
		fmt.Fprint(os.Stderr, "a library: no version information available\nffmpeg version 9.9-fake Copyright (c) nobody\n")
		said = "Encoders:\n V..... = Video\n ------\n A....D aac     AAC (Advanced Audio Coding)\n"
		if how != "useless" {
			said += " VFS..D mjpeg   MJPEG (Motion JPEG)\n"
		}
		if how == "whole" {
			said += " V....D libx264 libx264 H.264 / AVC\n"
		}
	default:
		return 1
	}
	_, _ = os.Stdout.WriteString(said)
	return 0
}

// quoted keeps the bytes of a path distinguishable, even invalid UTF-8.
func quoted(s string) string { return fmt.Sprintf("%q", s) }

func TestMain(m *testing.M) {
	if isRunner, code := ffmpeg.RunnerMain(); isRunner {
		syscall.Exit(code) // At os.Exit the race detector waits for a second.
	}
	if name := filepath.Base(os.Args[0]); strings.HasPrefix(name, fakePrefix) {
		syscall.Exit(fake(strings.TrimPrefix(name, fakePrefix)))
	}
	os.Exit(m.Run())
}
