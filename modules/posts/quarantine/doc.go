// Package quarantine finds out which posts of a data folder that has gone back in time are live
// already, and lets a person decide about the others.
//
// Package instance begins a quarantine and holds every post from then on. This package has a row
// for each post that is not PUBLISHED, except drafts, and for each PUBLISHED one that is still to
// be shared. Such a post keeps its status. Its errorCode is UNKNOWN_ERROR, and its errorMessage
// says why it is held. Crier releases nothing by itself, because the folder may have lost a
// cancellation. It judges by reads alone:
//
//	LIVE    the account shows all that appeared since the folder's last sign of life, with as many
//	        items of the post's look as there are posts of that look, each of which was due when its
//	        item appeared; and no other post of the look was decided about, or deleted, without
//	        anybody knowing its item. Each post is FAILED and then PUBLISHED, with its item, in one
//	        transaction
//	ABSENT  the account shows all, and neither an item of the look nor one of that type that belongs
//	        to no known post. The post is offered for release
//	UNSURE  anything else: several candidates, an item that appeared before the post was due, items
//	        that may be the post after an edit, an incomplete list, a story without a trace, an
//	        account that cannot be read, a share to a Page. A person decides
//	CLOUD   the cloud worker has the post as it is here, and publishes it in its time, so that nobody
//	        has to decide about it. One that the worker has otherwise, or has given up, is UNSURE
//
// A decision releases a post, calls it live, drops it (it becomes a draft), or lets it stay. The
// quarantine ends when a person closes it, which is refused while there are posts without a
// decision. A FAILED post does nothing by itself, so that a verdict is enough; when the verdict is
// not ABSENT, its message says so from then on. Posts that are made during the quarantine wait for
// its end, too.
package quarantine
