// Package publish takes posts from QUEUED to PUBLISHED or FAILED, by the network's publishing API or its own app's, and shares them
// to Pages (contract 3, Post.status). It runs the PUBLISH jobs, and the chores that look after posts once their job has ended.
// Package posts has the posts and checks every change of their status.
//
// # Never twice
//
// The publish call is sent only after a durable commit of the container's id and of the intent to publish it. From then
// on nobody but the network knows, so whoever finds a post in PUBLISHING reads: the container's status first, then the
// account's own media, matched by time, type, caption and by what no other post owns, and never simply the newest. Posts of
// ours that look alike are told apart by their order, as long as the account shows as many as there are; what somebody
// posts by hand makes one more, and then none is taken. The call is sent again only for the same container, and only once
// that was read as FINISHED twice with a pause, the second time not before a first call without an answer can no longer
// be on its way, a minute after it was sent. A retry of a failed post looks in the same way before it does anything. An
// answer that nobody has heard of is held against the container, and the post is looked for after its end, too.
//
// A PUBLISHED post whose media could not be told is looked for among the account's media for a day, as are FAILED ones
// whose call was sent.
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
// When the answer is lost, the account's live stories are read. One that has exactly the post's mentions, its kind, and an
// id that no other post has is the post; stories that could be it keep the question open, for 15 minutes. Only when there is
// none, five minutes after the call and twice, or after an answer that refused it for certain, is the call made again,
// for the same upload. A challenge, a dead session, a limit or suspected spam ends the post at once: nothing goes on against
// the network's will. What it refused it may show all the same, so that a retry looks for it first. To the publishing API such a story has another id, which is never taken for another post's.
//
// # The share to the Page
//
// A post that is to be shared too is PUBLISHED first, and its completion counts once, there. The transaction that ends the
// publication enqueues another PUBLISH job for it, the same type since v1 knows no other, which makes the share and never
// changes the status. What it has got to stands in columns of its own:
//
//	choose the call     IMAGE: photo; REELS: reel if it is 9:16, at least 540x960, and 3 to 90 s by its own header, else video;
//	                    STORIES: photo story, video story
//	prepare, unseen     photo story: an unpublished photo; reel, video story: a video that is begun and has all its bytes
//	intent, durable     then the one call that makes it visible: /photos, /videos, /photo_stories, or the finish of a video
//	SHARED              partnerPostId is stored; the Page processes a video, then partnerPermalink is stored and it has ended
//
// What nobody sees is repeated after a back-off, four attempts in all. The call that makes it visible is repeated only
// after a certain refusal that may pass, or when the status of a reel's or story's video, read twice once the call can no
// longer be on its way, proves that no finish was taken, and then for the same video. Otherwise an unknown outcome is
// read: a story by its photo, a reel by its video, a photo or plain video by time and text among the Page's posts that are
// no other post's. What cannot be told within 15 minutes ends with "it may be on the Page". An end without success leaves
// the post PUBLISHED with errorCode and errorMessage. partnerPostId is the post's id, and the video's where the network
// names no post. A share that has not ended goes with the post when that is deleted; what is on the Page already stays
// there, also when the post is deleted at the network, for the contract speaks of the network alone.
//
// # Choices that the contract leaves open
//
// A deletion at the network that gets no answer is repeated once. The order of the refusals there: INVALID_STATUS, NO_MEDIA_ID,
// STORIES_CANNOT_DELETE. A PUBLISHED post has its permalink as a rule at once; when the network does not give it within seconds
// it follows later. User tags of a carousel go to its first image. A post is put aside after two interruptions in a row that
// found it no further than before. A scheduled post is late, and spaced, when its time passed before Crier was started, or by at
// least the spacing.
package publish
