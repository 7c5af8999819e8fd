package ffmpeg_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"crier/platform/ffmpeg"
	"crier/platform/needtest"

	"golang.org/x/sys/unix"
)

// limitsOfThisProcess returns the limits that a fake ffmpeg finds.
func limitsOfThisProcess() string {
	var said strings.Builder
	for name, what := range map[string]int{"core": unix.RLIMIT_CORE, "data": unix.RLIMIT_DATA, "fsize": unix.RLIMIT_FSIZE, "cpu": unix.RLIMIT_CPU} {
		var limit unix.Rlimit
		if err := unix.Getrlimit(what, &limit); err != nil {
			return err.Error()
		}
		fmt.Fprintf(&said, "%s=%d/%d ", name, limit.Cur, limit.Max)
	}
	prio, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	fmt.Fprintf(&said, "priority=%d,%v ", 20-prio, err)
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if name, value, _ := strings.Cut(line, ":"); name == "NoNewPrivs" {
			fmt.Fprintf(&said, "privileges=%s ", strings.TrimSpace(value))
		}
	}
	score, _ := os.ReadFile("/proc/self/oom_score_adj")
	fmt.Fprintf(&said, "score=%s ", strings.TrimSpace(string(score)))
	up := 0
	all, _ := net.Interfaces()
	for _, i := range all {
		if i.Flags&net.FlagUp != 0 {
			up++
		}
	}
	fmt.Fprintf(&said, "networks=%d uid=%d", up, os.Geteuid())
	return said.String()
}

func TestTool_LimitsFFmpeg(t *testing.T) {
	t.Parallel()
	said := detailOf(t, fakeTool(t, "limits"))
	want := []string{"core=0/0 ", "fsize=8388608/8388608 ", "priority=10,", "privileges=1 ", "score=1000 ", fmt.Sprintf("uid=%d", os.Geteuid())}
	if !raceDetector {
		want = append(want, "data=2147483648/2147483648 ")
	}
	for _, w := range want {
		if !strings.Contains(said, w) {
			t.Errorf("no %q in %q", w, said)
		}
	}
	if strings.Contains(said, "cpu=18446744073709551615") {
		t.Errorf("processor time is not limited: %q", said)
	}
}

// A system may refuse users a network namespace; ffmpeg then runs without one.
func TestTool_FFmpegHasNoNetwork(t *testing.T) {
	t.Parallel()
	if !systemIsolates() {
		t.Skip("this system does not let this user make a network namespace")
	}
	if said := detailOf(t, fakeTool(t, "limits")); !strings.Contains(said, "networks=0 ") {
		t.Errorf("ffmpeg has a network: %q", said)
	}
}

func systemIsolates() bool {
	cmd := exec.Command("/proc/self/exe", "-test.run=^$")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}},
	}
	return cmd.Run() == nil
}

func TestTool_KeepsFFmpegWithinItsMemory(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	if raceDetector {
		t.Skip("the race detector needs more memory than any useful limit")
	}
	src := makeClip(t, "a.mkv", []string{"-f", "lavfi", "-i", "testsrc=s=4096x4096:r=1:d=1"}, "-c:v", "mjpeg", "-pix_fmt", "yuvj444p")
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("only of use where ffmpeg is installed")
	}
	// A busy machine may take longer over the picture than a poster may.
	within := func(memory int64) *ffmpeg.Tool {
		return ffmpeg.At(path).WithMemory(memory).WithPosterDeadline(time.Hour)
	}
	if e := failed(t, posterFrom(t, within(64<<20), src)); e.Reason != ffmpeg.Unusable && e.Reason != ffmpeg.Crashed {
		t.Errorf("%v", e)
	}
	if err := posterFrom(t, within(512<<20), src); err != nil {
		t.Errorf("with memory: %v", err)
	}
}

func posterFrom(t *testing.T, tool *ffmpeg.Tool, src string) error {
	t.Helper()
	return tool.Poster(t.Context(), src, filepath.Join(t.TempDir(), "poster.jpg"), ffmpeg.PosterOptions{})
}

// TestTool_FFmpegFindsTheDiskFull: what the real ffmpeg says on a full disk is understood.
func TestTool_FFmpegFindsTheDiskFull(t *testing.T) {
	t.Parallel()
	src := clip(t, "a.mkv", 320, 240, "1")
	if err := realTool(t).CopyWithin(t.Context(), src, "/dev/full", 64<<20); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
}
