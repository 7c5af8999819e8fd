import { DurableObject } from "cloudflare:workers";
import { now, pause, setAlarm } from "./clock.js";
import { bases, epochOf, hour, second } from "./env.js";
import { Desk } from "./desk.js";
import { Mirror, fenceKey } from "./mirror.js";
import { Budget, Network } from "./network.js";
import { fingerprint, openToken } from "./seal.js";
import { step } from "./step.js";
import { Store } from "./store.js";
import { giveUp } from "./verdict.js";
import { Held, Taken, Work } from "./work.js";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./http.js").Reply} Reply */

/** The free plan allows 50 calls per wake-up, of which the mirror needs some. */
const callsPerWake = 48;
const callsForMirror = 4;
/** A wake-up may have six connections open. */
const atOnce = 4;
/** netPause is how long after the death of a wake-up the next one comes. */
const netPause = 15 * second;
const stumblePause = 15 * second;
const heldFor = 24 * hour;
const keptFor = 30 * 24 * hour;

/**
 * Scheduler is the one authority over the jobs: it runs on one thread, and each decision is one change of its database.
 * Others may look at the mirror.
 *
 * @extends {DurableObject<Env>}
 */
export class Scheduler extends DurableObject {
  /**
   * @param {DurableObjectState} ctx
   * @param {Env} env
   */
  constructor(ctx, env) {
    super(ctx, env);
    this.store = new Store(ctx.storage);
    this.pace = Math.max(Number(env.PACE) || 1, 1);
    this.mirror = new Mirror(env.POSTS, this.store);
    /** @type {Map<string, Promise<void>>} the jobs that are being worked on */
    this.busy = new Map();
    /** usage is what has been used since the object started; the day's writes are counted in the store. */
    this.usage = { wakeUps: 0, requests: 0, mostCalls: 0 };
    this.desk = new Desk(this.store, env, { fenceEpoch: () => this.fenceEpoch(), usage: () => ({ ...this.usage, kvWrites: this.mirror.writesToday() }) });
    // A deployment, or a death in the middle, must not leave work without an alarm.
    ctx.blockConcurrencyWhile(() => this.arm());
  }

  /**
   * request answers a call of the API.
   *
   * @param {import("./desk.js").Ask} ask
   * @returns {Promise<Reply>}
   */
  async request(ask) {
    this.usage.requests++;
    const answer = await this.desk.answer(ask);
    if (ask.op !== "get" && ask.op !== "list" && ask.op !== "results" && ask.op !== "diagnostics") {
      // What was answered is on disk, and will be done.
      await this.arm();
    }
    return answer;
  }

  /**
   * tick is the minute's heart-beat, and the net below the alarms.
   *
   * @param {number} at
   * @returns {Promise<void>}
   */
  async tick(at) {
    this.store.setFact("lastCronRun", String(Math.max(at, Number(this.store.fact("lastCronRun") ?? 0))));
    await this.mirror.heartBeat(at);
    this.store.sweep(now() - keptFor);
    await this.wake();
  }

  /** @returns {Promise<void>} */
  async alarm() {
    try {
      // Whatever becomes of this wake-up, there will be another one.
      await setAlarm(this.ctx.storage, now() + netPause / this.pace);
      await this.wake();
    } catch (err) {
      console.error("worker: a wake-up failed", err instanceof Error ? err.message : typeof err);
      await setAlarm(this.ctx.storage, now() + stumblePause / this.pace).catch(() => undefined);
    }
  }

  /** wake works on what is due until nothing is, or its calls are used up. A post that takes long holds up no other one. */
  async wake() {
    this.usage.wakeUps++;
    this.desk.heedFence();
    const budget = new Budget(callsPerWake);
    const mine = new Map();
    let reserved = callsForMirror;
    for (;;) {
      let full = mine.size >= atOnce;
      for (const job of full ? [] : this.startable(mine.size)) {
        const most = mostCalls(job);
        if (budget.left < reserved + most) {
          full = true;
          break;
        }
        reserved += most;
        mine.set(job.id, this.run(job, budget).finally(() => {
          reserved -= most;
          mine.delete(job.id);
        }));
      }
      if (mine.size === 0) {
        break;
      }
      await Promise.race([...mine.values(), ...(full ? [] : [this.untilNext()])]);
    }
    await this.mirror.flush(budget, 0);
    this.usage.mostCalls = Math.max(this.usage.mostCalls, callsPerWake - budget.left);
    await this.arm();
  }

  /** @param {number} working @returns {Job[]} */
  startable(working) {
    return this.store.due(now(), atOnce + this.busy.size).filter((job) => !this.busy.has(job.id)).slice(0, atOnce - working);
  }

  /** untilNext ends when a step of a further job is due, so that one that takes long does not make it late. */
  untilNext() {
    const next = this.store.nextStepAt([...this.busy.keys()]) ?? Infinity;
    return pause(Math.min(Math.max(next - now(), 50), second));
  }

  /**
   * run makes a step of a job that nobody else is at.
   *
   * @param {Job} job
   * @param {Budget} budget
   */
  async run(job, budget) {
    const work = this.makeStep(job, budget).finally(() => this.busy.delete(job.id));
    this.busy.set(job.id, work);
    await work;
  }

  /**
   * @param {Job} known
   * @param {Budget} budget
   */
  async makeStep(known, budget) {
    const job = this.store.change(known, { stepping: known.stepping + 1 });
    if (!job) {
      return;
    }
    try {
      await step(await this.work(job, budget));
    } catch (err) {
      this.stumble(job.id, err);
    }
  }

  /**
   * @param {Job} job
   * @param {Budget} budget
   */
  async work(job, budget) {
    const token = await openToken(this.env.ENCRYPTION_KEY, job.id, job.token);
    return new Work(job, {
      store: this.store, network: new Network(bases(this.env), budget, this.pace), pace: this.pace, token,
      fingerprint: token === null ? "" : await fingerprint(token), durable: () => this.ctx.storage.sync(),
      fenced: () => this.isFenced(job, budget),
    });
  }

  /**
   * stumble puts a job off whose step could not be made. Its count of steps stays, so that one that never can be ends.
   *
   * @param {string} id
   * @param {unknown} err
   */
  stumble(id, err) {
    const job = this.store.job(id);
    if (!job || err instanceof Taken) {
      return;
    }
    const next_at = Math.ceil(now() + stumblePause / this.pace);
    if (!(err instanceof Held)) {
      console.error("worker: a step failed", err instanceof Error ? err.message : typeof err);
      this.store.change(job, { next_at });
      return;
    }
    if (job.state !== "PUBLISHING" && now() - job.run_at > heldFor) {
      const { code, message } = giveUp("CLOUD_ERROR", err.message);
      this.store.change(job, { state: "FAILED", error_code: code, error_message: message, ended_at: now(), seq: this.store.nextSeq(), mirror_due: now(), next_at: null });
      return;
    }
    this.store.change(job, { next_at, stepping: 0, error_code: "CLOUD_ERROR", error_message: err.message });
  }

  /** fenceEpoch returns from which epoch on jobs may fire, as far as it is known here. */
  fenceEpoch() {
    return Math.max(epochOf(this.store.fact("fence")), epochOf(this.env.FENCE_EPOCH));
  }

  /**
   * isFenced looks also where the desktop puts a fence while it cannot reach the worker. When that cannot be read, nothing
   * fires: to be late is better than to fire what somebody has taken back.
   *
   * @param {Job} job
   * @param {Budget} budget
   */
  async isFenced(job, budget) {
    budget.spend();
    let put;
    try {
      put = await this.env.POSTS.get(fenceKey);
    } catch {
      throw new Held("the worker's store could not be read, so that the post was not begun");
    }
    if (epochOf(put) > this.fenceEpoch()) {
      this.store.setFact("fence", String(epochOf(put)));
    }
    return job.epoch < this.fenceEpoch();
  }

  /** arm sets the one alarm to what is due next. While something is being worked on, there is one soon, for its death. */
  async arm() {
    const busy = [...this.busy.keys()];
    const net = busy.length > 0 ? now() + netPause / this.pace : Infinity;
    const next = Math.min(this.store.nextStepAt(busy) ?? Infinity, this.store.nextMirrorAt() ?? Infinity, net);
    await setAlarm(this.ctx.storage, Math.max(next, now()));
  }
}

/**
 * mostCalls bounds the calls that a step of the job makes: a carousel's items each need one; who looks for a post reads
 * lists, and the containers of others that look alike.
 *
 * @param {Job} job
 */
function mostCalls(job) {
  if (job.state !== "SCHEDULED" && job.state !== "PROCESSING") {
    return 20;
  }
  return JSON.parse(job.post).mediaType === "CAROUSEL" ? 13 : 6;
}
