package handoff

import (
	"context"
	"log/slog"

	"crier/modules/cloud"
	"crier/modules/posts/timeline"
	"crier/platform/httpclient"
	"crier/platform/secrets"

	"github.com/uptrace/bun"
)

const (
	// mostUnknown is how many unknown answers are reported for one post.
	mostUnknown    = 10
	maxUnknownOp   = 40
	maxUnknownWhat = 200
)

// unknownAnswers reports answers of the network that the worker does not know: to the log once for
// each kind, and to the post's timeline. It decides nothing.
type unknownAnswers struct {
	records *records
	log     *slog.Logger
	tell    func(httpclient.Unknown)
}

func newUnknownAnswers(r *records, log *slog.Logger) *unknownAnswers {
	return &unknownAnswers{records: r, log: log, tell: httpclient.LogUnknown(log.With("from", "the cloud worker"))}
}

// report reports what came with a result. Of what has come before nothing is reported again.
func (u *unknownAnswers) report(ctx context.Context, job cloud.JobState) {
	var news []timeline.Step
	for _, one := range job.Unknown[:min(len(job.Unknown), mostUnknown)] {
		op, what := secrets.Printable(one.Op, maxUnknownOp), secrets.Printable(one.What, maxUnknownWhat)
		if op == "" || what == "" {
			continue
		}
		u.tell(httpclient.Unknown{Op: op, What: what})
		news = append(news, timeline.UnknownIn(httpclient.Unknown{Op: op + ", at the cloud worker", What: what}))
	}
	if len(news) == 0 {
		return
	}
	err := u.records.queue.inTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		steps, err := timeline.Select(ctx, tx, job.ID)
		if err != nil {
			return err
		}
		told := map[string]bool{}
		for i := range steps {
			told[steps[i].Text] = true
		}
		for _, step := range news {
			if !told[step.Text] {
				step.PostID, step.At = job.ID, u.records.queue.now()
				timeline.Add(ctx, tx, step)
			}
		}
		return nil
	})
	if err != nil {
		u.log.Warn("schedule: a note about what the cloud worker does not know could not be stored", "post", job.ID, "error", err)
	}
}
