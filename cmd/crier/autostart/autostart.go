// Package autostart has the system start Crier when its user signs in, and start it again when it
// dies: a user unit of systemd, an agent of launchd, or a task of Windows. None of them needs more
// rights than the user has.
package autostart

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"crier/platform/child"
)

// Name is what the system calls the service.
const Name = "crier"

// Service is what the system is told to start.
type Service struct {
	// Program is the path of the program.
	Program string
	// Args are its arguments, from "serve" on.
	Args []string
	// Path is the variable PATH that it gets where the system's own is too short to find ffmpeg.
	Path string
	// User is the user whose it is, as the system writes the name.
	User string
}

// Manager is the part of a system that starts services.
type Manager struct {
	// system is as runtime.GOOS.
	system string
	// file is the file that describes the service.
	file string
	// uid is the user's number, which launchd wants to know.
	uid int
	run func(ctx context.Context, name string, args ...string) (string, error)
}

// Here returns the manager of this system for the user whose home folder and number are given. It
// returns an error on a system that Crier does not know.
func Here(system, home string, uid int) (*Manager, error) {
	m := &Manager{system: system, uid: uid, run: call}
	switch system {
	case "linux":
		config := os.Getenv("XDG_CONFIG_HOME")
		if !filepath.IsAbs(config) {
			config = filepath.Join(home, ".config")
		}
		m.file = filepath.Join(config, "systemd", "user", Name+".service")
	case "darwin":
		m.file = filepath.Join(home, "Library", "LaunchAgents", Name+".plist")
	case "windows":
		m.file = filepath.Join(home, "AppData", "Local", Name, Name+".task.xml")
	default:
		return nil, fmt.Errorf("crier cannot install itself as a service on %s; have the system start \"crier serve\"", system)
	}
	return m, nil
}

// File returns the path of the file that describes the service. Where there is none of the user's
// own, that is the one of a package which the user has enabled.
func (m *Manager) File() string {
	enabled := filepath.Join(filepath.Dir(m.file), "default.target.wants", filepath.Base(m.file))
	if _, err := os.Stat(m.file); err == nil || m.system != "linux" {
		return m.file
	}
	if _, err := os.Stat(enabled); err == nil {
		return enabled
	}
	return m.file
}

// Installed returns the description that is in the file, and "" where there is none.
func (m *Manager) Installed() (string, error) {
	b, err := os.ReadFile(m.File())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(b), err
}

// Install writes the description, and has the system start the service now and at each sign-in.
// With hold it is not started now. What was installed before is replaced, and comes back where the
// system refuses: else one that nobody sees would start later.
func (m *Manager) Install(ctx context.Context, s Service, hold bool) error {
	before, err := os.ReadFile(m.file)
	wasThere := err == nil || m.File() != m.file
	if err := m.put(ctx, []byte(m.Describe(s)), hold); err != nil {
		ctx = context.WithoutCancel(ctx)
		switch _ = m.Uninstall(ctx); { // What is said is why it was refused.
		case before != nil:
			_ = m.put(ctx, before, hold)
		case wasThere:
			_ = m.start(ctx, hold)
		}
		return err
	}
	return nil
}

func (m *Manager) put(ctx context.Context, description []byte, hold bool) error {
	if err := os.MkdirAll(filepath.Dir(m.file), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(m.file, description, 0o600); err != nil {
		return err
	}
	return m.start(ctx, hold)
}

// start has the system read the description, and start the service.
func (m *Manager) start(ctx context.Context, hold bool) error {
	switch m.system {
	case "linux":
		if err := m.reload(ctx); err != nil {
			return err
		}
		if err := m.do(ctx, "systemctl", "--user", "enable", Name); err != nil || hold {
			return err
		}
		return m.do(ctx, "systemctl", "--user", "restart", Name)
	case "darwin":
		_ = m.do(ctx, "launchctl", "bootout", m.target()) // It is not loaded, mostly.
		if hold {
			return nil // launchd reads the folder at the next sign-in.
		}
		return m.do(ctx, "launchctl", "bootstrap", m.domain(), m.file)
	default:
		if err := m.do(ctx, "schtasks", "/Create", "/TN", Name, "/XML", m.file, "/F"); err != nil || hold {
			return err
		}
		return m.do(ctx, "schtasks", "/Run", "/TN", Name)
	}
}

// Uninstall stops the service and removes it. The data folder stays. It does nothing where nothing
// is installed.
func (m *Manager) Uninstall(ctx context.Context) error {
	var err error
	switch m.system {
	case "linux":
		err = m.do(ctx, "systemctl", "--user", "disable", "--now", Name)
	case "darwin":
		err = m.do(ctx, "launchctl", "bootout", m.target())
	default:
		_ = m.do(ctx, "schtasks", "/End", "/TN", Name)
		err = m.do(ctx, "schtasks", "/Delete", "/TN", Name, "/F")
	}
	// Without its file nothing starts it any more, whatever the system said.
	if removed := os.Remove(m.file); removed != nil && !errors.Is(removed, fs.ErrNotExist) {
		return errors.Join(err, removed)
	}
	if m.system == "linux" {
		err = errors.Join(err, m.reload(ctx))
	}
	return err
}

// Runs reports whether the system runs the service now, and what it says of it.
func (m *Manager) Runs(ctx context.Context) (runs bool, says string) {
	switch m.system {
	case "linux":
		says, _ = m.run(ctx, "systemctl", "--user", "show", Name, "--property=ActiveState,SubState,Result,NRestarts,StatusText")
		runs = strings.Contains(says, "ActiveState=active\n")
	case "darwin":
		var err error
		says, err = m.run(ctx, "launchctl", "print", m.target())
		runs = err == nil && strings.Contains(says, "state = running")
	}
	return runs, says
}

// Lingers reports whether systemd runs the user's services while nobody is signed in. It is true on
// other systems, which have no such setting.
func (m *Manager) Lingers(ctx context.Context) bool {
	if m.system != "linux" {
		return true
	}
	says, err := m.run(ctx, "loginctl", "show-user", fmt.Sprint(m.uid), "--property=Linger", "--value")
	return err == nil && strings.TrimSpace(says) == "yes"
}

// reload has systemd read the units again. Nothing but a systemd that does not answer this user
// makes that fail.
func (m *Manager) reload(ctx context.Context) error {
	err := m.do(ctx, "systemctl", "--user", "daemon-reload")
	if err != nil && !errors.Is(err, ErrNone) {
		return fmt.Errorf("%w (%w)", ErrNone, err)
	}
	return err
}

func (m *Manager) domain() string { return fmt.Sprintf("gui/%d", m.uid) }

func (m *Manager) target() string { return m.domain() + "/" + Name }

func (m *Manager) do(ctx context.Context, name string, args ...string) error {
	_, err := m.run(ctx, name, args...)
	return err
}

// patience is how long a program of the system may take. systemd waits for the start.
const patience = 6 * time.Minute

// call runs a program of the system, and returns what it printed.
func call(ctx context.Context, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	var out, words bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &words
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf("%w: this system has no %s", ErrNone, name)
	}
	if err != nil {
		return out.String(), fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, child.LastWords(words.String()))
	}
	return out.String(), nil
}

// ErrNone says that nothing starts services for this user.
var ErrNone = errors.New("the system's manager of services does not answer this user, so that nothing starts Crier")
