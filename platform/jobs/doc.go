// Package jobs is the local queue (contract 2, ScheduledJob; contract 8, local queue poll).
//
// Queue puts jobs into the database inside the caller's transaction. Runner claims the jobs that
// are due and gives them to the Handler of their type. They are two types because handlers depend
// on services, and services depend on the queue.
//
//	           enqueue                    claim                 Complete
//	(new) ───────────────▶ PENDING ───────────────▶ PROCESSING ───────────▶ COMPLETED
//	                        │   ▲                      │    │
//	                 cancel │   │ Retry, Snooze,       │    │ Fail
//	                        ▼   │ lease ran out, stop  │    ▼
//	                 CANCELLED  └──────────────────────┘  FAILED
//
// # Claims and leases
//
// A claim is one UPDATE, so that two claimers never get the same job. It carries a lease with a
// token of its own, which the Runner renews while the handler works. Every transaction of a Claim
// first checks that its token still stands, so that a handler without a lease changes nothing. A
// lease is lost when it runs out by the wall clock (the machine slept) and at the start, because
// the process that held it is gone. The job becomes PENDING again when no handler works on it any
// more. Its due time does not change, and shows how late the job is. Only a due time that is still
// to come, because the clock was set back, becomes now. The next handler finds out from the
// subject's own state how far the work had come.
//
// # Suspects
//
// A job in work may have killed the process that died. After the next start the Runner therefore
// runs such jobs one at a time, before all others and with nothing else in work. A death counts
// against a job only when no other one was in work. A job is no suspect any more once it gets
// further, ends or is put off. Until then the other jobs wait for 10 seconds at most, for twice as
// long after each further death, and for 320 seconds in the end.
//
// # Order and time
//
// A lane (an account) has at most one job in PROCESSING. Of the jobs that are due, the one that has
// been due for longest goes first, and at the same instant the one that was added first. An instant
// that a user named stays the same whatever the clock does. A wait that the work itself began goes
// on from the new time when the clock is set back, so that it does not last longer.
//
// The Runner polls the queue every five seconds, as the contract says. It also wakes when a job is
// added, when one ends, and when the next one falls due. The jobs of a lane that is held stay as
// they are. Jobs are removed a month after they have ended.
package jobs
