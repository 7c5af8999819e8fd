package publish

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
	"crier/platform/apperror"
)

const (
	// shortestNamingPause lies between the first looks for the id of a post, enough of which must
	// agree. Each pause after them is twice as long, until the searcher's rounds are no rarer.
	shortestNamingPause = 10 * time.Second
	// silentNamingPause is the pause after a look that the network did not answer.
	silentNamingPause = time.Minute
	// namedWithin is for how long Crier has asked about an attempt at most that the namer looks
	// for. The searcher alone looks for others: nothing that happens soon will tell.
	namedWithin = askTimeout + searchRound
)

// namer looks for the ids of posts that became PUBLISHED without one: soon after that, and soon
// after a start. It leaves each of them to the searcher after a few looks, and at once when the
// network wants no questions.
type namer struct {
	searcher *searcher

	mu sync.Mutex
	// looks are by the attempt's Seq.
	looks map[int64]*naming
}

// naming is when an attempt is looked for next, in time for which Crier ran, and how often it was.
type naming struct {
	at    time.Duration
	looks int
}

// pause returns the pause after the latest look.
func (n *naming) pause() time.Duration {
	return shortestNamingPause << max(n.looks-agreeingReads, 0)
}

// look looks for the ids of those posts whose turn it is.
func (n *namer) look(ctx context.Context) error {
	s := n.searcher
	found, err := attempt.Unnamed(ctx, s.db, namedWithin, batchSize)
	due := n.due(found, s.clock.Ran())
	errs := make([]error, len(due))
	for i, a := range due {
		errs[i] = n.name(ctx, a)
	}
	return errors.Join(append(errs, err)...)
}

// due returns those of the attempts whose turn it is, and forgets all others that it knew.
func (n *namer) due(found []attempt.Attempt, ran time.Duration) (due []attempt.Attempt) {
	n.mu.Lock()
	defer n.mu.Unlock()
	known := n.looks
	n.looks = map[int64]*naming{}
	for _, a := range found {
		one := known[a.Seq]
		if one == nil {
			one = &naming{at: ran}
		}
		n.looks[a.Seq] = one
		if one.at <= ran && one.pause() < searchRound {
			due = append(due, a)
			one.looks++
			one.at = ran + one.pause()
		}
	}
	return due
}

// putOff has the next look for an attempt come after a pause.
func (n *namer) putOff(a attempt.Attempt, pause time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if one := n.looks[a.Seq]; one != nil {
		one.at = n.searcher.clock.Ran() + pause
	}
}

// name looks once for the item of a PUBLISHED post, and stores it where that is certain.
func (n *namer) name(ctx context.Context, a attempt.Attempt) error {
	s := n.searcher
	post, err := s.posts.Post(ctx, a.PostID)
	if apperror.CodeOf(err) == apperror.NotFound || err == nil && post.Status != posts.Published {
		return nil
	}
	answer, unasked := s.askability(ctx, a)
	if err != nil || unasked != nil || answer != canAsk {
		return errors.Join(err, unasked)
	}
	return recorded(ctx, s.recorder, post, func(ctx context.Context, post posts.Post) error {
		ch, run := s.channels.byName(a.Channel), &channel.Run{Post: post, Last: a}
		f, work, err := s.find(ctx, ch, run)
		switch {
		case failure.IsSilent(err):
			n.putOff(a, silentNamingPause)
			return nil
		case failure.CannotAsk(err):
			n.putOff(a, cmp.Or(failure.Judge(err, 0).After, refusedPause))
			return nil
		case err != nil || f.verdict != verdictLive || f.item == nil:
			return err
		}
		if err = s.settleLive(ctx, s.journals.newJournal(run, ch, work), f); errors.Is(err, errOwned) {
			return nil
		}
		return err
	})
}
