package sandbox

import (
	"time"

	"crier/platform/wiretime"
)

// The kinds of what is on a Page, in the words of the ledger.
const (
	kindPhoto      = "photo"
	kindVideo      = "video"
	kindReel       = "reel"
	kindPhotoStory = "photo_story"
	kindVideoStory = "video_story"
)

// The states of a pageItem:
//
//	a photo   unpublished --photo_stories--> used, --feed--> visible            or visible at once
//	a video   started --all bytes--> uploaded --finish--> visible     or visible at once
//
// pageUsed is a photo that has become a story, which is an item of its own.
const (
	pageUnpublished = "unpublished"
	pageUsed        = "used"
	pageStarted     = "started"
	pageUploaded    = "uploaded"
	pageVisible     = "visible"
)

// Ids on Pages have 15 digits.
const pageItemIDs = 122_000_000_000_000

// pageItem is a photo, a video or a story on an account's Page.
type pageItem struct {
	ID        string         `json:"id"`
	Seq       int64          `json:"seq"`
	AccountID string         `json:"accountId"`
	Kind      string         `json:"kind"`
	State     string         `json:"state"`
	Text      string         `json:"text,omitzero"`
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

func (p *pageItem) isUpload() bool { return p.Kind == kindReel || p.Kind == kindVideoStory }

func (p *pageItem) isVideo() bool { return p.isUpload() || p.Kind == kindVideo }

func (p *pageItem) isStory() bool { return p.Kind == kindPhotoStory || p.Kind == kindVideoStory }

// isShown reports whether people see the item at the instant now.
func (p *pageItem) isShown(now time.Time) bool {
	return p.ShownAt != nil && p.DeletedAt == nil && (!p.isStory() || now.Before(p.ShownAt.Time().Add(storyLife)))
}
