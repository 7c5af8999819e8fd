package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"crier/platform/database"
	"crier/platform/secrets"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// place is where a person is told.
type place struct {
	bun.BaseModel `bun:"table:notify_places"`

	Name  string `bun:",pk"`
	Shows string
	// Sealed is the address; null for the desktop and the program.
	Sealed  []byte
	IsOn    bool
	ToldAt  *wiretime.Time
	Problem string
	// Tries is how often in a row it failed, last at FailedAt; NextAt is when it is tried again.
	FailedAt *wiretime.Time
	Tries    int
	NextAt   *wiretime.Time
}

// told says when a cause was last told, and up to when what happened is told.
type told struct {
	bun.BaseModel `bun:"table:notify_told"`

	Cause  string `bun:",pk"`
	ToldAt wiretime.Time
	UpTo   wiretime.Time
}

// waiting is an event that a place has not taken yet.
type waiting struct {
	bun.BaseModel `bun:"table:notify_waiting"`

	ID    int64 `bun:",pk,autoincrement"`
	Place string
	Event string
	At    wiretime.Time
}

func record(name string) string { return "notify place " + name }

func selectPlaces(ctx context.Context, db bun.IDB) (all []place, err error) {
	if err := db.NewSelect().Model(&all).OrderExpr("sealed IS NOT NULL, name").Scan(ctx); err != nil {
		return nil, fmt.Errorf("read where somebody is told: %w", err)
	}
	return all, nil
}

// anyOn reports whether there is a place that is told.
func anyOn(ctx context.Context, db bun.IDB) (bool, error) {
	return database.Value[bool](ctx, db, "SELECT EXISTS (SELECT 1 FROM notify_places WHERE is_on)")
}

func selectTold(ctx context.Context, db bun.IDB) (map[string]told, error) {
	var rows []told
	if err := db.NewSelect().Model(&rows).Scan(ctx); err != nil {
		return nil, fmt.Errorf("read what was told: %w", err)
	}
	all := make(map[string]told, len(rows))
	for _, row := range rows {
		all[row.Cause] = row
	}
	return all, nil
}

// begin has what happened before now be told to nobody, where nobody was told of anything before.
func begin(ctx context.Context, tx bun.Tx, now time.Time) error {
	isOn, err := anyOn(ctx, tx)
	if err != nil || isOn {
		return err
	}
	return upsertTold(ctx, tx, told{ToldAt: wiretime.Of(now), UpTo: wiretime.Of(now)})
}

func upsertTold(ctx context.Context, tx bun.Tx, row told) error {
	_, err := tx.NewInsert().Model(&row).On("CONFLICT (cause) DO UPDATE").Set("told_at = EXCLUDED.told_at").Set("up_to = EXCLUDED.up_to").Exec(ctx)
	return err
}

func forgetTold(ctx context.Context, tx bun.Tx, before time.Time) error {
	_, err := database.Exec(ctx, tx, "DELETE FROM notify_told WHERE cause <> '' AND told_at < ?", wiretime.Of(before))
	return err
}

// enqueue has every place told of an event.
func enqueue(ctx context.Context, tx bun.Tx, e Event) error {
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = database.Exec(ctx, tx, "INSERT INTO notify_waiting (place, event, at) SELECT name, ?, ? FROM notify_places WHERE is_on", string(b), e.At)
	return err
}

// selectAwaited returns the places for which something waits.
func selectAwaited(ctx context.Context, db bun.IDB) (all []place, err error) {
	err = db.NewSelect().Model(&all).Where("is_on AND EXISTS (SELECT 1 FROM notify_waiting w WHERE w.place = name)").Scan(ctx)
	return all, err
}

// selectFirst returns what has waited the longest for a place, nil for nothing.
func selectFirst(ctx context.Context, db bun.IDB, name string) (first *waiting, err error) {
	var all []*waiting
	if err := db.NewSelect().Model(&all).Where("place = ?", name).Order("id").Limit(1).Scan(ctx); err != nil || len(all) == 0 {
		return nil, err
	}
	return all[0], nil
}

// took notes that a place has taken an event.
func took(ctx context.Context, tx bun.Tx, name string, id int64, now time.Time) error {
	if _, err := database.Exec(ctx, tx, "DELETE FROM notify_waiting WHERE id = ?", id); err != nil {
		return err
	}
	_, err := database.Exec(ctx, tx, "UPDATE notify_places SET told_at = ?, failed_at = NULL, problem = '', tries = 0, next_at = NULL WHERE name = ?", wiretime.Of(now), name)
	return err
}

// refused notes that a place has not taken an event. What has waited since then or longer is
// dropped, and all that waits where the place is given up.
func refused(ctx context.Context, tx bun.Tx, p place, dropped time.Time) error {
	_, err := database.Exec(ctx, tx, "UPDATE notify_places SET failed_at = ?, problem = ?, tries = ?, next_at = ? WHERE name = ?", p.FailedAt, p.Problem, p.Tries, p.NextAt, p.Name)
	if err != nil {
		return err
	}
	_, err = database.Exec(ctx, tx, "DELETE FROM notify_waiting WHERE place = ? AND (? OR at <= ?)", p.Name, p.hasGivenUp(), wiretime.Of(dropped))
	return err
}

// Keeper returns the function that lists the sealed values of the module.
func Keeper(db *database.DB) secrets.Keeper {
	return func(ctx context.Context) (all []secrets.Sealed, err error) {
		places, err := selectPlaces(ctx, db)
		for _, p := range places {
			if p.Sealed != nil {
				all = append(all, secrets.Sealed{Value: p.Sealed, Record: record(p.Name)})
			}
		}
		return all, err
	}
}

// ForgetAddresses deletes the sealed values from a copy of a database that has no key.
func ForgetAddresses(ctx context.Context, tx bun.Tx, _ time.Time) error {
	_, err := database.Exec(ctx, tx, "DELETE FROM notify_places WHERE sealed IS NOT NULL")
	return err
}
