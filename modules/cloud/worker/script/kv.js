import { within } from "./clock.js";
import { second } from "./env.js";

/** patience is for how long an answer is waited for. */
const patience = 10 * second;

/** Kv is Cloudflare's KV. Each call ends, as one to the network does: who waits for an answer that never comes holds up every post. */
export class Kv {
  /** @param {KVNamespace} kv */
  constructor(kv) {
    this.kv = kv;
  }

  /** @param {string} key @returns {Promise<string | null>} */
  get(key) {
    return answered(() => this.kv.get(key));
  }

  /**
   * put may still be carried out after it was given up.
   *
   * @param {string} key
   * @param {string} value
   * @param {KVNamespacePutOptions} [options]
   * @returns {Promise<void>}
   */
  put(key, value, options) {
    return answered(() => this.kv.put(key, value, options));
  }

  /** @param {string} key @returns {Promise<void>} */
  delete(key) {
    return answered(() => this.kv.delete(key));
  }
}

/**
 * answered makes a call that knows no signal, and gives it up after a while.
 *
 * @template T
 * @param {() => Promise<T>} call
 * @returns {Promise<T>}
 */
function answered(call) {
  return within(patience, (signal) => Promise.race([call(), aborted(signal)]));
}

/** aborted ends, with the reason, once the signal is aborted. @param {AbortSignal} signal @returns {Promise<never>} */
export function aborted(signal) {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}
