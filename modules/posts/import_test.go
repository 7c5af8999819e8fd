package posts

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/limits"
	"crier/platform/wireid"
)

func (b *bundle) importer() *Importer {
	return NewImporter(b.db, b.clock, b.accounts, b.files, b.drafts.checker, b.intake, b.drafts, b.schedule, b.deleter)
}

// imported imports one row, and returns the report about it.
func (b *bundle) imported(t *testing.T, r ImportRow) ImportedRow {
	t.Helper()
	report, err := b.importer().Import(t.Context(), []ImportRow{r}, false)
	if err != nil || len(report.Rows) != 1 || report.IsDone == (report.Rows[0].Outcome == ImportRefused) {
		t.Fatalf("got %+v, %v", report, err)
	}
	return report.Rows[0]
}

func (b *bundle) advent(t *testing.T) ImportRow {
	t.Helper()
	return ImportRow{
		Row: 2, Ref: "advent", Digest: "1", MediaDigest: "m", AccountID: b.bakery.ID, MediaType: Image, FileIDs: []wireid.ID{b.photo(t)},
		Caption: "first", At: at(start.Add(time.Hour)), Timezone: "UTC",
	}
}

// TestImport_ChangesWhileItWaits: a changed row gives its one post other content, another time, or
// makes it a draft and back.
func TestImport_ChangesWhileItWaits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	row := b.advent(t)
	made := b.imported(t, row)
	if made.Outcome != ImportMade || b.read(t, *made.PostID).Status != Scheduled {
		t.Fatalf("made %+v", made)
	}
	if again := b.imported(t, row); again.Outcome != ImportUnchanged || *again.PostID != *made.PostID {
		t.Errorf("the same again: %+v", again)
	}
	row.FileIDs = nil // Its files were uploaded before.
	row.Digest, row.Caption, row.At = "2", "second", at(start.Add(2*time.Hour))
	changed := b.imported(t, row)
	if post := b.read(t, *made.PostID); changed.Outcome != ImportChanged || value(post.Caption) != "second" || *post.ScheduledFor != *row.At {
		t.Errorf("changed %+v to %+v", changed, post)
	}
	row.Digest, row.At = "3", nil
	if post := b.imported(t, row); post.Outcome != ImportChanged || b.read(t, *made.PostID).Status != Draft {
		t.Errorf("a draft: %+v", post)
	}
	if counts, err := b.queue.Counts(t.Context(), b.db); err != nil || counts != (jobs.Counts{}) {
		t.Errorf("the draft has jobs: %+v, %v", counts, err)
	}
	row.Digest, row.At = "4", at(start.Add(3*time.Hour))
	if post := b.imported(t, row); post.Outcome != ImportChanged || b.read(t, *made.PostID).Status != Scheduled {
		t.Errorf("scheduled again: %+v", post)
	}
	row.Digest = "5" // It is written in another way.
	if post := b.imported(t, row); post.Outcome != ImportUnchanged {
		t.Errorf("the same in other words: %+v", post)
	}
}

// TestImport_TooLate: a changed row does not touch a post that was published or deleted. A deleted
// post is reported even if the row has not changed.
func TestImport_TooLate(t *testing.T) {
	t.Parallel()
	b := setup(t)
	row := b.advent(t)
	made := b.imported(t, row)
	if err := b.deleter.Delete(t.Context(), *made.PostID); err != nil {
		t.Fatal(err)
	}
	if again := b.imported(t, row); again.Code != string(apperror.NotFound) || !strings.Contains(again.Text, "was deleted") {
		t.Errorf("deleted, and the same again: %+v", again)
	}
	row.Digest, row.Caption = "2", "second"
	if got := b.imported(t, row); got.Code != string(apperror.NotFound) {
		t.Errorf("changed after it was deleted: %+v", got)
	}
	live := b.insert(t, in(Published))
	if got := b.imported(t, ImportRow{Ref: live.ID.String(), Digest: "1", MediaDigest: "m", AccountID: b.bakery.ID, Caption: "another"}); got.Code != string(apperror.InvalidStatus) {
		t.Errorf("a published one by its id: %+v", got)
	}
}

// TestImport_AllOrNone: when one row is refused, no row is imported, and the ref stays free.
func TestImport_AllOrNone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	good := b.advent(t)
	late := b.advent(t)
	late.Row, late.Ref, late.At = 3, "late", at(start)
	report, err := b.importer().Import(t.Context(), []ImportRow{good, late}, false)
	if err != nil || report.IsDone || report.Rows[0].PostID != nil || report.Rows[1].Code != string(apperror.InvalidSchedule) {
		t.Fatalf("got %+v, %v", report, err)
	}
	if list, err := b.history.All(t.Context(), "", 1, 10); err != nil || list.Total != 0 {
		t.Errorf("it left %+v, %v", list, err)
	}
	if again := b.imported(t, good); again.Outcome != ImportMade {
		t.Errorf("alone: %+v", again)
	}
}

// exportedRow returns the row that an export has of a post.
func exportedRow(post Post, files ...wireid.ID) ImportRow {
	r := ImportRow{
		Row: 2, Ref: post.ID.String(), Digest: "1", MediaDigest: "m", AccountID: post.SocialAccountID, MediaType: post.MediaType,
		FileIDs: append([]wireid.ID{}, files...), Caption: value(post.Caption),
	}
	if post.IsScheduled {
		r.At, r.Timezone = post.ScheduledFor, post.Timezone
	}
	return r
}

// TestImport_ChangesNothing: a row that says what its post is already is unchanged, also when the
// worker has the post, or it is published.
func TestImport_ChangesNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	caption := "first"
	put := func(post Post) ImportRow {
		file := b.photo(t)
		post.Caption = &caption
		return exportedRow(b.insert(t, post, file), file)
	}
	inCloud := wireid.New()
	text := inCloud.String()
	scheduled := func(status Status) Post {
		return Post{Status: status, IsScheduled: true, ScheduledFor: at(start.Add(-time.Hour)), CloudJobID: &text}
	}
	wentOut := put(in(Published))
	rows := map[string]ImportRow{
		"in the cloud":                put(scheduled(Scheduled)),
		"published by the cloud":      put(scheduled(Published)),
		"failed":                      put(scheduled(Failed)),
		"a draft that went out":       wentOut,
		"a draft that went out later": put(in(Published)),
		"a draft":                     put(in(Draft)),
	}
	later := rows["a draft that went out later"]
	if _, err := b.db.Exec("UPDATE posts SET is_scheduled = 1, scheduled_for = 1 WHERE id = ?", later.Ref); err != nil {
		t.Fatal(err)
	}
	for name, row := range rows {
		if got := b.imported(t, row); got.Outcome != ImportUnchanged || got.PostID.String() != row.Ref {
			t.Errorf("%s: %+v", name, got)
		}
	}
	wentOut.Digest, wentOut.Caption = "2", "second"
	if got := b.imported(t, wentOut); got.Code != string(apperror.InvalidStatus) {
		t.Errorf("changed after it went out: %+v", got)
	}
	gone := put(in(Published))
	if err := b.files.Delete(t.Context(), gone.FileIDs[0]); err != nil {
		t.Fatal(err)
	}
	gone.FileIDs = nil // There is none of that id in the library any more.
	if got := b.imported(t, gone); got.Outcome != ImportUnchanged {
		t.Errorf("a published one whose file was deleted: %+v", got)
	}
}

// TestImport_RefIsAnID: a ref that is the id of a post that was deleted here makes no post; one
// that is the id of another machine's post makes one.
func TestImport_RefIsAnID(t *testing.T) {
	t.Parallel()
	b := setup(t)
	row := exportedRow(b.insert(t, in(Draft)))
	if got := b.imported(t, row); got.Outcome != ImportUnchanged {
		t.Fatalf("while it is there: %+v", got)
	}
	never := exportedRow(b.insert(t, in(Draft)))
	for _, r := range []ImportRow{row, never} {
		if err := b.deleter.Delete(t.Context(), wireid.MustParse(r.Ref)); err != nil {
			t.Fatal(err)
		}
		if got := b.imported(t, r); got.Code != string(apperror.NotFound) || got.PostID == nil || !strings.Contains(got.Text, r.Ref+" was deleted") {
			t.Errorf("deleted: %+v", got)
		}
	}
	if list, err := b.history.All(t.Context(), "", 1, 10); err != nil || list.Total != 0 {
		t.Errorf("it made %+v, %v", list, err)
	}
	foreign := never
	foreign.Ref = wireid.New().String()
	made := b.imported(t, foreign)
	if made.Outcome != ImportMade || made.PostID.String() == foreign.Ref {
		t.Fatalf("of another machine: %+v", made)
	}
	if again := b.imported(t, foreign); again.Outcome != ImportUnchanged || *again.PostID != *made.PostID {
		t.Errorf("of another machine again: %+v", again)
	}
}

// TestImport_RefTwice: two rows of one import cannot have the same ref.
func TestImport_RefTwice(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first, second := b.advent(t), b.advent(t)
	second.Row, second.Digest, second.Caption = 3, "2", "second"
	report, err := b.importer().Import(t.Context(), []ImportRow{first, second}, false)
	if err != nil || report.IsDone || report.Rows[1].Code != string(apperror.ValidationError) || !strings.Contains(report.Rows[1].Text, "row 2") {
		t.Errorf("got %+v, %v", report, err)
	}
}

// failingCloud takes posts, and cannot be reached.
type failingCloud struct{ NoCloud }

func (failingCloud) Takes() bool { return true }

// TestImport_NoRowsFault: an error of the service ends the import, and no row is blamed for it.
func TestImport_NoRowsFault(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.connect(failingCloud{})
	report, err := b.importer().Import(t.Context(), []ImportRow{b.advent(t)}, false)
	if apperror.CodeOf(err) != apperror.WorkerUnreachable {
		t.Errorf("got %+v, %v", report, err)
	}
	b.connect(NoCloud{})
	nobodys := b.advent(t)
	nobodys.AccountID = wireid.New()
	if got := b.imported(t, nobodys); got.Code != string(apperror.NotFound) || got.PostID != nil {
		t.Errorf("an account that is not there: %+v", got)
	}
}

// TestImport_BodyHoldsAll: the most rows, each as long as it may be, fit into the body.
func TestImport_BodyHoldsAll(t *testing.T) {
	t.Parallel()
	id, name := wireid.New(), strings.Repeat("<", maxUsername)
	full := ImportRow{
		Row: 100_501, Ref: strings.Repeat("<", maxRef), Digest: strings.Repeat("0", 64), MediaDigest: strings.Repeat("0", 64), AccountID: id, MediaType: Carousel,
		FileIDs: slices.Repeat([]wireid.ID{id}, MaxCarousel), Caption: strings.Repeat("\u2028", maxCaption), AltText: strings.Repeat("<", maxAltText),
		Collaborators: []string{name, name, name}, Share: true, At: at(start), Timezone: "America/Argentina/ComodRivadavia",
		FirstComment: new(strings.Repeat("\u2028", limits.MaxFirstComment)), AltTexts: new(slices.Repeat([]string{strings.Repeat("<", maxAltText)}, MaxCarousel)),
		CoverID: new(id.String()), CoverAtMs: new(int64(1 << 62)), Feed: new("yes"), IsAIGenerated: new(true), Trial: new("performance"),
		PeopleTagged: new(slices.Repeat([]string{strings.Repeat("a", maxUsername)}, limits.MaxTags)),
	}
	if err := full.CheckTexts(); err != nil {
		t.Fatal(err)
	}
	// The command has the encoder that writes the most.
	text, err := json.Marshal(map[string]any{"rows": slices.Repeat([]ImportRow{full}, MaxImported), "dryRun": true})
	if err != nil || len(text) > maxImportBody || len(text) < maxImportBody*9/10 {
		t.Errorf("%d bytes of at most %d, %v", len(text), maxImportBody, err)
	}
}

// TestExport_Pages: every post is on one page, whatever is deleted or made between two pages.
func TestExport_Pages(t *testing.T) {
	t.Parallel()
	b := setup(t)
	want := map[wireid.ID]bool{}
	for range 2*exportPage + 5 {
		want[b.insert(t, in(Draft)).ID] = true
	}
	var ids []wireid.ID
	in := exportInput{}
	for {
		page, err := b.importer().export(t.Context(), &in)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Body.Posts {
			ids = append(ids, e.Post.ID)
		}
		if page.Body.Next == nil {
			break
		}
		in.After = *page.Body.Next
		// The first and the last post that were read are deleted.
		for _, e := range []ExportedPost{page.Body.Posts[0], page.Body.Posts[exportPage-1]} {
			if err := b.deleter.Delete(t.Context(), e.Post.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, id := range ids {
		if !want[id] {
			t.Errorf("%s is there twice, or is no post", id)
		}
		delete(want, id)
	}
	if len(want) != 0 {
		t.Errorf("%d posts are on no page", len(want))
	}
	for _, text := range []string{"7", "x." + wireid.New().String(), "7.x"} {
		if _, err := b.importer().export(t.Context(), &exportInput{After: text}); apperror.CodeOf(err) != apperror.InvalidParam {
			t.Errorf("after %s: %v", text, err)
		}
	}
}

// TestImportRow_Zone: a row has a zone that every machine knows, as any other post that waits.
func TestImportRow_Zone(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]apperror.Code{
		"Europe/Lisbon": "", "UTC": "", "": apperror.ValidationError, "Local": apperror.ValidationError, "localtime": apperror.ValidationError,
		"Factory": apperror.ValidationError, "right/UTC": apperror.ValidationError, strings.Repeat("x", 1000): apperror.ValidationError,
	} {
		row := ImportRow{At: at(start), Timezone: zone}
		err := row.check()
		if apperror.CodeOf(err) != want || err != nil && len(err.Error()) > 200 {
			t.Errorf("%.20q: %v", zone, err)
		}
	}
}
