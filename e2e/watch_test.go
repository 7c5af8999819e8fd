package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/health"
	"crier/modules/posts"
	"crier/modules/watch"
	"crier/platform/database"

	"github.com/uptrace/bun"
)

// watching is an app with a folder that is watched for its first account.
type watching struct {
	*e2e.App

	t       *testing.T
	browser *e2e.Client
	account string
	folder  string
}

func startWatching(t *testing.T, more body, options ...e2e.Option) *watching {
	t.Helper()
	w := &watching{App: e2e.Boot(t, options...), t: t, folder: t.TempDir()}
	w.browser = w.Browser(t)
	w.account = accountOf(t, w.browser)
	if more != nil {
		w.set(more).Want(http.StatusOK)
		// The look that this begins sees nothing of what is put there from now on.
		e2e.Until(t, func() bool { return w.now().LookedAt != nil })
	}
	return w
}

// now returns what is known of the folder.
func (w *watching) now() watch.WatchedFolder {
	w.t.Helper()
	var all watch.WatchedFolders
	w.browser.Internal("/api/watch").Want(http.StatusOK).JSON(&all)
	return all.Folders[0]
}

func (w *watching) set(more body) e2e.Response {
	w.t.Helper()
	request := body{"path": w.folder, "timezone": "Europe/Berlin"}
	for name, value := range more {
		request[name] = value
	}
	return w.browser.InternalDo(http.MethodPut, "/api/watch/"+w.account, request)
}

// put writes a file beside and moves it to its place, which changes the time of the folder. By that
// time, which is the machine's, a look tells on most days that nothing has come.
func (w *watching) put(name string, content []byte) {
	w.t.Helper()
	beside, place := filepath.Join(w.folder, ".put"), filepath.Join(w.folder, name)
	if err := errors.Join(os.WriteFile(beside, content, 0o600), os.Rename(beside, place)); err != nil {
		w.t.Fatal(err)
	}
}

// pass lets time pass until all that is in the folder has settled and was taken.
func (w *watching) pass() watch.WatchedFolder {
	w.t.Helper()
	var last watch.WatchedFolder
	for range 3 {
		w.look(&last)
	}
	return last
}

// look lets time pass, and waits for the end of the look that follows.
func (w *watching) look(last *watch.WatchedFolder) {
	w.t.Helper()
	w.Clock.Advance(time.Minute)
	now := w.Clock.Now()
	e2e.Until(w.t, func() bool {
		if err := w.Scheduler.RunNow(w.t.Context(), "watch.look"); err != nil {
			w.t.Fatal(err)
		}
		*last = w.now()
		return last.LookedAt != nil && last.LookedAt.Time().Equal(now)
	})
}

// drafts returns all drafts by the names of their files.
func (w *watching) drafts() map[string]posts.Post {
	w.t.Helper()
	var list struct{ Posts []posts.Post }
	w.browser.Get("/api/v1/posts?status=DRAFT&limit=100").Want(http.StatusOK).JSON(&list)
	byName := map[string]posts.Post{}
	for _, p := range list.Posts {
		byName[p.MediaFiles[0].OriginalFilename] = p
	}
	if len(byName) != len(list.Posts) {
		w.t.Errorf("%d drafts have %d names", len(list.Posts), len(byName))
	}
	return byName
}

func (w *watching) wantDrafts(names ...string) map[string]posts.Post {
	w.t.Helper()
	all := w.drafts()
	var got []string
	for name := range all {
		got = append(got, name)
	}
	slices.Sort(got)
	slices.Sort(names)
	if !slices.Equal(got, names) {
		w.t.Errorf("the drafts are %q, want %q", got, names)
	}
	return all
}

// editable returns a post with its plan.
func (w *watching) editable(p posts.Post) posts.EditablePost {
	w.t.Helper()
	var e posts.EditablePost
	w.browser.Internal("/api/posts/" + p.ID.String()).Want(http.StatusOK).JSON(&e)
	return e
}

func (w *watching) part() health.HealthPart {
	w.t.Helper()
	var r health.HealthReport
	w.browser.Internal("/api/health/report").Want(http.StatusOK).JSON(&r)
	i := slices.IndexFunc(r.Parts, func(p health.HealthPart) bool { return p.ID == "watch:"+w.account })
	if i < 0 {
		w.t.Fatalf("no part: %+v", r.Parts)
	}
	return r.Parts[i]
}

// TestWatch: what comes becomes a draft once, also under another name, after a start, and when the
// draft was deleted.
func TestWatch(t *testing.T) {
	t.Parallel()
	w := startWatching(t, body{})
	loaf, rye := e2e.Picture(t, 320, 320), e2e.Picture(t, 320, 400)
	w.put("loaf.png", loaf)
	w.put("2026-12-24 18.00 rye.png", rye)
	w.put("2026-12-24 18.00 rye.txt", []byte("\uFEFFOur rye.\r\nFresh. \r\n"))
	w.put("2026-11-20 18.00 yesterday.png", e2e.Picture(t, 400, 320))
	w.put("reel.mp4", e2e.ShortMovie())
	for _, left := range []string{".hidden.png", "loaf.png.part", "~loaf.png", ".syncthing.x.png.tmp", "x.png.crdownload", "Thumbs.db", "readme.txt", ".x.png.icloud"} {
		w.put(left, loaf)
	}
	if err := os.Mkdir(filepath.Join(w.folder, "folder.png"), 0o700); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(t.TempDir(), "outside.png")
	if err := os.WriteFile(outside, e2e.Picture(t, 330, 330), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(w.folder, "link.png")); err != nil {
		t.Fatal(err)
	}
	if f := w.pass(); f.Taken != 4 || f.Left != 0 || f.Waiting != 0 || f.Unusable != 0 || f.Problem != "" {
		t.Errorf("%+v", f)
	}
	all := w.wantDrafts("loaf.png", "2026-12-24 18.00 rye.png", "2026-11-20 18.00 yesterday.png", "reel.mp4")
	if p := all["reel.mp4"]; p.MediaType != posts.Reels || p.Status != posts.Draft {
		t.Errorf("%+v", p)
	}
	if p := all["2026-12-24 18.00 rye.png"]; p.Caption == nil || *p.Caption != "Our rye.\nFresh." || p.Timezone != "Europe/Berlin" || w.editable(p).PlannedFor.String() != "2026-12-24T17:00:00.000Z" {
		t.Errorf("%+v", p)
	}
	for _, name := range []string{"loaf.png", "2026-11-20 18.00 yesterday.png"} {
		if e := w.editable(all[name]); e.PlannedFor != nil || e.Caption != nil || e.MediaType != posts.Image {
			t.Errorf("%+v", e)
		}
	}
	if p := w.part(); p.Verdict != health.Well {
		t.Errorf("%+v", p)
	}

	w.browser.Delete("/api/v1/posts/" + all["loaf.png"].ID.String()).Want(http.StatusOK)
	if err := os.Rename(filepath.Join(w.folder, "loaf.png"), filepath.Join(w.folder, "bread.png")); err != nil {
		t.Fatal(err)
	}
	w.put("copy.png", rye)
	w.pass()
	w.wantDrafts("2026-12-24 18.00 rye.png", "2026-11-20 18.00 yesterday.png", "reel.mp4")

	w.Stop()
	again := e2e.Boot(t, e2e.In(w.Dir), e2e.At(w.Clock))
	w.App, w.browser = again, again.Browser(t)
	w.put("bread again.png", loaf)
	if f := w.pass(); f.Taken != 4 {
		t.Errorf("%+v", f)
	}
	w.browser.InternalDo(http.MethodDelete, "/api/watch/"+w.account, nil).Want(http.StatusOK)
	w.browser.InternalDo(http.MethodDelete, "/api/watch/"+w.account, nil).WantError(http.StatusNotFound, "NOT_FOUND")
	w.set(nil).Want(http.StatusOK)
	w.pass()
	w.wantDrafts("2026-12-24 18.00 rye.png", "2026-11-20 18.00 yesterday.png", "reel.mp4")
	for name, want := range map[string][]byte{"bread.png": loaf, "copy.png": rye} {
		if got, err := os.ReadFile(filepath.Join(w.folder, name)); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is not as it was: %v", name, err)
		}
	}
}

// TestWatch_StillWritten: a file that grows is waited for, and one whose end is missing is taken
// once it is whole.
func TestWatch_StillWritten(t *testing.T) {
	t.Parallel()
	w := startWatching(t, body{})
	whole := e2e.Picture(t, 320, 320)
	var f watch.WatchedFolder
	for i := 1; i <= 3; i++ {
		w.put("loaf.png", whole[:len(whole)*i/4])
		if w.look(&f); f.Waiting != 1 || f.Taken != 0 || f.Unusable != 0 {
			t.Errorf("%+v", f)
		}
	}
	if f = w.pass(); f.Unusable != 1 || f.Files[0].Name != "loaf.png" {
		t.Errorf("%+v", f)
	}
	w.put("loaf.png", whole)
	if f = w.pass(); f.Unusable != 0 || f.Taken != 1 {
		t.Errorf("%+v", f)
	}
	w.wantDrafts("loaf.png")
}

// TestWatch_Captions: a text may come later, and change, until somebody else has changed the draft.
func TestWatch_Captions(t *testing.T) {
	t.Parallel()
	w := startWatching(t, body{})
	for i := range 3 {
		w.put(fmt.Sprintf("%d.png", i), e2e.Picture(t, 320, 320+i))
	}
	w.pass()
	all := w.wantDrafts("0.png", "1.png", "2.png")
	w.browser.Put("/api/v1/posts/draft/"+all["1.png"].ID.String(), body{"caption": "By hand"}).Want(http.StatusOK)
	for i := range 3 {
		w.put(fmt.Sprintf("%d.md", i), []byte("From the file"))
	}
	w.put("2.md", []byte(strings.Repeat("x", 2201)))
	f := w.pass()
	caption := func(name string) string {
		if c := w.drafts()[name].Caption; c != nil {
			return *c
		}
		return ""
	}
	if caption("0.png") != "From the file" || caption("1.png") != "By hand" || caption("2.png") != "" || f.Unusable != 1 || !strings.Contains(f.Files[0].Problem, "2201 characters") {
		t.Errorf("%+v", f)
	}
	w.put("0.md", []byte("Mended"))
	w.put("2.md", []byte{0xff, 0xfe, 'x', 0})
	if f = w.pass(); caption("0.png") != "Mended" || f.Unusable != 1 || !strings.Contains(f.Files[0].Problem, "UTF-8") {
		t.Errorf("%q %+v", caption("0.png"), f)
	}
	w.put("2.md", nil)
	w.browser.Put("/api/v1/posts/draft/"+all["0.png"].ID.String(), body{"caption": nil}).Want(http.StatusOK)
	w.put("0.md", []byte("Too late"))
	if f = w.pass(); caption("0.png") != "" || f.Unusable != 0 {
		t.Errorf("%q %+v", caption("0.png"), f)
	}
}

// TestWatch_CaptionHalfDone: a caption that cannot be recorded is not in the draft, so that the
// file is still read when it can.
func TestWatch_CaptionHalfDone(t *testing.T) {
	t.Parallel()
	w := startWatching(t, body{})
	w.put("a.png", e2e.Picture(t, 320, 320))
	w.pass()
	w.sql("CREATE TRIGGER no_record BEFORE UPDATE ON watch_taken BEGIN SELECT RAISE(ABORT, 'no record'); END")
	w.put("a.txt", []byte("First"))
	w.pass()
	if c := w.drafts()["a.png"].Caption; c != nil {
		t.Errorf("without a record it is %q", *c)
	}
	w.sql("DROP TRIGGER no_record")
	w.pass()
	w.put("a.txt", []byte("Second"))
	w.pass()
	if c := w.drafts()["a.png"].Caption; c == nil || *c != "Second" {
		t.Error("a later edit is not read")
	}
}

// TestWatch_ReplacedHalfDone: the draft of a picture that took the place of another gets its
// caption though a death has come in between, after which nothing but the draft was stored.
func TestWatch_ReplacedHalfDone(t *testing.T) {
	t.Parallel()
	w := startWatching(t, body{})
	w.put("a.png", e2e.Picture(t, 320, 320))
	w.put("a.txt", []byte("From the file"))
	w.pass()
	w.browser.Delete("/api/v1/posts/" + w.wantDrafts("a.png")["a.png"].ID.String()).Want(http.StatusOK)
	w.sql(`CREATE TRIGGER no_record BEFORE UPDATE ON watch_taken BEGIN SELECT RAISE(ABORT, 'no record'); END;
		CREATE TRIGGER no_word BEFORE INSERT ON watch_names WHEN NEW.name = 'a.txt' BEGIN SELECT RAISE(ABORT, 'no word'); END`)
	w.put("a.png", e2e.Picture(t, 320, 321))
	w.pass()
	if c := w.wantDrafts("a.png")["a.png"].Caption; c != nil {
		t.Errorf("without a record it is %q", *c)
	}
	w.sql("DROP TRIGGER no_record; DROP TRIGGER no_word")
	w.put("Thumbs.db", nil) // A look that was still under way may have left a file for later.
	w.pass()
	if c := w.drafts()["a.png"].Caption; c == nil || *c != "From the file" {
		t.Error("the caption is lost")
	}
}

func (w *watching) sql(statement string) {
	w.t.Helper()
	if err := w.DB.InTx(w.t.Context(), func(ctx context.Context, tx bun.Tx) error {
		_, err := database.Exec(ctx, tx, statement)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

// TestWatch_Unusable: what cannot be used is one part on Health, which is well again once it is
// gone or mended.
func TestWatch_Unusable(t *testing.T) {
	t.Parallel()
	w := startWatching(t, body{})
	w.put("a.pdf", []byte("%PDF-1.7"))
	w.put("b.png", nil)
	w.put("c.png", e2e.Picture(t, 320, 320)[:200])
	w.put("d.png", e2e.Picture(t, 320, 320))
	large, err := os.Create(filepath.Join(w.folder, "e.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	if err := large.Truncate(1 << 40); err != nil {
		t.Skip("this disk has no files with holes")
	}
	if err := large.Close(); err != nil {
		t.Fatal(err)
	}
	f := w.pass()
	if f.Unusable != 4 || f.Taken != 1 {
		t.Errorf("%+v", f)
	}
	p := w.part()
	if p.Verdict != health.Soon || p.Figure != "4" || !strings.HasPrefix(p.Evidence, "a.pdf (") || strings.Contains(p.Evidence, "e.mp4") || strings.Contains(p.Evidence, w.Dir) {
		t.Errorf("%+v", p)
	}
	for _, name := range []string{"a.pdf", "b.png", "e.mp4"} {
		if err := os.Remove(filepath.Join(w.folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	w.put("c.png", e2e.Picture(t, 320, 330))
	w.pass()
	if p := w.part(); p.Verdict != health.Well {
		t.Errorf("%+v", p)
	}
	w.wantDrafts("c.png", "d.png")
}

// TestWatch_FolderIsAway: a folder that is gone is waited for.
func TestWatch_FolderIsAway(t *testing.T) {
	t.Parallel()
	w := startWatching(t, body{})
	w.put("a.png", e2e.Picture(t, 320, 320))
	w.pass()
	away := w.folder + "-away"
	if err := os.Rename(w.folder, away); err != nil {
		t.Fatal(err)
	}
	if f := w.pass(); f.Problem == "" {
		t.Errorf("%+v", f)
	}
	p := w.part()
	if p.Verdict != health.Soon || !strings.Contains(p.Says, "it is not there") {
		t.Errorf("%+v", p)
	}
	if again := w.part(); again.Since == nil || *again.Since != *p.Since {
		t.Errorf("%+v after %+v", again, p)
	}
	if err := os.Rename(away, w.folder); err != nil {
		t.Fatal(err)
	}
	w.put("b.png", e2e.Picture(t, 330, 320))
	if f := w.pass(); f.Problem != "" || f.Taken != 2 {
		t.Errorf("%+v", f)
	}
	if p := w.part(); p.Verdict != health.Well {
		t.Errorf("%+v", p)
	}
}

// TestWatch_Set: what is no folder to watch is refused, and what is in it already may be left.
func TestWatch_Set(t *testing.T) {
	t.Parallel()
	w := startWatching(t, nil)
	file := filepath.Join(t.TempDir(), "file")
	led := filepath.Join(t.TempDir(), "led")
	for _, err := range []error{os.WriteFile(file, nil, 0o600), os.Symlink(filepath.Join(w.Dir, "uploads"), led)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, says := range map[string]string{
		"": "whole path", "pictures": "whole path", "/": "a whole disk", filepath.Join(w.folder, "none"): "is not there", file: "is a file",
		w.Dir: "data folder", filepath.Join(w.Dir, "uploads"): "data folder", led: "data folder",
	} {
		if got := w.set(body{"path": path}).WantError(http.StatusBadRequest, "VALIDATION_ERROR"); !strings.Contains(string(got.Body), says) {
			t.Errorf("%q: %s", path, got.Body)
		}
	}
	w.set(body{"timezone": "Nowhere"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	w.browser.InternalDo(http.MethodPut, "/api/watch/9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e", body{"path": w.folder, "timezone": "UTC"}).WantError(http.StatusNotFound, "NOT_FOUND")

	w.put("old.png", e2e.Picture(t, 320, 320))
	w.set(body{"onlyNew": true}).Want(http.StatusOK)
	w.put("new.png", e2e.Picture(t, 330, 320))
	w.pass()
	w.set(nil).Want(http.StatusOK)
	w.pass()
	w.wantDrafts("new.png")

	w.folder = t.TempDir()
	w.set(nil).Want(http.StatusOK)
	w.put("old.png", e2e.Picture(t, 320, 340))
	w.pass()
	w.wantDrafts("new.png", "old.png")
}
