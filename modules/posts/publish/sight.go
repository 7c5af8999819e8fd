package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
)

// Sight is what an account's media show of a post that the cloud may have published, at its time or
// later.
type Sight struct {
	// MediaID is the post's media; empty when there is none, or when the evidence does not decide.
	MediaID   string
	Permalink *string
	At        time.Time
	// IsAbsent says that the account's list is complete and does not have the post.
	IsAbsent bool
	// IsUnreadable says that the account cannot be asked now. Why gives the reason, or says why the
	// evidence does not decide.
	IsUnreadable bool
	Why          string
	// isAlike says that something looks like it.
	isAlike bool
}

// Finder looks for posts that the cloud may have published.
type Finder struct {
	db       *database.DB
	recorder *timeline.Recorder
	channel  channel.Channel
}

// Sight looks for a post of the cloud among its account's media. An error is Crier's own, never the
// network's.
func (f *Finder) Sight(ctx context.Context, post posts.Post) (sight Sight, err error) {
	err = recorded(ctx, f.recorder, post, func(ctx context.Context, post posts.Post) error {
		sight, err = f.sight(ctx, post)
		return err
	})
	return sight, err
}

func (f *Finder) sight(ctx context.Context, post posts.Post) (Sight, error) {
	work := f.channel.At(&channel.Run{Claim: &jobs.Claim{}, Post: post})
	if err := work.Identify(ctx); err != nil {
		return unreadableSight(err)
	}
	// The cloud begins no post before its time.
	since := post.ScheduledFor.Time().Add(-f.channel.Rules().Slack)
	shown, err := work.Visible(ctx, since)
	if err != nil {
		return unreadableSight(err)
	}
	found, err := f.free(ctx, shown)
	if err != nil {
		return Sight{}, err
	}
	rivals, err := work.Rivals(ctx)
	if err != nil {
		return Sight{}, err
	}
	return sightOf(found, len(rivals), !shown.Since.After(since)), nil
}

// sightOf words what was found; isWhole says that the account shows all that there is.
func sightOf(found []channel.Item, rivals int, isWhole bool) Sight {
	sight := Sight{isAlike: len(found) > 0}
	switch {
	case len(found) == 1 && rivals == 0 && isWhole:
		sight.MediaID, sight.At = found[0].ID, found[0].At
		if found[0].Permalink != "" {
			sight.Permalink = &found[0].Permalink
		}
	case len(found) == 0 && isWhole:
		sight.IsAbsent = true
	case len(found) > 0:
		sight.Why = fmt.Sprintf("%d media on the network could be it, or another post that looks the same", len(found))
	default:
		sight.Why = "the account does not show everything that was published since"
	}
	return sight
}

// free returns the items that look like the post and are no post's of ours.
func (f *Finder) free(ctx context.Context, shown channel.Listing) (found []channel.Item, err error) {
	owned, err := ownedItems(ctx, f.db, f.channel, shown.IDs())
	for _, one := range shown.Items {
		if one.IsAlike && !owned[one.ID] {
			found = append(found, one)
		}
	}
	return found, err
}

func unreadableSight(err error) (Sight, error) {
	if !failure.IsUntold(err) {
		return Sight{}, err
	}
	why := err.Error()
	if own := apperror.From(err); own != nil {
		why = own.Message
	}
	return Sight{IsUnreadable: true, Why: why}, nil
}
