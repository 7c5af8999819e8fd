// The mirror: KV shows the posts to people who look at the Cloudflare account. Only a fence is ever decided by it. KV allows one
// write of a key a second, and 1,000 writes a day in all.

import { now } from "./clock.js";
import { dayOf, hour, minute } from "./env.js";

/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./store.js").Store} Store */

const keyPause = 1100;
const longestPause = 10 * minute;
/** Of a day's writes, what a change on the way may use, and what an end may. The rest is left to the heart-beat. */
const changesPerDay = 400;
const endsPerDay = 650;
/** writesPerWake is how many keys a wake-up writes: it has 10 ms of CPU. */
const writesPerWake = 4;
const heartBeatPause = 5 * minute;
/** keptSeconds is for how long an ended post is shown. */
const keptSeconds = 7 * 24 * 60 * 60;
export const keyPrefix = "post:";
export const cronKey = "meta:lastCronRun";
export const fenceKey = "meta:fence";

/** Mirror writes what is due. */
export class Mirror {
  /**
   * @param {import("./kv.js").Kv} kv
   * @param {Store} store
   */
  constructor(kv, store) {
    this.kv = kv;
    this.store = store;
    this.pause = keyPause;
  }

  /**
   * flush writes what is due of the jobs, as far as the day and the budget of calls allow.
   *
   * @param {import("./network.js").Budget} budget
   * @param {number} reserve calls to leave
   */
  async flush(budget, reserve) {
    const most = Math.min(budget.left - reserve, writesPerWake);
    for (const job of most > 0 ? this.store.unmirrored(now(), most) : []) {
      budget.spend();
      await this.write(job);
    }
  }

  /** @param {Job} job */
  async write(job) {
    const ended = job.state === "PUBLISHED" || job.state === "FAILED" || job.state === "FENCED" || job.state === "CANCELLED";
    if (job.state !== "CANCELLED" && !this.spend(ended ? endsPerDay : changesPerDay)) {
      this.put(job, nextDay());
      return;
    }
    try {
      await this.send(job, ended);
      this.pause = keyPause;
      this.written(job);
    } catch {
      this.pause = Math.min(this.pause * 2, longestPause);
      this.put(job, now() + this.pause);
    }
  }

  /**
   * @param {Job} job
   * @param {boolean} ended
   */
  async send(job, ended) {
    const key = keyPrefix + job.id;
    if (job.state === "CANCELLED") {
      this.store.meter.add({ kvDeletes: 1 });
      return this.kv.delete(key);
    }
    const runAt = new Date(job.run_at).toISOString();
    const value = {
      id: job.id, rev: job.rev, state: job.state, runAt, mediaId: job.media_id, permalink: job.permalink,
      errorCode: job.error_code, updatedAt: new Date(job.updated_at).toISOString(),
    };
    this.store.meter.add({ kvWrites: 1 });
    await this.kv.put(key, JSON.stringify(value), { metadata: { state: job.state, runAt }, ...(ended ? { expirationTtl: keptSeconds } : {}) });
  }

  /** written leaves a job that has changed while it was being written to be written again. @param {Job} job */
  written(job) {
    const at = now();
    this.store.rows(
      "UPDATE jobs SET mirrored_at = ?, mirror_due = CASE WHEN updated_at = ? AND rev = ? AND state = ? THEN NULL ELSE ? END WHERE id = ?",
      at, job.updated_at, job.rev, job.state, at + keyPause, job.id,
    );
  }

  /**
   * @param {Job} job
   * @param {number} due
   */
  put(job, due) {
    this.store.rows("UPDATE jobs SET mirror_due = ? WHERE id = ? AND mirror_due IS NOT NULL", due, job.id);
  }

  /**
   * spend counts a write of the day, and returns false when there are none left of so many.
   *
   * @param {number} most
   */
  spend(most) {
    const used = this.writesToday();
    if (used >= most) {
      return false;
    }
    this.store.setFact("kvWrites", `${dayOf(now())} ${used + 1}`);
    return true;
  }

  /** writesToday returns how many writes of posts have been counted since midnight, UTC. */
  writesToday() {
    const [day, n] = (this.store.fact("kvWrites") ?? "").split(" ");
    return day === dayOf(now()) ? Number(n) : 0;
  }

  /**
   * heartBeat shows that the cron runs, more rarely than it does.
   *
   * @param {number} at
   */
  async heartBeat(at) {
    const last = Number(this.store.fact("heartBeatAt") ?? 0);
    if (at >= last && at - last < heartBeatPause) {
      return;
    }
    this.store.setFact("heartBeatAt", String(at));
    this.store.meter.add({ kvWrites: 1 });
    await this.kv.put(cronKey, new Date(at).toISOString()).catch(() => undefined);
  }
}

/** nextDay returns when the next day begins. */
function nextDay() {
  return Date.parse(dayOf(now())) + 24 * hour;
}
