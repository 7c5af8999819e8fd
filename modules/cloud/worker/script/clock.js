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
 * setAlarm has the object woken at a time, or not at all at Infinity. An alarm that is there already, or so little earlier, is left: to set
 * one is a row written. It returns whether it has changed anything.
 *
 * @param {DurableObjectStorage} storage
 * @param {number} at
 * @param {number} [slack] how much earlier in milliseconds is near enough
 * @returns {Promise<boolean>}
 */
export async function setAlarm(storage, at, slack = 0) {
  const known = (await storage.getAlarm()) ?? Infinity;
  if (known === at || (known < at && known >= at - slack)) {
    return false;
  }
  await (at === Infinity ? storage.deleteAlarm() : storage.setAlarm(at));
  return true;
}
