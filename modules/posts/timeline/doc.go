// Package timeline records what happens to posts, step by step.
//
// Every step of a post is recorded: each change of status, each claim with how late it was, each call of the network with its
// figures, what the work waited for, what it found out and decided. The internal surface shows them (GET
// /api/posts/{id}/timeline), and with it the command line; v1 does not, for what a step says changes as the program does.
//
//	Add        a change of status, a claim, a request of a client: in the transaction that makes it
//	Recording  one for each run: graph.WithObserver tells it of calls, jobs.Watch of transactions and sleeps, Note of decisions
//
// Nothing is decided by a step, and none is why a post fails: what cannot be written is left out, which the log says once. Steps
// are written within the transactions that the work makes anyhow, before it sleeps and at the end of a run, so that none delays
// the publish call; a kill loses at most the calls since the last of these. What comes again without anything new in between is
// one step with a count. A post has at most 200 steps: of a longer story the first 20 and the latest are kept, and what repeats
// goes first. A timeline goes with its post when that is deleted, and 90 days after the post's end.
package timeline
