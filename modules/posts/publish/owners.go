package publish

import (
	"context"
	"errors"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/match"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// errOwned says that another post took the item first.
var errOwned = errors.New("posts: the item belongs to another post")

// ownedItems returns which of a channel's items are known to be posts of ours, deleted ones too.
func (p *Engine) ownedItems(ctx context.Context, channel attempt.Channel, ids []string) (map[string]bool, error) {
	return ownedItems(ctx, p.db, channel, ids)
}

func ownedItems(ctx context.Context, db bun.IDB, channel attempt.Channel, ids []string) (map[string]bool, error) {
	owned, err := attempt.Owned(ctx, db, ids)
	if err != nil || len(ids) == 0 {
		return owned, err
	}
	if channel == attempt.Page {
		free, err := withoutOwned(ctx, db, ids)
		for _, id := range ids {
			owned[id] = owned[id] || !slices.Contains(free, id)
		}
		return owned, err
	}
	taken, err := posts.TakenMedia(ctx, db, ids)
	for id := range taken {
		owned[id] = true
	}
	return owned, err
}

// unowned returns errOwned when another post of ours, a deleted one too, is the item.
func unowned(ctx context.Context, db bun.IDB, channel attempt.Channel, id string) error {
	owned, err := ownedItems(ctx, db, channel, []string{id})
	if err == nil && owned[id] {
		err = errOwned
	}
	return err
}

// strangers returns what else may own items that look like the post: stories that went out by the native way, to which the publishing
// API gives ids that nobody knows, and posts that are due in the cloud, which has not told of them yet. Each of them is taken to be
// live: an item that may be theirs is not taken for the post.
func (w *work) strangers(ctx context.Context) ([]match.Attempt, error) {
	var all []match.Attempt
	add := func(from, until time.Time) {
		all = append(all, match.Attempt{Seq: -1 - int64(len(all)), IsLive: true, From: from, Until: until})
	}
	if w.post.MediaType == posts.Stories {
		natives, err := attempt.Recent(ctx, w.db, w.post.SocialAccountID, attempt.Story)
		if err != nil {
			return nil, err
		}
		for _, one := range natives {
			if one.Verdict == attempt.Open || one.Verdict == attempt.Live {
				from, until := window(one, clockTolerance)
				add(from.Add(-clockTolerance), until)
			}
		}
	}
	now := w.clock.Now()
	due, err := selectAlikeInCloud(ctx, w.db, w.post, wiretime.Of(now.Add(clockTolerance)))
	if err != nil {
		return nil, err
	}
	if err := posts.AttachMedia(ctx, w.db, w.media, due); err != nil {
		return nil, err
	}
	mine, _ := feed{}.look(w.post)
	for _, other := range due {
		if look, _ := (feed{}).look(other); look == mine {
			add(other.ScheduledFor.Time().Add(-clockTolerance), now.Add(clockTolerance))
		}
	}
	return all, nil
}
