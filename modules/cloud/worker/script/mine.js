import { hour, minute } from "./env.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./network.js").Media} Media */
/** @typedef {import("./post.js").Post} Post */

/** clockTolerance is how far before the making of its container the network's clock may put the post. */
const clockTolerance = minute;
const capWindow = 24 * hour;
const mostTwins = 10;

/**
 * mine returns which of the account's media the post is, and null when that cannot be told: the only one that it can be
 * or, where further posts of ours that look the same are live and have not been found either, the one whose place among
 * them is the post's. One candidate more than there are of these is somebody's who posts by hand.
 *
 * @param {Work} w
 * @returns {Promise<Media | null>}
 */
export async function mine(w) {
  const found = await search(w);
  if (found.length === 0 || found.length > mostTwins) {
    return null;
  }
  const twins = await liveTwins(w);
  if (found.length !== twins.length + 1) {
    return null;
  }
  const place = twins.filter((twin) => (twin.intent_at ?? 0) < (w.job.intent_at ?? 0)).length;
  const media = found.reverse()[place];
  // While the network was asked, another post may have turned out to be it.
  return w.store.owned(w.job.id, [media.id]).size === 0 ? media : null;
}

/**
 * search returns the account's media that can be the post, newest first: published since its container was made, of its
 * form, with its caption, and owned by no other post.
 *
 * @param {Work} w
 */
export async function search(w) {
  const since = (w.job.container_at ?? 0) - clockTolerance;
  const { media } = await w.network.recent(w.account, w.post.mediaType === "STORIES" ? "stories" : "media", since);
  const fitting = media.filter((m) => m.at >= since && sameForm(w.post, m) && sameCaption(w.post, m));
  const owned = w.store.owned(w.job.id, fitting.slice(0, mostTwins * 5).map((m) => m.id));
  return fitting.filter((m) => !owned.has(m.id) && !w.post.ownedMediaIds?.includes(m.id));
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

/** plainText is a caption without what the network may change. @param {string} caption */
function plainText(caption) {
  return caption.replaceAll("\r\n", "\n").trim();
}

/**
 * liveTwins returns the other posts that look the same on the network, are live there, and whose media is not known.
 *
 * @param {Work} w
 */
async function liveTwins(w) {
  const twins = w.store.twins(w.job, (w.job.container_at ?? 0) - capWindow, mostTwins).filter((twin) => looksLike(w.post, JSON.parse(twin.post)));
  const live = [];
  for (const twin of twins) {
    const status = await w.network.status(w.account, twin.container_id ?? "");
    if (status.code === "PUBLISHED") {
      live.push(twin);
    }
  }
  return live;
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
