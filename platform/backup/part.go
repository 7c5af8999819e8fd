package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"crier/platform/datadir"

	"github.com/gofrs/flock"
)

// unfinished is the suffix of an archive that is being written.
const unfinished = ".part"

// partTries is how often a file is made that another backup takes for the remains of one.
const partTries = 4

// createPart makes the file in which the archive for path is written, with the mark in its name. It
// keeps the file locked until release is called or the process ends, however it ends. Where the
// file system has no locks, and on Windows, whose locks keep the file from being read, the age of a
// file must do.
func createPart(path, mark string) (part *os.File, release func() error, err error) {
	release = func() error { return nil }
	for range partTries {
		part, err = os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"."+mark+"-*"+unfinished)
		if err != nil || runtime.GOOS == "windows" {
			return part, release, err
		}
		lock := flock.New(part.Name(), flock.SetFlag(os.O_RDONLY))
		isOurs, lockErr := lock.TryLock()
		if lockErr != nil && !errors.Is(lockErr, fs.ErrNotExist) {
			return part, release, nil
		}
		if isOurs && isAt(part, part.Name()) {
			return part, lock.Unlock, nil
		}
		err = errors.Join(part.Close(), lock.Unlock())
	}
	return nil, release, errors.Join(fmt.Errorf("another process removes the files in %s", filepath.Dir(path)), err)
}

// isAt reports whether the open file is the one at the path.
func isAt(f *os.File, path string) bool {
	there, err := os.Lstat(path)
	if err != nil {
		return false
	}
	own, err := f.Stat()
	return err == nil && os.SameFile(own, there)
}

// removeParts removes from the folder what killed backups have left there: of those with the mark
// what no process has locked, and of any what is older than any archive takes. It leaves what it
// cannot remove for the next time, because that is in nobody's way.
func removeParts(folder, mark string, now time.Time) {
	_ = removeAbandoned(folder, "crier-*"+Extension+".*"+unfinished, now)
	entries, err := os.ReadDir(folder)
	if err != nil || runtime.GOOS == "windows" {
		return
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasSuffix(e.Name(), unfinished) || !strings.Contains(e.Name(), "."+mark+"-") {
			continue
		}
		path := filepath.Join(folder, e.Name())
		lock := flock.New(path, flock.SetFlag(os.O_RDONLY))
		if isFree, err := lock.TryLock(); err == nil && isFree {
			_ = errors.Join(os.Remove(path), lock.Unlock())
		}
	}
}

// RemoveParts removes what interrupted backups have left in the folder's own places, and returns
// how many of them it removed.
func RemoveParts(dir *datadir.Dir, now time.Time) (removed int, err error) {
	left := func() (n int) {
		parts, _ := os.ReadDir(dir.Backups()) // What cannot be read is not removed either.
		for _, e := range parts {
			if strings.HasSuffix(e.Name(), unfinished) {
				n++
			}
		}
		staged, _ := os.ReadDir(dir.Staging())
		for _, e := range staged {
			if strings.HasPrefix(e.Name(), stagedPrefix) {
				n++
			}
		}
		return n
	}
	before := left()
	removeParts(dir.Backups(), markOf(dir), now)
	err = Tidy(dir, now)
	return before - left(), err
}

// markOf returns the part of an unfinished archive's name that says which data folder of which
// machine it is of. A lock says nothing of a process on another machine that uses the same disk.
func markOf(dir *datadir.Dir) string {
	host, _ := os.Hostname() // A machine without a name is one too.
	sum := sha256.Sum256([]byte(host + "\x00" + dir.Path()))
	return hex.EncodeToString(sum[:markBytes])
}

const markBytes = 6
