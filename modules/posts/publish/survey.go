package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/match"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Surveyor reads what accounts show of posts that may have been published without this folder's
// knowledge, and makes those PUBLISHED that it finds. It publishes nothing itself.
type Surveyor struct {
	db       *database.DB
	recorder *timeline.Recorder
	channels channels
	lives    *lives
	journals *journals
}

// Survey is what an account shows of one post.
type Survey struct {
	// Alike are the items that look like the post, Others those of its type that do not; neither
	// are known to be posts of ours.
	Alike, Others []channel.Item
	// IsWhole says that the account showed all that appeared since the instant.
	IsWhole bool
	// Look is equal for posts that look alike. IsDistinct says that nobody makes an item of that
	// look by chance.
	Look       string
	IsDistinct bool
	// Rivals is how many others may own what is shown: native stories, and posts of the cloud
	// worker.
	Rivals int
}

// Survey reads once, for posts of one account that are in the same list there, what it shows since
// the instant, by the network's clock. The result has a Survey for each post. why says why the
// account cannot be read, and is empty when it could.
func (s *Surveyor) Survey(ctx context.Context, all []posts.Post, since time.Time) (surveys []Survey, why string, err error) {
	run := newSurveyRun(all[0])
	err = recorded(ctx, s.recorder, run.Post, func(ctx context.Context, _ posts.Post) error {
		surveys, err = s.survey(ctx, run, all, since)
		return err
	})
	why, err = s.whyNot(ctx, run, err)
	return surveys, why, err
}

// newSurveyRun returns the run of a survey, which has no job.
func newSurveyRun(post posts.Post) *channel.Run {
	return &channel.Run{Post: post}
}

// whyNot returns why the account of the run cannot be read, and is empty for other errors, which it
// returns. An account whose token the network refuses is marked.
func (s *Surveyor) whyNot(ctx context.Context, run *channel.Run, err error) (why string, _ error) {
	if err == nil || !failure.CannotAsk(err) {
		return "", err
	}
	v := failure.Judge(err, 0)
	if v.DeadToken || v.Checkpoint {
		err := s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return s.lives.markAccount(ctx, tx, run, v) })
		if err != nil {
			return "", fmt.Errorf("mark an account that cannot be read: %w", err)
		}
	}
	why = v.Message
	if own := apperror.From(err); own != nil {
		why = own.Message
	}
	return cmp.Or(why, err.Error()), nil
}

// Find returns the item of a permalink among what the account of the post shows since the instant,
// nil where it shows no such item of the post's type. why says why the account cannot be read, and
// is empty when it could.
func (s *Surveyor) Find(ctx context.Context, post posts.Post, permalink string, since time.Time) (found *channel.Item, why string, err error) {
	run := newSurveyRun(post)
	err = recorded(ctx, s.recorder, post, func(ctx context.Context, post posts.Post) error {
		work, err := s.surveyed(ctx, run)
		if err != nil {
			return err
		}
		of, err := work.Survey(ctx, since)
		if err != nil {
			return err
		}
		shown := of(post).Items
		if n := slices.IndexFunc(shown, func(item channel.Item) bool { return addressOf(item.Permalink) == addressOf(permalink) }); n >= 0 {
			found = &shown[n]
		}
		return nil
	})
	why, err = s.whyNot(ctx, run, err)
	return found, why, err
}

// addressOf returns what tells a permalink from others: its path from the kind of the address on,
// as the network also writes the user's name before it, and links for sharing have a query.
func addressOf(permalink string) string {
	u, err := url.Parse(permalink)
	if err != nil {
		return permalink
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	if n := len(parts); n >= 2 && parts[n-2] != "" {
		kind := parts[n-2]
		if kind == "reels" {
			kind = "reel"
		}
		return kind + "/" + parts[n-1]
	}
	return permalink
}

// surveyed is a channel whose lists tell of several posts at once.
type surveyed interface {
	channel.Work
	Survey(ctx context.Context, since time.Time) (func(posts.Post) channel.Listing, error)
}

// ErrUnsurveyed says that a post goes out by a channel whose lists do not show what became of it.
var ErrUnsurveyed = errors.New("posts: what the account shows cannot tell what became of such a post")

// surveyed returns the channel of the run's post, which has found the account.
func (s *Surveyor) surveyed(ctx context.Context, run *channel.Run) (surveyed, error) {
	work, ok := s.channels.forPost(run.Post).At(run).(surveyed)
	if !ok {
		return nil, ErrUnsurveyed
	}
	return work, work.Identify(ctx)
}

func (s *Surveyor) survey(ctx context.Context, run *channel.Run, all []posts.Post, since time.Time) ([]Survey, error) {
	ch := s.channels.forPost(run.Post)
	work, err := s.surveyed(ctx, run)
	if err != nil {
		return nil, err
	}
	of, err := work.Survey(ctx, since)
	if err != nil {
		return nil, err
	}
	shown := map[string]bool{}
	for _, post := range all {
		for _, item := range of(post).Items {
			shown[item.ID] = true
		}
	}
	owned, err := ownedItems(ctx, s.db, ch, slices.Collect(maps.Keys(shown)))
	if err != nil {
		return nil, err
	}
	surveys := make([]Survey, len(all))
	for i, post := range all {
		var rivals []match.Attempt
		if rivals, err = ch.At(newSurveyRun(post)).Rivals(ctx); err != nil {
			return nil, err
		}
		surveys[i] = surveyOf(of(post), owned, since)
		surveys[i].Look, surveys[i].IsDistinct = ch.Look(post)
		surveys[i].Rivals = len(rivals)
	}
	return surveys, nil
}

func surveyOf(shown channel.Listing, owned map[string]bool, since time.Time) Survey {
	survey := Survey{IsWhole: !shown.Since.After(since)}
	for _, item := range shown.Items {
		switch {
		case owned[item.ID]:
		case item.IsAlike:
			survey.Alike = append(survey.Alike, item)
		case item.IsPossible:
			survey.Others = append(survey.Others, item)
		}
	}
	return survey
}

// Adopt makes a post PUBLISHED that turned out to be live although this folder knows of no call:
// its item is what was found, or what somebody says. The post ends as FAILED first, as its life
// cycle has it, in the same transaction, and is not shared to the Page. It returns an apperror when
// the post has changed meanwhile, or when the item is another post's. An item without an id is
// live, but nobody knows which one it is.
func (s *Surveyor) Adopt(ctx context.Context, tx bun.IDB, id wireid.ID, item channel.Item, evidence string) error {
	post, err := posts.SelectPost(ctx, tx, id)
	if err != nil {
		return err
	}
	now, ch := s.lives.clock.Stored(), s.channels.forPost(post)
	if post.Status == posts.Draft || post.Status == posts.Published {
		return apperror.New(apperror.InvalidStatus, "the post is %s", post.Status)
	}
	if item.ID != "" {
		if err := checkUnowned(ctx, tx, ch, item.ID); errors.Is(err, errOwned) {
			return apperror.New(apperror.InvalidStatus, "the media %s belongs to another post", item.ID)
		} else if err != nil {
			return err
		}
	}
	if err := s.end(ctx, tx, &post, now); err != nil {
		return err
	}
	if err := s.write(ctx, tx, post, ch, item, evidence); err != nil {
		return err
	}
	return s.publish(ctx, tx, post, item, now)
}

// Withdraw takes a post, or its share, out of the queue. It returns INVALID_STATUS while a worker
// is at the post: its job would stay open beside the next one, and the network's answer would come
// to a post that has ended.
func (s *Surveyor) Withdraw(ctx context.Context, tx bun.IDB, id wireid.ID) error {
	cancelled, err := s.lives.queue.Cancel(ctx, tx, posts.PublishJob, id)
	if err != nil || cancelled {
		return err
	}
	isInWork, err := s.lives.queue.IsInWork(ctx, tx, posts.PublishJob, id)
	if err == nil && isInWork {
		err = apperror.New(apperror.InvalidStatus, "Crier waits for the network's answer about the post %s, which it had asked for before the quarantine began; try again in a minute", id)
	}
	return err
}

// end takes the post out of the queue, and has it be FAILED.
func (s *Surveyor) end(ctx context.Context, tx bun.IDB, post *posts.Post, now wiretime.Time) error {
	if err := s.Withdraw(ctx, tx, post.ID); err != nil {
		return err
	}
	if post.Status == posts.Failed {
		return nil
	}
	completed, err := posts.NextCompletion(ctx, tx, now)
	if err != nil {
		return err
	}
	changed, err := posts.ChangeStatus(ctx, tx, post.ID, post.Status, posts.Failed, now, func(u *database.Update) {
		u.Set("error_code = ?, error_message = ?, completed_at = ?", apperror.UnknownError, "it was published without the knowledge of this data folder", completed)
	})
	if err == nil && !changed {
		err = apperror.New(apperror.InvalidStatus, "the post is not %s any more", post.Status)
	}
	post.Status = posts.Failed
	return err
}

// write stores the item in the ledger, so that no other post is bound to it, and makes the posts
// due that wait for this one.
func (s *Surveyor) write(ctx context.Context, tx bun.IDB, post posts.Post, ch channel.Channel, item channel.Item, evidence string) error {
	last, found, err := attempt.Last(ctx, tx, post.ID, ch.Name())
	if err != nil {
		return err
	}
	d := attempt.Settlement{Verdict: attempt.Live, MediaID: item.ID, Evidence: evidence}
	if item.ID != "" {
		d.How = attempt.Found
	}
	if found && last.Verdict != attempt.Absent {
		_, err := attempt.Settle(ctx, tx, last.Seq, s.lives.clock.Stored(), d)
		return errors.Join(err, s.journals.lookalikes.letGoOn(ctx, tx, post.SocialAccountID))
	}
	look, _ := ch.Look(post)
	at := wiretime.Of(item.At)
	a := attempt.Attempt{
		PostID: post.ID, AccountID: post.SocialAccountID, Channel: ch.Name(), Look: look, SentAt: at, NetSentAt: &at, Verdict: attempt.Live,
		Evidence: &evidence, DecidedAt: new(s.lives.clock.Stored()),
	}
	if item.ID != "" {
		a.MediaID, a.How = &item.ID, &d.How
	}
	return attempt.Insert(ctx, tx, &a)
}

// publish has the FAILED post be PUBLISHED.
func (s *Surveyor) publish(ctx context.Context, tx bun.IDB, post posts.Post, item channel.Item, now wiretime.Time) error {
	completed, err := posts.NextCompletion(ctx, tx, now)
	if err != nil {
		return err
	}
	_, err = posts.ChangeStatus(ctx, tx, post.ID, posts.Failed, posts.Published, now, func(u *database.Update) {
		u.Set("sn_media_id = nullif(?, ''), sn_permalink = nullif(?, '')", item.ID, item.Permalink)
		u.Set("published_at = ?, completed_at = ?, published_via_private_api = ?", wiretime.Of(item.At), completed, post.IsNative())
		u.Set("error_code = NULL, error_message = NULL")
	})
	if err != nil {
		return fmt.Errorf("take over a post that turned out to be live: %w", err)
	}
	return s.lives.release(ctx, tx, post)
}

// ResumeReleased has the posts of an account go on at once whose jobs were in work when a
// quarantine began, and were put off. One that the quarantine still holds is not claimed all the
// same.
func (s *Surveyor) ResumeReleased(ctx context.Context, tx bun.IDB, account wireid.ID) error {
	return s.lives.queue.MakeDue(ctx, tx, account.String(), heldForQuarantine.Wait)
}

// IsNative reports whether the post goes out by the native way; no list shows it later.
func (s *Surveyor) IsNative(post posts.Post) bool {
	return s.channels.forPost(post).Name() == attempt.Story
}
