// Package feed is the network's publishing API as a channel: pictures, reels, carousels, and
// stories without mentions. The reference is the container, whose status says whether it was
// published.
//
//	PROCESSING  check the account's cap and allowance, and the files
//	    │       make the container; for a carousel, the containers of its items first
//	    │       make the files public, or with the partner login send the bytes of videos
//	    │       poll until the container is FINISHED
//	    │ intend
//	PUBLISHING  media_publish
//
// Each step stores its result on the post before the next step begins, and a run that goes on uses
// what is stored: no file is sent twice, and no second container is made while the first may still
// live. User tags of a carousel go to its first image.
package feed

import (
	"context"
	"log/slog"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/delivery"
	"crier/modules/posts/publish/timing"
	"crier/platform/database"
	"crier/platform/graph"

	"github.com/uptrace/bun"
)

// Channel is the publishing API.
type Channel struct {
	Deps
	polls   channel.Memory[polls]
	glances glances
}

// Work is the publishing API at work on one post.
type Work struct {
	*Channel
	run     *channel.Run
	account graph.Account
	// usage is the allowance for calls as the network last reported it.
	usage  usage
	poller *poller
	// isMade says that this run has made the container.
	isMade bool
	// checked are the files as Check has read them, for the container that is made right after it.
	checked *contents
}

// contents are a post's media files, and their places.
type contents struct {
	files []media.MediaFile
	links []posts.Link
	// cover is nil for none.
	cover *media.MediaFile
}

// Deps are what a Channel works with.
type Deps struct {
	DB       *database.DB
	Clock    *timing.Clock
	Log      *slog.Logger
	Accounts *auth.Service
	Media    *media.Service
	Files    *delivery.Files
	Network  *graph.Client
}

// New returns the channel.
func New(deps Deps) *Channel { return &Channel{Deps: deps} }

// tolerance is how far apart the network's clock and this machine's may be when nobody has compared
// them.
const tolerance = time.Minute

// Name returns feed.
func (*Channel) Name() attempt.Channel { return attempt.Feed }

// Rules says that a container can be published again as it is, and that only its status proves that
// it was not.
func (*Channel) Rules() channel.Rules {
	return channel.Rules{Slack: tolerance, KeepsReference: true, ProvesToken: true, ComparesClock: true}
}

// Takes reports whether the post is no story with mentions, which the publishing API lacks.
func (*Channel) Takes(post posts.Post) bool { return !post.IsNative() }

// Look is the post's kind with its caption.
func (*Channel) Look(post posts.Post) (look string, isDistinct bool) { return posts.FeedLook(post) }

// Owned returns which of the media are posts of ours.
func (*Channel) Owned(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	return posts.TakenMedia(ctx, db, ids)
}

// At returns the channel at work on the post of a run.
func (c *Channel) At(run *channel.Run) channel.Work { return c.at(run) }

// at is At with what only this channel can do.
func (c *Channel) at(run *channel.Run) *Work {
	w := &Work{Channel: c, run: run}
	w.poller = &poller{network: c.Network, files: c.Files, run: run, usage: &w.usage, memory: &c.polls}
	return w
}
