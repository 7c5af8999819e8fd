// Package handoff hands scheduled posts over to the user's cloud worker, and applies the results.
//
// Each job has a type of its own:
//
//   - queue stores the entries: the desired state of the worker. It is SQL alone.
//   - [Sender] sends the entries to the worker.
//   - [Editor] changes posts that the worker has, withdrawer cancels them there.
//   - fetcher fetches and applies the results of posts, and renewals stores renewed tokens with
//     them.
//   - reconciler compares the jobs of the worker with the entries, all the time; [Syncer] does
//     everything at once, when somebody asks for it.
//   - [Reclaimer] takes posts back when somebody asks for it.
//   - [Strays] finds jobs of the worker that this folder does not know, and cancels them;
//     [Adopter] makes them posts of this folder.
//
// port is the port through which posts.Intake, posts.Schedule and others schedule and withdraw
// posts. It is made without them: what the worker says is stored through posts.CloudPosts and
// posts.CloudResults.
//
// # One owner
//
// Once the cloud worker is set up and verified, a post without mentions goes there (isCloud). It
// stays SCHEDULED here and has no job in the local queue; cloudJobId, which is its id, says whose
// it is. Only what the worker confirms moves it: a cancellation, a fence, a result. A worker that
// does not answer moves nothing, however late the post is: it shows WORKER_UNREACHABLE then, and
// somebody may take it back. Posts that were scheduled before stay where they are.
//
// queue has an entry for each post that the worker has, may have, or is to have:
//
//	POST /schedule                  PUT confirmed                    result applied
//	──────────────▶ to be sent ─────────────────────▶ confirmed ─────────────────────────▶ (gone)
//	 same            │  ▲  ▲   │                       │  │  ▲                               ▲
//	 transaction     │  │  │   │ ALREADY_CLAIMED       │  │  │                               │
//	                 │  │  │   └──────────────────────▶│  │  │ proposal: confirmed, refused  │
//	       no answer │  │  │ new token, another form   │  └──┤                               │
//	     (back-off,  │  │  │ of a file, lost there     │     │ PUT /schedule/{id}            │
//	      a new rev) └──┘  └───────────────────────────┘     │                               │
//	                       ▲                                 │                               │
//	                       └────────── no answer ────────────┘                               │
//	                                                                                         │
//	DELETE confirmed, handed back, FENCED; never sent and cancelled, missed, taken back ─────┤
//	account disconnected ──▶ ABSENT: cancelled until the worker confirms, or tells a result ─┤
//	a fence put up through Cloudflare ──▶ is sought on the network after 5 and 11 minutes ───┘
//
// Anyone who acts on a post at the worker holds it meanwhile, one at a time, never within a
// transaction; and what is stored afterwards is stored only if the entry still has the revision
// that was sent. Before a request goes out that can change anything there, its revision is on disk,
// and with it that the worker may have the post. Every request has a revision of its own, of a
// counter that only grows, whatever becomes of posts and their entries; so of two requests that
// cross, the later one counts, and one that comes late is refused. A worker that knows of a higher
// revision, or epoch, raises ours.
//
// # Edits
//
// An edit is stored as a proposal, sent, and applied here once the worker has it. Without an answer
// nobody knows which of the two the worker has: the client is told WORKER_UNREACHABLE, and the post
// is sent as it stands here, which makes the edit stale, unless the worker has claimed the post by
// then: the revision that it says tells whether it publishes the edit, which is then applied. A
// second edit waits for that. In the same way a cancellation without an answer is made good by
// sending the post again: what was not confirmed is not done.
//
// A post that gets other files, another type or another account is given up by the worker, and
// handed over again as it is then: it is changed, and its next entry written, in the transaction
// that ends the one before.
//
// A picture that is edited gets another object in the bucket. The one before stays until the worker
// confirms a revision that does not name it, because the worker may publish the post from it.
//
// When a set-up makes a bucket again that somebody has deleted, the files of all posts count as
// lost: they are put there again, and the posts sent again with their addresses. One that is due
// before its worker knows these fails there, as it would without a set-up.
//
// # Results
//
// They are stored one by one, each in a transaction of its own together with the end of its entry,
// so that one that cannot be stored keeps none of the others; a page is acknowledged after that,
// and what comes again changes nothing. They are asked for every 15 seconds while a post is due,
// each minute while there are entries, else every 10 minutes, and at the start. A PUBLISHED result
// of a post that has come back to the local queue, and has not been begun, takes it out of there.
// Once an hour, and each minute while a post is overdue, the worker's open jobs are compared with
// the entries: what it holds a post for is shown, and what it does not know any more, or has given
// up without anybody here knowing of it, is sent again before its time, or sought on the network
// after it; and what it has otherwise than it confirmed is sent again. So it is after a data folder
// was put back.
//
// A first comment goes along with its post, where the worker makes comments and nobody knows that
// the account may not, and then it is the worker's alone. A PUBLISHED result may come before it is
// known what became of it, and says so; the one that tells comes later, and needs no entry. In the
// meantime the ledger has an open attempt, so that nothing is sent from here. What the worker gives
// back, or was never sent, is made here.
//
// With the results come tokens that the worker has renewed while this machine was off. An account
// takes one over if its own is among those that it was got for; its posts are sent again with it
// then, like those of an account that was connected again.
//
// # What this folder has forgotten
//
// A folder that was put back does not know what the worker has. Comparing finds such posts, with
// what they are; a post of this folder among them, a draft for instance, is not sent from here
// meanwhile, and a draft that the worker has published is not published again. A person has each
// adopted or cancelled there, and a teardown waits for that. What a fence gave back of them stays
// at the worker until then.
//
// Before the first change of a process the worker says the highest revision that it ever took. A
// folder that gave out less is older than what was done with it, and goes into quarantine (package
// instance); so does one of which another copy was started since, to which alone the worker
// listens. Each change at the worker is a step of the folder, and a post that a quarantine holds is
// not sent.
//
// # Taking posts back
//
// It is done only when somebody asks for it (POST /api/schedule/takeover). The fence is raised
// whether or not there are entries. Time is Cloudflare's here: this machine's clock, which may be
// set wrongly, neither releases a post nor ends a wait. Every post that the worker may have had is
// looked for by the engine before it is sent from here, unless the worker itself says that it had
// the post and sent nothing of it. What the worker never had comes back always. Where the worker
// answers, it says what it hands back; every other post is cancelled there one by one, or its
// result is awaited. Otherwise a fence goes up through Cloudflare, and reaches the worker within
// five minutes: what is due later than that comes back at once, the rest is sought among the
// account's media after these minutes. A post that is found is PUBLISHED; where that cannot be told
// it is FAILED, "may be live"; one that is not there, on a list that is whole, is sought again once
// the network certainly shows what the worker began in the last moment (publish.ShownWithin), and
// goes to the local queue when it is not there then. Until then two looks have to find the same
// item, because one may lack the post's own and have one that was posted by hand. That holds for
// what was long due, too: the worker publishes what is up to a day late. With an entry that was
// sent again behind the fence nothing is done: taking over again takes it too. What was given up
// here, and the worker was never told, ends behind the fence as well.
//
// # Choices that the contract leaves open
//
// A request waits ten seconds for the worker. What is not confirmed by then, or refused, is a
// warning of POST /schedule with the code of the reason; a repeated request under its
// Idempotency-Key is warned of what is true by then. An edit that adds mentions takes the post back
// first. A post that the worker does not take, or that has lost a file, goes to the local queue
// once the worker has given it up; with a file gone it fails there, at its time. What was never
// sent and is later than the grace, by Cloudflare's time, is FAILED, INVALID_SCHEDULE.
// crossPostToPartner is ignored for what ends at the worker, also when a retry publishes it from
// here; a post that comes back before is shared as it was asked for. A retry is not begun before
// the worker has certainly given the post up. A deletion of a post that has ended at the worker
// applies the result first, and then succeeds.
//
// That an account's token was found dead is no reason to send its posts again: the worker finds
// that out by itself, and holds them. Posts of accounts of the other network mode are not sent.
package handoff
