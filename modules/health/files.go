package health

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/orphans"
)

// settled is how old a file is that the database knows by now, if ever: while it is taken in, it
// does not.
const settled = time.Hour

// found is what the files are beside what the database says of them.
type found struct {
	known int
	// missing are files that are not there, unknown those that nothing names; within the folder.
	missing, unknown []string
}

func (f Folder) files(ctx context.Context) (found, error) {
	var all found
	known := map[string]bool{}
	for _, list := range f.Contents.Files {
		err := list(ctx, f.DB, func(file backup.File) error {
			known[file.Path] = true
			_, err := os.Lstat(filepath.Join(f.Dir.Path(), filepath.FromSlash(file.Path)))
			if file.Record != "" && errors.Is(err, fs.ErrNotExist) {
				all.missing = append(all.missing, file.Path)
			}
			return ctx.Err()
		})
		if err != nil {
			return all, fmt.Errorf("compare the files with the database: %w", err)
		}
	}
	all.known = len(known)
	err := filepath.WalkDir(f.Dir.Uploads(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return errors.Join(ignoreGone(err), ctx.Err())
		}
		info, err := d.Info()
		if name := f.within(path); err == nil && !known[name] && f.Now.Sub(info.ModTime()) > settled {
			all.unknown = append(all.unknown, name)
		}
		return ctx.Err()
	})
	return all, err
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// compared says how the files are.
func (f Folder) compared(ctx context.Context) HealthPart {
	a, err := f.files(ctx)
	if err != nil {
		return unread("files", "Pictures and videos", err)
	}
	p := part("files", "Pictures and videos", "Each is where the database says.").counts(amount(a.known, "file", "files"))
	switch {
	case len(a.missing) > 0:
		return p.is(Mend, counted(len(a.missing), "file is", "files are")+" not there: posts with them fail. Put them back from a backup, or give the posts other ones.",
			HealthFix{Label: "Look for them", CanMend: true, Command: "crier doctor --fix"}).from(a.missing[0]).counts(fmt.Sprint(len(a.missing)), "missing")
	case len(a.unknown) > 0:
		return p.is(Soon, counted(len(a.unknown), "file is", "files are")+" there that the database does not know. Crier puts such files aside, and deletes them after 30 days.",
			HealthFix{Label: "Put them aside", CanMend: true, Command: "crier doctor --fix"}).from(a.unknown[0]).counts(fmt.Sprint(len(a.unknown)), "unknown")
	}
	return p
}

// Mend mends what can be mended without asking, and says what it did, and what it could not do. The
// error is that of ctx. DB must be able to write; it is nil where there is none that can be opened.
func (f Folder) Mend(ctx context.Context) (done []string, err error) {
	failed := func(what string, err error) {
		if err != nil {
			done = append(done, "could not "+what+": "+strings.ReplaceAll(err.Error(), "\n", "; "))
		}
	}
	closed := 0
	for _, path := range f.open() {
		if info, err := os.Stat(path); err == nil {
			if err := os.Chmod(path, info.Mode().Perm()&^private); err != nil {
				failed("close a part of the data folder to others", err)
				continue
			}
			closed++
		}
	}
	if closed > 0 {
		done = append(done, "closed "+counted(closed, "part", "parts")+" of the data folder to others")
	}
	removed, err := backup.RemoveParts(f.Dir, f.Now)
	if removed > 0 {
		done = append(done, "removed "+counted(removed, "unfinished backup", "unfinished backups"))
	}
	failed("remove all unfinished backups", err)
	// A database that is damaged, or a newer Crier's, does not say which files it knows.
	if f.DB == nil || f.pages(ctx).Verdict != Well {
		return done, ctx.Err()
	}
	moved, err := f.mendFiles(ctx)
	done = append(done, moved...)
	failed("put all files where they belong", err)
	if f.log().Verdict != Well {
		switch err := database.Checkpoint(ctx, f.DB); {
		case errors.Is(err, database.ErrBusyLog):
			done = append(done, "left the log of the database as it is, because something reads it; try it again")
		case err != nil:
			failed("write the log of the database over", err)
		default:
			done = append(done, "wrote the log of the database over")
		}
	}
	return done, ctx.Err()
}

func (f Folder) mendFiles(ctx context.Context) (done []string, err error) {
	files, err := f.files(ctx)
	if err != nil {
		return nil, err
	}
	aside, back := orphans.In(f.Dir), 0
	folders := map[string][]string{}
	for _, name := range files.missing {
		folders[path.Dir(name)] = append(folders[path.Dir(name)], path.Base(name))
	}
	for folder, wanted := range folders {
		n, putErr := aside.PutBack(filepath.FromSlash(folder), func(names []string) ([]string, error) {
			return slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(wanted, name) }), nil
		})
		back, err = back+n, errors.Join(err, putErr)
	}
	if back > 0 {
		done = append(done, "put "+counted(back, "file", "files")+" back")
	}
	for i, name := range files.unknown {
		files.unknown[i] = filepath.FromSlash(name)
	}
	_, moved, takeErr := aside.Take(f.Now, files.unknown)
	if moved > 0 {
		done = append(done, "put "+counted(moved, "file", "files")+" aside that the database does not know")
	}
	return done, errors.Join(err, takeErr)
}
