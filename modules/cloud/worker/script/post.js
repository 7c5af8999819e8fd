import { idOf } from "./answer.js";
import { ApiError } from "./http.js";
import { maxAltText, maxCaption, maxCarousel, maxCollaborators, maxFirstComment, maxTags, minCarousel } from "./limits.js";

/** @typedef {{username: string, x?: number, y?: number}} UserTag */
/** @typedef {{url: string, kind: "image" | "video", altText?: string, userTags?: UserTag[], coverUrl?: string, thumbOffsetMs?: number}} Item */
/**
 * What is published. Everything the network needs is in it, so that nobody has to be asked at the time.
 *
 * @typedef {object} Post
 * @property {"IMAGE" | "REELS" | "STORIES" | "CAROUSEL"} mediaType
 * @property {Item[]} items
 * @property {string} [caption]
 * @property {string} [locationId]
 * @property {string[]} [collaborators]
 * @property {boolean} [shareToFeed]
 * @property {boolean} [isAiGenerated] whether the network labels it as made with artificial intelligence
 * @property {"manual" | "performance"} [trial] makes a trial of a reel
 * @property {string} [firstComment] what the account comments below the post once it is live
 * @property {string[]} [ownedMediaIds] media that are known to be other posts of Crier: never taken for this one
 */

/**
 * Desired is a job as Crier sends it: the state that the worker must have.
 *
 * @typedef {object} Desired
 * @property {number} rev
 * @property {number} epoch
 * @property {number} runAt milliseconds since 1970
 * @property {string} accountId
 * @property {string} login
 * @property {number | null} tokenExpiresAt
 * @property {boolean} isTokenEndAssumed tokenExpiresAt is a guess
 * @property {number | null} tokenWorkedAt when Crier last found the token to work
 * @property {string} token sealed
 * @property {string} username the account's name, empty where Crier did not say it
 * @property {Post} post
 */

const strategies = /** @type {Record<string, string>} */ ({ manual: "MANUAL", performance: "SS_PERFORMANCE" });
const maxLocation = 100;
const maxOwned = 100;
const maxUrl = 2048;
const maxToken = 4096;
const maxName = 64;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** @param {string} message */
function invalid(message) {
  return new ApiError(400, "INVALID_JOB", message);
}

/**
 * @param {unknown} ok
 * @param {string} message
 * @returns {asserts ok}
 */
function must(ok, message) {
  if (!ok) {
    throw invalid(message);
  }
}

/**
 * readDesired reads a job that was sent, or refuses it with INVALID_JOB. Unknown fields are ignored.
 *
 * @param {Record<string, any>} body
 * @returns {Desired}
 */
export function readDesired(body) {
  must(Number.isSafeInteger(body.rev) && body.rev >= 1, "rev must be a whole number from 1 on");
  must(Number.isSafeInteger(body.epoch) && body.epoch >= 0, "epoch must be a whole number from 0 on");
  must(idOf(body.accountId), "accountId must be an id of the network");
  must(body.login === "primary" || body.login === "partner", "login must be primary or partner");
  must(typeof body.token === "string" && body.token.length <= maxToken, "token must be a sealed token");
  return {
    rev: body.rev, epoch: body.epoch, runAt: instantOf(body.runAt, "runAt"), accountId: body.accountId, login: body.login,
    tokenExpiresAt: body.tokenExpiresAt == null ? null : instantOf(body.tokenExpiresAt, "tokenExpiresAt"),
    isTokenEndAssumed: body.isTokenEndAssumed === true,
    tokenWorkedAt: body.tokenWorkedAt == null ? null : instantOf(body.tokenWorkedAt, "tokenWorkedAt"),
    token: body.token, username: text(body.username, "username", maxName) ?? "", post: postOf(body.post),
  };
}

/**
 * @param {unknown} value
 * @param {string} name
 */
function instantOf(value, name) {
  const at = typeof value === "string" && instant.test(value) ? Date.parse(value) : NaN;
  must(Number.isFinite(at), `${name} must be an instant with its offset`);
  return at;
}

/**
 * @param {any} post
 * @returns {Post}
 */
function postOf(post) {
  must(typeof post === "object" && post !== null && Array.isArray(post.items), "post must be an object with items");
  const counts = /** @type {Record<string, [number, number]>} */ ({ IMAGE: [1, 1], REELS: [1, 1], STORIES: [1, 1], CAROUSEL: [minCarousel, maxCarousel] })[post.mediaType];
  must(counts, "mediaType must be IMAGE, REELS, STORIES or CAROUSEL");
  must(post.items.length >= counts[0] && post.items.length <= counts[1], "the post has a wrong number of items");
  const items = post.items.map(itemOf);
  const needs = post.mediaType === "IMAGE" ? "image" : post.mediaType === "REELS" ? "video" : "";
  must(needs === "" || items[0].kind === needs, `a post of this type needs an item of kind ${needs}`);
  optional(post.shareToFeed, "shareToFeed", (v) => typeof v === "boolean");
  optional(post.isAiGenerated, "isAiGenerated", (v) => typeof v === "boolean");
  optional(post.trial, "trial", (v) => Object.hasOwn(strategies, v));
  return {
    mediaType: post.mediaType, items, caption: text(post.caption, "caption", maxCaption), locationId: text(post.locationId, "locationId", maxLocation),
    collaborators: names(post.collaborators, "collaborators", maxCollaborators), shareToFeed: post.shareToFeed ?? undefined,
    isAiGenerated: post.isAiGenerated ?? undefined, trial: post.trial ?? undefined,
    firstComment: text(post.firstComment, "firstComment", maxFirstComment),
    ownedMediaIds: names(post.ownedMediaIds, "ownedMediaIds", maxOwned),
  };
}

/**
 * @param {any} item
 * @returns {Item}
 */
function itemOf(item) {
  must(typeof item === "object" && item !== null && (item.kind === "image" || item.kind === "video"), "an item must be of kind image or video");
  optional(item.thumbOffsetMs, "thumbOffsetMs", (v) => Number.isSafeInteger(v) && v >= 0);
  optional(item.userTags, "userTags", (v) => Array.isArray(v) && v.length <= maxTags && v.every(isTag));
  return {
    url: address(item.url), kind: item.kind, altText: text(item.altText, "altText", maxAltText), userTags: item.userTags ?? undefined,
    coverUrl: item.coverUrl == null ? undefined : address(item.coverUrl), thumbOffsetMs: item.thumbOffsetMs ?? undefined,
  };
}

/** @param {any} tag */
function isTag(tag) {
  const point = (/** @type {unknown} */ v) => v == null || (typeof v === "number" && v >= 0 && v <= 1);
  return isName(tag?.username) && point(tag.x) && point(tag.y);
}

/** @param {unknown} value */
function isName(value) {
  return typeof value === "string" && value.length >= 1 && value.length <= maxName;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {(value: any) => boolean} fits
 */
function optional(value, name, fits) {
  must(value == null || fits(value), `${name} is not valid`);
}

/**
 * @param {any} value
 * @param {string} name
 * @param {number} most characters, as a person counts them
 */
function text(value, name, most) {
  optional(value, name, (v) => typeof v === "string" && [...v].length <= most);
  return value ?? undefined;
}

/**
 * @param {any} value
 * @param {string} name
 * @param {number} most
 */
function names(value, name, most) {
  optional(value, name, (v) => Array.isArray(v) && v.length <= most && v.every(isName));
  return value ?? undefined;
}

/** @param {string} value */
function isUrl(value) {
  try {
    return new URL(value).hostname !== "";
  } catch {
    return false;
  }
}

/** @param {any} value */
function address(value) {
  must(typeof value === "string" && value.length <= maxUrl && /^https?:\/\/[\x21-\x7e]+$/.test(value) && isUrl(value), "an item needs the URL of its media, in ASCII");
  return value;
}

/**
 * isVideo says whether the network has to process a video for the post.
 *
 * @param {Post} post
 */
export function isVideo(post) {
  return post.items.some((item) => item.kind === "video");
}

/**
 * params returns what a post of one item, or a carousel with its children's containers, is sent as. A field that its kind
 * does not take is left out: the network ignores some and refuses the rest.
 *
 * @param {Post} post
 * @param {string[]} children
 * @returns {Record<string, string>}
 */
export function params(post, children) {
  const carousel = post.mediaType === "CAROUSEL";
  const video = !carousel && post.items[0].kind === "video";
  return {
    ...(carousel ? { children: children.join(",") } : mediaParams(post.items[0])),
    ...(post.mediaType === "IMAGE" ? {} : { media_type: post.mediaType }),
    ...(post.mediaType === "STORIES" ? {} : described(post)),
    ...(carousel ? {} : tagParams(post.items[0], !video)),
    ...(post.mediaType === "IMAGE" ? altParams(post.items[0]) : {}),
    ...(post.mediaType === "REELS" ? reelParams(post) : {}),
    ...(post.isAiGenerated ? { is_ai_generated: "true" } : {}),
  };
}

/**
 * childParams returns what an item of a carousel is sent as.
 *
 * @param {Item} item
 * @returns {Record<string, string>}
 */
export function childParams(item) {
  const video = item.kind === "video";
  return {
    ...mediaParams(item), is_carousel_item: "true", ...tagParams(item, !video),
    ...(video ? { media_type: "VIDEO", ...thumbParams(item) } : altParams(item)),
  };
}

/** @param {Item} item @returns {Record<string, string>} */
function mediaParams(item) {
  return { [item.kind === "video" ? "video_url" : "image_url"]: item.url };
}

/** @param {Post} post @returns {Record<string, string>} */
function described(post) {
  return {
    ...(post.caption ? { caption: post.caption } : {}),
    ...(post.locationId ? { location_id: post.locationId } : {}),
    ...(post.collaborators?.length ? { collaborators: JSON.stringify(post.collaborators.map(plainName)) } : {}),
  };
}

/**
 * @param {Item} item
 * @param {boolean} points
 * @returns {Record<string, string>}
 */
function tagParams(item, points) {
  if (!item.userTags?.length) {
    return {};
  }
  const tags = item.userTags.map(({ username, x, y }) => ({ username: plainName(username), ...(points && x != null && y != null ? { x, y } : {}) }));
  return { user_tags: JSON.stringify(tags) };
}

/** @param {Item} item @returns {Record<string, string>} */
function altParams(item) {
  return item.altText ? { alt_text: item.altText } : {};
}

/** @param {Post} post @returns {Record<string, string>} */
function reelParams(post) {
  const [item] = post.items;
  return {
    ...(post.shareToFeed === undefined ? {} : { share_to_feed: String(post.shareToFeed) }),
    ...(item.coverUrl ? { cover_url: item.coverUrl } : thumbParams(item)),
    ...(post.trial ? { trial_params: JSON.stringify({ graduation_strategy: strategies[post.trial] }) } : {}),
  };
}

/** @param {Item} item @returns {Record<string, string>} */
function thumbParams(item) {
  return item.thumbOffsetMs ? { thumb_offset: String(item.thumbOffsetMs) } : {};
}

/** @param {string} name */
function plainName(name) {
  return name.replace(/^@/, "");
}
