package posts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// UndoneImport is the answer of POST /posts/imports/undo.
type UndoneImport struct {
	Posts []UndonePost `json:"posts" doc:"The posts in the order of the request." nullable:"false"`
}

// UndonePost says what became of a post that a file made.
type UndonePost struct {
	PostID wireid.ID `json:"postId" doc:"The post."`
	IsGone bool      `json:"isGone" doc:"Whether the post is deleted."`
	Code   string    `json:"code"   doc:"Code of why it stays; empty when it is deleted." example:"INVALID_STATUS"`
	Text   string    `json:"text"   doc:"Why it stays, for people; empty when it is deleted." example:"it was changed since; delete it yourself"`
}

type undoInput struct {
	Body struct {
		PostIDs []wireid.ID `json:"postIds" minItems:"1" maxItems:"500" doc:"The posts, as the import named them." nullable:"false"`
	}
}

func (m *Importer) registerUndo(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "undoImport", Method: http.MethodPost, Path: "/posts/imports/undo", Tags: []string{tag},
		Summary: "Delete what a file made",
		Description: "Deletes those of the posts that nobody has begun to publish and nobody has changed. The ref of a post that never left this machine is forgotten with it, " +
			"so that the same file makes the post again; any other ref stays taken.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, func(ctx context.Context, in *undoInput) (*httpapi.Output[UndoneImport], error) {
		return httpapi.Answer(m.Undo(ctx, in.Body.PostIDs))
	})
}

// Undo deletes the posts that an import made, of those that a worker has not claimed. In the same
// transaction it forgets their refs, if they never left this machine: then no other run can have
// made anything of them, and the same file may make them again. The cloud gives up its posts one by
// one, and their refs stay. Called twice it does no more than once.
func (m *Importer) Undo(ctx context.Context, ids []wireid.ID) (UndoneImport, error) {
	var out UndoneImport
	err := m.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		out = UndoneImport{Posts: make([]UndonePost, len(ids))}
		for i, id := range ids {
			if err := out.Posts[i].set(id, m.undo(ctx, tx, id, Post.InCloud)); err != nil && !errors.Is(err, ErrInCloud) {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return UndoneImport{}, fmt.Errorf("undo an import: %w", err)
	}
	var unreachable error
	for i := range out.Posts {
		if undone := &out.Posts[i]; !undone.IsGone && undone.Code == "" {
			// What the cloud has made of a post until it gave it up, the post says by then.
			err := unreachable
			if err == nil {
				err = m.deleter.withdrawer.change(ctx, undone.PostID, Post.InCloud, func(ctx context.Context, tx bun.IDB) error {
					return m.undo(ctx, tx, undone.PostID, func(Post) bool { return false })
				})
			}
			if apperror.CodeOf(err) == apperror.WorkerUnreachable {
				unreachable = err // The others need not wait for it as well.
			}
			if err := undone.set(undone.PostID, err); err != nil {
				return UndoneImport{}, fmt.Errorf("undo an import: %w", err)
			}
		}
	}
	return out, nil
}

// set stores what became of the post, and returns an error that says nothing about the post.
func (u *UndonePost) set(id wireid.ID, err error) error {
	u.PostID, u.IsGone = id, err == nil
	if refused := apperror.From(err); refused != nil && (refused.Code == apperror.WorkerUnreachable || refused.Code.Status() < http.StatusInternalServerError) {
		u.Code, u.Text = string(refused.Code), cmp.Or(refused.Plain, refused.Message)
		return nil
	}
	return err
}

// undo deletes a post, or returns ErrInCloud, and deletes nothing, for one about which isThere
// reports true.
func (m *Importer) undo(ctx context.Context, tx bun.IDB, id wireid.ID, isThere func(Post) bool) error {
	made, err := importByPost.One(ctx, tx, id)
	isMade := err == nil
	if err != nil && !isNotFound(err) {
		return err
	}
	post, err := SelectPost(ctx, tx, id)
	switch {
	case isNotFound(err):
		return nil // It is gone already.
	case err != nil:
		return err
	case !isMade:
		return apperror.New(apperror.NotFound, "no file made this post; delete it yourself")
	case isThere(post):
		return ErrInCloud
	case post.Status != Draft && post.Status != Scheduled:
		return apperror.New(apperror.InvalidStatus, "it is %s already", post.Status)
	case !post.InCloud() && post.UpdatedAt.UnixMilli() > made.MadeAt.UnixMilli():
		return apperror.New(apperror.InvalidStatus, "it was changed since; delete it yourself")
	case post.Status == Scheduled:
		// What is refused from here on would be without a job: withdraw refuses before it cancels.
		if err := m.schedule.withdraw(ctx, tx, post); err != nil {
			return err
		}
	}
	if err := archivePost(ctx, tx, id, wiretime.Of(m.clock.Now())); err != nil {
		return err
	}
	hasLeft, err := hasLeft(ctx, tx, post)
	if err != nil || hasLeft {
		return err
	}
	_, err = tx.NewDelete().Model((*imported)(nil)).Where("post_id = ?", id).Exec(ctx)
	return err
}

// hasLeft reports whether anybody but this machine may know of the post, or a worker has begun it.
func hasLeft(ctx context.Context, tx bun.IDB, post Post) (bool, error) {
	if WasInCloud(post) || post.LastAttemptAt != nil {
		return true, nil
	}
	return database.Value[bool](ctx, tx, "SELECT EXISTS (SELECT 1 FROM attempts WHERE post_id = ?1) OR EXISTS (SELECT 1 FROM post_exposures WHERE post_id = ?1)", post.ID)
}
