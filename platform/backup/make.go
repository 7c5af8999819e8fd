package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

// Maker makes archives of a data folder.
type Maker struct {
	Dir      *datadir.Dir
	Contents Contents
	Clock    clock.Clock
	// Version is the version of the program.
	Version string
	// Instance is the id of the folder, which automatic archives have in their names.
	Instance string
	NoMedia  bool
	// Seal encrypts the sealing key for the archive, as SealKey does; nil leaves the key out.
	Seal func(secrets.Key) ([]byte, error)
	// IsMove marks the archive as a move: the folder is not used any more. Make calls
	// BeforeComplete, which marks the folder, after it has proved the archive and before it
	// completes it. If the archive is then not completed, NotCompleted removes the mark.
	IsMove         bool
	BeforeComplete func(context.Context) error
	NotCompleted   func(context.Context) error
	// Removals delays deletions of the folder's files. It is nil when no other process uses the
	// folder.
	Removals *Removals
	Progress Progress

	// isAutomatic says that the archive is one of Automatic's.
	isAutomatic bool
}

// MakeResult describes an archive that was made and proved.
type MakeResult struct {
	// Path is the path of the archive; empty for an archive that went to a stream.
	Path     string
	Manifest *Manifest
	Proof    Proof
	// Bytes is the size of the archive.
	Bytes int64
}

// Name returns the name of an archive made at that time, such as
// crier-20261123T101500Z-4.4.0.crier.
func Name(at time.Time, version string) string {
	return prefix + at.UTC().Format(stamp) + "-" + fileSafe(version) + Extension
}

// An archive's name begins with prefix and ends in Extension.
const (
	prefix    = "crier-"
	Extension = ".crier"
)

const stamp = "20060102T150405Z"

func fileSafe(text string) string {
	b := []byte(text)
	for i, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '.' && c != '-' {
			b[i] = '_'
		}
	}
	return string(b)
}

// Make copies the folder into a new archive at path. Without an error, the archive is there and can
// be restored. After an error there is nothing at path.
func (m Maker) Make(ctx context.Context, path string) (made MakeResult, err error) {
	if err := taken(path); err != nil {
		return made, err
	}
	staged, err := Stage(ctx, m.Dir, m.Contents, m.Clock, m.Removals, m.NoMedia)
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(staged)) }()
	return m.Write(ctx, staged, path)
}

// Write is Make for a copy that Stage has prepared. It first removes what killed backups have left
// in the folder of path.
func (m Maker) Write(ctx context.Context, staged, path string) (made MakeResult, err error) {
	if err := taken(path); err != nil {
		return made, err
	}
	mark := markOf(m.Dir)
	removeParts(filepath.Dir(path), mark, m.Clock.Now())
	part, release, err := createPart(path, mark)
	if err != nil {
		return made, fmt.Errorf("write the backup: %w", err)
	}
	defer func() {
		err = errors.Join(err, release())
		if removeErr := os.Remove(part.Name()); !errors.Is(removeErr, fs.ErrNotExist) {
			err = errors.Join(err, removeErr)
		}
	}()
	told := count(0, m.Progress)
	err = m.writeTo(ctx, staged, part, told)
	if err == nil {
		err = part.Sync()
	}
	if err := errors.Join(err, part.Close()); err != nil {
		return made, fmt.Errorf("write the backup: %w", err)
	}
	// Free what writing has kept of each file, before prove keeps as much again.
	runtime.GC()
	if made, err = m.prove(ctx, part.Name(), told); err != nil {
		return made, err
	}
	if err := m.complete(ctx, func() error {
		if err := taken(path); err != nil {
			return err
		}
		return os.Rename(part.Name(), path)
	}); err != nil {
		return made, err
	}
	made.Path = path
	if err := datadir.SyncFolder(filepath.Dir(path)); err != nil {
		return made, err
	}
	m.noteProved(made)
	return made, nil
}

// complete marks the folder and then finishes the archive, which cannot be used before. So a
// complete archive of a move never exists beside a folder that is still in use.
func (m Maker) complete(ctx context.Context, finish func() error) (err error) {
	if m.BeforeComplete != nil {
		err = m.BeforeComplete(ctx)
	}
	if err == nil {
		err = finish()
	}
	if err != nil && m.NotCompleted != nil {
		err = errors.Join(err, m.NotCompleted(context.WithoutCancel(ctx)))
	}
	return err
}

// Stream writes the copy that Stage has prepared to w, as an archive. A stream cannot be read back,
// so Stream first proves the staged database and files, and then compares each file that it writes
// with what it has proved.
func (m Maker) Stream(ctx context.Context, staged string, w io.Writer) (made MakeResult, err error) {
	told := count(0, m.Progress)
	p, err := m.pack(ctx, staged, told)
	if err != nil {
		return made, err
	}
	options, err := m.checkOptions(nil)
	if err != nil {
		return made, err
	}
	copied := filepath.Join(staged, "check.db")
	if err := database.Snapshot(ctx, filepath.Join(staged, databaseName), copied); err != nil {
		return made, err
	}
	if made.Proof, err = options.database(ctx, copied, staged, p.manifest); err != nil {
		return made, err
	}
	written := &measured{w: w}
	ending := &withoutEnd{w: written}
	if err := p.write(ctx, ending, told); err != nil {
		return made, fmt.Errorf("write the backup: %w", err)
	}
	if err := m.complete(ctx, ending.finish); err != nil {
		return made, fmt.Errorf("write the backup: %w", err)
	}
	made.Manifest, made.Bytes = p.manifest, written.n
	return made, nil
}

// withoutEnd holds back the last endSize bytes of what is written. Without them the rest is no zip.
type withoutEnd struct {
	w   io.Writer
	end []byte
}

// Write passes on the bytes that are no longer among the last.
func (e *withoutEnd) Write(b []byte) (int, error) {
	e.end = append(e.end, b...)
	if n := len(e.end) - endSize; n > 0 {
		if _, err := e.w.Write(e.end[:n]); err != nil {
			return 0, err
		}
		e.end = append(e.end[:0], e.end[n:]...)
	}
	return len(b), nil
}

// finish writes the bytes that were held back.
func (e *withoutEnd) finish() error {
	_, err := e.w.Write(e.end)
	return err
}

type measured struct {
	w io.Writer
	n int64
}

// Write passes b on and counts the bytes.
func (m *measured) Write(b []byte) (int, error) {
	n, err := m.w.Write(b)
	m.n += int64(n)
	return n, err
}

func (m Maker) writeTo(ctx context.Context, staged string, w io.Writer, told *counter) error {
	p, err := m.pack(ctx, staged, told)
	if err != nil {
		return err
	}
	return p.write(ctx, w, told)
}

// prove reads an archive back and checks it.
func (m Maker) prove(ctx context.Context, path string, told *counter) (made MakeResult, err error) {
	a, err := Open(path)
	if err != nil {
		return made, fmt.Errorf("read the backup back: %w", err)
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	before := told.done
	options, err := m.checkOptions(func(done, _ int64) {
		if m.Progress != nil {
			m.Progress(before+done, told.total)
		}
	})
	if err != nil {
		return made, err
	}
	info, err := a.file.Stat()
	if err != nil {
		return made, err
	}
	made.Manifest, made.Bytes = a.Manifest, info.Size()
	if made.Proof, err = a.Check(ctx, options); err != nil {
		return made, fmt.Errorf("read the backup back: %w", err)
	}
	return made, nil
}

func (m Maker) checkOptions(tell Progress) (CheckOptions, error) {
	// Not in the system's temporary folder: it may be in memory, too small for a large database.
	c := CheckOptions{Contents: m.Contents, Now: m.Clock.Now(), Progress: tell, Temp: m.Dir.Staging()}
	key, err := secrets.LoadKey(m.Dir.SecretKey())
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil // If anything is sealed all the same, no service starts on the folder either.
	}
	c.Key = &key
	return c, err
}

// stagePasses is how often each byte is read: for its checksums, to write it, and to read it back.
const stagePasses = 3

// pack collects the files of the archive and computes their checksums.
func (m Maker) pack(ctx context.Context, staged string, told *counter) (p *packed, err error) {
	begun, err := begunAt(staged)
	if err != nil {
		return nil, err
	}
	list := &Manifest{Format: format, Version: m.Version, Time: begun, HasMedia: !m.NoMedia, IsMove: m.IsMove}
	list.Files = append(list.Files, Entry{Path: databaseName})
	p = &packed{manifest: list, folder: staged, small: map[string][]byte{}}
	if err := m.addSmall(p); err != nil {
		return nil, err
	}
	if err := database.ReadCopy(ctx, filepath.Join(staged, databaseName), func(db *database.DB) error {
		if list.Migration, err = lastMigration(ctx, db); err != nil {
			return err
		}
		if err := list.identify(ctx, db); err != nil || m.NoMedia {
			return err
		}
		return list.collect(ctx, m.Contents, db, staged)
	}); err != nil {
		return nil, err
	}
	if told.total, err = p.bytes(); err != nil {
		return nil, err
	}
	told.total *= stagePasses
	return p, p.measure(ctx, told)
}

// addSmall adds the app's name and the sealed key.
func (m Maker) addSmall(p *packed) (err error) {
	add := func(path string, content []byte) {
		p.manifest.Files = append(p.manifest.Files, Entry{Path: path})
		p.small[path] = content
	}
	name, err := datadir.ReadFile(filepath.Join(m.Dir.Path(), appName), mostSmall)
	if err == nil {
		add(appName, name)
	}
	if p.manifest.KeyCheck, err = secrets.RecordedCheck(m.Dir.SecretKey()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || m.Seal == nil {
		return err
	}
	key, err := secrets.LoadKey(m.Dir.SecretKey())
	if err != nil {
		return err
	}
	sealed, err := m.Seal(key)
	if err != nil {
		return err
	}
	add(keyName, sealed)
	return nil
}
