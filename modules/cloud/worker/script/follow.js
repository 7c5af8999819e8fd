// What is still missing of a job that has ended.

import { hour } from "./env.js";
import { mine } from "./mine.js";
import { NetworkError } from "./network.js";
import { finish, permalinkOf } from "./outcome.js";
import { firstCheck } from "./work.js";

/** @typedef {import("./work.js").Work} Work */

const afterLife = 24 * hour;
const rarestCheck = hour;

/**
 * followUp looks for what is missing of an ended job, for a day or until the desktop has taken it home: the address or the
 * media of a published post, and whether a failed one is live after all.
 *
 * @param {Work} w
 */
export async function followUp(w) {
  const began = w.job.ended_at ?? 0;
  if (w.token === null || w.job.acked || w.since(began) > afterLife || (await isFollowedUp(w))) {
    if (w.job.next_at !== null) {
      w.save({ next_at: null });
    }
    return;
  }
  const pause = Math.min(firstCheck * 2 ** w.job.looks, rarestCheck);
  const acked = w.store.job(w.job.id)?.acked;
  w.save({ looks: w.job.looks + 1, next_at: acked ? null : w.in(pause) });
}

/**
 * @param {Work} w
 * @returns {Promise<boolean>} whether nothing is missing any more
 */
async function isFollowedUp(w) {
  try {
    return await (w.job.media_id === null ? foundMedia(w) : foundAddress(w));
  } catch (err) {
    if (err instanceof NetworkError) {
      return false;
    }
    throw err;
  }
}

/** @param {Work} w */
async function foundAddress(w) {
  const permalink = await permalinkOf(w);
  if (permalink) {
    w.end("PUBLISHED", { permalink, next_at: null });
  }
  return permalink !== null;
}

/** @param {Work} w */
async function foundMedia(w) {
  const status = await w.network.status(w.account, w.job.container_id ?? "");
  if (status.code !== "PUBLISHED") {
    return status.code === "ERROR" || status.code === "EXPIRED";
  }
  const media = await mine(w);
  if (media) {
    const permalink = media.permalink || null;
    const fields = { media_id: media.id, media_found: 1, published_at: media.at || w.job.intent_at, permalink, error_code: null, error_message: null };
    w.end("PUBLISHED", { ...fields, next_at: permalink ? null : w.in(firstCheck) });
    return permalink !== null;
  }
  if (w.job.state === "FAILED") {
    finish(w, null);
  }
  return false;
}

