// When a publish call can have taken effect, by the network's clock.

import { now } from "./clock.js";
import { minute, second } from "./env.js";

/** @typedef {import("./work.js").Work} Work */
/** @typedef {import("./store.js").Job} Job */
/** @typedef {{from: number, until: number}} Window */

/** inFlight is how long a publish call may take to arrive after its sender has hung up, or died. */
export const inFlight = minute;
/** slack is by how much the time of a media may differ from that of a Date: times are cut to the second, and come from several machines. */
const slack = 2 * second;
/** unknown is by how much the network's clock may be ahead or behind where nothing told its time. */
const unknown = { least: -minute, most: minute };

/**
 * earliest returns the first moment at the network that can be at.
 *
 * @param {Work} w
 * @param {number} at
 */
export function earliest(w, at) {
  return Math.floor(at + (w.network.ahead ?? unknown).least - slack);
}

/**
 * latest returns the last one.
 *
 * @param {Work} w
 * @param {number} at
 */
function latest(w, at) {
  return Math.ceil(at + (w.network.ahead ?? unknown).most + slack);
}

/**
 * begun is the window of a call that is sent now.
 *
 * @param {Work} w
 */
export function begun(w) {
  return { call_from: earliest(w, now()), call_until: latest(w, now() + inFlight / w.pace) };
}

/**
 * answered is the end of the window of a call whose answer has come.
 *
 * @param {Work} w
 */
export function answered(w) {
  return { call_until: Math.min(latest(w, now()), w.job.call_until ?? Infinity) };
}

/**
 * past is the window of a call that somebody has sent since then, and that has taken effect.
 *
 * @param {Work} w
 * @param {number} since
 */
export function past(w, since) {
  return { call_from: earliest(w, since), call_until: latest(w, now()) };
}

/**
 * windowOf returns the window of a job's publish call. Earlier versions of the scripts have not written it down.
 *
 * @param {Job} job
 * @returns {Window}
 */
export function windowOf(job) {
  const sent = job.intent_at ?? 0;
  return { from: job.call_from ?? sent - minute, until: job.call_until ?? sent + inFlight + minute };
}

/**
 * reachesInto says whether the call can still take effect at a moment at which one that is sent now could. A window that begins
 * later than now was written down by a clock that was wrong.
 *
 * @param {Work} w
 * @param {Window} window
 */
export function reachesInto(w, window) {
  return window.from <= latest(w, now()) && window.until >= earliest(w, now());
}
