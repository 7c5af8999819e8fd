package handoff

import (
	"context"
	"time"

	"crier/platform/apperror"
)

// isPast reports whether an instant is past by Cloudflare's time, because this machine's clock may
// be set wrongly. While that time is not known and this machine's clock says so, Cloudflare is
// asked. Where it does not answer, isPast goes by this machine's clock, and isUnsure says so.
func isPast(ctx context.Context, q *queue, at time.Time) (isPast, isUnsure bool) {
	if !q.workerNow().After(at) {
		return false, false
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	q.worker.Hear(ctx)
	now, isKnown := q.worker.Now()
	return !isKnown || now.After(at), !isKnown
}

func errTimeUnknown() *apperror.Error {
	return apperror.New(apperror.WorkerUnreachable, "the post is late by this machine's clock, which may be wrong, and neither the cloud worker nor Cloudflare has told the time yet")
}
