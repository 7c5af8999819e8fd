package book

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crier/modules/auth/authtest"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/wireid"
)

var start = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

type world struct {
	*service
	account wireid.ID
}

func setup(tb testing.TB) world {
	tb.Helper()
	db := databasetest.New(tb)
	_, list := authtest.Start(tb, db, clock.NewFake(start), authtest.Bakery())
	return world{newService(db), list[0].ID}
}

// post stores a post with some columns; each is an hour later than the one before.
func (w world) post(tb testing.TB, status string, columns map[string]any) {
	tb.Helper()
	names, values := "", []any{wireid.New(), w.account, status, start.UnixMilli()}
	for name, value := range columns {
		names += ", " + name
		values = append(values, value)
	}
	_, err := database.Exec(tb.Context(), w.db, `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, created_at, updated_at`+names+`)
		SELECT ?1, ?2, ?2, 'IMAGE', 'MANUAL', 'UTC', ?3, ?4 + 3600000 * count(*), ?4`+strings.Repeat(", ?", len(columns))+` FROM posts`, values...)
	if err != nil {
		tb.Fatal(err)
	}
}

func (w world) read(tb testing.TB) Book {
	tb.Helper()
	book, err := w.book(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return book
}

// told returns names with how many posts have them and the hour of the last.
func told(all []BookName) (list []string) {
	for _, n := range all {
		list = append(list, fmt.Sprintf("%s %d %s", n.Name, n.Posts, n.LastAt.Time().Format("15:04")))
	}
	return list
}

// TestLearned: each place where a post names people, hashtags and places is read, however the name
// is written, and each post counts once.
func TestLearned(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.post(t, "PUBLISHED", map[string]any{
		"caption": "By @Mara.Voss. #brot ##Brot #日本語 me@mill.de x.@no, (@mill_werder), @ #", "first_comment": "#Über #über-alles @mara.voss", "location_id": "7", "location_name": "Werder",
	})
	w.post(t, "SCHEDULED", map[string]any{
		"scheduled_for": start.Add(2 * time.Hour).UnixMilli(), "is_scheduled": 1, "caption": "#BROT", "user_tags": `[{"username":"mara.voss","x":0.5,"y":0.5}]`, "collaborators": `["mill_werder"]`, "people_tagged": `["ann","no name"]`, "location_id": "7",
	})
	w.post(t, "FAILED", map[string]any{"story_mentions": `[{"username":"ann"},{"username":"ben"}]`, "location_id": "8", "location_name": "Torrstrasse"})
	w.post(t, "DRAFT", map[string]any{"caption": "@ma #bro", "location_id": "9", "location_name": "Not yet"})
	book := w.read(t)
	for what, c := range map[string]struct {
		got  []string
		want string
	}{
		"people":   {told(book.People), "ann 2 11:30,mara.voss 2 11:30,mill_werder 2 11:30,ben 1 11:30"},
		"hashtags": {told(book.Hashtags), "BROT 2 11:30,über 1 09:30,日本語 1 09:30"},
	} {
		if got := strings.Join(c.got, ","); got != c.want {
			t.Errorf("%s: got %s, want %s", what, got, c.want)
		}
	}
	var places []string
	for _, p := range book.Places {
		places = append(places, fmt.Sprintf("%s %s %d", p.ID, p.Name, p.Posts))
	}
	if got := strings.Join(places, ","); got != "7 Werder 2,8 Torrstrasse 1" {
		t.Errorf("places: %s", got)
	}
}

// TestPlaces: the name that somebody gave wins over those of the posts, stays without any post, and
// is forgotten by an empty one.
func TestPlaces(t *testing.T) {
	t.Parallel()
	w := setup(t)
	w.post(t, "PUBLISHED", map[string]any{"location_id": "7", "location_name": "Werder"})
	name := func(id, name, want string) {
		t.Helper()
		if err := w.namePlace(t.Context(), id, name); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range w.read(t).Places {
			got = append(got, p.ID+" "+p.Name)
		}
		if strings.Join(got, ",") != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	name("7", "The mill", "7 The mill")
	name("8", "Home", "7 The mill,8 Home")
	name("8", "At home", "7 The mill,8 At home")
	name("7", "", "7 Werder,8 At home")
	name("8", "", "7 Werder")
	fill(t, w, "INSERT INTO book_places SELECT 100 + n, 'x' FROM numbers", maxPlaces)
	if err := w.namePlace(t.Context(), "7", "One too many"); apperror.CodeOf(err) != apperror.ValidationError || !strings.Contains(err.Error(), "1000 places") {
		t.Errorf("got %v", err)
	}
	if err := w.namePlace(t.Context(), "101", "One of them"); err != nil {
		t.Error(err)
	}
}

// fill inserts n rows.
func fill(t *testing.T, w world, insert string, n int) {
	t.Helper()
	if _, err := database.Exec(t.Context(), w.db, "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "+insert, n); err != nil {
		t.Fatal(err)
	}
}

// TestTexts are made, changed and deleted; no two have one name, and none is without a word.
func TestTexts(t *testing.T) {
	t.Parallel()
	w := setup(t)
	keep := func(id *wireid.ID, name, text string) (KeptText, error) {
		return w.keep(t.Context(), id, KeptText{Name: name, Text: text})
	}
	wantCode := func(err error, want apperror.Code, says string) {
		t.Helper()
		if apperror.CodeOf(err) != want || !strings.Contains(err.Error(), says) {
			t.Errorf("got %v, want %s with %q", err, want, says)
		}
	}
	bread, err := keep(nil, "Bread", "#rye #brot")
	if err != nil {
		t.Fatal(err)
	}
	advent, err := keep(nil, "advent", "Four candles.\n#advent")
	if err != nil {
		t.Fatal(err)
	}
	_, err = keep(nil, "BREAD", "#x")
	wantCode(err, apperror.ValidationError, "called Bread already")
	_, err = keep(&advent.ID, "bread", "#x")
	wantCode(err, apperror.ValidationError, "called Bread already")
	_, err = keep(nil, "", "#x")
	wantCode(err, apperror.ValidationError, "a name")
	if _, err = keep(&bread.ID, "bread", "#rye"); err != nil {
		t.Error(err)
	}
	if got := w.read(t).Texts; len(got) != 2 || got[0] != advent || got[1].Name != "bread" || got[1].Text != "#rye" {
		t.Errorf("got %+v", got)
	}
	if err := w.delete(t.Context(), bread.ID); err != nil {
		t.Error(err)
	}
	wantCode(w.delete(t.Context(), bread.ID), apperror.NotFound, "no longer kept")
	_, err = keep(&bread.ID, "Bread", "#rye")
	wantCode(err, apperror.NotFound, "no longer kept")
	fill(t, w, "INSERT INTO book_texts SELECT n, n, 'x' FROM numbers", maxTexts-1)
	_, err = keep(nil, "One too many", "#x")
	wantCode(err, apperror.ValidationError, "200 texts")
}

// BenchmarkLearned reads the book of 10,000 posts of which each has names.
func BenchmarkLearned(b *testing.B) {
	w := setup(b)
	_, err := database.Exec(b.Context(), w.db, `INSERT INTO posts (id, user_id, social_account_id, media_type, source_type, timezone, status, caption, user_tags, location_id, location_name, published_at, completed_at, created_at, updated_at)
		WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
		SELECT printf('%08x-0000-4000-8000-000000000000', n), ?1, ?1, 'IMAGE', 'MANUAL', 'UTC', 'PUBLISHED',
			'By @person.' || (n % 400) || '. ' || ?2 || ' #bread #brot #tag' || (n % 1500) || ' #x' || (n % 50) || ' #bakery', iif(n % 2, '[{"username":"p' || (n % 90) || '","x":0.5,"y":0.5}]', NULL),
			iif(n % 5, NULL, n % 35), iif(n % 5, NULL, 'A place'), ?3 + n * 60000, ?3 + n * 60000, ?3 + n * 60000, ?3 FROM numbers`,
		w.account, strings.Repeat("A caption is seldom much longer than this. ", 6), start.UnixMilli())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if got := w.read(b); len(got.Hashtags) != 1553 || len(got.People) != 445 || len(got.Places) != 7 {
			b.Fatalf("%d hashtags, %d people, %d places", len(got.Hashtags), len(got.People), len(got.Places))
		}
	}
}
