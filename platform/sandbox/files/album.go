package files

import (
	"cmp"
	"errors"
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
// was there. What cannot be kept is left out.
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
	// kept are the files, oldest first, and sizes how large the file of each key is.
	kept  []albumFile
	sizes map[string]int64
	// clearings counts how often the album was cleared: what was begun before stays out of it.
	clearings int
}

type albumFile struct {
	key  string
	size int64
}

// NewAlbum returns the album beside the state file, with what an earlier run kept; an empty path is
// an album for this process alone.
func NewAlbum(stateFile string) *Album {
	a := &Album{most: maxAlbum, temporary: stateFile == "", sizes: map[string]int64{}}
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
		a.add(albumFile{info.Name(), info.Size()})
	}
}

// add enters a file that lies in the folder, in place of the one with the same key, and removes the
// oldest files that are too many.
func (a *Album) add(f albumFile) {
	if size, had := a.sizes[f.key]; had {
		a.total -= size
		a.kept = slices.DeleteFunc(a.kept, func(k albumFile) bool { return k.key == f.key })
	}
	a.kept = append(a.kept, f)
	a.sizes[f.key] = f.size
	a.total += f.size
	for a.total > a.most && len(a.kept) > 0 {
		oldest := a.kept[0]
		_ = os.Remove(filepath.Join(a.path, oldest.key))
		delete(a.sizes, oldest.key)
		a.kept = a.kept[1:]
		a.total -= oldest.size
	}
}

// Draft is a file that is being written to the album. Writing to it never fails, so that the work
// that feeds it does not fail either.
type Draft struct {
	album *Album
	// clearings is what the album had when the draft was begun.
	clearings int
	file      *os.File
	size      int64
	broken    bool
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
	var err error
	if d.file == nil {
		d.file, err = d.album.create(d)
	}
	n := 0
	if err == nil {
		n, err = d.file.Write(p)
	}
	d.size += int64(n)
	d.broken = err != nil
	return len(p), nil
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
	if d.file.Close() != nil || os.Rename(d.file.Name(), filepath.Join(a.path, key)) != nil {
		return true
	}
	d.file = nil
	a.add(albumFile{key, d.size})
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
	_, has := a.sizes[key]
	return has
}

// Open returns a file of the album.
func (a *Album) Open(key string) (*os.File, error) {
	if !isAlbumKey(key) || !a.Has(key) {
		return nil, fs.ErrNotExist
	}
	return os.Open(filepath.Join(a.path, key))
}

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
	a.kept, a.total = nil, 0
	clear(a.sizes)
}
