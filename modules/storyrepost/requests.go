package storyrepost

import (
	"cmp"
	"context"
	"errors"
	"time"

	"crier/modules/auth"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// requests are what users ask for: to read the inboxes, and to repost or skip a mention.
type requests struct {
	configs  *configs
	records  *records
	inboxes  *inboxes
	reposter *reposter
	network  *network
	retrier  *posts.Retrier
}

func newRequests(configs *configs, records *records, in *inboxes, r *reposter, net *network, retrier *posts.Retrier) *requests {
	return &requests{configs, records, in, r, net, retrier}
}

// Found is what a scan has found.
type Found struct {
	// New are the records of the mentions that had none.
	New []RepostRecord
	// Waiting is how many mentions wait to be reposted.
	Waiting int64
}

// Scan reads the inboxes of all accounts with native credentials now, whatever the poll interval
// and the time of day (contract 4). An account without a configuration gets one, switched off, that
// says how it went. It returns CREDENTIALS_NOT_CONFIGURED when no account has credentials, and when
// no inbox could be read the first account's error: LOGIN_RATE_LIMITED, also when the inbox was
// read minutes ago or a challenge makes it rest, LOGIN_FAILED or TWO_FACTOR_REQUIRED.
func (s *requests) Scan(ctx context.Context) (Found, error) {
	accounts, err := s.usable(ctx)
	if err != nil {
		return Found{}, err
	}
	var all Found
	var first error
	read := false
	for _, account := range accounts {
		found, err := s.scanOne(ctx, account.ID)
		switch {
		case err != nil && apperror.From(err) == nil:
			return Found{}, err
		case err != nil:
			first = cmp.Or(first, err)
		default:
			read = true
		}
		waiting, err := countWaiting(ctx, s.configs.db, account.ID)
		if err != nil {
			return Found{}, err
		}
		all.New, all.Waiting = append(all.New, found...), all.Waiting+waiting
	}
	if !read {
		return Found{}, first
	}
	return all, nil
}

// usable returns the accounts with native credentials.
func (s *requests) usable(ctx context.Context) ([]auth.SocialAccount, error) {
	accounts, err := s.configs.accounts.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	var with []auth.SocialAccount
	for _, account := range accounts {
		configured, err := s.configs.natives.Configured(ctx, s.configs.db, account.ID)
		if err != nil {
			return nil, err
		}
		if configured {
			with = append(with, account)
		}
	}
	if len(with) == 0 {
		return nil, apperror.New(apperror.CredentialsNotConfigured, "there are no native-story credentials, and the inbox is read with them; "+
			"import the session of an account (crier accounts session), or save a username and a password with POST /settings/private-api-credentials")
	}
	return with, nil
}

func (s *requests) scanOne(ctx context.Context, account wireid.ID) ([]RepostRecord, error) {
	config, err := s.configs.change(ctx, account, func(context.Context, bun.IDB, *StoryRepostConfig) error { return nil })
	if err != nil {
		return nil, err
	}
	if err := config.checkPause(s.configs.clock.Now()); err != nil {
		return nil, err
	}
	found, err := s.inboxes.read(ctx, s.network.atOnce(account))
	if errors.Is(err, errTooSoon) {
		return nil, s.tooSoon(ctx, account)
	}
	return found, s.configs.noteFailure(ctx, account, err)
}

// tooSoon returns LOGIN_RATE_LIMITED with the instant from which the inbox may be read again.
func (s *requests) tooSoon(ctx context.Context, account wireid.ID) error {
	config, err := selectConfig(ctx, s.configs.db, account)
	if err != nil {
		return err
	}
	until := ""
	if config != nil && config.LastPollAt != nil {
		until = ": the next scan is possible from " + wiretime.Of(config.LastPollAt.Time().Add(readGap)).String()
	}
	return apperror.New(apperror.LoginRateLimited, "the inbox was read within the last %d minutes; wait some minutes%s", int(readGap/time.Minute), until)
}

// Repost reposts a mention because the user says so, and returns its record, which is PROCESSING
// and has a post, unless a video is still being edited. Quiet hours do not count, the limit of the
// day does. One that has FAILED after it had a post has that post retried, which looks first
// whether it is live.
//
// It returns NOT_FOUND, ALREADY_REPOSTED, REPOST_IN_PROGRESS, INVALID_STATE for what
// was skipped or has expired and when the day has no room, CREDENTIALS_NOT_CONFIGURED,
// LOGIN_RATE_LIMITED, LOGIN_FAILED and TWO_FACTOR_REQUIRED as Scan does, and else
// REPOST_FAILED with the reason that the record has.
func (s *requests) Repost(ctx context.Context, id wireid.ID) (*RepostRecord, error) {
	r, err := s.records.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := r.canRepost(s.records.gone()); err != nil {
		return nil, err
	}
	if r.PostID != nil {
		return s.retryPost(ctx, r)
	}
	config, err := s.mayAsk(ctx, r)
	if err != nil {
		return nil, err
	}
	var leave func()
	err = s.configs.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) (err error) {
		leave, err = s.reposter.begin(ctx, tx, id, r.Status, false)
		return err
	})
	if leave != nil {
		defer leave()
	}
	if err != nil {
		return nil, err
	}
	if leave == nil {
		return nil, inProgress()
	}
	// The work is finished also when the client has gone.
	ctx = context.WithoutCancel(ctx)
	if err := s.reposter.carryOn(ctx, id, task{caller: s.network.atOnce(r.SocialAccountID), config: config}); err != nil {
		return nil, s.repostError(ctx, r, err)
	}
	return s.records.Record(ctx, id)
}

// canRepost refuses by the record's status.
func (r *RepostRecord) canRepost(gone wiretime.Time) error {
	switch {
	case r.Status == Published:
		return apperror.New(apperror.AlreadyReposted, "this mention has been reposted")
	case r.Status == Processing:
		return inProgress()
	case r.Status == Skipped || r.Status == Expired:
		return apperror.New(apperror.InvalidState, "this mention cannot be reposted any more, it is %s: %s", r.Status, *r.Reason)
	case r.PostID == nil && r.isExpired(gone):
		return apperror.New(apperror.InvalidState, "this mention cannot be reposted any more: %s", reasonExpired)
	}
	return nil
}

func inProgress() error {
	return apperror.New(apperror.RepostInProgress, "this mention is being reposted; read it again in a minute")
}

// mayAsk refuses what the account's state does not allow.
func (s *requests) mayAsk(ctx context.Context, r *RepostRecord) (*StoryRepostConfig, error) {
	account, err := s.configs.accounts.Account(ctx, s.configs.db, r.SocialAccountID)
	if err != nil {
		return nil, err
	}
	if err := s.configs.needCredentials(ctx, s.configs.db, account); err != nil {
		return nil, err
	}
	config, err := s.configs.orDefault(ctx, s.configs.db, account.ID)
	if err != nil {
		return nil, err
	}
	if err := config.checkPause(s.configs.clock.Now()); err != nil {
		return nil, err
	}
	if v, ok := errors.AsType[*refusal](config.checkLimit(s.configs.clock.Now(), false)); ok {
		return nil, apperror.New(apperror.InvalidState, "%s", v.reason)
	}
	return config, nil
}

// repostError returns why a repost was not made, in words for the client.
func (s *requests) repostError(ctx context.Context, r *RepostRecord, err error) error {
	if v, ok := errors.AsType[*refusal](err); ok && (v.to == Expired || v.to == Detected) {
		return apperror.New(apperror.InvalidState, "%s", v.reason)
	}
	said := s.configs.noteFailure(ctx, r.SocialAccountID, err)
	switch apperror.CodeOf(said) {
	case apperror.LoginFailed, apperror.LoginRateLimited, apperror.TwoFactorRequired, apperror.CredentialsNotConfigured:
		return said
	default:
		v, known := outcomeOf(err, r, s.records.gone())
		if !known {
			return err
		}
		return apperror.Wrap(apperror.RepostFailed, err, "%s", v.reason)
	}
}

// retryPost retries the post of a record that has FAILED.
func (s *requests) retryPost(ctx context.Context, r *RepostRecord) (*RepostRecord, error) {
	err := s.retrier.Retry(ctx, *r.PostID)
	switch apperror.CodeOf(err) {
	case "":
		return s.records.Record(ctx, r.ID)
	case apperror.NotFound:
		return nil, apperror.New(apperror.InvalidState, "the post of this mention, or its account, has been removed; Crier cannot tell whether the story is live already")
	case apperror.InvalidStatus:
		return nil, inProgress()
	case apperror.InternalError:
		return nil, err
	default:
		return nil, apperror.Wrap(apperror.RepostFailed, err, "%s", apperror.From(err).Message)
	}
}

// Skip ends a mention that is not to be reposted. It returns NOT_FOUND, ALREADY_REPOSTED,
// REPOST_IN_PROGRESS, and INVALID_STATE for one that has ended otherwise.
func (s *requests) Skip(ctx context.Context, id wireid.ID) (*RepostRecord, error) {
	r, err := s.records.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	if r.Status == Skipped || r.Status == Expired {
		return nil, apperror.New(apperror.InvalidState, "this mention has ended already, it is %s: %s", r.Status, *r.Reason)
	}
	if r.Status != Failed {
		if err := r.canRepost(s.records.gone()); err != nil {
			return nil, err
		}
	}
	if err := s.records.move(ctx, r, Skipped, func(u *bun.UpdateQuery) { u.Set("reason = ?", reasonSkipped) }); err != nil {
		return nil, err
	}
	got, err := s.records.Record(ctx, id)
	if err == nil && got.Status != Skipped { // It has changed since it was read.
		return s.Skip(ctx, id)
	}
	return got, err
}
