package datadir

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// WriteFile makes the file at path hold b, with mode 0600. When it returns, the file and its name
// are on the disk. Whenever the process is killed, or the power fails, the file is there whole,
// with what it held before, or not at all.
func WriteFile(path string, b []byte) error { return replace(path, b, (*os.File).Sync) }

// replace has a new file that holds b take the place of the file at path. It calls sync for the new
// file before it gets its name, and for its folder after that.
func replace(path string, b []byte, sync func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(b)
	if err == nil {
		err = sync(f)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path), sync)
}

// SyncFolder has the names of the files in a folder on the disk when it returns, which a sync of
// the files does not. Windows cannot and need not do that. Some file systems cannot either, such as
// that of the folders that a virtual machine shares.
func SyncFolder(path string) error { return syncFolder(path, (*os.File).Sync) }

func syncFolder(path string, sync func(*os.File) error) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = sync(f)
	if cannotSync(err) {
		err = nil
	}
	return errors.Join(err, f.Close())
}

// cannotSync reports whether the error says that the file system syncs no folders, which no other
// error of the disk does.
func cannotSync(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EBADF)
}
