import { now } from "./clock.js";
import { minute, numberOf } from "./env.js";

/** pause is how far apart two calls of the desktop are at least that are both stored: to store one is a row. */
const pause = 2 * minute;

/** Heard knows when the desktop was last heard of, which calls the worker as long as it runs. */
export class Heard {
  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    this.at = this.stored = numberOf(store.fact("heardAt"));
  }

  note() {
    this.at = now();
    if (this.at - this.stored >= pause) {
      this.stored = this.at;
      this.store.setFact("heardAt", String(this.at));
    }
  }
}
