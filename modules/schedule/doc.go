// Package schedule publishes posts at a time (contract 4, Schedule).
//
// A scheduled post is a post with a job in the local queue; one transaction writes both. At its
// time the queue claims the job and the post becomes QUEUED. Cancelling is a compare-and-set
// against that claim: one of the two wins, and a cancellation that succeeds means that the post
// will never fire.
//
// On the internal surface one operation changes a draft and a scheduled post, including its files,
// type and account; the editor says which state of the post it saw. Another operation does one
// thing to many posts, to each as to one alone.
//
// Package handoff sends posts to the cloud worker instead, and takes them back.
//
// # Choices that the contract leaves open
//
// The list is ordered by scheduledFor, next first. A time zone is an IANA name that the embedded
// database knows; neither "Local" nor an empty name is one.
package schedule
