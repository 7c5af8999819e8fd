//go:build linux

package backup

import (
	"strings"
	"testing"
)

// TestCheckReplaceable: the error for a mount point says what to do. Bind mounts and names with a
// space are found too.
func TestCheckReplaceable(t *testing.T) {
	t.Parallel()
	if err := CheckReplaceable("/proc"); err == nil || !strings.Contains(err.Error(), "--data-dir NEW") || !strings.Contains(err.Error(), "--key /proc/secret.key") {
		t.Errorf("/proc: %v", err)
	}
	dir := t.TempDir()
	for _, path := range []string{dir, dir + "/none"} {
		if err := CheckReplaceable(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	const mounts = "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw\n37 35 98:0 /var/a /srv/my\\040shop rw - ext4 /dev/sda1 rw\n"
	for path, want := range map[string]bool{"/mnt2": true, "/srv/my shop": true, "/mnt1": false, "/srv": false} {
		if got := isMountedIn([]byte(mounts), path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}
