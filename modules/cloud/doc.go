// Package cloud keeps the user's own cloud worker, which publishes scheduled posts while this
// machine is off (contract 4, Cloud): what is made in the Cloudflare account, whether it works, and
// the way there for posts. Package worker has the worker's scripts and, in API.md, the API between
// the two. The v1 surface is read-only; the set-up is on the internal one.
//
// # The stack
//
// There is one stack for each network mode, in one row: the account, the KV namespace, the worker
// (crier, unless it is given another name) and its address, sealed the API token, the worker's key
// and the encryption key. The two keys are made once and kept. They are stored, with the mark that
// the script of that name is ours, before the first upload, so that a cut upload is gone on with; a
// script of that name that was there before is left alone, with its namespace, unless the user says
// otherwise.
//
//	token ─▶ account ─▶ bucket ─▶ namespace ─▶ subdomain ─▶ upload ─▶ cron ─▶ serve ─▶ answer
//	                              └────────── a deployment, and then the step media ─────┘
//
// Each step does what is still missing and is stored when it is done; the same call goes on after a
// failure. Who changes the stack (set-up, deployment, teardown, fence) does so alone, the others
// wait. The bucket is the configured one, if it works; one of R2 is made only where it is named,
// public under a domain of its own or under r2.dev, with the S3 keys that the token itself stands
// for. Without a bucket the worker serves the files, which the last step proves. The keys end
// with the token, so a set-up with another token changes them to those of the other one. A private
// bucket that has objects, and that Crier has not made, becomes public only when the user says so.
// One that Crier has made is made again when it is gone, and published again at r2.dev; posts at
// the worker get their files and the new addresses then (Link.OnFilesLost).
// An account without a free cron trigger goes on without (posts go out by the object's alarms). In
// sandbox mode the worker is told where the sandbox network is, and both Cloudflare and the worker
// have to be on this machine too: else a set-up is NOT_CONFIGURED.
//
// What is deployed has a fingerprint of the scripts, the bindings and the keys. When another one
// belongs to this Crier, after an upgrade for instance, the worker is deployed again: in the
// background at the start, and then with pauses from a minute to an hour.
//
// # Whether it works
//
// Every ten minutes, and each minute while it is new, the worker is asked which version it is and
// which key it has, and Cloudflare whether it takes the token. A wrong version, a wrong key and a
// refused token count at once. A worker that does not answer counts as not working after three
// checks in a row, because a machine that wakes up has no network for a moment. When Cloudflare's
// API does not answer, nothing changes. Once a day the bucket is checked too, and a refusal of its
// store counts. isVerified says what came of it. New posts are handed to the worker only with it
// and a bucket. Posts that the worker has stay its own whatever is found. A cron that is more than
// 90 seconds late, a quarter of an hour after the deployment, is told (GET /api/cloud/setup).
//
// An API token may have an end, which the user can move at Cloudflare. It is stored by the set-up
// and read again whenever Cloudflare is asked about the token. From ten days before it the set-up's
// state has a warning (tokenWarning) and the log has one each day; posts go to the worker until
// Cloudflare does not take the token any more.
//
// When the keys cannot be opened any more, because the data folder's sealing key is another,
// everything is ENCRYPTION_KEY_MISMATCH: nothing is sent, posts are held. A set-up with the token
// makes new keys and deploys them; tokens that were sealed with the former are sealed again by
// their sender (Link.KeyCheck).
//
// # The four operations
//
//   - Status reads what is stored. isConfigured wants a worker, and that it serves files or that
//     there is a bucket. bucketConfigured is about the bucket alone.
//   - Diagnostics asks the worker. Who does not answer (nobody there, cut off, a proxy's page,
//     Cloudflare's own error) is offline, with the reason and with what was last heard of it.
//     WORKER_UNREACHABLE is a worker that never answered, of which there is nothing to show, and
//     one that answers and refuses, as one with another key does. A worker with an encryption key
//     that is not ours does not have its key.
//   - Cron-status has Cloudflare's triggers, half a minute old at most, and the last run as the
//     worker says or else KV.
//   - KV lists all keys once and answers every prefix from that list. It is kept for 90 seconds for
//     each of its pages, errors as well, so that a day has at most 960 of the free plan's 1,000
//     lists, whatever is asked for. metaValues are those of the keys meta:*, by their full names,
//     whatever the prefix; meta:lastCronRun is as fresh as the worker says.
//
// While no worker is deployed everything has its unconfigured answer: flags are false, names and
// addresses null, lists empty, and diagnostics are CLOUD_NOT_CONFIGURED. What Cloudflare refuses is
// CLOUD_ERROR, and so is a token that it does not take; keys that cannot be opened any more are
// ENCRYPTION_KEY_MISMATCH.
//
// # The link
//
// Link is how posts get to the worker and back. An answer is the worker's only when it is one in
// every respect; a proxy's page, a redirect or a cut connection says nothing, and what it was about
// is then unsure. A call that certainly never left is told apart. The worker's key goes to its own
// address over https alone, and follows nobody elsewhere.
//
// The epoch tells jobs that were taken back from those that came after. It only grows, and outlives
// a teardown. A fence is put up by the worker itself, which issues the epoch, for this folder may
// have been put back and have forgotten some; or, when that is silent, in KV and by a deployment
// that binds it, of which one will do: the epoch is the time at Cloudflare then, in milliseconds,
// which no backup can hold. A worker of a version that issues none is deployed again first. Crier
// takes over no epoch that is far above any possible one.
//
// The time at Cloudflare is known from answers of the worker and of Cloudflare's API (Link.Now),
// and goes on by how long the machine ran since: this machine's clock, which can be set, has no
// part in it, and neither has what a proxy answers in their place.
//
// Each start draws a nonce, and says it to the worker before anything is changed there. The worker
// knows the last one. A copy that is not that one any more changes nothing, and says why;
// Link.OnOtherCopy tells who wants to know. What the worker answers to that, the highest revision
// that it ever took, goes to Link.OnHello.
//
// Scripts are not put over a worker whose tables a later version has made, and the refusal names
// that version.
//
// A teardown first lets nothing new in, and waits for what is on its way. It is refused while posts
// of this Crier are there, while the worker itself knows of any, and while it has results that
// nobody fetched. A worker that does not answer is deleted without being asked only with force, or
// when Cloudflare has no such script. The script goes first, what is needed to go on is forgotten
// last. The bucket stays.
//
// # Files at the worker
//
// The network fetches files from what is configured by hand, which is the bucket, and else from the
// worker, once it was proved that it serves them: a small file is put there, fetched by its public
// address and deleted, at the end of each set-up and once a day. A worker of an earlier version
// serves none. A user who has a bucket can have the worker serve the files all the same, and change
// back. Posts that wait at the worker are sent again with the new addresses then; the former place
// keeps files for as long as a post needs them, and what is given up is deleted in both.
//
// The worker deletes a file with its post, or on the first day of the second month after the month
// in its key, as a bucket does. The addresses change with the worker's key. A teardown deletes all
// files, and is refused while a post needs one.
//
// # The bucket
//
// It also keeps the bucket from which the network fetches media (package bucket), which needs no
// worker: that of the environment, or else the one that was set on the internal surface, with its
// secret sealed for the endpoint, the name and the access key of its row. A bucket is stored only
// after a small object has been put into it, fetched by its public address and deleted. In sandbox
// mode a bucket takes the place of Crier's own server; without one the sandbox fetches from there,
// and live mode publishes nothing that the network would have to fetch.
//
// In a bucket of R2 in the worker's account, Cloudflare deletes an object on the first day of the
// second month after the month in its key, so that nothing stays public for ever when this machine
// never returns. The watcher sets a rule for that in the background, for each month a year before.
// A post that needs a file for longer moves the rule to a later day before it is handed over
// (Link.KeepUntil), or gets other keys where Cloudflare refuses that. Two Criers may set rules of
// one bucket at the same time, and the later one wins: what was set is read again, and once a day
// all that posts at the worker need. Rules that Crier has not made stay as they are.
//
// Changing to another bucket, and removing it, is refused while a post is being published: the
// network may still be at its files. Otherwise whatever is public of files is given up first, and
// deleted from the bucket that is left, for as long as the process runs; what that bucket does not
// let go by then stays in it. What the environment says nothing here changes.
package cloud
