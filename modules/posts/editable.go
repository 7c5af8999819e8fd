package posts

import (
	"context"

	"crier/modules/auth"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// EditablePost is a post with the further fields that its editor needs and v1 does not show.
type EditablePost struct {
	Post

	PlannedFor *wiretime.Time `json:"plannedFor" doc:"For when a draft is planned; null for no time, and for any other post." example:"2026-12-17T08:00:00.000Z"`
	Warnings   []Warning      `json:"warnings"   doc:"What publishing a draft as it is would be refused for, here or by the network, and what the author may not expect of a post; empty when nothing is known."`
}

// Editables are posts as their editors see them.
type Editables struct {
	db       *database.DB
	history  *History
	accounts *auth.Service
	checker  *Checker
}

// newEditables returns the posts of a database as their editors see them.
func newEditables(db *database.DB, history *History, accounts *auth.Service, checker *Checker) *Editables {
	return &Editables{db: db, history: history, accounts: accounts, checker: checker}
}

// Post returns a post as its editor sees it, or NOT_FOUND.
func (e *Editables) Post(ctx context.Context, id wireid.ID) (EditablePost, error) {
	post, err := e.history.Post(ctx, id)
	if err != nil {
		return EditablePost{}, err
	}
	return e.Of(ctx, post)
}

// Of returns a post that has its media files as its editor sees it.
func (e *Editables) Of(ctx context.Context, post Post) (EditablePost, error) {
	warnings, err := e.warnings(ctx, post)
	return EditablePost{Post: post, PlannedFor: post.PlannedFor, Warnings: append([]Warning{}, warnings...)}, err
}

// warnings returns the warnings about a post that is not published yet.
func (e *Editables) warnings(ctx context.Context, post Post) ([]Warning, error) {
	if post.Status.HasEnded() {
		return nil, nil
	}
	if post.Status != Draft {
		return Foreseen(post)
	}
	content, err := ContentOf(post)
	if err != nil {
		return nil, err
	}
	account, err := e.accounts.Account(ctx, e.db, post.SocialAccountID)
	if err != nil {
		return asWarnings(err)
	}
	return e.checker.objections(ctx, e.db, account, content)
}

// asWarnings turns an error that clients get as a warning into one, and returns any other error
// unchanged.
func asWarnings(err error) ([]Warning, error) {
	known := apperror.From(err)
	if known == nil {
		return nil, err
	}
	return []Warning{{Code: string(known.Code), Message: known.Message}}, nil
}
