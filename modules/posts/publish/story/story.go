// Package story is the API of the network's own app as a channel: stories with mentions, which the
// publishing API lacks. It uses the native session that package settings keeps
// (publishedViaPrivateApi). The reference is the id of the upload; the network shows it only with
// the story itself.
//
//	PROCESSING  write the names into the files; store the id of the upload, durably
//	    │       look up the ids of the mentioned users; upload
//	    │ intend, durably
//	PUBLISHING  the one call that makes the story visible
//	    │ live: store its id, durably; then read the story back
//	PUBLISHED   errorCode and errorMessage name a mention that the network has left out
//
// A name is written into the picture inside the area of its mention, where nobody sees it. A video
// gets the area alone, and a warning says so.
//
// When the answer is lost, the account's live stories decide. A story that names the upload is the
// post, and so is the only story with exactly its mentions and its kind. When no story fits, five
// minutes after the call and in several reads, the call took no effect and is made again for the
// same upload. An answer that says that the network still works on the video settles its attempt,
// and the call is made again after three seconds as an attempt of its own.
//
// A challenge, a dead session, a limit or suspected spam ends the post at once. Nothing but the
// search for a story that is live all the same goes on against the network's will, and that asks
// less and less often. Such a story has another id in the publishing API, which no other post is
// ever bound to.
package story

import (
	"context"
	"slices"
	"strings"
	"time"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/delivery"
	"crier/modules/posts/publish/timing"
	"crier/modules/settings"
	"crier/platform/database"
	"crier/platform/native"

	"github.com/uptrace/bun"
)

const (
	// proof is after how long the own stories prove that one of them is not there: the network may
	// take so long to list it.
	proof = 5 * time.Minute
	// sight is how long after the call they can prove it: a story that is older may have come and
	// gone.
	sight = 20 * time.Hour
	// slack is how far apart the two clocks may be when nobody has compared them.
	slack = 15 * time.Minute
	// limitedPause is after how long the network is asked again that wants to be asked less.
	limitedPause = 5 * time.Minute
	// The network works on a video for a while, and begins again when the video is uploaded again.
	// So the call is repeated for much longer than that is known to take.
	transcodeFor   = 5 * time.Minute
	transcodePause = 3 * time.Second
)

// Channel is the API of the network's own app.
type Channel struct{ Deps }

// work is the app API at work on one post.
type work struct {
	*Channel
	run *channel.Run
	// upload is what the network has, once Prepare has sent it.
	upload native.StoryUpload
}

// Deps are what a Channel works with.
type Deps struct {
	DB       *database.DB
	Clock    *timing.Clock
	Accounts *auth.Service
	Natives  *settings.Natives
	Media    *media.Service
	Files    *delivery.Files
}

// New returns the channel.
func New(deps Deps) *Channel { return &Channel{deps} }

// Name returns story.
func (*Channel) Name() attempt.Channel { return attempt.Story }

// Rules says that the account's own stories alone tell whether a call took effect.
func (*Channel) Rules() channel.Rules {
	return channel.Rules{
		AbsenceByList: true, ListedWithin: proof, ListedFor: sight, Slack: slack,
		NotYetFor: transcodeFor, NotYetPause: transcodePause, LimitedPause: limitedPause, BacksOff: true,
	}
}

// Takes reports whether the post is a story with mentions.
func (*Channel) Takes(post posts.Post) bool { return post.IsNative() }

// Look is the mentions with the kind of the file. Nobody mentions the same people in the same
// moment by chance.
func (*Channel) Look(post posts.Post) (look string, isDistinct bool) {
	names, err := mentionNames(post)
	if err != nil {
		return attempt.LookOf("story", channel.Text(post.StoryMentions)), false
	}
	slices.Sort(names)
	return attempt.LookOf(append([]string{"story", posts.KindOfFile(post)}, names...)...), true
}

// Owned returns which of the stories are posts of ours.
func (*Channel) Owned(ctx context.Context, db bun.IDB, ids []string) (map[string]bool, error) {
	return posts.TakenMedia(ctx, db, ids)
}

// At returns the channel at work on the post of a run.
func (c *Channel) At(run *channel.Run) channel.Work { return &work{Channel: c, run: run} }

// mentionNames are the names that a post mentions, in lower case.
func mentionNames(post posts.Post) ([]string, error) {
	mentions, err := posts.DecodeList[posts.StoryMention](post.StoryMentions)
	names := make([]string, len(mentions))
	for i, m := range mentions {
		names[i] = mentionName(m)
	}
	return names, err
}

func mentionName(m posts.StoryMention) string {
	return strings.ToLower(strings.TrimPrefix(m.Username, "@"))
}
