package posts

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Importer makes and changes the posts of a file, all or none.
type Importer struct {
	db       *database.DB
	clock    clock.Clock
	accounts *auth.Service
	media    *media.Service
	checker  *Checker
	intake   *Intake
	drafts   *Drafts
	schedule *Schedule
	deleter  *Deleter
}

// NewImporter returns an importer.
func NewImporter(db *database.DB, clk clock.Clock, accounts *auth.Service, files *media.Service, checker *Checker, intake *Intake, drafts *Drafts, schedule *Schedule, deleter *Deleter) *Importer {
	return &Importer{db: db, clock: clk, accounts: accounts, media: files, checker: checker, intake: intake, drafts: drafts, schedule: schedule, deleter: deleter}
}

// errUndone ends a transaction whose writes only tried what an import does.
var errUndone = errors.New("the import is undone")

// Import makes and changes the posts of the rows in one durable transaction. When one row is
// refused, or isDry is true, nothing is stored, and the report says of each row what would be done.
// With isDry a new row may lack its files.
func (m *Importer) Import(ctx context.Context, rows []ImportRow, isDry bool) (ImportReport, error) {
	var report ImportReport
	err := m.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		report = ImportReport{Rows: []ImportedRow{}, IsDone: !isDry}
		first := make(map[string]int, len(rows))
		for i := range rows {
			var imported ImportedRow
			var err error
			if before, isTwice := first[rows[i].Ref]; isTwice {
				err = apperror.New(apperror.ValidationError, "the ref %q is in row %d too; give each row its own", rows[i].Ref, before)
			} else {
				first[rows[i].Ref] = rows[i].Row
				imported, err = m.row(ctx, tx, &rows[i], isDry)
			}
			imported.Row, imported.Ref = rows[i].Row, rows[i].Ref
			if imported.Warnings == nil {
				imported.Warnings = []Warning{}
			}
			if err != nil {
				refused := apperror.From(err)
				if refused == nil || refused.Code.Status() >= http.StatusInternalServerError {
					return err // No row is at fault.
				}
				imported.Outcome, imported.Code, imported.Text = ImportRefused, string(refused.Code), refused.Message
				report.IsDone = false
			}
			report.Rows = append(report.Rows, imported)
		}
		if !report.IsDone {
			return errUndone
		}
		return nil
	})
	if errors.Is(err, errUndone) {
		err = nil
	}
	if err != nil {
		return ImportReport{}, fmt.Errorf("import posts: %w", err)
	}
	if !report.IsDone {
		for i := range report.Rows {
			if report.Rows[i].Outcome == ImportMade {
				report.Rows[i].PostID = nil // It was undone.
			}
		}
	}
	return report, nil
}

// row makes or changes the post of one row.
func (m *Importer) row(ctx context.Context, tx bun.Tx, r *ImportRow, isDry bool) (ImportedRow, error) {
	known, err := m.known(ctx, tx, r.Ref)
	if err != nil {
		return ImportedRow{}, err
	}
	if known == nil {
		return m.made(ctx, tx, r, isDry)
	}
	imported := ImportedRow{PostID: &known.PostID, Outcome: ImportUnchanged}
	post, err := postOn(ctx, tx, m.media, known.PostID)
	switch {
	case apperror.CodeOf(err) == apperror.NotFound:
		return imported, apperror.New(apperror.NotFound, "its post %s was deleted, and a ref makes one post only; give the row another ref to post it again", known.PostID)
	case err != nil || known.Digest == r.Digest:
		return imported, err
	}
	return m.again(ctx, tx, r, post, known.MediaDigest, isDry)
}

// known returns which post the ref names: the one that an import made under it, else the one whose
// id it is. A post that was deleted here counts too, so that no import makes it a second time.
// known returns nil for a ref that names no post yet.
func (m *Importer) known(ctx context.Context, tx bun.IDB, ref string) (*imported, error) {
	found, err := importByRef.One(ctx, tx, ref)
	if err == nil || !isNotFound(err) {
		return &found, err
	}
	id, err := wireid.Parse(ref)
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // Any other text names nothing yet.
	}
	switch other, err := importByPost.One(ctx, tx, id); {
	case err == nil:
		return nil, apperror.New(apperror.ValidationError, "the post %s has the ref %q; write that ref in the row", id, other.Ref)
	case !isNotFound(err):
		return nil, err
	}
	wasHere, err := wasEverHere(ctx, tx, id)
	if err != nil || !wasHere {
		return nil, err // It is the id of a post of another machine.
	}
	return &imported{Ref: ref, PostID: id}, nil
}

// again changes the post of a row that was imported before to what the row says now. A post that is
// so already stays as it is, and the row is unchanged; only a change is refused for a post that the
// cloud worker has, or that has been published. mediaDigest is that of the files that the row had
// before.
func (m *Importer) again(ctx context.Context, tx bun.Tx, r *ImportRow, post Post, mediaDigest string, isDry bool) (ImportedRow, error) {
	imported := ImportedRow{PostID: &post.ID, Outcome: ImportUnchanged}
	keeps, err := keepsFiles(ctx, tx, post, mediaDigest == r.MediaDigest)
	if err != nil {
		return imported, err
	}
	before, err := contentOf(post, idsOf(post))
	if err != nil {
		return imported, err
	}
	content := r.over(before, keeps)
	lacksFiles := !keeps && r.FileIDs == nil && isDry
	if !lacksFiles && r.isAt(post) && sameContent(before, content) {
		return imported, m.remember(ctx, tx, r, post.ID)
	}
	if err := checkImportable(post); err != nil {
		return imported, err
	}
	if _, err := m.accounts.Account(ctx, tx, r.AccountID); err != nil {
		return ImportedRow{}, err // It is not the post that is missing.
	}
	imported.Outcome = ImportChanged
	if lacksFiles {
		imported.NeedsFiles = true
		return imported, m.foretell(ctx, tx, r, content)
	}
	if imported.Warnings, err = m.change(ctx, tx, r, post, content); err != nil {
		return imported, err
	}
	return imported, m.remember(ctx, tx, r, post.ID)
}

// keepsFiles reports whether a post keeps the files that it has: when the row names the same ones
// as before, and also when one of them was deleted after the post had ended, because nobody can
// compare them then.
func keepsFiles(ctx context.Context, tx bun.IDB, post Post, isSame bool) (bool, error) {
	err := checkFilesRemain(ctx, tx, post)
	switch {
	case err == nil:
		return isSame, nil
	case apperror.From(err) == nil:
		return false, err
	}
	return post.Status != Draft && post.Status != Scheduled, nil
}

// made makes the post of a row with a new ref.
func (m *Importer) made(ctx context.Context, tx bun.Tx, r *ImportRow, isDry bool) (imported ImportedRow, err error) {
	imported = ImportedRow{Outcome: ImportMade}
	content := r.on(PublishablePost{})
	if content.MediaType == "" {
		content.MediaType = Image
	}
	if r.FileIDs == nil && isDry {
		imported.NeedsFiles = true
		return imported, m.foretell(ctx, tx, r, content)
	}
	content.hold(r.FileIDs)
	if err := r.check(); err != nil {
		return imported, err
	}
	var id wireid.ID
	if r.At == nil {
		draft, err := m.drafts.Make(ctx, tx, content, noPlan)
		if err != nil {
			return imported, err
		}
		id, imported.Warnings = draft.ID, draft.Warnings
	} else {
		accepted, err := m.intake.take(ctx, tx, Submission{PublishablePost: content, At: r.At, Timezone: r.Timezone})
		if err != nil {
			return imported, err
		}
		id, imported.Warnings = accepted.PostID, accepted.Warnings
	}
	imported.PostID = &id
	return imported, m.remember(ctx, tx, r, id)
}

// change gives a post that nobody publishes yet the content and the time of a row.
func (m *Importer) change(ctx context.Context, tx bun.Tx, r *ImportRow, post Post, content PublishablePost) ([]Warning, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if post.Status == Scheduled {
		if err := m.schedule.unschedule(ctx, tx, post.ID, false); err != nil {
			return nil, err
		}
	}
	if r.At == nil {
		draft, err := m.drafts.replace(ctx, tx, post.ID, content)
		return draft.Warnings, err
	}
	accepted, err := m.intake.take(ctx, tx, Submission{PublishablePost: content, DraftID: &post.ID, At: r.At, Timezone: r.Timezone})
	return accepted.Warnings, err
}

// foretell returns the errors of a row that do not depend on its files.
func (m *Importer) foretell(ctx context.Context, tx bun.IDB, r *ImportRow, content PublishablePost) error {
	if err := r.check(); err != nil {
		return err
	}
	content.hold(nil)
	account, err := m.checker.check(ctx, tx, content, partial)
	if err != nil || r.At == nil {
		return err
	}
	if err := m.checker.checkFuture(*r.At); err != nil {
		return err
	}
	return m.checker.checkState(ctx, tx, account, Submission{PublishablePost: content, At: r.At})
}

func (m *Importer) remember(ctx context.Context, tx bun.IDB, r *ImportRow, post wireid.ID) error {
	return replaceImport(ctx, tx, &imported{
		Ref: r.Ref, PostID: post, AccountID: r.AccountID, Digest: r.Digest, MediaDigest: r.MediaDigest, MadeAt: wiretime.Of(m.clock.Now()),
	})
}

// checkImportable refuses a post that an import cannot change any more.
func checkImportable(post Post) error {
	switch {
	case post.Status != Draft && post.Status != Scheduled:
		return apperror.New(apperror.InvalidStatus, "the row differs from its post %s, which is %s and was not changed", post.ID, post.Status)
	case post.InCloud():
		return apperror.New(apperror.InvalidStatus, "the row differs from its post %[1]s, which the cloud worker has; take the post back first (crier schedule cancel %[1]s), and import again", post.ID)
	}
	return nil
}
