package cloud

import (
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// Job is a post as it is sent to the worker. worker/API.md describes each field.
type Job struct {
	// Rev grows with each change of the post, for ever. Epoch is Link.Epoch.
	Rev   int64         `json:"rev"`
	Epoch int64         `json:"epoch"`
	RunAt wiretime.Time `json:"runAt"`
	// AccountID is the network's id of the account; Login is primary or partner.
	AccountID      string         `json:"accountId"`
	Login          string         `json:"login"`
	Username       string         `json:"username,omitempty"`
	TokenExpiresAt *wiretime.Time `json:"tokenExpiresAt,omitempty"`
	// IsTokenEndAssumed says that TokenExpiresAt is a guess.
	IsTokenEndAssumed bool `json:"isTokenEndAssumed,omitempty"`
	// TokenWorkedAt is when the network last took the token, as far as this folder knows.
	TokenWorkedAt *wiretime.Time `json:"tokenWorkedAt,omitempty"`
	// Token is what Link.Seal returned.
	Token string  `json:"token"`
	Post  JobPost `json:"post"`
}

// JobPost is what is published.
type JobPost struct {
	MediaType     string   `json:"mediaType"`
	Caption       *string  `json:"caption,omitempty"`
	LocationID    *string  `json:"locationId,omitempty"`
	Collaborators []string `json:"collaborators,omitempty"`
	ShareToFeed   *bool    `json:"shareToFeed,omitempty"`
	IsAIGenerated *bool    `json:"isAiGenerated,omitempty"`
	// Trial is manual or performance.
	Trial *string `json:"trial,omitempty"`
	// FirstComment is sent where Link.MakesComments says so.
	FirstComment *string `json:"firstComment,omitempty"`
	// OwnedMediaIDs, at most 100, are media that belong to other posts.
	OwnedMediaIDs []string  `json:"ownedMediaIds,omitempty"`
	Items         []JobItem `json:"items"`
}

// JobItem is a file of the post. Kind is image or video.
type JobItem struct {
	Kind          string   `json:"kind"`
	URL           string   `json:"url"`
	AltText       *string  `json:"altText,omitempty"`
	CoverURL      *string  `json:"coverUrl,omitempty"`
	ThumbOffsetMs *int64   `json:"thumbOffsetMs,omitempty"`
	UserTags      []JobTag `json:"userTags,omitempty"`
}

// JobTag is a person in a picture, at a point, or in a video or story, at none.
type JobTag struct {
	Username string   `json:"username"`
	X        *float64 `json:"x,omitempty"`
	Y        *float64 `json:"y,omitempty"`
}

// The states of a job.
const (
	JobScheduled  = "SCHEDULED"
	JobProcessing = "PROCESSING"
	JobPublishing = "PUBLISHING"
	JobPublished  = "PUBLISHED"
	JobFailed     = "FAILED"
	JobCancelled  = "CANCELLED"
	JobFenced     = "FENCED"
)

// The states of the first comment of a job.
const (
	CommentNone     = "NONE"
	CommentWaiting  = "WAITING"
	CommentSent     = "SENT"
	CommentPosted   = "POSTED"
	CommentNotSeen  = "NOT_SEEN"
	CommentFailed   = "FAILED"
	CommentReturned = "RETURNED"
)

// JobState is a job as the worker reports it. worker/API.md describes each field.
type JobState struct {
	ID                 wireid.ID      `json:"id"`
	Rev                int64          `json:"rev"`
	Epoch              int64          `json:"epoch"`
	RunAt              wiretime.Time  `json:"runAt"`
	State              string         `json:"state"`
	RetryCount         int            `json:"retryCount"`
	LastAttemptAt      *wiretime.Time `json:"lastAttemptAt"`
	ContainerID        *string        `json:"containerId"`
	ContainerCreatedAt *wiretime.Time `json:"containerCreatedAt"`
	PublishIntentAt    *wiretime.Time `json:"publishIntentAt"`
	// Unsent says that no publish call of the job can have taken effect. For a cancelled job, only
	// the answer to the cancellation says so. A worker of an earlier version never says it.
	Unsent       bool           `json:"unsent"`
	CallAnswered bool           `json:"callAnswered"`
	MediaID      *string        `json:"mediaId"`
	Permalink    *string        `json:"permalink"`
	PublishedAt  *wiretime.Time `json:"publishedAt"`
	MediaFound   bool           `json:"mediaFound"`
	ErrorCode    *string        `json:"errorCode"`
	ErrorMessage *string        `json:"errorMessage"`
	AtCheckpoint bool           `json:"atCheckpoint"`
	// CommentState is empty from a worker that makes no comments.
	CommentState  string         `json:"commentState,omitempty"`
	CommentSentAt *wiretime.Time `json:"commentSentAt,omitempty"`
	CommentID     *string        `json:"commentId,omitempty"`
	CommentError  *string        `json:"commentError,omitempty"`
	EndedAt       *wiretime.Time `json:"endedAt"`
	Seq           *int64         `json:"seq"`
	UpdatedAt     wiretime.Time  `json:"updatedAt"`
	// Unknown comes with results. A worker of an earlier version sends none.
	Unknown []UnknownAnswer `json:"unknown,omitempty"`
}

// UnknownAnswer describes an answer of the network that the worker does not know, as the worker
// wrote it.
type UnknownAnswer struct {
	Op   string `json:"op"`
	What string `json:"what"`
}

// JobContent is a job with its content, for a folder that does not know the post.
type JobContent struct {
	JobState

	AccountID string  `json:"accountId"`
	Login     string  `json:"login"`
	Post      JobPost `json:"post"`
}

// HasEnded reports whether the job has ended, so that the worker only stores its result.
func (j JobState) HasEnded() bool {
	switch j.State {
	case JobPublished, JobFailed, JobCancelled, JobFenced:
		return true
	default:
		return false
	}
}

// flaw says what is wrong with it, or returns an empty text.
func (j JobState) flaw() string {
	switch j.State {
	case JobScheduled, JobProcessing, JobPublishing, JobPublished, JobFailed, JobCancelled, JobFenced:
	default:
		return "a job is in no known state"
	}
	if j.ID.IsZero() || j.Rev < 1 {
		return "a job has no id or no revision"
	}
	return ""
}

// ResultRef identifies a result that was applied.
type ResultRef struct {
	ID  wireid.ID `json:"id"`
	Seq int64     `json:"seq"`
}

// ResultPage is a page of results. The next page begins after Next.
type ResultPage struct {
	Results []JobState `json:"results"`
	Next    int64      `json:"next"`
	HasMore bool       `json:"hasMore"`
	// Renewed are tokens. Only the first page has them.
	Renewed []RenewedToken `json:"renewed"`
}

func (p *ResultPage) flaw() string {
	if p.Results == nil {
		return "it has no results"
	}
	for _, j := range p.Results {
		if flaw := j.flaw(); flaw != "" {
			return flaw
		}
		if j.Seq == nil {
			return "a result has no number"
		}
	}
	return ""
}
