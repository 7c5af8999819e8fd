package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/posts"
	"crier/modules/posts/bulk"
	"crier/platform/wireid"
)

// christmas is a table of 34 rows, three of which cannot be: row 9 is over, the picture of row 11
// is nowhere, and row 28 is too long.
func christmas(account string) string {
	rows := []string{"ref;account;media;caption;at"}
	for row := 2; row <= 35; row++ {
		media, caption, at := "photos/rye.png", fmt.Sprintf("Loaf %d", row), fmt.Sprintf("2026-12-%02d 08:%02d", 1+row%28, row)
		switch row {
		case 9:
			at = "2026-11-01 08:00"
		case 11:
			media = `photos\kipferl.png`
		case 28:
			caption = strings.Repeat("long ", 500)
		}
		rows = append(rows, fmt.Sprintf("xmas-%d;%s;%s;%s;%s", row, account, media, caption, at))
	}
	return strings.Join(rows, "\n")
}

// TestTables_Journey: a table that is dropped on the calendar is read without making anything, and
// each fault is said at its row. The other rows can be made without them, and the same table again
// makes nothing, even after its files were uploaded once more.
func TestTables_Journey(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	file := func(name string) (made struct{ ID wireid.ID }) {
		browser.Upload("file", name, e2e.Picture(t, 640, 800)).Want(http.StatusCreated).JSON(&made)
		return made
	}
	file("Rye.png")
	asked := map[string]any{"content": []byte(christmas("@" + j.bakery.Username)), "timezone": "Europe/Berlin", "asDrafts": false}
	read := func() (told bulk.Table, rows []*posts.ImportRow) {
		told = bulk.Table{}
		browser.InternalDo(http.MethodPost, "/api/posts/tables", asked).Want(http.StatusOK).JSON(&told)
		for i := range told.Rows {
			if row := told.Rows[i]; row.Import != nil {
				rows = append(rows, row.Import)
			} else if row.Outcome != posts.ImportUnchanged && (len(row.Problems) != 1 || row.Problems[0].Fix == "") {
				t.Errorf("row %d: %+v", row.Row, row.Problems)
			}
		}
		return told, rows
	}
	told, rows := read()
	if len(told.Rows) != 34 || len(rows) != 31 {
		t.Fatalf("%d of %d rows can be made: %+v", len(rows), len(told.Rows), told)
	}
	for number, code := range map[int]string{9: "INVALID_SCHEDULE", 11: "MEDIA_INVALID", 28: "VALIDATION_ERROR"} {
		if row := told.Rows[number-2]; row.Row != number || row.Problems[0].Code != code || row.At == nil || row.AccountID == nil {
			t.Errorf("row %d: %+v", number, row)
		}
	}
	if row := told.Rows[9]; len(row.Missing) != 1 || row.ThumbnailURL != nil || told.Rows[0].ThumbnailURL == nil || told.Rows[0].At.String() != "2026-12-03T07:02:00.000Z" {
		t.Errorf("the pictures: %+v, %+v", told.Rows[0], row)
	}

	var report posts.ImportReport
	browser.InternalDo(http.MethodPost, "/api/posts/imports", map[string]any{"rows": rows}).Want(http.StatusOK).JSON(&report)
	if !report.IsDone || len(report.Rows) != 31 {
		t.Fatalf("made %+v", report)
	}
	asked["files"] = []map[string]any{{"name": "kipferl.png", "fileId": file("other.png").ID}, {"name": "rye.png", "fileId": file("rye.png").ID}}
	if told, rows = read(); len(rows) != 1 || rows[0].Row != 11 || told.Rows[9].ThumbnailURL == nil {
		t.Errorf("with the picture of row 11 there are %d new rows", len(rows))
	}
	// What is over can be a draft, and keeps its place until it is one.
	asked["asDrafts"] = true
	if told, _ = read(); told.Rows[7].Import == nil || told.Rows[7].Import.At != nil || told.Rows[7].At == nil {
		t.Errorf("as a draft: %+v", told.Rows[7])
	}

	for content, want := range map[string]string{
		"\n": "empty", "PK\x03\x04 xl/workbook": "Excel", "ref;account": "no rows", "name;text\na;b": "no column ref", `[{"ref": 1}]`: "object 1",
		"ref\n" + strings.Repeat("a\n", posts.MaxImported+1): "at most 500",
	} {
		refused := browser.InternalDo(http.MethodPost, "/api/posts/tables", map[string]any{"content": []byte(content), "timezone": "UTC", "asDrafts": false})
		if refused.WantError(http.StatusBadRequest, "VALIDATION_ERROR"); !strings.Contains(string(refused.Body), want) {
			t.Errorf("%.40q: %s", content, refused.Body)
		}
	}
}

// TestTables_MendedUndoneExported: a row that was changed after it was read is made once, also by
// the same file unchanged. An undo takes back what was made, so that the file makes it again, and
// the file of an export makes nothing.
func TestTables_MendedUndoneExported(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	var file struct{ ID wireid.ID }
	browser.Upload("file", "rye.png", e2e.Picture(t, 640, 800)).Want(http.StatusCreated).JSON(&file)
	read := func(asked map[string]any) (told bulk.Table, rows []*posts.ImportRow) {
		t.Helper()
		asked["timezone"], asked["asDrafts"] = "Europe/Berlin", false
		browser.InternalDo(http.MethodPost, "/api/posts/tables", asked).Want(http.StatusOK).JSON(&told)
		for i := range told.Rows {
			if told.Rows[i].Import != nil {
				rows = append(rows, told.Rows[i].Import)
			}
		}
		return told, rows
	}
	table := []byte(christmas("nobody"))
	changes := []map[string]any{
		{"row": 9, "column": "at", "text": "2026-12-30 08:00"}, {"row": 11, "column": "media", "text": file.ID.String()}, {"row": 28, "column": "caption", "text": "short"},
	}
	for row := 2; row <= 35; row++ {
		changes = append(changes, map[string]any{"row": row, "column": "account", "text": j.bakery.Username})
	}
	if told, rows := read(map[string]any{"content": table}); len(rows) != 0 || told.Rows[0].Account != "nobody" || told.Rows[0].AccountID != nil {
		t.Fatalf("nobody's rows: %+v", told.Rows[0])
	}
	_, rows := read(map[string]any{"content": table, "changes": changes})
	if len(rows) != 34 {
		t.Fatalf("%d rows can be made", len(rows))
	}
	make := func() (ids []wireid.ID) {
		t.Helper()
		var report posts.ImportReport
		browser.InternalDo(http.MethodPost, "/api/posts/imports", map[string]any{"rows": rows}).Want(http.StatusOK).JSON(&report)
		for _, row := range report.Rows {
			if !report.IsDone || row.Outcome != posts.ImportMade {
				t.Fatalf("made %+v", row)
			}
			ids = append(ids, *row.PostID)
		}
		return ids
	}
	first := make()
	// The file says nothing else than before, although nothing of it could be made unchanged.
	for _, asked := range []map[string]any{{"content": table}, {"content": table, "changes": changes}} {
		told, rows := read(asked)
		for _, row := range told.Rows {
			if row.Outcome != posts.ImportUnchanged || len(row.Problems) > 0 {
				t.Fatalf("%d rows again: %+v", len(rows), row)
			}
		}
	}

	var undone posts.UndoneImport
	browser.InternalDo(http.MethodPost, "/api/posts/imports/undo", map[string]any{"postIds": first}).Want(http.StatusOK).JSON(&undone)
	for _, post := range undone.Posts {
		if !post.IsGone {
			t.Fatalf("undone: %+v", post)
		}
	}
	if second := make(); second[0] == first[0] {
		t.Error("the posts are those that were deleted")
	}

	var draft struct{ ID wireid.ID }
	browser.InternalDo(http.MethodPost, "/api/posts/drafts", map[string]any{"accountId": j.potter.ID, "mediaType": "IMAGE", "mediaFileId": file.ID, "caption": "=of the potter"}).Want(http.StatusCreated).JSON(&draft)
	export := func(query string) []byte {
		t.Helper()
		return browser.Internal("/api/posts/exports/file?" + query).Want(http.StatusOK).Body
	}
	for query, want := range map[string]int{
		"": 35, "format=json": 35, "accountId=" + j.potter.ID.String(): 1, "status=SCHEDULED": 34, "mediaType=CAROUSEL": 0,
		"from=2026-12-30&to=2026-12-30&timezone=Europe/Berlin": 1, "from=2026-12-01&to=2026-12-31&timezone=Europe/Berlin": 34,
	} {
		content := export(query)
		all, err := bulk.Read(content)
		if err != nil || len(all) != want {
			t.Errorf("%q has %d rows, %v; want %d", query, len(all), err, want)
		}
		if want == 0 {
			continue
		}
		if told, rows := read(map[string]any{"content": content}); len(rows) != 0 || told.Rows[0].Outcome != posts.ImportUnchanged {
			t.Errorf("%q would make %d posts: %+v", query, len(rows), told.Rows[0])
		}
	}
	browser.Internal("/api/posts/exports/file?from=2026-12-30").WantError(http.StatusBadRequest, "INVALID_PARAM")
}
