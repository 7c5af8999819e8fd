package posts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/go-json-experiment/json"
	"github.com/uptrace/bun"
)

// The bounds that contract 8 has for texts, which the schema holds everywhere else.
const (
	maxCaption       = 2200
	maxAltText       = 1000
	maxCollaborators = 3
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
}

// NewImporter returns an importer, which takes posts in as these do.
func NewImporter(db *database.DB, clk clock.Clock, accounts *auth.Service, files *media.Service, checker *Checker, intake *Intake, drafts *Drafts, schedule *Schedule) *Importer {
	return &Importer{db: db, clock: clk, accounts: accounts, media: files, checker: checker, intake: intake, drafts: drafts, schedule: schedule}
}

// errUndone ends a transaction whose writes only tried what an import does.
var errUndone = errors.New("the import is undone")

// Import makes and changes the posts of the rows in one durable transaction. When one row is refused, or isDry is true, nothing is stored,
// and the report says of each row what would be done. With isDry a new row may lack its files.
func (m *Importer) Import(ctx context.Context, rows []ImportRow, isDry bool) (ImportReport, error) {
	var report ImportReport
	err := m.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		report = ImportReport{Rows: []ImportedRow{}, IsDone: !isDry}
		for i := range rows {
			told, err := m.row(ctx, tx, &rows[i], isDry)
			told.Row, told.Ref = rows[i].Row, rows[i].Ref
			if told.Warnings == nil {
				told.Warnings = []Warning{}
			}
			if err != nil {
				refused := apperror.From(err)
				if refused == nil {
					return err
				}
				told.Outcome, told.Code, told.Text = ImportRefused, string(refused.Code), refused.Message
				report.IsDone = false
			}
			report.Rows = append(report.Rows, told)
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
	told := ImportedRow{PostID: &known.PostID, Outcome: ImportUnchanged}
	if known.Digest == r.Digest {
		return told, nil
	}
	post, err := postOn(ctx, tx, m.media, known.PostID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return told, apperror.New(apperror.NotFound, "the row has changed, and its post %s was deleted; give the row a new ref to make a new post", known.PostID)
	}
	if err != nil {
		return told, err
	}
	if err := checkImportable(post); err != nil {
		return told, err
	}
	before, err := contentOf(post, idsOf(post))
	if err != nil {
		return told, err
	}
	content := r.on(before)
	keeps := known.MediaDigest == r.MediaDigest && checkFilesRemain(ctx, tx, post) == nil
	switch {
	case keeps && r.MediaType == "":
		content.MediaType = before.MediaType
	case r.MediaType == "":
		content.MediaType = Image
	}
	switch {
	case keeps:
		content.hold(idsOf(post))
	case r.FileIDs == nil && isDry:
		told.Outcome, told.NeedsFiles = ImportChanged, true
		return told, m.foretell(ctx, tx, r, content)
	default:
		content.hold(r.FileIDs)
	}
	if r.isAt(post) && sameContent(before, content) {
		return told, m.remember(ctx, tx, r, post.ID)
	}
	told.Outcome = ImportChanged
	if told.Warnings, err = m.change(ctx, tx, r, post, content); err != nil {
		return told, err
	}
	return told, m.remember(ctx, tx, r, post.ID)
}

// known returns what the ref made: by an import, or otherwise when it is a post's id. It returns nil when there is none.
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
		return nil, apperror.New(apperror.ValidationError, "the post %s has the ref %q; write that", id, other.Ref)
	case !isNotFound(err):
		return nil, err
	}
	if _, err := SelectPost(ctx, tx, id); isNotFound(err) {
		return nil, nil //nolint:nilnil // It is the id of a post of another machine.
	} else if err != nil {
		return nil, err
	}
	return &imported{Ref: ref, PostID: id}, nil
}

// made makes the post of a row whose ref is new.
func (m *Importer) made(ctx context.Context, tx bun.Tx, r *ImportRow, isDry bool) (told ImportedRow, err error) {
	told = ImportedRow{Outcome: ImportMade}
	content := r.on(PublishablePost{})
	if content.MediaType == "" {
		content.MediaType = Image
	}
	if r.FileIDs == nil && isDry {
		told.NeedsFiles = true
		return told, m.foretell(ctx, tx, r, content)
	}
	content.hold(r.FileIDs)
	if err := r.check(); err != nil {
		return told, err
	}
	var id wireid.ID
	if r.At == nil {
		draft, err := m.drafts.make(ctx, tx, content)
		if err != nil {
			return told, err
		}
		id, told.Warnings = draft.ID, draft.Warnings
	} else {
		accepted, err := m.intake.take(ctx, tx, Submission{PublishablePost: content, At: r.At, Timezone: r.Timezone})
		if err != nil {
			return told, err
		}
		id, told.Warnings = accepted.PostID, accepted.Warnings
	}
	told.PostID = &id
	return told, m.remember(ctx, tx, r, id)
}

// change gives a post that nobody publishes yet the content and the time of a row.
func (m *Importer) change(ctx context.Context, tx bun.Tx, r *ImportRow, post Post, content PublishablePost) ([]Warning, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if post.Status == Scheduled {
		if err := m.schedule.unschedule(ctx, tx, post.ID); err != nil {
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

// foretell says what a row would be refused for whatever its files are.
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

// checkImportable refuses a post that a changed row can no longer change.
func checkImportable(post Post) error {
	switch {
	case post.Status != Draft && post.Status != Scheduled:
		return apperror.New(apperror.InvalidStatus, "the row has changed, and its post %s is %s, which stays as it is; give the row a new ref to make a new post", post.ID, post.Status)
	case post.InCloud():
		return apperror.New(apperror.InvalidStatus, "the row has changed, and the cloud worker has its post %[1]s; take it back with crier schedule cancel %[1]s, and import again", post.ID)
	}
	return nil
}

// on returns the content that the row makes of another one, without the files. What a row does not speak of stays.
func (r *ImportRow) on(p PublishablePost) PublishablePost {
	p.AccountID, p.MediaType = r.AccountID, r.MediaType
	p.Caption, p.AltText, p.Collaborators, p.CrossPostToPartner = textOrNone(r.Caption), textOrNone(r.AltText), r.Collaborators, &r.Share
	return p
}

func textOrNone(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// hold makes files the files of the content.
func (p *PublishablePost) hold(files []wireid.ID) {
	p.MediaFileID, p.MediaFileIDs = nil, nil
	switch {
	case p.MediaType == Carousel:
		p.MediaFileIDs = files
	case len(files) > 0:
		p.MediaFileID = &files[0]
	}
}

// check holds the row against the bounds that the schema of v1 has.
func (r *ImportRow) check() error {
	if n := utf8.RuneCountInString(r.Caption); n > maxCaption {
		return apperror.New(apperror.ValidationError, "the caption has %d characters; it may have %d", n, maxCaption)
	}
	if n := utf8.RuneCountInString(r.AltText); n > maxAltText {
		return apperror.New(apperror.ValidationError, "the alt text has %d characters; it may have %d", n, maxAltText)
	}
	if n := len(r.Collaborators); n > maxCollaborators {
		return apperror.New(apperror.InvalidCollaborators, "there are %d collaborators; a post may have %d", n, maxCollaborators)
	}
	if r.At == nil {
		return nil
	}
	if _, err := time.LoadLocation(r.Timezone); err != nil || r.Timezone == "" || r.Timezone == "Local" {
		return apperror.New(apperror.ValidationError, "%q is no time zone; write one such as Europe/Lisbon or UTC", r.Timezone)
	}
	return nil
}

// isAt reports whether a post waits for the row's time, or is a draft as the row is.
func (r *ImportRow) isAt(post Post) bool {
	if r.At == nil {
		return post.Status == Draft
	}
	return post.Status == Scheduled && *post.ScheduledFor == *r.At && post.Timezone == r.Timezone
}

// sameContent reports whether two contents make the same post.
func sameContent(a, b PublishablePost) bool {
	if !slices.Equal(a.fileIDs(), b.fileIDs()) {
		return false
	}
	var made [2]string
	for i, p := range []PublishablePost{a, b} {
		var post Post
		p.Caption, p.AltText = textOrNone(value(p.Caption)), textOrNone(value(p.AltText))
		if err := p.fill(&post); err != nil {
			return false
		}
		text, err := json.Marshal(post, json.Deterministic(true))
		if err != nil {
			return false
		}
		made[i] = string(text)
	}
	return made[0] == made[1]
}
