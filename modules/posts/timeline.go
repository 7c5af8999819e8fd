package posts

import (
	"context"
	"fmt"

	"crier/modules/posts/timeline"
	"crier/platform/wireid"
)

// Timeline is what happened to a post, step by step.
type Timeline struct {
	Post    Post            `json:"post"    doc:"The post as it is now."`
	Steps   []timeline.Step `json:"steps"   doc:"What happened to it, in order."`
	LeftOut int             `json:"leftOut" doc:"How many steps are not among them any more: of a long story the beginning and the end are kept." example:"0"`
}

// Timeline returns what happened to a post, or NOT_FOUND. A deleted post has none.
func (s *Service) Timeline(ctx context.Context, id wireid.ID) (Timeline, error) {
	post, err := s.history.Post(ctx, id)
	if err != nil {
		return Timeline{}, err
	}
	steps, err := timeline.Select(ctx, s.db, id)
	if err != nil {
		return Timeline{}, fmt.Errorf("read the timeline of a post: %w", err)
	}
	return Timeline{Post: post, Steps: steps, LeftOut: timeline.LeftOut(steps)}, nil
}
