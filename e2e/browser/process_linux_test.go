package browser

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// parents maps each process that still runs to its parent.
func parents(t *testing.T) map[int]int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]int{}
	for _, e := range entries {
		b, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		pid, notPID := strconv.Atoi(e.Name())
		if err != nil || notPID != nil {
			continue
		}
		fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
		if parent, err := strconv.Atoi(fields[1]); err == nil && fields[0] != "Z" {
			all[pid] = parent
		}
	}
	return all
}

func descends(from map[int]int, pid, ancestor int) bool {
	for ; pid > 1; pid = from[pid] {
		if pid == ancestor {
			return true
		}
	}
	return false
}

func TestOpen_LeavesNothingBehind(t *testing.T) {
	t.Parallel()
	var family []int
	var profile string
	t.Run("open and close", func(t *testing.T) {
		p := Open(t)
		profile = p.profile
		leader := chromedp.FromContext(p.ctx).Browser.Process().Pid
		running := parents(t)
		for pid := range running {
			if descends(running, pid, leader) {
				family = append(family, pid)
			}
		}
		if len(family) < 2 {
			t.Errorf("only %v belong to the browser", family)
		}
	})
	running := parents(t)
	for _, pid := range family {
		if _, ok := running[pid]; ok {
			t.Errorf("process %d still runs", pid)
		}
	}
	if _, err := os.Stat(profile); !os.IsNotExist(err) {
		t.Errorf("profile %s: %v", profile, err)
	}
}
