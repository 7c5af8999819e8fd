// Package notify tells a person outside of the browser what needs them: that posts failed or are
// held, that the access of an account ends or is refused, and what package health found to be
// mended.
//
// # What is told
//
// Each trouble has a cause, with its account where it has one, and is told once a day at most: ten
// posts that failed for one reason are one notification with the number. When it was told is in the
// database. What has happened (a post failed) is told once; what goes on (an access that has ended)
// is told again after a day. What happened before the first place was chosen is not told.
//
// # Where
//
// On the desktop, by the program of crier serve --on-event, and at addresses of services such as
// ntfy or a mail server, which package teller knows. Nothing is chosen at first: the desktop too is
// told only where somebody has switched it on, because the tabs of the browser keep quiet from then
// on, and a screen may have other readers.
//
// # Nothing waits for it
//
// A trouble and what is to be told of it are committed together, one row for each place, and each
// place is told at its own pace. A row is deleted once the place has taken it. So
// nothing is lost when the process dies; what was being delivered at that moment may be told twice.
// A place that fails is tried again after growing pauses. Then what waits for it is dropped, and
// Health says so until the place takes something.
//
// The changes of posts and accounts wake the look for troubles, a moment later so that a batch
// counts as one; a chore looks for what time alone brings. Without a place neither reads anything
// but that.
package notify
