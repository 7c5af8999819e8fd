package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

type restoreCommands struct {
	quarantineCommands

	File restoreFile `cmd:"" name:"file" default:"withargs" help:"Put a data folder back as it was when the backup was made, or check the backup."`
}

type restoreFile struct {
	folder
	File       string `arg:"" complete:"file" help:"The backup, a file that crier backup has made; or a copy of the database that an upgrade has left in the folder backups."`
	Check      bool   `help:"Only check that the backup can be restored. Nothing is changed."`
	Key        string `complete:"file" placeholder:"FILE" help:"The key of the tokens and passwords: a file of crier key export, or the secret.key of the folder (default: the one in the backup, or the one of the folder that is replaced)."`
	WithoutKey bool   `name:"without-key" help:"Restore without the key. The accounts must be connected again."`
	KeepKeys   bool   `name:"keep-keys" help:"Keep API keys and signed-in browsers. By default they all end, because the backup does not know which of them you have revoked since."`
	Keyring    string `env:"CRIER_KEYRING" enum:"auto,off" default:"auto" hidden:"" help:"As for crier serve."`
	JSON       bool   `name:"json" help:"Print JSON: {\"path\", \"files\", \"bytes\", \"version\", \"time\", \"key\", \"kept\", \"orphans\", \"missing\", \"revoked\", \"quarantined\"}."`
}

// restoreReport is what restore --json prints.
type restoreReport struct {
	// Path is the restored folder; null for a check.
	Path    *string   `json:"path"`
	Files   int       `json:"files"`
	Bytes   int64     `json:"bytes"`
	Version string    `json:"version"`
	Time    time.Time `json:"time"`
	// Key is "opens", "none" where nothing is sealed, or "missing".
	Key string `json:"key"`
	// Kept is where the replaced folder is.
	Kept        *string `json:"kept"`
	Orphans     int     `json:"orphans"`
	Missing     int     `json:"missing"`
	Revoked     bool    `json:"revoked"`
	Quarantined bool    `json:"quarantined"`
}

// Run checks the backup, or restores it.
func (c *restoreFile) Run(ctx context.Context) (err error) {
	if _, err := inspect(c.File); err != nil {
		return err
	}
	isCopy := strings.HasSuffix(c.File, ".db")
	if isCopy && c.DataDir == "" {
		c.DataDir = folderOfCopy(c.File)
	}
	path, err := datadir.Settle(c.DataDir)
	if err != nil {
		return err
	}
	archive, err := c.open(ctx, path, isCopy)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, archive.Close()) }()
	if !c.Check {
		// Before a passphrase is asked for.
		if err := backup.CheckReplaceable(path); err != nil {
			return err
		}
	}
	key, err := c.key(ctx, archive, path)
	if err != nil {
		return err
	}
	if c.Check {
		return c.check(ctx, archive, key)
	}
	meter := newMeter("Restore")
	done, err := archive.Restore(ctx, backup.RestoreOptions{
		Contents: modules.BackedUp(), Path: path, Now: clock.System().Now(), Key: key, WithoutKey: c.WithoutKey, UseKeyring: c.Keyring == "auto",
		KeepAccess: c.KeepKeys, Progress: meter.show,
	})
	if meter.clear(); err != nil {
		if errors.Is(err, datadir.ErrLocked) {
			return fmt.Errorf("%w; stop it, and restore again", err)
		}
		return fullDisk(err, "the restored folder")
	}
	return c.sayRestored(path, archive.Manifest, done)
}

// folderOfCopy returns the data folder whose backups the copy is in; empty for one elsewhere.
func folderOfCopy(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	dir := filepath.Dir(filepath.Dir(absolute))
	existing, err := datadir.Existing(dir)
	if err != nil || filepath.Join(dir, "backups") != filepath.Dir(absolute) {
		return ""
	}
	if _, err := os.Stat(existing.Database()); err != nil {
		return ""
	}
	return dir
}

// open opens the archive, or the copy of the database of the folder at path that an upgrade has
// made.
func (c *restoreFile) open(ctx context.Context, path string, isCopy bool) (*backup.Archive, error) {
	if !isCopy {
		return backup.Open(c.File)
	}
	dir, err := datadir.Existing(path)
	if err != nil {
		return nil, fmt.Errorf("%s is a copy of the database alone, and the data folder that has its files is not there: %w", onOneLine(c.File), err)
	}
	return backup.OpenCopy(ctx, dir, c.File, clock.System())
}

// key returns the key of the archive's tokens from the named file, the archive or the folder, or
// nil.
func (c *restoreFile) key(ctx context.Context, archive *backup.Archive, path string) (*secrets.Key, error) {
	ask := func() (string, error) { return passphrase(ctx, "Passphrase of the key: ") }
	if c.WithoutKey {
		if c.Key != "" {
			return nil, usageError{errors.New("--key and --without-key cannot be used together")}
		}
		return nil, nil
	}
	if c.Key != "" {
		key, err := readKey(ctx, c.Key)
		return &key, err
	}
	if dir, err := datadir.Existing(path); err == nil {
		check, err := secrets.RecordedCheck(dir.SecretKey())
		if err == nil && check == archive.KeyCheck {
			var key secrets.Key
			if key, err = secrets.LoadKey(dir.SecretKey()); err == nil {
				return &key, nil
			}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !archive.HasKey() {
			return nil, err
		}
	}
	if !archive.HasKey() {
		return nil, nil
	}
	key, err := archive.Key(ctx, ask)
	return &key, err
}

func (c *restoreFile) check(ctx context.Context, archive *backup.Archive, key *secrets.Key) error {
	meter := newMeter("Check")
	proof, err := archive.Check(ctx, backup.CheckOptions{Contents: modules.BackedUp(), Now: clock.System().Now(), Key: key, Progress: meter.show})
	if meter.clear(); err != nil {
		return fullDisk(err, "the check")
	}
	report := reportOfRestore(archive.Manifest, proof)
	if c.JSON {
		err = printJSON(report)
	} else {
		_, err = fmt.Printf("The backup %s of %s (Crier %s) is whole: %s, %s. %s\n", onOneLine(c.File), inLocalZone(report.Time).Format("2006-01-02 15:04"), onOneLine(report.Version),
			count(report.Files, "file", "files"), megabytes(report.Bytes), map[string]string{
				"opens":   "The key opens all tokens and passwords in it.",
				"none":    "There are no tokens and passwords in it.",
				"missing": "The key of its tokens and passwords is not here: name it with --key FILE, or connect the accounts again after the restore.",
			}[report.Key])
	}
	if err == nil && report.Key == "missing" {
		return errAttention
	}
	return err
}

func reportOfRestore(m *backup.Manifest, proof backup.Proof) restoreReport {
	report := restoreReport{Files: proof.Files, Bytes: proof.Bytes, Version: m.Version, Time: m.Time, Key: "missing"}
	switch {
	case proof.Sealed == 0:
		report.Key = "none"
	case proof.IsOpened:
		report.Key = "opens"
	}
	return report
}

func (c *restoreFile) sayRestored(path string, m *backup.Manifest, done backup.RestoreResult) error {
	report := reportOfRestore(m, done.Proof)
	report.Path, report.Kept, report.Orphans, report.Missing = &path, filled(done.Kept), done.Orphans, done.Missing
	report.Revoked, report.Quarantined = done.IsRevoked, done.IsQuarantined
	if c.JSON {
		if err := printJSON(report); err != nil {
			return err
		}
	} else if err := c.tell(path, m, done); err != nil {
		return err
	}
	if done.Missing > 0 || done.IsForgotten {
		return errAttention
	}
	return nil
}

func (c *restoreFile) tell(path string, m *backup.Manifest, done backup.RestoreResult) error {
	text := fmt.Sprintf("%s is as it was on %s.\n", onOneLine(path), inLocalZone(m.Time).Format("2006-01-02 at 15:04"))
	if done.Kept != "" {
		text += fmt.Sprintf("The folder that was there is kept: %s. Delete it when you do not need it any more.\n", onOneLine(done.Kept))
	}
	if done.Orphans > 0 {
		text += fmt.Sprintf("The backup does not know %s of it, kept in the folder orphans.\n", count(done.Orphans, "upload", "uploads"))
	}
	if done.Missing > 0 {
		text += fmt.Sprintf("%s of the library %s not there: this backup was made without them.\n", count(done.Missing, "file", "files"), map[bool]string{true: "is", false: "are"}[done.Missing == 1])
	}
	if done.IsRevoked {
		text += "All API keys and signed-in browsers have ended. Make new keys: crier keys create NAME.\n"
	}
	if done.IsForgotten {
		text += "The tokens and passwords are gone, because their key is missing. Connect the accounts again: crier accounts connect.\n"
	}
	if done.IsQuarantined {
		text += "Crier does not know what was published since. It publishes nothing until you have looked at the posts: start it with crier serve, then crier restore status.\n"
	}
	_, err := fmt.Print(text)
	return err
}

// fullDisk says in one sentence that the disk is full, if that is the cause.
func fullDisk(err error, what string) error {
	if database.DiskFull(err) && isOfOutput(err) {
		return fmt.Errorf("the disk is full: there is no room for %s where the standard output goes, and what is there of it is of no use (%w)", what, err)
	}
	if database.DiskFull(err) {
		return fmt.Errorf("the disk is full: there is no room for %s, and what was written of it is removed (%w)", what, err)
	}
	return err
}
