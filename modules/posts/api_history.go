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
	completionsInput struct {
		Since wiretime.Time `query:"since" required:"true" doc:"Only posts that ended after this instant: the nextSince of the answer before, or the time at which to begin." example:"2026-03-14T09:00:00.000Z"`
		Limit int           `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many posts at most."`
	}
	completionsOutput struct{ Body RecentCompletions }
	clearedOutput     struct{ Body ClearedPost }
)

// ClearedPost is the answer of DELETE /posts/{id} (contract 4).
type ClearedPost struct {
	Success       bool      `json:"success"       doc:"Always true." example:"true"`
	ClearedPostID wireid.ID `json:"clearedPostId" doc:"The post that has left the history." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
}

func (a *api) registerHistory(surface huma.API) {
	huma.Register(surface, huma.Operation{
		OperationID: "listRecentCompletions", Method: http.MethodGet, Path: "/posts/recent-completions", Tags: []string{tag},
		Summary: "Which posts ended since?",
		Description: "Posts that became PUBLISHED or FAILED after an instant, the oldest first. Send nextSince as since the next time: every completion " +
			"comes exactly once. A FAILED post that turns out to be live comes again as PUBLISHED; deleted posts do not come.",
		Security: httpapi.Any(),
	}, a.listCompletions)
	huma.Register(surface, huma.Operation{
		OperationID: "deletePost", Method: http.MethodDelete, Path: "/posts/{id}", Tags: []string{tag},
		Summary: "Delete a post from the history",
		Description: "Takes the post out of the history and cancels what is scheduled for it. The network is not touched: what is live stays live. " +
			"While a post is PUBLISHING it cannot be deleted. One that waits in the cloud worker is deleted once the worker has confirmed that it will never fire, and stays as it is otherwise.",
		Security: httpapi.Any(), Metadata: httpapi.Errors(CloudCodes(apperror.NotFound, apperror.InvalidStatus)...),
	}, a.deletePost)
}

func (a *api) listCompletions(ctx context.Context, in *completionsInput) (*completionsOutput, error) {
	page, err := a.history.Completions(ctx, in.Since, in.Limit)
	if err != nil {
		return nil, err
	}
	return &completionsOutput{Body: page}, nil
}

func (a *api) deletePost(ctx context.Context, in *postInput) (*clearedOutput, error) {
	if err := a.deleter.Delete(ctx, in.ID); err != nil {
		return nil, err
	}
	return &clearedOutput{Body: ClearedPost{Success: true, ClearedPostID: in.ID}}, nil
}
