/**
 * What is worth doing after a failure of the network; the desktop goes by the same table.
 *
 * @typedef {"retry" | "new container" | "not ready" | "wait" | "cap reached" | "token dead" | "no permission" | "user action" | "permanent"} Class
 * @typedef {object} Rule
 * @property {number} [code] absent is any
 * @property {number} [end] the last code of a range that begins with code
 * @property {number} [sub]
 * @property {"read" | "write"} [on]
 * @property {Class} cls
 * @property {number} [tries] how many repeats are worthwhile before it counts as `then`
 * @property {Class} [then]
 * @property {boolean} [unsure] a write that got this answer may have taken effect
 * @property {boolean} [unknown] the table does not have the error
 * @property {string} meaning
 */

/** @type {Rule[]} */
const publishing = [
  { code: -2, sub: 2207003, cls: "new container", meaning: "the download of the media took too long" },
  { code: -2, sub: 2207020, cls: "new container", meaning: "the media has expired" },
  { code: -1, sub: 2207001, cls: "retry", unsure: true, meaning: "server error at the network" },
  { code: -1, sub: 2207032, cls: "new container", meaning: "the media could not be created" },
  { code: -1, sub: 2207053, cls: "new container", meaning: "unknown upload error" },
  { code: 1, sub: 2207057, cls: "permanent", meaning: "the thumbnail's offset lies outside the video" },
  { code: 4, sub: 2207051, cls: "wait", unsure: true, meaning: "the action was blocked as spam, and may be live all the same" },
  { code: 9, sub: 2207042, cls: "cap reached", meaning: "the publishing cap is reached" },
  { code: 24, sub: 2207006, cls: "permanent", meaning: "the media was not found" },
  { code: 24, sub: 2207008, cls: "retry", tries: 2, then: "new container", meaning: "the container is missing, expired or not yet known everywhere" },
  { code: 25, sub: 2207050, cls: "user action", meaning: "the account is inactive, restricted or at a checkpoint" },
  { code: 100, sub: 2207023, cls: "permanent", meaning: "unknown media type" },
  { code: 100, sub: 2207028, cls: "permanent", meaning: "a carousel needs 2 to 10 children" },
  { code: 100, sub: 2207035, cls: "permanent", meaning: "a product tag is not accepted" },
  { code: 100, sub: 2207036, cls: "permanent", meaning: "a product tag is not accepted" },
  { code: 100, sub: 2207037, cls: "permanent", meaning: "a product tag is not accepted" },
  { code: 100, sub: 2207040, cls: "permanent", meaning: "more than 20 tags" },
  { code: 100, sub: 33, on: "read", cls: "retry", tries: 3, then: "permanent", meaning: "the object is missing, not permitted or not yet known everywhere" },
  { code: 100, sub: 33, on: "write", cls: "permanent", meaning: "the object is missing, or does not permit this" },
  { code: 110, sub: 2207013, cls: "permanent", meaning: "the user was not found or has no professional account" },
];

/** @type {Rule[]} */
const processing = [
  { code: 352, sub: 2207026, cls: "permanent", meaning: "the video's format is not supported" },
  { code: 9004, sub: 2207052, cls: "retry", meaning: "the media could not be fetched from its URL" },
  { code: 9007, sub: 2207027, cls: "not ready", meaning: "the media is not ready to be published" },
  { code: 36000, sub: 2207004, cls: "permanent", meaning: "the image is larger than 8 MiB" },
  { code: 36001, sub: 2207005, cls: "permanent", meaning: "the image's format is not supported" },
  { code: 36003, sub: 2207009, cls: "permanent", meaning: "the aspect ratio is not accepted" },
  { code: 36004, sub: 2207010, cls: "permanent", meaning: "the caption is too long" },
  { sub: 2207076, cls: "permanent", meaning: "the video was rejected in processing" },
  { sub: 2207077, cls: "new container", meaning: "the video could not be downloaded" },
  { sub: 2207081, cls: "permanent", meaning: "the account cannot use trial reels" },
  { sub: 2207082, cls: "new container", meaning: "upload or processing failed" },
  { sub: 2207085, cls: "new container", unsure: true, meaning: "fatal error without a reason" },
  { sub: 2207069, cls: "retry", tries: 1, then: "permanent", meaning: "undocumented publishing error" },
];

/** @type {Rule[]} */
const codes = [
  { code: 102, cls: "token dead", meaning: "the session is invalid" },
  { code: 190, cls: "token dead", meaning: "the token is invalid" },
  { code: 1, cls: "retry", unsure: true, meaning: "unknown error at the network" },
  { code: 2, cls: "retry", unsure: true, meaning: "the network is down for a while" },
  { code: 3, cls: "permanent", meaning: "the app lacks the capability" },
  { code: 4, cls: "wait", meaning: "the app's rate limit is reached" },
  { code: 17, cls: "wait", meaning: "the user's rate limit is reached" },
  { code: 32, cls: "wait", meaning: "the Page's rate limit is reached" },
  { code: 613, cls: "wait", meaning: "a rate limit is reached" },
  { code: 80001, end: 80002, cls: "wait", meaning: "the business use case's rate limit is reached" },
  { code: 341, cls: "wait", meaning: "the app's limit is reached" },
  { code: 368, cls: "wait", meaning: "blocked for a while for a breach of policy" },
  { code: 506, cls: "permanent", meaning: "the same post was just made" },
  { code: 10, cls: "no permission", meaning: "a permission is missing" },
  { code: 200, end: 299, cls: "no permission", meaning: "a permission is missing" },
];

const withSubcode = [...publishing, ...processing];

/**
 * ruleFor returns the row for an error: that of code and subcode, else that of a publishing subcode under any code, else
 * that of the code alone, else what holds for unknown ones.
 *
 * @param {number} code
 * @param {number} sub
 * @param {"read" | "write"} side
 * @param {boolean} transient what the network itself says, known to be wrong at times
 * @returns {Rule}
 */
export function ruleFor(code, sub, side, transient) {
  const isPublishing = sub >= 2207000 && sub <= 2207999;
  const fits = (/** @type {Rule} */ r) => !r.on || r.on === side;
  const hasCode = (/** @type {Rule} */ r) => r.code === undefined || r.code === code || (r.end !== undefined && r.code <= code && code <= r.end);
  const rule =
    withSubcode.find((r) => sub !== 0 && r.sub === sub && fits(r) && hasCode(r)) ??
    (isPublishing ? withSubcode.find((r) => r.sub === sub && fits(r)) : undefined) ??
    codes.find((r) => fits(r) && hasCode(r));
  if (rule) {
    return rule;
  }
  if (isPublishing) {
    return { cls: "retry", tries: 1, then: "permanent", unsure: transient, meaning: "unknown publishing error" };
  }
  if (transient) {
    return { cls: "retry", unsure: true, meaning: "unknown error that the network calls transient" };
  }
  return { cls: "permanent", unknown: true, meaning: "unknown error" };
}
