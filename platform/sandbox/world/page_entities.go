package world

import (
	"time"

	"crier/platform/wiretime"
)

// The kinds of what is on a Page, in the words of the ledger.
const (
	KindPhoto      = "photo"
	KindVideo      = "video"
	KindReel       = "reel"
	KindPhotoStory = "photo_story"
	KindVideoStory = "video_story"
)

// The states of a PageItem:
//
//	a photo   unpublished --photo_stories--> used, --feed--> visible            or visible at once
//	a video   started --all bytes--> uploaded --finish--> visible     or visible at once
//
// PageUsed is a photo that has become a story, which is an item of its own.
const (
	PageUnpublished = "unpublished"
	PageUsed        = "used"
	PageStarted     = "started"
	PageUploaded    = "uploaded"
	PageVisible     = "visible"
)

// PageItem is a photo, a video or a story on an account's Page.
type PageItem struct {
	ID        string `json:"id"`
	Seq       int64  `json:"seq"`
	AccountID string `json:"accountId"`
	Kind      string `json:"kind"`
	State     string `json:"state"`
	Text      string `json:"text,omitzero"`
	// Mark is the code by which its publisher knows a video.
	Mark      string         `json:"mark,omitzero"`
	FileSize  int64          `json:"fileSize,omitzero"`
	PostID    string         `json:"postId,omitzero"`
	MediaID   string         `json:"mediaId,omitzero"`
	CreatedAt wiretime.Time  `json:"createdAt"`
	ReadyAt   wiretime.Time  `json:"readyAt"`
	ShownAt   *wiretime.Time `json:"shownAt,omitzero"`
	DeletedAt *wiretime.Time `json:"deletedAt,omitzero"`
	// Unlisted is how many reads of its lists leave it out.
	Unlisted int `json:"unlisted,omitzero"`
}

// IsUpload reports whether the bytes are sent in calls of their own.
func (p *PageItem) IsUpload() bool { return p.Kind == KindReel || p.Kind == KindVideoStory }

// IsVideo reports whether the item is a video of any kind.
func (p *PageItem) IsVideo() bool { return p.IsUpload() || p.Kind == KindVideo }

// IsStory reports whether the item is a story.
func (p *PageItem) IsStory() bool { return p.Kind == KindPhotoStory || p.Kind == KindVideoStory }

// IsShown reports whether people see the item at the instant now.
func (p *PageItem) IsShown(now time.Time) bool {
	return p.ShownAt != nil && p.DeletedAt == nil && (!p.IsStory() || now.Before(p.ShownAt.Time().Add(storyLife)))
}
