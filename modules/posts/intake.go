package posts

import (
	"context"

	"crier/modules/auth"
	"crier/platform/clock"
	"crier/platform/failpoint"
	"crier/platform/jobs"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

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

func (i *Intake) take(ctx context.Context, tx bun.IDB, sub Submission) (Accepted, error) {
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
	request := jobs.Request{Type: PublishJob, SubjectID: post.ID, Lane: post.SocialAccountID.String()}
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
		post.CloudJobID = new(post.ID.String())
	}
	err := sub.fill(&post)
	return post, err
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
	return insertWithFiles(ctx, tx, post, sub.fileIDs())
}
