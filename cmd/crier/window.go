package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// openInstalled opens the link in the window of the interface as a browser has installed it. It
// fails where there is none.
func openInstalled(ctx context.Context, app, link string) error {
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		data = filepath.Join(home, ".local", "share")
	}
	// Such as chrome-ID-Default.desktop: which browser it is, and which of its profiles.
	entries, err := filepath.Glob(filepath.Join(data, "applications", "*-"+chromiumID(app+"/app/")+"-*.desktop"))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		command, err := execOf(entry)
		if err != nil || len(command) == 0 {
			continue
		}
		// This is how the browser itself starts an entry of the icon's menu.
		cmd := exec.CommandContext(context.WithoutCancel(ctx), command[0], append(command[1:], "--app-launch-url-for-shortcuts-menu-item="+link)...)
		// A browser that did not run yet goes on for as long as somebody uses it.
		if cmd.Start() == nil {
			return cmd.Process.Release()
		}
	}
	return errors.New("no browser has installed the interface")
}

// chromiumID is what Chromium calls an installed application, by the address that the id in its
// manifest means.
func chromiumID(id string) string {
	sum := sha256.Sum256([]byte(id))
	sum = sha256.Sum256(sum[:])
	return strings.Map(func(hex rune) rune {
		if hex >= 'a' {
			return hex + 10
		}
		return 'a' + hex - '0'
	}, fmt.Sprintf("%x", sum[:16]))
}

// execOf returns the command of an entry for the desktop, without what stands for files. The
// first Exec is that of the entry itself; those of its menu follow.
func execOf(entry string) ([]string, error) {
	file, err := os.Open(entry) //nolint:gosec // The user's own folder has it.
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if line, ok := strings.CutPrefix(lines.Text(), "Exec="); ok {
			return argumentsOf(line), nil
		}
	}
	return nil, lines.Err()
}

// argumentsOf splits a command as desktops do: at spaces, but not between double quotes, where a
// backslash takes the next character as it is.
func argumentsOf(line string) []string {
	var all []string
	var word strings.Builder
	begun, quoted, escaped := false, false, false
	end := func() {
		if begun && !strings.HasPrefix(word.String(), "%") {
			all = append(all, word.String())
		}
		word.Reset()
		begun = false
	}
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quoted:
			escaped = true
		case r == '"':
			quoted, begun = !quoted, true
		case r == ' ' && !quoted:
			end()
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	end()
	return all
}
