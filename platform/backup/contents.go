package backup

import (
	"context"
	"time"

	"crier/platform/database"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// File is a file of the data folder that a database names.
type File struct {
	// Path is within the data folder, with slashes, such as uploads/images/NAME.jpg.
	Path string
	// Size is the file's size in bytes, as the database has it; 0 when the database does not have
	// it.
	Size int64
	// Record is the id of the record that has the file. It is empty for a file that Crier can make
	// or fetch again.
	Record string
}

// Contents is what the modules know of a folder. Sealed, Revoke and Forget get a database that is
// up to date. The other functions may use only the schema of the first version.
type Contents struct {
	// Files list the files that a database names.
	Files []func(ctx context.Context, db bun.IDB, each func(File) error) error
	// Ended returns the records whose files are not needed any more, because everything that uses
	// them has ended.
	Ended func(ctx context.Context, db bun.IDB, records []string) ([]string, error)
	// Sealed list the sealed values.
	Sealed []func(*database.DB) secrets.Keeper
	// Header returns an error when the first bytes of the file at the path, HeaderSize of them or
	// as many as it has, are not those of such a file.
	Header func(path string, head []byte) error
	// Revoke end API keys, sessions and other access to a folder, before its copy is used.
	Revoke []func(ctx context.Context, tx bun.Tx, now time.Time) error
	// Forget delete the sealed values from a copy that has no key.
	Forget []func(ctx context.Context, tx bun.Tx, now time.Time) error
}

// HeaderSize is how many bytes Contents.Header is given.
const HeaderSize = 4096

// sealed returns all that is sealed in a database that is up to date.
func (c Contents) sealed(ctx context.Context, db *database.DB) (all []secrets.Sealed, err error) {
	for _, keeper := range c.Sealed {
		values, err := keeper(db)(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, values...)
	}
	return all, nil
}

// eachFile calls do with each file that the database names, until it fails.
func (c Contents) eachFile(ctx context.Context, db bun.IDB, do func(File) error) error {
	for _, files := range c.Files {
		if err := files(ctx, db, do); err != nil {
			return err
		}
	}
	return nil
}
