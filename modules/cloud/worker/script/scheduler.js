import { DurableObject } from "cloudflare:workers";
import { now, pause, setAlarm } from "./clock.js";
import { bases, fenceOf, hour, minute, numberOf, second } from "./env.js";
import { Api } from "./api.js";
import { Files } from "./files.js";
import { Kv } from "./kv.js";
import { Mirror, fenceKey } from "./mirror.js";
import { Budget, Network } from "./network.js";
import { LastCall } from "./lastcall.js";
import { Notices } from "./notices.js";
import { Renewals } from "./renewals.js";
import { fingerprint, openToken } from "./seal.js";
import { step } from "./step.js";
import { Store } from "./store.js";
import { giveUp } from "./verdict.js";
import { Held, Taken, Work } from "./work.js";

/** @typedef {import("./env.js").Env} Env */
/** @typedef {import("./store.js").Job} Job */
/** @typedef {import("./http.js").Reply} Reply */

/** The free plan allows 50 calls per wake-up, and the mirror needs some of them. */
const callsPerWake = 48;
const callsForMirror = 4;
/** A wake-up may have six connections open. */
const atOnce = 4;
/** stepsPerWake is how many steps a wake-up begins: it has 10 ms of CPU. The alarm after it comes at once where more is due. */
const stepsPerWake = 2;
/** afterDeath is how long after the death of a wake-up the next one comes. */
const afterDeath = 15 * second;
/** afterError is for how long a job rests whose step failed, and after a wake-up that failed. */
const afterError = 15 * second;
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
    this.store = new Store(ctx.storage, env.CRIER_VERSION);
    this.pace = Math.max(Number(env.PACE) || 1, 1);
    this.kv = new Kv(env.POSTS);
    this.mirror = new Mirror(this.kv, this.store);
    this.lastCall = new LastCall(this.store);
    this.notices = new Notices(this.store, env, this.pace, this.lastCall);
    this.renewals = new Renewals(this.store, env.ENCRYPTION_KEY, this.lastCall);
    this.files = new Files(this.store, env, this.pace);
    this.store.onJobError = (job) => this.notices.note(job);
    this.store.onJobEnd = (job) => this.files.note(job);
    /** @type {Map<string, Promise<void>>} the jobs that are being worked on */
    this.busy = new Map();
    /** @type {Promise<void> | null} the wake-up that is under way: there is one at a time, with one budget of calls */
    this.waking = null;
    /** usage is what has been used since the object started; the day's writes are counted in the store. */
    this.usage = { wakeUps: 0, requests: 0, mostCalls: 0, mostSteps: 0, alarmsSet: 0 };
    const usage = () => ({ ...this.usage, kvWrites: this.mirror.writesToday(), days: this.store.meter.days });
    this.api = new Api(this.store, env, { fenceEpoch: () => this.fenceEpoch(), usage, notices: this.notices, renewals: this.renewals });
    // A deployment, or a death in the middle, must not leave work without an alarm.
    ctx.blockConcurrencyWhile(() => this.setNextAlarm());
  }

  /**
   * request answers a call of the API.
   *
   * @param {import("./api.js").ApiCall} call
   * @returns {Promise<Reply>}
   */
  async request(call) {
    this.usage.requests++;
    this.store.meter.add({ requests: 1 });
    const answer = await this.api.answer(call);
    if (this.api.isLastCopy(call)) {
      this.lastCall.note();
    }
    if (call.op !== "get" && call.op !== "list" && call.op !== "results" && call.op !== "diagnostics") {
      // What was answered is on disk, and will be done.
      await this.setNextAlarm();
    }
    return answer;
  }

  /**
   * tick is the minute's heart-beat. It also does what is due where an alarm has not come.
   *
   * @param {number} at
   * @returns {Promise<void>}
   */
  async tick(at) {
    this.store.meter.add({ requests: 1 });
    this.store.setFact("lastCronRun", String(Math.max(at, Number(this.store.fact("lastCronRun") ?? 0))));
    await this.mirror.heartBeat(at);
    this.store.sweep(now() - keptFor);
    await this.wake();
  }

  /** @returns {Promise<void>} */
  async alarm() {
    this.store.meter.add({ requests: 1 });
    try {
      // Whatever becomes of this wake-up, there will be another one.
      await setAlarm(this.ctx.storage, now() + afterDeath / this.pace);
      await this.wake();
    } catch (err) {
      console.error("worker: a wake-up failed", err instanceof Error ? err.message : typeof err);
      await setAlarm(this.ctx.storage, now() + afterError / this.pace).catch(() => undefined);
    }
  }

  /** wake does a part of what is due. A call that comes while another one does so waits for that one. */
  async wake() {
    if (this.store.isNewer) {
      console.error("worker: a later version has made the tables what they are; nothing is published until it is deployed again");
      return;
    }
    this.waking ??= this.round().finally(() => (this.waking = null));
    await this.waking;
  }

  /** round begins a few steps and waits for them. A post that takes long holds up no other one: each second of waiting begins another step. */
  async round() {
    this.usage.wakeUps++;
    this.api.applyFence();
    const budget = new Budget(callsPerWake);
    /** @type {Map<string, Promise<void>>} the steps of this wake-up that have not ended */
    const steps = new Map();
    let reserved = callsForMirror;
    let [begun, most] = [0, stepsPerWake];
    for (;;) {
      const free = Math.min(atOnce - steps.size, most - begun);
      for (const job of free > 0 ? this.startable(free) : []) {
        const calls = mostCalls(job);
        if (budget.left < reserved + calls) {
          most = begun;
          break;
        }
        reserved += calls;
        begun++;
        steps.set(job.id, this.run(job, budget).finally(() => {
          reserved -= calls;
          steps.delete(job.id);
        }));
      }
      if (steps.size === 0) {
        break;
      }
      const ended = Promise.race(steps.values()).then(() => true);
      if (!(await Promise.race([ended, this.untilNext(begun < most).then(() => false)])) && begun >= most) {
        most = begun + 1;
      }
    }
    await this.mirror.flush(budget, 0);
    this.sideWork(budget);
    this.usage.mostCalls = Math.max(this.usage.mostCalls, callsPerWake - budget.left);
    this.usage.mostSteps = Math.max(this.usage.mostSteps, begun);
    this.store.noteUsed();
    await this.setNextAlarm();
  }

  /**
   * sideWork begins to send a notice, to renew a token and to have files end, where that is due. A wake-up does not wait
   * for any of it, and no post depends on it.
   *
   * @param {Budget} budget
   */
  sideWork(budget) {
    const network = new Network(bases(this.env), budget, this.pace);
    for (const begin of [() => this.notices.tell(budget), () => this.renewals.renew(budget, network), () => this.files.end(budget)]) {
      try {
        begin()?.then(() => this.setNextAlarm()).catch(() => undefined);
      } catch (err) {
        console.error("worker: a notice, a renewal or the end of files could not be begun", err instanceof Error ? err.message : typeof err);
      }
    }
  }

  /** @param {number} most @returns {Job[]} */
  startable(most) {
    return this.store.due(now(), atOnce + this.busy.size).filter((job) => !this.busy.has(job.id)).slice(0, most);
  }

  /** untilNext ends when a step of a further job is due that may be begun, so that one that takes long does not make it late. @param {boolean} free */
  untilNext(free) {
    const next = free ? (this.store.nextStepAt([...this.busy.keys()]) ?? Infinity) : Infinity;
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
      this.stepFailed(job.id, err);
    }
  }

  /**
   * @param {Job} job
   * @param {Budget} budget
   */
  async work(job, budget) {
    const own = await openToken(this.env.ENCRYPTION_KEY, job.id, job.token);
    const mark = own === null ? "" : await fingerprint(own);
    const { token, ...known } = (await this.renewals.inPlaceOf(job, mark)) ?? { token: own, fingerprint: mark, expiresAt: job.token_expires_at };
    return new Work(job, {
      store: this.store, network: new Network(bases(this.env), budget, this.pace, (unknown) => this.store.noteUnknown(job.id, unknown)), pace: this.pace, token,
      fingerprint: known.fingerprint, tokenExpiresAt: known.expiresAt, durable: () => this.ctx.storage.sync(),
      fenced: () => this.isFenced(job, budget),
    });
  }

  /**
   * stepFailed puts a job off whose step could not be made. Its count of steps stays, so that a job ends whose step never can be made.
   *
   * @param {string} id
   * @param {unknown} err
   */
  stepFailed(id, err) {
    const job = this.store.job(id);
    if (!job || err instanceof Taken) {
      return;
    }
    const next_at = Math.ceil(now() + afterError / this.pace);
    if (!(err instanceof Held)) {
      console.error("worker: a step failed", err instanceof Error ? err.message : typeof err);
      this.store.change(job, { next_at });
      return;
    }
    if (job.state === "PUBLISHED") {
      this.store.change(job, { next_at, stepping: 0 });
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
    const known = numberOf(this.store.fact("fence"));
    return Math.max(known, fenceOf(this.env.FENCE_EPOCH, known) ?? 0);
  }

  /**
   * isFenced looks also where Crier puts a fence while it cannot reach the worker. When that cannot be read, nothing
   * fires: to be late is better than to fire what somebody has taken back.
   *
   * @param {Job} job
   * @param {Budget} budget
   */
  async isFenced(job, budget) {
    const put = await this.readFence(budget);
    const epoch = fenceOf(put, this.fenceEpoch());
    if (epoch === null) {
      await this.repairFence(put, budget);
      throw new Held("the fence in the worker's store could not be understood, and was put right; the post goes on at once");
    }
    if (epoch > this.fenceEpoch()) {
      this.store.setFact("fence", String(epoch));
    }
    return job.epoch < this.fenceEpoch();
  }

  /** @param {Budget} budget @returns {Promise<string | null>} */
  async readFence(budget) {
    budget.spend();
    this.store.meter.add({ kvReads: 1 });
    try {
      return await this.kv.get(fenceKey);
    } catch {
      throw new Held("the worker's store could not be read, so that the post was not begun");
    }
  }

  /**
   * repairFence puts the fence that is known here in the place of one that says nothing, once a minute: until KV shows it, it is
   * asked again. One that somebody has put there meanwhile stays.
   *
   * @param {string | null} flawed
   * @param {Budget} budget
   */
  async repairFence(flawed, budget) {
    if (now() - numberOf(this.store.fact("fenceRepairedAt")) < minute / this.pace || (await this.readFence(budget)) !== flawed) {
      return;
    }
    this.store.setFact("fenceRepairedAt", String(now()));
    console.error("worker: the fence in KV is no number that an epoch can be; it is put right");
    budget.spend();
    this.store.meter.add({ kvWrites: 1 });
    await this.kv.put(fenceKey, String(this.fenceEpoch())).catch(() => undefined);
  }

  /** setNextAlarm sets the one alarm to when something is due next. While a job is being worked on an alarm comes soon, because the object may die. */
  async setNextAlarm() {
    if (this.store.isNewer) {
      return;
    }
    const busy = [...this.busy.keys()];
    const death = busy.length > 0 ? now() + afterDeath / this.pace : Infinity;
    const next = Math.min(this.store.nextStepAt(busy) ?? Infinity, this.store.nextMirrorAt() ?? Infinity, this.notices.nextAt(), this.renewals.nextAt(), this.files.nextAt(), death);
    if (await setAlarm(this.ctx.storage, Math.max(next, now()), busy.length > 0 ? second : 0)) {
      this.usage.alarmsSet++;
    }
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
  return JSON.parse(job.post).mediaType === "CAROUSEL" ? 15 : 8;
}
