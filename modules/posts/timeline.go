package posts

import (
	"context"
	"fmt"

	"crier/modules/posts/timeline"
	"crier/platform/database"
	"crier/platform/wireid"
)

// Timeline is what happened to a post, step by step.
type Timeline struct {
	Post    Post            `json:"post"    doc:"The post as it is now."`
	Steps   []timeline.Step `json:"steps"   doc:"What happened to it, in order."`
	LeftOut int             `json:"leftOut" doc:"How many steps are not among them any more: of a long story the beginning and the end are kept." example:"0"`
}

// timelines are what happened to posts.
type timelines struct {
	db      *database.DB
	history *History
}

func newTimelines(db *database.DB, history *History) *timelines {
	return &timelines{db: db, history: history}
}

// of returns what happened to a post, or NOT_FOUND. A deleted post has none.
func (t *timelines) of(ctx context.Context, id wireid.ID) (Timeline, error) {
	post, err := t.history.Post(ctx, id)
	if err != nil {
		return Timeline{}, err
	}
	steps, err := timeline.Select(ctx, t.db, id)
	if err != nil {
		return Timeline{}, fmt.Errorf("read the timeline of a post: %w", err)
	}
	return Timeline{Post: post, Steps: steps, LeftOut: timeline.LeftOut(steps)}, nil
}
