package jobs

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// Change is what a transaction of a claim does to its job.
type Change struct {
	// Status is what the job becomes, or remains.
	Status Status
	// At is when a job that is put off goes on; zero for any other.
	At time.Time
	// Wait is why the job is put off. Reason says so for people, or why the job has failed.
	Wait   Wait
	Reason string
	// Counts says that an attempt ends.
	Counts bool
}

// Watch gets notice of what a claim does, so that a record can be kept of the work. Nothing depends
// on it. Its functions may be nil.
type Watch struct {
	// InTx is called inside each transaction of the claim, before the work's own part in it.
	InTx func(ctx context.Context, tx bun.IDB, change Change)
	// Sleeps is called before the work sleeps.
	Sleeps func(ctx context.Context)
}

// Watch makes the claim notify w from now on.
func (c *Claim) Watch(w Watch) { c.watch = w }

func (w Watch) inTx(ctx context.Context, tx bun.IDB, change Change) {
	if w.InTx != nil {
		w.InTx(ctx, tx, change)
	}
}

func (w Watch) sleeps(ctx context.Context) {
	if w.Sleeps != nil {
		w.Sleeps(ctx)
	}
}
