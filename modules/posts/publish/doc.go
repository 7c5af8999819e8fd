// Package publish takes posts from QUEUED to PUBLISHED or FAILED, by the network's publishing API or its own app's, and shares them
// to Pages (contract 3, Post.status). It runs the PUBLISH jobs, and the chores that look after posts once their job has ended.
// Package posts has the posts and checks every change of their status.
//
// # Never twice
//
// Each call that makes something visible is an attempt: a row of the ledger (package attempt), on disk before the call is sent. The
// ledger alone hands out the permission (package intent) without which the clients of the network send no such call. From then on nobody
// but the network knows what became of it, and no answer but an id settles it: what the network refuses, it may show all the same.
//
// The resolver finds out. It asks a channel, which is one way to make a post visible (feed: the publishing API; story: the network's own
// app API; page: the share to the Page), in this order:
//
//	the network says which item it is      it is live, and that is its item
//	the network says that it is visible    it is live; its item is looked for in what the account shows
//	that it is not, and could be           once the call can no longer be on its way, a minute after it was sent, and once more
//	                                       five seconds later: it took no effect, and the call is sent again for the same reference
//	that it never will be                  it took no effect, and its reference is of no use
//	nothing                                what the account shows decides; that it is not there proves something of stories only
//
// Which item is whose, package match decides: an item is taken only when every assignment that the evidence allows gives it to the
// attempt, in several reads. What looked alike and was visible before the call is not its item (the baseline, which is read while the
// network processes the media), nor is what appeared outside of the call's window, by the network's clock. A post that looks like one
// whose outcome is being asked for waits for it in QUEUED, so that two are hardly ever in doubt at once.
//
// A post that the network calls live is PUBLISHED at once; its id follows when it can be told. One of which nobody can tell within 15
// minutes is FAILED and says that it may be live. The background search goes on for both, whatever the post's error, until it was asked
// for in vain for a day. A retry of a FAILED post asks in the same way before it sends anything.
//
// # Time
//
// Nothing that is stored can put work far into the future: how long ago a call was sent is told by how long Crier ran since, and by the
// network's clock. Patience counts the time in which the network answers: a closed lid, or an offline spell, costs nothing.
//
// A network that cannot be reached is no attempt. The post waits in QUEUED and says since when; it goes on as soon as the network
// answers anyone, and is FAILED when it would come later than the grace allows. While the network processes media, the job waits and
// no worker does.
//
// # Before anything is made
//
// The preflight wants each file on the disk and valid, a place from which the network can fetch it, calls and posts left
// of the account's allowance and cap, and the post's time come by the network's clock too. A public address is asked as
// the network will ask it (package publicurl).
//
// # Held posts
//
// The first post that finds the account's token dead, or the account at a checkpoint, is FAILED and marks the account. The
// others stay QUEUED, with TOKEN_EXPIRED and one reason, and ask the network nothing. They go on, oldest first and spaced,
// once the account works again, or are FAILED when that takes longer than the grace. Who retries one by hand has it tried.
//
// A scheduled post whose time has come by this machine's clock only, when that is more than five minutes ahead of the dates
// of the network's answers, waits for the network's; nothing is missed by such a clock. Waits begun by a clock that is put
// back go on from there.
//
// Missed is what was due while Crier did not run (package uptime), by more than the grace: a clock that jumps ahead while it runs
// makes no post missed, a sleep of the machine does. Before a post is given up, and whenever this machine's clock was set since the two
// were compared, the network is asked for its date. While it cannot be asked the post stays QUEUED, neither sent nor given up, and
// says what it waits for; the wait does not make it due later.
//
// # Bytes in place of an address
//
// With the partner login the network is sent the bytes of videos, so that these need no public address. The container and the
// place for the bytes are stored before the first of them goes, and an upload always goes on where the network says that it
// got to: after a cut, and after a kill, for the same container. One that gets no further three times in a row is an attempt
// that failed. A container that says three times in a row that its upload has failed counts as failed, whatever its status.
//
// # Stories with mentions
//
// The publishing API has none, so that a story with storyMentions goes out by the network's own app API, with the native session that
// package settings keeps (publishedViaPrivateApi). A name is written into the picture where the area of a mention is, which nobody
// sees; a video gets the area alone, and a warning says so.
//
//	PROCESSING  the files, with the names written in; the id of the upload, durable; the ids of the mentioned, the upload
//	    │ intend, durable
//	PUBLISHING  the one call that makes the story visible
//	    │ live: its id, durable; then it is read back
//	PUBLISHED   a mention that the network has left out stands in errorCode and errorMessage
//
// When the answer is lost, the account's live stories are read. One that names the upload is the post, and so is the only one with
// exactly its mentions and its kind. When none could be it, five minutes after the call and in several reads, the call took no effect
// and is made again, for the same upload. An answer that says that the video is still worked on settles its attempt; the call is made
// again after three seconds as an attempt of its own. A challenge, a dead session, a limit or suspected spam ends the post at once:
// nothing goes on against the network's will but the search for a story that is live all the same, which asks more and more rarely. To
// the publishing API such a story has another id, which is never taken for another post's.
//
// # The share to the Page
//
// A post that is to be shared too is PUBLISHED first, and its completion counts once, there. The transaction that ends the
// publication enqueues another PUBLISH job for it, the same type since v1 knows no other, which makes the share and never
// changes the status. What it has got to stands in columns of its own:
//
//	choose the call     IMAGE: photo; REELS: reel if it is 9:16, at least 540x960, and 3 to 90 s by its own header, else video;
//	                    STORIES: photo story, video story
//	prepare, unseen     photo, photo story: an unpublished photo; reel, video story: a video that is begun and has all its bytes
//	intent, durable     then the one call that makes it visible: /feed, /videos, /photo_stories, or the finish of a video
//	SHARED              partnerPostId is stored; the Page processes a video, then partnerPermalink is stored and it has ended
//
// What nobody sees is repeated after a back-off, four attempts in all. The call that makes it visible is repeated only
// after a certain refusal that may pass, or when the status of a reel's or story's video, read twice once the call can no
// longer be on its way, proves that no finish was taken, and then for the same video. Otherwise the Page's lists are read: a photo and a
// story name what they were made from, a plain video is told by time and text. What cannot be told within 15 minutes ends with "it may
// be on the Page", and is looked for afterwards. An end without success leaves the post PUBLISHED with errorCode and errorMessage.
// partnerPostId is the post's id, and the video's where the network names no post. A share that has not ended goes with the post when
// that is deleted. What is on the Page already stays there, also when the post is deleted at the network, for the contract speaks of
// the network alone: the answer's warnings name its address, and with partner=true it is deleted, too.
//
// # Choices that the contract leaves open
//
// A deletion at the network that gets no answer is repeated once. What was found by matching is read before it is deleted, for it can be
// what somebody posted by hand; when it no longer fits the post it is kept, and deleteError says so. The order of the refusals there:
// INVALID_STATUS, NO_MEDIA_ID, STORIES_CANNOT_DELETE. A PUBLISHED post has its permalink as a rule at once; when the network does not give it within seconds
// it follows later. User tags of a carousel go to its first image. A post is put aside after two interruptions in a row that
// found it no further than before. A scheduled post is late, and spaced, when its time passed before Crier was started, or by at
// least the spacing.
package publish
