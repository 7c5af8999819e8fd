package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/native"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// nativeProof is after how long the own stories prove that one of them is not there: the network may take so long to list it.
	nativeProof = 5 * time.Minute
	// nativeSight is how long after the call they can prove it: a story that is older may have come and gone.
	nativeSight = 20 * time.Hour
	// nativeSlack is how far apart the two clocks may be, on top of what is known of that.
	nativeSlack = 15 * time.Minute
	// nativeVerify is how long after its failure a story is still looked for.
	nativeVerify = 3 * time.Hour
	// limitedLook is after how long the network is asked again that wants to be asked less.
	limitedLook = 5 * time.Minute
)

// resolveNative finds out what became of a configure call whose answer is not known, from the account's own live stories:
//
//	one that is certainly ours      -> PUBLISHED
//	none that could be ours         -> once the call can no longer be on its way and the network would list it, twice -> send again
//	some that could be ours         -> look again later; after 15 minutes FAILED, "may be live"
//
// After an answer that refused the call for certain, that none is there is enough to send it again.
func (w *work) resolveNative(ctx context.Context) error {
	if err := w.resume(ctx); err != nil {
		return err
	}
	mine, doubt, err := w.lookForStory(ctx)
	killpoint.Reach("posts.native.searched")
	switch {
	case native.ClassOf(err) == native.RateLimited:
		return w.lookLater(ctx, judge(err, w.failed()).message, limitedLook)
	case err != nil:
		return w.unreadable(ctx, err)
	case mine != nil:
		return w.adoptStory(ctx, *mine)
	case doubt:
		return w.lookLater(ctx, "the account has live stories that could be this one", 0)
	case w.clock.Now().Sub(w.post.PublishIntentAt.Time()) > nativeSight:
		return w.fail(ctx, verdict{code: apperror.UnknownError, message: unknownText("it was too long ago to be told from the live stories")})
	}
	return w.sendNativeAgain(ctx)
}

// sendNativeAgain repeats the call for the same upload, once a second read has proved that the story is not there.
func (w *work) sendNativeAgain(ctx context.Context) error {
	failed := w.failed()
	if proven := w.post.PublishIntentAt.Time().Add(nativeProof); !w.post.CallAnswered && w.clock.Now().Before(proven) {
		return w.lookLater(ctx, "the story is not listed yet", 0)
	}
	if failed >= jobs.MaxAttempts {
		return w.fail(ctx, verdict{
			code: apperror.UnknownError, message: fmt.Sprintf("the network did not take the story in %d attempts; it is not live", failed), unsent: w.post.CallAnswered,
		})
	}
	if least, wait := w.beforeAgain(failed); w.clock.Now().Before(least) {
		return w.claim.Snooze(ctx, wait, "the story is not live; the call is repeated after a back-off", nil)
	}
	upload, done, err := w.nativeUpload(ctx)
	if err != nil {
		return w.notLive(ctx, err)
	}
	defer done()
	if err := w.uploadNative(ctx, &upload); err != nil {
		return w.notLive(ctx, err)
	}
	if !w.post.CallAnswered {
		if err := w.claim.Sleep(ctx, proofPause); err != nil {
			return err
		}
		mine, doubt, err := w.lookForStory(ctx)
		killpoint.Reach("posts.native.proven")
		if err != nil {
			return w.unreadable(ctx, err)
		}
		if mine != nil || doubt {
			return w.lookLater(ctx, "the story turns up", 0)
		}
		timeline.Note(ctx, "the account's live stories were read twice without this one: the call is sent again")
	}
	now := w.now()
	err = w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		if _, err := w.connected(ctx, tx); err != nil {
			return err
		}
		return w.intending(now, false)(ctx, tx)
	})
	if err != nil {
		return w.notLive(ctx, err)
	}
	killpoint.Reach("posts.native.intended")
	w.post.PublishIntentAt, w.post.CallAnswered = &now, false
	return w.sendNative(ctx, upload)
}

// notLive deals with a failure before the call is repeated, when it is known that the story is not live.
func (w *work) notLive(ctx context.Context, err error) error {
	v := judge(err, w.failed())
	switch v.remedy {
	case unhandled:
		return err
	case giveUp:
		v.unsent = true
		return w.fail(ctx, v)
	default:
		return w.claim.Retry(ctx, w.clock.Now().Add(jobs.Backoff(w.failed()+1)), v.message, nil)
	}
}

// lookForStory reads the account's live stories. mine is the one that the post is for certain; doubt says that some could be.
func (w *work) lookForStory(ctx context.Context) (mine *native.OwnStory, doubt bool, err error) {
	stories, err := w.ownStories(ctx)
	if err != nil {
		return nil, false, err
	}
	names, err := w.mentionNames()
	if err != nil {
		return nil, false, err
	}
	ids := make([]string, len(stories))
	for i, story := range stories {
		ids[i] = story.ID
	}
	owned, err := posts.TakenMedia(ctx, w.db, ids)
	if err != nil {
		return nil, false, err
	}
	stories = slices.DeleteFunc(stories, func(s native.OwnStory) bool { return owned[s.ID] || !w.couldBe(s, names) })
	for i, s := range stories {
		if s.UploadID != "" && s.UploadID == value(w.post.SNContainerID) {
			return &stories[i], false, nil
		}
	}
	mine, err = w.ownOf(ctx, slices.DeleteFunc(slices.Clone(stories), func(s native.OwnStory) bool { return len(s.Mentions) != len(names) || w.isBefore(s) }))
	return mine, mine == nil && len(stories) > 0, err
}

// couldBe reports whether a story can be the post: the network may have left mentions out, and it adds none. One with all of
// them can be, whatever the clocks say.
func (w *work) couldBe(s native.OwnStory, names []string) bool {
	if s.UploadID != "" && s.UploadID != value(w.post.SNContainerID) && len(s.UploadID) == len(value(w.post.SNContainerID)) {
		return false
	}
	if len(w.post.MediaFiles) > 0 && s.IsVideo != w.post.MediaFiles[0].IsVideo() {
		return false
	}
	for name := range storyNames(s) {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return len(s.Mentions) == len(names) || !w.isBefore(s)
}

// isBefore reports whether the story was there before the post's upload was begun.
func (w *work) isBefore(s native.OwnStory) bool {
	ahead := time.Duration(w.post.ClockAheadMs) * time.Millisecond
	return s.TakenAt.Before(w.post.ContainerCreatedAt.Time().Add(-nativeSlack - ahead))
}

// ownOf returns which of the stories the post is: the only one or, where other posts of ours look the same and are looked for
// too, the one whose place among them is the post's.
func (w *work) ownOf(ctx context.Context, stories []native.OwnStory) (*native.OwnStory, error) {
	if len(stories) == 0 || len(stories) > mostTwins {
		return nil, nil
	}
	twins, err := w.nativeTwins(ctx)
	if err != nil || len(stories) != len(twins)+1 {
		return nil, err
	}
	place := 0
	for _, twin := range twins {
		if twin.PublishIntentAt.Time().Before(w.post.PublishIntentAt.Time()) {
			place++
		}
	}
	slices.SortFunc(stories, func(a, b native.OwnStory) int { return a.TakenAt.Compare(b.TakenAt) })
	return &stories[place], nil
}

// nativeTwins are the account's other posts with the same mentions whose call was sent and whose story is not known.
func (w *work) nativeTwins(ctx context.Context) ([]posts.Post, error) {
	var twins []posts.Post
	since := wiretime.Of(w.post.ContainerCreatedAt.Time().Add(-posts.CapWindow))
	err := w.db.NewSelect().Model(&twins).Column("id", "publish_intent_at").
		ModelTableExpr(`(SELECT id, publish_intent_at FROM posts
			WHERE social_account_id = ?0 AND publish_intent_at >= ?1 AND story_mentions = ?2 AND sn_media_id IS NULL AND id <> ?3
			UNION ALL SELECT id, publish_intent_at FROM posts_archive
			WHERE social_account_id = ?0 AND publish_intent_at >= ?1 AND story_mentions = ?2 AND sn_media_id IS NULL) AS post`,
			w.post.SocialAccountID, since, w.post.StoryMentions, w.post.ID).
		Order("publish_intent_at").Limit(mostTwins).Scan(ctx)
	return twins, err
}

// adoptStory records which story the post is, unless another post has taken it meanwhile.
func (w *work) adoptStory(ctx context.Context, story native.OwnStory) error {
	timeline.Note(ctx, "the story is found among the live ones of the account: %s", story.ID)
	err := w.claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
		if err := unowned(ctx, tx, story.ID); err != nil {
			return err
		}
		killpoint.Reach("posts.native.adopting")
		return w.recordNative(ctx, tx, story.ID, story.TakenAt)
	})
	if errors.Is(err, errOwned) {
		return w.lookLater(ctx, "another post took the story", 0)
	}
	if err != nil {
		return err
	}
	w.post.SNMediaID, w.post.PublishedAt = &story.ID, wiretime.Ptr(story.TakenAt)
	return w.finishNative(ctx)
}

// verifyNative looks for a FAILED story that is live all the same, for a while, and not where the network has stopped the account.
func (p *Engine) verifyNative(ctx context.Context, post posts.Post) error {
	recent := post.CompletedAt != nil && p.clock.Now().Sub(post.CompletedAt.Time()) < nativeVerify
	if !recent || value(post.ErrorCode) != string(apperror.UnknownError) {
		return nil
	}
	w := &work{Engine: p, post: post}
	story, _, err := w.lookForStory(ctx)
	if err != nil || story == nil {
		return nil //nolint:nilerr // It cannot be told now; there will be another round.
	}
	account, err := w.connected(ctx, p.db)
	if err != nil {
		return nil //nolint:nilerr // Nobody is there to whom it could be told.
	}
	found := graph.Media{ID: story.ID, Timestamp: story.TakenAt, Permalink: native.StoryPermalink(account.Username, story.ID)}
	if err := p.revive(ctx, post, &found); !errors.Is(err, errOwned) {
		return err
	}
	return nil
}

// withoutNative takes the stories that came in by the native way from those that may be a post of the publishing API, to which
// they have ids that nobody knows. It returns none when some of them cannot be told.
func (w *work) withoutNative(ctx context.Context, found []graph.Media, since time.Time) ([]graph.Media, error) {
	if w.post.MediaType != posts.Stories || len(found) == 0 {
		return found, nil
	}
	natives, err := selectNatives(ctx, w.db, w.post.SocialAccountID, wiretime.Of(since.Add(-nativeSlack)))
	if err != nil {
		return nil, err
	}
	for _, one := range natives {
		if one.PublishedAt == nil {
			return nil, nil
		}
		found = slices.DeleteFunc(found, func(m graph.Media) bool { return m.Timestamp.Sub(one.PublishedAt.Time()).Abs() < time.Minute })
	}
	return found, nil
}

// selectNatives returns the native stories of the account that are live, or may be, since then.
func selectNatives(ctx context.Context, db bun.IDB, account wireid.ID, since wiretime.Time) ([]posts.Post, error) {
	var found []posts.Post
	err := db.NewSelect().Model(&found).Column("id", "published_at").
		ModelTableExpr(`(SELECT id, published_at FROM posts
			WHERE social_account_id = ?0 AND publish_intent_at >= ?1 AND story_mentions IS NOT NULL
			UNION ALL SELECT id, published_at FROM posts_archive
			WHERE social_account_id = ?0 AND publish_intent_at >= ?1 AND story_mentions IS NOT NULL) AS post`, account, since).Scan(ctx)
	return found, err
}
