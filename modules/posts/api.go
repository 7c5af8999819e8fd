package posts

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

type (
	draftInput struct {
		IdempotencyHeader
		Body PublishablePost
	}
	draftOutput struct {
		ReplayedHeader
		Body SavedDraft
	}
	patchInput struct {
		ID   wireid.ID `path:"id" doc:"Id of the draft." example:"6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918"`
		Body DraftPatch
	}
	publishInput struct {
		IdempotencyHeader
		Body PublishRequest
	}
	publishOutput struct {
		ReplayedHeader
		Body AcceptedPost
	}
	postInput struct {
		ID wireid.ID `path:"id" doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	}
	listInput struct {
		Status Status `query:"status" enum:"DRAFT,SCHEDULED,QUEUED,PROCESSING,PUBLISHING,PUBLISHED,FAILED" doc:"Only posts in this status." example:"FAILED"`
		Page   int    `query:"page" minimum:"1" default:"1" doc:"Which page, from 1."`
		Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many posts a page has, 1 to 100."`
	}
)

// IdempotencyHeader names the header with a creating request's Idempotency-Key.
type IdempotencyHeader struct {
	IdempotencyKey string `header:"Idempotency-Key" maxLength:"255" doc:"The client's own name for this request, new for each. For 24 hours the same request under the same name gets the first answer again and creates nothing; another request under it is refused." example:"6b7f2d4e-morning-post"`
}

// ReplayedHeader marks an answer that was given before.
type ReplayedHeader struct {
	Replayed string `header:"Idempotent-Replayed" enum:"true" doc:"Says that this is the answer of an earlier request under the same Idempotency-Key; absent on a first answer."`
}

// ReplayedIf returns the mark for an answer that was given before, and none for a first one.
func ReplayedIf(replayed bool) ReplayedHeader {
	if !replayed {
		return ReplayedHeader{}
	}
	return ReplayedHeader{Replayed: "true"}
}

// PublishRequest is the body of POST /posts/publish (contract 4).
type PublishRequest struct {
	PublishablePost

	DraftID *wireid.ID `json:"draftId,omitempty" nullable:"true" doc:"A draft that becomes this post, with the content of this request." example:"6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918"`
}

// AcceptedPost is the answer of POST /posts/publish (contract 4).
type AcceptedPost struct {
	QueuedPost

	Warnings []Warning `json:"warnings" doc:"What the author may not expect; the post is published all the same. Empty as a rule."`
}

// QueuedPost is the answer of POST /posts/{id}/retry (contract 4).
type QueuedPost struct {
	PostID wireid.ID `json:"postId" doc:"Id of the post, to be polled until it is PUBLISHED or FAILED." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	Status Status    `json:"status" enum:"QUEUED" doc:"The post has been accepted and is not published yet."`
}

// PostList is the answer of GET /posts and GET /schedule (contract 4).
type PostList struct {
	Posts   []Post `json:"posts"   doc:"A page of the posts."`
	Total   int64  `json:"total"   doc:"How many posts there are." example:"1"`
	Page    int    `json:"page"    doc:"Which page this is, from 1." example:"1"`
	Limit   int    `json:"limit"   doc:"How many posts a page has." example:"20"`
	HasMore bool   `json:"hasMore" doc:"Whether there are posts after this page."`
}

// NewPostList returns the wire form of a page.
func NewPostList(l List, number, size int) PostList {
	return PostList{Posts: l.Posts, Total: l.Total, Page: number, Limit: size, HasMore: l.HasMore}
}

const tag = "Posts"

// ValidationCodes are the codes for content that breaks a rule: the validation list of contract 4.
func ValidationCodes(more ...apperror.Code) []apperror.Code {
	return append(more, apperror.InvalidCarousel, apperror.InvalidTags, apperror.InvalidMentions, apperror.InvalidCollaborators,
		apperror.InvalidCrossPost, apperror.InvalidMediaType, apperror.MediaInvalid)
}

// CloudCodes are the codes for a change of a post that the cloud worker does not confirm.
func CloudCodes(more ...apperror.Code) []apperror.Code {
	return append(more, apperror.WorkerUnreachable, apperror.EncryptionKeyMismatch, apperror.CloudError)
}

// api serves the operations of v1 on posts.
type api struct {
	drafts  *Drafts
	intake  *Intake
	history *History
	retrier *Retrier
	deleter *Deleter
}

func newAPI(drafts *Drafts, intake *Intake, history *History, retrier *Retrier, deleter *Deleter) *api {
	return &api{drafts: drafts, intake: intake, history: history, retrier: retrier, deleter: deleter}
}

func (a *api) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "createDraft", Method: http.MethodPost, Path: "/posts/draft", Tags: []string{tag},
		Summary: "Save a draft", Description: "Stores the post as a DRAFT without publishing it; nothing is sent to the network. Only accountId and mediaType are needed, but what is given must " +
			"fit the media type. To publish the draft, send its id as draftId to POST /posts/publish or POST /schedule.",
		Security: httpapi.Any(), DefaultStatus: http.StatusCreated,
		Metadata: httpapi.WithAnswers(httpapi.WithRequests(httpapi.Errors(ValidationCodes(apperror.NotFound)...), draftRequests()...), draftAnswer()),
	}, a.saveDraft)
	httpapi.Register(surface, huma.Operation{
		OperationID: "updateDraft", Method: http.MethodPut, Path: "/posts/draft/{id}", Tags: []string{tag},
		Summary: "Change a draft", Description: "Changes what the request names and leaves the rest; null clears a property. A post that has left DRAFT cannot be changed here.",
		Security: httpapi.Any(),
		Metadata: httpapi.WithAnswers(httpapi.WithRequests(httpapi.Errors(ValidationCodes(apperror.NotFound, apperror.InvalidStatus)...),
			draftChanges()...), draftAnswer()),
	}, a.updateDraft)
	httpapi.Register(surface, huma.Operation{
		OperationID: "publishPost", Method: http.MethodPost, Path: "/posts/publish", Tags: []string{tag},
		Summary: "Publish a post now",
		Description: "Accepts the post and publishes it in the background: 202 means accepted, not published. Poll GET /posts/{id} every 3 to 5 seconds until " +
			"it is PUBLISHED or FAILED; a video takes up to about 3 minutes. What the network refuses is told there, by errorCode. With draftId that draft " +
			"becomes the post. Two calls make two posts, unless they carry the same Idempotency-Key.",
		Security: httpapi.Any(), DefaultStatus: http.StatusAccepted,
		Metadata: httpapi.WithAnswers(httpapi.WithRequests(httpapi.Errors(ValidationCodes(
			apperror.NotFound, apperror.InvalidStatus, apperror.TokenExpired, apperror.PrivateAPIRequired)...),
			RequestExamples("")...), publishAnswers()...),
	}, a.publish)
	httpapi.Register(surface, huma.Operation{
		OperationID: "listPosts", Method: http.MethodGet, Path: "/posts", Tags: []string{tag},
		Summary: "List the posts", Description: "The posts of all accounts in any stage, newest first. Deleted posts are not among them. Ask for the next page while hasMore is true.",
		Security: httpapi.Any(),
	}, a.listPosts)
	httpapi.Register(surface, huma.Operation{
		OperationID: "getPost", Method: http.MethodGet, Path: "/posts/{id}", Tags: []string{tag},
		Summary: "Get a post", Description: "Returns the post with its media files. This is what to poll after publishing: stop at PUBLISHED, where snPermalink follows, or at FAILED, " +
			"where errorCode and errorMessage say why.",
		Security: httpapi.Any(), Metadata: httpapi.WithAnswers(httpapi.Errors(apperror.NotFound), postAnswers()...),
	}, a.getPost)
	httpapi.Register(surface, huma.Operation{
		OperationID: "retryPost", Method: http.MethodPost, Path: "/posts/{id}/retry", Tags: []string{tag},
		Summary: "Try a failed post again",
		Description: "Queues a FAILED post again. Before anything is published, the network is asked whether the post went out after all. " +
			"The record stays the same one; its errorCode and errorMessage are cleared. retryCount stays; it counts automatic attempts. Poll GET /posts/{id} as after publishing.",
		Security: httpapi.Any(), DefaultStatus: http.StatusAccepted,
		Metadata: httpapi.Errors(CloudCodes(apperror.NotFound, apperror.InvalidStatus, apperror.MediaInvalid)...),
	}, a.retry)
	a.registerHistory(surface)
}

func (a *api) saveDraft(ctx context.Context, in *draftInput) (*draftOutput, error) {
	draft, replayed, err := a.drafts.Save(ctx, in.Body, in.IdempotencyKey)
	if err != nil {
		return nil, err
	}
	return &draftOutput{ReplayedHeader: ReplayedIf(replayed), Body: draft}, nil
}

func (a *api) updateDraft(ctx context.Context, in *patchInput) (*httpapi.Output[SavedDraft], error) {
	return httpapi.Answer(a.drafts.Update(ctx, in.ID, DraftChange{DraftPatch: in.Body}))
}

func (a *api) publish(ctx context.Context, in *publishInput) (*publishOutput, error) {
	accepted, err := a.intake.Submit(ctx, Submission{
		PublishablePost: in.Body.PublishablePost, DraftID: in.Body.DraftID, IdempotencyKey: in.IdempotencyKey,
	})
	if err != nil {
		return nil, err
	}
	return &publishOutput{
		ReplayedHeader: ReplayedIf(accepted.Replayed),
		Body:           AcceptedPost{QueuedPost{PostID: accepted.PostID, Status: accepted.Status}, accepted.Warnings},
	}, nil
}

func (a *api) listPosts(ctx context.Context, in *listInput) (*httpapi.Output[PostList], error) {
	list, err := a.history.All(ctx, in.Status, in.Page, in.Limit)
	if err != nil {
		return nil, err
	}
	return httpapi.Answer(NewPostList(list, in.Page, in.Limit), nil)
}

func (a *api) getPost(ctx context.Context, in *postInput) (*httpapi.Output[Post], error) {
	return httpapi.Answer(a.history.Post(ctx, in.ID))
}

func (a *api) retry(ctx context.Context, in *postInput) (*httpapi.Output[QueuedPost], error) {
	if err := a.retrier.Retry(ctx, in.ID); err != nil {
		return nil, err
	}
	return httpapi.Answer(QueuedPost{PostID: in.ID, Status: Queued}, nil)
}

type completionsInput struct {
	Since wiretime.Time `query:"since" required:"true" doc:"Only posts that ended after this instant: the nextSince of the answer before, or the time at which to begin." example:"2026-03-14T09:00:00.000Z"`
	Limit int           `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many posts at most."`
}

// ClearedPost is the answer of DELETE /posts/{id} (contract 4).
type ClearedPost struct {
	Success       bool      `json:"success"       doc:"Always true." example:"true"`
	ClearedPostID wireid.ID `json:"clearedPostId" doc:"The post that has left the history." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
}

func (a *api) registerHistory(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "listRecentCompletions", Method: http.MethodGet, Path: "/posts/recent-completions", Tags: []string{tag},
		Summary: "Which posts ended since?",
		Description: "Posts that became PUBLISHED or FAILED after an instant, the oldest first. Send nextSince as since the next time: every completion " +
			"comes exactly once. A FAILED post that turns out to be live comes again as PUBLISHED; deleted posts do not come.",
		Security: httpapi.Any(),
	}, a.listCompletions)
	httpapi.Register(surface, huma.Operation{
		OperationID: "deletePost", Method: http.MethodDelete, Path: "/posts/{id}", Tags: []string{tag},
		Summary: "Delete a post from the history",
		Description: "Takes the post out of the history and cancels what is scheduled for it. The network is not touched: what is live stays live. " +
			"While a post is PUBLISHING it cannot be deleted. One that waits in the cloud worker is deleted once the worker has confirmed that it will never fire, and stays as it is otherwise.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(CloudCodes(apperror.NotFound, apperror.InvalidStatus)...),
	}, a.deletePost)
}

func (a *api) listCompletions(ctx context.Context, in *completionsInput) (*httpapi.Output[RecentCompletions], error) {
	return httpapi.Answer(a.history.Completions(ctx, in.Since, in.Limit))
}

func (a *api) deletePost(ctx context.Context, in *postInput) (*httpapi.Output[ClearedPost], error) {
	if err := a.deleter.Delete(ctx, in.ID); err != nil {
		return nil, err
	}
	return httpapi.Answer(ClearedPost{Success: true, ClearedPostID: in.ID}, nil)
}
