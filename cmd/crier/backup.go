package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"crier/modules"
	"crier/modules/backups"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

const passphraseVariable = "CRIER_BACKUP_PASSPHRASE"

type backupCommand struct {
	existingFolder
	File    string `arg:"" optional:"" complete:"file" help:"The file to write, which must not be there yet; - writes to the standard output (default: a name with the time, in the current folder)."`
	NoMedia bool   `name:"no-media" help:"Leave out the pictures and videos. To restore such a backup with them, they must still be in the folder that it replaces."`
	WithKey bool   `name:"with-key" help:"Put the key of the tokens and passwords into the backup, under a passphrase. Crier asks for it, or takes it from CRIER_BACKUP_PASSPHRASE."`
	Move    bool   `name:"move" help:"Move Crier elsewhere: once the backup is proved, this folder does not start any more."`
	JSON    bool   `name:"json" help:"Print JSON: {\"path\", \"bytes\", \"files\", \"version\", \"time\", \"hasMedia\", \"hasKey\", \"isMove\", \"missing\"}."`
}

// backupReport is what backup --json prints.
type backupReport struct {
	Path     string    `json:"path"`
	Bytes    int64     `json:"bytes"`
	Files    int       `json:"files"`
	Version  string    `json:"version"`
	Time     time.Time `json:"time"`
	HasMedia bool      `json:"hasMedia"`
	HasKey   bool      `json:"hasKey"`
	IsMove   bool      `json:"isMove"`
	Missing  []string  `json:"missing"`
}

// Run makes the backup, and reads it back.
func (c *backupCommand) Run(ctx context.Context) (err error) {
	if err := c.check(); err != nil {
		return err
	}
	dir, err := c.mustExist()
	if err != nil {
		return err
	}
	meter := newMeter("Backup")
	maker := backup.Maker{
		Dir: dir, Contents: modules.BackedUp(), Clock: clock.System(), Version: version, NoMedia: c.NoMedia, IsMove: c.Move, Progress: meter.show,
	}
	if c.WithKey {
		word, err := newPassphrase(ctx)
		if err != nil {
			return err
		}
		maker.Seal = func(key secrets.Key) ([]byte, error) { return backup.SealKey(key, word) }
	}
	if c.Move {
		maker.BeforeComplete = func(ctx context.Context) error { return c.markMoved(ctx, dir, maker.Clock.Now()) }
		maker.NotCompleted = func(ctx context.Context) error { return backup.UnmarkMoved(ctx, dir) }
	}
	staged, release, err := c.stage(ctx, dir, maker)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(staged), release()) }()
	var made backup.MakeResult
	if c.File == "-" {
		// A program that reads no more is an error like others, after which this one tidies up.
		signal.Ignore(syscall.SIGPIPE)
		made, err = maker.Stream(ctx, staged, os.Stdout)
	} else {
		made, err = maker.Write(ctx, staged, c.path(maker))
	}
	if meter.clear(); err != nil {
		return fullDisk(err, "the backup")
	}
	return c.say(made)
}

func (c *backupCommand) markMoved(ctx context.Context, dir *datadir.Dir, now time.Time) error {
	if err := backup.MarkMoved(ctx, dir, version, now); err != nil {
		return err
	}
	return c.withDatabase(ctx, func(dir *datadir.Dir, db *database.DB) error { return noteChange(ctx, dir, db) })
}

func (c *backupCommand) check() error {
	switch c.File {
	case "":
		return nil
	case "-":
	default:
		return mayMake(c.File) // Before a passphrase is asked for.
	}
	if c.JSON {
		return usageError{errors.New("the backup and the JSON cannot both go to the standard output; name a file")}
	}
	if isTTY(os.Stdout) {
		return usageError{errors.New("a terminal cannot show a backup; name a file, or send it to a program, as in crier backup - | ssh HOST COMMAND")}
	}
	return nil
}

func (c *backupCommand) path(m backup.Maker) string {
	if c.File == "" {
		return backup.Name(m.Clock.Now(), version)
	}
	return c.File
}

// stage has the running service copy its database and link its files. Without a service this
// process does so, and keeps services from starting until release is called.
func (c *backupCommand) stage(ctx context.Context, dir *datadir.Dir, m backup.Maker) (staged string, release func() error, err error) {
	release = func() error { return nil }
	if c.Move {
		if inUse, err := dir.InUse(); err != nil || inUse {
			return "", release, errors.Join(err, usageError{errors.New("a Crier is running, and the move would lose what it does after the backup; stop it, and make the backup again")})
		}
	}
	err = c.withService(ctx, func(service *serviceClient) error {
		folder, err := c.stageBy(ctx, service)
		if err == nil {
			staged = filepath.Join(dir.Staging(), folder)
		}
		return err
	})
	if !errors.Is(err, errNotRunning) || errors.Is(err, errNoAnswer) {
		return staged, release, err
	}
	// What is missing in the folder is made, as a service would.
	if dir, err = datadir.Open(dir.Path()); err != nil {
		return "", release, err
	}
	lock, err := dir.Lock()
	if err != nil {
		return "", release, err
	}
	if staged, err = backup.Stage(ctx, dir, m.Contents, m.Clock, nil, c.NoMedia); err != nil {
		if errors.Is(err, database.ErrNoDatabase) {
			err = damaged(dir)
		}
		return "", release, fullDisk(errors.Join(err, lock.Release()), "the backup")
	}
	return staged, lock.Release, nil
}

// damaged is the error about a database with a damaged page.
func damaged(dir *datadir.Dir) error {
	return fmt.Errorf("the database %s is damaged, and no backup can be made of it; stop Crier, and put the last backup back with crier restore FILE", dir.Database())
}

// whyUnreadable says what to do about a database that cannot be read.
func whyUnreadable(dir *datadir.Dir, err error) error {
	switch {
	case database.IsDamaged(err):
		return damaged(dir)
	case database.DiskFull(err):
		return fmt.Errorf("the disk is full, and without some room on it Crier cannot read %s; delete something that you do not need", dir.Database())
	}
	return err
}

// stagePatience is how long the running service may prepare a backup: on a disk without hard links,
// such as one with exFAT, it copies all pictures and videos.
const stagePatience = 12 * time.Hour

// stageBy returns the name of the folder in staging/ in which the service has prepared the backup.
func (c *backupCommand) stageBy(ctx context.Context, service *serviceClient) (string, error) {
	var answer backups.Staged
	service.http.Timeout = stagePatience
	err := service.post(ctx, "/api/backups/staged", backups.StageRequest{NoMedia: c.NoMedia}, &answer)
	return filepath.Base(answer.Folder), err
}

func (c *backupCommand) say(made backup.MakeResult) error {
	m := made.Manifest
	if c.JSON {
		return printJSON(backupReport{
			Path: made.Path, Bytes: made.Bytes, Files: len(m.Files), Version: m.Version, Time: m.Time, HasMedia: m.HasMedia, HasKey: m.HasKey(), IsMove: m.IsMove,
			Missing: append([]string{}, m.Missing...),
		})
	}
	out := io.Writer(os.Stdout)
	if c.File == "-" {
		out = os.Stderr
	}
	text := fmt.Sprintf("The backup %s is made, read back and found to be whole: %s, %s.\n", onOneLine(made.Path), count(len(m.Files), "file", "files"), megabytes(made.Bytes))
	if c.File == "-" {
		text = fmt.Sprintf("The backup is written: %s, %s.\n", count(len(m.Files), "file", "files"), megabytes(made.Bytes))
	}
	if !m.HasMedia {
		text += "The pictures and videos are not in it.\n"
	}
	if n := len(m.Missing); n > 0 {
		text += fmt.Sprintf("Note: %s of posts that have ended %s missing in the folder, and in the backup too.\n", count(len(m.Missing), "file", "files"), map[bool]string{true: "is", false: "are"}[n == 1])
	}
	switch {
	case m.HasKey():
		text += "The key of the tokens and passwords is in it. Keep the passphrase: without it the accounts have to be connected again.\n"
	case m.KeyCheck != "":
		text += "The key of the tokens and passwords is not in it, and nobody who finds the backup can post for you. Keep the key elsewhere: crier key export FILE. Without it the accounts have to be connected again on another machine.\n"
	}
	if m.IsMove {
		text += "This folder does not start any more. Restore the backup on the other machine: crier restore FILE.\n"
	}
	_, err := io.WriteString(out, text)
	return err
}

// newPassphrase asks for a new passphrase, which a person types twice.
func newPassphrase(ctx context.Context) (string, error) {
	word, err := passphrase(ctx, fmt.Sprintf("Passphrase for the key (at least %d characters): ", backup.LeastPassphrase))
	if err != nil {
		return "", err
	}
	if len([]rune(word)) < backup.LeastPassphrase {
		return "", usageError{fmt.Errorf("the passphrase must have at least %d characters", backup.LeastPassphrase)}
	}
	if !isTTY(os.Stdin) || os.Getenv(passphraseVariable) != "" {
		return word, nil
	}
	again, err := passphrase(ctx, "The same once more: ")
	if err == nil && again != word {
		err = usageError{errors.New("the two passphrases differ; nothing was done")}
	}
	return word, err
}

// passphrase asks for a passphrase, unless the environment has one.
func passphrase(ctx context.Context, question string) (string, error) {
	if word := os.Getenv(passphraseVariable); word != "" {
		return word, nil
	}
	if !isTTY(os.Stdin) {
		return "", usageError{errors.New("there is no terminal to ask for the passphrase; set " + passphraseVariable)}
	}
	return newAsker(os.Stdin, os.Stderr).secret(ctx, question)
}

// meter shows the progress of a long operation on a terminal.
type meter struct {
	name  string
	out   io.Writer
	shown int64
}

func newMeter(name string) *meter { return &meter{name: name, out: terminal(os.Stderr), shown: -1} }

func (m *meter) show(done, total int64) {
	if m.out == nil || total <= 0 {
		return
	}
	if percent := min(done*100/total, 100); percent != m.shown {
		m.shown = percent
		_, _ = fmt.Fprintf(m.out, "\r%s: %3d %%", m.name, percent)
	}
}

func (m *meter) clear() {
	if m.out != nil && m.shown >= 0 {
		_, _ = io.WriteString(m.out, "\r\x1b[K")
	}
}
