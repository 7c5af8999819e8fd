// Package worker holds the scripts of the cloud worker: what publishes scheduled posts in the
// user's own Cloudflare account while this machine is off. They are plain ES modules with types in
// their comments, uploaded as they are. In them, Crier is the program that runs on this machine.
//
//	script/worker.js     the entrance: the key, bounded bodies, which operation
//	script/scheduler.js  the Durable Object, on one thread: alarm, heart-beat, what is worked on
//	                     and what is due
//	script/api.js        the answers to Crier's calls: jobs with revisions, results, the fence,
//	                     diagnostics
//	script/http.js       errors and answers of HTTP; env.js what the deployment binds
//	script/store.js      every SQL statement; each change of a job is a compare-and-set of its
//	                     state and revision
//	script/tables.js     the tables, and how those of an earlier version become them
//	script/post.js       checks of a job that Crier sends; work.js what the steps of a job
//	                     share
//	script/seal.js       opens the sealed secrets
//	script/step.js       what is next for a job
//	script/attempt.js    a job up to the publish call; outcome.js after it, follow.js after its end,
//	                     comment.js its first comment
//	script/find.js       which media a post is, by the rules of match.js and by when the call can
//	                     have taken effect, which window.js knows
//	script/network.js    the network's API; answer.js reads its answers, unknown.js names what is
//	                     unknown in them
//	script/limits.js     what the network takes at most, made from platform/limits
//	script/errors.js     what the network's errors mean, made from platform/graph; with rules.js and
//	                     verdict.js
//	script/checkpoint.js what an account at a checkpoint waits for
//	script/mirror.js     KV, which shows the jobs and decides nothing but a fence; kv.js gives up a
//	                     call to KV that is not answered
//	script/meter.js      what is used of the free plan, by day
//	script/notices.js    what a person is told while Crier is off
//	script/renewals.js   tokens that are renewed while Crier is off; lastcall.js knows when it
//	                     called last
//	script/media.js      the other Durable Object: the files that the network fetches. mediastore.js
//	                     has its SQL, mediarange.js reads what a reader wants, mediadoor.js lets
//	                     readers and Crier in, medianame.js makes sure of names
//	script/oauth.js      leads a browser back to Crier at the end of a login
//	script/files.js      has the files of posts end that have ended
//	script/clock.js      the time; the tests of the scripts replace it by a clock that they move
//
// API.md is the API that Crier calls.
//
// # A job
//
//	PUT ──▶ SCHEDULED ──claim──▶ PROCESSING ──intent, durable──▶ PUBLISHING ──▶ PUBLISHED
//	 ▲       │  │ ▲ │             │ ▲   │  │                       │    ▲           ▲
//	 │ PUT,  │  │ └─┘ held:       │ └───┘  │ permanent, attempts   │    │ reads     │ proof that
//	 │ newer │  │  token dead,    │ poll,  │ used up, too late     │    │ decide    │ it is live
//	 │       │  │  key, spacing   │ retry  ▼                       ▼    │           │
//	 └───────┤  │                 │      FAILED ◀────────────── refused, unknown ───┘
//	  DELETE │  └───── fence ─────┴───▶ FENCED
//	         ▼
//	     CANCELLED (refuses older revisions)
//
// # Never twice
//
// The object is the only authority, and it is one. A claim, a change, a cancellation and a fence
// are single statements that ask for the state and the revision that they expect: of two who race,
// one wins. The intent is stored and on disk before the one publish call; from then on reads
// decide, as they do in the posts module, and by the same rules: the container's status says
// whether the post is live, and a second call is made only for a container that was read as
// FINISHED twice, a minute after the first at the earliest.
//
// Which media a live post is, when no answer told, is read from the account's list: those of its
// form and caption that appeared while the call can have taken effect, by the clock of the
// network's answers, were not there while the container was being processed, and that no other job
// owns. It is taken when it is the only possibility, as match.js has it, in four reads two seconds
// apart, for a list may leave out for three reads what is new. Else the post is PUBLISHED without
// it, and it is looked for afterwards.
//
// A first comment is made when the post is PUBLISHED and its media is known, by the same rule: the
// intent is on disk before the one call, and after it reads decide. Since the network hides
// comments, what is not shown may be there: the call is never repeated on hope, and ends as not
// seen. What was certainly not sent when the post fails or is fenced goes back to Crier.
//
// Of posts that look the same one is on its way at a time: the next is sent when nobody asks any
// more what became of the one before, and that one's call can no longer take effect.
//
// A step may die anywhere. What it has stored says where the next one goes on: before a wake-up
// does anything the alarm is set for its death, the object sets it again when it starts, and the
// cron of each minute wakes it too. A post in whose work the worker dies again and again is put
// aside.
//
// # Taking posts back
//
// Each job has an epoch, and none fires whose epoch is before the fence. The worker issues epochs:
// its fence is above all that it has ever seen, whatever Crier has forgotten. Crier raises it where
// it can: by the API, in KV ("meta:fence", read before a job is begun and again before its publish
// call), or in the deployment (the binding FENCE_EPOCH). It never goes down. When KV cannot be
// read, nothing fires until it can. A value in KV that is no valid epoch is overwritten.
//
// # The free plan
//
// There is one wake-up at a time. It begins two steps, a further one for each second that it waits
// for them, and makes at most 48 calls; what is left is done in the next one, which comes at once.
// A post is written to KV when it is scheduled and when it has ended. KV allows 1,000 writes a day:
// after 400 of them, changes of jobs that have not ended wait until the next day, after 650 those
// of ended jobs too. The heart-beat takes 288. Deletions, of cancelled posts, have an allowance of
// their own. Rows that are read are counted as well: what is asked each minute reads a few of them,
// however many posts are remembered. The use of each day is told in the diagnostics.
//
// # Telling a person
//
// Where there is an address for it, a job that fails, or is held by what only a person can put
// right, is noted. Once Crier has been silent for ten minutes and has not fetched it, the address
// is told: once for each code and account on a day, by one call of the wake-up's budget, for which
// nothing waits. A message has the post's id, its time and the code in words, and nothing else of
// the post or the account.
//
// # Tokens that end
//
// A token of the primary login lives for 60 days, and Crier renews it ten days before its end.
// Where Crier has been silent for a day, the worker renews that of an account which has jobs here
// from eight days before on, every six hours until the network does it. The old one stays good
// until its end, so that two renewals do no harm. The new one is used for the jobs whose token it
// was got for. Crier gets it with the results, and it stays here until the jobs come with another
// one. No post fails, or waits, because of a renewal.
//
// # Upgrades
//
// What runs is replaced with jobs in it. testdata/schema3 has the scripts as they were deployed
// when the tables were of version 3, which knew of no later one: the tests upgrade from them, and
// put them over today's.
package worker

import "embed"

//go:embed script/*.js
var scripts embed.FS
