package storyrepost

import (
	"context"
	"errors"

	"crier/platform/apperror"
	"crier/platform/wireid"

	"github.com/uptrace/bun"
)

// Record returns a record as it stands now, or NOT_FOUND.
func (s *Service) Record(ctx context.Context, id wireid.ID) (*RepostRecord, error) {
	if err := s.Follow(ctx); err != nil {
		return nil, err
	}
	r, err := selectRepost(ctx, s.DB, id)
	if err == nil && r == nil {
		err = apperror.New(apperror.NotFound, "there is no story repost %s", id)
	}
	return r, err
}

// maxHistory is how many records a list has at most.
const maxHistory = 500

// Records returns the newest 500 records as they stand now, those of one account if it is not nil.
func (s *Service) Records(ctx context.Context, account *wireid.ID) ([]RepostRecord, error) {
	if err := s.Follow(ctx); err != nil {
		return nil, err
	}
	return selectReposts(ctx, s.DB, account, maxHistory)
}

// Repost reposts a mention because the user says so, and returns its record, which is PROCESSING and has a post, unless a video is
// still written over. Quiet hours do not count, the limit of the day does. One that has FAILED after it had a post has that post
// retried, which looks first whether it is live.
//
// It returns NOT_FOUND, ALREADY_REPOSTED, REPOST_IN_PROGRESS, INVALID_STATE for what was skipped or has expired and when the
// day has no room, CREDENTIALS_NOT_CONFIGURED, LOGIN_RATE_LIMITED, LOGIN_FAILED and TWO_FACTOR_REQUIRED as Scan does, and else
// REPOST_FAILED with the reason that the record has.
func (s *Service) Repost(ctx context.Context, id wireid.ID) (*RepostRecord, error) {
	r, err := s.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.canRepost(s); err != nil {
		return nil, err
	}
	if r.PostID != nil {
		return s.retryPost(ctx, r)
	}
	config, err := s.mayAsk(ctx, r)
	if err != nil {
		return nil, err
	}
	begun := false
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		begun, err = s.begin(ctx, tx, id, r.Status, false)
		return err
	})
	if err != nil {
		return nil, err
	}
	if !begun {
		return nil, inProgress()
	}
	// What was begun is brought to its end, whether the client still waits or not.
	ctx = context.WithoutCancel(ctx)
	if err := s.carryOn(ctx, s.atOnce(r.SocialAccountID), id, config); err != nil {
		return nil, s.repostError(ctx, r, err)
	}
	return s.Record(ctx, id)
}

// canRepost refuses by the record's status.
func (r *RepostRecord) canRepost(s *Service) error {
	switch {
	case r.Status == Published:
		return apperror.New(apperror.AlreadyReposted, "this mention has been reposted")
	case r.Status == Processing:
		return inProgress()
	case r.Status == Skipped || r.Status == Expired:
		return apperror.New(apperror.InvalidState, "this mention cannot be reposted any more, it is %s: %s", r.Status, *r.Reason)
	case r.PostID == nil && r.isExpired(s.gone()):
		return apperror.New(apperror.InvalidState, "this mention cannot be reposted any more: %s", reasonExpired)
	}
	return nil
}

func inProgress() error {
	return apperror.New(apperror.RepostInProgress, "this mention is being reposted")
}

// mayAsk refuses what the account's state does not allow.
func (s *Service) mayAsk(ctx context.Context, r *RepostRecord) (*StoryRepostConfig, error) {
	account, err := s.Accounts.Account(ctx, s.DB, r.SocialAccountID)
	if err != nil {
		return nil, err
	}
	if err := s.needCredentials(ctx, s.DB, account); err != nil {
		return nil, err
	}
	config, err := s.configFor(ctx, account.ID)
	if err != nil {
		return nil, err
	}
	if err := config.checkPause(s.Clock.Now()); err != nil {
		return nil, err
	}
	if v, ok := errors.AsType[*refusal](config.checkLimit(s, false)); ok {
		return nil, apperror.New(apperror.InvalidState, "%s", v.reason)
	}
	return config, nil
}

// repostError words why a repost came to nothing.
func (s *Service) repostError(ctx context.Context, r *RepostRecord, err error) error {
	if v, ok := errors.AsType[*refusal](err); ok && (v.to == Expired || v.to == Detected) {
		return apperror.New(apperror.InvalidState, "%s", v.reason)
	}
	told := s.told(ctx, r.SocialAccountID, err)
	switch apperror.CodeOf(told) {
	case apperror.LoginFailed, apperror.LoginRateLimited, apperror.TwoFactorRequired, apperror.CredentialsNotConfigured:
		return told
	default:
		v, known := judge(err, r, s.gone())
		if !known {
			return err
		}
		return apperror.Wrap(apperror.RepostFailed, err, "%s", v.reason)
	}
}

// retryPost has the post of a record that has FAILED retried.
func (s *Service) retryPost(ctx context.Context, r *RepostRecord) (*RepostRecord, error) {
	err := s.Retrier.Retry(ctx, *r.PostID)
	switch apperror.CodeOf(err) {
	case "":
		return s.Record(ctx, r.ID)
	case apperror.NotFound:
		return nil, apperror.New(apperror.InvalidState, "the post of this mention, or its account, has been removed; nobody could tell whether the story is live already")
	case apperror.InvalidStatus:
		return nil, inProgress()
	case apperror.InternalError:
		return nil, err
	default:
		return nil, apperror.Wrap(apperror.RepostFailed, err, "%s", apperror.From(err).Message)
	}
}

// Skip ends a mention that is not to be reposted. It returns NOT_FOUND, ALREADY_REPOSTED, REPOST_IN_PROGRESS, and INVALID_STATE for
// one that has ended otherwise.
func (s *Service) Skip(ctx context.Context, id wireid.ID) (*RepostRecord, error) {
	r, err := s.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	if r.Status == Skipped || r.Status == Expired {
		return nil, apperror.New(apperror.InvalidState, "this mention has ended already, it is %s: %s", r.Status, *r.Reason)
	}
	if r.Status != Failed {
		if err := r.canRepost(s); err != nil {
			return nil, err
		}
	}
	if err := s.move(ctx, r, Skipped, func(u *bun.UpdateQuery) { u.Set("reason = ?", reasonSkipped) }); err != nil {
		return nil, err
	}
	return s.Record(ctx, id)
}
