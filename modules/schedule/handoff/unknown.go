package handoff

import (
	"context"
	"log/slog"
	"slices"

	"crier/modules/cloud"
	"crier/modules/posts/timeline"
	"crier/platform/httpclient"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

const (
	// mostUnknown is how much of what the worker does not know is told of one post.
	mostUnknown    = 10
	maxUnknownOp   = 40
	maxUnknownWhat = 200
)

// unknowns tells what the network has answered to the worker that the worker does not know: the log
// once of each kind, and the post's timeline. Nothing is decided by it.
type unknowns struct {
	records *records
	log     *slog.Logger
	tell    func(httpclient.Unknown)
}

func newUnknowns(r *records, log *slog.Logger) *unknowns {
	return &unknowns{records: r, log: log, tell: httpclient.LogUnknown(log.With("from", "the cloud worker"))}
}

// name tells what came with a result, which may come again.
func (u *unknowns) name(ctx context.Context, job cloud.JobState) {
	var texts []string
	for _, one := range job.Unknown[:min(len(job.Unknown), mostUnknown)] {
		op, what := secrets.Printable(one.Op, maxUnknownOp), secrets.Printable(one.What, maxUnknownWhat)
		if op == "" || what == "" {
			continue
		}
		u.tell(httpclient.Unknown{Op: op, What: what})
		texts = append(texts, timeline.Unknown+what+" ("+op+", at the cloud worker)")
	}
	if len(texts) == 0 {
		return
	}
	err := u.records.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		steps, err := timeline.Select(ctx, tx, job.ID)
		if err != nil {
			return err
		}
		for _, text := range texts {
			if !slices.ContainsFunc(steps, func(s timeline.Step) bool { return s.Text == text }) {
				u.records.posts.Note(ctx, tx, job.ID, text)
			}
		}
		return nil
	})
	if err != nil {
		u.log.Warn("schedule: what the cloud worker did not know could not be named", "post", job.ID, "error", err)
	}
}
