package jobs

import "context"

// Wrap has the runner claim in a context that wraps its own. Call it before Start.
func (r *Runner) Wrap(wrap func(context.Context) context.Context) { r.work = wrap(r.work) }

// LoopDone is closed when the runner claims no more jobs.
func (r *Runner) LoopDone() <-chan struct{} { return r.loopDone }
