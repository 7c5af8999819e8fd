import { minute } from "./env.js";
import { NetworkError } from "./network.js";
import { isVideo } from "./post.js";
import { atCheckpoint, ruleFor } from "./rules.js";

/** @typedef {import("./rules.js").Class} Class */
/** @typedef {import("./network.js").Status} Status */
/** @typedef {import("./post.js").Post} Post */
/**
 * Verdict says how to go on after a failure, and what the post shows of it. The remedies are a further attempt ("again"), one
 * with a new container ("remake"), a wait that counts as no attempt ("wait"), and the end of the post ("give up").
 *
 * @typedef {object} Verdict
 * @property {"again" | "remake" | "wait" | "give up"} remedy
 * @property {string} code
 * @property {string} message
 * @property {number} after how long to wait, in milliseconds
 * @property {boolean} deadToken the account cannot publish until somebody has done something about it
 * @property {boolean} checkpoint what somebody has to do is to confirm something in the network's app, not to connect the account again
 */

/** maxAttempts is how often a post is tried. */
export const maxAttempts = 4;

const limitPause = 15 * minute;
const firstBackoff = 15_000;
const jitter = 0.2;
const mediaCodes = [352, 9004, 36000, 36001, 36002, 36003];
const mediaSubcodes = [2207003, 2207004, 2207005, 2207009, 2207020, 2207026, 2207052];
/** captionRefused is the subcode for a caption that is too long or has too many hashtags. */
const captionRefused = 2207010;

/** ContainerError is a container that came to nothing. */
export class ContainerError extends Error {
  /** @param {Verdict} verdict */
  constructor(verdict) {
    super(verdict.message);
    this.verdict = verdict;
  }
}

/**
 * giveUp returns a verdict that ends the post.
 *
 * @param {string} code
 * @param {string} message
 * @returns {Verdict}
 */
export function giveUp(code, message) {
  return { remedy: "give up", code, message, after: 0, deadToken: false, checkpoint: false };
}

/**
 * judge returns what is done about an error after so many attempts that have failed before.
 *
 * @param {unknown} err
 * @param {number} failed
 * @returns {Verdict}
 */
export function judge(err, failed) {
  if (err instanceof ContainerError) {
    return err.verdict;
  }
  if (!(err instanceof NetworkError)) {
    return { ...giveUp("UNKNOWN_ERROR", "an internal error stopped the work on the post"), remedy: "again" };
  }
  const cls = err.tries > 0 && failed >= err.tries ? err.then : err.cls;
  return {
    remedy: remedyOf(cls), code: codeOf(err), message: err.message, after: err.retryAfter || limitPause,
    deadToken: cls === "token dead" || cls === "user action", checkpoint: atCheckpoint(cls, err.subcode),
  };
}

/**
 * @param {Class} cls
 * @returns {Verdict["remedy"]}
 */
function remedyOf(cls) {
  switch (cls) {
    case "retry":
    case "not ready":
      return "again";
    case "new container":
      return "remake";
    case "wait":
      return "wait";
    default:
      return "give up";
  }
}

/**
 * codeOf returns the errorCode of a post that the network refuses: that which codeOf of modules/posts/publish/failure gives it.
 *
 * @param {NetworkError} err
 */
function codeOf(err) {
  if (err.cls === "token dead" || err.cls === "user action") {
    return "TOKEN_EXPIRED";
  }
  if (err.cls === "cap reached" || err.cls === "wait") {
    return "RATE_LIMITED";
  }
  if (err.subcode === captionRefused) {
    return "VALIDATION_ERROR";
  }
  return mediaCodes.includes(err.code) || mediaSubcodes.includes(err.subcode) ? "MEDIA_INVALID" : "UNKNOWN_ERROR";
}

/**
 * containerFailure is the verdict on a container that failed or expired. What a call could repeat takes a new one here.
 *
 * @param {Post} post
 * @param {Status} status
 * @param {number} failed
 * @returns {Verdict}
 */
export function containerFailure(post, status, failed) {
  const none = /** @type {import("./rules.js").Rule} */ ({ cls: "new container", tries: 1, then: "permanent", meaning: "" });
  const rule = status.code === "EXPIRED" ? { ...none, tries: 0 } : status.subcode ? ruleFor(0, status.subcode, "read", false, 0) : none;
  const cls = rule.tries && failed >= rule.tries ? rule.then : rule.cls;
  const hope = cls === "new container" || cls === "retry" || cls === "not ready";
  return { ...giveUp(processingCode(post), `the network could not process the media: ${status.text}`), remedy: hope ? "remake" : "give up" };
}

/**
 * processingCode is the code for media that the network accepted and then could not process.
 *
 * @param {Post} post
 */
export function processingCode(post) {
  return isVideo(post) ? "VIDEO_PROCESSING_FAILED" : "PROCESSING_FAILED";
}

/**
 * backoff is the wait after so many attempts that have failed: 15 s, 60 s, 240 s, give or take a fifth.
 *
 * @param {number} failed
 */
export function backoff(failed) {
  return firstBackoff * 4 ** Math.min(Math.max(failed - 1, 0), 2) * (1 + jitter * (2 * Math.random() - 1));
}
