// Package posts owns drafts, posts and their history (contract 2, Post; contract 3, Post.status; contract 4, Posts). Package publish
// publishes them, package timeline records what happens to them, and package networkclock compares the clocks for both.
//
// Each job has a type of its own:
//
//   - [Intake] takes in what is to be published, at once or at a time; [Drafts] are what somebody still writes.
//   - [Checker] says what is refused of both, [Warner] what the author may not expect, [Answers] what a request was answered before.
//   - [Importer] makes and changes the posts of a file, all or none, and remembers for ever which row made which.
//   - [History] tells of posts. [Schedule] is those that wait for a time.
//   - [Retrier] has failed posts published again, [Deleter] takes posts out of the history.
//   - [Preflighter] finds all that stands in the way of a post before it is sent; [Editables] are posts as their editors see them.
//   - [CloudPosts] is the posts that a cloud has, [CloudResults] stores what became of them there.
//
// # Life cycle
//
//	POST draft      POST publish          POST schedule
//	    │                │                      │
//	    ▼     draftId    ▼      job claimed     ▼
//	  DRAFT ─────────▶ QUEUED ◀──────────── SCHEDULED ◀─── DRAFT, draftId
//	    ▲                │ ▲ ▲                  │
//	    │  cancelled     │ │ │ retry            │ missed, disconnected
//	    └────────────────┤ │ └─────────────┐    │
//	                     ▼ │ transient     │    ▼
//	                 PROCESSING ─────────▶ FAILED
//	                     │                 ▲    │
//	  intent committed   │                 │    │ proof that it is live
//	                     ▼                 │    ▼
//	                 PUBLISHING ───────────┴▶ PUBLISHED
//
// The same as data is LifeCycle, with which every change of status is checked; the database has it too, and a trigger there
// refuses any other change. A status changes together with the job that works on the post, in one transaction, and only from
// the status that was expected: of two who race, one wins.
//
// # The cloud
//
// A scheduled post may be the cloud's to publish (Cloud, which package schedule is). It is SCHEDULED with a cloudJobId and has no job here: no
// worker claims it, whatever the time. Nothing changes, cancels, deletes or retries it before the cloud has confirmed that
// it will not publish what it has; that is asked outside of every transaction. What becomes of it there comes home in one transaction:
//
//	PUBLISHED   SCHEDULED, or QUEUED after it came back, goes through the life cycle at once; FAILED turns out to be live;
//	            what this machine is publishing itself is left to find that out by its own reads
//	FAILED      SCHEDULED fails, with the container and the attempt, from which a retry and the chores go on
//
// cloudJobId stays on a post that has ended there. Its files stay public and in their bucket for as long as it waits. A media that the cloud found and
// that is another post's is not taken: FindMedia looks for the right one. While a post that looks the same is due in the cloud, no
// media is taken for one of ours that had to be found among the account's: it may be the other's.
//
// # Plans and the calendar
//
// A draft can be planned for a time, which publishes nothing and v1 does not show; it loses the plan when it is scheduled or published. A
// calendar shows each post at one instant: when it was published, is scheduled for, is planned for, or failed. That is an expression in an
// index of the database, and a test holds it against the same in Go. Two changes of a post by clients never have the same updatedAt, so that an
// editor who sends back the one that it saw overwrites nothing that it has not seen.
//
// # Deletions
//
// A post that is deleted moves to an archive: no list and no read shows it, but what it owns at the network is still known
// to be no other post's. Its job is cancelled with it; a worker that is at it finds it gone before it could publish.
// With a deletion at the network it moves whatever the network says, and stays only when Crier itself fails before it has
// asked.
//
// # Repeated requests
//
// The answer to a creating request with an Idempotency-Key is stored in the transaction that creates the post. Keys are
// the user's, whichever API key they come with and whichever of the three operations they are for; a request is the same
// when it asks for the same, however that is spelt. A refused request leaves its key free.
//
// # Public files
//
// What a post has made public for the network is taken back in the transaction that ends it, or its share to the Page: of each
// file that no other post is about to have fetched (QUEUED, PROCESSING, PUBLISHING, the cloud's, or still to be shared). A post that is
// claimed later makes the file public under another key, and so does a retry. Of a post that FAILED while the network was still working on
// its container, the object stays for two hours: the network may be fetching it, and a retry uses that container. A chore
// takes back whatever a deleted post has left.
//
// # Choices that the contract leaves open
//
// A change of a draft between CAROUSEL and another type drops its files, unless it names others. Files that a change of
// a draft does not speak of are not checked. Warnings tell of a token that expires before the time, a post of the last
// day with the same first file and caption, another post of the account within 20 minutes, a cap that will be used up,
// what the network is known to refuse, a clock that is wrong, and what this version cannot do; a draft's, of what
// publishing it as it is would be refused for.
//
// GET /posts is newest first. mediaFiles is filled in lists too; deleted files are left out of it. A mediaFileIds on
// another type than CAROUSEL is VALIDATION_ERROR; a media file that does not exist is MEDIA_INVALID, as is one whose
// proportions the feed does not take.
package posts
