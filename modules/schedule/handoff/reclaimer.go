package handoff

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"crier/modules/cloud"
	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/failpoint"
	"crier/platform/wireid"
	"crier/platform/wiretime"

	"github.com/uptrace/bun"
)

// Takeover is the result of taking posts back.
type Takeover struct {
	Epoch int64 `json:"epoch" doc:"The epoch of what is sent from now on; 0 when the worker had nothing." example:"1"`
	// HandedBack are posts that are in the local queue now.
	HandedBack []wireid.ID `json:"handedBack" doc:"Posts that this program publishes from now on."`
	Waiting    []wireid.ID `json:"waiting"    doc:"Posts that were due, or about to be: they are looked for on the network at notBefore, and come back six minutes later unless they are there."`
	Resolving  []wireid.ID `json:"resolving"  doc:"Posts that the worker is publishing, or has: what became of them it goes on finding out."`
	Unknown    []wireid.ID `json:"unknown"    doc:"Posts that the worker had and this folder does not know: it never publishes them, and each can be adopted or cancelled."`
	Direct     bool        `json:"direct"     doc:"Whether the worker itself agreed; otherwise a fence was put up around it through Cloudflare." example:"true"`
	// NotBefore is when the fence certainly reaches the worker.
	NotBefore *wiretime.Time `json:"notBefore" doc:"When the waiting posts are looked for first; null when none waits." example:"2026-03-14T09:31:53.589Z"`
}

// Reclaimer takes back the posts that the worker has not begun.
type Reclaimer struct {
	queue      *queue
	link       fences
	folder     folder
	records    *records
	withdrawer *withdrawer
	posts      *posts.CloudPosts
	log        *slog.Logger
	taking     sync.Mutex
}

type fences interface {
	HasWorker() bool
	RaiseFence(ctx context.Context) (cloud.Fenced, error)
}

func newReclaimer(queue *queue, link fences, f folder, r *records, w *withdrawer, p *posts.CloudPosts, log *slog.Logger) *Reclaimer {
	return &Reclaimer{queue: queue, link: link, folder: f, records: r, withdrawer: w, posts: p, log: log}
}

// TakeOver takes back the posts that the worker has not begun. It returns WORKER_UNREACHABLE when
// neither the worker nor Cloudflare answers; then only posts that the worker never had come back.
func (r *Reclaimer) TakeOver(ctx context.Context) (Takeover, error) {
	done, err := r.takeOver(ctx)
	if failed := cloud.AsWorkerError(err); failed != nil && apperror.From(err) == nil {
		err = userError(failed)
	}
	return done, err
}

func (r *Reclaimer) takeOver(ctx context.Context) (Takeover, error) {
	ctx = context.WithoutCancel(ctx)
	r.taking.Lock()
	defer r.taking.Unlock()
	r.queue.isTaking.Store(true)
	defer func() {
		r.queue.isTaking.Store(false)
		r.queue.wake()
	}()
	done := Takeover{HandedBack: []wireid.ID{}, Waiting: []wireid.ID{}, Resolving: []wireid.ID{}, Unknown: []wireid.ID{}}
	rows, err := r.takeUnexposed(ctx, &done)
	if err != nil || !r.link.HasWorker() {
		return done, err
	}
	if err := r.count(ctx); err != nil {
		return done, err
	}
	// This happens without entries too: the worker may have posts that this folder does not know.
	fenced, err := r.link.RaiseFence(ctx)
	if err != nil {
		if len(done.HandedBack) > 0 {
			r.log.Info("schedule: posts that the cloud worker never had were taken back", "posts", len(done.HandedBack))
		}
		return done, err
	}
	failpoint.Reach("schedule.fenced")
	done.Direct, done.Epoch = fenced.Direct, fenced.Epoch
	take := r.takeFenced
	if fenced.Direct {
		take = r.takeHanded
	}
	err = take(ctx, rows, fenced, &done)
	return done, err
}

// count records that a fence was raised, by which a folder that has gone back in time can be
// recognised.
func (r *Reclaimer) count(ctx context.Context) error {
	return confirmed(r.folder, r.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return r.folder.Advance(ctx, tx) }))
}

// takeUnexposed takes back the posts that the worker never had, and returns the entries of those
// that it may have.
func (r *Reclaimer) takeUnexposed(ctx context.Context, done *Takeover) (others []entry, err error) {
	rows, err := r.queue.entries(ctx)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		err := r.queue.withLock(ctx, rows[i].PostID, func(row *entry) error {
			if row.MayBeDelivered {
				others = append(others, *row)
				return nil
			}
			if row.Desired == absent {
				return nil // Its own attempts end it.
			}
			done.HandedBack = append(done.HandedBack, row.PostID)
			return r.records.release(ctx, row, false, "it was taken back; the cloud worker never had it")
		})
		if err != nil {
			return nil, err
		}
	}
	return others, nil
}

// takeHanded takes back what the worker has handed back, and asks about everything else.
func (r *Reclaimer) takeHanded(ctx context.Context, rows []entry, fenced cloud.Fenced, done *Takeover) error {
	var errs []error
	for _, id := range fenced.HandedBack {
		if !slices.ContainsFunc(rows, func(row entry) bool { return row.PostID == id }) {
			done.Unknown = append(done.Unknown, id)
			errs = append(errs, r.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error { return r.posts.RecordGoneFromCloud(ctx, tx, id) }))
		}
	}
	for i := range rows {
		errs = append(errs, r.queue.withLock(ctx, rows[i].PostID, func(row *entry) error {
			switch {
			case row.Desired == absent:
				return nil // Its own attempts end it.
			case slices.Contains(fenced.Resolving, row.PostID):
				done.Resolving = append(done.Resolving, row.PostID)
				return r.records.claimed(ctx, row, "", nil)
			case slices.Contains(fenced.HandedBack, row.PostID) && row.Epoch < fenced.Epoch:
				done.HandedBack = append(done.HandedBack, row.PostID)
				return r.records.release(ctx, row, true, "it was taken back, and the cloud worker agreed")
			}
			return r.takeSingle(ctx, row, done)
		}))
	}
	return errors.Join(errs...)
}

// takeSingle takes back a post about which the fence said nothing: it may have ended, or never have
// reached the worker.
func (r *Reclaimer) takeSingle(ctx context.Context, row *entry, done *Takeover) error {
	id := row.PostID
	err := r.withdrawer.withdrawLocked(ctx, id, row, func(ctx context.Context, tx bun.IDB) error {
		return r.posts.HandToQueue(ctx, tx, id, "it was taken back, and the cloud worker agreed")
	})
	if apperror.CodeOf(err) == apperror.InvalidStatus {
		done.Resolving = append(done.Resolving, id)
		return nil
	}
	if err != nil {
		return err
	}
	post, err := r.posts.Post(ctx, id)
	if err == nil && post.Status == posts.Scheduled {
		done.HandedBack = append(done.HandedBack, id)
	}
	return err
}

// takeFenced takes back the posts that are due after the fence certainly reaches the worker. The
// others wait until then.
func (r *Reclaimer) takeFenced(ctx context.Context, rows []entry, fenced cloud.Fenced, done *Takeover) error {
	var errs []error
	for i := range rows {
		errs = append(errs, r.queue.withLock(ctx, rows[i].PostID, func(row *entry) error { return r.takeBehind(ctx, row, fenced, done) }))
	}
	failpoint.Reach("schedule.fence.marked")
	return errors.Join(errs...)
}

// takeBehind takes back a post behind a fence, at once or later. A post that was given up here is
// only forgotten.
func (r *Reclaimer) takeBehind(ctx context.Context, row *entry, fenced cloud.Fenced, done *Takeover) error {
	if row.Epoch >= fenced.Epoch {
		return nil
	}
	reached := fenced.Since.Time().Add(fenceReaches)
	post, err := r.posts.Post(ctx, row.PostID)
	switch isDeleted := apperror.CodeOf(err) == apperror.NotFound; {
	case err != nil && !isDeleted:
		return err
	case !isDeleted && post.ScheduledFor.Time().After(reached) && row.Proposal == nil:
		if row.Desired == present {
			done.HandedBack = append(done.HandedBack, row.PostID)
		}
		return r.records.release(ctx, row, false, "it was taken back behind a fence; the cloud worker does not answer")
	}
	if row.Desired == present {
		done.Waiting, done.NotBefore = append(done.Waiting, row.PostID), wiretime.Ptr(reached)
	}
	return r.queue.change(ctx, row, func(ctx context.Context, tx bun.IDB, stored *entry) error {
		stored.FencedAt = &fenced.Since
		if row.Desired == present {
			r.posts.Note(ctx, tx, row.PostID, "the post is being taken back behind a fence; what the cloud worker may have begun is looked for in five minutes")
		}
		return nil
	})
}
