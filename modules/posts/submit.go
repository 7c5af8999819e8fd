package posts

import (
	"context"

	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/jobs"
	"crier/platform/killpoint"
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
	// IdempotencyKey is the client's name for the request; empty for none.
	IdempotencyKey string `json:"-"`
	// Also is called in the transaction that makes the post, once there is one, so that something else is written with it; an
	// error of it undoes the post. It is nil for nothing.
	Also func(ctx context.Context, tx bun.IDB, made Accepted) error `json:"-"`
}

// Accepted is a submission that has become a post with a job.
type Accepted struct {
	PostID, JobID wireid.ID
	// CloudJobID is set when the cloud publishes the post; it is JobID then.
	CloudJobID *string `json:",omitempty"`
	Status     Status
	Warnings   []Warning
	// Replayed says that the post was taken in before, under the same key.
	Replayed bool `json:"-"`
}

// Submit takes a submission in (contract 3: (new) or DRAFT -> QUEUED or SCHEDULED), once for an IdempotencyKey. Time,
// account, media, rules and state are checked in this order. Checks, post and job are one durable transaction, so that no
// media file goes away between. A post that goes to the cloud is handed over by the cloud, in its own time.
func (s *Service) Submit(ctx context.Context, sub Submission) (Accepted, error) {
	request := creation{Operation: "publish", IdempotencyKey: sub.IdempotencyKey, Content: sub}
	if sub.At != nil {
		request.Operation = "schedule"
	}
	accepted, replayed, err := once(ctx, s, request, func(ctx context.Context, tx bun.Tx) (Accepted, error) {
		accepted, err := s.take(ctx, tx, sub)
		if err == nil && sub.Also != nil {
			err = sub.Also(ctx, tx, accepted)
		}
		return accepted, err
	})
	killpoint.Reach("posts.submitted")
	accepted.Replayed = replayed
	return accepted, err
}

func (s *Service) take(ctx context.Context, tx bun.Tx, sub Submission) (Accepted, error) {
	if sub.At != nil {
		if err := s.checkFuture(*sub.At); err != nil {
			return Accepted{}, err
		}
	}
	account, err := s.check(ctx, tx, sub.PublishablePost, whole)
	if err != nil {
		return Accepted{}, err
	}
	if err := s.checkState(ctx, tx, account, sub); err != nil {
		return Accepted{}, err
	}
	warnings, err := s.warn(ctx, tx, account, sub)
	if err != nil {
		return Accepted{}, err
	}
	post, err := s.build(sub)
	if err != nil {
		return Accepted{}, err
	}
	if err := s.store(ctx, tx, &post, sub); err != nil {
		return Accepted{}, err
	}
	accepted := Accepted{PostID: post.ID, Status: post.Status, Warnings: warnings}
	if post.InCloud() {
		accepted.JobID, accepted.CloudJobID = post.ID, post.CloudJobID
		return accepted, s.cloud.Add(ctx, tx, post)
	}
	runAt := post.UpdatedAt
	if sub.At != nil {
		runAt = *sub.At
	}
	accepted.JobID, err = s.queue.Enqueue(ctx, tx, jobs.Request{
		Type: jobs.Publish, SubjectID: post.ID, Lane: post.SocialAccountID.String(), RunAt: runAt.Time(),
	})
	return accepted, err
}

// checkFuture refuses a time that has come.
func (s *Service) checkFuture(at wiretime.Time) error {
	if now := s.clock.Now(); !at.Time().After(now) {
		return apperror.New(apperror.InvalidSchedule, "scheduledFor %s is not in the future; it is now %s", at, wiretime.Of(now))
	}
	return nil
}

// completeness says how much of a post there must be.
type completeness int

const (
	// whole: everything that publishing needs.
	whole completeness = iota
	// partial: files may be missing, and need not fit yet.
	partial
	// untouched: the files are not looked at.
	untouched
)

// check holds the content against everything that does not change by itself: account, media, rules.
func (s *Service) check(ctx context.Context, db bun.IDB, p PublishablePost, c completeness) (auth.SocialAccount, error) {
	if err := p.checkNames(); err != nil {
		return auth.SocialAccount{}, err
	}
	account, err := s.accounts.Account(ctx, db, p.AccountID)
	if err != nil {
		return account, err
	}
	return account, s.checkContent(ctx, db, account, p, c)
}

// checkContent is check without the account, which is there.
func (s *Service) checkContent(ctx context.Context, db bun.IDB, account auth.SocialAccount, p PublishablePost, c completeness) error {
	if c != untouched {
		if err := s.checkFiles(ctx, db, p, c == partial); err != nil {
			return err
		}
	}
	return p.checkRules(account)
}

func (s *Service) checkFiles(ctx context.Context, db bun.IDB, p PublishablePost, draft bool) error {
	if err := p.checkCount(draft); err != nil {
		return err
	}
	files, err := s.media.Files(ctx, db, p.fileIDs())
	if err != nil {
		return err
	}
	return p.checkMedia(files, draft)
}

// checkState holds a submission against the state of its account.
func (s *Service) checkState(ctx context.Context, db bun.IDB, account auth.SocialAccount, sub Submission) error {
	if sub.At == nil {
		if err := account.CheckUsable(s.now()); err != nil {
			return err
		}
	}
	if len(sub.StoryMentions) == 0 {
		return nil
	}
	configured, err := s.natives.Configured(ctx, db, account.ID)
	if err == nil && !configured {
		err = apperror.New(apperror.PrivateAPIRequired, "story mentions need native-story credentials, and the account %s has none", account.Username)
	}
	return err
}

func (s *Service) build(sub Submission) (Post, error) {
	now := s.now()
	post := Post{
		ID: wireid.New(), UserID: s.accounts.UserID(), SourceType: Manual, Status: Queued, Timezone: "UTC", CreatedAt: now, UpdatedAt: now,
		MediaFiles: []media.MediaFile{},
	}
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
	if s.goesToCloud(sub) {
		id := post.ID.String()
		post.CloudJobID = &id
	}
	return post, sub.fill(&post)
}

// store writes the row and its links: a new one, or the draft's.
func (s *Service) store(ctx context.Context, tx bun.IDB, post *Post, sub Submission) error {
	if sub.DraftID != nil {
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

// SaveDraft stores a draft (contract 3: (new) -> DRAFT), once for a key that is not empty. Nothing is sent anywhere.
// replayed says that it was stored before, under the same key.
func (s *Service) SaveDraft(ctx context.Context, p PublishablePost, key string) (draft SavedDraft, replayed bool, err error) {
	return once(ctx, s, creation{Operation: "draft", IdempotencyKey: key, Content: p}, func(ctx context.Context, tx bun.Tx) (SavedDraft, error) {
		account, err := s.check(ctx, tx, p, partial)
		if err != nil {
			return SavedDraft{}, err
		}
		post, err := s.build(Submission{PublishablePost: p})
		if err != nil {
			return SavedDraft{}, err
		}
		post.Status = Draft
		if err := s.store(ctx, tx, &post, Submission{PublishablePost: p}); err != nil {
			return SavedDraft{}, err
		}
		return s.savedDraft(ctx, tx, account, post, p)
	})
}

// savedDraft returns a draft, whose row is as it was stored, with what publishing it would come up against.
func (s *Service) savedDraft(ctx context.Context, tx bun.IDB, account auth.SocialAccount, post Post, p PublishablePost) (SavedDraft, error) {
	posts := []Post{post}
	if err := AttachMedia(ctx, tx, s.media, posts); err != nil {
		return SavedDraft{}, err
	}
	warnings, err := s.warnDraft(ctx, tx, account, p)
	return SavedDraft{Post: posts[0], Warnings: warnings}, err
}
