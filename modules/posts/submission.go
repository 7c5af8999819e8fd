package posts

import (
	"context"

	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Submission is a post to be published, at once or at a time.
type Submission struct {
	PublishablePost
	// DraftID is the draft that becomes the post; nil makes a new one.
	DraftID *wireid.ID
	// At is when to publish; nil means at once.
	At *wiretime.Time
	// Timezone is the IANA name that is stored beside At.
	Timezone string
	// Source says how the post came to be; empty is MANUAL, or SCHEDULED with a time.
	Source SourceType `json:",omitzero"`
	// IsAdopted says that the cloud already has the draft, and keeps it.
	IsAdopted bool `json:",omitzero"`
	// self is the post that this is about already, which is no other one to compare with; the zero
	// id for none.
	self wireid.ID
	// IdempotencyKey is the client's name for the request; empty for none.
	IdempotencyKey string `json:"-"`
	// Also is called in the transaction that makes the post, after the post is stored, so that
	// something else is written with it. An error undoes the post. It may be nil.
	Also func(ctx context.Context, tx bun.IDB, made Accepted) error `json:"-"`
}

// goesTo reports whether the submission is published by the cloud, which has no native session for
// mentions.
func (s Submission) goesTo(cloud Cloud) bool {
	return s.At != nil && len(s.StoryMentions) == 0 && cloud.Takes()
}

// Accepted is a submission that has become a post with a job.
type Accepted struct {
	PostID, JobID wireid.ID
	// CloudJobID is set when the cloud publishes the post, and then equals JobID.
	CloudJobID *string `json:",omitempty"`
	Status     Status
	Warnings   []Warning
	// Replayed says that an earlier request under the same key has made the post.
	Replayed bool `json:"-"`
}
