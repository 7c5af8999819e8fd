// The worker's clock in its tests, in the place of script/clock.js. It stands still until a test moves it, so that nothing
// depends on how fast the machine is: time passes only when all that the worker does waits for it, or for the test.

import { AT } from "./start.js";

/** soon is how far ahead the runtime's own alarm is set, in the machine's milliseconds. */
const soon = 5;

/** look is how often, in the machine's milliseconds, what waits looks at the clock although nobody woke it. */
const look = 1000;

export const state = {
  at: AT,
  /** alarms are when the objects want to be woken, by their classes. */
  alarms: new Map(),
  /** pauses and limits have until when the object pauses, and until when calls may last. */
  pauses: new Map(),
  limits: new Map(),
  /** steps counts the steps that are being made, busy what else goes on. */
  steps: 0,
  busy: 0,
  /** changed are the ids of the jobs that were written, in that order. */
  changed: [],
  /** ringing are the classes whose alarm is being followed: until then no other comes. */
  ringing: new Set(),
};

/** classes are those of the objects, by what stores for them. */
const classes = new WeakMap();

/** ofClass tells the class of an object that is not a Scheduler. */
export function ofClass(storage, name) {
  classes.set(storage, name);
}

const classOf = (storage) => classes.get(storage) ?? "Scheduler";

/** sleepers wake what waits, so that it looks at the clock. */
const sleepers = new Set();

/** wake has all that waits look at the clock. */
function wake() {
  for (const woken of sleepers) {
    woken();
  }
}

/** moved sets the clock, which never goes back. */
export function moved(at) {
  if (at > state.at) {
    state.at = at;
    wake();
  }
}

/** during counts work as something that goes on. */
export async function during(work) {
  state.busy++;
  try {
    return await work();
  } finally {
    state.busy--;
  }
}

/**
 * reached waits until the clock has reached a time, or until left says that nobody needs to wait. It looks when it is woken: looking
 * every few milliseconds took most of the processor time of the tests.
 */
async function reached(at, left = () => false) {
  while (state.at < at() && !left()) {
    let woken;
    // The runtime ends a call that waits for nothing that it knows, so that there is a timer.
    const timer = await new Promise((done) => {
      const timer = setTimeout(() => done(timer), look);
      woken = () => done(timer);
      sleepers.add(woken);
    });
    sleepers.delete(woken);
    clearTimeout(timer);
  }
}

export function now() {
  return state.at;
}

export async function pause(ms) {
  const key = {};
  const end = state.at + ms;
  state.pauses.set(key, end);
  await reached(() => end);
  state.pauses.delete(key);
}

export async function within(ms, call) {
  const control = new AbortController();
  const end = state.at + ms;
  let ended = false;
  state.limits.set(control, end);
  reached(() => end, () => ended).then(() => ended || control.abort(new DOMException("the time is up", "TimeoutError")));
  try {
    return await call(control.signal);
  } finally {
    ended = true;
    state.limits.delete(control);
    wake();
  }
}

export async function setAlarm(storage, at) {
  const isOther = (state.alarms.get(classOf(storage)) ?? Infinity) !== at;
  state.alarms.set(classOf(storage), at);
  wake();
  // The runtime's own alarm, which outlives a death, comes soon, and ring waits until it is time.
  await during(() => (at === Infinity ? storage.deleteAlarm() : storage.setAlarm(Date.now() + soon)));
  return isOther;
}

/** ring follows the alarm that has come once it is time for it. Until then the runtime keeps it: a death has it come again. */
export async function ring(storage, follow) {
  const name = classOf(storage);
  // A Scheduler sets its alarm when it starts. Another object does not, and follows one of before at once.
  await reached(() => state.alarms.get(name) ?? (name === "Scheduler" ? Infinity : -Infinity));
  state.ringing.add(name);
  try {
    await follow();
  } finally {
    state.ringing.delete(name);
  }
}

/** told is what the tests are told: when something is due next, what goes on until then, and which jobs were written, without so many that are told already. */
export function told(after) {
  const waits = state.steps > 0 ? [...state.pauses.values()] : []; // Nobody waits for the others any more.
  const next = Math.min(...[...state.alarms].map(([name, at]) => (state.ringing.has(name) ? Infinity : at)), ...waits, ...state.limits.values());
  return { at: state.at, next: next === Infinity ? null : next, steps: state.steps, busy: state.busy, changed: state.changed.slice(after), changes: state.changed.length };
}
