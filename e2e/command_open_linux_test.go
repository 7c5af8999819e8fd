package e2e_test

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/programtest"
)

// TestCommand_OpenInstalled uses scripts as two browsers, one of which has installed the interface:
// its own entry for the desktop says how it is started.
func TestCommand_OpenInstalled(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	bin, data := t.TempDir(), t.TempDir()
	browser, opened, other := filepath.Join(bin, `a "browser`), filepath.Join(bin, "opened"), filepath.Join(bin, "other")
	entry := filepath.Join(data, "applications", "chrome-"+installedAs(service.AppURL()+"/app/")+"-Profile_2.desktop")
	command := `"` + strings.ReplaceAll(browser, `"`, `\"`) + `" "--profile-directory=Profile 2" --app-id=id %U`
	if err := errors.Join(
		os.Mkdir(filepath.Dir(entry), 0o700),
		os.WriteFile(entry, []byte("[Desktop Entry]\nName=Crier\nExec="+command+"\n\n[Desktop Action Queue]\nExec=/nothing\n"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	programtest.Write(t, browser, "#!/bin/sh\nprintf '%s\\n' \"$@\" >'"+opened+".part' && mv '"+opened+".part' '"+opened+"'\n")
	programtest.Write(t, filepath.Join(bin, "xdg-open"), "#!/bin/sh\necho >'"+other+"'\n")
	screen := []string{"CRIER_DATA_DIR=" + service.Dir(), "DISPLAY=:0", "PATH=" + bin + ":/bin:/usr/bin", "XDG_DATA_HOME=" + data}
	exit := e2e.Program(t).Run(t, screen, "open")
	if _, err := os.Stat(other); exit.Code != 0 || err == nil {
		t.Fatalf("crier open: %+v; the other browser was opened: %t", exit, err == nil)
	}
	var given []byte
	e2e.Until(t, func() bool { // The command does not wait for the browser.
		var err error
		given, err = os.ReadFile(opened)
		return err == nil
	})
	got := strings.Split(strings.TrimSpace(string(given)), "\n")
	if len(got) != 3 || got[0] != "--profile-directory=Profile 2" || got[1] != "--app-id=id" ||
		!strings.HasPrefix(got[2], "--app-launch-url-for-shortcuts-menu-item="+service.AppURL()+"/login?code=") {
		t.Errorf("the browser was given %q", got)
	}

	// One that is gone leaves it to the other browser.
	if err := os.Remove(browser); err != nil {
		t.Fatal(err)
	}
	if exit := e2e.Program(t).Run(t, screen, "open"); exit.Code != 0 {
		t.Errorf("crier open: %+v", exit)
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("no browser was opened: %v", err)
	}
}

// installedAs is the id that Chromium gives to an installed application.
func installedAs(id string) string {
	sum := sha256.Sum256([]byte(id))
	sum = sha256.Sum256(sum[:])
	name := make([]byte, 0, 32)
	for _, b := range sum[:16] {
		name = append(name, 'a'+b>>4, 'a'+b&15)
	}
	return string(name)
}
