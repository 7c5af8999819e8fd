package posts

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

// Timeline is what happened to a post, step by step.
type Timeline struct {
	Post    Post            `json:"post"    doc:"The post as it is now."`
	Doubt   Doubt           `json:"doubt"   enum:"none,may_be_live,may_be_on_page" doc:"What of it may be live without Crier knowing it, once it has ended: the FAILED post itself, or the share of the PUBLISHED one." example:"none"`
	Steps   []timeline.Step `json:"steps"   doc:"What happened to it, in order."`
	Problem *string         `json:"problem" doc:"The first thing that a draft or a scheduled post would fail for if it were published as it is, for people; null when nothing is known, and for any other post." example:"a file of the post was deleted: add it again, or leave it out"`
	LeftOut int             `json:"leftOut" doc:"How many steps are not among them any more: of a long story the beginning and the end are kept." example:"0"`
}

// timelines are what happened to posts.
type timelines struct {
	db        *database.DB
	history   *History
	summaries *summaries
}

func newTimelines(db *database.DB, history *History, s *summaries) *timelines {
	return &timelines{db: db, history: history, summaries: s}
}

// find returns what happened to a post, or NOT_FOUND. A deleted post has none.
func (t *timelines) find(ctx context.Context, id wireid.ID) (Timeline, error) {
	post, err := t.history.Post(ctx, id)
	if err != nil {
		return Timeline{}, err
	}
	steps, err := timeline.Select(ctx, t.db, id)
	if err != nil {
		return Timeline{}, fmt.Errorf("read the timeline of a post: %w", err)
	}
	summarised, err := t.summaries.summarise(ctx, []Post{post}, time.UTC)
	if err != nil {
		return Timeline{}, err
	}
	return Timeline{Post: post, Doubt: post.Doubt, Steps: steps, Problem: summarised[0].Problem, LeftOut: timeline.LeftOut(steps)}, nil
}

// register is for the internal surface: what a step says changes as the program does.
func (t *timelines) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getPostTimeline", Method: http.MethodGet, Path: "/posts/{id}/timeline", Tags: []string{tag},
		Summary: "What happened to a post?",
		Description: "Every step of a post with its time: how it was taken in, when a worker took it up, each call of the network with its duration, " +
			"status, codes and trace id, what was waited for, what was found out and decided. Timelines are kept for 90 days after the post's end.",
		Security: httpapi.CookieOnly(), Metadata: httpapi.Errors(apperror.NotFound),
	}, t.getTimeline)
}

func (t *timelines) getTimeline(ctx context.Context, in *postInput) (*httpapi.Output[Timeline], error) {
	return httpapi.Answer(t.find(ctx, in.ID))
}
