package posts

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
	"github.com/uptrace/bun"
)

// hasty publishes drafts and posts that wait for their time at once.
type hasty struct {
	schedule *Schedule
	intake   *Intake
}

func newHasty(schedule *Schedule, intake *Intake) *hasty {
	return &hasty{schedule: schedule, intake: intake}
}

func (h *hasty) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "publishPostNow", Method: http.MethodPost, Path: "/posts/{id}/publish", Tags: []string{tag},
		Summary: "Publish a post now that is a draft or waits for its time",
		Description: "Accepts the post as it is, as POST /api/v1/posts/publish does. One that waited goes out now in place of at its time, never at both. " +
			"What is refused leaves it as it was: a draft, or waiting for its time.",
		Security: httpapi.CookieOnly(), DefaultStatus: http.StatusAccepted,
		Metadata: httpapi.AtAnyAddress(httpapi.Errors(ValidationCodes(CloudCodes(apperror.NotFound, apperror.InvalidStatus, apperror.TokenExpired, apperror.PrivateAPIRequired)...)...)),
	}, h.handle)
}

func (h *hasty) handle(ctx context.Context, in *postInput) (*httpapi.Output[QueuedPost], error) {
	accepted, err := h.publish(ctx, in.ID)
	return httpapi.Answer(QueuedPost{PostID: accepted.PostID, Status: accepted.Status}, err)
}

// publish has the post go out at once. It takes the post off the schedule and accepts it in one
// transaction, so that it is never without a job that somebody asked for. Of a post that the cloud
// has, all of that is tried first: what is refused is not given up there.
func (h *hasty) publish(ctx context.Context, id wireid.ID) (accepted Accepted, err error) {
	s, isTried := h.schedule, false
	isThere := func(Post) bool { return false }
	err = s.withdrawer.change(ctx, id, isThere, func(ctx context.Context, tx bun.IDB) error {
		post, err := postOn(ctx, tx, s.media, id)
		if err != nil {
			return err
		}
		if post.Status != Draft && post.Status != Scheduled {
			return notChangeable(post, Scheduled)
		}
		if err := CheckFilesRemain(ctx, tx, post); err != nil {
			return err
		}
		content, err := contentOf(post, idsOf(post))
		if err != nil {
			return err
		}
		if post.Status == Scheduled {
			if err := s.unschedule(ctx, tx, id, false); err != nil {
				return err
			}
		}
		accepted, err = h.intake.take(ctx, tx, Submission{PublishablePost: content, DraftID: &id})
		if err == nil && post.InCloud() && !isTried {
			isTried = true
			return ErrInCloud
		}
		return err
	})
	return accepted, err
}

// CheckFilesRemain returns MEDIA_INVALID for a draft, or a post that waits, one of whose files has
// been deleted: it would go out without that file. One that never had a file has lost none.
func CheckFilesRemain(ctx context.Context, db bun.IDB, post Post) error {
	lost, err := lostFiles(ctx, db, []Post{post})
	if err != nil || lost[post.ID] == 0 {
		return err
	}
	return checkFilesRemain(ctx, db, post)
}
