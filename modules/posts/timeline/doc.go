// Package timeline records what happens to posts, step by step.
//
// A step is a change of status, a claim with its lateness, a call of the network with its figures,
// a wait, a finding or a decision. The internal surface shows the steps (GET
// /api/posts/{id}/timeline), and so does the command line. v1 does not, because the text of a step
// changes with the program.
//
//	Add        writes a change of status, a claim or a request of a client, in its transaction
//	Recording  writes the steps of one run: graph.WithObserver reports calls,
//	           httpclient.WithObserver what is unknown in answers of the app API, jobs.Watch
//	           transactions and sleeps, and Note decisions
//
// No step decides anything, and none fails a post: a step that cannot be written is left out, which
// the log says once. Steps are written within the transactions that the work makes anyway, before
// it sleeps, and at the end of a run, so that none delays the publish call. A kill loses at most
// the calls since the last of these. Repetitions without anything new in between are one step with
// a count.
//
// A post has at most 200 steps. Of a longer story the first 20 and the latest are kept, and
// repetitions go first. A timeline is deleted with its post, and 90 days after the end of its post.
package timeline
