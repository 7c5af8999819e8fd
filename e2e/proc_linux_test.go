package e2e_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crier/e2e"
)

// TestServe_ListensOnLoopbackAlone asks the kernel for every socket of the process.
func TestServe_ListensOnLoopbackAlone(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	// The service and its sandbox network, each on both addresses.
	const wanted = 4
	listening := map[string]string{}
	for range 20 {
		addListening(t, listening, service.PID())
		if len(listening) >= wanted {
			break
		}
	}
	if len(listening) != wanted {
		t.Errorf("the service listens on %q", listening)
	}
}

// addListening adds the sockets on which a process listens, by their inodes. The kernel hands out
// its tables in pieces: while other sockets come and go, one can stand in two pieces or in none.
func addListening(t *testing.T, listening map[string]string, pid int) {
	t.Helper()
	own := socketsOf(t, pid)
	for table, loopback := range map[string]string{
		"tcp": "0100007F:", "tcp6": "00000000000000000000000001000000:", "udp": "", "udp6": "", "raw": "", "raw6": "",
	} {
		for _, s := range kernelTable(t, pid, table) {
			const listen = "0A"
			if !slices.Contains(own, s.inode) || (strings.HasPrefix(table, "tcp") && s.state != listen) {
				continue
			}
			if loopback == "" || !strings.HasPrefix(s.local, loopback) {
				t.Errorf("%s: the service listens on %s", table, s.local)
			}
			listening[s.inode] = table + " " + s.local
		}
	}
}

type socket struct{ local, state, inode string }

func kernelTable(t *testing.T, pid int, table string) []socket {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
	if err != nil {
		t.Fatal(err)
	}
	var sockets []socket
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Scan() // the heading
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) > 9 {
			sockets = append(sockets, socket{local: fields[1], state: fields[3], inode: fields[9]})
		}
	}
	return sockets
}

// socketsOf returns the inodes of the sockets that a process has open.
func socketsOf(t *testing.T, pid int) []string {
	t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var inodes []string
	for _, f := range files {
		// A file that was closed meanwhile has no name any more.
		name, _ := os.Readlink(f)
		if inode, ok := strings.CutPrefix(name, "socket:["); ok {
			inodes = append(inodes, strings.TrimSuffix(inode, "]"))
		}
	}
	return inodes
}

// TestCommand_OutputIsFull: it is the standard output that cannot be written, and not the disk of
// the data folder, nor is it a mistake in the call.
func TestCommand_OutputIsFull(t *testing.T) {
	t.Parallel()
	full := e2e.Program(t).Under(t, "exec >/dev/full")
	settings := []string{"CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data")}
	if exit := e2e.Program(t).Run(t, settings, "keys", "create", "test"); exit.Code != 0 {
		t.Fatal(exit)
	}
	for _, args := range [][]string{
		{"keys", "list"},
		{"keys", "list", "--json"},
		{"keys", "create", "lost"},
		{"status"},
		{"version"},
		{"openapi"},
		{"man"},
		{"help"},
		{"--help"},
		{"keys", "--help"},
		{"upgrade", "--check-folder"},
		{"backup", "-"},
	} {
		exit := full.Run(t, settings, args...)
		if exit.Code != 1 || strings.Count(exit.Stderr, "\n") != 1 || !strings.Contains(exit.Stderr, "the standard output cannot be written: no space left on device; ") {
			t.Errorf("%q ended with %d: %s", args, exit.Code, exit.Stderr)
		}
		for _, wrong := range []string{"data folder", "/dev/stdout", "see crier", "is removed"} {
			if strings.Contains(exit.Stderr, wrong) {
				t.Errorf("%q speaks of %q: %s", args, wrong, exit.Stderr)
			}
		}
	}
}

// TestCommand_KeyThatCouldNotBePrintedIsRevoked: nobody has seen it, and the command says so.
func TestCommand_KeyThatCouldNotBePrintedIsRevoked(t *testing.T) {
	t.Parallel()
	program := e2e.Program(t)
	settings := []string{"CRIER_DATA_DIR=" + filepath.Join(t.TempDir(), "data")}
	exit := program.Under(t, "exec >/dev/full").Run(t, settings, "keys", "create", "lost")
	if exit.Code != 1 || !strings.Contains(exit.Stderr, "no space left") || !strings.Contains(exit.Stderr, "the new key is revoked") {
		t.Errorf("got %+v", exit)
	}
	var list struct {
		Keys []struct{ RevokedAt *string }
	}
	jsonOf(t, program.Run(t, settings, "keys", "list", "--json"), &list)
	if len(list.Keys) != 1 || list.Keys[0].RevokedAt == nil {
		t.Errorf("listed %+v", list)
	}
}
