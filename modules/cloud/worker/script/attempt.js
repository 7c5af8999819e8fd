// From SCHEDULED to the publish call.

import { askPause, heldPause, isSameCheckpoint, mayAsk, noteAsked } from "./checkpoint.js";
import { now } from "./clock.js";
import { hour, minute, second } from "./env.js";
import { edgeOf, waitForAlike } from "./find.js";
import { NetworkError } from "./network.js";
import { childParams, isVideo, params } from "./post.js";
import { ContainerError, backoff, containerFailure, giveUp, judge, maxAttempts, processingCode } from "./verdict.js";
import { afterRefusal, firstLook, live, resolve } from "./outcome.js";
import { begun, past } from "./window.js";
import { Held, noContainers } from "./work.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./store.js").Child} Child */
/** @typedef {import("./network.js").Status} Status */

const grace = 24 * hour;
const spacing = minute;
const lockedCode = "ENCRYPTION_KEY_MISMATCH";
const lockedText = "the worker's encryption key does not open the token of this post";
const firstPoll = 3 * second;
const slowestPoll = 30 * second;
const imagePatience = 5 * minute;
const videoPatience = 15 * minute;
const pollErrors = 3;
/** containerLifetime is a safe part of the day for which the network keeps a container. */
const containerLifetime = 23 * hour;

/**
 * claim takes a job that is due. Whatever is awaited comes first: nothing else runs between the checks and the claim.
 *
 * @param {Work} w
 */
export async function claim(w) {
  if (await w.fenced()) {
    return w.handBack();
  }
  if (isHeld(w)) {
    return;
  }
  const at = now();
  w.save({ state: "PROCESSING", last_attempt_at: at, next_at: at, error_code: null, error_message: null });
  await attempt(w);
}

/**
 * isHeld puts off, or ends, a job that cannot be begun now.
 *
 * @param {Work} w
 */
function isHeld(w) {
  const { job, store } = w;
  const late = now() - job.run_at;
  if (late < 0) {
    w.save({ next_at: job.run_at });
    return true;
  }
  if (late > grace) {
    const missed = giveUp("INVALID_SCHEDULE", `missed by ${Math.floor(late / hour)} hours; retry publishes it now`);
    w.fail(job.error_code ? { ...giveUp(job.error_code, job.error_message ?? ""), checkpoint: job.checkpoint === 1 } : missed, true);
    return true;
  }
  if (w.token === null) {
    return hold(w, lockedCode, lockedText, 0);
  }
  if (w.tokenExpiresAt !== null && w.tokenExpiresAt <= now()) {
    w.fail({ ...giveUp("TOKEN_EXPIRED", "the access token has expired; connect the account again, then retry"), deadToken: true }, true);
    return true;
  }
  const dead = store.deadToken(job.account_id);
  const isMarked = dead !== null && dead.token === w.fingerprint;
  if (isMarked && !mayAsk(w, dead)) {
    return hold(w, "TOKEN_EXPIRED", dead.reason, dead.checkpoint);
  }
  const turn = store.lastAttempt(job) + spacing / w.pace;
  if (late > spacing && turn > now()) {
    w.save({ next_at: Math.ceil(turn) });
    return true;
  }
  if (isMarked) {
    noteAsked(w, dead.reason);
  }
  return false;
}

/**
 * hold keeps a job for a time at which it can be published, and asks the network nothing.
 *
 * @param {Work} w
 * @param {string} code
 * @param {string} message
 * @param {number} checkpoint
 */
function hold(w, code, message, checkpoint) {
  w.later(heldPause, { error_code: code, error_message: message, checkpoint, mirror_due: w.job.error_code === code ? w.job.mirror_due : now() });
  return true;
}

/**
 * attempt goes on with a claimed job: each step makes the calls of one stage, and the next begins where it ended.
 *
 * @param {Work} w
 */
export async function attempt(w) {
  if (w.token === null) {
    return now() - w.job.run_at > grace ? w.fail(giveUp(lockedCode, lockedText), true) : w.later(heldPause, { error_code: lockedCode, error_message: lockedText });
  }
  try {
    if (w.job.container_id !== null && now() - (w.job.container_at ?? 0) < containerLifetime) {
      return await poll(w, w.job.container_id);
    }
    if (w.post.mediaType === "CAROUSEL" && !(await readyChildren(w))) {
      return;
    }
    const children = childrenOf(w).map((child) => child.id);
    const id = await w.network.createContainer(w.account, params(w.post, children));
    w.later(firstPoll, { container_id: id, container_at: now(), pause: firstPoll, poll_errors: 0, seen_before: null });
    await lookBefore(w);
  } catch (err) {
    settle(w, err);
  }
}

/** @param {Work} w @returns {Child[]} */
function childrenOf(w) {
  return JSON.parse(w.job.children);
}

/**
 * readyChildren makes and polls the containers of a carousel's items. It returns true once all of them are finished, and
 * puts the job off otherwise.
 *
 * @param {Work} w
 */
async function readyChildren(w) {
  const children = childrenOf(w);
  let made = false;
  for (const [i, item] of w.post.items.entries()) {
    if (children[i]?.id && now() - children[i].at < containerLifetime) {
      continue;
    }
    const id = await w.network.createContainer(w.account, childParams(item)).catch((err) => {
      throw ofItem(w, i, judge(err, w.job.failed));
    });
    children[i] = { id, at: now(), ready: false };
    made = true;
    // Stored one by one: what is made is not made again after the death of this step.
    w.save({ children: JSON.stringify(Array.from(w.post.items, (_, j) => children[j] ?? { id: "", at: 0, ready: false })) });
  }
  if (made) {
    w.later(firstPoll, { pause: firstPoll, poll_errors: 0 });
    return false;
  }
  return pollChildren(w, children);
}

/**
 * @param {Work} w
 * @param {Child[]} children
 */
async function pollChildren(w, children) {
  for (const [i, child] of children.entries()) {
    if (child.ready) {
      continue;
    }
    const status = await look(w, child.id);
    if (!status) {
      return false;
    }
    if (status.code === "ERROR" || status.code === "EXPIRED") {
      children[i] = { id: "", at: 0, ready: false };
      w.save({ children: JSON.stringify(children) });
      throw ofItem(w, i, containerFailure(w.post, status, w.job.failed));
    }
    child.ready = status.code === "FINISHED" || status.code === "PUBLISHED";
    if (!child.ready) {
      try {
        wait(w, status, child.at, { children: JSON.stringify(children) });
      } catch (err) {
        throw err instanceof ContainerError ? ofItem(w, i, err.verdict) : err;
      }
      return false;
    }
  }
  w.save({ children: JSON.stringify(children) });
  return true;
}

/**
 * ofItem is the failure of one item of a carousel: the containers of the others are kept.
 *
 * @param {Work} w
 * @param {number} i
 * @param {import("./verdict.js").Verdict} v
 */
function ofItem(w, i, v) {
  return new ContainerError({ ...v, remedy: v.remedy === "remake" ? "again" : v.remedy, message: `item ${i + 1} of ${w.post.items.length}: ${v.message}` });
}

/**
 * poll reads the status of the post's container, and publishes what is finished.
 *
 * @param {Work} w
 * @param {string} container
 */
async function poll(w, container) {
  if (w.job.seen_before === null) {
    await lookBefore(w);
    w.save({ seen_before: w.job.seen_before ?? "[]" });
  }
  const status = await look(w, container);
  if (!status) {
    return;
  }
  switch (status.code) {
    case "FINISHED":
      return publish(w);
    case "PUBLISHED":
      // Not by this job, as far as it knows; it must not be made a second time.
      return w.save({
        state: "PUBLISHING", intent_at: w.job.container_at, last_attempt_at: now(), answered: 1, next_at: now(), looks: 0,
        seen_before: "[]", ...past(w, w.job.container_at ?? 0),
      });
    case "ERROR":
    case "EXPIRED":
      throw new ContainerError(containerFailure(w.post, status, w.job.failed));
    default:
      wait(w, status, w.job.container_at ?? 0, {});
  }
}

/**
 * lookBefore notes what can be seen on the account before the publish call, while the network is at work on the container:
 * none of it is this post. Where that cannot be read, once when the container is made and once more, the window of the call alone tells.
 *
 * @param {Work} w
 */
async function lookBefore(w) {
  try {
    const seen = await w.network.newest(w.account, edgeOf(w.post));
    w.save({ seen_before: JSON.stringify(seen) });
  } catch (err) {
    if (!(err instanceof NetworkError)) {
      throw err;
    }
  }
}

/**
 * look reads a status. A few reads in a row may fail before the attempt does; then it is null, and the job is put off.
 *
 * @param {Work} w
 * @param {string} container
 */
async function look(w, container) {
  try {
    return await w.network.status(w.account, container);
  } catch (err) {
    const passing = err instanceof NetworkError && (err.cls === "retry" || err.cls === "not ready");
    if (!passing || w.job.poll_errors + 1 >= pollErrors) {
      throw err;
    }
    w.later(w.job.pause || firstPoll, { poll_errors: w.job.poll_errors + 1 });
    return null;
  }
}

/**
 * wait lets the network go on for as long as the kind may take. Waiting is no attempt.
 *
 * @param {Work} w
 * @param {Status} status
 * @param {number} created
 * @param {Partial<import("./store.js").Job>} fields
 */
function wait(w, status, created, fields) {
  const waited = w.since(Math.max(created, w.job.last_attempt_at ?? 0));
  if (waited >= (isVideo(w.post) ? videoPatience : imagePatience)) {
    const text = `the network has been processing the media for ${Math.round(waited / minute)} minutes ("${status.text}"); retry goes on waiting for them`;
    throw new ContainerError(giveUp(processingCode(w.post), text));
  }
  const pause = Math.min((w.job.pause || firstPoll) * 1.5, slowestPoll);
  w.later(pause, { ...fields, pause: Math.round(pause), poll_errors: 0 });
}

/**
 * settle ends or puts off the job after an attempt that did not end the post. Once the publish call is intended only
 * reads decide, and the next step makes them.
 *
 * @param {Work} w
 * @param {unknown} err
 */
function settle(w, err) {
  if (w.job.state !== "PROCESSING" || err instanceof Held) {
    throw err;
  }
  const v = judge(err, w.job.failed);
  if (v.remedy === "wait" && w.in(v.after) - w.job.run_at <= grace) {
    return w.later(v.after, { error_code: v.code, error_message: v.message });
  }
  if (isSameCheckpoint(w, v) && w.in(askPause) - w.job.run_at <= grace) {
    noteAsked(w, v.message);
    return w.later(heldPause, { state: "SCHEDULED", error_code: v.code, error_message: v.message, checkpoint: 1, seen_before: null });
  }
  if (v.remedy === "give up" || v.remedy === "wait" || w.job.failed + 1 >= maxAttempts) {
    return w.fail(v, true);
  }
  const at = w.in(backoff(w.job.failed + 1));
  w.save({
    failed: w.job.failed + 1, retry_count: w.job.retry_count + 1, next_at: at, last_attempt_at: at, poll_errors: 0,
    error_code: v.code, error_message: v.message, ...(v.remedy === "remake" ? noContainers : {}),
  });
}

/**
 * publish stores the intent, durably, and sends the publish call. Nothing else runs between the last look at the fence and the
 * intent. After the intent reads decide, whatever happens here. Of posts that look the same one is on its way at a time, so that
 * they can be told apart once they are visible.
 *
 * @param {Work} w
 */
export async function publish(w) {
  if (await w.fenced()) {
    return w.job.state === "PUBLISHING" ? w.fail(giveUp("UNKNOWN_ERROR", "handed back to Crier after a publish call that did not take effect"), true) : w.handBack();
  }
  const wait = waitForAlike(w);
  if (wait > 0) {
    return w.later(wait, { error_code: null, error_message: "another post that looks the same was sent, and it is not known yet whether it is live" });
  }
  w.save({
    state: "PUBLISHING", intent_at: now(), answered: 0, send_after: null, proof_at: null, next_at: w.in(firstLook),
    error_code: null, error_message: null, looks: 0, likely_id: null, likely_reads: 0, ...begun(w),
  });
  await w.durable();
  let id;
  try {
    id = await w.network.publish(w.account, w.job.container_id ?? "");
  } catch (err) {
    return afterRefusal(w, err);
  }
  if (w.store.owned(w.job.id, [id]).has(id)) {
    return w.later(firstLook, { error_message: "the network answered with the id of another post" });
  }
  return live(w, id, now(), false);
}

/**
 * settleOutcome goes on with a job whose publish call was sent, and sends it again once reads have proved that it was not taken.
 *
 * @param {Work} w
 */
export async function settleOutcome(w) {
  if (await resolve(w)) {
    await publish(w);
  }
}
