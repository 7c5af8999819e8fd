package posts

import (
	"context"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Drafts stores and changes drafts.
type Drafts struct {
	db       *database.DB
	clock    clock.Clock
	accounts *auth.Service
	media    *media.Service
	answers  *Answers
	checker  *Checker
}

// NewDrafts returns the drafts in a database.
func NewDrafts(db *database.DB, clk clock.Clock, accounts *auth.Service, files *media.Service, answers *Answers, checker *Checker) *Drafts {
	return &Drafts{db: db, clock: clk, accounts: accounts, media: files, answers: answers, checker: checker}
}

// SavedDraft is the answer of POST /posts/draft and PUT /posts/draft/{id} (contract 4).
type SavedDraft struct {
	Post

	Warnings []Warning `json:"warnings" doc:"What publishing the draft as it is would be refused for, here or by the network, and what nobody would see of it; empty when nothing is known."`
}

// Save stores a draft (contract 3: (new) -> DRAFT), once for a key that is not empty. Nothing is
// sent anywhere. replayed says that it was stored before, under the same key.
func (d *Drafts) Save(ctx context.Context, p PublishablePost, key string) (draft SavedDraft, replayed bool, err error) {
	return once(ctx, d.answers, creation{Operation: "draft", IdempotencyKey: key, Content: p}, func(ctx context.Context, tx bun.Tx) (SavedDraft, error) {
		return d.Make(ctx, tx, p, noPlan)
	})
}

// Plan is the time for which a draft is planned.
type Plan struct {
	// For is nil for no time.
	For *wiretime.Time
	// Timezone is the IANA name of the zone in which it is planned.
	Timezone string
}

// noPlan is the plan of the drafts of v1.
var noPlan = Plan{Timezone: "UTC"}

// The years for which a draft can be planned. Any other year is a typing error, and calendars
// cannot show it.
const (
	firstYear = 2000
	lastYear  = 2100
)

func checkPlan(at *wiretime.Time) error {
	if at == nil || at.Time().Year() >= firstYear && at.Time().Year() <= lastYear {
		return nil
	}
	return apperror.New(apperror.ValidationError, "plannedFor %s is not within the years %d to %d; choose another day", at, firstYear, lastYear)
}

// SavePlanned is Save for a draft with a plan.
func (d *Drafts) SavePlanned(ctx context.Context, p PublishablePost, plan Plan, key string) (draft SavedDraft, replayed bool, err error) {
	request := creation{Operation: "planned draft", IdempotencyKey: key, Content: struct {
		Post PublishablePost
		Plan Plan
	}{p, plan}}
	return once(ctx, d.answers, request, func(ctx context.Context, tx bun.Tx) (SavedDraft, error) {
		return d.Make(ctx, tx, p, plan)
	})
}

// Make stores a draft with a plan, in the transaction tx.
func (d *Drafts) Make(ctx context.Context, tx bun.IDB, p PublishablePost, plan Plan) (SavedDraft, error) {
	if err := checkPlan(plan.For); err != nil {
		return SavedDraft{}, err
	}
	account, err := d.checker.check(ctx, tx, p, partial)
	if err != nil {
		return SavedDraft{}, err
	}
	post := newPost(d.accounts.UserID(), wiretime.Of(d.clock.Now()))
	post.Status, post.PlannedFor, post.Timezone = Draft, plan.For, plan.Timezone
	if err := p.fill(&post); err != nil {
		return SavedDraft{}, err
	}
	if err := insertWithFiles(ctx, tx, &post, p.fileIDs()); err != nil {
		return SavedDraft{}, err
	}
	return d.saved(ctx, tx, account, post, p)
}

// Adopt makes a draft under an id that the cloud knows, or gives the one of this id the content, in
// the transaction tx.
func (d *Drafts) Adopt(ctx context.Context, tx bun.IDB, id wireid.ID, p PublishablePost) error {
	_, err := SelectPost(ctx, tx, id)
	if err == nil {
		_, err = d.replace(ctx, tx, id, p)
		return err
	}
	if !isNotFound(err) {
		return err
	}
	if _, err := d.checker.check(ctx, tx, p, partial); err != nil {
		return err
	}
	post := newPost(d.accounts.UserID(), wiretime.Of(d.clock.Now()))
	post.ID, post.Status, post.Timezone = id, Draft, noPlan.Timezone
	if err := p.fill(&post); err != nil {
		return err
	}
	return insertWithFiles(ctx, tx, &post, p.fileIDs())
}

// replace gives a draft another content, with its files, in the transaction tx.
func (d *Drafts) replace(ctx context.Context, tx bun.IDB, id wireid.ID, p PublishablePost) (SavedDraft, error) {
	post, _, err := editable(ctx, tx, d.media, id, Draft)
	if err != nil {
		return SavedDraft{}, err
	}
	account, err := d.checker.check(ctx, tx, p, partial)
	if err != nil {
		return SavedDraft{}, err
	}
	if err := rewrite(ctx, tx, &post, p, wiretime.Of(d.clock.Now())); err != nil {
		return SavedDraft{}, err
	}
	if err := replaceLinks(ctx, tx, id, p.fileIDs()); err != nil {
		return SavedDraft{}, err
	}
	return d.saved(ctx, tx, account, post, p)
}

// DraftChange is a change of a draft and of its plan.
type DraftChange struct {
	DraftPatch
	// PlannedFor is the new plan, null for none.
	PlannedFor httpapi.Patch[wiretime.Time]
	// Timezone is the IANA name that is stored beside the plan; nil leaves it.
	Timezone *string
	// Seen is the updatedAt that the editor has seen; nil overwrites any change since.
	Seen *wiretime.Time
}

// Update changes a draft and returns it (contract 4, PUT /posts/draft/{id}). It returns
// INVALID_STATUS for a post that has left DRAFT, and a StaleError for one that has changed since it
// was seen. The whole draft is checked as a new one is, but for files that the patch does not speak
// of: one that was deleted meanwhile does not keep the rest from being edited.
func (d *Drafts) Update(ctx context.Context, id wireid.ID, patch DraftChange) (draft SavedDraft, err error) {
	err = d.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		draft, err = d.Change(ctx, tx, id, patch)
		return err
	})
	return draft, err
}

// Change is Update in the transaction tx.
func (d *Drafts) Change(ctx context.Context, tx bun.IDB, id wireid.ID, patch DraftChange) (SavedDraft, error) {
	post, files, err := editable(ctx, tx, d.media, id, Draft)
	if err != nil {
		return SavedDraft{}, err
	}
	if err := CheckSeen(post, patch.Seen); err != nil {
		return SavedDraft{}, err
	}
	content, err := contentOf(post, files)
	if err != nil {
		return SavedDraft{}, err
	}
	patch.apply(&content)
	how := untouched
	if patch.touchesFiles() {
		how, files = partial, content.fileIDs()
	}
	account, err := d.checker.check(ctx, tx, content, how)
	if err != nil {
		return SavedDraft{}, err
	}
	if how == untouched && patch.touchesLook() {
		if err := d.checker.checkLook(ctx, tx, content); err != nil {
			return SavedDraft{}, err
		}
	}
	if patch.PlannedFor.IsSet {
		if err := checkPlan(patch.PlannedFor.Value); err != nil {
			return SavedDraft{}, err
		}
	}
	patch.PlannedFor.ApplyPointer(&post.PlannedFor)
	if patch.Timezone != nil {
		post.Timezone = *patch.Timezone
	}
	if err := rewrite(ctx, tx, &post, content, wiretime.Of(d.clock.Now())); err != nil {
		return SavedDraft{}, err
	}
	if how == partial {
		if err := replaceLinks(ctx, tx, id, files); err != nil {
			return SavedDraft{}, err
		}
	}
	return d.saved(ctx, tx, account, post, content)
}

// saved returns a draft, whose row is as it was stored, with what publishing it would come up
// against.
func (d *Drafts) saved(ctx context.Context, tx bun.IDB, account auth.SocialAccount, post Post, p PublishablePost) (SavedDraft, error) {
	posts := []Post{post}
	if err := AttachMedia(ctx, tx, d.media, posts); err != nil {
		return SavedDraft{}, err
	}
	warnings, err := d.checker.objections(ctx, tx, account, p)
	return SavedDraft{Post: posts[0], Warnings: warnings}, err
}
