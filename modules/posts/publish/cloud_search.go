package publish

import (
	"context"
	"errors"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/modules/posts/publish/timing"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/failpoint"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// cloudPause is how long a post is put off that the cloud has although this folder does not say
	// so.
	cloudPause    = 5 * time.Minute
	cloudHeldText = "the cloud worker has this post, which this folder did not know; it is not sent from here, because it would go out twice. Have it " +
		"cancelled there, or adopt it (crier cloud cancel, crier cloud adopt)"
	// atItsTime is how long after a post was due it still counts as sent at its time: what was in
	// the cloud cannot be missing from a list then.
	atItsTime = 15 * time.Second
)

// ShownWithin is how long after the cloud can last have begun to publish a post the account
// certainly shows it: the call can be on its way for a while, and lists lag. Before that, an
// account that does not show a post proves nothing.
const ShownWithin = timing.InFlight + settledAfter

// cloudSearch looks for the post of a run that the cloud had among what its account shows. A post
// that may be live there is not sent from here.
type cloudSearch struct {
	db       *database.DB
	clock    *timing.Clock
	gate     *gate
	run      *channel.Run
	ch       channel.Channel
	work     channel.Work
	life     *statuses
	resolver *resolver
}

// search looks for the post before it is sent from here: whatever the cloud says, it is not sent
// when the account shows it. It reports whether that ended the run.
func (c *cloudSearch) search(ctx context.Context) (ended bool, err error) {
	if c.ch.Name() != attempt.Feed {
		return false, nil // The cloud had it as another post.
	}
	exposed, found, err := posts.SelectExposure(ctx, c.db, c.run.Post.ID)
	switch {
	case err != nil || !found:
		return false, err
	case exposed.IsThere:
		return true, c.life.hold(ctx, &hold{pause: cloudPause, reason: posts.HeldForCloud, code: apperror.CloudError, says: cloudHeldText})
	}
	timeline.Note(ctx, "the cloud worker had the post: the network is asked before anything is sent from here")
	sight, err := c.read(ctx, exposed)
	if err != nil {
		return true, err
	}
	failpoint.Reach("posts.cloud.sought")
	switch {
	case sight.MediaID != "":
		return true, c.adopt(ctx, exposed, sight)
	case sight.IsAbsent, exposed.IsLooked:
		if !sight.IsAbsent {
			timeline.Note(ctx, "Crier cannot tell whether it is live (%s): the user looked before the retry", sight.Why)
		}
		return false, c.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
			return posts.ForgetExposure(ctx, tx, c.run.Post.ID)
		})
	}
	err = c.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error { return posts.RecordUserWarned(ctx, tx, c.run.Post.ID) })
	if err != nil {
		return true, err
	}
	return true, c.life.fail(ctx, failure.Failure{
		Code:    apperror.UnknownError,
		Message: "it is not known whether the cloud worker has published the post; it may be live, " + posts.LookFirst + " (" + sight.Why + ")",
		Certain: "the post was not published",
	})
}

// read returns what the account shows of the post. It reads that several times unless the post is
// at its time: a list may leave out what is new.
func (c *cloudSearch) read(ctx context.Context, exposed posts.Exposure) (Sight, error) {
	elapsed := c.clock.Elapsed(attempt.Attempt{NetSentAt: &exposed.DueAt, RanMs: c.clock.Ran().Milliseconds()})
	read := c.resolver.search
	if max(elapsed, c.clock.Now().Sub(exposed.DueAt.Time())) <= atItsTime {
		read = c.resolver.readAccount
	}
	seen, err := read(ctx, ofCloud(c.resolver, exposed.DueAt))
	if err == nil && seen.bound == nil && seen.possible > 0 {
		if c.resolver.others, err = c.itemsOfOthers(ctx, exposed); err == nil && len(c.resolver.others) > 0 {
			timeline.Note(ctx, "%d of these media are other posts that the cloud worker had", len(c.resolver.others))
			seen, err = read(ctx, ofCloud(c.resolver, exposed.DueAt))
		}
	}
	if err != nil {
		return Sight{}, err
	}
	sight := sightOf(seen)
	if seen.bound == nil && seen.fitting == 0 && elapsed >= timing.ReferenceDay {
		// No list reaches back so far. It is known that the cloud gave the post up.
		sight.IsAbsent = true
	}
	return sight, nil
}

// itemsOfOthers returns the items that certainly belong to other posts which the cloud had and
// which nobody has looked for yet. An item that belongs to one post cannot belong to another, so
// all of them are looked for before one fails. The account is read once for all of them.
func (c *cloudSearch) itemsOfOthers(ctx context.Context, exposed posts.Exposure) (items map[string]bool, err error) {
	account, ok := c.work.(surveyed)
	if !ok {
		return nil, nil
	}
	post, earliest := c.run.Post, wiretime.Of(exposed.DueAt.Time().Add(-timing.ReferenceDay))
	others, err := exposedBeside.All(ctx, c.db, earliest, c.clock.Stored(), post.SocialAccountID, post.MediaType, post.ID)
	if err != nil || len(others) == 0 {
		return nil, err
	}
	from, _ := timing.Window(ofCloud(c.resolver, earliest), c.ch.Rules().Slack)
	of, err := account.Survey(ctx, from)
	if err != nil {
		return nil, err
	}
	items = map[string]bool{}
	for _, other := range others {
		its, _, err := posts.SelectExposure(ctx, c.db, other.ID)
		if err != nil {
			return nil, err
		}
		run := &channel.Run{Claim: c.run.Claim, Post: other}
		shown := of(other)
		if from.After(shown.Since) {
			shown.Since = from
		}
		r := c.resolver.newResolver(run, c.ch, &listed{c.ch.At(run), shown})
		seen, err := r.readAccount(ctx, ofCloud(r, its.DueAt))
		if err != nil {
			return nil, err
		}
		if seen.bound != nil {
			items[seen.bound.ID] = true
		}
	}
	return items, nil
}

// listed is a channel at work on a post whose account was read before.
type listed struct {
	channel.Work

	shown channel.Listing
}

func (l *listed) Visible(context.Context, time.Time) (channel.Listing, error) { return l.shown, nil }

// exposedBeside selects an account's other posts of a type that the cloud had, that were due
// between two instants, and that are not known to be live.
var exposedBeside = database.SelectFrom[posts.Post](`WHERE id IN (SELECT post_id FROM post_exposures WHERE due_at BETWEEN ? AND ?)
	AND status <> 'PUBLISHED' AND social_account_id = ? AND media_type = ? AND id <> ?`)

// adopt records that the post is what the cloud has made of it.
func (c *cloudSearch) adopt(ctx context.Context, exposed posts.Exposure, sight Sight) error {
	post := c.run.Post
	look, _ := c.ch.Look(post)
	a := attempt.Attempt{
		PostID: post.ID, AccountID: post.SocialAccountID, Channel: c.ch.Name(), Look: look, SentAt: exposed.DueAt, NetSentAt: &exposed.DueAt,
		RanMs: c.clock.Ran().Milliseconds(), Verdict: attempt.Live, MediaID: &sight.MediaID, How: new(attempt.Found),
		Evidence: new("the cloud worker had the post, and no other item of the account can be it"), DecidedAt: new(c.clock.Stored()),
	}
	return c.run.Claim.Complete(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.IDB) error {
		if err := checkUnowned(ctx, tx, c.ch, sight.MediaID); err != nil {
			return err
		}
		// A post without a container has only one way to PUBLISHED in the life cycle, as for an
		// incomplete result of the cloud.
		if err := c.run.Change(ctx, tx, posts.Failed, c.clock.Stored(), nil); err != nil {
			return err
		}
		completed, err := posts.NextCompletion(ctx, tx, c.clock.Stored())
		if err != nil {
			return err
		}
		_, err = posts.ChangeStatus(ctx, tx, post.ID, posts.Failed, posts.Published, c.clock.Stored(), func(u *database.Update) {
			u.Set("sn_media_id = ?, sn_permalink = ?, published_at = ?, completed_at = ?", sight.MediaID, sight.Permalink, wiretime.Of(sight.At), completed)
			u.Set("error_code = NULL, error_message = NULL")
		})
		timeline.Note(ctx, "the cloud worker had published it: it is live since %s as media %s, and is not sent again", wiretime.Of(sight.At), sight.MediaID)
		return errors.Join(err, attempt.Insert(ctx, tx, &a), posts.ForgetExposure(ctx, tx, post.ID), c.life.release(ctx, tx, post),
			posts.SeekCloudComment(ctx, tx, c.life.queue, post.ID, c.clock.Stored()))
	})
}
