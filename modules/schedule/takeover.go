package schedule

import (
	"context"
	"errors"
	"slices"
	"time"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/modules/posts/publish"
	"crier/platform/apperror"
	"crier/platform/killpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// fenceReaches is how long it takes at most until a fence that was put up through Cloudflare keeps a worker from beginning a post.
const fenceReaches = 5 * time.Minute

// Takeover is what came of taking posts back.
type Takeover struct {
	Epoch int64 `json:"epoch" doc:"The epoch of what is sent from now on; 0 when the worker had nothing." example:"1"`
	// HandedBack are the local queue's now.
	HandedBack []wireid.ID `json:"handedBack" doc:"Posts that this program publishes from now on."`
	Waiting    []wireid.ID `json:"waiting"    doc:"Posts that were due, or about to be: they come back after notBefore, and after a look at the network."`
	Resolving  []wireid.ID `json:"resolving"  doc:"Posts that the worker is publishing, or has: what became of them it goes on finding out."`
	Direct     bool        `json:"direct"     doc:"Whether the worker itself agreed; otherwise a fence was put up around it through Cloudflare." example:"true"`
	// NotBefore is when the fence certainly reaches the worker.
	NotBefore *wiretime.Time `json:"notBefore" doc:"When the waiting posts are looked for; null when none waits." example:"2026-03-14T09:31:53.589Z"`
}

// TakeOver takes back what the worker has not begun. It returns WORKER_UNREACHABLE when neither the worker nor Cloudflare answers;
// then only what the worker never had comes back.
func (o *Outbox) TakeOver(ctx context.Context) (Takeover, error) {
	ctx = context.WithoutCancel(ctx)
	o.taking.Lock()
	defer o.taking.Unlock()
	o.isTaking.Store(true)
	defer func() {
		o.isTaking.Store(false)
		o.Wake()
	}()
	done := Takeover{HandedBack: []wireid.ID{}, Waiting: []wireid.ID{}, Resolving: []wireid.ID{}}
	rows, err := o.takeUnexposed(ctx, &done)
	if err != nil || len(rows) == 0 {
		return done, err
	}
	fenced, err := o.Link.RaiseFence(ctx)
	if err != nil {
		if len(done.HandedBack) > 0 {
			o.Log.Info("schedule: posts that the cloud worker never had were taken back", "posts", len(done.HandedBack))
		}
		return done, err
	}
	killpoint.Reach("schedule.fenced")
	done.Direct, done.Epoch = fenced.Direct, fenced.Epoch
	if fenced.Direct {
		return done, o.takeHanded(ctx, rows, fenced, &done)
	}
	return done, o.takeFenced(ctx, rows, fenced, &done)
}

// takeUnexposed takes back the posts that the worker never had, and returns the entries of those that it may have.
func (o *Outbox) takeUnexposed(ctx context.Context, done *Takeover) (others []entry, err error) {
	rows, err := o.entries(ctx)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		err := o.held(ctx, rows[i].PostID, func(row *entry) error {
			if row.IsExposed {
				others = append(others, *row)
				return nil
			}
			if row.Wish == absent {
				return nil // Its own attempts end it.
			}
			done.HandedBack = append(done.HandedBack, row.PostID)
			return o.release(ctx, row, "it was taken back; the cloud worker never had it")
		})
		if err != nil {
			return nil, err
		}
	}
	return others, nil
}

// takeHanded takes back what the worker has handed back, and asks about everything else.
func (o *Outbox) takeHanded(ctx context.Context, rows []entry, fenced cloud.Fenced, done *Takeover) error {
	var errs []error
	for i := range rows {
		errs = append(errs, o.held(ctx, rows[i].PostID, func(row *entry) error {
			switch {
			case row.Wish == absent:
				return nil // Its own attempts end it.
			case slices.Contains(fenced.Resolving, row.PostID):
				done.Resolving = append(done.Resolving, row.PostID)
				return o.claimed(ctx, row, "", nil)
			case slices.Contains(fenced.HandedBack, row.PostID) && row.Epoch < fenced.Epoch:
				done.HandedBack = append(done.HandedBack, row.PostID)
				return o.release(ctx, row, "it was taken back, and the cloud worker agreed")
			}
			return o.takeSingle(ctx, row, done)
		}))
	}
	return errors.Join(errs...)
}

// takeSingle takes back a post about which the fence said nothing: it may have ended, or never have come there.
func (o *Outbox) takeSingle(ctx context.Context, row *entry, done *Takeover) error {
	id := row.PostID
	err := o.withdrawHeld(ctx, id, row, func(ctx context.Context, tx bun.IDB) error {
		return o.Posts.HandToQueue(ctx, tx, id, "it was taken back, and the cloud worker agreed")
	})
	if apperror.CodeOf(err) == apperror.InvalidStatus {
		done.Resolving = append(done.Resolving, id)
		return nil
	}
	if err != nil {
		return err
	}
	post, err := o.Posts.Post(ctx, id)
	if err == nil && post.Status == posts.Scheduled {
		done.HandedBack = append(done.HandedBack, id)
	}
	return err
}

// takeFenced takes back what is not due before the fence certainly reaches the worker. The rest waits until then.
func (o *Outbox) takeFenced(ctx context.Context, rows []entry, fenced cloud.Fenced, done *Takeover) error {
	var errs []error
	for i := range rows {
		errs = append(errs, o.held(ctx, rows[i].PostID, func(row *entry) error { return o.takeBehind(ctx, row, fenced, done) }))
	}
	killpoint.Reach("schedule.fence.marked")
	return errors.Join(errs...)
}

// takeBehind takes back a post behind a fence, at once or later. One that was given up here is only forgotten.
func (o *Outbox) takeBehind(ctx context.Context, row *entry, fenced cloud.Fenced, done *Takeover) error {
	if row.Epoch >= fenced.Epoch {
		return nil
	}
	reached := fenced.Since.Time().Add(fenceReaches)
	post, err := o.Posts.Post(ctx, row.PostID)
	switch isDeleted := apperror.CodeOf(err) == apperror.NotFound; {
	case err != nil && !isDeleted:
		return err
	case !isDeleted && post.ScheduledFor.Time().After(reached) && row.Proposal == nil:
		if row.Wish == present {
			done.HandedBack = append(done.HandedBack, row.PostID)
		}
		return o.release(ctx, row, "it was taken back behind a fence; the cloud worker does not answer")
	}
	if row.Wish == present {
		done.Waiting, done.NotBefore = append(done.Waiting, row.PostID), wiretime.Ptr(reached)
	}
	return o.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
		stored.FencedAt = &fenced.Since
		if row.Wish == present {
			o.Posts.Note(ctx, tx, row.PostID, "the post is being taken back behind a fence; what the cloud worker may have begun is looked for in five minutes")
		}
		return nil
	})
}

// takeOverDue goes on with posts that are being taken back, once the fence certainly stands.
func (o *Outbox) takeOverDue(ctx context.Context) error {
	rows, err := o.entries(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for i := range rows {
		since := rows[i].FencedAt
		if since == nil || o.Clock.Now().Sub(since.Time()) < fenceReaches {
			continue
		}
		errs = append(errs, o.held(ctx, rows[i].PostID, func(row *entry) error {
			if row.FencedAt == nil {
				return nil
			}
			post, err := o.Posts.Post(ctx, row.PostID)
			switch {
			case apperror.CodeOf(err) == apperror.NotFound:
				return o.release(ctx, row, "")
			case err != nil:
				return err
			}
			return o.seek(ctx, row, post)
		}))
	}
	return errors.Join(errs...)
}

// seek looks among the account's media for a post that nobody will begin to publish any more, and that may have been
// published: it is that media, or goes to the local queue, or has failed where that cannot be told.
func (o *Outbox) seek(ctx context.Context, row *entry, post posts.Post) error {
	sight, isProposed, err := o.sight(ctx, row, post)
	if err != nil {
		return err
	}
	killpoint.Reach("schedule.sought")
	return o.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := o.unchanged(ctx, tx, row); err != nil {
			return err
		}
		switch {
		case sight.IsUnreadable:
			// The account cannot be asked now.
			return o.Posts.ShowProblem(ctx, tx, row.PostID, apperror.WorkerUnreachable, "the post may be live, and its account cannot be asked: "+sight.Why)
		case sight.MediaID != "":
			if isProposed {
				err = o.applyProposal(ctx, tx, row)
			}
			if err != nil {
				return err
			}
			err = o.Posts.TakeHome(ctx, tx, row.PostID, posts.CloudResult{
				IsPublished: true, MediaID: &sight.MediaID, Permalink: sight.Permalink, PublishedAt: wiretime.Ptr(sight.At),
			})
		case sight.IsAbsent:
			err = o.Posts.HandToQueue(ctx, tx, row.PostID, "it is not on the network, and the cloud worker will not publish it")
		default:
			err = o.Posts.FailInCloud(ctx, tx, row.PostID, apperror.UnknownError,
				"it is not known whether the cloud worker has published the post; it may be live, check before retrying ("+sight.Why+")")
		}
		return errors.Join(err, deleteEntry(ctx, tx, row.PostID))
	})
}

// sight looks for a post as it stands here, and as the edit makes it of which nobody knows whether the worker took it.
func (o *Outbox) sight(ctx context.Context, row *entry, post posts.Post) (sight publish.Sight, isProposed bool, err error) {
	if post.ScheduledFor.Time().After(o.Clock.Now()) {
		sight.IsAbsent = true
	} else if sight, err = o.Network.Sight(ctx, post); err != nil || !sight.IsAbsent {
		return sight, false, err
	}
	if row.Proposal == nil {
		return sight, false, nil
	}
	edit, err := row.edit()
	if err != nil || edit.At.Time().After(o.Clock.Now()) {
		return sight, false, err
	}
	if post, err = edit.As(post); err != nil {
		return sight, false, err
	}
	sight, err = o.Network.Sight(ctx, post)
	return sight, true, err
}

// MayTearDown refuses while the worker has posts, or is to have or give up some. What was given up here is no reason any more once it
// stands behind a fence.
func (o *Outbox) MayTearDown(ctx context.Context) error {
	rows, err := o.entries(ctx)
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row entry) bool { return row.Wish == absent && row.FencedAt != nil })
	if n := len(rows); n > 0 {
		return apperror.New(apperror.InvalidStatus, "the cloud worker has, or is to give up, %d posts; cancel them or take them back first (crier cloud takeover)", n)
	}
	return nil
}
