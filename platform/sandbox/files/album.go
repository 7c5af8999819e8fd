package files

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
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
	// albumDraft begins the names of incomplete files.
	albumDraft = "draft-"
	// maxAlbum is how many bytes the album has at most, and maxInAlbum how many one file has. The
	// oldest files are removed first.
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

// CoverKey is the key of the cover that was fetched from an address.
func CoverKey(url string) string {
	sum := sha256.Sum256([]byte(url))
	return "cover-" + hex.EncodeToString(sum[:16])
}

// Album stores the files that were published, for the pages of the gallery. No answer of the
// network depends on it. It stores them as they were fetched, because the service deletes its own
// once a post is out, and because decoding them to a smaller size would delay each publish. They
// are stored beside the state file, so that they use no memory and survive a restart. An album for
// this process only keeps small files in memory, because making a file takes longer than the rest
// of a publish. A file that cannot be stored is left out.
type Album struct {
	mu sync.Mutex
	// path is the folder. It is empty at first in a network without a state file, which makes a
	// folder when it needs one.
	path      string
	temporary bool
	// isMade says that the folder exists.
	isMade bool
	most   int64
	total  int64
	// held is how many bytes are in memory.
	held int
	// kept are the files, oldest first. byKey has the same files by their keys.
	kept  []*albumFile
	byKey map[string]*albumFile
	// clearings counts how often the album was cleared. Drafts from before a clearing are left out.
	clearings int
}

type albumFile struct {
	key  string
	size int64
	// content is the whole file, nil for one that lies in the folder.
	content []byte
}

// NewAlbum returns the album beside the state file, with the files of an earlier run. With an empty
// path it returns an album for this process only.
func NewAlbum(stateFile string) *Album {
	a := &Album{most: maxAlbum, temporary: stateFile == "", byKey: map[string]*albumFile{}}
	if stateFile != "" {
		a.path = stateFile + albumSuffix
		a.read()
	}
	return a
}

// read finds the files of an earlier run, and removes incomplete ones.
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

// add enters a file, in place of the one with the same key, and removes the oldest files above the
// bound.
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
// that feeds it does not fail.
type Draft struct {
	album *Album
	// clearings is the album's count when the draft began.
	clearings int
	// small is what was written, as long as it is held in memory; file is where it is otherwise.
	small  []byte
	file   *os.File
	size   int64
	broken bool
}

// errCleared says that the album was cleared after a draft began.
var errCleared = errors.New("the album was cleared")

// Begin returns a draft to write to, and then to keep or drop. Its file is made with the first
// byte.
func (a *Album) Begin() *Draft {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &Draft{album: a, clearings: a.clearings}
}

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

// Write adds to the file, up to its largest size.
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

// moveToFile makes the file, with the bytes that were in memory until now.
func (d *Draft) moveToFile() (err error) {
	if d.file, err = d.album.create(d); err == nil {
		_, err = d.file.Write(d.small)
	}
	d.small = nil
	return err
}

// Drop removes what was written. It does nothing after Keep.
func (d *Draft) Drop() {
	if d.file == nil {
		return
	}
	_ = d.file.Close()
	_ = os.Remove(d.file.Name())
	d.file = nil
}

// Spoil makes Keep drop the draft, because it is incomplete.
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

// isAlbumKey reports whether a text is a key: an id, perhaps after a word. Any other text might
// lead out of the folder.
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

// Clear removes all files, and drops the drafts that are being written.
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

// Close removes the files that belong to this process only.
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
