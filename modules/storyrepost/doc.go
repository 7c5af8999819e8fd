// Package storyrepost finds stories that mention the account and reposts them (contract 2,
// StoryRepostConfig; contract 4, Story repost). It reads the inbox by the network's app API, which
// is unofficial, against the network's terms and a risk for the account: it is off until the user
// switches it on, slow, and stops at the first refusal.
//
// # A mention
//
// Each mention has one record for ever, known by the message and by the story that it is about:
// whatever an inbox shows again, or two readings show at once, finds it there.
//
//	         found, for the user                found, to be reposted by itself
//	(new) ──────────────▶ DETECTED ◀──────────── PENDING ◀────────────── (new)
//	  │                    │  │   ▲  switched off │  │ ▲
//	  │          the user  │  │   │               │  │ │ put off,
//	  │                    │  └───┼──▶ EXPIRED ◀──┘  │ │ interrupted
//	  │                    │      │        ▲         ▼ │
//	  │                    └──────┼────────┼──▶ PROCESSING ──post──▶ PUBLISHED
//	  │             interrupted   └────────┼───────┤  │ ▲                ▲
//	  │                                    │       │  │ │ again          │ live after all
//	  ├───────── found too late ───────────┘       │  ▼ │                │
//	  └─ cannot be reposted ─▶ SKIPPED ◀───────────┘ FAILED ─────────────┘
//	                              ▲ the user, or a disconnect
//	                              └── DETECTED, PENDING, FAILED
//
// The same as data is lifeCycle, and every change is a compare-and-set. A mention that was not
// reposted has a reason. The story is fetched as a media file, the signature drawn into it, and
// then the post, its count of the day and the note of it in the record are one transaction
// (posts.Submission.Also): before it nothing is visible and everything may be repeated; after it
// the post is handled like any other, and the record follows it. A record without a post that
// nobody works on was left by a process that died: it waits as before, or goes on if its file was
// stored, its story lives and it might begin now. The work may take more memory than the machine
// has, and Crier down with it. So a try is counted on disk before it begins, and does not count
// once its end is stored or Crier stops in order. After three tries in a row that count the record
// is FAILED, and the user may repost it again. A record that FAILED with a post has that post
// retried, which looks first whether it is live; a post that was deleted is not made again. One
// that was deleted from the history after it was published leaves its record PUBLISHED. In a data
// folder that may have gone back in time (package instance) every mention without a post becomes
// DETECTED, and so do those that are found until a day after the end of the quarantine.
//
// # A poll
//
// An account that is switched on has one open STORY_REPOST_CHECK job with a repeat key, which does
// the one thing that is due, a poll or one repost, and ends together with the plan for the next. It
// is in a lane of its own, so that posts do not wait for it.
//
//	interval     pollIntervalHours, moved by up to jitterMinutes either way. During the warm-up it
//	             is twelve hours at least. Each failure in a row doubles it, to 48 hours at most.
//	             The first poll comes five to ten minutes after switching on.
//	quiet hours  from the local hour sleepWindowStart until sleepWindowEnd, over midnight when the
//	             start is the later one. Neither polls nor reposts start by themselves then; what
//	             falls due comes afterwards, up to jitterMinutes later.
//	pace         two to four seconds between two calls for an account, and five minutes at least
//	             between two readings of an inbox, also after a restart, because the time of a
//	             reading is on disk before its first call
//	reading      both inboxes, the user's own and the requests of strangers, latest
//	             first, at most eight pages of each and eight days back. What the
//	             network hides from both as spam is not read: no call is known that
//	             lists the mentions there. Then the older messages of each conversation
//	             in them, which an inbox does not show: as far back as the reading
//	             before, and a day at most, because older stories have gone; at most ten
//	             pages of a conversation and 20 of all
//
// A reading, too, may take Crier down. The third death in a row of a job that reads counts as a
// failed poll.
//
// A story has gone when the network's clock says so, by the dates of its answers, because EXPIRED
// is final and this machine's clock may be a day ahead. While the network's time is unknown,
// nothing expires.
//
// Hours and days are those of the zone in the configuration. By default that is the machine's: the
// network does not report a zone, and the user sleeps where the machine stands. The count of the
// day begins again at the stored instant repostsTodayResetAt, which is computed at the first repost
// of a day as the first instant of the next local day. A change of zone therefore does not allow a
// second day's reposts.
//
// # Pictures
//
// With a mention the inbox names a small picture of the story. It is fetched after the reading,
// once, from the media hosts alone and without the session: that is no call for the account. So it
// is not paced, nothing waits for it, and a failure is nothing but a mention without a picture. A
// child process makes a smaller one of it, which is kept in the database, as the mention is: it
// goes with the account, and when the mention is not among the newest 500 any more.
//
// # Failures
//
//	no answer (offline)                  tried again in an hour; counts as no failure
//	rate limit, blocked action,          the poll stops at once and counts as a failure; nothing is
//	dead login                           reposted by itself until a poll succeeds
//	challenge, confirmation in the app   the same, and no calls for 24 hours. A second one within
//	                                     30 days means 48 hours, then 96, at most seven days. The
//	                                     user's own scans and reposts answer LOGIN_RATE_LIMITED.
//	bad password, two-factor, old app    switched off at once: autoDisabledAt, autoDisableReason
//	five failures in a row               switched off; only the user switches it on again
//
// What the network says of one story (gone, private, a file that is none) is no failure. Messages
// can say anything: a mention is SKIPPED that lacks an id, a story or an author, that comes from a
// private account, or whose file lies at an address from which nothing may be fetched (package
// native).
//
// # Choices that the contract leaves open
//
//   - A configuration begins switched off; POST config leaves the switch as it is. Enabling an
//     account without a configuration makes one, as does a scan, switched off. Forgetting the
//     credentials switches off, in the same transaction.
//   - The defaults: a poll every 12 hours, 30 minutes of jitter either way, a sleep window from 23
//     to 7, at most 10 reposts a day, the author is tagged, nothing is reposted without being asked
//     about.
//   - The warm-up lasts seven days from configuredAt. In it at most one repost a day is made by
//     itself.
//   - dailyRepostLimit counts reposts by hand, too. Reposts by themselves are 20 to 30 minutes
//     apart, the story that goes first first, and are begun at most three times.
//   - autoRepostEnabled decides at the time at which a mention is found; switching it off makes
//     those that wait wait for the user.
//   - A scan reads the inboxes of all accounts with credentials. It answers with an error when none
//     could be read. detected and items are all new mentions, those that cannot be reposted too;
//     pending is how many wait, DETECTED and PENDING. It counts as a poll in lastPollAt and for the
//     failures, and the next poll comes an interval later.
//   - Status without accountId is that of the account that was connected first among those with a
//     configuration.
//   - Status, DELETE config, disable and history know no NOT_FOUND: an unknown account is one
//     without a configuration.
//   - A disconnected account's records stay; those that had no post yet are SKIPPED. History lists
//     the newest 500.
//   - A private account's story is not reposted: a repost would show it to everybody.
//   - The signature of a video needs a native ffmpeg; without one the repost FAILS rather than goes
//     out without it.
package storyrepost
