// Package jobs is the local queue (contract 2, ScheduledJob; contract 8, local queue poll).
//
// Queue puts jobs into the database inside the caller's transaction; Runner claims those that are due and hands them to
// the Handler of their type. They are two types because services need the one and are needed by the other.
//
//	           enqueue                    claim                 Complete
//	(new) ───────────────▶ PENDING ───────────────▶ PROCESSING ───────────▶ COMPLETED
//	                        │   ▲                      │    │
//	                 cancel │   │ Retry, Snooze,       │    │ Fail
//	                        ▼   │ lease ran out, stop  │    ▼
//	                 CANCELLED  └──────────────────────┘  FAILED
//
// A claim is one UPDATE, so that two claimers never get one job. It carries a lease with a token of its own; the
// Runner renews the lease while the handler works. Anyone who lost the lease can change nothing more: every transaction of
// a Claim first checks that its token still stands. A lease is lost when it runs out by the wall clock (the machine slept)
// and at start, when the process that held it is gone. The job is PENDING again once no handler is at it any more; when
// it was due does not change, so that it shows how late the job is. The next handler finds out from the subject's own
// state how far the work had come.
//
// A process that dies may have been taken down by one of the jobs in work, so those are run one at a time after the next start,
// before the others, with nothing else in work. A death counts against a job only when no other one was in work. A job is
// suspected no more once it gets further, ends or is put off; for as long as it does none of these the others wait for 10
// seconds at most, twice as long after each further death, and 320 in the end.
//
// One lane (an account) has at most one job in PROCESSING. Of the jobs that are due, the one that has been so for longest
// goes first, and at one instant the one that was added first. Instants that somebody named are kept whatever the clock
// does; a wait that the work itself began goes on from now when the clock is set back, instead of lasting as much longer.
//
// The queue is polled every five seconds, as the contract says, and is also woken when a job is added, when one ends, and
// at the instant at which the next one falls due. A lane can be held: its jobs stay as they are. Jobs that ended a month
// ago are removed.
package jobs
