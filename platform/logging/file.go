package logging

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/gofrs/flock"
)

// MaxFileSize is how large a log file becomes, and its predecessor.
const MaxFileSize = 5 << 20

// File is a log that takes a bounded room on the disk: what is written goes to a file, and to a new
// one when that has reached its size. Of the full ones the last is kept, under the file's name with
// .1 after it. One process writes, any may read.
//
// A log must not keep anything from working. What cannot be written, because the disk is full or
// the file is gone, is left out.
type File struct {
	path string
	most int64

	mu   sync.Mutex
	file *os.File
	size int64
	// next is the size at which the file is full. It moves when the file cannot be renamed, as on
	// Windows while another program reads it.
	next   int64
	closed bool
}

// OpenFile opens the log file at path, readable by its owner alone, and makes it if there is none.
// It refuses a link, because the file behind it may not be a log.
func OpenFile(path string, most int64) (*File, error) {
	f := &File{path: path, most: most}
	return f, f.open()
}

// ErrTaken says that another process writes to the log.
var ErrTaken = errors.New("logging: another process writes to it")

// OpenAlone is OpenFile for a path that several processes may be given: a second one gets ErrTaken,
// because each would take the file away that the other writes to. The lock is a file beside it,
// which stays. end closes both.
func OpenAlone(path string, most int64) (f *File, end func(), err error) {
	const private = 0o600
	lock := flock.New(path+".lock", flock.SetPermissions(private))
	isOurs, err := lock.TryLock()
	if err == nil && !isOurs {
		err = ErrTaken
	}
	if err != nil {
		return nil, nil, err
	}
	if f, err = OpenFile(path, most); err != nil {
		return nil, nil, errors.Join(err, lock.Unlock())
	}
	return f, func() { _ = errors.Join(f.Close(), lock.Unlock()) }, nil
}

// Predecessor returns the path of the file that was full before the one at path.
func Predecessor(path string) string { return path + ".1" }

func (f *File) open() error {
	if info, err := os.Lstat(f.path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file", f.path)
	}
	file, err := os.OpenFile(f.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	f.file, f.size, f.next = file, info.Size(), f.most
	return nil
}

// Write appends a record. It reports no error: see File.
func (f *File) Write(record []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed && (f.file == nil || f.size > 0 && f.size+int64(len(record)) > f.next) {
		f.rotate()
	}
	if f.file == nil {
		return len(record), nil
	}
	n, err := f.file.Write(record)
	if err != nil && n > 0 && f.cut(f.size) == nil {
		n = 0 // Half a record would stick to the next one.
	}
	f.size += int64(n)
	return len(record), nil
}

// rotate makes the file the predecessor and begins a new one.
func (f *File) rotate() {
	if f.file != nil {
		_ = f.file.Close()
		f.file = nil
	}
	renamed := os.Rename(f.path, Predecessor(f.path))
	if f.open() != nil {
		return // The next record tries again.
	}
	if renamed == nil || errors.Is(renamed, fs.ErrNotExist) {
		return
	}
	if f.next = f.size + f.most/8; f.next > 2*f.most && f.cut(0) == nil {
		f.size, f.next = 0, f.most
	}
}

// cut leaves the first size bytes of the file. It opens the file once more, because Windows lets a
// handle that appends do nothing else; and it goes by the path, where something else may lie by
// now, which stays as it is.
func (f *File) cut(size int64) error {
	file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	ours, err := f.file.Stat()
	if err != nil {
		return err
	}
	found, err := file.Stat()
	if err != nil {
		return err
	}
	if !os.SameFile(ours, found) {
		return fmt.Errorf("%s is another file", f.path)
	}
	return file.Truncate(size)
}

// Close closes the file. What is written after it is left out.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}
