package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
)

const (
	stagedPrefix = "backup-"
	// UploadPrefix begins the name of an archive in the staging folder that was uploaded. It stays
	// there over starts, such as that after a restore, until Tidy removes it.
	UploadPrefix = stagedPrefix + "upload-"
	dirMode      = 0o700
	fileMode     = 0o600
	// mostNamed is how many files a message names.
	mostNamed = 3
	// lookedUp is how many records one call of Contents.Ended gets.
	lookedUp = 500
)

// ErrNothing says that no service has made the folder's database yet.
var ErrNothing = errors.New("there is nothing to back up: the data folder has no database yet, which crier serve makes")

// Stage copies the folder's database into a new folder in the staging folder, links the files that
// the copy names beside it, and notes when it began. The caller removes the folder that Stage
// returns. While Stage runs, files may be deleted only through held, which is nil for a folder that
// no service uses.
func Stage(ctx context.Context, dir *datadir.Dir, c Contents, clk clock.Clock, held *Removals, noMedia bool) (staged string, err error) {
	if staged, err = os.MkdirTemp(dir.Staging(), stagedPrefix+"*"); err != nil {
		return "", fmt.Errorf("prepare the backup: %w", err)
	}
	made := staged
	defer func() {
		if err != nil {
			staged, err = "", errors.Join(err, os.RemoveAll(made))
		}
	}()
	if err := os.WriteFile(filepath.Join(staged, begunName), []byte(clk.Now().UTC().Format(time.RFC3339Nano)), fileMode); err != nil {
		return staged, err
	}
	defer held.Hold(clk)()
	path := filepath.Join(staged, databaseName)
	if err := database.Snapshot(ctx, dir.Database(), path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = ErrNothing
		}
		return staged, err
	}
	if noMedia {
		return staged, nil
	}
	return staged, database.ReadCopy(ctx, path, func(db *database.DB) error {
		if _, err := lastMigration(ctx, db); err != nil {
			return err // Before the files are asked for in tables that are not there.
		}
		l := linker{from: dir.Path(), to: staged}
		return c.eachFile(ctx, db, func(f File) error { return l.link(ctx, f.Path) })
	})
}

// lastMigration returns the name of the last migration of a copied database. It returns ErrNothing
// for a database without tables, and database.ErrNewerSchema for one that a newer version has
// migrated, because this version could not check the backup.
func lastMigration(ctx context.Context, db *database.DB) (string, error) {
	if _, err := database.Pending(ctx, db); err != nil {
		return "", err
	}
	applied, err := database.Applied(ctx, db)
	if err == nil && len(applied) == 0 {
		err = ErrNothing
	}
	if err != nil {
		return "", err
	}
	return applied[len(applied)-1], nil
}

// begunName is the file in the staged folder that says when the copy began.
const begunName = "begun"

// begunAt returns when the staged copy began. The database may lack what happened after that time.
// A copy by a service of an earlier version has no such file; its database's time stands in.
func begunAt(staged string) (time.Time, error) {
	text, err := datadir.ReadFile(filepath.Join(staged, begunName), mostSmall)
	if errors.Is(err, fs.ErrNotExist) {
		info, err := os.Stat(filepath.Join(staged, databaseName))
		if err != nil {
			return time.Time{}, err
		}
		return info.ModTime().UTC(), nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339Nano, string(text))
}

// linker links files of one folder into another, under the same names.
type linker struct {
	from, to string
	// made is the last folder that link has made.
	made string
}

// link links the file, or copies it where links fail. It leaves out what is missing or no regular
// file.
func (l *linker) link(ctx context.Context, path string) error {
	if !isOurs(path) {
		return fmt.Errorf("the database names a file at a place where Crier keeps none, %q", printable(path))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	from, to := filepath.Join(l.from, filepath.FromSlash(path)), filepath.Join(l.to, filepath.FromSlash(path))
	if folder := filepath.Dir(to); folder != l.made {
		if err := os.MkdirAll(folder, dirMode); err != nil {
			return err
		}
		l.made = folder
	}
	info, err := os.Lstat(from)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil
	}
	if err == nil {
		err = os.Link(from, to)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return nil
	}
	return copyFile(from, to)
}

func copyFile(from, to string) (err error) {
	source, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Sync(), target.Close())
}

// collect adds each file that the database names and the staged folder has. A missing or damaged
// file is an error, unless every post that uses it has ended.
func (m *Manifest) collect(ctx context.Context, c Contents, db *database.DB, staged string) error {
	var lost []File
	head := make([]byte, HeaderSize)
	err := c.eachFile(ctx, db, func(f File) error {
		if isWhole(filepath.Join(staged, filepath.FromSlash(f.Path)), f, c.Header, head) {
			m.Files = append(m.Files, Entry{Path: f.Path})
		} else if f.Record != "" {
			lost = append(lost, f)
		}
		return ctx.Err()
	})
	if err != nil {
		return fmt.Errorf("find the files: %w", err)
	}
	needed, err := stillNeeded(ctx, c, db, lost)
	if err != nil {
		return err
	}
	if len(needed) > 0 {
		return missingError(needed)
	}
	for _, f := range lost {
		m.Missing = append(m.Missing, f.Path)
	}
	return nil
}

// ErrMissing says that a file that the database names is missing or damaged.
var ErrMissing = errors.New("missing or damaged")

func missingError(needed []File) error {
	var names []string
	for _, f := range needed[:min(len(needed), mostNamed)] {
		names = append(names, f.Path)
	}
	more := ""
	if n := len(needed) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Errorf("the backup would not be whole: %s%s, %w; put them back, or delete them from the library (crier media delete %s), and make the backup again",
		strings.Join(names, ", "), more, ErrMissing, needed[0].Record)
}

// stillNeeded returns the lost files that a post still needs.
func stillNeeded(ctx context.Context, c Contents, db *database.DB, lost []File) (needed []File, err error) {
	for batch := range slices.Chunk(lost, lookedUp) {
		records := make([]string, len(batch))
		for i, f := range batch {
			records[i] = f.Record
		}
		ended, err := c.Ended(ctx, db, records)
		if err != nil {
			return nil, fmt.Errorf("find what needs the files: %w", err)
		}
		for _, f := range batch {
			if !slices.Contains(ended, f.Record) {
				needed = append(needed, f)
			}
		}
	}
	return needed, nil
}

// isWhole reports whether the file exists, has the size in the database, and passes header. It uses
// head, of HeaderSize bytes, as its buffer.
func isWhole(path string, f File, header func(string, []byte) error, head []byte) bool {
	opened, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = opened.Close() }()
	info, err := opened.Stat()
	if err != nil || !info.Mode().IsRegular() || f.Size > 0 && info.Size() != f.Size {
		return false
	}
	n, err := io.ReadFull(opened, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	return header(f.Path, head[:n]) == nil
}
