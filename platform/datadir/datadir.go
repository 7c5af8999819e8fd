package datadir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
)

const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// Dir is an open data folder.
type Dir struct{ path string }

// Default returns the per-user data folder of the operating system for Crier: $XDG_DATA_HOME/crier or
// ~/.local/share/crier, ~/Library/Application Support/crier, %LOCALAPPDATA%\crier.
func Default() (string, error) {
	if runtime.GOOS == "linux" || strings.HasSuffix(runtime.GOOS, "bsd") {
		if base := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(base) {
			return filepath.Join(base, "crier"), nil
		}
		home, err := os.UserHomeDir()
		return filepath.Join(home, ".local", "share", "crier"), err
	}
	base := os.Getenv("LOCALAPPDATA")
	if base == "" {
		var err error
		if base, err = os.UserConfigDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(base, "crier"), nil
}

// Open opens the folder at path, the default one if path is empty, and makes it if there is none. A folder that
// others may read is closed to them.
func Open(path string) (*Dir, error) {
	if path == "" {
		var err error
		if path, err = Default(); err != nil {
			return nil, fmt.Errorf("find the data folder: %w", err)
		}
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	d := &Dir{path: abs}
	for _, dir := range []string{abs, d.Uploads(), d.Public(), d.Staging(), d.Backups()} {
		if err := d.secure(dir); err != nil {
			return nil, fmt.Errorf("prepare the data folder: %w", err)
		}
	}
	return d, nil
}

func (d *Dir) secure(dir string) error {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if info.Mode().Perm() == dirMode || runtime.GOOS == "windows" {
		return nil
	}
	return os.Chmod(dir, dirMode)
}

// Path returns the folder itself, absolute.
func (d *Dir) Path() string { return d.path }

// Database returns the path of the database file.
func (d *Dir) Database() string { return filepath.Join(d.path, "crier.db") }

// Backups returns the folder of the copies that are made before the database's schema changes.
func (d *Dir) Backups() string { return filepath.Join(d.path, "backups") }

// Uploads returns the folder that holds media files; a MediaFile's storagePath is relative to it.
func (d *Dir) Uploads() string { return filepath.Join(d.path, "uploads") }

// Staging returns the folder for files that are still being written, on the same volume as Uploads.
func (d *Dir) Staging() string { return filepath.Join(d.path, "staging") }

// Public returns the folder of the objects that the sandbox network may fetch.
func (d *Dir) Public() string { return filepath.Join(d.path, "public") }

// SandboxState returns the file of the embedded sandbox network.
func (d *Dir) SandboxState() string { return filepath.Join(d.path, "sandbox.state") }

// SecretKey returns the file that records where the sealing key is.
func (d *Dir) SecretKey() string { return filepath.Join(d.path, "secret.key") }

// SessionSecret returns the file of the secret that signs session cookies.
func (d *Dir) SessionSecret() string { return filepath.Join(d.path, "session.secret") }

func (d *Dir) lockFile() string    { return filepath.Join(d.path, "crier.lock") }
func (d *Dir) runtimeFile() string { return filepath.Join(d.path, "runtime.json") }

// ErrLocked says that another running copy holds the folder.
var ErrLocked = errors.New("another Crier is already using this data folder")

// Lock is a held lock on a data folder.
type Lock struct{ file *flock.Flock }

// Lock takes the folder for this process until Release or the process's end, however it ends. It returns ErrLocked,
// wrapped with what is known of the other copy, when one has it.
func (d *Dir) Lock() (*Lock, error) {
	file := flock.New(d.lockFile(), flock.SetPermissions(fileMode), flock.SetFlag(os.O_CREATE|os.O_RDWR))
	ok, err := file.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if !ok {
		return nil, fmt.Errorf("%w: %s%s", ErrLocked, d.path, d.holder())
	}
	return &Lock{file: file}, nil
}

func (d *Dir) holder() string {
	r, err := d.ReadRuntime()
	if err != nil {
		return ""
	}
	return " (process " + strconv.Itoa(r.PID) + ", " + r.APIURL + ")"
}

// Release gives the folder back.
func (l *Lock) Release() error { return l.file.Unlock() }

// Runtime says where a running service answers.
type Runtime struct {
	PID     int    `json:"pid"`
	APIURL  string `json:"apiUrl"`
	DocsURL string `json:"docsUrl"`
	// AppURL is the app's own address, for people's browsers. Programs that do not resolve its name connect to 127.0.0.1 and send
	// the name as the Host.
	AppURL     string `json:"appUrl"`
	SandboxURL string `json:"sandboxUrl"`
}

// WriteRuntime makes runtime.json say r.
func (d *Dir) WriteRuntime(r Runtime) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(d.runtimeFile(), append(b, '\n'))
}

// WriteFile makes the file at path hold b, durably and with mode 0600. Whenever the process is killed, the file is there
// whole, with what it held before, or not at all.
func WriteFile(path string, b []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// ReadRuntime returns what runtime.json says. A file that a killed service left behind is still returned: whether
// anything answers there is for the caller to find out. Without a file the error is fs.ErrNotExist.
func (d *Dir) ReadRuntime() (Runtime, error) {
	b, err := os.ReadFile(d.runtimeFile())
	if err != nil {
		return Runtime{}, err
	}
	var r Runtime
	if err := json.Unmarshal(b, &r); err != nil {
		return Runtime{}, fmt.Errorf("%s is damaged: %w", d.runtimeFile(), err)
	}
	return r, nil
}

// RemoveRuntime removes runtime.json; that there is none is no error.
func (d *Dir) RemoveRuntime() error {
	err := os.Remove(d.runtimeFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
