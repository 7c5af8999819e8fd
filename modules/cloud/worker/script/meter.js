// The meter: what the worker uses of the free plan, by day, in UTC.

import { now } from "./clock.js";
import { dayOf, hour, minute } from "./env.js";

/**
 * @typedef {object} Used
 * @property {number} requests calls of the API, crons and alarms
 * @property {number} rowsRead
 * @property {number} rowsWritten
 * @property {number} kvReads
 * @property {number} kvWrites
 * @property {number} kvDeletes
 */
/** @typedef {Used & {day: string}} Day */

const keptDays = 7;
const length = 24 * hour;

/** Meter counts in memory. What it has counted is stored once a minute: to store it is a row as well. */
export class Meter {
  /** @param {string} stored what toStore has returned, or no days */
  constructor(stored) {
    /** @type {number | undefined} when today has begun */
    this.at = undefined;
    /** @type {Day[]} the latest day first */
    this.days = JSON.parse(stored);
    this.storedAt = now();
  }

  /** @param {Partial<Used>} used */
  add(used) {
    const today = /** @type {Record<string, any>} */ (this.today());
    for (const [what, n] of Object.entries(used)) {
      today[what] += n;
    }
  }

  /** @returns {Day} */
  today() {
    const at = Math.floor(now() / length) * length;
    if (at !== this.at) {
      this.at = at;
      const day = dayOf(at);
      const today = this.days.find((one) => one.day === day) ?? { day, requests: 0, rowsRead: 0, rowsWritten: 0, kvReads: 0, kvWrites: 0, kvDeletes: 0 };
      this.days = [today, ...this.days.filter((one) => one.day < day)].slice(0, keptDays);
    }
    return this.days[0];
  }

  /** toStore returns the counts for the store, and null when they were stored within the last minute. */
  toStore() {
    if (now() - this.storedAt < minute) {
      return null;
    }
    this.storedAt = now();
    return JSON.stringify(this.days);
  }
}
