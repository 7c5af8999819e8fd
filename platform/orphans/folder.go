// Package orphans keeps the files of a data folder that its database does not know. An interrupted
// run leaves some, and an older copy of the database that was put back knows none of the later
// uploads. They may be the only copies. So they are never deleted where they are found, but moved
// to a folder of the day, with their paths:
//
//	orphans/2026-11-22/uploads/images/NAME.jpg
//
// Once the database knows a file, because the right one is back, PutBack moves the file to its
// place. A person can do the same.
//
// # When they are deleted
//
// Each folder of a day has a file days.txt, with a line for each day on which Crier ran while the
// folder was there. A chore writes it, and deletes the folder once it lists 30 full days. The chore
// counts such days instead of reading the folder's name or its files' times, because a clock that
// jumps forward by a year then adds one day and not 365. A machine that is on once a week keeps its
// orphans for thirty weeks. To keep them for good, move them elsewhere; to start counting again,
// delete days.txt.
package orphans

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"crier/platform/datadir"
)

const (
	// keptDays is the least number of full days that orphans are kept.
	keptDays = 30
	dirMode  = 0o700
	daysFile = "days.txt"
	// mostBytes is far above the size of a file of days.
	mostBytes = 64 << 10
)

// batchName is the form of the folders' names: a day, and a number if the day has several.
var batchName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d{2}-\d{2}(-\d+)?$`) })

// Folder is the orphans of a data folder.
type Folder struct{ data, path string }

// In returns the orphans of a data folder.
func In(dir *datadir.Dir) *Folder {
	return &Folder{data: dir.Path(), path: dir.Orphans()}
}

// Batch describes the files that were moved on one day.
type Batch struct {
	// Path is the folder, absolute.
	Path string
	// Files and Bytes are the number and the size of its files.
	Files int
	Bytes int64
	// MayGoFrom is the first day on which the batch may be deleted, if Crier runs every day until
	// then.
	MayGoFrom time.Time
}

// Take moves files to the folder of the day and returns that folder. The paths are within the data
// folder, such as uploads/images/NAME.jpg. A file that cannot be moved stays where it is, and the
// error says why.
func (f *Folder) Take(now time.Time, files []string) (batch string, moved int, err error) {
	if len(files) == 0 {
		return "", 0, nil
	}
	if batch, err = f.batchFor(now, files); err != nil {
		return "", 0, fmt.Errorf("make a folder for orphans: %w", err)
	}
	var errs []error
	for _, file := range files {
		if err := move(filepath.Join(f.data, file), filepath.Join(batch, file)); err != nil {
			errs = append(errs, err)
			continue
		}
		moved++
	}
	return batch, moved, errors.Join(errs...)
}

// move never replaces a file.
func move(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s is there already", to), err)
	}
	if err := os.MkdirAll(filepath.Dir(to), dirMode); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// batchFor makes and returns the folder of the day. It makes a further one if that folder has a
// file of the same path, or was there on other days too: after a clock was set back, files that are
// taken now must not be deleted with older ones.
func (f *Folder) batchFor(now time.Time, files []string) (string, error) {
	day := dayOf(now)
	for n := 1; ; n++ {
		path := filepath.Join(f.path, day)
		if n > 1 {
			path += "-" + strconv.Itoa(n)
		}
		_, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			if err := os.MkdirAll(path, dirMode); err != nil {
				return "", err
			}
			return path, writeDays(path, []string{day})
		}
		if err != nil {
			return "", err
		}
		isFree := slices.Equal(readDays(path), []string{day})
		for _, file := range files {
			_, err := os.Lstat(filepath.Join(path, file))
			isFree = isFree && errors.Is(err, fs.ErrNotExist)
		}
		if isFree {
			return path, nil
		}
	}
}

// PutBack moves files back to where they were. folder is within the data folder, such as
// uploads/images. choose gets the names that a batch has for it and returns the wanted ones. A file
// that exists by now is not replaced.
func (f *Folder) PutBack(folder string, choose func(names []string) ([]string, error)) (moved int, err error) {
	batches, err := f.batches()
	if err != nil {
		return 0, err
	}
	for _, batch := range batches {
		entries, err := os.ReadDir(filepath.Join(batch, folder))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return moved, err
		}
		var names []string
		for _, e := range entries {
			if !e.IsDir() {
				names = append(names, e.Name())
			}
		}
		wanted, err := choose(names)
		if err != nil {
			return moved, err
		}
		for _, name := range wanted {
			if move(filepath.Join(batch, folder, name), filepath.Join(f.data, folder, name)) == nil {
				moved++
			}
		}
	}
	return moved, nil
}

// Tidy records the day in each folder, and deletes folders that are empty or have been kept for 30
// full days. It returns the deleted ones.
func (f *Folder) Tidy(now time.Time) (gone []Batch, err error) {
	batches, err := f.batches()
	for _, path := range batches {
		one, days, readErr := look(path, now)
		if readErr != nil {
			err = errors.Join(err, readErr)
			continue
		}
		if day := dayOf(now); !slices.Contains(days, day) {
			days = append(days, day)
			if writeErr := writeDays(path, days); writeErr != nil {
				err = errors.Join(err, writeErr)
				continue
			}
		}
		// The first and the last day may be parts of days.
		if one.Files > 0 && len(days) < keptDays+2 {
			continue
		}
		if removeErr := os.RemoveAll(path); removeErr != nil {
			err = errors.Join(err, removeErr)
			continue
		}
		gone = append(gone, one)
	}
	if err != nil {
		return gone, fmt.Errorf("tidy the orphans: %w", err)
	}
	return gone, nil
}

// Batches returns the batches, oldest first.
func (f *Folder) Batches(now time.Time) ([]Batch, error) {
	paths, err := f.batches()
	if err != nil {
		return nil, err
	}
	list := []Batch{}
	for _, path := range paths {
		one, _, err := look(path, now)
		if err != nil {
			return nil, err
		}
		if one.Files > 0 {
			list = append(list, one)
		}
	}
	return list, nil
}

// batches returns the folders that Take has made. Other folders beside them are not touched.
func (f *Folder) batches() ([]string, error) {
	entries, err := os.ReadDir(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for orphans: %w", err)
	}
	var paths []string
	for _, e := range entries {
		if e.IsDir() && batchName().MatchString(e.Name()) {
			paths = append(paths, filepath.Join(f.path, e.Name()))
		}
	}
	return paths, nil
}

// look returns the contents of a folder and its days.
func look(path string, now time.Time) (Batch, []string, error) {
	one := Batch{Path: path}
	days := readDays(path)
	err := filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || file == filepath.Join(path, daysFile) {
			return err
		}
		one.Files++
		if info, err := d.Info(); err == nil {
			one.Bytes += info.Size()
		}
		return nil
	})
	counted := len(days)
	if !slices.Contains(days, dayOf(now)) {
		counted++ // Today is one.
	}
	one.MayGoFrom = now.UTC().Truncate(24*time.Hour).AddDate(0, 0, max(keptDays+2-counted, 0))
	return one, days, err
}

func dayOf(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// readDays returns the different days in the list. It returns none for a missing or damaged file,
// so counting starts from the beginning.
func readDays(batch string) []string {
	path := filepath.Join(batch, daysFile)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
		return nil
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	days := slices.DeleteFunc(strings.Fields(string(b)), func(word string) bool {
		_, err := time.Parse(time.DateOnly, word)
		return err != nil
	})
	slices.Sort(days)
	return slices.Compact(days)
}

func writeDays(batch string, days []string) error {
	return datadir.WriteFile(filepath.Join(batch, daysFile), []byte(strings.Join(days, "\n")+"\n"))
}
