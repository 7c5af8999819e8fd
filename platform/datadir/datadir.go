// Package datadir owns the one folder that holds everything Crier keeps: the database, uploads,
// keys, the lock that keeps a second copy out, and runtime.json, by which the command line finds
// the running service.
//
// The folder has mode 0700 and its files 0600; nobody but the user of the machine reads them.
package datadir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"crier/platform/clock"

	"github.com/gofrs/flock"
)

const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
)

// Dir is an open data folder.
type Dir struct{ path string }

// Default returns the per-user data folder of the operating system for Crier: $XDG_DATA_HOME/crier
// or ~/.local/share/crier, ~/Library/Application Support/crier, %LOCALAPPDATA%\crier.
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

// StateDir returns the absolute path of the folder at path, or of the default one if path is empty:
// the per-user folder of the operating system for what a program must keep outside of its data,
// $XDG_STATE_HOME/crier or ~/.local/state/crier, ~/Library/Application Support/crier-state,
// %LOCALAPPDATA%\crier-state. It makes none.
func StateDir(path string) (string, error) {
	if path != "" {
		return filepath.Abs(Spelled(path))
	}
	if runtime.GOOS != "linux" && !strings.HasSuffix(runtime.GOOS, "bsd") {
		data, err := Default()
		if err != nil {
			return "", err
		}
		return data + "-state", nil
	}
	if base := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(base) {
		return filepath.Join(base, "crier"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".local", "state", "crier"), nil
}

// Open opens the folder at path, the default one if path is empty, and makes it if there is none. A
// folder that others may read is closed to them.
func Open(path string) (*Dir, error) {
	abs, err := settled(path)
	if err != nil {
		return nil, err
	}
	d := &Dir{path: abs}
	if err := d.secure(abs); err != nil {
		return nil, d.Unwritable(fmt.Errorf("prepare the data folder: %w", err))
	}
	if err := d.refuseLinks(); err != nil {
		return nil, err
	}
	for _, dir := range []string{d.Uploads(), d.Public(), d.Staging(), d.Backups()} {
		if err := d.secure(dir); err != nil {
			return nil, d.Unwritable(fmt.Errorf("prepare the data folder: %w", err))
		}
	}
	return d, nil
}

// letWrite is what to do about a folder to which this user may not write.
const letWrite = "let this user write to it, or name another folder (CRIER_DATA_DIR)"

// Unwritable adds what to do to an error about a file of the folder when this user may not write to
// it. It leaves other errors as they are.
func (d *Dir) Unwritable(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("the data folder %s cannot be written (%w); %s", d.path, err, letWrite)
	}
	return err
}

// Existing is Open for looking only: it makes and changes nothing, but for what Settle does.
// Without a folder at path the error is fs.ErrNotExist.
func Existing(path string) (*Dir, error) {
	abs, err := settled(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(abs)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", abs)
	}
	return &Dir{path: abs}, nil
}

// ErrLink says that one of Crier's own folders leads elsewhere.
var ErrLink = errors.New("is a symbolic link, and Crier moves and deletes files in it")

// refuseLinks returns ErrLink when one of the folders in which Crier deletes or moves files by
// itself, or one directly below the uploads or the orphans, is a link: what it leads to may not be
// Crier's. The data folder itself may be one.
func (d *Dir) refuseLinks() error {
	own := []string{d.Uploads(), d.Public(), d.Staging(), d.Backups(), d.Orphans()}
	for _, dir := range []string{d.Uploads(), d.Orphans()} {
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
			continue // It is not there, or refused below.
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("prepare the data folder: %w", err)
		}
		for _, e := range entries {
			own = append(own, filepath.Join(dir, e.Name()))
		}
	}
	for _, dir := range own {
		if info, err := os.Lstat(dir); err == nil && info.Mode()&(fs.ModeSymlink|fs.ModeIrregular) != 0 {
			return fmt.Errorf("%s %w; put a real folder in its place, or move the whole data folder and say where it is (CRIER_DATA_DIR), or link that",
				dir, ErrLink)
		}
	}
	return nil
}

// absolute returns where the folder at path is, the default one if path is empty.
func absolute(path string) (string, error) {
	if path != "" {
		return filepath.Abs(Spelled(path))
	}
	path, err := Default()
	if err != nil {
		return "", fmt.Errorf("find the data folder: %w; name one with --data-dir or CRIER_DATA_DIR", err)
	}
	return filepath.Abs(path)
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

// Orphans returns the folder of the uploads that the database does not know.
func (d *Dir) Orphans() string { return filepath.Join(d.path, "orphans") }

// SandboxState returns the file of the embedded sandbox network.
func (d *Dir) SandboxState() string { return filepath.Join(d.path, "sandbox.state") }

// Log returns the file that the service's log is copied to.
func (d *Dir) Log() string { return filepath.Join(d.path, "crier.log") }

// Limits returns the file that sets other limits of the network. Its user writes it.
func (d *Dir) Limits() string { return filepath.Join(d.path, "limits.json") }

// SecretKey returns the file that records where the sealing key is.
func (d *Dir) SecretKey() string { return filepath.Join(d.path, "secret.key") }

// SessionSecret returns the file of the secret that signs session cookies.
func (d *Dir) SessionSecret() string { return filepath.Join(d.path, "session.secret") }

func (d *Dir) lockFile() string { return filepath.Join(d.path, "crier.lock") }

// ErrLocked says that another running copy holds the folder.
var ErrLocked = errors.New("another Crier is already using this data folder")

// Lock is a held lock on a data folder.
type Lock struct{ file *flock.Flock }

// Lock takes the folder for this process until Release or the process's end, however it ends. It
// returns ErrLocked, wrapped with what is known of the other copy, when one has it.
func (d *Dir) Lock() (*Lock, error) {
	return d.lock(func() { _ = clock.Sleep(context.Background(), clock.System(), lookPause) })
}

const (
	// lockTries is how often a lock is tried that another process has: InUse has it for a moment,
	// and is not another copy.
	lockTries = 4
	lookPause = 10 * time.Millisecond
)

func (d *Dir) lock(pause func()) (*Lock, error) {
	file := flock.New(d.lockFile(), flock.SetPermissions(fileMode), flock.SetFlag(os.O_CREATE|os.O_RDWR))
	for try := 1; ; try++ {
		isOurs, err := file.TryLock()
		switch {
		case TooManyOpen(err):
			return nil, Unread("the lock of the data folder "+d.path, err)
		case err != nil:
			return nil, fmt.Errorf("the data folder %s cannot be locked, and Crier needs to write to it: %w; %s", d.path, err, letWrite)
		case isOurs:
			return &Lock{file: file}, nil
		case try == lockTries:
			return nil, fmt.Errorf("%w: %s%s", ErrLocked, d.path, d.holder())
		}
		pause()
	}
}

// InUse reports whether a copy of Crier holds the folder. It makes and changes nothing, so that it
// works for a folder that cannot be written, and processes that look at once do not find each
// other.
func (d *Dir) InUse() (bool, error) {
	file := flock.New(d.lockFile(), flock.SetFlag(os.O_RDONLY))
	isFree, err := file.TryRLock()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("find out whether a Crier uses the data folder: %w", err)
	case !isFree:
		return true, nil
	}
	return false, file.Unlock()
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

// PutAside renames the file at path, such as crier.db, with the -wal and -shm of a database, so
// that nothing of it is lost: crier.2026-11-22.db, or crier.2026-11-22-2.db when there is such a
// file. It returns the new name.
func (d *Dir) PutAside(path string, now time.Time) (aside string, err error) {
	ext := filepath.Ext(path)
	base := strings.TrimSuffix(path, ext) + "." + now.UTC().Format(time.DateOnly)
	aside = base + ext
	for n := 2; taken(aside); n++ {
		aside = base + "-" + strconv.Itoa(n) + ext
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("put %s aside: %w", path, err)
		}
	}
	return aside, nil
}

// taken reports whether there is a file of the name, or a part of a database of that name.
func taken(path string) bool {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if _, err := os.Lstat(path + suffix); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}
