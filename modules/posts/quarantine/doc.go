// Package quarantine finds out which posts of a data folder that has gone back in time are live already, and lets somebody decide about
// the others.
//
// Package instance begins a quarantine, and holds every post from then on. This package has a row for each post that is not PUBLISHED, drafts
// aside, and for each PUBLISHED one that is still to be shared. Such a post keeps its status; its errorCode is UNKNOWN_ERROR, and its
// errorMessage says why it is held. Nothing is released by itself, for a cancellation may be what the folder has lost. Reads alone judge:
//
//	LIVE    the account shows all that appeared since the folder's last sign of life, with as many items of the post's
//	        look as there are posts of it: each is FAILED and then PUBLISHED, with its item, in one transaction
//	ABSENT  it shows all, no item of the look, and none of that type that no post is known to be: offered for release
//	UNSURE  anything else: several candidates, items that may be the post after an edit, a list that is not whole, a
//	        story without a trace, an account that cannot be read, a share to a Page: a person decides
//	CLOUD   the cloud worker has it: its result comes home, or it is cancelled there
//
// A post is released, called live, dropped (it is a draft again), or stays. The quarantine ends when somebody closes it, which is refused
// while there are posts that nobody has decided about. A FAILED post does nothing by itself, so that a verdict is enough; when it is not ABSENT
// its message says so from then on. What was made during the quarantine waits too, and goes on with its end.
package quarantine
