import { now } from "./clock.js";
import { minute, numberOf } from "./env.js";

/** fact is the name under which the time is stored, in workers that are deployed too. */
const fact = "heardAt";
/** storedEvery is how far apart two calls are at least that are both stored, because each of them writes a row. */
const storedEvery = 2 * minute;

/** LastCall knows when Crier last called the worker, which it does again and again as long as it runs. */
export class LastCall {
  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this.store = store;
    this.at = this.stored = numberOf(store.fact(fact));
  }

  /** note says that Crier calls now. */
  note() {
    this.at = now();
    if (this.at - this.stored >= storedEvery) {
      this.stored = this.at;
      this.store.setFact(fact, String(this.at));
    }
  }
}
