package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"crier/platform/datadir"
	"crier/platform/orphans"
)

// place is where Restore puts a folder.
type place struct {
	// path is the folder with links resolved. building and ready are paths beside it.
	path, building, ready string
	// old is the folder that is replaced, which lock locks; both are nil without one.
	old  *datadir.Dir
	lock *datadir.Lock
	// isLent says that the caller of Restore has taken the lock, and releases it.
	isLent bool
}

// preparePlace locks the folder at path, if there is one, so that no service starts on it. lent is
// its lock if this process has it already.
func preparePlace(path string, lent *datadir.Lock) (p *place, err error) {
	// First complete a restore that was killed between its two renames.
	if path, err = datadir.Settle(path); err != nil {
		return nil, err
	}
	if err := CheckReplaceable(path); err != nil {
		return nil, err
	}
	p = &place{path: path, building: path + ".restoring", ready: path + datadir.ReadySuffix}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
			return nil, err
		}
		return p, p.clear()
	case err != nil:
		return nil, err
	case !info.IsDir():
		return nil, fmt.Errorf("%s is no folder", path)
	}
	isEmpty, err := checkFolder(path)
	if err != nil {
		return nil, err
	}
	if isEmpty {
		return p, p.clear()
	}
	if p.old, err = datadir.Existing(path); err != nil {
		return nil, err
	}
	if p.lock, p.isLent = lent, lent != nil; !p.isLent {
		if p.lock, err = p.old.Lock(); err != nil {
			return nil, err
		}
	}
	if err := p.clear(); err != nil {
		return nil, errors.Join(err, p.release())
	}
	return p, nil
}

// checkFolder reports whether the folder is empty. It returns an error for a folder that is neither
// empty nor a data folder of Crier's, such as a mistyped one.
func checkFolder(path string) (isEmpty bool, err error) {
	entries, err := os.ReadDir(path)
	if err != nil || len(entries) == 0 {
		return err == nil, err
	}
	for _, e := range entries {
		switch e.Name() {
		case databaseName, "crier.lock", "secret.key", uploadsDir:
			return false, nil
		}
	}
	return false, fmt.Errorf("%s has other files in it and is no data folder; name a folder that is not there yet", path)
}

// clear removes the leftovers of a restore that was killed.
func (p *place) clear() error {
	return errors.Join(os.RemoveAll(p.building), os.RemoveAll(p.ready))
}

func (p *place) release() error {
	if p.lock == nil || p.isLent {
		return nil
	}
	lock := p.lock
	p.lock = nil
	return lock.Release()
}

// carry copies from the replaced folder to the new one what belongs to this machine and is in no
// archive: the copies from before updates, the orphans, the secret of the sessions if sessions are
// kept, and the state of the sandbox, which simulates the outside world.
func (p *place) carry(ctx context.Context, r RestoreOptions, m *Manifest, built *datadir.Dir) error {
	if p.old == nil {
		return nil
	}
	entries, err := os.ReadDir(p.old.Path())
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		from, to := filepath.Join(p.old.Path(), name), filepath.Join(built.Path(), name)
		switch {
		case name == "backups", name == "orphans":
			err = copyTree(ctx, from, to, os.Link)
		case name == "session.secret" && (r.KeepAccess || m.isMove(r.Now)), name == filepath.Base(p.old.SandboxState()), strings.HasPrefix(name, filepath.Base(p.old.SandboxState())+"."):
			if strings.HasSuffix(name, ".lock") {
				continue
			}
			err = copyTree(ctx, from, to, copyFile)
		case name == networkMode:
			err = copyFile(from, to)
		case name == appName && (m.Instance == "" || r.KeepName):
			if _, statErr := os.Lstat(to); errors.Is(statErr, fs.ErrNotExist) {
				err = copyFile(from, to)
			}
		}
		if err != nil {
			return fmt.Errorf("take %s over: %w", name, err)
		}
	}
	return nil
}

// takeOrphans links the uploads that only the replaced folder has into the new folder, and moves
// them to its orphans.
func (p *place) takeOrphans(ctx context.Context, r RestoreOptions, built *datadir.Dir) (n int, err error) {
	if p.old == nil {
		return 0, nil
	}
	var unknown []string
	l := linker{from: p.old.Path(), to: built.Path()}
	err = filepath.WalkDir(p.old.Uploads(), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		within, err := filepath.Rel(p.old.Path(), path)
		if err != nil || strings.HasPrefix(within, filepath.Join(uploadsDir, "avatars")+string(filepath.Separator)) {
			return err // Crier fetches the pictures of the accounts again.
		}
		if _, err := os.Lstat(filepath.Join(built.Path(), within)); err == nil || !isOurs(filepath.ToSlash(within)) {
			return nil
		}
		unknown = append(unknown, within)
		return l.link(ctx, filepath.ToSlash(within))
	})
	if err != nil {
		return 0, err
	}
	_, n, err = orphans.In(built).Take(r.Now, unknown)
	return n, err
}

// swap replaces the old folder by the new one and returns the new path of the old one.
func (p *place) swap(r RestoreOptions) (kept string, err error) {
	if err := os.Rename(p.building, p.ready); err != nil {
		return "", err
	}
	defer func() {
		if err != nil && kept == "" {
			err = errors.Join(err, os.RemoveAll(p.ready))
		}
	}()
	if err := datadir.SyncFolder(filepath.Dir(p.path)); err != nil {
		return "", err
	}
	r.reach("ready")
	if p.old == nil {
		// Remove an empty folder at the path.
		if err := os.Remove(p.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if err := os.Rename(p.ready, p.path); err != nil {
			return "", err
		}
		return "", datadir.SyncFolder(filepath.Dir(p.path))
	}
	if runtime.GOOS == "windows" {
		// Windows does not rename a folder while a file in it is open, as the lock is.
		p.isLent = false
		if err := p.release(); err != nil {
			return "", err
		}
	}
	name := p.freeName(r.Now)
	if err := p.replace(r, name); err != nil {
		return "", fmt.Errorf("put the restored folder in its place: %w; %s is as it was", err, p.path)
	}
	return name, datadir.SyncFolder(filepath.Dir(p.path))
}

// replace renames the old folder to name, and then the new one to the folder's path. After a death
// between the two, datadir.Settle does the second rename.
func (p *place) replace(r RestoreOptions, name string) error {
	if err := os.Rename(p.path, name); err != nil {
		return err
	}
	r.reach("moved")
	if err := os.Rename(p.ready, p.path); err != nil {
		if _, statErr := os.Lstat(p.ready); errors.Is(statErr, fs.ErrNotExist) {
			return nil // A Crier that started in this instant has done the rename.
		}
		return errors.Join(err, os.Rename(name, p.path))
	}
	r.reach("replaced")
	return nil
}

func (p *place) freeName(now time.Time) string {
	base := p.path + ".before-restore-" + now.UTC().Format(stamp)
	for name, n := base, 2; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// copyTree copies the file or folder from to to. It tries one, such as os.Link, for each file, and
// copies the file where one fails.
func copyTree(ctx context.Context, from, to string, one func(from, to string) error) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		within, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, within)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case d.IsDir():
			return os.MkdirAll(target, dirMode)
		case !d.Type().IsRegular():
			return nil
		case one(path, target) == nil:
			return nil
		default:
			return copyFile(path, target)
		}
	})
}
