package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/graph"
)

// storyDay is for how long a story is certainly in the account's list.
const storyDay = 23 * time.Hour

// Sight is what an account's media say of a post that somebody else may have published, at its time or later.
type Sight struct {
	// MediaID is the one that it must be; empty when there is none, or it cannot be told.
	MediaID   string
	Permalink *string
	At        time.Time
	// IsAbsent says that the account shows all that there is, and the post is not among it.
	IsAbsent bool
	// IsUnreadable says that the account cannot be asked now; Why says why, or why the post cannot be told.
	IsUnreadable bool
	Why          string
}

// Sight looks for a post of the cloud's among its account's media. An error is one of Crier's own.
func (p *Engine) Sight(ctx context.Context, post posts.Post) (sight Sight, err error) {
	err = p.recorded(ctx, post, func(ctx context.Context, post posts.Post) error {
		sight, err = p.sight(ctx, post)
		return err
	})
	return sight, err
}

func (p *Engine) sight(ctx context.Context, post posts.Post) (Sight, error) {
	// The cloud begins no post before its time.
	post.ContainerCreatedAt, post.ClockAheadMs = post.ScheduledFor, 0
	w := &work{Engine: p, post: post}
	if err := w.identify(ctx); err != nil {
		return unreadableSight(err)
	}
	found, whole, err := w.search(ctx, func(m graph.Media) bool { return w.sameForm(m) && w.sameCaption(m) })
	if err != nil {
		return unreadableSight(err)
	}
	alike, err := w.alikeInCloud(ctx)
	isOver := post.MediaType == posts.Stories && p.clock.Now().Sub(post.ScheduledFor.Time()) > storyDay
	switch {
	case err != nil:
		return Sight{}, err
	case len(found) == 1 && !alike:
		sight := Sight{MediaID: found[0].ID, At: found[0].Timestamp}
		if found[0].Permalink != "" {
			sight.Permalink = &found[0].Permalink
		}
		return sight, nil
	case len(found) == 0 && whole && !isOver:
		return Sight{IsAbsent: true}, nil
	case len(found) > 0:
		return Sight{Why: fmt.Sprintf("%d media on the network could be it, or another post that looks the same", len(found))}, nil
	}
	return Sight{Why: "the account does not show everything that was published since"}, nil
}

func unreadableSight(err error) (Sight, error) {
	if !unprovable(err) {
		return Sight{}, err
	}
	why := err.Error()
	if own := apperror.From(err); own != nil {
		why = own.Message
	}
	return Sight{IsUnreadable: true, Why: why}, nil
}
