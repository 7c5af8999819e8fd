package files

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

const spoolPattern = "crier-sandbox-*"

const spoolMode fs.FileMode = 0o700

const (
	albumSuffix = ".pictures"
	// albumDraft begins the names of files that are not whole yet.
	albumDraft = "draft-"
	// maxAlbum is how many bytes the album has at most, and maxInAlbum one file in it: of more the
	// oldest go.
	maxAlbum   = 64 << 20
	maxInAlbum = 24 << 20
	// maxSmall is how large a file is at most that an album for one process holds in memory, and
	// maxHeld how much it holds so.
	maxSmall = 64 << 10
	maxHeld  = 8 << 20
)

// What the keys of the files of native stories begin with; the id of the upload follows.
const (
	StoryPhoto = "story-photo-"
	StoryVideo = "story-video-"
)

// Album keeps the files that were published, for the pages that people look at: nothing of the
// network's answers depends on it. They are kept as they were fetched, because the service takes
// its own away once a post is out, and because a smaller picture would cost each publish the time
// to decode it. They lie beside the state file, so that no memory is used, and a restart shows what
// was there. An album for one process alone holds small files in memory, for which making a file
// takes longer than all else that a publish does. What cannot be kept is left out.
type Album struct {
	mu sync.Mutex
	// path is the folder; empty while there is none, which one of a network without a state file
	// makes when it is needed.
	path      string
	temporary bool
	// isMade says that the folder is there.
	isMade bool
	most   int64
	total  int64
	// held is how much of it is in memory.
	held int
	// kept are the files, oldest first, and byKey the same by their keys.
	kept  []*albumFile
	byKey map[string]*albumFile
	// clearings counts how often the album was cleared: what was begun before stays out of it.
	clearings int
}

type albumFile struct {
	key  string
	size int64
	// content is the whole file, nil for one that lies in the folder.
	content []byte
}

// NewAlbum returns the album beside the state file, with what an earlier run kept; an empty path is
// an album for this process alone.
func NewAlbum(stateFile string) *Album {
	a := &Album{most: maxAlbum, temporary: stateFile == "", byKey: map[string]*albumFile{}}
	if stateFile != "" {
		a.path = stateFile + albumSuffix
		a.read()
	}
	return a
}

// read finds what an earlier run has kept, and removes what it did not get whole.
func (a *Album) read() {
	entries, err := os.ReadDir(a.path)
	if err != nil {
		return
	}
	var found []fs.FileInfo
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(entry.Name(), albumDraft) {
			_ = os.Remove(filepath.Join(a.path, entry.Name()))
			continue
		}
		found = append(found, info)
	}
	slices.SortFunc(found, func(x, y fs.FileInfo) int {
		return cmp.Or(x.ModTime().Compare(y.ModTime()), cmp.Compare(x.Name(), y.Name()))
	})
	for _, info := range found {
		a.add(&albumFile{key: info.Name(), size: info.Size()})
	}
}

// add enters a file, in place of the one with the same key, and removes the oldest files that are
// too many.
func (a *Album) add(f *albumFile) {
	if former := a.byKey[f.key]; former != nil {
		a.leave(former)
		a.kept = slices.DeleteFunc(a.kept, func(k *albumFile) bool { return k == former })
	}
	a.kept = append(a.kept, f)
	a.byKey[f.key] = f
	a.total += f.size
	a.held += len(f.content)
	for (a.total > a.most || a.held > maxHeld) && len(a.kept) > 0 {
		oldest := a.kept[0]
		a.kept = a.kept[1:]
		a.leave(oldest)
		if oldest.content == nil {
			_ = os.Remove(filepath.Join(a.path, oldest.key))
		}
	}
}

// leave takes a file out of the counts. Its place among kept, and in the folder, is the caller's.
func (a *Album) leave(f *albumFile) {
	delete(a.byKey, f.key)
	a.total -= f.size
	a.held -= len(f.content)
}

// Draft is a file that is being written to the album. Writing to it never fails, so that the work
// that feeds it does not fail either.
type Draft struct {
	album *Album
	// clearings is what the album had when the draft was begun.
	clearings int
	// small is what was written, as long as it is held in memory; file is where it is otherwise.
	small  []byte
	file   *os.File
	size   int64
	broken bool
}

// errCleared says that the album was cleared since a draft was begun.
var errCleared = errors.New("the album was cleared")

// Begin returns a file to be written, and then kept or dropped. There is one once something is
// written.
func (a *Album) Begin() *Draft {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &Draft{album: a, clearings: a.clearings}
}

// create makes the file of a draft.
func (a *Album) create(d *Draft) (*os.File, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.clearings != d.clearings {
		return nil, errCleared
	}
	if err := a.makeFolder(); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(a.path, albumDraft)
	a.isMade = err == nil // The folder may have been removed meanwhile.
	return file, err
}

func (a *Album) makeFolder() (err error) {
	switch {
	case a.isMade:
	case a.path == "":
		a.path, err = os.MkdirTemp("", spoolPattern)
	default:
		err = os.MkdirAll(a.path, spoolMode)
	}
	a.isMade = err == nil
	return err
}

// Write adds to the file, as long as that may grow.
func (d *Draft) Write(p []byte) (int, error) {
	if d.broken || d.size+int64(len(p)) > maxInAlbum {
		d.broken = true
		return len(p), nil
	}
	if d.file == nil && d.album.temporary && d.size+int64(len(p)) <= maxSmall {
		d.small = append(d.small, p...)
		d.size += int64(len(p))
		return len(p), nil
	}
	if d.file == nil {
		d.broken = d.moveToFile() != nil
	}
	if !d.broken {
		n, err := d.file.Write(p)
		d.size += int64(n)
		d.broken = err != nil
	}
	return len(p), nil
}

// moveToFile makes the file, with what was held in memory until now.
func (d *Draft) moveToFile() (err error) {
	if d.file, err = d.album.create(d); err == nil {
		_, err = d.file.Write(d.small)
	}
	d.small = nil
	return err
}

// Drop removes what was written. After keep it does nothing.
func (d *Draft) Drop() {
	if d.file == nil {
		return
	}
	_ = d.file.Close()
	_ = os.Remove(d.file.Name())
	d.file = nil
}

// Spoil makes keep leave the draft out, because the draft is not whole.
func (d *Draft) Spoil() { d.broken = true }

// Keep puts the file into the album under the key, and replaces the file that has the key. It
// reports false when the album was cleared since the draft was begun, because the file then belongs
// to a world that was reset.
func (d *Draft) Keep(key string) (isOfNow bool) {
	defer d.Drop()
	a := d.album
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.clearings != d.clearings {
		return false
	}
	if d.broken || d.size == 0 || !isAlbumKey(key) {
		return true
	}
	if d.file == nil {
		a.add(&albumFile{key, d.size, d.small})
		return true
	}
	if d.file.Close() != nil || os.Rename(d.file.Name(), filepath.Join(a.path, key)) != nil {
		return true
	}
	d.file = nil
	a.add(&albumFile{key: key, size: d.size})
	return true
}

// isAlbumKey tells keys, which are ids with a word in front perhaps, from what could lead out of
// the folder.
func isAlbumKey(key string) bool {
	return key != "" && !strings.HasPrefix(key, albumDraft) && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}

// Has reports whether there is a file under the key.
func (a *Album) Has(key string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.byKey[key] != nil
}

// File is an open file of the album.
type File interface {
	io.ReadSeekCloser
	io.ReaderAt
}

// Open returns a file of the album, which the caller closes, or fs.ErrNotExist.
func (a *Album) Open(key string) (File, error) {
	a.mu.Lock()
	f, path := a.byKey[key], a.path
	a.mu.Unlock()
	switch {
	case f == nil:
		return nil, fs.ErrNotExist
	case f.content != nil:
		return held{bytes.NewReader(f.content)}, nil
	}
	return os.Open(filepath.Join(path, key))
}

// held is an open file that is in memory.
type held struct{ *bytes.Reader }

// Close does nothing.
func (held) Close() error { return nil }

// Clear removes all of it, and what is on its way into it.
func (a *Album) Clear() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.clearings++
	a.empty()
	if a.path == "" {
		return
	}
	entries, _ := os.ReadDir(a.path) // Without the folder there is nothing to remove.
	for _, entry := range entries {
		_ = os.Remove(filepath.Join(a.path, entry.Name()))
	}
}

// Close removes what belongs to this process alone.
func (a *Album) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.temporary || a.path == "" {
		return nil
	}
	err := os.RemoveAll(a.path)
	a.path, a.isMade = "", false
	a.empty()
	return err
}

func (a *Album) empty() {
	a.kept, a.total, a.held = nil, 0, 0
	clear(a.byKey)
}
