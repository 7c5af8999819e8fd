package handoff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"crier/modules/cloud"
	"crier/platform/apperror"
)

// Sync is the result of an exchange with the worker.
type Sync struct {
	Sent     int      `json:"sent"     doc:"Posts that waited to be sent, and that the worker has now as it should." example:"1"`
	Results  int      `json:"results"  doc:"Posts of which it was learned what became of them." example:"2"`
	Problems []string `json:"problems" doc:"What stands in the way of the posts that the worker does not have yet as it should, a sentence each."`
}

// Syncer exchanges everything with the worker on request.
type Syncer struct {
	queue      *queue
	exchange   *exchange
	sender     *Sender
	results    *fetcher
	seeker     *seeker
	reconciler *reconciler
}

func newSyncer(queue *queue, x *exchange, sender *Sender, results *fetcher, s *seeker, r *reconciler) *Syncer {
	return &Syncer{queue: queue, exchange: x, sender: sender, results: results, seeker: s, reconciler: r}
}

// Sync sends what waits, applies results and compares, now. It returns SYNC_FAILED with the reason.
func (s *Syncer) Sync(ctx context.Context) (Sync, error) {
	if !s.exchange.link.HasWorker() {
		return Sync{}, apperror.New(apperror.CloudNotConfigured, "cloud scheduling is not set up, so there is nothing to hand over or to fetch (crier cloud status)")
	}
	done, err := s.syncAll(context.WithoutCancel(ctx))
	failed := cloud.AsWorkerError(err)
	if failed != nil {
		return Sync{}, apperror.Wrap(apperror.SyncFailed, err, "%s", userError(failed).Message)
	}
	return done, err
}

func (s *Syncer) syncAll(ctx context.Context) (done Sync, err error) {
	ctx, cancel := context.WithTimeout(ctx, syncPatience)
	defer cancel()
	s.exchange.pause.reached()
	done.Problems = []string{}
	if done.Results, err = s.results.Fetch(ctx); err != nil {
		return done, err
	}
	err = errors.Join(s.reconciler.outdated.resend(ctx), s.seeker.due(ctx), s.reconciler.Compare(ctx), s.queue.makeAllDue(ctx))
	if err != nil {
		return done, err
	}
	before, err := s.queue.unsent(ctx)
	if err != nil {
		return done, err
	}
	if err := s.sender.sendDue(ctx); err != nil {
		return done, err
	}
	after, err := s.queue.unsent(ctx)
	for _, row := range after {
		done.Problems = append(done.Problems, fmt.Sprintf("post %s: %s", row.PostID, cmp.Or(row.LastError, "it is being taken back")))
	}
	done.Sent = max(len(before)-len(after), 0)
	return done, err
}

// syncPatience bounds a sync; the rest goes on in the background.
const syncPatience = 2 * time.Minute
