package publish

import (
	"context"
	"fmt"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/wiretime"
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
}

// Finder looks for posts that the cloud may have published.
type Finder struct {
	recorder  *timeline.Recorder
	channel   channel.Channel
	resolvers *resolvers
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
	run := &channel.Run{Post: post}
	work := f.channel.At(run)
	if err := work.Identify(ctx); err != nil {
		return unreadableSight(err)
	}
	r := f.resolvers.newResolver(run, f.channel, work)
	// The cloud begins no post before its time.
	seen, err := r.readAccount(ctx, ofCloud(r, *post.ScheduledFor))
	if err != nil {
		return unreadableSight(err)
	}
	return sightOf(seen), nil
}

// ofCloud returns the call by which the cloud may have published the resolver's post, at due or up
// to a day later, as an open attempt: nobody knows whether it was made.
func ofCloud(r *resolver, due wiretime.Time) attempt.Attempt {
	post := r.run.Post
	look, _ := r.ch.Look(post)
	return attempt.Attempt{
		PostID: post.ID, AccountID: post.SocialAccountID, Channel: r.ch.Name(), Look: look, Verdict: attempt.Open,
		SentAt: due, AnsweredAt: wiretime.Ptr(due.Time().Add(timing.ReferenceDay)), RanMs: r.clock.Ran().Milliseconds(),
	}
}

// sightOf words what the account shows of what the cloud may have sent.
func sightOf(seen sighting) Sight {
	sight := Sight{IsAbsent: seen.isAbsent}
	switch could := max(seen.fitting, seen.possible); {
	case seen.bound != nil:
		sight.MediaID, sight.At = seen.bound.ID, seen.bound.At
		if seen.bound.Permalink != "" {
			sight.Permalink = &seen.bound.Permalink
		}
	case seen.isAbsent:
	case could > 0:
		sight.Why = fmt.Sprintf("%d media on the network could be it, or another post that looks the same", could)
	default:
		sight.Why = "the account does not show everything that was published since"
	}
	return sight
}

func unreadableSight(err error) (Sight, error) {
	if !failure.CannotAsk(err) {
		return Sight{}, err
	}
	why := err.Error()
	if own := apperror.From(err); own != nil {
		why = own.Message
	}
	return Sight{IsUnreadable: true, Why: why}, nil
}
