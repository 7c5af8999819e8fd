package handoff

import (
	"context"
	"slices"

	"crier/modules/posts/quarantine"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// standings reports to a quarantine how posts stand at the worker.
type standings struct {
	queue    *queue
	exchange *exchange
}

func newStandings(queue *queue, x *exchange) *standings { return &standings{queue, x} }

// Standing asks the worker for its open jobs, and compares the posts with them. It ignores a
// waiting change that does not alter the content, such as a renewed token.
func (s *standings) Standing(ctx context.Context, ids []wireid.ID) (map[wireid.ID]quarantine.Standing, error) {
	if !s.exchange.link.HasWorker() {
		return nil, apperror.New(apperror.WorkerUnreachable, "no cloud worker is set up, so that it cannot be asked about its posts; set one up (crier cloud setup)")
	}
	rows, err := s.queue.entries(ctx)
	if err != nil {
		return nil, err
	}
	open, err := s.exchange.open(ctx)
	if err != nil {
		return nil, forUser(err)
	}
	standing := make(map[wireid.ID]quarantine.Standing, len(ids))
	for i := range rows {
		row := &rows[i]
		if !slices.Contains(ids, row.PostID) {
			continue
		}
		job, isThere := open[row.PostID]
		switch {
		case !isThere:
			standing[row.PostID] = quarantine.Missing
		case row.Desired != present, row.FencedAt != nil, row.Proposal != nil, row.mustResend(job):
			standing[row.PostID] = quarantine.Otherwise
		default:
			standing[row.PostID] = quarantine.InStep
		}
	}
	return standing, nil
}
