// An account at a checkpoint: once its user has confirmed something in the network's app, the same token works again. Crier may
// be off then, and nobody tells the worker. So one post that is due asks the network again, and the account's others wait for that.

import { now } from "./clock.js";
import { minute } from "./env.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./store.js").DeadToken} DeadToken */
/** @typedef {import("./verdict.js").Verdict} Verdict */

/** askPause is how long after such an answer the network is asked again. */
export const askPause = 30 * minute;
/** heldPause is how long after it was last looked at a held job is looked at again. */
export const heldPause = 5 * minute;

/**
 * mayAsk says whether the next post may ask the network about an account that was at a checkpoint.
 *
 * @param {Work} w
 * @param {DeadToken} dead
 */
export function mayAsk(w, dead) {
  return dead.checkpoint === 1 && w.since(dead.found_at) >= askPause;
}

/**
 * isSameCheckpoint says whether an answer only repeats what was known: that the account is at a checkpoint. Such a post is not failed, as
 * the first one was: it waits with the others.
 *
 * @param {Work} w
 * @param {Verdict} v
 */
export function isSameCheckpoint(w, v) {
  const dead = w.store.deadToken(w.job.account_id);
  return v.checkpoint && dead?.token === w.fingerprint && dead.checkpoint === 1;
}

/**
 * noteAsked has the other posts of the account wait for as long as after the first such answer.
 *
 * @param {Work} w
 * @param {string} reason
 */
export function noteAsked(w, reason) {
  w.store.markDead(w.job.account_id, w.fingerprint, reason, 1);
}

/**
 * clearMark takes the mark off the account once a post went live with the marked token.
 *
 * @param {Work} w
 */
export function clearMark(w) {
  if (w.store.deadToken(w.job.account_id)?.token === w.fingerprint) {
    w.store.unmarkDead(w.job.account_id, now() + 1);
  }
}
