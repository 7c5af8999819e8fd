package posts

import (
	"context"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/failpoint"
	"crier/platform/jobs"
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

// Intake accepts posts for publication.
type Intake struct {
	clock    clock.Clock
	queue    *jobs.Queue
	accounts *auth.Service
	answers  *Answers
	checker  *Checker
	warner   *Warner
	cloud    Cloud
}

// NewIntake returns an intake for the queue, and for the cloud while the cloud takes posts.
func NewIntake(clk clock.Clock, queue *jobs.Queue, accounts *auth.Service, answers *Answers, checker *Checker, warner *Warner, cloud Cloud) *Intake {
	return &Intake{clock: clk, queue: queue, accounts: accounts, answers: answers, checker: checker, warner: warner, cloud: cloud}
}

// Submit accepts a submission (contract 3: (new) or DRAFT -> QUEUED or SCHEDULED), once for an
// IdempotencyKey. It checks time, account, media, rules and state in this order. Checks, post and
// job are one durable transaction, so that no media file disappears in between. The Cloud itself
// sends a post to the cloud later.
func (i *Intake) Submit(ctx context.Context, sub Submission) (Accepted, error) {
	request := creation{Operation: "publish", IdempotencyKey: sub.IdempotencyKey, Content: sub}
	if sub.At != nil {
		request.Operation = "schedule"
	}
	accepted, replayed, err := once(ctx, i.answers, request, func(ctx context.Context, tx bun.Tx) (Accepted, error) {
		accepted, err := i.take(ctx, tx, sub)
		if err == nil && sub.Also != nil {
			err = sub.Also(ctx, tx, accepted)
		}
		return accepted, err
	})
	failpoint.Reach("posts.submitted")
	accepted.Replayed = replayed
	return accepted, err
}

func (i *Intake) take(ctx context.Context, tx bun.Tx, sub Submission) (Accepted, error) {
	if sub.At != nil {
		if err := i.checker.checkFuture(*sub.At); err != nil {
			return Accepted{}, err
		}
	}
	account, err := i.checker.check(ctx, tx, sub.PublishablePost, whole)
	if err != nil {
		return Accepted{}, err
	}
	if err := i.checker.checkState(ctx, tx, account, sub); err != nil {
		return Accepted{}, err
	}
	warnings, err := i.warner.warn(ctx, tx, account, sub)
	if err != nil {
		return Accepted{}, err
	}
	post, err := i.build(sub)
	if err != nil {
		return Accepted{}, err
	}
	if err := i.store(ctx, tx, &post, sub); err != nil {
		return Accepted{}, err
	}
	accepted := Accepted{PostID: post.ID, Status: post.Status, Warnings: warnings}
	if post.InCloud() {
		accepted.JobID, accepted.CloudJobID = post.ID, post.CloudJobID
		return accepted, i.cloud.Add(ctx, tx, post)
	}
	request := jobs.Request{Type: jobs.Publish, SubjectID: post.ID, Lane: post.SocialAccountID.String()}
	if sub.At != nil {
		request.RunAt = sub.At.Time()
	}
	accepted.JobID, err = i.queue.Enqueue(ctx, tx, request)
	return accepted, err
}

func (i *Intake) build(sub Submission) (Post, error) {
	post := newPost(i.accounts.UserID(), wiretime.Of(i.clock.Now()))
	post.Status = Queued
	if sub.DraftID != nil {
		post.ID = *sub.DraftID
	}
	if sub.At != nil {
		post.Status, post.SourceType = Scheduled, FromSchedule
		post.IsScheduled, post.ScheduledFor, post.Timezone = true, sub.At, sub.Timezone
	}
	if sub.Source != "" {
		post.SourceType = sub.Source
	}
	if sub.goesTo(i.cloud) {
		id := post.ID.String()
		post.CloudJobID = &id
	}
	return post, sub.fill(&post)
}

// store writes the row and its links: a new one, or the draft's.
func (i *Intake) store(ctx context.Context, tx bun.IDB, post *Post, sub Submission) error {
	if sub.DraftID != nil {
		if !sub.IsAdopted {
			if err := checkNotLive(ctx, tx, post.ID); err != nil {
				return err
			}
		}
		taken, err := updateContent(ctx, tx, post, Draft)
		if err != nil {
			return err
		}
		if !taken {
			return whyNot(ctx, tx, post.ID, "is not DRAFT any more: it")
		}
		return replaceLinks(ctx, tx, post.ID, sub.fileIDs())
	}
	if err := insertPost(ctx, tx, post); err != nil {
		return err
	}
	return insertLinks(ctx, tx, post.ID, sub.fileIDs())
}
