// Package publish takes posts from QUEUED to PUBLISHED or FAILED, and has them shared to Pages (contract 3, Post.status). It runs the PUBLISH
// jobs, and the chores that look after posts once their job has ended. Package posts has the posts and checks every change of their
// status.
//
// # The parts
//
// A way to make posts visible is a channel (package channel), and there are three: feed, the network's publishing API; story, its own
// app's API, for stories with mentions; page, the share to the linked Page. What the channels share is beside them: delivery gets files to
// the network, failure says what an error means for the post, timing tells the time.
//
// A further channel is a package that implements channel.Channel, its place in New with what it needs in Parts, its name in package
// attempt, and a migration, for the table of attempts lists the names. A further network takes more: the gate asks for the time by package
// feed, reach and timing listen to package graph, and accounts belong to the one network (package auth). Its channel returns errors as
// failure.Error, since package failure reads those of graph and native alone, and its Work is a channel.Remover where posts can be deleted.
//
//	Engine       takes a job, finds the channel, and hands the post to a publication or a sharing
//	gate         keeps a post back that must not go out now, and says for how long and why
//	publication  one run over a post: prepare, intend, commit, and what follows from the answer
//	sharing      the same for the share of a post that is PUBLISHED; it never changes the status
//	journal      the ledger of attempts (package attempt) for one run: what was visible before, the intent, the verdict
//	resolver     finds out what became of an attempt; it only reads. Which item is whose, package match decides
//	life         moves the post on: its status, its job and its attempt in one transaction
//	reach        knows since when the network cannot be reached
//	searcher     looks for what became of attempts whose post has ended; addresses and releaser are the other chores
//	looks        fills in, at the start, what a migration could not work out about attempts
//	remover      deletes posts at the network; Finder looks for posts that the cloud may have published
//
// The files are named after the parts; a publication stands in publication.go, send.go (the call) and outcome.go (what follows when its
// answer was lost). What a run does is recorded by package posts/timeline (record.go).
// Package states is the table of what a post, its job and its attempts can be at once, with what each means and what comes next.
//
// # Never twice
//
// Each call that makes something visible is an attempt: a row of the ledger, on disk before the call is sent. The
// ledger alone hands out the permission (package intent) without which the clients of the network send no such call. From then on nobody
// but the network knows what became of it, and no answer but an id settles it: what the network refuses, it may show all the same.
//
// The resolver finds out. It asks the channel, in this order:
//
//	the network says which item it is      it is live, and that is its item
//	the network says that it is visible    it is live; its item is looked for in what the account shows
//	that it is not, and could be           once the call can no longer be on its way, a minute after it was sent, and once more
//	                                       five seconds later: it took no effect, and the call is sent again for the same reference
//	that it never will be                  it took no effect, and its reference is of no use
//	that it does not know it any more      what the account shows decides, once the call was refused or is older than a reference lives:
//	                                       when it is not there, it took no effect, and its reference is of no use
//	nothing                                what the account shows decides; that it is not there proves something of stories with
//	                                       mentions, and of a share with a reference that the Page refused
//
// An item is taken only when every assignment that the evidence allows gives it to the
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
// # Held posts
//
// The first post that finds the account's token dead, or the account at a checkpoint, is FAILED and marks the account. The
// others stay QUEUED, with TOKEN_EXPIRED and one reason, and ask the network nothing. They go on, oldest first and spaced,
// once the account works again, or are FAILED when that takes longer than the grace. One that somebody retries by hand is tried.
//
// A scheduled post whose time has come by this machine's clock only, when that is more than five minutes ahead of the dates
// of the network's answers, waits for the network's; nothing is missed by such a clock. Waits begun by a clock that is put
// back go on from there.
//
// Missed is what was due while Crier did not run (package uptime), by more than the grace: a clock that jumps ahead while it runs
// makes no post missed, a sleep of the machine does. Before a post is given up, and whenever this machine's clock was set since the two
// were compared, the network is asked for its date. While it cannot be asked the post stays QUEUED, neither sent nor given up, and
// says what it waits for; the wait does not make it due later. A scheduled post is late, and spaced, when its time passed before Crier was
// started, or by at least the spacing.
//
// # The share to the Page
//
// A post that is to be shared too is PUBLISHED first, and its completion counts once, there. The transaction that ends the
// publication enqueues another PUBLISH job for it, the same type since v1 knows no other. What it has got to stands in columns of its
// own. What nobody sees is repeated after a back-off, four attempts in all. The call that makes it visible is repeated only after a certain
// refusal that may pass, or when it is proved to have taken no effect, and then for the same photo or video. What cannot be told
// within 15 minutes ends with "it may be on the Page", and is looked for afterwards. An end without success leaves the post PUBLISHED with
// errorCode and errorMessage. A share that has not ended goes with the post when that is deleted. What is on the Page already stays there,
// also when the post is deleted at the network, for the contract speaks of the network alone: the answer's warnings name its
// address, and with partner=true it is deleted, too.
//
// # Choices that the contract leaves open
//
// A deletion at the network that gets no answer is repeated once. What was found by matching is read before it is deleted, for it can be
// what somebody posted by hand; when it no longer fits the post it is kept, and deleteError says so. The order of the refusals there:
// INVALID_STATUS, NO_MEDIA_ID, STORIES_CANNOT_DELETE. A PUBLISHED post has its permalink as a rule at once; when the network does not give
// it within seconds it follows later. A post is put aside after two interruptions in a row that found it no further than before,
// and after ten while it is being found out whether it is live.
package publish
