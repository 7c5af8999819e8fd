package posts

import (
	"context"
	"net/http"

	"crier/platform/apperror"
	"crier/platform/httpapi"

	"github.com/danielgtaylor/huma/v2"
)

type timelineOutput struct{ Body Timeline }

// register is for the internal surface: what a step says changes as the program does.
func (t *timelines) register(surface huma.API) {
	huma.Register(surface, huma.Operation{
		OperationID: "getPostTimeline", Method: http.MethodGet, Path: "/posts/{id}/timeline", Tags: []string{tag},
		Summary: "What happened to a post?",
		Description: "Every step of a post with its time: how it was taken in, when a worker took it up, each call of the network with its duration, " +
			"status, codes and trace id, what was waited for, what was found out and decided. Timelines are kept for 90 days after the post's end.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, t.getTimeline)
}

func (t *timelines) getTimeline(ctx context.Context, in *postInput) (*timelineOutput, error) {
	told, err := t.of(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &timelineOutput{Body: told}, nil
}
