/**
 * What the deployment binds. Texts that are not set are undefined.
 *
 * @typedef {object} Env
 * @property {DurableObjectNamespace<import("./scheduler.js").Scheduler>} SCHED
 * @property {KVNamespace} POSTS the mirror, and where a fence is put while the worker does not answer
 * @property {string} [WORKER_KEY] secret: who has it may use the API
 * @property {string} [ENCRYPTION_KEY] secret: 32 bytes in base64, opens the tokens
 * @property {string} [VERSION] which scripts were deployed
 * @property {string} [GRAPH_INSTAGRAM] base URL for accounts of the primary login
 * @property {string} [GRAPH_FACEBOOK] base URL for accounts of the partner login
 * @property {string} [FENCE_EPOCH] jobs of an earlier epoch never fire
 * @property {string} [PACE] how many times faster than life it waits; for tests
 */

/** schema is the version of the tables; diagnostics tell it. */
export const schema = 3;

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
 * epochOf reads a fence; what is no whole number fences nothing.
 *
 * @param {string | null | undefined} text
 */
export function epochOf(text) {
  const n = Number(text ?? 0);
  return Number.isSafeInteger(n) && n > 0 ? n : 0;
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
