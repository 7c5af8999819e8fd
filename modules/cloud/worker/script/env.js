import { now } from "./clock.js";

/**
 * What the deployment binds. Texts that are not set are undefined.
 *
 * @typedef {object} Env
 * @property {DurableObjectNamespace<import("./scheduler.js").Scheduler>} SCHED
 * @property {DurableObjectNamespace<import("./media.js").Media>} MEDIA
 * @property {KVNamespace} POSTS the mirror, and where a fence is put while the worker does not answer
 * @property {string} [WORKER_KEY] secret: who has it may use the API
 * @property {string} [ENCRYPTION_KEY] secret: 32 bytes in base64, opens the tokens
 * @property {string} [VERSION] which scripts were deployed
 * @property {string} [CRIER_VERSION] the release of the Crier that has deployed them
 * @property {string} [GRAPH_INSTAGRAM] base URL for accounts of the primary login
 * @property {string} [GRAPH_FACEBOOK] base URL for accounts of the partner login
 * @property {string} [FENCE_EPOCH] jobs of an earlier epoch never fire
 * @property {string} [NOTIFY_URL] secret: where a person is told of failures while Crier is off
 * @property {string} [NOTIFY_KIND] ntfy, or webhook; nobody is told without it
 * @property {string} [NOTIFY_MARK] tells which address it is without telling the address
 * @property {string} [MEDIA_BYTES] how many bytes of files are held at most; for tests
 * @property {string} [PACE] how many times faster than life it waits; for tests
 */

/** schema is the version of the tables; diagnostics tell it, and scripts.go has the same number. */
export const schema = 5;

/** farthest is how far an epoch or a revision may be beyond what is known: one mistake does not use up all that there are. */
export const farthest = 2 ** 30;

const liveInstagram = "https://graph.instagram.com";
const liveFacebook = "https://graph.facebook.com";

/**
 * bases returns where the network is, by login.
 *
 * @param {Env} env
 * @returns {Record<string, string>}
 */
export function bases(env) {
  return { primary: env.GRAPH_INSTAGRAM || liveInstagram, partner: env.GRAPH_FACEBOOK || liveFacebook };
}

/**
 * numberOf reads a number that this worker has stored; what is no whole number is 0.
 *
 * @param {string | null | undefined} text
 */
export function numberOf(text) {
  const n = Number(text ?? 0);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
}

/**
 * fenceOf reads a fence that somebody has put up, 0 where there is none. It is null for what is no fence: no plain number, or one
 * that is beyond all that can have been given out, behind which nothing would ever fire again.
 *
 * @param {string | null | undefined} text
 * @param {number} known the highest epoch that is known
 */
export function fenceOf(text, known) {
  if (text === null || text === undefined || text.trim() === "") {
    return 0;
  }
  const n = /^\s*\d{1,16}\s*$/.test(text) ? Number(text) : NaN;
  return n <= lastEpoch(known) ? n : null;
}

/**
 * lastEpoch returns the highest epoch that is taken. Where the worker could not be asked, epochs are the time in milliseconds.
 *
 * @param {number} known the highest epoch that is known
 */
export function lastEpoch(known) {
  return Math.max(known, now()) + farthest;
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** dayOf returns the day of an instant, in UTC. @param {number} at */
export function dayOf(at) {
  return new Date(at).toISOString().slice(0, "2026-01-01".length);
}
