package health

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"crier/platform/backup"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/orphans"
	"crier/platform/secrets"
	"crier/platform/wiretime"
)

// Folder is a data folder whose parts are looked at, with or without a service.
type Folder struct {
	Dir *datadir.Dir
	// DB may be one that only reads.
	DB       *database.DB
	Contents backup.Contents
	// Box has the folder's key; nil where that could not be read, for the reason KeyProblem.
	Box        *secrets.Box
	KeyProblem error
	// HasFFmpeg looks for ffmpeg; nil where it is switched off.
	HasFFmpeg func(ctx context.Context) (version string, lacks []string, err error)
	Now       time.Time
}

const (
	// scarce and low are the room on a disk that is to be mended, and that is to be looked after.
	scarce = 100 << 20
	low    = 1 << 30
	// longLog is more than the database's log has unless something reads for hours.
	longLog = 64 << 20
	// oldBackup is the age of a backup from which a week of daily ones has failed, lateBackup that
	// from which two have.
	oldBackup  = 8 * 24 * time.Hour
	lateBackup = 50 * time.Hour
	// unexported is how long nobody is asked to put the key elsewhere.
	unexported = 7 * 24 * time.Hour
	private    = 0o077
)

const lastBackup, keyCopy = "Last backup", "Copy of the key"

// Quick returns the parts that cost nothing to look at. The error is that of ctx.
func (f Folder) Quick(ctx context.Context) ([]HealthPart, error) {
	parts := []HealthPart{f.modes(), f.room(), f.log(), f.left()}
	since, err := f.usedSince(ctx)
	if err != nil {
		return append(parts, unread("backup", lastBackup, err), unread("key-copy", keyCopy, err)), ctx.Err()
	}
	return append(parts, f.backup(since), f.exported(since)), ctx.Err()
}

// unread is a part that could not be looked at. It says nothing of how the part is.
func unread(id, name string, err error) HealthPart {
	return part(id, name, "").is(Mend, "Crier could not look at it. Look again in a moment.", HealthFix{}).from(err.Error())
}

// Deep returns the parts that take a while. The error is that of ctx.
func (f Folder) Deep(ctx context.Context) ([]HealthPart, error) {
	pages := f.pages(ctx)
	parts := []HealthPart{pages}
	if pages.Verdict == Well {
		parts = append(parts, f.compared(ctx), f.sealed(ctx))
	}
	return append(parts, f.films(ctx)), ctx.Err()
}

// usedSince returns when the folder was first used; the zero time for one that was not.
func (f Folder) usedSince(ctx context.Context) (time.Time, error) {
	at, err := database.Value[*int64](ctx, f.DB, "SELECT min(created_at) FROM users")
	if err != nil || at == nil {
		return time.Time{}, err
	}
	return time.UnixMilli(*at), nil
}

// open names what others of this machine can read.
func (f Folder) open() (paths []string) {
	if runtime.GOOS == "windows" {
		return nil
	}
	for _, path := range []string{
		f.Dir.Path(), f.Dir.Uploads(), f.Dir.Public(), f.Dir.Staging(), f.Dir.Backups(), f.Dir.Orphans(), f.Dir.Database(), f.Dir.Database() + "-wal",
		f.Dir.SecretKey(), f.Dir.SessionSecret(),
	} {
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&private != 0 {
			paths = append(paths, path)
		}
	}
	return paths
}

func (f Folder) modes() HealthPart {
	p := part("folder", "Data folder", "Only you can read it.").from(f.Dir.Path())
	if open := f.open(); len(open) > 0 {
		return p.is(Mend, "Others on this computer can read "+counted(len(open), "part of it.", "parts of it."), HealthFix{Label: "Close it to others", CanMend: true, Command: "crier doctor --fix"}).
			from(strings.Join(open, ", "))
	}
	if program := datadir.SyncedBy(f.Dir.Path()); program != "" {
		return p.is(Soon, program+" copies it while Crier writes to it, and a copy can be torn. Move it elsewhere; backups are what belongs into such a folder.", HealthFix{Label: "Set backups", To: "/settings/backups"})
	}
	return p
}

func (f Folder) room() HealthPart {
	p := part("disk", "Room on the disk", "There is room.")
	free, err := datadir.Room(f.Dir.Path())
	if errors.Is(err, errors.ErrUnsupported) {
		return p
	}
	if err != nil {
		return p.is(Soon, "How much room there is cannot be read.", HealthFix{}).from(err.Error())
	}
	p = p.counts(bytes(free))
	p.Unit += " left"
	switch fix := (HealthFix{Label: "Look at the files", To: "/media"}); {
	case free < scarce:
		return p.is(Mend, "The disk is all but full: without room nothing is taken in and nothing goes out. Delete something that you do not need.", fix)
	case free < low:
		return p.is(Soon, "The disk is getting full. Delete something that you do not need.", fix)
	}
	return p
}

// log looks at the log that changes go into first.
func (f Folder) log() HealthPart {
	p := part("log", "Log of the database", "Written over to the database as it should be.")
	info, err := os.Stat(f.Dir.Database() + "-wal")
	if err != nil {
		return p
	}
	p = p.counts(bytes(info.Size()))
	if info.Size() > longLog {
		return p.is(Soon, "It has grown long, which makes reading slow.", HealthFix{Label: "Write it over", CanMend: true, Command: "crier doctor --fix"})
	}
	return p
}

// left looks at what was put aside because the database does not know it.
func (f Folder) left() HealthPart {
	p := part("orphans", "Files put aside", "There are none.")
	batches, err := orphans.In(f.Dir).Batches(f.Now)
	if err != nil {
		return p.is(Soon, "They cannot be read.", HealthFix{}).from(err.Error())
	}
	files, folders := 0, []string{}
	for _, b := range batches {
		files += b.Files
		folders = append(folders, b.Path)
	}
	if files == 0 {
		return p
	}
	return p.is(Soon, "The database does not know "+counted(files, "file", "files")+", which Crier deletes after 30 days. If you miss some in Crier, put back the database that knows them; "+
		"to keep them, move them elsewhere.", HealthFix{Label: "How", To: "/docs/data"}).counts(amount(files, "file", "files")).from(strings.Join(folders, ", "))
}

func (f Folder) backup(since time.Time) HealthPart {
	p := part("backup", lastBackup, "The first one is made on the first day.")
	fix := HealthFix{Label: "Make one now", To: "/settings/backups", Command: "crier backup FILE"}
	last, err := backup.LastProved(f.Dir)
	if err != nil {
		return unread("backup", lastBackup, err)
	}
	if last == nil {
		if !since.IsZero() && f.Now.Sub(since) > oldBackup {
			return p.is(Mend, "There is none that was read back and found to be whole.", fix)
		}
		return p
	}
	age := f.Now.Sub(last.Time)
	p = p.from(last.Path).counts(ago(age)).since(wiretime.Ptr(last.Time))
	p.Says, p.Fix = "Read back, and found to be whole.", HealthFix{Label: "Open", To: fix.To, Command: fix.Command}
	if !last.HasMedia {
		p.Says = "Read back, and found to be whole. Without pictures and videos."
	}
	switch {
	case age > oldBackup:
		return p.is(Mend, "It is more than a week old: the daily ones fail.", fix)
	case last.IsGone():
		return p.is(Soon, "The last one is not there any more. Connect its disk, or make another.", fix)
	case age > lateBackup:
		return p.is(Soon, "It is more than two days old.", fix)
	}
	return p
}

func (f Folder) exported(since time.Time) HealthPart {
	p := part("key-copy", keyCopy, "You have one outside of this folder.")
	at, err := backup.KeyExported(f.Dir)
	switch {
	case err != nil:
		return p.is(Soon, "Whether there is one cannot be read.", HealthFix{}).from(err.Error())
	case at != nil:
		return p.counts(ago(f.Now.Sub(*at))).since(wiretime.Ptr(*at))
	case since.IsZero() || f.Now.Sub(since) < unexported:
		p.Says = "There is none yet. Crier asks for one after a week."
		return p
	}
	return p.is(Soon, "Nobody has one. If this folder is lost, a backup without the key gives no account its access back.", HealthFix{Label: "Make one", To: "/settings/backups", Command: "crier key export FILE"})
}

func (f Folder) pages(ctx context.Context) HealthPart {
	p := part("database", "Database", "Every page can be read.").from(f.Dir.Database())
	if info, err := os.Stat(f.Dir.Database()); err == nil {
		p = p.counts(bytes(info.Size()))
	}
	switch err := database.CheckPages(ctx, f.DB); {
	case err != nil && !errors.Is(err, database.ErrNoDatabase):
		return unread(p.ID, p.Name, err)
	case err != nil:
		return p.is(Mend, "It is damaged. Put a backup in its place.", HealthFix{Label: "Restore a backup", To: "/settings/backups", Command: "crier restore FILE"}).from(err.Error())
	}
	pending, err := database.Pending(ctx, f.DB)
	switch {
	case errors.Is(err, database.ErrNewerSchema):
		return p.is(Mend, "A newer Crier has written it. Install that one again.", HealthFix{Command: "crier upgrade"}).from(err.Error())
	case err != nil:
		return unread(p.ID, p.Name, err)
	case len(pending) > 0:
		p.Says = "Every page can be read. The next start brings it up to date."
	}
	return p
}

// sealed looks whether the key opens everything that is sealed.
func (f Folder) sealed(ctx context.Context) HealthPart {
	p := part("key", "Key", "It opens everything that is sealed.").from(f.Dir.SecretKey())
	fix := HealthFix{Label: "Put it back", To: "/settings/backups", Command: "crier key import FILE"}
	pending, err := database.Pending(ctx, f.DB)
	if isNewer := errors.Is(err, database.ErrNewerSchema); isNewer || len(pending) > 0 {
		p.Says = "It is looked at once the database is of this version."
		return p
	}
	if err != nil {
		return unread(p.ID, p.Name, err)
	}
	var all []secrets.Sealed
	for _, keeper := range f.Contents.Sealed {
		values, err := keeper(f.DB)(ctx)
		if err != nil {
			return unread(p.ID, p.Name, err)
		}
		all = append(all, values...)
	}
	p = p.counts(fmt.Sprint(len(all)), "sealed")
	switch {
	case f.Box == nil && errors.Is(f.KeyProblem, fs.ErrNotExist) && len(all) == 0:
		p.Says = "Nothing is sealed yet."
		return p
	case f.Box == nil:
		return p.is(Mend, "It cannot be read, and with it no account's access.", fix).from(fmt.Sprint(f.KeyProblem))
	}
	if record, found := f.Box.Unopened(all); found {
		return p.is(Mend, "It does not open everything: what it does not open has to be given again.", fix).from(record)
	}
	return p
}

// films looks for ffmpeg, without which everything else works.
func (f Folder) films(ctx context.Context) HealthPart {
	p := part("ffmpeg", "Video tools", "Videos can be converted, and have pictures of themselves.")
	if f.HasFFmpeg == nil {
		p.Says = "Switched off. Videos that Instagram takes go out as they are."
		return p
	}
	version, lacks, err := f.HasFFmpeg(ctx)
	switch {
	case err != nil:
		p.Says = "There is no ffmpeg. Videos that Instagram takes go out as they are; others cannot be converted."
		return p.from(err.Error())
	case len(lacks) > 0:
		p.Says = "This ffmpeg makes pictures of videos, and cannot convert them."
		return p.from("it lacks "+strings.Join(lacks, ", ")).counts(version, "")
	}
	return p.from("ffmpeg "+version).counts(version, "")
}

// within returns the path relative to the data folder, with slashes.
func (f Folder) within(path string) string {
	rel, err := filepath.Rel(f.Dir.Path(), path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}
