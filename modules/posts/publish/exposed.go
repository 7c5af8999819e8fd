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
	cloudHeldText = "the cloud worker has this post, which this folder did not know; it is not sent from here, because it would go out twice: " +
		"crier cloud status shows it, crier cloud cancel has it cancelled there"
	// atItsTime is how long after a post was due it still counts as sent at its time: what was in
	// the cloud cannot be missing from a list then.
	atItsTime = 15 * time.Second
)

// ShownWithin is how long after the cloud can last have begun to publish a post the account
// certainly shows it: the call can be on its way for a while, and lists lag. Before that, an
// account that does not show a post proves nothing.
const ShownWithin = timing.InFlight + settledAfter

// cloudLook looks for a post that the cloud had.
type cloudLook struct{ *publication }

// lookForCloud looks for a post that the cloud had among what its account shows, before it is sent
// from here: whatever the cloud says, it is not sent when it is there. It reports whether that
// ended the run.
func (p cloudLook) lookForCloud(ctx context.Context) (ended bool, err error) {
	if p.ch.Name() != attempt.Feed {
		return false, nil // The cloud had it as another post.
	}
	exposed, found, err := posts.SelectExposure(ctx, p.journal.db, p.run.Post.ID)
	switch {
	case err != nil || !found:
		return false, err
	case exposed.IsThere:
		return true, p.life.hold(ctx, &hold{pause: cloudPause, reason: posts.HeldForCloud, code: apperror.CloudError, says: cloudHeldText})
	}
	timeline.Note(ctx, "the cloud worker had the post: the network is asked before anything is sent from here")
	sight, err := p.sightOfCloud(ctx, exposed)
	if err != nil {
		return true, err
	}
	failpoint.Reach("posts.cloud.sought")
	switch {
	case sight.MediaID != "":
		return true, p.adoptFromCloud(ctx, exposed, sight)
	case sight.IsAbsent, exposed.IsLooked:
		if !sight.IsAbsent {
			timeline.Note(ctx, "Crier cannot tell whether it is live (%s): the user looked before the retry", sight.Why)
		}
		return false, p.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error {
			return posts.ForgetExposure(ctx, tx, p.run.Post.ID)
		})
	}
	err = p.run.Claim.InTx(ctx, func(ctx context.Context, tx bun.IDB) error { return posts.NoteLooked(ctx, tx, p.run.Post.ID) })
	if err != nil {
		return true, err
	}
	return true, p.life.fail(ctx, failure.Failure{
		Code: apperror.UnknownError, Message: "it is not known whether the cloud worker has published the post; it may be live, check before retrying (" + sight.Why + ")",
	})
}

// sightOfCloud reads what the account shows, several times unless the post is at its time: a list
// may leave out what is new.
func (p cloudLook) sightOfCloud(ctx context.Context, exposed posts.Exposure) (Sight, error) {
	elapsed := p.clock.Elapsed(attempt.Attempt{NetSentAt: &exposed.DueAt, RanMs: p.clock.Ran().Milliseconds()})
	read := p.resolver.search
	if max(elapsed, p.clock.Now().Sub(exposed.DueAt.Time())) <= atItsTime {
		read = p.resolver.readAccount
	}
	seen, err := read(ctx, ofCloud(p.resolver, exposed.DueAt))
	if err == nil && seen.bound == nil && seen.possible > 0 {
		if p.resolver.others, err = p.ofOthers(ctx, exposed); err == nil && len(p.resolver.others) > 0 {
			timeline.Note(ctx, "%d of these media are other posts that the cloud worker had", len(p.resolver.others))
			seen, err = read(ctx, ofCloud(p.resolver, exposed.DueAt))
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

// ofOthers returns the items that certainly belong to other posts which the cloud had and which
// nobody has looked for yet. An item that belongs to one post cannot belong to another, so all of
// them are looked for before one fails. The account is read once for all of them.
func (p cloudLook) ofOthers(ctx context.Context, exposed posts.Exposure) (items map[string]bool, err error) {
	account, ok := p.work.(surveyed)
	if !ok {
		return nil, nil
	}
	post, earliest := p.run.Post, wiretime.Of(exposed.DueAt.Time().Add(-timing.ReferenceDay))
	others, err := exposedBeside.All(ctx, p.journal.db, earliest, p.clock.Stored(), post.SocialAccountID, post.MediaType, post.ID)
	if err != nil || len(others) == 0 {
		return nil, err
	}
	from, _ := timing.Window(ofCloud(p.resolver, earliest), p.ch.Rules().Slack)
	of, err := account.Survey(ctx, from)
	if err != nil {
		return nil, err
	}
	items = map[string]bool{}
	for _, other := range others {
		its, _, err := posts.SelectExposure(ctx, p.journal.db, other.ID)
		if err != nil {
			return nil, err
		}
		run := &channel.Run{Claim: p.run.Claim, Post: other}
		shown := of(other)
		if from.After(shown.Since) {
			shown.Since = from
		}
		r := p.resolver.of(run, p.ch, &listed{p.ch.At(run), shown})
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

// adoptFromCloud records that the post is what the cloud has made of it.
func (p cloudLook) adoptFromCloud(ctx context.Context, exposed posts.Exposure, sight Sight) error {
	post := p.run.Post
	look, _ := p.ch.Look(post)
	a := attempt.Attempt{
		PostID: post.ID, AccountID: post.SocialAccountID, Channel: p.ch.Name(), Look: look, SentAt: exposed.DueAt, NetSentAt: &exposed.DueAt,
		RanMs: p.clock.Ran().Milliseconds(), Verdict: attempt.Live, MediaID: &sight.MediaID, How: new(attempt.Found),
		Evidence: new("the cloud worker had the post, and no other item of the account can be it"), DecidedAt: new(p.clock.Stored()),
	}
	return p.run.Claim.Complete(context.WithoutCancel(ctx), func(ctx context.Context, tx bun.IDB) error {
		if err := checkUnowned(ctx, tx, p.ch, sight.MediaID); err != nil {
			return err
		}
		// A post without a container has only one way to PUBLISHED in the life cycle, as for an
		// incomplete result of the cloud.
		if err := p.run.Change(ctx, tx, posts.Failed, p.clock.Stored(), nil); err != nil {
			return err
		}
		completed, err := posts.NextCompletion(ctx, tx, p.clock.Stored())
		if err != nil {
			return err
		}
		_, err = posts.ChangeStatus(ctx, tx, post.ID, posts.Failed, posts.Published, p.clock.Stored(), func(u *database.Update) {
			u.Set("sn_media_id = ?, sn_permalink = ?, published_at = ?, completed_at = ?", sight.MediaID, sight.Permalink, wiretime.Of(sight.At), completed)
			u.Set("error_code = NULL, error_message = NULL")
		})
		timeline.Note(ctx, "the cloud worker had published it: it is live since %s as media %s, and is not sent again", wiretime.Of(sight.At), sight.MediaID)
		return errors.Join(err, attempt.Insert(ctx, tx, &a), posts.ForgetExposure(ctx, tx, post.ID), p.life.release(ctx, tx, post))
	})
}
