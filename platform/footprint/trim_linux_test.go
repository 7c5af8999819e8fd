package footprint

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

const smaps = `00400000-01a00000 r-xp 00000000 fe:00 42                                 /opt/my programs/crier
Size:              22528 kB
Rss:               15000 kB
Private_Dirty:        80 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
01a00000-02c00000 r--p 01600000 fe:00 42                                 /opt/my programs/crier
Rss:               16000 kB
Private_Dirty:         0 kB
Anonymous:             0 kB
02c00000-02d00000 r--p 02800000 fe:00 42                                 /opt/my programs/crier
Private_Dirty:       400 kB
Anonymous:             4 kB
02d00000-02e00000 rw-p 02900000 fe:00 42                                 /opt/my programs/crier
Private_Dirty:         0 kB
Anonymous:             0 kB
02e00000-02f00000 r--p 00000000 fe:00 43                                 /opt/my programs/other
Anonymous:             0 kB
02f00000-02f00042 r-xp 00000000 fe:00 42                                 /opt/my programs/crier
Anonymous:             0 kB
c000000000-c000800000 rw-p 00000000 00:00 0
Anonymous:          8192 kB
`

// TestCleanRanges: only what was never written to is given back.
func TestCleanRanges(t *testing.T) {
	t.Parallel()
	got, err := cleanRanges(strings.NewReader(smaps), "/opt/my programs/crier")
	if want := []span{{0x400000, 0x1a00000}, {0x1a00000, 0x2c00000}, {0x2f00000, 0x2f00042}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%x, %v", got, err)
	}
}

// TestTrim: the pages of the test's own program go, and it runs on.
func TestTrim(t *testing.T) {
	t.Parallel()
	for range 3 {
		before := filePages(t)
		if err := Trim(); err != nil {
			t.Fatal(err)
		}
		if after := filePages(t); after*10 > before*9 {
			t.Logf("of %d kB of the program, %d kB are left", before, after)
			continue // Nothing was touched in between.
		}
		return
	}
	t.Error("three times nothing was given back")
}

// filePages returns how much of files this process has in memory, in kB.
func filePages(t *testing.T) (kB int) {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "RssFile:")
	if _, err := fmt.Sscan(rest, &kB); err != nil {
		t.Fatal(err)
	}
	return kB
}
