// Package posts owns drafts, posts and their history (contract 2, Post; contract 3, Post.status;
// contract 4, Posts). Package publish publishes posts, package timeline records what happens to
// them, and package networkclock compares this machine's clock with the network's for both.
//
// The main types:
//
//	Intake        accepts posts to publish, at once or at a time
//	Drafts        stores what a user still writes
//	Checker       refuses what breaks a rule, for both of them
//	Warner        warns the author of what the rules allow
//	Answers       repeats the answer to a repeated request
//	importer      creates and changes all posts of a file or none, and remembers each row's post
//	History       reads posts
//	Schedule      holds the posts that wait for a time
//	Retrier       publishes failed posts again
//	Deleter       removes posts from the history
//	preflighter   finds everything that stands in the way of a post before it is sent
//	Editables     shows posts as an editor needs them
//	calendar      finds the posts of each day
//	searches      finds posts in the history
//	Forecasts     says which posts will not go out at their time, as things are
//	failures      groups the posts that need a person
//	duplicates    finds posts that are alike
//	lookups       finds posts by the first characters of an id, or by an Idempotency-Key
//	records       says what is known of a post, also after its deletion
//	proofs        shows what proves that a post was published once
//	timelines     shows what happened to a post
//	summaries     makes what calendars and lists show of a post
//	uses          tells which posts use a file
//	weeks         shows what went out, what is planned and what is missing in a week
//	CloudPosts    holds the posts that the cloud owns
//	CloudResults  stores what became of those posts
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
// LifeCycle has the same as data, and every change of status is checked against it. The database
// has the table too, and a trigger there refuses any other change. A status changes in one
// transaction with the job that works on the post, and only from the status that the caller
// expected. When two callers race, one wins.
//
// # The cloud
//
// The cloud may own a scheduled post (the interface Cloud, which package schedule/handoff
// implements). Such a post is SCHEDULED, has a cloudJobId and has no job here, so that no worker
// of this machine claims it at any time. Nothing changes, cancels, deletes or retries it before
// the cloud has confirmed that it will not publish its copy; that question is asked outside of
// every transaction. One transaction stores what became of the post there:
//
//	PUBLISHED   a post that is SCHEDULED, or QUEUED after it came back, becomes PUBLISHED at once;
//	            a FAILED post turns out to be live; a post that this machine is publishing is left
//	            alone, because its own reads find that out
//	FAILED      a SCHEDULED post fails, with the container and the attempt, so that a retry and the
//	            chores can go on from them
//
// cloudJobId stays on a post that has ended in the cloud. The post's files stay public and in their
// bucket for as long as the post waits. A media that the cloud found and that belongs to another
// post is not bound: FindMedia looks for the right one. While a post that looks the same is due in
// the cloud, Crier binds no media that it had to find in the account's list, because that media
// may be the other post's.
//
// # Plans and the calendar
//
// A draft can be planned for a time. A plan publishes nothing, and v1 does not show it; the draft
// loses it when it is scheduled or published. A calendar shows each post at one instant: when it
// was published, is scheduled for, is planned for, or failed. That instant is an expression in an
// index of the database, and a test compares it with the same in Go. Two changes of a post by
// clients never have the same updatedAt. An editor that sends back the updatedAt that it saw
// therefore overwrites nothing that it has not seen.
//
// # Deletions
//
// A deleted post moves to an archive. No list and no read shows it, but Crier still knows that what
// the post owns at the network belongs to no other post. Its job is cancelled with it; a worker
// that is at the post finds it gone before it could publish. A deletion at the network as well
// moves the post whatever the network answers, and keeps it only when Crier itself fails before it
// has asked.
//
// A deletion can be undone (Deleter.PutBack), unless the post was in work, was deleted at the
// network too, or may be live and would be sent again. So what a return needs stays beside the
// archive: the steps of the timeline, and what is known of the cloud.
//
// # Repeated requests
//
// The transaction that creates a post stores the answer to a request with an Idempotency-Key. Keys
// belong to the user, whichever API key they come with and whichever of the three operations they
// are for. Two requests are the same when they ask for the same, however that is spelt. A refused
// request leaves its key free.
//
// # Public files
//
// The transaction that ends a post, or its share to the Page, takes back what the post has made
// public: each file that no other post needs (one that is QUEUED, PROCESSING, PUBLISHING, the
// cloud's, or still to be shared). A post that is claimed later makes the file public under another
// key, and so does a retry. When a post fails while the network is still working on its container,
// the object stays for two hours: the network may be fetching it, and a retry uses that container.
// A chore takes back what a deleted post has left.
//
// # Choices that the contract leaves open
//
//   - A change of a draft between CAROUSEL and another type drops its files, unless it names
//     others. A change of a draft checks only the files that it names.
//   - Warnings are about a token that expires before the time, a post of the last day with the same
//     first file and caption, another post of the account within 20 minutes, a cap that will be
//     used up, what the network is known to refuse, a clock that is wrong, and what this version
//     cannot do. A draft's warnings say why publishing the draft as it is would be refused.
//   - GET /posts is newest first. Lists fill mediaFiles too, without deleted files.
//   - A mediaFileIds on another type than CAROUSEL is VALIDATION_ERROR. A media file that does not
//     exist is MEDIA_INVALID, and so is one whose proportions the feed does not take.
package posts
