package footprint

import (
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
c000000000-c000800000 rw-p 00000000 00:00 0
Anonymous:          8192 kB
`

// TestCleanRanges: only what was never written to is given back.
func TestCleanRanges(t *testing.T) {
	t.Parallel()
	got, err := cleanRanges(strings.NewReader(smaps), "/opt/my programs/crier")
	if want := []span{{0x400000, 0x1a00000}, {0x1a00000, 0x2c00000}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%x, %v", got, err)
	}
}

// TestTrim: the program runs on, and what is found to be clean is the test's own code.
func TestTrim(t *testing.T) {
	t.Parallel()
	for range 3 {
		if err := Trim(); err != nil {
			t.Fatal(err)
		}
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	if ranges, err := cleanRanges(f, path); err != nil || len(ranges) == 0 {
		t.Errorf("%v, %v", ranges, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
