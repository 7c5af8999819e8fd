// What is still missing of a job that has ended.

import { giveUp as giveUpComment, isDue } from "./comment.js";
import { now } from "./clock.js";
import { hour } from "./env.js";
import { findMedia, missing, readPause } from "./find.js";
import { NetworkError } from "./network.js";
import { finish, permalinkOf } from "./outcome.js";
import { giveUp } from "./verdict.js";
import { commentOf, firstCheck, isCommentOpen } from "./work.js";

/** @typedef {import("./work.js").Work} Work */

/** containerDay is after how long a container can certainly not be published any more. */
const containerDay = 25 * hour;
const afterLife = 26 * hour;
const rarestCheck = hour;

/**
 * followUp looks for what is missing of an ended job, for a day and a little or until Crier has stored its result: the address or the
 * media of a published post, and whether a failed one is live after all. A media that is to be commented on is looked for in any case.
 *
 * @param {Work} w
 */
export async function followUp(w) {
  const began = w.job.ended_at ?? 0;
  const usual = Math.min(firstCheck * 2 ** w.job.looks, rarestCheck);
  const isOver = w.token === null || (w.job.acked && !isCommentOpen(w.job)) || w.since(began) > afterLife;
  const pause = isOver ? null : await lookAfter(w, usual);
  if (isDue(w.job)) {
    return w.save({ next_at: now(), looks: 0 });
  }
  if (pause === null && isCommentOpen(w.job)) {
    return giveUpComment(w, commentOf(w.job));
  }
  if (pause === null) {
    if (w.job.next_at !== null) {
      w.save({ next_at: null });
    }
    return;
  }
  const acked = w.store.job(w.job.id)?.acked;
  w.save({ looks: w.job.looks + 1, next_at: acked && !isCommentOpen(w.job) ? null : w.in(pause) });
}

/**
 * @param {Work} w
 * @param {number} usual
 * @returns {Promise<number | null>} when to look again, null when nothing is missing any more
 */
async function lookAfter(w, usual) {
  try {
    return await (w.job.media_id === null ? lookForMedia(w, usual) : lookForAddress(w, usual));
  } catch (err) {
    if (err instanceof NetworkError) {
      return usual;
    }
    throw err;
  }
}

/**
 * @param {Work} w
 * @param {number} usual
 */
async function lookForAddress(w, usual) {
  const permalink = await permalinkOf(w);
  if (permalink === null) {
    return usual;
  }
  w.end("PUBLISHED", { permalink, next_at: null });
  return null;
}

/**
 * lookForMedia makes a read. What alone could be the post is looked at again soon, and a failed post that is live is said to
 * be once that leads to nothing.
 *
 * @param {Work} w
 * @param {number} usual
 */
async function lookForMedia(w, usual) {
  const status = await statusOf(w);
  if (status === null) {
    return lookForAbsence(w, usual);
  }
  if (status.code !== "PUBLISHED") {
    return status.code === "ERROR" || status.code === "EXPIRED" ? null : usual;
  }
  const { media, likely, isLikely } = await findMedia(w);
  if (media && w.store.owned(w.job.id, [media.id]).size === 0) {
    const permalink = media.permalink || null;
    w.end("PUBLISHED", {
      media_id: media.id, media_found: 1, published_at: media.at, permalink, error_code: null, error_message: null, looks: 0,
      next_at: permalink ? null : w.in(firstCheck),
    });
    return permalink ? null : firstCheck;
  }
  remember(w, likely);
  if (isLikely) {
    return readPause;
  }
  if (w.job.state === "FAILED") {
    finish(w, null);
  }
  return usual;
}

/**
 * statusOf returns what the network says of the container, and null when it has forgotten it.
 *
 * @param {Work} w
 */
async function statusOf(w) {
  try {
    return await w.network.status(w.account, w.job.container_id ?? "");
  } catch (err) {
    if (err instanceof NetworkError && ((err.code === 100 && err.subcode === 33) || err.subcode === 2207008)) {
      return null;
    }
    throw err;
  }
}

/**
 * lookForAbsence makes a read for a failed post whose container the network has forgotten. It is not live when the container's
 * day is over and the account does not show it. Stories are shown for a day only, so that nothing follows for them.
 *
 * @param {Work} w
 * @param {number} usual
 */
async function lookForAbsence(w, usual) {
  const isTold = w.job.state === "FAILED" && w.post.mediaType !== "STORIES" && w.since(w.job.container_at) >= containerDay;
  if (!isTold) {
    return usual;
  }
  const { isMissing, likely } = await missing(w);
  if (isMissing) {
    const text = "the network has forgotten the post's container, and the account does not show the post: it is not live";
    w.fail({ ...giveUp(w.job.error_code ?? "UNKNOWN_ERROR", text), remedy: "remake" }, true);
    return null;
  }
  remember(w, likely);
  return likely.likely_reads > 0 ? readPause : usual;
}

/**
 * @param {Work} w
 * @param {import("./find.js").Finding["likely"]} likely
 */
function remember(w, likely) {
  if (likely.likely_id !== w.job.likely_id || likely.likely_reads !== w.job.likely_reads) {
    w.save(likely);
  }
}
