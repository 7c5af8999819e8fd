package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"crier/e2e"
)

// shellBlock matches the blocks of commands of a page.
var shellBlock = regexp.MustCompile("(?ms)^ *```sh\n(.*?)^ *```$")

// ageWork matches the beginning of a file with the work factor that age takes by itself.
var ageWork = regexp.MustCompile(`^age-encryption\.org/v1\n-> scrypt [A-Za-z0-9+/]{22} 18\n`)

// TestBackupPage runs the commands of the page about backups in order, unchanged, each on a machine
// for which the page recommends it. Only the folders differ, and the commands do not
// start the service: TestBackup_OfEachDay covers that.
func TestBackupPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../modules/docs/pages/backup.md")
	if err != nil {
		t.Fatal(err)
	}
	service, _ := shop(t)
	desk, data := t.TempDir(), service.Dir()
	bin := filepath.Join(desk, "bin")
	if err := os.MkdirAll(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(e2e.Program(t).Path(), filepath.Join(bin, "crier")); err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// What a reader has done before, by the first words of the command.
	before := map[string]func(){
		"crier key import": func() {
			service.Stop(t)
			must(os.Remove(filepath.Join(data, "secret.key")))
		},
		"crier backup --move": func() { must(os.Remove(filepath.Join(desk, "shop.crier"))) },
	}
	// What is said of a passphrase and of what it opens. Other tests seal keys with less work.
	says := map[string]string{
		"crier key export crier.key":                "under the passphrase",
		"crier backup --with-key":                   "Keep the passphrase",
		"crier key import crier.key":                "opens what is encrypted",
		"crier backup --move --with-key shop.crier": "does not start any more",
	}
	var ran []string
	hasMoved := false
	for _, block := range shellBlock.FindAllStringSubmatch(string(page), -1) {
		for line := range strings.SplitSeq(strings.TrimSpace(block[1]), "\n") {
			line = strings.TrimSpace(line)
			if strings.HasSuffix(line, "crier serve") {
				continue
			}
			for first, prepare := range before {
				if strings.HasPrefix(line, first) {
					prepare()
				}
			}
			folder := data
			if hasMoved {
				folder = filepath.Join(desk, "another machine's")
			}
			hasMoved = hasMoved || strings.Contains(line, "--move")
			cmd := exec.CommandContext(t.Context(), "sh", "-eu", "-c", strings.NewReplacer("/media/stick", desk, "/tmp/look", filepath.Join(desk, "look"), "~/.local/share/crier/", data+"/", "/data/", data+"/").Replace(line))
			cmd.Dir = desk
			cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "CRIER_DATA_DIR=" + folder, "CRIER_STATE_DIR=" + filepath.Join(desk, "state"), "CRIER_KEYRING=off", passphrase}
			if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), says[line]) {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
			delete(says, line)
			ran = append(ran, line)
		}
	}
	exported, err := os.ReadFile(filepath.Join(desk, "crier.key"))
	if err != nil || !ageWork.Match(exported) {
		t.Errorf("the key was exported with another work factor than age's: %v\n%.200s", err, exported)
	}
	if len(says) > 0 {
		t.Errorf("the page does not have the commands of %q", says)
	}
	if len(ran) != 12 {
		t.Errorf("the page has %d commands; say what a reader has done before a new one: %q", len(ran), ran)
	}
}
