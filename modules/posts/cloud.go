package posts

import (
	"context"
	"errors"
	"fmt"

	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/secrets"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Cloud is what publishes scheduled posts in place of the local queue.
type Cloud interface {
	// Takes reports whether posts that are scheduled now go there.
	Takes() bool
	// Add is told of a post that goes there, in the transaction that schedules it.
	Add(ctx context.Context, tx bun.IDB, post Post) error
	// Withdraw runs local in a transaction once the cloud will certainly never publish the post. Otherwise it returns why it
	// may: INVALID_STATUS when the post has been claimed there, WORKER_UNREACHABLE when that cannot be found out. What has become
	// of a post that has ended there is stored before local runs.
	Withdraw(ctx context.Context, id wireid.ID, local func(ctx context.Context, tx bun.IDB) error) error
	// Abandon is told of a post that is not to be published any more, in the transaction that fails it.
	Abandon(ctx context.Context, tx bun.IDB, id wireid.ID) error
}

// UseCloud has posts that are scheduled from now on go to c when that takes them. It is called before anything else is.
func (s *Service) UseCloud(c Cloud) { s.cloud = c }

// InCloud reports whether the post is the cloud's to publish: the local queue has no job for it then, and never touches it.
func (p Post) InCloud() bool { return p.Status == Scheduled && p.CloudJobID != nil }

// ErrInCloud says that a post is the cloud's, so that it is changed there first.
var ErrInCloud = errors.New("posts: the post is in the cloud")

// goesToCloud reports whether a submission is published by the cloud, which has no native session for mentions.
func (s *Service) goesToCloud(sub Submission) bool {
	return sub.At != nil && len(sub.StoryMentions) == 0 && s.cloud != nil && s.cloud.Takes()
}

// withdrawn runs do in a transaction, and before it has the cloud give up a post about which isThere reports true.
func (s *Service) withdrawn(ctx context.Context, id wireid.ID, isThere func(Post) bool, do func(ctx context.Context, tx bun.IDB) error) error {
	err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		post, err := SelectPost(ctx, tx, id)
		if err == nil && s.cloud != nil && isThere(post) {
			return ErrInCloud
		}
		return do(ctx, tx)
	})
	if !errors.Is(err, ErrInCloud) {
		return err
	}
	return s.cloud.Withdraw(ctx, id, do)
}

// WasInCloud reports whether the cloud may have heard of the post.
func WasInCloud(p Post) bool { return p.CloudJobID != nil }

// HandToQueue gives a post that the cloud will certainly never publish to the local queue, in the transaction tx that forgets
// it there. A post that is not the cloud's is left as it is.
func (s *Service) HandToQueue(ctx context.Context, tx bun.IDB, id wireid.ID, why string) error {
	post, err := SelectPost(ctx, tx, id)
	if isNotFound(err) || err == nil && !post.InCloud() {
		return nil
	}
	if err != nil {
		return fmt.Errorf("take a post back from the cloud: %w", err)
	}
	err = Update(ctx, tx, id, s.now(), func(u *database.Update) {
		u.Set("cloud_job_id = NULL, bucket_media_key = NULL, error_code = NULL, error_message = NULL")
	})
	if err != nil {
		return fmt.Errorf("take a post back from the cloud: %w", err)
	}
	_, err = s.queue.Enqueue(ctx, tx, jobs.Request{
		Type: jobs.Publish, SubjectID: id, Lane: post.SocialAccountID.String(), RunAt: post.ScheduledFor.Time(),
	})
	if err != nil {
		return err
	}
	killpoint.Reach("posts.cloud.returned")
	s.Note(ctx, tx, id, "the post is the local queue's now: "+why)
	return nil
}

// Note adds a sentence to a post's timeline, in a transaction that is about something else.
func (s *Service) Note(ctx context.Context, tx bun.IDB, id wireid.ID, text string) {
	timeline.Add(ctx, tx, timeline.Step{PostID: id, Kind: timeline.KindNote, At: s.now(), Text: text, Repeatable: true})
}

// Confirmed notes that the cloud has a post, with the key of its first file in the bucket, and that nothing is wrong with it there.
func (s *Service) Confirmed(ctx context.Context, tx bun.IDB, id wireid.ID, key *string) error {
	_, err := changedOne(tx.NewUpdate().Model((*Post)(nil)).Set("updated_at = ?", s.now()).
		Set("bucket_media_key = ?, error_code = NULL, error_message = NULL", key).
		Where("id = ? AND status = ? AND cloud_job_id IS NOT NULL", id, Scheduled).
		Where("(bucket_media_key IS NOT ? OR error_code IS NOT NULL)", key).Exec(ctx))
	return err
}

// ShowProblem says on a post that is the cloud's what stands in its way there; an empty code says that nothing does any more.
func (s *Service) ShowProblem(ctx context.Context, tx bun.IDB, id wireid.ID, code apperror.Code, message string) error {
	var shownCode, shownMessage *string
	if code != "" {
		text := string(code)
		message = secrets.HideKeys(message)
		shownCode, shownMessage = &text, &message
	}
	changed, err := changedOne(tx.NewUpdate().Model((*Post)(nil)).Set("updated_at = ?", s.now()).
		Set("error_code = ?, error_message = ?", shownCode, shownMessage).
		Where("id = ? AND status = ? AND cloud_job_id IS NOT NULL", id, Scheduled).
		Where("(error_code IS NOT ? OR error_message IS NOT ?)", shownCode, shownMessage).Exec(ctx))
	if changed && code != "" {
		s.Note(ctx, tx, id, message)
	}
	return err
}

// FailInCloud ends a post that is the cloud's, and that it will certainly never publish (contract 3: SCHEDULED -> FAILED). A post that is not
// the cloud's is left as it is.
func (s *Service) FailInCloud(ctx context.Context, tx bun.IDB, id wireid.ID, code apperror.Code, message string) error {
	post, err := SelectPost(ctx, tx, id)
	if isNotFound(err) || err == nil && !post.InCloud() {
		return nil
	}
	if err != nil {
		return err
	}
	return s.failIn(ctx, tx, post, code, message, nil)
}

func (s *Service) failIn(ctx context.Context, tx bun.IDB, post Post, code apperror.Code, message string, set func(*database.Update)) error {
	completed, err := NextCompletion(ctx, tx, s.now())
	if err != nil {
		return err
	}
	_, err = ChangeStatus(ctx, tx, post.ID, post.Status, Failed, s.now(), func(u *database.Update) {
		u.Set("error_code = ?, error_message = ?, completed_at = ?", code, secrets.HideKeys(message), completed)
		if set != nil {
			set(u)
		}
	})
	return errors.Join(err, ReleaseFiles(ctx, tx, s.media, post.ID, 0))
}

// Content returns what a post was made from, and MEDIA_INVALID when a file of it has been deleted.
func (s *Service) Content(ctx context.Context, db bun.IDB, post Post) (PublishablePost, error) {
	if err := checkFilesRemain(ctx, db, post); err != nil {
		return PublishablePost{}, err
	}
	return contentOf(post, idsOf(post))
}

// PostIn is Post on db, which may be a transaction.
func (s *Service) PostIn(ctx context.Context, db bun.IDB, id wireid.ID) (Post, error) {
	return s.postOn(ctx, db, id)
}

// OwnedMedia returns the network's ids of the account's latest posts, at most that many, deleted ones too.
func (s *Service) OwnedMedia(ctx context.Context, db bun.IDB, account wireid.ID, most int) ([]string, error) {
	return selectOwnedOf(ctx, db, account, most)
}

// ChangedInCloud returns the posts that are the cloud's of which a file is not public any more, because it was changed or deleted.
func (s *Service) ChangedInCloud(ctx context.Context) ([]wireid.ID, error) {
	return selectUnpublicInCloud(ctx, s.db)
}

// DueInCloud returns the posts that are the cloud's and due at the instant, the longest overdue first.
func (s *Service) DueInCloud(ctx context.Context, at wiretime.Time) ([]wireid.ID, error) {
	return selectDueInCloud(ctx, s.db, at)
}
