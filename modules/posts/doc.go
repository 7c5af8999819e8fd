// Package posts owns drafts, publishing and history (contract 2, Post; contract 3, Post.status; contract 4, Posts).
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
// The same as data, with which every change of status is checked, is in transitions. A status changes together with the
// job that works on the post, in one transaction, and only from the status that was expected: of two who race, one wins.
//
// # Never twice
//
// The publish call is sent only after a durable commit of the container's id and of the intent to publish it. From then
// on nobody but the network knows, so whoever finds a post in PUBLISHING reads: the container's status first, then the
// account's own media, matched by time, type, caption and by what no other post owns, and never simply the newest. The
// call is sent again only for the same container, and only once that container was read as FINISHED twice with a pause.
// A retry of a failed post looks in the same way before it does anything.
//
// # Choices that the contract leaves open
//
// GET /posts is newest first. mediaFiles is filled in lists too; deleted files are left out of it. A mediaFileIds on
// another type than CAROUSEL is VALIDATION_ERROR; a media file that does not exist is MEDIA_INVALID, as is one whose
// proportions the feed does not take. A PUBLISHED post has its permalink as a rule at once; when the network does not give
// it within seconds it follows later. User tags of a carousel go to its first image. A post is put aside after two
// interruptions in a row that found it no further than before. A scheduled post is late, and spaced, when its time passed
// before Crier was started, or by at least the spacing.
package posts
