package publish

import (
	"context"
	"errors"
	"sync"
	"time"

	"crier/modules/posts"
	"crier/modules/posts/publish/attempt"
	"crier/modules/posts/timeline"
	"crier/platform/apperror"
	"crier/platform/database"
	"crier/platform/graph"
	"crier/platform/jobs"
	"crier/platform/killpoint"
	"crier/platform/native"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

const (
	// searchPatience is for how long an attempt is looked for after its post has ended, in time in which the network can be reached.
	searchPatience = 24 * time.Hour
	// searchRound is how far apart the rounds of the chore are.
	searchRound = 10 * time.Minute
)

// seqs remembers attempts.
type seqs struct {
	mu  sync.Mutex
	set map[int64]bool
}

// add remembers an attempt, and reports whether it was remembered before.
func (s *seqs) add(seq int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.set == nil {
		s.set = map[int64]bool{}
	}
	before := s.set[seq]
	s.set[seq] = true
	return before
}

func (s *seqs) drop(seq int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.set, seq)
}

// wasReady reports whether an earlier round of the chore found that the attempt is not live.
func (p *Engine) wasReady(seq int64) bool { return p.ready.add(seq) }

// Search looks for what became of attempts that nobody could settle while their post was worked on: of FAILED posts that may be live
// all the same, of PUBLISHED ones whose item is not known, and of shares that may be on the Page. It publishes nothing.
func (p *Engine) Search(ctx context.Context) error {
	return p.unsettled.walk(
		func(after int64) ([]attempt.Attempt, error) { return attempt.Unsettled(ctx, p.db, after, roundSize) },
		func(a attempt.Attempt) error { return p.searchFor(ctx, a) },
		func(a attempt.Attempt) int64 { return a.Seq })
}

func (p *Engine) searchFor(ctx context.Context, a attempt.Attempt) error {
	if time.Duration(a.AskedMs)*time.Millisecond >= searchPatience {
		return p.stopSearching(ctx, a)
	}
	post, err := p.posts.Post(ctx, a.PostID)
	if apperror.CodeOf(err) == apperror.NotFound {
		return p.count(ctx, a) // Its post was deleted: nobody asks, but others' items must not be taken for it.
	}
	if err != nil || !isOver(post, a) {
		return err
	}
	if a.Channel == attempt.Story && !isStoryRound(a) {
		return p.count(ctx, a)
	}
	return p.recorded(ctx, post, func(ctx context.Context, post posts.Post) error { return p.look(ctx, post, a) })
}

// isStoryRound reports whether the account's own stories are read in this round: more and more rarely, for the network does not like to
// be asked by an app that nobody uses.
func isStoryRound(a attempt.Attempt) bool {
	round := a.AskedMs / searchRound.Milliseconds()
	return round&(round-1) == 0
}

// isOver reports whether no job is at the post's attempt.
func isOver(post posts.Post, a attempt.Attempt) bool {
	if a.Channel == attempt.Page {
		return post.Status == posts.Published && post.ShareState == nil
	}
	return post.Status == posts.Failed || post.Status == posts.Published
}

// look asks the network once what became of an attempt whose post has ended.
func (p *Engine) look(ctx context.Context, post posts.Post, a attempt.Attempt) error {
	timeline.Note(ctx, "a background check asks the network whether the post is live after all")
	w := &work{Engine: p, claim: &jobs.Claim{}, post: post, last: a}
	r := resolver{work: w, channel: channelNamed(a.Channel), attempt: a, isBrief: true}
	err := w.identifyFor(ctx, a.Channel)
	var f finding
	if err == nil {
		f, err = r.resolve(ctx)
	}
	if unprovable(err) {
		if isSilent(err) {
			return nil
		}
		return p.count(ctx, a) // It cannot be told now; there will be another round.
	}
	if err != nil {
		return err
	}
	switch {
	case f.outcome == isAbsent, f.outcome == isDead:
		p.ready.drop(a.Seq)
		return p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
			_, err := attempt.Decide(ctx, tx, a.Seq, p.now(), absent(f.why))
			return err
		})
	case f.outcome == isLive && (f.item != nil || post.Status == posts.Failed):
		killpoint.Reach("posts.verify.proven")
		err := p.turnedOut(ctx, w, f)
		if errors.Is(err, errOwned) {
			return nil // Another post took the item meanwhile; there will be another round.
		}
		return err
	}
	return p.count(ctx, a)
}

// unprovable reports whether an error means that the network, or the account, cannot be asked now.
func unprovable(err error) bool {
	var failed *graph.Error
	var app *native.Error
	return errors.As(err, &failed) || errors.As(err, &app) || apperror.From(err) != nil
}

// count adds a round to the time for which an attempt was asked about.
func (p *Engine) count(ctx context.Context, a attempt.Attempt) error {
	if p.reach.isLost() {
		return nil
	}
	return p.db.InRelaxedTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return attempt.Asked(ctx, tx, a.Seq, searchRound.Milliseconds())
	})
}

func (p *Engine) stopSearching(ctx context.Context, a attempt.Attempt) error {
	if !a.IsOpen() {
		return nil
	}
	return p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := attempt.Decide(ctx, tx, a.Seq, p.now(), attempt.Decision{Verdict: attempt.GivenUp, Evidence: "it was looked for in vain for a day"})
		return err
	})
}

// turnedOut records that an attempt took effect whose post has ended. A retry that was quicker finds out by itself.
func (p *Engine) turnedOut(ctx context.Context, w *work, f finding) error {
	return p.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		decision := attempt.Decision{Verdict: attempt.Live, Evidence: f.why}
		if f.item != nil {
			if err := unowned(ctx, tx, w.last.Channel, f.item.id); err != nil {
				return err
			}
			decision.MediaID, decision.How = f.item.id, f.how
		}
		changed, err := p.show(ctx, tx, w, f)
		if err != nil || !changed {
			return err
		}
		return w.decide(ctx, tx, decision)
	})
}

// show writes onto the post what its attempt turned out to be. It reports false when the post is not as it was.
func (p *Engine) show(ctx context.Context, tx bun.IDB, w *work, f finding) (bool, error) {
	switch {
	case w.last.Channel == attempt.Page:
		return true, p.showShared(ctx, tx, w, f)
	case w.post.Status == posts.Published:
		timeline.Note(ctx, "it is known now which media the post is: %s", f.item.id)
		return true, posts.Update(ctx, tx, w.post.ID, p.now(), func(u *database.Update) {
			u.Set("sn_media_id = ?, sn_permalink = coalesce(sn_permalink, nullif(?, '')), published_at = ?", f.item.id, f.item.permalink, wiretime.Of(f.item.at)).
				Where("sn_media_id IS NULL")
		})
	}
	return p.revive(ctx, tx, w, f)
}

// revive moves a FAILED post that is live to PUBLISHED.
func (p *Engine) revive(ctx context.Context, tx bun.IDB, w *work, f finding) (bool, error) {
	completed, err := posts.NextCompletion(ctx, tx, p.now())
	if err != nil {
		return false, err
	}
	changed, err := posts.ChangeStatus(ctx, tx, w.post.ID, posts.Failed, posts.Published, p.now(), func(u *database.Update) {
		published := p.published(w.last)
		if f.item != nil {
			published = wiretime.Of(f.item.at)
			u.Set("sn_media_id = ?, sn_permalink = nullif(?, '')", f.item.id, f.item.permalink)
		}
		u.Set("published_at = ?, completed_at = ?, published_via_private_api = ?", published, completed, w.post.IsNative())
		u.Set("error_code = NULL, error_message = NULL")
	})
	if !changed || err != nil {
		return changed, err
	}
	killpoint.Reach("posts.verify.reviving")
	p.log.Info("posts: a failed post turned out to be live", "post", w.post.ID)
	return true, errors.Join(p.beginShare(ctx, tx, w.post), p.release(ctx, tx, w.post.ID))
}
