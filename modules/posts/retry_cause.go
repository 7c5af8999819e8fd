package posts

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/danielgtaylor/huma/v2"
)

// retries retries all posts that failed for one reason, once that reason is gone.
type retries struct {
	db      *database.DB
	clock   clock.Clock
	retrier *Retrier
}

func newRetries(db *database.DB, clk clock.Clock, retrier *Retrier) *retries {
	return &retries{db, clk, retrier}
}

// RetriedPosts is the answer of POST /posts/retries.
type RetriedPosts struct {
	Posts []RetriedPost `json:"posts" doc:"The posts that failed for the cause, those that failed first being first."`
}

// RetriedPost is a failed post with the result of its retry.
type RetriedPost struct {
	PostID    wireid.ID      `json:"postId"    doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	AccountID wireid.ID      `json:"accountId" doc:"The account that the post belongs to." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	MediaType MediaType      `json:"mediaType" enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Kind of the post."`
	RunAt     *wiretime.Time `json:"runAt"     doc:"When the network is asked whether the post is live, and it is published if not; null when it was refused." example:"2026-03-14T09:26:39.004Z"`
	Code      *string        `json:"code"      format:"error-code" doc:"Code of why it cannot be retried; null when it can." example:"MEDIA_INVALID"`
	Error     *string        `json:"error"     doc:"Why it cannot be retried, for people; null when it can." example:"a media file of the post has been deleted"`
}

type retriesInput struct {
	Body struct {
		Cause     string     `json:"cause"               minLength:"1" maxLength:"64" doc:"The errorCode of the posts." example:"TOKEN_EXPIRED"`
		AccountID *wireid.ID `json:"accountId,omitempty" doc:"Only posts of this account."`
		DryRun    bool       `json:"dryRun,omitempty"    doc:"Only say which posts would be retried, and when."`
		// PostID and RunAt are for a client that continues from post to post, so that it knows how
		// far it came when a request fails.
		PostID *wireid.ID     `json:"postId,omitempty" doc:"Only this post."`
		RunAt  *wiretime.Time `json:"runAt,omitempty"  doc:"When the first post is retried; left out, or in the past, it is at once."`
	}
}

func (r *retries) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "retryPosts", Method: http.MethodPost, Path: "/posts/retries", Tags: []string{tag},
		Summary: "Try all posts again that failed for one cause",
		Description: "Queues them as retryPost does one, those of an account a minute apart: the network is asked about each before it is published. " +
			"One that cannot be retried does not keep the others from it.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.AtAnyAddress(nil),
	}, r.retry)
}

// failedFor selects the posts that failed for a cause, in the order of their failures.
var failedFor = database.SelectFrom[Post]("WHERE status = 'FAILED' AND error_code = ? ORDER BY completed_at, id")

var oneFailedFor = database.SelectFrom[Post]("WHERE status = 'FAILED' AND error_code = ? AND id = ?")

func (r *retries) retry(ctx context.Context, in *retriesInput) (*httpapi.Output[RetriedPosts], error) {
	found, err := r.find(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("find the posts that failed with %s: %w", in.Body.Cause, err)
	}
	now := r.clock.Now()
	if in.Body.RunAt != nil && in.Body.RunAt.Time().After(now) {
		now = in.Body.RunAt.Time()
	}
	turns := NewRetryTurns(now)
	out := &httpapi.Output[RetriedPosts]{Body: RetriedPosts{Posts: []RetriedPost{}}}
	for i := range found {
		p := &found[i]
		if in.Body.AccountID != nil && p.SocialAccountID != *in.Body.AccountID {
			continue
		}
		at := turns.Of(*p)
		one := RetriedPost{PostID: p.ID, AccountID: p.SocialAccountID, MediaType: p.MediaType, RunAt: wiretime.Ptr(at)}
		if err := r.one(ctx, p, at, in.Body.DryRun); err != nil {
			known := apperror.From(err)
			if known == nil {
				return nil, err
			}
			one.RunAt, one.Code, one.Error = nil, new(string(known.Code)), &known.Message
		} else {
			turns.Taken(*p, at)
		}
		out.Body.Posts = append(out.Body.Posts, one)
	}
	return out, nil
}

func (r *retries) find(ctx context.Context, in *retriesInput) ([]Post, error) {
	if in.Body.PostID != nil {
		return oneFailedFor.All(ctx, r.db, in.Body.Cause, *in.Body.PostID)
	}
	return failedFor.All(ctx, r.db, in.Body.Cause)
}

func (r *retries) one(ctx context.Context, p *Post, at time.Time, isDry bool) error {
	if isDry {
		return r.retrier.check(ctx, p.ID)
	}
	return r.retrier.RetryAt(ctx, p.ID, at)
}
