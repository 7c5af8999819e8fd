package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/platform/apperror"
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
	w := &work{Engine: p, post: post}
	if err := w.identify(ctx); err != nil {
		return unreadableSight(err)
	}
	// The cloud begins no post before its time.
	since := post.ScheduledFor.Time().Add(-clockTolerance)
	shown, err := (feed{}).visible(ctx, w, since)
	if err != nil {
		return unreadableSight(err)
	}
	found, err := w.free(ctx, shown)
	if err != nil {
		return Sight{}, err
	}
	strangers, err := w.strangers(ctx)
	isOver := post.MediaType == posts.Stories && p.clock.Now().Sub(post.ScheduledFor.Time()) > storyDay
	switch {
	case err != nil:
		return Sight{}, err
	case len(found) == 1 && len(strangers) == 0:
		sight := Sight{MediaID: found[0].id, At: found[0].at}
		if found[0].permalink != "" {
			sight.Permalink = &found[0].permalink
		}
		return sight, nil
	case len(found) == 0 && !shown.since.After(since) && !isOver:
		return Sight{IsAbsent: true}, nil
	case len(found) > 0:
		return Sight{Why: fmt.Sprintf("%d media on the network could be it, or another post that looks the same", len(found))}, nil
	}
	return Sight{Why: "the account does not show everything that was published since"}, nil
}

// free returns the items that look like the post and are no post's of ours.
func (w *work) free(ctx context.Context, shown listing) (found []item, err error) {
	ids := make([]string, len(shown.items))
	for i, one := range shown.items {
		ids[i] = one.id
	}
	owned, err := w.ownedItems(ctx, attempt.Feed, ids)
	for _, one := range shown.items {
		if one.isAlike && !owned[one.id] {
			found = append(found, one)
		}
	}
	return found, err
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
