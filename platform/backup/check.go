package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"crier/platform/database"
	"crier/platform/secrets"
)

// Proof is the result of a check.
type Proof struct {
	// Files and Bytes count what was read and found to match the manifest.
	Files int
	Bytes int64
	// Sealed counts the tokens and secrets; IsOpened says that the key opens each of them.
	Sealed   int
	IsOpened bool
	// Pending is how many schema changes this version makes to the database.
	Pending int
}

// CheckOptions are the settings of a check.
type CheckOptions struct {
	Contents Contents
	Now      time.Time
	// Key is nil when it is unknown. IsOpened is then false if anything is sealed.
	Key      *secrets.Key
	Progress Progress
	// Temp is the folder for the copy of the database; empty means the system's temporary folder.
	Temp string
}

// Check proves that the archive can be restored: each byte is as it was written, the database is
// whole and has nothing that is not Crier's, this version can bring it up to date, the files that
// it names are there and have the header of their type, and the key opens every sealed value. Check
// works on a copy of the database in Temp and removes the copy.
func (a *Archive) Check(ctx context.Context, c CheckOptions) (proof Proof, err error) {
	temp, err := os.MkdirTemp(c.Temp, stagedPrefix+"check-*")
	if err != nil {
		return proof, fmt.Errorf("check the backup: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	told := count(a.Bytes(), c.Progress)
	copied := filepath.Join(temp, databaseName)
	for i := range a.Files {
		if a.Files[i].Path == databaseName {
			err = a.extract(ctx, i, copied, told, nil)
		} else {
			err = a.copyEntry(ctx, i, io.Discard, told, c.Contents.Header)
		}
		if err != nil {
			return proof, err
		}
	}
	return c.database(ctx, copied, temp, a.Manifest)
}

// extract writes an entry to a new file and syncs it.
func (a *Archive) extract(ctx context.Context, i int, path string, told *counter, header func(string, []byte) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	err = a.copyEntry(ctx, i, f, told, header)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// database checks the database of an archive and migrates it in place. Migrate puts its copies into
// the folder copies.
func (c CheckOptions) database(ctx context.Context, path, copies string, m *Manifest) (proof Proof, err error) {
	proof.Files, proof.Bytes = len(m.Files), m.Bytes()
	if err := database.ReadCopy(ctx, path, func(db *database.DB) error {
		if err := database.CheckWhole(ctx, db); err != nil {
			return err
		}
		pending, err := database.Pending(ctx, db)
		if errors.Is(err, database.ErrNewerSchema) {
			return fmt.Errorf("%w (%s); restore it with that version or a later one", ErrNewer, printable(m.Version))
		}
		if err != nil {
			return err
		}
		applied, err := database.Applied(ctx, db)
		if err != nil {
			return err
		}
		if len(applied) == 0 || applied[len(applied)-1] != m.Migration {
			return fmt.Errorf("%w: its database is not the one it was made from", ErrForeign)
		}
		if err := database.CheckSchema(ctx, db); err != nil {
			return err
		}
		proof.Pending = len(pending)
		return c.files(ctx, db, m)
	}); err != nil {
		return proof, fmt.Errorf("the database of the backup: %w", err)
	}
	db, err := database.Open(ctx, path)
	if err != nil {
		return proof, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx, copies, c.Now); err != nil {
		return proof, fmt.Errorf("bring the database of the backup up to date: %w", err)
	}
	err = c.sealed(ctx, db, &proof)
	return proof, err
}

// sealed tries the key on each sealed value.
func (c CheckOptions) sealed(ctx context.Context, db *database.DB, proof *Proof) error {
	all, err := c.Contents.sealed(ctx, db)
	if err != nil {
		return err
	}
	proof.Sealed, proof.IsOpened = len(all), len(all) == 0
	if c.Key == nil {
		return nil
	}
	box, err := secrets.NewBox(*c.Key)
	if err != nil {
		return err
	}
	if record, found := box.Unopened(all); found {
		return fmt.Errorf("%w: the key does not open %s", ErrKey, printable(record))
	}
	proof.IsOpened = true
	return nil
}

// ErrKey says that a key is not the one under which the tokens are sealed.
var ErrKey = errors.New("the sealing key is not the right one")

// files compares the files that the database names with those in the archive.
func (c CheckOptions) files(ctx context.Context, db *database.DB, m *Manifest) error {
	if !m.HasMedia {
		if slices.ContainsFunc(m.Files, func(e Entry) bool { return isUpload(e.Path) }) {
			return fmt.Errorf("%w: it holds files that its list calls missing", ErrForeign)
		}
		return nil
	}
	sizes := make(map[string]int64, len(m.Files)+len(m.Missing))
	for _, e := range m.Files {
		if isUpload(e.Path) {
			sizes[e.Path] = e.Size
		}
	}
	for _, path := range m.Missing {
		sizes[path] = -1
	}
	if err := c.Contents.eachFile(ctx, db, func(f File) error {
		size, isThere := sizes[f.Path]
		switch {
		case !isThere && f.Record != "":
			return fmt.Errorf("%w: %s is missing", ErrDamaged, f.Path)
		case isThere && size >= 0 && f.Size > 0 && f.Size != size:
			return fmt.Errorf("%w: %s has %d bytes, and the database says %d", ErrDamaged, f.Path, size, f.Size)
		}
		delete(sizes, f.Path)
		return nil
	}); err != nil {
		return err
	}
	for path := range sizes {
		return fmt.Errorf("%w: it has %s, which its database does not name", ErrForeign, path)
	}
	return nil
}
