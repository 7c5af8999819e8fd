package posts

import (
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/wireid"
)

func (b *bundle) importer() *Importer {
	return NewImporter(b.db, b.clock, b.accounts, b.files, b.drafts.checker, b.intake, b.drafts, b.schedule)
}

// imported imports one row, and returns what is told of it.
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

// TestImport_ChangesWhileItWaits: a changed row gives its one post other content, another time, or makes it a draft and back.
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

// TestImport_TooLate: what has gone out, or is gone, no changed row touches; the same row is no matter.
func TestImport_TooLate(t *testing.T) {
	t.Parallel()
	b := setup(t)
	row := b.advent(t)
	made := b.imported(t, row)
	if err := b.deleter.Delete(t.Context(), *made.PostID); err != nil {
		t.Fatal(err)
	}
	if again := b.imported(t, row); again.Outcome != ImportUnchanged {
		t.Errorf("deleted, and the same again: %+v", again)
	}
	row.Digest, row.Caption = "2", "second"
	if got := b.imported(t, row); got.Code != string(apperror.NotFound) {
		t.Errorf("changed after it was deleted: %+v", got)
	}
	live := b.insert(t, in(Published))
	if got := b.imported(t, ImportRow{Ref: live.ID.String(), Digest: "1", MediaDigest: "m", AccountID: b.bakery.ID, Timezone: "UTC"}); got.Code != string(apperror.InvalidStatus) {
		t.Errorf("a published one by its id: %+v", got)
	}
}

// TestImport_AllOrNone: one row that is refused leaves nothing of the others, and its ref free.
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
