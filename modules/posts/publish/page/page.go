// Package page is the share of a post to the linked Page as a channel. The reference is the photo
// or video that the Page has and nobody sees yet. A plain video has none, and neither has a photo
// that was shared before Crier sent photos ahead.
//
//	choose the call  IMAGE: photo; REELS: reel if it is 9:16, at least 540x960, and 3 to 90 s by its
//	                 own header, else video; STORIES: photo story, video story
//	prepare, unseen  photo, photo story: an unpublished photo
//	                 reel, video story: a video that is begun and has all its bytes
//	intend           then the one call that makes it visible: /feed, /videos, /photo_stories, or the
//	                 finish of a video
//	read back        wait while the Page processes a video; then read its address
//
// When the answer is lost, the status of a reel's or story's video says whether the Page took the
// finish. For the other kinds the Page's lists decide: a photo and a story name what they were made
// from. A plain video names its post, by a code that only the list of videos shows: its text and
// its time are no evidence, because a colleague may post the same by hand. The id of a share is the
// id of the Page's post, or the video's id where the network names no post.
package page

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

const (
	// sight is how long after the call the Page's lists can prove that it took no effect.
	sight = 20 * time.Hour
	// listed is how long after the call they begin to: the network may take that long to list an
	// item.
	listed = 5 * time.Minute
	// slack is how far apart the two clocks may be when nobody has compared them.
	slack = time.Minute
	// videoTimeout is how long the Page may process a video.
	videoTimeout = 15 * time.Minute
)

// Channel is the share to the linked Page.
type Channel struct{ Deps }

// Work is the Page at work on the share of one post.
type Work struct {
	*Channel
	run *channel.Run
	// account is the account's Page, empty until Identify.
	account graph.Account
	file    media.MediaFile
}

// Deps are what a Channel works with.
type Deps struct {
	DB       *database.DB
	Clock    *timing.Clock
	Log      *slog.Logger
	Accounts *auth.Service
	Files    *delivery.Files
	Network  *graph.Client
}

// New returns the channel.
func New(deps Deps) *Channel { return &Channel{deps} }

// Name returns page.
func (*Channel) Name() attempt.Channel { return attempt.Page }

// Rules says that the Page tells of a call that was refused whether it was carried out, for its
// items name what they were made from.
func (*Channel) Rules() channel.Rules {
	return channel.Rules{ListedWithin: listed, ListedFor: sight, Slack: slack, ComparesClock: true}
}

// Takes returns false: what goes out by the Page is the share of a post that went out by another
// channel.
func (*Channel) Takes(posts.Post) bool { return false }

// Look is the kind of the share with its text, which stories do not have. A plain video names its
// post, so that no other one looks like it.
func (*Channel) Look(post posts.Post) (look string, isDistinct bool) {
	var kind posts.ShareKind
	if post.ShareKind != nil {
		kind = *post.ShareKind
	}
	caption := posts.PlainText(channel.Text(post.Caption))
	switch {
	case kind == posts.ShareVideo:
		return attempt.LookOf("page", string(kind), mark(post)), true
	case isStory(kind):
		caption = ""
	}
	return attempt.LookOf("page", string(kind), caption), caption != ""
}

// mark is what the plain video of a post is marked with, which the Page's list of videos tells.
func mark(post posts.Post) string { return post.ID.String() }

func isStory(kind posts.ShareKind) bool {
	return kind == posts.SharePhotoStory || kind == posts.ShareVideoStory
}

// Owned returns which of the Page's posts belong to posts of ours, archived ones too.
func (*Channel) Owned(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	return database.Present(ctx, db, `SELECT partner_post_id FROM posts WHERE partner_post_id IN (ids)
		UNION ALL SELECT partner_post_id FROM posts_archive WHERE partner_post_id IN (ids)`, ids)
}

// At returns the channel at work on the post of a run.
func (c *Channel) At(run *channel.Run) channel.Work { return c.For(run) }

// For is At with what only this channel can do.
func (c *Channel) For(run *channel.Run) *Work { return &Work{Channel: c, run: run} }
