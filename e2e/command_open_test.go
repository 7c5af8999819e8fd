package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"crier/e2e"
	"crier/platform/programtest"
)

// TestCommand_Open uses a script as the program that opens browsers.
func TestCommand_Open(t *testing.T) {
	t.Parallel()
	service := e2e.Program(t).Serve(t)
	follow := func(link string) {
		t.Helper()
		path, ok := strings.CutPrefix(strings.TrimSpace(link), service.AppURL())
		if !ok {
			t.Fatalf("the link is %q", link)
		}
		browser := service.Anonymous(t).At(strings.TrimPrefix(service.AppURL(), "http://"))
		signedIn := browser.Get(path).Want(http.StatusSeeOther)
		for _, from := range []string{signedIn.Header.Get("Location"), "/app"} {
			if to := browser.Get(from).Want(http.StatusSeeOther).Header.Get("Location"); to != "/app/" {
				t.Errorf("%s leads to %q", from, to)
			}
		}
	}
	none := []string{"CRIER_DATA_DIR=" + service.Dir(), "DISPLAY=", "WAYLAND_DISPLAY=", "PATH=" + t.TempDir()}
	printed := e2e.Program(t).Run(t, none, "open")
	if printed.Code != 0 || !strings.Contains(printed.Stderr, "no browser") {
		t.Errorf("without a browser: %+v", printed)
	}
	follow(printed.Stdout)
	if exit := e2e.Program(t).Run(t, none, "login", "--open"); exit.Code != 1 || !strings.Contains(exit.Stderr, "open the link yourself") {
		t.Errorf("login --open without a browser: %+v", exit)
	}
	if runtime.GOOS != "linux" {
		return
	}
	bin := t.TempDir()
	opened := filepath.Join(bin, "opened")
	programtest.Write(t, filepath.Join(bin, "xdg-open"), "#!/bin/sh\nprintf %s \"$1\" >'"+opened+"'\n")
	screen := []string{"CRIER_DATA_DIR=" + service.Dir(), "DISPLAY=:0", "PATH=" + bin + ":/bin:/usr/bin"}
	for _, args := range [][]string{{"open"}, {"login", "--open"}} {
		exit := e2e.Program(t).Run(t, screen, args...)
		link, err := os.ReadFile(opened)
		if exit.Code != 0 || err != nil || args[0] == "open" && strings.Contains(exit.Stdout, "code=") {
			t.Fatalf("crier %q: %+v, %v", args, exit, err)
		}
		follow(string(link))
	}
}
