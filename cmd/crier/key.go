package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"crier/modules"
	"crier/platform/backup"
	"crier/platform/clock"
	"crier/platform/datadir"
	"crier/platform/secrets"
)

type keyCommands struct {
	Export exportKeyCommand `cmd:"" help:"Write the key that encrypts tokens and passwords to a file, under a passphrase, to keep it in another place than the backups."`
	Import importKeyCommand `cmd:"" help:"Put the key back into a data folder that has lost it."`
}

type exportKeyCommand struct {
	existingFolder
	File string `arg:"" complete:"file" help:"The file to write, which must not be there yet."`
}

// Run writes the key, encrypted with a passphrase.
func (c *exportKeyCommand) Run(ctx context.Context) error {
	if err := mayMake(c.File); err != nil {
		return err
	}
	dir, err := c.mustExist()
	if err != nil {
		return err
	}
	key, err := secrets.LoadKey(dir.SecretKey())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the data folder %s has no key; crier serve makes one in a new folder, and crier key import FILE puts one back", dir.Path())
	}
	if err != nil {
		return err
	}
	word, err := newPassphrase(ctx)
	if err != nil {
		return err
	}
	sealed, err := backup.SealKey(key, word)
	if err != nil {
		return err
	}
	if err := writeNew(c.File, sealed); err != nil {
		return fullDisk(err, "the key")
	}
	if err := backup.NoteKeyExported(dir, key, clock.System().Now()); err != nil {
		return fullDisk(err, "when the key was exported")
	}
	_, err = fmt.Printf("The key is in %s, under the passphrase. Keep both, in different places; crier key import %[1]s puts it back.\n", onOneLine(c.File))
	return err
}

type importKeyCommand struct {
	existingFolder
	File    string `arg:"" complete:"file" help:"The file of crier key export, or a secret.key."`
	Keyring string `env:"CRIER_KEYRING" enum:"auto,off" default:"auto" hidden:"" help:"As for crier serve."`
}

// Run puts the key into the folder, if it opens the values that are sealed there.
func (c *importKeyCommand) Run(ctx context.Context) error {
	dir, err := c.mustExist()
	if err != nil {
		return err
	}
	key, err := readKey(ctx, c.File)
	if err != nil {
		return err
	}
	aside, err := backup.ImportKey(ctx, dir, modules.BackedUp(), key, c.Keyring == "auto", clock.System().Now())
	switch {
	case errors.Is(err, datadir.ErrLocked):
		return fmt.Errorf("%w; stop it first", err)
	case errors.Is(err, backup.ErrKeyInUse):
		return printLine(os.Stdout, "The data folder has this key already.")
	case err != nil:
		return fullDisk(err, "the key")
	}
	text := "The key is in its place: it opens what is encrypted in this data folder.\n"
	if aside != "" {
		text += fmt.Sprintf("The key that was there opens nothing here, and is kept as %s.\n", onOneLine(aside))
	}
	_, err = fmt.Print(text)
	return err
}

// readKey returns the key in a file that the call names.
func readKey(ctx context.Context, path string) (key secrets.Key, err error) {
	if _, err := inspect(path); err != nil {
		return key, err
	}
	return backup.ReadKey(path, func() (string, error) { return passphrase(ctx, "Passphrase of the key: ") })
}
