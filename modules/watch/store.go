package watch

import (
	"context"
	"unicode/utf8"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// folder is a folder that is watched for an account.
type folder struct {
	bun.BaseModel `bun:"table:watch_folders"`

	AccountID wireid.ID `bun:",pk"`
	Path      string
	// Timezone is the IANA name of the zone of the times in names.
	Timezone string
	SetAt    wiretime.Time
	// ToldAt is when a look last changed what is to be said of it.
	ToldAt *wiretime.Time
}

// known is what was found out about a name. One without a hash and without a problem is to be left.
type known struct {
	bun.BaseModel `bun:"table:watch_names"`

	AccountID wireid.ID `bun:",pk"       json:"-"`
	Name      string    `bun:",pk"       json:"name"`
	Size      int64     `json:"size"`
	Modified  int64     `json:"modified"`
	// Hash is that of what the file held; empty when it was not read to its end.
	Hash string `json:"-"`
	// Problem says why it cannot be used.
	Problem string `json:"-"`
}

// taken is a file of which a draft was made.
type taken struct {
	bun.BaseModel `bun:"table:watch_taken"`

	AccountID wireid.ID `bun:",pk"`
	Hash      string    `bun:",pk"`
	PostID    wireid.ID
	// Written is the updatedAt of the draft when this module last wrote it.
	Written wiretime.Time
}

func selectFolders(ctx context.Context, db bun.IDB) (all []folder, err error) {
	err = db.NewSelect().Model(&all).Order("set_at", "account_id").Scan(ctx)
	return all, err
}

// isWatched reports whether the folder is still the one of its account.
func isWatched(ctx context.Context, db bun.IDB, f folder) (bool, error) {
	return db.NewSelect().Model((*folder)(nil)).Where("account_id = ? AND path = ?", f.AccountID, f.Path).Exists(ctx)
}

// putFolder has the account's folder watched, and forgets the names of another one and what could
// not be used.
func putFolder(ctx context.Context, tx bun.IDB, f folder) error {
	_, err := tx.NewInsert().Model(&f).On("CONFLICT (account_id) DO UPDATE").Set("timezone = EXCLUDED.timezone").Exec(ctx)
	if err != nil {
		return err
	}
	was := folder{}
	if err := tx.NewSelect().Model(&was).Where("account_id = ?", f.AccountID).Scan(ctx); err != nil {
		return err
	}
	if was.Path == f.Path {
		_, err = tx.NewDelete().Model((*known)(nil)).Where("account_id = ? AND problem <> ''", f.AccountID).Exec(ctx)
		return err
	}
	if _, err := tx.NewDelete().Model((*known)(nil)).Where("account_id = ?", f.AccountID).Exec(ctx); err != nil {
		return err
	}
	_, err = tx.NewUpdate().Model(&f).WherePK().Exec(ctx)
	return err
}

// tell has pages hear that there is something new to be said of the folder.
func tell(ctx context.Context, tx bun.IDB, f folder, now wiretime.Time) error {
	_, err := tx.NewUpdate().Model((*folder)(nil)).Set("told_at = ?", now).Where("account_id = ?", f.AccountID).Exec(ctx)
	return err
}

// deleteFolder ends the watching of the account's folder. What was taken stays known.
func deleteFolder(ctx context.Context, tx bun.IDB, account wireid.ID) (bool, error) {
	return database.Changed(tx.NewDelete().Model((*folder)(nil)).Where("account_id = ?", account).Exec(ctx))
}

// leaveNames stores that files are to be left as they are now.
func leaveNames(ctx context.Context, tx bun.IDB, account wireid.ID, files []entry) error {
	names := make([]known, len(files))
	for i, f := range files {
		names[i] = known{Name: f.key(), Size: f.size, Modified: f.modified}
	}
	list, err := database.List(names)
	if err != nil {
		return err
	}
	_, err = database.Exec(ctx, tx, `INSERT INTO watch_names (account_id, name, size, modified, hash, problem)
		SELECT ?, value ->> 'name', value ->> 'size', value ->> 'modified', '', '' FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`, account, list)
	return err
}

func selectNames(ctx context.Context, db bun.IDB, account wireid.ID) (map[string]known, error) {
	var all []known
	err := db.NewSelect().Model(&all).Where("account_id = ?", account).Scan(ctx)
	byName := make(map[string]known, len(all))
	for i := range all {
		byName[all[i].Name] = all[i]
	}
	return byName, err
}

func putName(ctx context.Context, tx bun.IDB, n known) error {
	_, err := tx.NewInsert().Model(&n).On("CONFLICT (account_id, name) DO UPDATE").
		Set("size = EXCLUDED.size").Set("modified = EXCLUDED.modified").Set("hash = EXCLUDED.hash").Set("problem = EXCLUDED.problem").Exec(ctx)
	return err
}

// forgetCaptions has the captions of a picture with the name be new.
func forgetCaptions(ctx context.Context, tx bun.IDB, account wireid.ID, picture string) error {
	of := stem(picture)
	// Those are the names between "of." and "of/", the next byte after the dot.
	_, err := tx.NewDelete().Model((*known)(nil)).Where("account_id = ? AND name > ? AND name < ?", account, of+".", of+"/").
		Where("lower(substr(name, ?)) IN ('.txt', '.md')", utf8.RuneCountInString(of)+1).Exec(ctx)
	return err
}

func deleteName(ctx context.Context, tx bun.IDB, n known) error {
	_, err := tx.NewDelete().Model(&n).WherePK().Exec(ctx)
	return err
}

// isTaken reports whether a draft was made of a file.
func isTaken(ctx context.Context, db bun.IDB, account wireid.ID, hash string) (bool, error) {
	return db.NewSelect().Model((*taken)(nil)).Where("account_id = ? AND hash = ?", account, hash).Exists(ctx)
}

func insertTaken(ctx context.Context, tx bun.IDB, t taken) error {
	_, err := tx.NewInsert().Model(&t).Exec(ctx)
	return err
}

func updateTaken(ctx context.Context, tx bun.IDB, t taken) error {
	_, err := tx.NewUpdate().Model(&t).WherePK().Exec(ctx)
	return err
}

func countTaken(ctx context.Context, db bun.IDB, account wireid.ID) (int64, error) {
	return db.NewSelect().Model((*taken)(nil)).Where("account_id = ?", account).Count(ctx)
}

// selectProblems returns the names that cannot be used, of which there are so many.
func selectProblems(ctx context.Context, db bun.IDB, account wireid.ID, most int64) (first []known, n int64, err error) {
	n, err = db.NewSelect().Model(&first).Where("account_id = ? AND problem <> ''", account).Order("name").Limit(most).ScanAndCount(ctx)
	return first, n, err
}

// selectDrafted returns the drafts of the files with the names, as far as they were taken.
func selectDrafted(ctx context.Context, db bun.IDB, account wireid.ID, names []string) (of []taken, err error) {
	err = db.NewSelect().Model(&of).Where("account_id = ?", account).
		Where("hash IN (SELECT hash FROM watch_names WHERE account_id = ? AND name IN (?))", account, bun.List(names)).Scan(ctx)
	return of, err
}
