// Package publish takes posts from QUEUED to PUBLISHED or FAILED, comments below them, and shares
// them to Pages (contract 3, Post.status). It runs the PUBLISH jobs, and the chores that look after
// posts once their job has ended. Package posts stores the posts and checks every change of their
// status.
//
// # The parts
//
// A channel (package channel) is a way to make posts visible. There are four: feed is the network's
// publishing API; story is its own app's API, for stories with mentions; page is the share to the
// linked Page; comment is the first comment below a post. Beside them is what they have in common:
// delivery gets files to the network, failure says what an error means for the post, timing tells
// the time.
//
//	Engine       takes a job, finds the channel, and gives the post to a publication
//	gate         keeps back a post that must not go out now, and says for how long and why
//	publication  one run: prepare, intend, commit, and act on the answer
//	life         what the run is over, and what errors mean for it: postLife is a post, commentLife
//	             the first comment and shareLife the share of a PUBLISHED post, which never change
//	             the status
//	journal      the ledger of attempts (package attempt) for one run: baseline, intent, verdict
//	lookalikes   has posts wait for others that look the same, while it is not known what became of
//	             those
//	resolver     finds out what became of an attempt; it only reads, and package match compares
//	statuses     changes the post's status, its job and its attempt in one transaction
//	reach        knows which hosts of the network cannot be reached, and since when
//	searcher     looks for what became of attempts whose post has ended
//	namer        a chore: soon looks for the ids of posts that became PUBLISHED without one
//	addresses    a chore: reads permalinks that the network did not give at once
//	releaser     a chore: takes back public files
//	lookFiller   fills in, at the start, what a migration could not work out about attempts
//	remover      deletes posts at the network
//	Finder       looks for posts that the cloud may have published
//
// A file is named for its part, and no file uses what a file above it declares: e2e tests it. A
// publication is publication.go (how it waits and ends), above it way.go (the way to the call and
// what becomes of it). beside.go has what the lives beside a PUBLISHED post have in common.
// record.go records what a run does in package posts/timeline.
// Package states is the table of what a post, its job and its attempts can be at once, with the
// meaning of each row and what comes next.
//
// # Adding a channel
//
// A further channel is a package that implements channel.Channel, a place in New with what it needs
// in Deps, a name in package attempt, and a migration, because the table of attempts lists the
// names. A further network takes more: the gate asks package feed for the network's time, reach and
// timing listen to package graph, and accounts belong to the one network (package auth). Its
// channel returns errors as failure.Error, since package failure reads the errors of graph and
// native alone, and its Work is a channel.Remover where posts can be deleted.
//
// # Never twice
//
// Each call that makes something visible is an attempt: a row of the ledger, on disk before the
// call is sent. The ledger alone gives the permission (package intent) without which the clients of
// the network send no such call. Once it is sent, nobody but the network knows what became of it.
// Only an id settles it: the network may show even what it answered with an error.
//
// The resolver finds out. It asks the channel, and acts on the first row that fits:
//
//	the network names the item      the call took effect, and that is its item
//	the network calls it visible    the call took effect; the account's list decides which item it is
//	it is not visible, but may be   the call took no effect, once it can no longer be on its way: a
//	                                minute after it was sent, and confirmed five seconds later. It is
//	                                sent again for the same reference
//	it never will be visible        the call took no effect, and its reference is useless
//	the reference is unknown        the account's list decides. An item that is not there means that
//	                                the call took no effect and that its reference is useless, once
//	                                the call was refused or is older than a reference lives
//	the network says nothing        the account's list decides. An item that is not there proves
//	                                something only for stories with mentions, and for a share whose
//	                                reference the Page refused
//
// The resolver binds an item to the attempt only when every assignment that the evidence allows
// does so, in several reads. Two kinds of item are never the attempt's: those that looked alike and
// were visible before the call (the baseline, which is read while the network processes the media),
// and those that appeared outside of the call's window, by the network's clock. A post that looks
// like one whose outcome is open waits for it in QUEUED, so that two are hardly ever in doubt at
// once.
//
// A post that the network calls live is PUBLISHED at once, and gets its id when the id is certain.
// A post whose outcome is still open after 15 minutes is FAILED and says that it may be live. The
// background search goes on for both, whatever the post's error, until it has asked in vain for a
// day. A time in which the account cannot be asked, as its token is dead, does not count. A retry
// of a FAILED post asks in the same way before it sends anything. What was searched for in vain it
// sends again, because the post tells its user to look for it before a retry. So it is not retried
// together with others.
//
// A post that ends while the outcome of its call is open is in doubt (posts.Doubt), and so is one
// whose share ends so, whatever the network said of the call. A comment that nobody answered for
// and that is not seen is NOT_SEEN. Its message says so. Once the call is known to have had no
// effect, the doubt ends, and with it what the message says of it. Package states checks that each
// open outcome of a post that has ended is a doubt.
//
// # Time
//
// Nothing that is stored can delay work far into the future. The age of a call is measured by how
// long Crier ran since, and by the network's clock. A timeout counts only the time in which the
// network answers: a closed lid or an offline spell costs nothing.
//
// A network that cannot be reached costs no attempt, also where the call that makes the post
// visible finds it so. The post waits in QUEUED, or in PUBLISHING once its first call was written
// down, and says since when; it goes on as soon as the network answers anyone, or, while one of its
// hosts alone is away, is tried less and less often, up to once a minute; it fails when it
// would be later than the grace allows. The machine counts how late it is: a clock that is set back
// and put right meanwhile makes no post late. While the network processes media, the job waits and
// occupies no worker.
//
// A limit of the network costs no attempt either. The post waits for its end in QUEUED, or in
// PUBLISHING where its call was refused for the limit, and says until when. That a limited network
// cannot be asked about such a call uses up none of the 15 minutes. The post fails when it would
// wait for more than a day. The attempt stores that its call was refused for a limit, so that the
// wait goes on after a time in which the network could not be reached.
//
// # Held posts
//
// The first post that finds the account's token dead, or the account at a checkpoint, fails and
// marks the account. The others stay QUEUED, with TOKEN_EXPIRED and one reason, and ask the network
// nothing. Once the account works again they go on, oldest first and spaced; when that takes longer
// than the grace, they fail. A post that somebody retries by hand is tried all the same.
//
// A scheduled post waits for the network's clock when this machine's clock is more than five
// minutes ahead of the dates of the network's answers. Once that is put right, it is SCHEDULED
// again until its time. Such a clock makes no post missed. A wait
// that began under a clock that was put back goes on from the new time.
//
// A post is missed when it was due while Crier did not run (package uptime), by more than the
// grace. A clock that jumps ahead while Crier runs makes no post missed; a sleep of the machine
// does. Crier asks the network for its date before it gives a post up, and whenever this machine's
// clock was set since the two were compared. While the network cannot be asked, the post stays
// QUEUED, is neither sent nor given up, and says what it waits for; that wait does not count as
// lateness. A scheduled post is late, and is spaced, when its time passed before Crier was started,
// or by at least the spacing.
//
// The spacing lies between visible calls of an account, however long the network takes over the
// media. A post takes its turn before its work begins and before each look at its media, and waits
// only for what has happened: the account's latest call, and the beginning of the work on another
// post. So none waits for ever, and one whose media take long lets the others go first. A post that
// began in time takes no turn, unless Crier ended or the machine slept while the network was at its
// media.
//
// # The first comment
//
// What is made beside a post comes after it: the post becomes PUBLISHED first, and its completion
// counts once, there. The transaction that ends the publication enqueues another PUBLISH job, the
// same type because v1 knows no other, for the first comment, and the end of that one for the
// share. Where it is not known which item the post is, the comment waits for that. The network
// names what nothing of ours could name before the call, and hides comments by its filters. So:
//
//   - A comment without an answer is looked for in the list below the post, for 15 minutes and then
//     in the background for a day, and is never made again.
//   - One that the network has refused is made again where the refusal may pass and the list, read
//     minutes later, does not have it, four times in all.
//   - A comment of the account with the text, of the time of the call, below this very post, is the
//     call's.
//   - An account that is known not to have the permission sends nothing.
//   - A comment that ends without success leaves the post PUBLISHED, with firstCommentState,
//     errorCode and errorMessage, beside what the share says. A deletion of the post ends it.
//
// # The share to the Page
//
// A post that is shared too becomes PUBLISHED first. The share's progress has columns of its own.
//
//   - Steps that nobody sees are repeated after a back-off, four attempts in all.
//   - The call that makes the share visible is repeated only after a certain refusal that may pass,
//     or when it is proved to have taken no effect, and then for the same photo or video.
//   - A share whose outcome is still open after 15 minutes ends with "it may be on the Page", and
//     the search goes on for it.
//   - A share that ends without success leaves the post PUBLISHED, with errorCode and errorMessage.
//   - A deletion of the post ends a share that has not ended. A share that is on the Page stays
//     there, also when the post is deleted at the network, because the contract speaks of the
//     network alone. The answer's warnings give its address, and partner=true deletes it too.
//
// # Choices that the contract leaves open
//
// A deletion at the network that gets no answer is repeated once. An item that was found by
// matching is read before it is deleted, because it can be a post that somebody made by hand; when
// it no longer fits the post it is kept, and deleteError says so. The order of the refusals there
// is INVALID_STATUS, NO_MEDIA_ID, STORIES_CANNOT_DELETE.
//
// As a rule a PUBLISHED post has its permalink at once; it follows later when the network does not
// give it within seconds. A post is put aside after two interruptions in a row that found it no
// further than before, and after ten while Crier is finding out whether it is live.
package publish
