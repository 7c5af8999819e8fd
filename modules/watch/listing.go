package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
)

// mostNames bounds how many files of a folder are looked at.
const mostNames = 50_000

// entry is a file of a folder as a look has seen it.
type entry struct {
	name     string
	size     int64
	modified int64
}

// key is the name as it is stored and shown. Two names have two keys, also where an old disk has
// letters of another encoding.
func (e entry) key() string {
	if utf8.ValidString(e.name) {
		return e.name
	}
	return strings.Trim(strconv.QuoteToGraphic(e.name), `"`)
}

// isAs reports whether the file is the one about which something is known.
func (e entry) isAs(n known) bool { return e.size == n.Size && e.modified == n.Modified }

// listed are the files of a folder.
type listed struct {
	files []entry
	// changed is the time of the folder.
	changed time.Time
	// isCut says that there are more.
	isCut bool
}

// list reads the names of a folder that may be of use. Folders and links in it are left.
func list(ctx context.Context, path string) (l listed, err error) {
	root, err := os.Open(path)
	if err != nil {
		return l, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	// It is read before the names are: one that comes in between is found by the next look.
	info, err := root.Stat()
	if err != nil {
		return l, err
	}
	l.changed = info.ModTime()
	for {
		const some = 500
		found, err := root.ReadDir(some)
		for _, d := range found {
			if !d.Type().IsRegular() || isLeft(d.Name()) {
				continue
			}
			info, err := d.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return l, err
			}
			l.files = append(l.files, entry{d.Name(), info.Size(), info.ModTime().UnixNano()})
		}
		if l.isCut = len(l.files) >= mostNames; l.isCut || errors.Is(err, io.EOF) {
			break
		}
		if err := errors.Join(err, context.Cause(ctx)); err != nil {
			return l, err
		}
	}
	// The caption of a picture follows it.
	slices.SortFunc(l.files, func(a, b entry) int {
		if by := strings.Compare(stem(a.name), stem(b.name)); by != 0 {
			return by
		}
		if a, b := isCaption(a.name), isCaption(b.name); a != b {
			if a {
				return 1
			}
			return -1
		}
		return strings.Compare(a.name, b.name)
	})
	return l, nil
}

// errAway says that the folder cannot be read, and its text why.
var errAway = errors.New("the folder is away")

// errChanging says that a file is still being written.
var errChanging = errors.New("the file is being written")

// open opens a file of the folder as it was seen. A link that has taken its place leads nowhere
// outside of the folder, and a pipe keeps nobody waiting.
func open(path string, e entry) (*os.File, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", errAway, plainly(err))
	}
	defer func() { _ = root.Close() }()
	f, err := root.OpenFile(e.name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := e.isOf(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// isOf returns errChanging unless the open file is the one that was seen.
func (e entry) isOf(f *os.File) error {
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || info.Size() != e.size || info.ModTime().UnixNano() != e.modified) {
		err = errChanging
	}
	return err
}

// plainly says why a file or folder cannot be read, without its path.
func plainly(err error) string {
	if own, ok := errors.AsType[*unfit](err); ok {
		return own.why
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it is not there"
	case errors.Is(err, fs.ErrPermission):
		return "Crier may not read it"
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = failed.Err
	}
	return fmt.Sprintf("it cannot be read: %v", err)
}
