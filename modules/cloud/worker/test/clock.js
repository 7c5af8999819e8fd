// The worker's clock in its tests, in the place of script/clock.js. It stands still until a test moves it, so that nothing
// depends on how fast the machine is: time passes only when all that the worker does waits for it, or for the test.

import { AT } from "./start.js";

/** tick is how often, in the machine's milliseconds, what waits looks at the clock. */
const tick = 5;

export const stage = {
  at: AT,
  /** alarm is when the object wants to be woken. */
  alarm: Infinity,
  /** pauses and limits have until when the object pauses, and until when calls may last. */
  pauses: new Map(),
  limits: new Map(),
  /** steps counts the steps that are being made, busy what else goes on. */
  steps: 0,
  busy: 0,
  /** ringing says that an alarm is being followed: until then no other comes. */
  ringing: false,
};

/** during counts work as something that goes on. */
export async function during(work) {
  stage.busy++;
  try {
    return await work();
  } finally {
    stage.busy--;
  }
}

/** reached waits for a time, unless it is left before. */
async function reached(at, left = () => false) {
  while (stage.at < at && !left()) {
    await new Promise((done) => setTimeout(done, tick));
  }
}

export function now() {
  return stage.at;
}

export async function pause(ms) {
  const key = {};
  stage.pauses.set(key, stage.at + ms);
  await reached(stage.at + ms);
  stage.pauses.delete(key);
}

export async function within(ms, call) {
  const control = new AbortController();
  const end = stage.at + ms;
  let ended = false;
  stage.limits.set(control, end);
  reached(end, () => ended).then(() => ended || control.abort(new DOMException("the time is up", "TimeoutError")));
  try {
    return await call(control.signal);
  } finally {
    ended = true;
    stage.limits.delete(control);
  }
}

export async function setAlarm(storage, at) {
  const isOther = stage.alarm !== at;
  stage.alarm = at;
  // The runtime's own alarm, which outlives a death, comes soon, and again until it is time.
  await during(() => (at === Infinity ? storage.deleteAlarm() : storage.setAlarm(Date.now() + tick)));
  return isOther;
}

/** ring follows the alarm that has come if it is time for it, and has it come again otherwise. */
export async function ring(storage, follow) {
  if (stage.alarm > stage.at) {
    return storage.setAlarm(Date.now() + tick);
  }
  stage.ringing = true;
  try {
    await follow();
  } finally {
    stage.ringing = false;
  }
}

/** told is what the tests are told: when something is due next, and what goes on until then. */
export function told() {
  const waits = stage.steps > 0 ? [...stage.pauses.values()] : []; // Nobody waits for the others any more.
  const next = Math.min(stage.ringing ? Infinity : stage.alarm, ...waits, ...stage.limits.values());
  return { at: stage.at, next: next === Infinity ? null : next, steps: stage.steps, busy: stage.busy };
}
