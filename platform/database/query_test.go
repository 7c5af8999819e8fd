package database_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

type thing struct {
	bun.BaseModel `bun:"table:things,alias:thing"`

	ID     wireid.ID `bun:",pk"`
	Name   string
	Note   *string
	Whole  int
	IsGood bool
	At     wiretime.Time
	Until  *wiretime.Time
}

var (
	insertThing = database.InsertInto[thing]("")
	thingByID   = database.SelectFrom[thing]("WHERE id = ?")
	things      = database.SelectFrom[thing]("WHERE id IN (SELECT value FROM json_each(?)) ORDER BY name")
)

func withThings(t *testing.T) *database.DB {
	t.Helper()
	db := open(t, filepath.Join(t.TempDir(), "crier.db"))
	_, err := db.ExecContext(t.Context(), `CREATE TABLE things (id TEXT PRIMARY KEY, name TEXT NOT NULL, note TEXT, whole INTEGER NOT NULL,
		is_good INTEGER NOT NULL, at INTEGER NOT NULL, until INTEGER) STRICT`)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// TestQuery_ReadsWhatBunReads: the rows that it writes and reads are those that bun does.
func TestQuery_ReadsWhatBunReads(t *testing.T) {
	t.Parallel()
	db, ctx := withThings(t), t.Context()
	note, at := "it's 'quoted'", wiretime.Of(now)
	want := []thing{
		{ID: wireid.New(), Name: "a", Note: &note, Whole: -7, IsGood: true, At: at, Until: wiretime.Ptr(now.Add(time.Hour))},
		{ID: wireid.New(), Name: "b", At: at},
	}
	err := db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return insertThing.Exec(ctx, tx, &want[0]) })
	if err == nil {
		_, err = db.NewInsert().Model(&want[1]).Exec(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, thing := range want {
		same(t, db, thing)
	}
	ids, err := database.List([]wireid.ID{want[1].ID, want[0].ID, wireid.New()})
	if err != nil {
		t.Fatal(err)
	}
	got, err := things.All(ctx, db, ids)
	if err != nil || len(got) != 2 || got[0].Name != "a" || got[1].Name != "b" {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := thingByID.One(ctx, db, wireid.New()); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("a row that there is not: %v", err)
	}
	if none, err := database.List[wireid.ID](nil); err != nil || none != "[]" {
		t.Errorf("a list of none is %s, %v", none, err)
	}
	if n, err := database.Value[int](ctx, db, "SELECT count(*) FROM things WHERE whole < ?", 0); err != nil || n != 1 {
		t.Errorf("a value: %d, %v", n, err)
	}
}

func same(t *testing.T, db *database.DB, want thing) {
	t.Helper()
	var byBun thing
	if err := db.NewSelect().Model(&byBun).Where("id = ?", want.ID).Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := thingByID.One(t.Context(), db, want.ID)
	if err != nil || !alike(got, want) || !alike(byBun, want) {
		t.Errorf("got %+v, bun got %+v, want %+v, %v", got, byBun, want, err)
	}
}

func alike(a, b thing) bool {
	return a.ID == b.ID && a.Name == b.Name && (a.Note == nil) == (b.Note == nil) && (a.Note == nil || *a.Note == *b.Note) && a.Whole == b.Whole &&
		a.IsGood == b.IsGood && a.At == b.At && (a.Until == nil) == (b.Until == nil) && (a.Until == nil || *a.Until == *b.Until)
}

// TestQuery_WhileItsRowsAreRead: one statement may be run again while the rows of the first run are
// being read.
func TestQuery_WhileItsRowsAreRead(t *testing.T) {
	t.Parallel()
	db := withThings(t)
	err := db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		for range 2 {
			if sum, err := products(ctx, tx); err != nil || sum != 60 {
				t.Errorf("the sum is %d, %v", sum, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func products(ctx context.Context, tx bun.Tx) (sum int, err error) {
	const text = "SELECT value FROM json_each(?) ORDER BY value"
	outer, err := database.Query(ctx, tx, text, "[1,2,3]")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, outer.Close()) }()
	for outer.Next() {
		var o int
		inner, err := database.Value[int](ctx, tx, text, "[10]")
		if err := errors.Join(err, outer.Scan(&o)); err != nil {
			return 0, err
		}
		sum += o * inner
	}
	return sum, outer.Err()
}

// TestQuery_AfterAFailure: a statement that has failed works the next time, and what a writing
// statement comes up against after its rows is its error.
func TestQuery_AfterAFailure(t *testing.T) {
	t.Parallel()
	db := withThings(t)
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE parts (id INTEGER PRIMARY KEY, thing TEXT REFERENCES things (id)) STRICT"); err != nil {
		t.Fatal(err)
	}
	row := thing{ID: wireid.New(), At: wiretime.Of(now)}
	add := func(db bun.IDB, id wireid.ID) error {
		_, err := database.Value[int](t.Context(), db, "INSERT INTO parts (thing) VALUES (?) RETURNING id", id)
		return err
	}
	if err := add(db, row.ID); err == nil {
		t.Error("a part of no thing was added")
	}
	err := db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		first := insertThing.Exec(ctx, tx, &row)
		if err := insertThing.Exec(ctx, tx, &row); err == nil {
			t.Error("a row was added twice")
		}
		row.ID = wireid.New()
		return errors.Join(first, insertThing.Exec(ctx, tx, &row), add(tx, row.ID))
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := database.Value[int](t.Context(), db, "SELECT count(*) FROM parts WHERE id > ?", 0); err != nil || n != 1 {
		t.Errorf("%d parts, %v", n, err)
	}
}

func TestQuery_AContextThatHasEnded(t *testing.T) {
	t.Parallel()
	db := withThings(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := thingByID.One(ctx, db, wireid.New()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestUpdate: it sets the given columns in the rows that match, and returns how many those are.
func TestUpdate(t *testing.T) {
	t.Parallel()
	db, ctx := withThings(t), t.Context()
	a, b := thing{ID: wireid.New(), Name: "a"}, thing{ID: wireid.New(), Name: "b"}
	for _, row := range []*thing{&a, &b} {
		if err := insertThing.Exec(ctx, db, row); err != nil {
			t.Fatal(err)
		}
	}
	note, none := "noted", (*string)(nil)
	for _, c := range []struct {
		update *database.Update
		want   int64
	}{
		{new(database.Update).Set("whole = ?, until = ?", 7, wiretime.Ptr(now)).Set("note = ?", &note).Where("id = ?", a.ID), 1},
		{new(database.Update).Set("whole = whole + 1, is_good = ?", true).Where("name >= ?", "a").Where("whole < ?", 7), 1},
		{new(database.Update).Set("note = ?", none).Where("name = 'c'"), 0},
	} {
		result, err := c.update.Exec(ctx, db, "things")
		if err != nil {
			t.Fatal(err)
		}
		if n, err := result.RowsAffected(); n != c.want || err != nil {
			t.Errorf("%d rows, %v, not %d", n, err, c.want)
		}
	}
	gotA, errA := thingByID.One(ctx, db, a.ID)
	gotB, errB := thingByID.One(ctx, db, b.ID)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	if gotA.Whole != 7 || gotA.Note == nil || *gotA.Note != note || gotA.Until == nil || gotA.IsGood {
		t.Errorf("a is %+v", gotA)
	}
	if gotB.Whole != 1 || gotB.Note != nil || !gotB.IsGood {
		t.Errorf("b is %+v", gotB)
	}
}

// TestFound_TextIsNoPartOfAStatement: text of any bytes is stored and found as it is, whether a
// statement of ours or one of bun has it.
func TestFound_TextIsNoPartOfAStatement(t *testing.T) {
	t.Parallel()
	db, ctx := withThings(t), t.Context()
	for _, text := range []string{"\x00", "a\x00b", "'); DROP TABLE things; --\x00", "\xff\xfe", "caf\xe9", "\ud7ff\u2028\ufeff", "?0 ?1 ? \\", "X'00'", "-1--", ""} {
		want := thing{ID: wireid.New(), Name: text, Note: &text, At: wiretime.Of(now)}
		if _, err := db.NewInsert().Model(&want).Exec(ctx); err != nil {
			t.Errorf("%q is not stored: %v", text, err)
			continue
		}
		same(t, db, want)
		var found []thing
		if err := db.NewSelect().Model(&found).Where("name = ?", text).Where("name IN (?)", bun.List([]string{text})).Scan(ctx); err != nil || len(found) != 1 || found[0].ID != want.ID {
			t.Errorf("%q is not found: %+v, %v", text, found, err)
		}
		if n, err := database.Value[int](ctx, db, "SELECT count(*) FROM things WHERE name = ? AND typeof(name) = 'text'", text); err != nil || n != 1 {
			t.Errorf("%q bound finds %d, %v", text, n, err)
		}
	}
}
