package datadir

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

const (
	// appNameLength is how many characters of the app's name are random.
	appNameLength = 8
	// mostAppName is far above what app.name has.
	mostAppName = 1 << 10
)

var appNamePattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(fmt.Sprintf(`^crier-[a-z0-9]{%d}\.localhost$`, appNameLength))
})

// AppName returns the host name of the app's own address, such as crier-k3v9x0qa.localhost. It is
// made once and kept in app.name, so that browsers stay signed in and no other server can guess it.
func (d *Dir) AppName() (string, error) {
	path := filepath.Join(d.path, "app.name")
	b, err := ReadFile(path, mostAppName)
	if errors.Is(err, fs.ErrNotExist) {
		name := "crier-" + strings.ToLower(rand.Text()[:appNameLength]) + ".localhost"
		return name, WriteFile(path, []byte(name+"\n"))
	}
	if err != nil && !errors.Is(err, ErrTooLarge) {
		return "", fmt.Errorf("read the name of the app's own address: %w", err)
	}
	name := strings.TrimSpace(string(b))
	if err != nil || !appNamePattern().MatchString(name) {
		return "", fmt.Errorf("the name of the app's own address in %s is damaged; remove the file to have a new one made, and sign in again", path)
	}
	return name, nil
}

// mostNetwork is far above what network.mode has.
const mostNetwork = 1 << 10

// Network returns the network that somebody has chosen, "sandbox" or "live", and "" when nobody
// has.
func (d *Dir) Network() (string, error) {
	b, err := ReadFile(d.networkFile(), mostNetwork)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil && !errors.Is(err, ErrTooLarge) {
		return "", Unread("the network that was chosen, in "+d.networkFile()+",", err)
	}
	chosen := strings.TrimSpace(string(b))
	if err != nil || chosen != "sandbox" && chosen != "live" {
		return "", fmt.Errorf("the network that was chosen, in %s, is damaged; choose one again with crier network live or crier network sandbox", d.networkFile())
	}
	return chosen, nil
}

// ChooseNetwork keeps which network was chosen. It is on the disk when ChooseNetwork returns.
func (d *Dir) ChooseNetwork(network string) error {
	if err := WriteFile(d.networkFile(), []byte(network+"\n")); err != nil {
		return d.Unwritable(fmt.Errorf("keep which network was chosen: %w", err))
	}
	return nil
}

func (d *Dir) networkFile() string { return filepath.Join(d.path, "network.mode") }
