package schedule

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// PostChange is the body of PUT /posts/{id}.
type PostChange struct {
	posts.DraftPatch

	ScheduledFor httpapi.Replacement[wiretime.Time] `json:"scheduledFor,omitzero" doc:"The new time of a scheduled post, strictly in the future, with any offset; not for a draft, which POST /schedule schedules." example:"2026-12-24T10:00:00+01:00"`
	PlannedFor   httpapi.Patch[wiretime.Time]       `json:"plannedFor,omitzero"   doc:"For when a draft is planned; null for no time. Not for a scheduled post." example:"2026-12-17T09:00:00+01:00"`
	Timezone     httpapi.Replacement[string]        `json:"timezone,omitzero"     maxLength:"64" doc:"IANA name of the time zone, stored beside the time or the plan." example:"Europe/Berlin"`
}

// codeChanged is the code of PostChangedMeanwhile. It is not one of the contract's, because v1 has
// no such answer.
const codeChanged = "CHANGED_MEANWHILE"

// PostChangedMeanwhile is the answer to a change of a post that has changed since its editor saw
// it.
type PostChangedMeanwhile struct {
	Message string             `json:"error"  doc:"What went wrong, for people." example:"the post was changed at 2026-12-01T10:00:00.000Z, after it was read here; read it again, or keep your change by sending it with that time"`
	Code    string             `json:"code"   enum:"CHANGED_MEANWHILE" doc:"Always the same." example:"CHANGED_MEANWHILE"`
	Status  int                `json:"status" enum:"412" doc:"The HTTP status of the answer." example:"412"`
	Post    posts.EditablePost `json:"post"   doc:"The post as it is now. Nothing of the change was made."`
}

// Error returns the code and the message.
func (c *PostChangedMeanwhile) Error() string { return c.Code + ": " + c.Message }

// GetStatus returns the HTTP status.
func (c *PostChangedMeanwhile) GetStatus() int { return c.Status }

type changeInput struct {
	ID      wireid.ID `path:"id" doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	IfMatch string    `header:"If-Match" required:"true" maxLength:"64" doc:"The updatedAt of the post as its editor has it, with or without quotation marks, or * for a change that is made whatever happened since." example:"2026-12-01T10:00:00.000Z"`
	Body    PostChange
}

// postsAPI serves the operations on posts that are not published yet, drafts as well as scheduled
// posts.
type postsAPI struct {
	service   *service
	drafts    *posts.Drafts
	history   *posts.History
	editables *posts.Editables
}

func newPostsAPI(s *service, drafts *posts.Drafts, history *posts.History, editables *posts.Editables) *postsAPI {
	return &postsAPI{service: s, drafts: drafts, history: history, editables: editables}
}

func (a *postsAPI) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "changePost", Method: http.MethodPut, Path: "/posts/{id}", Tags: []string{"Posts"},
		Summary: "Change a draft or a scheduled post",
		Description: "Changes what the request names and leaves the rest, files, type and account among it; null clears a property. A scheduled post keeps its place in the queue, or at the cloud worker, " +
			"which confirms the change first; with other files, another type or account the worker gives the post up and is handed it again. Once a worker has claimed the post, it is too late.",
		Security: httpapi.CookieOnly(),
		Metadata: httpapi.AtAnyAddress(httpapi.WithResponse(httpapi.WithAnswers(httpapi.WithRequests(httpapi.Errors(posts.CloudCodes(posts.ValidationCodes(
			apperror.NotFound, apperror.InvalidSchedule, apperror.InvalidStatus, apperror.PrivateAPIRequired, apperror.TokenExpired,
			apperror.BucketNotConfigured)...)...),
			changeRequests()...), changeAnswers()...), http.StatusPreconditionFailed, changedMeanwhile)),
	}, a.change)
}

// changedMeanwhile documents the answer 412.
func changedMeanwhile(schemas huma.Registry) *huma.Response {
	return &huma.Response{
		Description: "The post has changed since its editor saw it: in another tab, by a client of v1, or because a worker has something to say about it.",
		Content: map[string]*huma.MediaType{"application/json": {
			Schema: schemas.Schema(reflect.TypeFor[PostChangedMeanwhile](), true, ""),
		}},
	}
}

func (a *postsAPI) change(ctx context.Context, in *changeInput) (*httpapi.Output[posts.EditablePost], error) {
	seen, err := seenAt(in.IfMatch)
	if err != nil {
		return nil, err
	}
	if in.Body.Timezone.Value != nil {
		if _, err := posts.Zone(*in.Body.Timezone.Value); err != nil {
			return nil, err
		}
	}
	post, err := a.history.Post(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	changed, err := a.apply(ctx, in, post, seen)
	if stale, ok := errors.AsType[*posts.StaleError](err); ok {
		return nil, a.conflict(ctx, stale)
	}
	if err != nil {
		return nil, apperror.ForPeople(err)
	}
	return httpapi.Answer(changed, nil)
}

// apply tells a stale editor first that the post has changed, for what a change may name depends on
// the status of the post. The change itself checks that in its transaction too.
func (a *postsAPI) apply(ctx context.Context, in *changeInput, post posts.Post, seen *wiretime.Time) (posts.EditablePost, error) {
	if err := posts.CheckSeen(post, seen); err != nil {
		return posts.EditablePost{}, err
	}
	if post.Status == posts.Draft {
		return a.changeDraft(ctx, in, seen)
	}
	return a.changeScheduled(ctx, in, seen)
}

// seenAt reads an If-Match; it returns nil for one that matches everything.
func seenAt(ifMatch string) (*wiretime.Time, error) {
	text := strings.Trim(ifMatch, `"`)
	if text == "*" {
		return nil, nil // Nothing has to match.
	}
	seen, err := wiretime.Parse(text)
	if err != nil {
		return nil, apperror.New(apperror.ValidationError, "header.If-Match: expected the updatedAt of the post, or *")
	}
	return &seen, nil
}

func (a *postsAPI) changeDraft(ctx context.Context, in *changeInput, seen *wiretime.Time) (posts.EditablePost, error) {
	if in.Body.ScheduledFor.Value != nil {
		return posts.EditablePost{}, apperror.New(apperror.ValidationError, "scheduledFor is for a scheduled post, and the post %s is a draft: schedule it, or send plannedFor", in.ID)
	}
	draft, err := a.drafts.Update(ctx, in.ID, posts.DraftChange{
		DraftPatch: in.Body.DraftPatch, PlannedFor: in.Body.PlannedFor, Timezone: in.Body.Timezone.Value, Seen: seen,
	})
	return posts.EditablePost{Post: draft.Post, PlannedFor: draft.PlannedFor, Warnings: draft.Warnings}, err
}

func (a *postsAPI) changeScheduled(ctx context.Context, in *changeInput, seen *wiretime.Time) (posts.EditablePost, error) {
	if in.Body.PlannedFor.IsSet {
		return posts.EditablePost{}, apperror.New(apperror.ValidationError, "plannedFor is for a draft; the post %s is not one: send scheduledFor to move it", in.ID)
	}
	post, err := a.service.Reschedule(ctx, in.ID, posts.Reschedule{
		DraftPatch: in.Body.DraftPatch, At: in.Body.ScheduledFor.Value, Timezone: in.Body.Timezone.Value, Seen: seen,
	})
	if err != nil {
		return posts.EditablePost{}, err
	}
	var handed posts.Accepted
	if post.InCloud() {
		if handed, err = a.service.sender.HandOver(ctx, posts.Accepted{PostID: in.ID}); err != nil {
			return posts.EditablePost{}, err
		}
		if post, err = a.history.Post(ctx, in.ID); err != nil { // The worker's answer has changed it.
			return posts.EditablePost{}, err
		}
	}
	changed, err := a.editables.Of(ctx, post)
	changed.Warnings = append(changed.Warnings, handed.Warnings...)
	return changed, err
}

// conflict returns the present state of a post that has changed meanwhile.
func (a *postsAPI) conflict(ctx context.Context, stale *posts.StaleError) error {
	post, err := a.editables.Of(ctx, stale.Post)
	if err != nil {
		return err
	}
	return &PostChangedMeanwhile{
		Message: "the post was changed at " + post.UpdatedAt.String() + ", after it was read here; read it again, or keep your change by sending it with that time",
		Code:    codeChanged, Status: http.StatusPreconditionFailed, Post: post,
	}
}
