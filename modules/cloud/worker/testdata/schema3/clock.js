// The worker's clock: all of its time comes from here, so that its tests have a clock of their own in the place of this module.

/** now is the time, in milliseconds since 1970. */
export function now() {
  return Date.now();
}

/** pause ends after some milliseconds. @param {number} ms @returns {Promise<void>} */
export function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

/**
 * within makes a call that is given up after some milliseconds: its signal is aborted then, with a TimeoutError.
 *
 * @template T
 * @param {number} ms
 * @param {(signal: AbortSignal) => Promise<T>} call
 * @returns {Promise<T>}
 */
export function within(ms, call) {
  return call(AbortSignal.timeout(ms));
}

/**
 * setAlarm has the object woken at a time, or not at all at Infinity.
 *
 * @param {DurableObjectStorage} storage
 * @param {number} at
 * @returns {Promise<void>}
 */
export function setAlarm(storage, at) {
  return at === Infinity ? storage.deleteAlarm() : storage.setAlarm(at);
}
