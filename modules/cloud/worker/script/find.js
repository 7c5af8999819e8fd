// Which media a job's post is, and which other posts it could be taken for.

import { now } from "./clock.js";
import { hour, second } from "./env.js";
import { bind, isAbsent } from "./match.js";
import { NetworkError } from "./network.js";
import { reachesInto, windowOf } from "./window.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./network.js").Media} Media */
/** @typedef {import("./post.js").Post} Post */
/**
 * What a read of the account's list shows.
 *
 * @typedef {object} Finding
 * @property {Media | null} media the post's, once it was the only possibility in enough reads in a row
 * @property {{likely_id: string | null, likely_reads: number}} likely what the next read has to know of those before
 * @property {boolean} isLikely the next read is to come soon: it may confirm the media of this one
 */

/** enoughReads is in how many reads, so far from each other, the same must be seen: a list may leave out for a while what is new. */
export const enoughReads = 4;
export const readPause = 2 * second;
/** alikePause is how often a post looks at one that looks the same while that can still take effect, askedPause while it is asked about. */
const alikePause = 5 * second;
const askedPause = 30 * second;
const openFor = 24 * hour;
/** mostOpen is how many posts the network takes of an account in that time. */
const mostOpen = 100;
const mostOthers = 10;
const mostItems = 50;
/** none stands for a media that is not there. */
const none = "";

/** @param {Post} post */
export function edgeOf(post) {
  return post.mediaType === "STORIES" ? "stories" : "media";
}

/**
 * findMedia reads which of the account's media the post is, whose container the network calls published.
 *
 * @param {Work} w
 * @returns {Promise<Finding>}
 */
export async function findMedia(w) {
  let media;
  try {
    media = await forced(w);
  } catch (err) {
    if (err instanceof NetworkError) {
      const { likely_id, likely_reads } = w.job;
      return { media: null, likely: { likely_id, likely_reads }, isLikely: false };
    }
    throw err;
  }
  if (!media) {
    return { media: null, likely: { likely_id: null, likely_reads: 0 }, isLikely: false };
  }
  const isLikely = (w.job.likely_id || media.id) === media.id;
  const likely = sameAsBefore(w.job, media.id);
  return { media: likely.likely_reads >= enoughReads ? media : null, likely, isLikely };
}

/**
 * sameAsBefore counts a read that shows what the last one did.
 *
 * @param {Job} job
 * @param {string} id
 */
function sameAsBefore(job, id) {
  return { likely_id: id, likely_reads: job.likely_id === id ? job.likely_reads + 1 : 1 };
}

/**
 * forced returns the media that the post must be, by what one read of the account's list shows.
 *
 * @param {Work} w
 * @returns {Promise<Media | null>}
 */
async function forced(w) {
  const others = overlapping(w.job, alike(w));
  if (others.length > mostOthers) {
    return null;
  }
  const since = Math.min(...[w.job, ...others].map((job) => windowOf(job).from));
  const shown = await w.network.recent(w.account, edgeOf(w.post), since);
  const looked = shown.media.filter((m) => sameForm(w.post, m) && sameCaption(w.post, m));
  if (looked.length > mostItems) {
    return null;
  }
  const attempts = [attemptOf(w.job, true)];
  for (const other of others) {
    const status = await w.network.status(w.account, other.container_id ?? "");
    attempts.push(attemptOf(other, status.code === "PUBLISHED"));
  }
  // What other posts have turned out to be while the network was asked is theirs.
  const items = free(w, looked);
  const bound = bind({ attempts, items: items.map(({ id, at }) => ({ id, at })), since: shown.since }).get(w.job.id);
  return items.find((m) => m.id === bound) ?? null;
}

/**
 * missing reads whether the account shows nothing that the post can be, whatever somebody has changed of its caption. It is
 * missing once that was so in enough reads in a row.
 *
 * @param {Work} w
 */
export async function missing(w) {
  const shown = await w.network.recent(w.account, edgeOf(w.post), windowOf(w.job).from);
  const items = shown.media.filter((m) => sameForm(w.post, m));
  const isGone = items.length <= mostItems && isAbsent({ attempts: [attemptOf(w.job, false)], items: free(w, items), since: shown.since }, w.job.id);
  const likely = isGone ? sameAsBefore(w.job, none) : { likely_id: null, likely_reads: 0 };
  return { isMissing: likely.likely_reads >= enoughReads, likely };
}

/**
 * free returns the media that no other post is known to be.
 *
 * @param {Work} w
 * @param {Media[]} media
 */
function free(w, media) {
  const owned = w.store.owned(w.job.id, media.map((m) => m.id));
  return media.filter((m) => !owned.has(m.id) && !w.post.ownedMediaIds?.includes(m.id));
}

/**
 * attemptOf is the publish call of a job, which has one whose outcome is open at most.
 *
 * @param {Job} job
 * @param {boolean} isLive
 * @returns {import("./match.js").Attempt}
 */
function attemptOf(job, isLive) {
  return { seq: job.id, ref: job.container_id ?? "", isLive, ...windowOf(job), seenBefore: JSON.parse(job.seen_before ?? "[]") };
}

/**
 * waitForAlike returns how long the publish call waits before it looks again for a post that looks the same and whose outcome is
 * open, 0 when there is none: were both sent, nobody could tell which of them a media is. One that is asked about is waited for,
 * and one that has ended unknown as long as its call can still take effect. Of two that have both been sent, by an
 * earlier version of the scripts, the first goes on.
 *
 * @param {Work} w
 */
export function waitForAlike(w) {
  const others = alike(w);
  if (others.some((job) => reachesInto(w, windowOf(job)))) {
    return alikePause;
  }
  return others.some((job) => job.state === "PUBLISHING" && (w.job.state !== "PUBLISHING" || isBefore(job, w.job))) ? askedPause : 0;
}

/**
 * @param {Job} a
 * @param {Job} b
 */
function isBefore(a, b) {
  return a.intent_at === b.intent_at ? a.id < b.id : (a.intent_at ?? 0) < (b.intent_at ?? 0);
}

/**
 * alike returns the account's other jobs that look the same on the network, whose publish call was sent and whose media is
 * not known.
 *
 * @param {Work} w
 */
function alike(w) {
  return w.store.openCalls(w.job, now() - openFor, mostOpen).filter((job) => looksLike(w.post, JSON.parse(job.post)));
}

/**
 * overlapping returns the jobs whose window meets the job's, or that of one whose window does.
 *
 * @param {Job} job
 * @param {Job[]} others
 */
function overlapping(job, others) {
  const met = [job];
  for (const one of met) {
    const { from, until } = windowOf(one);
    met.push(...others.filter((other) => !met.includes(other) && windowOf(other).from <= until && windowOf(other).until >= from));
  }
  return met.slice(1);
}

/**
 * @param {Post} post
 * @param {Media} m
 */
function sameForm(post, m) {
  switch (post.mediaType) {
    case "STORIES":
      return m.product === "STORY" && (post.items[0].kind === "video") === (m.type === "VIDEO");
    case "REELS":
      return m.product === "REELS";
    case "CAROUSEL":
      return m.type === "CAROUSEL_ALBUM";
    default:
      return m.type === "IMAGE" && m.product === "FEED";
  }
}

/**
 * @param {Post} post
 * @param {Media} m
 */
function sameCaption(post, m) {
  return post.mediaType === "STORIES" || plainText(m.caption) === plainText(post.caption ?? "");
}

/** plainText is a text without what the network may change. @param {string} text */
export function plainText(text) {
  return text.replaceAll("\r\n", "\n").trim();
}

/**
 * @param {Post} a
 * @param {Post} b
 */
function looksLike(a, b) {
  if (a.mediaType !== b.mediaType) {
    return false;
  }
  return a.mediaType === "STORIES" ? a.items[0].kind === b.items[0].kind : plainText(a.caption ?? "") === plainText(b.caption ?? "");
}
