// From the publish call to the end. Nobody but the network knows what became of the call, so reads decide.

import { askPause, clearMark, isSameCheckpoint, noteAsked } from "./checkpoint.js";
import { now } from "./clock.js";
import { hour, minute, second } from "./env.js";
import { enoughReads, findMedia, readPause } from "./find.js";
import { NetworkError } from "./network.js";
import { backoff, containerFailure, giveUp, judge, maxAttempts } from "./verdict.js";
import { answered, inFlight } from "./window.js";
import { firstCheck, isCommentOpen } from "./work.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./network.js").Status} Status */
/** @typedef {import("./verdict.js").Verdict} Verdict */

/** unknownPatience is how long an outcome may stay unknown before the post says so. */
const unknownPatience = 15 * minute;
export const firstLook = 3 * second;
const rarestLook = minute;
const proofPause = 5 * second;
/** mostLooks is how often a live post's media is looked for before the post ends without it. */
const mostLooks = 2 * enoughReads;
const limitPatience = 24 * hour;

/**
 * live records that the post is on the network: the id first, so that nothing can lose it.
 *
 * @param {Work} w
 * @param {string} id
 * @param {number} at
 * @param {boolean} found by reads
 */
export async function live(w, id, at, found) {
  w.save({ media_id: id, published_at: at, media_found: found ? 1 : 0 });
  clearMark(w);
  await complete(w);
}

/**
 * complete ends a job that is known to be live. Its address may follow later.
 *
 * @param {Work} w
 */
export async function complete(w) {
  const permalink = await permalinkOf(w);
  finish(w, permalink);
}

/**
 * @param {Work} w
 * @returns {Promise<string | null>}
 */
export async function permalinkOf(w) {
  if (w.token === null || w.job.media_id === null) {
    return null;
  }
  try {
    return (await w.network.media(w.account, w.job.media_id)).permalink || null;
  } catch (err) {
    if (err instanceof NetworkError) {
      return null;
    }
    throw err;
  }
}

/**
 * @param {Work} w
 * @param {string | null} permalink
 */
export function finish(w, permalink) {
  const complete = w.job.media_id !== null && permalink !== null;
  w.end("PUBLISHED", {
    permalink, published_at: w.job.published_at ?? w.job.intent_at, error_code: null, error_message: null,
    looks: 0, next_at: w.job.media_id !== null && isCommentOpen(w.job) ? now() : complete ? null : w.in(firstCheck),
  });
}

/**
 * resolve finds out what became of a publish call whose answer is not known. It only reads; it returns true when the reads
 * prove that the network did not take the call, which is then sent again for the same container.
 *
 *     container PUBLISHED            -> PUBLISHED, with our media where a few reads tell which it is
 *               FINISHED             -> once the call can no longer be on its way, and once more after a pause: send again
 *               ERROR, EXPIRED       -> FAILED: it was never published
 *               anything else        -> look again later; after 15 minutes FAILED, "may be live"
 *
 * @param {Work} w
 */
export async function resolve(w) {
  if (w.since(w.due) >= unknownPatience) {
    // For long nobody could ask: how long the outcome is unknown counts from now.
    w.save({ last_attempt_at: now() });
  }
  if (w.token === null) {
    lookLater(w, "the worker's encryption key does not open the token of this post", 0);
    return false;
  }
  let status;
  try {
    status = await w.network.status(w.account, w.job.container_id ?? "");
  } catch (err) {
    unreadable(w, err);
    return false;
  }
  if (status.code === "FINISHED") {
    return isProven(w);
  }
  await accept(w, status);
  return false;
}

/**
 * accept does what a status asks for, unless that is a further publish call.
 *
 * @param {Work} w
 * @param {Status} status
 */
async function accept(w, status) {
  switch (status.code) {
    case "PUBLISHED":
      return adopt(w);
    case "ERROR":
    case "EXPIRED":
      return w.fail({ ...containerFailure(w.post, status, w.job.failed), remedy: "remake", message: `the network did not publish the post: ${status.text}` }, true);
    default:
      lookLater(w, `the network says "${status.text}"`, 0);
  }
}

/**
 * isProven returns whether a container that was read as FINISHED was certainly not published. Read once it proves nothing:
 * the call may be on its way.
 *
 * @param {Work} w
 */
function isProven(w) {
  const { job } = w;
  const least = notBefore(w);
  if (now() < least) {
    w.save({ next_at: Math.ceil(least), proof_at: null });
    return false;
  }
  if (job.proof_at === null || w.since(job.proof_at) < proofPause) {
    w.later(proofPause, { proof_at: job.proof_at ?? now() });
    return false;
  }
  if (job.failed >= maxAttempts) {
    w.fail(giveUp("UNKNOWN_ERROR", `the network did not carry out the publish call in ${job.failed} attempts; the post is not live`), true);
    return false;
  }
  return true;
}

/**
 * notBefore returns when the publish call may be repeated at the earliest: when it can no longer be on its way, after a
 * back-off, and not while a limit of the network lasts.
 *
 * @param {Work} w
 */
function notBefore(w) {
  const { job, pace } = w;
  const sent = job.intent_at ?? 0;
  const arrived = job.answered ? 0 : sent + inFlight / pace;
  const backedOff = job.failed > 0 && job.proof_at === null ? sent + backoff(job.failed) / pace : 0;
  return Math.max(arrived, backedOff, job.send_after ?? 0);
}

/**
 * unreadable puts the question off, or fails the post when its account can no longer be asked.
 *
 * @param {Work} w
 * @param {unknown} err
 */
function unreadable(w, err) {
  const v = judge(err, w.job.failed);
  if (v.remedy === "give up" && v.code !== "UNKNOWN_ERROR") {
    return w.fail({ ...v, message: `${v.message}; whether the post is live could not be read: check before retrying` });
  }
  lookLater(w, v.message, v.remedy === "wait" ? v.after : 0);
}

/**
 * lookLater asks again, more and more rarely, and after a while ends with an outcome that is unknown.
 *
 * @param {Work} w
 * @param {string} why
 * @param {number} least
 */
function lookLater(w, why, least) {
  const elapsed = unknownFor(w);
  if (elapsed >= unknownPatience) {
    return w.fail(giveUp("UNKNOWN_ERROR", `it is not known whether the post was published; it may be live, check before retrying (${why})`));
  }
  w.later(Math.max(Math.min(Math.max(elapsed / 2, firstLook), rarestLook), least), { proof_at: null, error_message: why });
}

/** @param {Work} w */
function unknownFor(w) {
  return w.since(Math.max(w.job.intent_at ?? 0, w.job.last_attempt_at ?? 0, w.job.send_after ?? 0));
}

/**
 * adopt ends a job whose container the network calls published. A few reads look for the media that it became. When they
 * do not tell, the post is PUBLISHED all the same, and its id is looked for afterwards.
 *
 * @param {Work} w
 */
async function adopt(w) {
  const looks = w.job.looks + 1;
  const { media, likely, isLikely } = await findMedia(w);
  if (media && w.store.owned(w.job.id, [media.id]).size === 0) {
    return live(w, media.id, media.at, true);
  }
  if (looks >= (isLikely ? mostLooks : enoughReads)) {
    return finish(w, null);
  }
  w.later(readPause, { ...likely, looks, proof_at: null, error_message: "the post is live; which media it is is being found out" });
}

/**
 * afterRefusal decides what follows a publish call that did not succeed. The network may have carried out what it refused, so
 * that an answer that ends the post does not settle the call: reads do, after the end of the post too, here and in Crier.
 *
 * @param {Work} w
 * @param {unknown} err
 */
export async function afterRefusal(w, err) {
  if (!(err instanceof NetworkError)) {
    throw err;
  }
  const v = judge(err, w.job.failed);
  // An answer that is not the network's says nothing of where the call is.
  const end = err.code ? { answered: 1, ...answered(w) } : { answered: 0 };
  if (v.remedy === "wait") {
    return putOff(w, v, { end, unsure: err.unsure });
  }
  if (isSameCheckpoint(w, v)) {
    noteAsked(w, v.message);
    return putOff(w, { ...v, after: askPause }, { end, unsure: err.unsure });
  }
  if (err.unsure || v.remedy === "again") {
    return w.later(firstLook, { failed: w.job.failed + 1, ...end, error_message: v.message });
  }
  if (err.undocumented && (await isPublished(w))) {
    return w.later(0, end);
  }
  w.save(end);
  w.fail(err.cls === "cap reached" ? capReached(w, v) : v);
}

/**
 * putOff puts the publish call off until a limit has passed, or for as long as a checkpoint is left alone. Such an answer may come
 * although the post went live, so that the network is asked before.
 *
 * @param {Work} w
 * @param {Verdict} v
 * @param {{end: Partial<import("./store.js").Job>, unsure: boolean}} call
 */
function putOff(w, v, { end, unsure }) {
  const until = w.in(v.after);
  if (until - w.job.run_at > limitPatience) {
    w.save(end);
    return w.fail(v);
  }
  w.save({ ...end, send_after: until, next_at: unsure ? w.in(firstLook) : until, error_code: v.code, error_message: v.message, checkpoint: Number(v.checkpoint) });
}

/** @param {Work} w */
async function isPublished(w) {
  try {
    return (await w.network.status(w.account, w.job.container_id ?? "")).code === "PUBLISHED";
  } catch {
    return false;
  }
}

/**
 * capReached says when a place in the account's cap frees, as far as the posts here tell.
 *
 * @param {Work} w
 * @param {Verdict} v
 * @returns {Verdict}
 */
function capReached(w, v) {
  const first = w.store.firstPublishedSince(w.job.account_id, now() - 24 * hour);
  const when = first === null ? "within 24 hours" : `at ${new Date(first + 24 * hour).toISOString()} at the latest`;
  return { ...v, message: `${v.message}; a place frees ${when}` };
}
