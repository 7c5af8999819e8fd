package backup

import (
	"context"
	"time"

	"crier/platform/database"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

// File is a file in the data folder that the database names.
type File struct {
	// Path is relative to the data folder, with slashes, such as uploads/images/NAME.jpg.
	Path string
	// Size is the file's size in bytes according to the database; 0 when the database has no size.
	Size int64
	// Record is the id of the record that owns the file. It is empty for a file that Crier can make
	// or fetch again.
	Record string
}

// Contents is what the modules know about a data folder. Sealed, Revoke and Forget get a database
// that is up to date. The other functions may use only the schema of the first version.
type Contents struct {
	// Files list the files that a database names.
	Files []func(ctx context.Context, db bun.IDB, each func(File) error) error
	// Ended returns those of the records whose files are no longer needed, because every post that
	// uses them has ended.
	Ended func(ctx context.Context, db bun.IDB, records []string) ([]string, error)
	// Sealed list the sealed values of a database.
	Sealed []func(*database.DB) secrets.Keeper
	// Header returns an error when head, the first HeaderSize bytes of the file or all of a shorter
	// one, is not a header of the file's type.
	Header func(path string, head []byte) error
	// Revoke end API keys, sessions and other access before a restored copy is used.
	Revoke []func(ctx context.Context, tx bun.Tx, now time.Time) error
	// Admit returns the path of a link that signs in the browser of the person who restores, and
	// the change to the restored copy that makes it good.
	Admit func() (path string, change func(ctx context.Context, tx bun.Tx, now time.Time) error)
	// Forget delete the sealed values from a restored copy that has no key.
	Forget []func(ctx context.Context, tx bun.Tx, now time.Time) error
}

// HeaderSize is the most bytes that Contents.Header gets.
const HeaderSize = 4096

// sealed returns every sealed value of a database that is up to date.
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
