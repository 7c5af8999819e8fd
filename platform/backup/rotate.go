package backup

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"crier/platform/datadir"
)

const (
	// automaticPrefix begins the names of automatic archives, the only ones that rotation deletes.
	automaticPrefix = prefix + "auto-"
	// Every is how often an automatic archive is made.
	Every      = 24 * time.Hour
	keptDaily  = 7
	keptWeekly = 4
	// ownerDigits is how much of the folder's id is in the name of an automatic archive.
	ownerDigits = 8
	// abandonedAfter is longer than any archive takes.
	abandonedAfter = 12 * time.Hour
)

// automatic is an archive that Automatic has made.
type automatic struct {
	path string
	at   time.Time
}

// automatics lists the automatic archives in dir that are of this data folder, newest first.
func (m Maker) automatics(dir string) (all []automatic, err error) {
	stored, err := m.List(dir)
	for _, s := range stored {
		if s.IsAutomatic {
			all = append(all, automatic{filepath.Join(dir, s.Name), s.At})
		}
	}
	return all, err
}

// owner is the part of an automatic archive's name that says which data folder it is of. Several
// folders may have their backups in one place.
func (m Maker) owner() string { return m.Instance[:min(ownerDigits, len(m.Instance))] }

// isOwn reports whether an automatic archive is of this data folder. rest is the end of its name,
// after the time. Names of earlier versions do not say whose the archive is; it counts as this
// folder's, as it did then.
func (m Maker) isOwn(rest string) bool {
	owner, _, isNamed := strings.Cut(rest, "-")
	if _, err := hex.DecodeString(owner); err != nil || len(owner) != ownerDigits {
		isNamed = false
	}
	return !isNamed || owner == m.owner()
}

// IsDue reports whether dir has no automatic archive of this data folder that is less than a day
// old. An archive from the future does not count, because a wrong clock has dated it.
func (m Maker) IsDue(dir string, now time.Time) (bool, error) {
	all, err := m.automatics(dir)
	all = slices.DeleteFunc(all, func(a automatic) bool { return a.at.After(now) })
	return err == nil && (len(all) == 0 || now.Sub(all[0].at) >= Every), err
}

// Automatic makes an archive in the folder and deletes old automatic archives. It keeps the last
// one of each of the last seven days that have one, and the last one of each of the last four such
// weeks. It never deletes an archive that a person has made, nor one of another data folder, nor
// the one that it has just made.
//
// Archives that are dated after the new one are counted apart, in the same way, because the clock
// was wrong when they were made, or is wrong now. So the new one takes no place of theirs, nor they
// its place, and what was kept under one clock stays under the other.
//
// Automatic makes the folder if need be, but not one that held the last backup, and not one whose
// parent is missing: such a folder is on a disk that was pulled out, and a new one in its place
// would fill this machine's disk. For the same reason it uses no folder whose disk is not mounted
// any more, though the folder below the mount is there.
func (m Maker) Automatic(ctx context.Context, dir string) (MakeResult, error) {
	if err := m.makeFolder(dir); err != nil {
		return MakeResult{}, err
	}
	if err := Tidy(m.Dir, m.Clock.Now()); err != nil {
		return MakeResult{}, err
	}
	version := m.Version
	if m.Instance != "" {
		version = m.owner() + "-" + version
	}
	name := automaticPrefix + strings.TrimPrefix(Name(m.Clock.Now(), version), prefix)
	m.isAutomatic = true
	made, err := m.Make(ctx, filepath.Join(dir, name))
	if err != nil {
		return made, err
	}
	return made, m.rotate(dir, made.Path)
}

// ErrGone says that the folder of the automatic archives has disappeared.
var ErrGone = errors.New("is gone, as when its disk is pulled out")

func (m Maker) makeFolder(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	_, statErr := os.Stat(dir) // It also has a disk mounted that is only mounted when it is used.
	last, err := LastProved(m.Dir)
	if err != nil {
		return err
	}
	if statErr == nil && last != nil && last.Daily == dir && last.Mount != "" && !isMountPoint(last.Mount) {
		return fmt.Errorf("the disk of the folder %s %w: it was mounted at %s, and nothing is mounted there now; mount it again, or choose another folder (Settings > Backups, or CRIER_BACKUP_DIR)", dir, ErrGone, last.Mount)
	}
	if !errors.Is(statErr, fs.ErrNotExist) {
		return statErr
	}
	_, err = os.Stat(filepath.Dir(dir))
	if errors.Is(err, fs.ErrNotExist) || last != nil && filepath.Dir(last.Path) == dir && dir != m.Dir.Backups() {
		return fmt.Errorf("the folder %s %w; make it again, or choose another one (Settings > Backups, or CRIER_BACKUP_DIR)", dir, ErrGone)
	}
	if err := os.Mkdir(dir, dirMode); err != nil {
		return fmt.Errorf("make the folder of the backups: %w", err)
	}
	return nil
}

// rotate deletes the automatic archives that keep does not return, of those up to the one at the
// path made and of those after it.
func (m Maker) rotate(dir, made string) error {
	all, err := m.automatics(dir)
	if err != nil {
		return err
	}
	last := slices.IndexFunc(all, func(a automatic) bool { return a.path == made })
	if last < 0 {
		return nil // Somebody has removed it. Then nothing replaces the others.
	}
	for _, some := range [][]automatic{all[:last], all[last:]} {
		kept := keep(some)
		for _, a := range some {
			if !kept[a.path] {
				err = errors.Join(err, os.Remove(a.path))
			}
		}
	}
	return err
}

// keep returns the paths of the archives to keep, the newest among them. all is sorted newest
// first.
func keep(all []automatic) map[string]bool {
	kept := map[string]bool{}
	days, weeks := map[string]bool{}, map[string]bool{}
	for _, a := range all {
		year, week := a.at.ISOWeek()
		for _, one := range []struct {
			seen map[string]bool
			name string
			most int
		}{{days, a.at.Format(time.DateOnly), keptDaily}, {weeks, fmt.Sprintf("%d-%02d", year, week), keptWeekly}} {
			if !one.seen[one.name] && len(one.seen) < one.most {
				one.seen[one.name] = true
				kept[a.path] = true
			}
		}
	}
	return kept
}

// Stored is an archive in a folder.
type Stored struct {
	Name        string
	At          time.Time
	Bytes       int64
	IsAutomatic bool
}

// Path returns the path of an archive of this data folder in dir, or fs.ErrNotExist when dir has
// none of that name.
func (m Maker) Path(dir, name string) (string, error) {
	all, err := m.List(dir)
	if err == nil && !slices.ContainsFunc(all, func(s Stored) bool { return s.Name == name }) {
		err = fs.ErrNotExist
	}
	return filepath.Join(dir, name), err
}

// List returns the archives in dir that are of this data folder, newest first, by what their names
// say.
func (m Maker) List(dir string) (all []Stored, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look for backups: %w", err)
	}
	for _, e := range entries {
		rest, isAutomatic := strings.CutPrefix(e.Name(), automaticPrefix)
		if !isAutomatic {
			rest, _ = strings.CutPrefix(e.Name(), prefix)
		}
		text, rest, _ := strings.Cut(rest, "-")
		at, err := time.Parse(stamp, text)
		if err != nil || !strings.HasPrefix(e.Name(), prefix) || !strings.HasSuffix(rest, Extension) || !e.Type().IsRegular() || !m.isOwn(rest) {
			continue
		}
		if info, err := e.Info(); err == nil {
			all = append(all, Stored{e.Name(), at, info.Size(), isAutomatic})
		}
	}
	slices.SortFunc(all, func(a, b Stored) int { return b.At.Compare(a.At) })
	return all, nil
}

// ByHand makes an archive in dir, as Automatic does, and deletes none.
func (m Maker) ByHand(ctx context.Context, dir string) (MakeResult, error) {
	if err := m.makeFolder(dir); err != nil {
		return MakeResult{}, err
	}
	return m.Make(ctx, filepath.Join(dir, Name(m.Clock.Now(), m.owner()+"-"+m.Version)))
}

// Tidy removes staged copies that killed processes have left behind.
func Tidy(dir *datadir.Dir, now time.Time) error {
	return removeAbandoned(dir.Staging(), stagedPrefix+"*", now)
}

func removeAbandoned(dir, pattern string, now time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if isOne, _ := filepath.Match(pattern, e.Name()); err != nil || !isOne || now.Sub(info.ModTime()) < abandonedAfter {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
