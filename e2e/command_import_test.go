package e2e_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crier/e2e"
	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/platform/corpus"
)

// importedByCommand is what crier import --json prints.
type importedByCommand struct {
	IsDone   bool
	Rows     []posts.ImportedRow
	Problems []struct {
		Row             int
		Code, Text, Fix string
	}
}

// imports runs crier import --json, which must succeed, and returns the outcomes of the rows.
func (s *shell) imports(file string, args ...string) (got importedByCommand, outcomes string) {
	s.t.Helper()
	jsonOf(s.t, s.Command(s.t, append([]string{"import", file, "--json"}, args...)...), &got)
	all := make([]string, len(got.Rows))
	for i, row := range got.Rows {
		all[i] = string(row.Outcome)
	}
	return got, strings.Join(all, " ")
}

// plan writes a file of rows beside the picture square.png.
func (s *shell) plan(name string, lines ...string) string {
	s.t.Helper()
	path := filepath.Join(filepath.Dir(s.square), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return path
}

const importHead = "ref,account,media,caption,at,timezone"

// TestCommand_Import makes posts once, changes them while they wait, and makes no post from a file
// with one wrong row.
func TestCommand_Import(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	advent, note := "advent,"+s.bakery+",square.png,First,2030-12-01 09:00,Europe/Berlin", "note,"+s.bakery+",square.png,A draft,,"
	file := s.plan("posts.csv", importHead, advent, note)
	if got, outcomes := s.imports(file, "--dry-run"); got.IsDone || outcomes != "made made" || s.files() != 0 {
		t.Fatalf("tried: %+v, %d files", got, s.files())
	}
	made, outcomes := s.imports(file)
	if !made.IsDone || outcomes != "made made" || s.files() != 1 {
		t.Fatalf("made: %+v, %d files", made, s.files())
	}
	client := s.Client(t)
	post := client.Get("/api/v1/posts/" + made.Rows[0].PostID.String()).Want(http.StatusOK)
	if post.String("status") != "SCHEDULED" || post.String("scheduledFor") != "2030-12-01T08:00:00.000Z" || post.String("timezone") != "Europe/Berlin" {
		t.Errorf("got %s", post.Body)
	}
	if _, again := s.imports(file); again != "unchanged unchanged" || s.files() != 1 {
		t.Errorf("the same again: %s, %d files", again, s.files())
	}
	file = s.plan("posts.csv", importHead, strings.Replace(strings.Replace(advent, "First", "Second", 1), "09:00", "10:30", 1), note)
	changed, outcomes := s.imports(file)
	if outcomes != "changed unchanged" || *changed.Rows[0].PostID != *made.Rows[0].PostID || s.files() != 1 {
		t.Errorf("changed: %+v, %d files", changed, s.files())
	}
	post = client.Get("/api/v1/posts/" + made.Rows[0].PostID.String()).Want(http.StatusOK)
	if post.String("caption") != "Second" || post.String("scheduledFor") != "2030-12-01T09:30:00.000Z" {
		t.Errorf("got %s", post.Body)
	}
	wrong := s.plan("wrong.csv", importHead, "new,"+s.bakery+",square.png,good,2030-01-01 10:00,UTC", "tall,"+s.bakery+","+s.tall+",bad,2030-01-02 10:00,UTC")
	refused := s.Command(t, "import", wrong)
	if refused.Code != 2 || !strings.Contains(refused.Stdout, "MEDIA_INVALID") || !strings.Contains(refused.Stderr, "1 row cannot be imported") || s.files() != 1 {
		t.Errorf("one of the wrong shape: %+v, %d files", refused, s.files())
	}
	var list posts.PostList
	if client.Get("/api/v1/posts").Want(http.StatusOK).JSON(&list); list.Total != 2 {
		t.Errorf("it made %+v", list)
	}
}

// TestCommand_ImportRefused: all rows are reported at once, and an invalid file in one sentence.
func TestCommand_ImportRefused(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	file := s.plan("posts.csv", importHead,
		"a,"+s.bakery+",square.png,,2020-01-01 10:00,UTC",
		"a,"+s.bakery+",square.png,,2030-01-01 10:00,UTC",
		"b,nobody,square.png,,2030-01-01 10:00,UTC",
		"c,"+s.bakery+",lost.png,,2030-01-01 10:00,UTC",
		"d,"+s.bakery+",square.png,"+strings.Repeat("x", 2201)+",2030-01-01 10:00,UTC",
		"e,"+s.bakery+",square.png,,next,UTC",
		"f,"+s.bakery+",square.png,,tomorrow 10:00,UTC",
		"g,"+s.bakery+",square.png,,2030-03-31 02:30,Europe/Berlin",
		"h,"+s.bakery+",,,2030-01-01 10:00,UTC",
		","+s.bakery+",square.png,,,",
		"i,"+s.bakery+",square.png,,2030-01-01 10:00,Mars/Base",
		"j,"+s.bakery+",.,,2030-01-01 10:00,UTC",
		`k,`+s.bakery+`,\\host\share\a.png,,2030-01-01 10:00,UTC`,
		"l,"+s.bakery+",//host/share/a.png,,2030-01-01 10:00,UTC",
		"m,"+s.bakery+",3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e,,2030-01-01 10:00,UTC",
		"n,"+s.bakery+",square.png,one\vtwo,2030-01-01 10:00,UTC",
		"o,"+s.bakery+",square.png,one\x00two,2030-01-01 10:00,UTC",
	)
	exit := s.Command(t, "import", file, "--json")
	var got importedByCommand
	if code := exit.Code; code != 2 || exit.Stderr != "" {
		t.Fatalf("got %+v", exit)
	}
	exit.Code = 0
	jsonOf(t, exit, &got)
	rows := map[int]string{}
	for _, p := range got.Problems {
		rows[p.Row] += p.Code
		if p.Text == "" || p.Fix == "" {
			t.Errorf("it says %+v", p)
		}
	}
	want := map[int]string{
		2: "INVALID_SCHEDULE", 3: "VALIDATION_ERROR", 4: "NOT_FOUND", 5: "MEDIA_INVALID", 6: "VALIDATION_ERROR", 7: "INVALID_SCHEDULE", 8: "INVALID_SCHEDULE",
		9: "INVALID_SCHEDULE", 10: "MEDIA_INVALID", 11: "VALIDATION_ERROR", 12: "INVALID_SCHEDULE", 13: "MEDIA_INVALID",
		14: "MEDIA_INVALID", 15: "MEDIA_INVALID", 16: "MEDIA_INVALID", 17: "VALIDATION_ERROR", 18: "VALIDATION_ERROR",
	}
	for row, code := range want {
		if rows[row] != code {
			t.Errorf("row %d: %q in place of %s", row, rows[row], code)
		}
	}
	if len(rows) != len(want) || got.IsDone || s.files() != 0 {
		t.Errorf("problems %+v, %d files", got.Problems, s.files())
	}
	for name, path := range map[string]string{
		"another tool's": s.plan("other.csv", "Date,Message", "1,2"), "a picture": s.square, "a folder": filepath.Dir(s.square), "no file": "lost.csv", "an empty one": s.plan("empty.csv"),
	} {
		if exit := s.Command(t, "import", path); exit.Code != 2 || exit.Stdout != "" || strings.Count(exit.Stderr, "\n") != 1 {
			t.Errorf("%s: %+v", name, exit)
		}
	}
}

// TestCommand_ExportIsImported: importing an export does nothing, also for posts that no import
// made.
func TestCommand_ExportIsImported(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	s.publishes(s.square, "--account", s.bakery, "--at", "2030-06-01 09:30", "--timezone", "Europe/Berlin", "--caption", "=SUM(1)", "--alt", "a square", "--tag", "friend@0.5,0.5", "--collaborator", "one")
	s.publishes(s.square, s.square, "--account", s.bakery, "--at", "2030-10-27T02:30:00+01:00", "--timezone", "Europe/Berlin")
	if draft := s.Command(t, "draft", s.square, "--account", s.potter, "--caption", "one\ntwo", "--share"); draft.Code != 0 {
		t.Fatalf("got %+v", draft)
	}
	s.imports(s.plan("posts.csv", importHead, "mine,"+s.potter+",square.png,own,,"))
	// The API takes signs that the command refuses, such as the line break of a text processor.
	var me auth.Me
	client := s.Client(t)
	client.Get("/api/v1/auth/me").Want(http.StatusOK).JSON(&me)
	client.Post("/api/v1/posts/draft", map[string]any{"accountId": me.Accounts[0].ID, "mediaType": "IMAGE", "caption": "one\vtwo"}).Want(http.StatusCreated)
	for _, name := range []string{"all.csv", "all.json"} {
		path := filepath.Join(filepath.Dir(s.square), name)
		if exit := s.Command(t, "export", path); exit.Code != 0 || !strings.Contains(exit.Stderr, "5 posts") {
			t.Fatalf("got %+v", exit)
		}
		if got, outcomes := s.imports(path); outcomes != "unchanged unchanged unchanged unchanged unchanged" {
			t.Errorf("%s: %+v", name, got)
		}
		if exit := s.Command(t, "export", path); exit.Code != 2 {
			t.Errorf("written over: %+v", exit)
		}
	}
	if exit := s.Command(t, "export", "--account", s.potter); exit.Code != 0 || !strings.Contains(exit.Stdout, "\nmine,"+s.potter+",image,") || strings.Contains(exit.Stdout, "SUM") {
		t.Errorf("of one account: %+v", exit)
	}
}

// TestCommand_ExportIsImportedLater: importing the same export later does nothing to a post that
// was published since, and does not make a deleted one again: it says that it was deleted.
func TestCommand_ExportIsImportedLater(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	client := s.Client(t)
	draft := func(caption string) string {
		var post posts.Post
		jsonOf(t, s.Command(t, "draft", s.square, "--account", s.bakery, "--caption", caption, "--json"), &post)
		return post.ID.String()
	}
	// A reader of CSV takes the line end of Windows for that of others.
	const words = "goes\r\nout"
	out, gone := draft(words), draft("is deleted")
	path := filepath.Join(filepath.Dir(s.square), "all.csv")
	if exit := s.Command(t, "export", path); exit.Code != 0 {
		t.Fatalf("got %+v", exit)
	}
	var post posts.Post
	client.Get("/api/v1/posts/" + out).Want(http.StatusOK).JSON(&post)
	body := map[string]any{"accountId": post.SocialAccountID, "mediaType": "IMAGE", "mediaFileId": post.MediaFiles[0].ID, "caption": words, "draftId": out}
	client.Post("/api/v1/posts/publish", body).Want(http.StatusAccepted)
	if got, outcomes := s.imports(path); outcomes != "unchanged unchanged" {
		t.Errorf("one is on its way: %+v", got)
	}
	if exit := s.Command(t, "posts", "delete", gone); exit.Code != 0 {
		t.Fatalf("got %+v", exit)
	}
	exit := s.Command(t, "import", path)
	if exit.Code != 2 || !strings.Contains(exit.Stdout, "its post "+gone+" was deleted") || !strings.Contains(exit.Stdout, "leave the row out, or give it a new ref") {
		t.Errorf("one was deleted: %+v", exit)
	}
	var list posts.PostList
	if client.Get("/api/v1/posts").Want(http.StatusOK).JSON(&list); list.Total != 1 {
		t.Errorf("it made %+v", list)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, outcomes := s.imports(s.plan("again.csv", strings.Replace(string(text), gone, "again", 1))); !strings.Contains(outcomes, "made") {
		t.Errorf("under another ref: %+v", got)
	}
}

// TestCommand_ExportOfLostFiles: an export names the posts whose files were deleted, and the import
// says which files the rows lack.
func TestCommand_ExportOfLostFiles(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	client := s.Client(t)
	waits := s.publishes(s.square, "--account", s.bakery, "--at", "2030-06-01 09:30", "--timezone", "Europe/Berlin")
	two := s.Command(t, "draft", s.square, s.phone, "--account", s.bakery, "--fit", "crop")
	if two.Code != 0 {
		t.Fatalf("got %+v", two)
	}
	s.publishes(s.phone, "--account", s.bakery, "--at", "2030-06-02 09:30", "--fit", "crop")
	var list media.MediaList
	client.Get("/api/v1/media").Want(http.StatusOK).JSON(&list)
	for _, file := range list.Files {
		if file.OriginalFilename == filepath.Base(s.square) {
			client.Delete("/api/v1/media/" + file.ID.String()).Want(http.StatusOK)
		}
	}
	path := filepath.Join(filepath.Dir(s.square), "all.csv")
	exit := s.Command(t, "export", path)
	if exit.Code != 0 || strings.Count(exit.Stderr, "Note: 1 file of post ") != 2 || !strings.Contains(exit.Stderr, waits.PostID[:8]+" was deleted from the library") {
		t.Fatalf("got %+v", exit)
	}
	exit = s.Command(t, "import", path)
	if exit.Code != 2 || strings.Count(exit.Stdout, "\n") != 3 || !strings.Contains(exit.Stdout, "2    MEDIA_INVALID") || !strings.Contains(exit.Stdout, "3    INVALID_CAROUSEL") ||
		strings.Count(exit.Stdout, "deleted from the library") != 2 {
		t.Errorf("got %+v", exit)
	}
}

// TestCommand_ExportOfDisconnected: an export says how many drafts it leaves out because their
// account is not connected any more.
func TestCommand_ExportOfDisconnected(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	for _, account := range []string{s.bakery, s.potter} {
		want(t, s.Command(t, "draft", s.square, "--account", account, "--caption", "for "+account), 0)
	}
	want(t, s.Command(t, "accounts", "disconnect", s.bakery), 0)
	exit := s.Command(t, "export")
	want(t, exit, 0, "for "+s.potter)
	if strings.Contains(exit.Stdout, s.bakery) || exit.Stderr != "Note: 1 draft was left out, because the account is not connected any more; connect it again, and export once more.\n" {
		t.Errorf("got %+v", exit)
	}
	if exit := s.Command(t, "export", "--account", s.potter); exit.Stderr != "" {
		t.Errorf("of another account: %+v", exit)
	}
}

// TestCommand_ImportNotes: changes of a file are reported with its row.
func TestCommand_ImportNotes(t *testing.T) {
	t.Parallel()
	s := &shell{Service: e2e.Program(t).Serve(t, "CRIER_FFMPEG=off"), t: t, bakery: "crier.demo.bakery"}
	s.square = s.file("dance.gif", corpus.AnimatedGIF(320, 320, 4, 25))
	file := s.plan("posts.csv", "ref,account,type,media", "dance,"+s.bakery+",story,dance.gif")
	const says = "dance.gif: The file is animated"
	if exit := s.Command(t, "import", file, "--dry-run"); exit.Code != 0 || !strings.HasPrefix(exit.Stderr, "Warning: row 2: "+says) || strings.Count(exit.Stderr, says) != 1 {
		t.Errorf("tried: %+v", exit)
	}
	got, _ := s.imports(file)
	if len(got.Rows) != 1 || len(got.Rows[0].Warnings) == 0 || got.Rows[0].Warnings[0].Code != "FILE_NOTE" || !strings.HasPrefix(got.Rows[0].Warnings[0].Message, says) {
		t.Errorf("got %+v", got)
	}
}

// TestCommand_ImportFull: the largest number of rows, with the longest texts, is one import.
func TestCommand_ImportFull(t *testing.T) {
	t.Parallel()
	s := openShell(t)
	lines := []string{"ref,account,caption,alt_text"}
	caption, alt := strings.Repeat("\U0001f35e", 2200), strings.Repeat("\U0001f35e", 1000)
	for n := range posts.MaxImported {
		lines = append(lines, fmt.Sprintf("%d,%s,%s,%s", n, s.bakery, caption, alt))
	}
	if got, outcomes := s.imports(s.plan("full.csv", lines...), "--dry-run"); outcomes != strings.TrimSpace(strings.Repeat("made ", posts.MaxImported)) {
		t.Errorf("got %.2000v", got)
	}
}
