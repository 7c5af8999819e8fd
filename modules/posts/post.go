package posts

import (
	"cmp"
	"database/sql/driver"
	"slices"
	"time"

	"crier/modules/media"
	"crier/platform/jobs"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// PublishJob is the type of the jobs that publish a post or its share (contract 2).
const PublishJob jobs.Type = "PUBLISH"

// Status is the state of a post (contract 3).
type Status string

// The statuses of contract 3.
const (
	Draft      Status = "DRAFT"
	Scheduled  Status = "SCHEDULED"
	Queued     Status = "QUEUED"
	Processing Status = "PROCESSING"
	Publishing Status = "PUBLISHING"
	Published  Status = "PUBLISHED"
	Failed     Status = "FAILED"
)

// Transition is a legal change of a post's status (contract 3).
type Transition struct {
	// From is empty for a new post.
	From, To Status
	// Trigger says in a few words what causes the change.
	Trigger string
}

// lifeCycle is every legal change; the package's documentation draws it, the database has it too
// and refuses any other.
var lifeCycle = [...]Transition{
	{"", Draft, "POST /posts/draft"},
	{"", Queued, "POST /posts/publish"},
	{"", Scheduled, "POST /schedule"},
	{Draft, Queued, "POST /posts/publish with draftId"},
	{Draft, Scheduled, "POST /schedule with draftId"},
	{Scheduled, Queued, "its time has come"},
	{Scheduled, Draft, "DELETE /schedule/{id}"},
	{Scheduled, Failed, "missed by too long, or the account is disconnected"},
	{Queued, Processing, "Crier checks the files and the account"},
	{Queued, Scheduled, "its time has not come, because the clock was wrong"},
	{Queued, Draft, "DELETE /schedule/{id}, before Crier has begun with it"},
	{Queued, Failed, "a permanent failure before the start"},
	{Processing, Publishing, "the prepared post and the intent to publish it are stored"},
	{Processing, Queued, "a passing failure, with attempts left"},
	{Processing, Failed, "a permanent failure, or the attempts are used up"},
	{Publishing, Published, "the network has published it"},
	{Publishing, Failed, "the network has refused it, or nobody can tell for 15 minutes"},
	{Failed, Queued, "POST /posts/{id}/retry"},
	{Failed, Published, "the network proves that the post is live"},
}

// LifeCycle returns every legal change of status.
func LifeCycle() []Transition { return slices.Clone(lifeCycle[:]) }

// CanBecome reports whether the life cycle has a change from s to next; the empty status is that of
// a post that is not stored yet.
func (s Status) CanBecome(next Status) bool {
	return slices.ContainsFunc(lifeCycle[:], func(t Transition) bool { return t.From == s && t.To == next })
}

// HasEnded reports whether status polling stops here (contract 3).
func (s Status) HasEnded() bool { return s == Published || s == Failed }

// MediaType is the kind of a post.
type MediaType string

// The media types of contract 2.
const (
	Image    MediaType = "IMAGE"
	Reels    MediaType = "REELS"
	Stories  MediaType = "STORIES"
	Carousel MediaType = "CAROUSEL"
)

// SourceType says how a post came to be.
type SourceType string

// The source types of contract 2.
const (
	Manual           SourceType = "MANUAL"
	FromSchedule     SourceType = "SCHEDULED"
	FromStoryRepost  SourceType = "STORY_REPOST"
	AutomaticReposts SourceType = "AUTO_REPOST"
)

// Trial says how a trial reel comes to be shown to everybody.
type Trial string

// The ways in which a trial ends.
const (
	TrialManual      Trial = "manual"
	TrialPerformance Trial = "performance"
)

// Post is one post in any stage (contract 2).
type Post struct {
	bun.BaseModel `bun:"table:posts,alias:post" json:"-"`

	ID                     wireid.ID         `bun:",pk" json:"id"                     doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	UserID                 wireid.ID         `json:"userId"                 doc:"The one user." example:"5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51"`
	SocialAccountID        wireid.ID         `json:"socialAccountId"        doc:"The account that the post belongs to." example:"7c9e6679-7425-40de-944b-e07fc1f90ae7"`
	MediaType              MediaType         `json:"mediaType"              enum:"IMAGE,REELS,STORIES,CAROUSEL" doc:"Kind of the post."`
	SourceType             SourceType        `json:"sourceType"             enum:"MANUAL,SCHEDULED,STORY_REPOST,AUTO_REPOST" doc:"How the post came to be."`
	Caption                *string           `json:"caption"                doc:"The text of the post." example:"Fresh from the oven: our spring rye. #bakery #sourdough"`
	Hashtags               *string           `json:"hashtags"               doc:"Unused; hashtags are part of the caption."`
	LocationID             *string           `json:"locationId"             doc:"Id of a place at the network." example:"213385402"`
	LocationName           *string           `json:"locationName"           doc:"Name of the place." example:"Lisbon, Portugal"`
	UserTags               *string           `json:"userTags"               doc:"JSON text: an array of UserTag." example:"[{\"username\":\"potter\",\"x\":0.4,\"y\":0.6}]"`
	Collaborators          *string           `json:"collaborators"          doc:"JSON text: an array of usernames, at most 3."`
	StoryMentions          *string           `json:"storyMentions"          doc:"JSON text: an array of StoryMention."`
	PublishedViaPrivateAPI bool              `bun:"published_via_private_api" json:"publishedViaPrivateApi" doc:"Whether the post went out by the native-story way."`
	CrossPostToPartner     bool              `json:"crossPostToPartner"     doc:"Whether the post is to be shared to the linked Page."`
	PartnerPostID          *string           `json:"partnerPostId"          doc:"Id of the post on the Page."`
	PartnerPermalink       *string           `json:"partnerPermalink"       doc:"Address of the post on the Page."`
	IsScheduled            bool              `json:"isScheduled"            doc:"Whether the post waits, or waited, for a time."`
	ScheduledFor           *wiretime.Time    `json:"scheduledFor"           doc:"The time that the post is scheduled for; null when it is none."`
	Timezone               string            `json:"timezone"               doc:"IANA name of the time zone that the post was planned in." example:"UTC"`
	Status                 Status            `json:"status"                 enum:"DRAFT,SCHEDULED,QUEUED,PROCESSING,PUBLISHING,PUBLISHED,FAILED" doc:"Where the post stands. PUBLISHED and FAILED are where polling stops." example:"PUBLISHED"`
	SNContainerID          *string           `bun:"sn_container_id" json:"snContainerId"          doc:"The network's id of the prepared post." example:"17889455560051444"`
	SNMediaID              *string           `bun:"sn_media_id" json:"snMediaId"              doc:"The network's id of the published post." example:"17920238422030506"`
	SNPermalink            *string           `bun:"sn_permalink" json:"snPermalink"            doc:"Address of the published post." example:"https://www.instagram.com/p/DAbCdEfGhIj/"`
	CloudJobID             *string           `json:"cloudJobId"             doc:"Id in the cloud worker."`
	BucketMediaKey         *string           `json:"bucketMediaKey"         doc:"Key of the media in the bucket, for posts in the cloud worker."`
	ErrorMessage           *string           `json:"errorMessage"           doc:"Why the post failed, for people. A PUBLISHED post has one when only the first comment or the share to the Page failed, or when the network left mentions out of a story."`
	ErrorCode              *string           `json:"errorCode"              format:"error-code" doc:"Why the post failed, as a code of the error catalogue; null while nothing did."`
	RetryCount             int               `json:"retryCount"             doc:"Automatic attempts after the first."`
	LastAttemptAt          *wiretime.Time    `json:"lastAttemptAt"          doc:"When publishing was last tried." example:"2026-03-14T09:26:41.120Z"`
	PublishedAt            *wiretime.Time    `json:"publishedAt"            doc:"When the post was published; null before." example:"2026-03-14T09:26:53.589Z"`
	CreatedAt              wiretime.Time     `json:"createdAt"              doc:"When the post was made." example:"2026-03-14T09:26:39.004Z"`
	UpdatedAt              wiretime.Time     `json:"updatedAt"              doc:"When the post last changed." example:"2026-03-14T09:26:53.589Z"`
	AltText                *string           `json:"altText"                doc:"Description of the picture for those who do not see it." example:"Three round loaves of rye bread on a wooden board"`
	FirstComment           *string           `json:"firstComment"           doc:"What the account comments below the post once it is published." example:"Which loaf shall we bake next?"`
	FirstCommentState      *CommentState     `json:"firstCommentState"      enum:"PENDING,MADE,NOT_MADE,NOT_SEEN" doc:"What became of the first comment of a PUBLISHED post: it is being posted, it is posted, it is not, or it may be and the network does not show it, as its filters hide comments; null before, and without a first comment." example:"MADE"`
	FirstCommentID         *string           `bun:"first_comment_id" json:"firstCommentId"         doc:"The network's id of the first comment; null while it is not known." example:"17870913679156914"`
	CoverMediaFileID       *wireid.ID        `bun:"cover_media_file_id" json:"coverMediaFileId" doc:"The picture that the reel has as its cover." example:"9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e"`
	ThumbOffsetMs          *int64            `json:"thumbOffsetMs"          doc:"The moment of the reel that is its cover, in milliseconds." example:"2500"`
	ShareToFeed            *bool             `json:"shareToFeed"            doc:"Whether the reel is to be on the account's grid and in the feed too; null leaves it to the network."`
	AltTexts               Texts             `json:"altTexts" nullable:"true" doc:"Descriptions of the pictures of a carousel by their positions."`
	PeopleTagged           Texts             `json:"peopleTagged" nullable:"true" doc:"Usernames of people in the video or story."`
	IsAIGenerated          *bool             `bun:"is_ai_generated" json:"isAiGenerated" doc:"Whether the network labels the post as made with artificial intelligence."`
	Trial                  *Trial            `json:"trial"                  enum:"manual,performance" doc:"How the trial reel comes to be shown to everybody; null for an ordinary one."`
	MediaFiles             []media.MediaFile `bun:"-" json:"mediaFiles"             doc:"The files of the post in their order, without deleted ones."`
	Warnings               []Warning         `bun:"-" json:"warnings,omitempty"     doc:"Only in the answer of PUT /schedule/{id}: what the author may not expect of the post as it now is, and what of the request changed nothing. Absent when there is nothing to say." example:"[]"`

	// Cover is the file of CoverMediaFileID, nil for none and for one that was deleted.
	Cover *media.MediaFile `bun:"-" json:"-"`

	// ContainerCreatedAt is when SNContainerID was made; it lives for a day. A native story has its
	// upload's id there, see package publish.
	ContainerCreatedAt *wiretime.Time `json:"-"`
	// CompletedAt is when the post became PUBLISHED or FAILED for the last time, unique among all
	// posts. It stays when the post is tried again, so that no cursor is ever ahead of what
	// completes next.
	CompletedAt *wiretime.Time `json:"-"`

	// Doubt says what may be live all the same. SettledMessage is what ErrorMessage begins with
	// once it is known that it is not, nil without a doubt. v1 shows neither: ErrorMessage says it.
	Doubt          Doubt   `json:"-"`
	SettledMessage *string `json:"-"`

	// CommentMessage and ShareMessage are what a PUBLISHED post says of its first comment and its
	// share, of which its ErrorMessage is made; nil when there is nothing to say. CommentCode is
	// the code of the former.
	CommentCode    *string `json:"-"`
	CommentMessage *string `json:"-"`
	ShareMessage   *string `json:"-"`
	// CommentInCloud says that the cloud makes the first comment of a PUBLISHED post, and tells
	// what becomes of it.
	CommentInCloud bool `json:"-"`

	// PlannedFor is the time for which a draft is planned, nil for no time and for a post that is
	// no draft. v1 does not show it.
	PlannedFor *wiretime.Time `json:"-"`

	// UploadURI is where the bytes of the container's video go, and the name of its file; nil when
	// the network fetches it. A native story has the name alone, nil for a picture.
	UploadURI *string `bun:"upload_uri" json:"-"`
	// The following is the share to the Page while it is being made, see package publish.
	ShareState *ShareState `json:"-"`
	ShareKind  *ShareKind  `json:"-"`
	// ShareObjectID is the photo or video at the network that nobody sees yet, ShareObjectAt when
	// it was made.
	ShareObjectID *string        `bun:"share_object_id" json:"-"`
	ShareObjectAt *wiretime.Time `json:"-"`
	// ShareURI is as UploadURI, of a video for the Page.
	ShareURI *string `bun:"share_uri" json:"-"`
}

// Doubt says what of a post that has ended may be live without Crier knowing it.
type Doubt string

// The doubts.
const (
	NoDoubt Doubt = "none"
	// MayBeLive: the post is FAILED, and it may be live all the same.
	MayBeLive Doubt = "may_be_live"
	// MayBeOnPage: the post is PUBLISHED without a share, and it may be on the Page all the same.
	MayBeOnPage Doubt = "may_be_on_page"
)

// Value returns what the table stores, NoDoubt for the zero Doubt.
func (d Doubt) Value() (driver.Value, error) { return string(cmp.Or(d, NoDoubt)), nil }

// NotLive ends what a post says once it is known that it is not live, before the evidence.
const NotLive = "; the post is not live"

// LookFirst is what a post says whose retry may publish it twice.
const LookFirst = "check before retrying"

// newPost returns a post of the user without content and status.
func newPost(user wireid.ID, now wiretime.Time) Post {
	return Post{ID: wireid.New(), UserID: user, SourceType: Manual, Doubt: NoDoubt, Timezone: "UTC", CreatedAt: now, UpdatedAt: now, MediaFiles: []media.MediaFile{}}
}

// Link is one place of a post's media.
type Link struct {
	bun.BaseModel `bun:"table:post_media,alias:link"`

	PostID             wireid.ID `bun:",pk"`
	Position           int       `bun:",pk"`
	MediaFileID        *wireid.ID
	ContainerID        *string
	ContainerCreatedAt *wiretime.Time
	UploadURI          *string `bun:"upload_uri"`
}

func value[T any](p *T) T {
	if p == nil {
		return *new(T)
	}
	return *p
}

// IsNative reports whether the post goes out by the native way: the publishing API has no mentions
// on stories.
func (p Post) IsNative() bool { return p.StoryMentions != nil }

// CommentState is what became of the first comment of a post.
type CommentState string

// The states of a first comment; a post without one, or that is not PUBLISHED, has none.
const (
	// CommentPending: it is to be posted, once it is known which item the post is.
	CommentPending CommentState = "PENDING"
	CommentMade    CommentState = "MADE"
	CommentNotMade CommentState = "NOT_MADE"
	// CommentNotSeen: the call was sent, and the network does not show the comment. It may be there
	// all the same: the network's filters hide comments.
	CommentNotSeen CommentState = "NOT_SEEN"
)

// IsCommenting reports whether the post's first comment is still to be posted.
func (p Post) IsCommenting() bool {
	return p.Status == Published && p.FirstCommentState != nil && *p.FirstCommentState == CommentPending
}

// IsCommentDue reports whether the comment can be posted: it is known below what.
func (p Post) IsCommentDue() bool { return p.IsCommenting() && p.SNMediaID != nil }

// commentPatience is how long after a post was published its comment is looked for from here when
// the cloud has said nothing more of it. The cloud is at it for a day and a little.
const commentPatience = 27 * time.Hour

// CommentRunsAt returns when this machine goes on with the first comment of a PUBLISHED post: at
// once, which is the zero time, unless the cloud is at it.
func (p Post) CommentRunsAt() time.Time {
	if !p.CommentInCloud || p.PublishedAt == nil {
		return time.Time{}
	}
	return p.PublishedAt.Time().Add(commentPatience)
}

// IsSharing reports whether the post is still to be shared to the Page.
func (p Post) IsSharing() bool { return p.Status == Published && p.ShareState != nil }

// ShareState is the progress of the share of a post to the Page.
type ShareState string

// The states of a share; a post that is not to be shared, or whose share has ended, has none.
const (
	// SharePending: the call that makes the share visible has not been answered.
	SharePending ShareState = "PENDING"
	// ShareMade: the call was answered, and the Page may still process the share.
	ShareMade ShareState = "SHARED"
)

// ShareKind is the call of the network that makes the share.
type ShareKind string

// The calls of the network that make a share.
const (
	SharePhoto      ShareKind = "photo"
	ShareVideo      ShareKind = "video"
	ShareReel       ShareKind = "reel"
	SharePhotoStory ShareKind = "photo_story"
	ShareVideoStory ShareKind = "video_story"
)

// Warning says what the author of an accepted or deleted post may not expect. It does not refuse
// anything.
type Warning struct {
	Code    string `json:"code"    doc:"What the warning is about: TOKEN_EXPIRES, NEAR_DUPLICATE, CLOSE_TO_ANOTHER, CAP_REACHED (the network's publishing cap will be used up), NETWORK_REFUSES (the network is known to refuse this), CAPTION_UNSEEN (the network shows no caption on a story), FIELD_IGNORED (a field that was sent changes nothing), CLOCK_OFF (this machine's clock is wrong), LOCAL_ONLY (the cloud worker cannot publish this, so that this machine must be running at its time), CROSS_POST_IGNORED (what the cloud worker publishes is not shared to the Page), MAY_NOT_COMMENT (the account has no permission for the first comment), WORKER_UNREACHABLE or another error code when the post could not be handed over to the cloud worker yet, PARTNER_COPY (a post that was deleted at the network has a copy on the Page that is still live), NOT_CONFIGURED for what this version cannot do or, on a draft, the error code that publishing it as it is would give. Others may be added." example:"TOKEN_EXPIRES"`
	Message string `json:"message" doc:"The warning, for people." example:"the access token of sandbox.bakery expires at 2027-01-20T09:30:00.000Z, before the post is due; connect the account again before 2027-01-20T09:30:00.000Z"`
}
