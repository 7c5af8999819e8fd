// Package schedule takes posts that are to be published at a time (contract 4, Schedule).
//
// A scheduled post is a post with a job in the local queue, written in one transaction; at its time the queue claims the
// job and the post becomes QUEUED. Cancelling is a compare-and-set against that claim: one of the two wins, and a success
// here means that the post will never fire.
//
// On the internal surface a draft and a scheduled post are changed by one operation, files, type and account among it, by an editor who says
// which state of the post it saw; and one thing is done to many posts, to each as to one alone.
//
// What goes to the cloud worker instead, and comes back from it, is in the package handoff.
//
// # Choices that the contract leaves open
//
// The list is ordered by scheduledFor, next first; a time zone is an IANA name that the embedded database knows, and neither
// "Local" nor empty.
package schedule
