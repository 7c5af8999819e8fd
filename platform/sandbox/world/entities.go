package world

import (
	"time"

	"crier/platform/wiretime"
)

const (
	Day = 24 * time.Hour
	// A container that is not published and a story live for a day, and the cap counts what a day
	// holds.
	containerLife, storyLife, CapWindow = Day, Day, Day
)

// MaxStoryMentions is how many mentions a story of the app API has.
const MaxStoryMentions = 10

// Account is what changes about one of the network's accounts, with the indexes over what is its
// own.
type Account struct {
	ID         string        `json:"id"`
	TokenState string        `json:"tokenState"`
	TokenSince wiretime.Time `json:"tokenSince"`
	// TokenSeq is the order of what the control API did to the tokens: it did nothing to those of a
	// higher one.
	TokenSeq   int64 `json:"tokenSeq,omitzero"`
	QuotaTotal int   `json:"quotaTotal"`
	// QuotaUsed stands for that many publications at QuotaAt; only those with an order above
	// QuotaSeq count besides it.
	QuotaUsed int           `json:"quotaUsed"`
	QuotaAt   wiretime.Time `json:"quotaAt"`
	QuotaSeq  int64         `json:"quotaSeq"`

	Profile Profile `json:"-"`
	// Feed and Stories hold what is not deleted, oldest first.
	Feed    []*Media `json:"-"`
	Stories []*Media `json:"-"`
	// Older is how many posts were on the feed before those.
	Older int `json:"-"`
	// published are the publications that count against the cap, created all containers, both
	// oldest first.
	published []Mark `json:"-"`
	created   []Mark `json:"-"`
}

// Mark places something in time; seq settles what falls into one millisecond.
type Mark struct {
	At  int64
	seq int64
}

// The kinds of media, in the words of the ledger. VideoItem is a carousel's video, which the ledger
// does not list.
const (
	MediaImage    = "IMAGE"
	MediaCarousel = "CAROUSEL"
	MediaReel     = "REELS"
	MediaStory    = "STORIES"
	VideoItem     = "VIDEO"
)

// The states of a container as its status_code says them; StatusExpired is never stored but told
// from the age.
const (
	StatusInProgress = "IN_PROGRESS"
	StatusFinished   = "FINISHED"
	StatusPublished  = "PUBLISHED"
	StatusError      = "ERROR"
	StatusExpired    = "EXPIRED"
)

// Container is one media container:
//
//	IN_PROGRESS --latency over, polls spent, media fetched--> FINISHED | ERROR
//	FINISHED --media_publish--> PUBLISHED
//	IN_PROGRESS, FINISHED, ERROR --24 h--> EXPIRED
type Container struct {
	ID        string        `json:"id"`
	Seq       int64         `json:"seq"`
	AccountID string        `json:"accountId"`
	MediaType string        `json:"mediaType"`
	Item      bool          `json:"item,omitzero"`
	Caption   string        `json:"caption,omitzero"`
	ImageURL  string        `json:"imageUrl,omitzero"`
	VideoURL  string        `json:"videoUrl,omitzero"`
	AltText   string        `json:"altText,omitzero"`
	Children  []string      `json:"children,omitempty"`
	CreatedAt wiretime.Time `json:"createdAt"`
	ReadyAt   wiretime.Time `json:"readyAt"`
	PollsLeft int           `json:"pollsLeft,omitzero"`
	Forced    string        `json:"forced,omitzero"`
	Status    string        `json:"status"`
	Subcode   int           `json:"subcode,omitzero"`
	// Upload says that the video's bytes are sent, Uploaded that all FileSize of them are there.
	Upload   bool  `json:"upload,omitzero"`
	Uploaded bool  `json:"uploaded,omitzero"`
	FileSize int64 `json:"fileSize,omitzero"`

	Look
}

// Look is how people get to see a post, beside its files and its texts.
type Look struct {
	CoverURL      string `json:"coverUrl,omitzero"`
	ThumbOffsetMS int64  `json:"thumbOffsetMs,omitzero"`
	// IsOffGrid says that a reel is not to be in the feed.
	IsOffGrid     bool     `json:"isOffGrid,omitzero"`
	Tagged        []string `json:"tagged,omitempty"`
	Collaborators []string `json:"collaborators,omitempty"`
	IsAIGenerated bool     `json:"isAiGenerated,omitzero"`
	// Trial is the graduation strategy of a trial reel.
	Trial string `json:"trial,omitzero"`
}

// IsVideo reports whether the container is made of a video.
func (c *Container) IsVideo() bool { return c.VideoURL != "" || c.Upload }

// StatusAt returns the status_code at the instant now.
func (c *Container) StatusAt(now time.Time) string {
	if c.Status != StatusPublished && !now.Before(c.CreatedAt.Time().Add(containerLife)) {
		return StatusExpired
	}
	return c.Status
}

// Media is something that became visible: a post, a story, or an item of a carousel.
type Media struct {
	ID          string `json:"id"`
	Seq         int64  `json:"seq"`
	AccountID   string `json:"accountId"`
	ContainerID string `json:"containerId,omitzero"`
	ParentID    string `json:"parentId,omitzero"`
	MediaType   string `json:"mediaType"`
	Video       bool   `json:"video,omitzero"`
	// Native says that it came in by the app API.
	Native      bool           `json:"native,omitzero"`
	Caption     string         `json:"caption,omitzero"`
	AltText     string         `json:"altText,omitzero"`
	SourceURL   string         `json:"sourceUrl,omitzero"`
	Items       []string       `json:"items,omitempty"`
	Children    []string       `json:"children,omitempty"`
	PublishedAt wiretime.Time  `json:"publishedAt"`
	DeletedAt   *wiretime.Time `json:"deletedAt,omitzero"`
	// Unlisted is how many reads of its list leave it out.
	Unlisted int `json:"unlisted,omitzero"`

	Look
}

// Mark places the media in time.
func (m *Media) Mark() Mark { return Mark{At: m.PublishedAt.UnixMilli(), seq: m.Seq} }

// IsGone reports whether the network no longer knows the media at the instant now.
func (m *Media) IsGone(now time.Time) bool {
	return m.DeletedAt != nil || m.MediaType == MediaStory && !now.Before(m.PublishedAt.Time().Add(storyLife))
}

// Comment is a comment on a post or reel.
type Comment struct {
	ID      string `json:"id"`
	Seq     int64  `json:"seq"`
	MediaID string `json:"mediaId"`
	// AccountID is the account that comments by the API, empty for a comment by hand.
	AccountID string         `json:"accountId,omitzero"`
	Username  string         `json:"username"`
	Text      string         `json:"text"`
	CreatedAt wiretime.Time  `json:"createdAt"`
	DeletedAt *wiretime.Time `json:"deletedAt,omitzero"`
	// IsHidden says that a filter of the network keeps it from everybody.
	IsHidden bool `json:"isHidden,omitzero"`
	// Unlisted is how many reads of its list leave it out.
	Unlisted int `json:"unlisted,omitzero"`
}

// Latency is how long the network takes, in milliseconds of the sandbox's clock.
type Latency struct {
	ImageMS            int64 `json:"imageMs"`
	VideoMS            int64 `json:"videoMs"`
	PollsUntilFinished int   `json:"pollsUntilFinished"`
	PerCallMS          int64 `json:"perCallMs"`
}

// ForcedContainer is what the control API wants the next container to become.
type ForcedContainer struct {
	Force   string `json:"force"`
	Subcode int    `json:"subcode,omitzero"`
}

// Jump is a move of the sandbox's clock that the Date of its answers did not follow.
type Jump struct {
	At wiretime.Time `json:"at"`
	MS int64         `json:"ms"`
}

// Settings are the knobs that belong to no account.
type Settings struct {
	Latency  Latency `json:"latency"`
	OffsetMS int64   `json:"offsetMs"`
	// DateOffsetMS is by how much of OffsetMS the Date of answers is ahead as well.
	DateOffsetMS int64 `json:"dateOffsetMs,omitzero"`
	// Jumps are the moves of the clock that the Date did not follow, in their order.
	Jumps   []Jump `json:"jumps,omitempty"`
	ReadLag int    `json:"readLag"`
	// ListLag is how many reads of its lists leave out what is published from now on.
	ListLag int `json:"listLag,omitzero"`
	// ListLagMS is for how long they do so at most; zero is as long as it takes.
	ListLagMS int64 `json:"listLagMs,omitzero"`
	// HideComments is how many comments the network's filters hide from now on.
	HideComments int `json:"hideComments,omitzero"`
	// HideDeviceTimestamp makes the app API leave out which upload a story was made from.
	HideDeviceTimestamp bool              `json:"hideDeviceTimestamp,omitzero"`
	Next                []ForcedContainer `json:"next,omitempty"`
}

// PublishCall is one call of media_publish, whatever came of it.
type PublishCall struct {
	ContainerID string `json:"containerId"`
	Outcome     string `json:"outcome"`
}

// UnexpectedCall is a call that the network has no route for, or one of which What stands on no row
// of the table of edges.
type UnexpectedCall struct {
	At     wiretime.Time `json:"at"`
	Method string        `json:"method"`
	Host   string        `json:"host"`
	Path   string        `json:"path"`
	What   string        `json:"what,omitzero"`
}

// LoggedCall is one call as the log shows it, secrets replaced. About is the type of the node that
// the path names by an id.
type LoggedCall struct {
	At      wiretime.Time     `json:"at"`
	Method  string            `json:"method"`
	Host    string            `json:"host"`
	Path    string            `json:"path"`
	About   string            `json:"about,omitzero"`
	Params  map[string]string `json:"params"`
	TokenIn string            `json:"tokenIn"`
	Status  int               `json:"status"`
	Code    int               `json:"code"`
	Subcode int               `json:"subcode"`
	FaultID string            `json:"faultId"`
}

// Dated returns what the Date of the sandbox's answers says at an instant of its clock, which is t.
// Times that go out to a client are those of the Date, as they are on the network: what has just
// been made is new by the Date, also after a test has let a day pass for containers and tokens. A
// time between the two ends of a move is that of the move.
func (s *Settings) Dated(t time.Time) time.Time {
	var ahead time.Duration
	for _, j := range s.Jumps {
		by := time.Duration(j.MS) * time.Millisecond
		ahead += min(max(t.Sub(j.At.Time()), 0), by)
	}
	return t.Add(-ahead)
}

// OfDate is the reverse of Dated: it returns the first instant of the sandbox's clock at which the
// Date says t. Times that come from a client are those of the Date, too.
func (s *Settings) OfDate(t time.Time) time.Time {
	for _, j := range s.Jumps {
		if t.After(j.At.Time()) {
			t = t.Add(time.Duration(j.MS) * time.Millisecond)
		}
	}
	return t
}

// IsDue reports whether the processing of the container ends now.
func (c *Container) IsDue(now time.Time) bool {
	return c.StatusAt(now) == StatusInProgress && c.PollsLeft == 0 && c.Upload == c.Uploaded && c.Forced != ForceStuck && !now.Before(c.ReadyAt.Time())
}

// The words of POST containers/next.
const (
	ForceError = "ERROR"
	ForceStuck = "STUCK"
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
