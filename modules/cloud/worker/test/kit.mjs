// What the tests stand on: the worker in the real runtime, and a client that speaks to it as Crier does.

import { createCipheriv, randomBytes, randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import assert from "node:assert/strict";
import { ask } from "./ask.mjs";
import { Fake } from "./fake.mjs";
import { Runtime } from "./runtime.mjs";
import { FakeKv } from "./fakekv.mjs";

const folder = new URL("../script/", import.meta.url).pathname;
/** before has the scripts as they were deployed when the tables were of version 3: nobody changes them. */
const before = new URL("../testdata/schema3/", import.meta.url).pathname;
export const encryptionKey = Buffer.alloc(32, 7).toString("base64");
export const workerKey = "the-worker-key-of-the-tests";
/** plain has answers come as they are: to compress what stays on the machine takes longer than all else that is done with them. */
const plain = { "Accept-Encoding": "identity" };

let accounts = 17840000000000000n;

/** own are the modules of the tests: the first is where the worker begins, and one takes the place of the worker's own. */
const own = ["testmain.js", "clock.js"];

/**
 * modules returns what runs. main, if there is one, is put before the worker; at is what the clock says at first. With the machine's
 * clock nothing of the tests runs but main. isBefore has earlier scripts run.
 */
function modules(main, at, machine, isBefore) {
  const from = isBefore ? before : folder;
  const texts = new Map(readdirSync(from).filter((name) => name.endsWith(".js")).map((name) => [name, readFileSync(join(from, name), "utf8")]));
  if (machine) {
    texts.set(main, readFileSync(new URL(main, import.meta.url), "utf8"));
    return [main, ...[...texts.keys()].filter((name) => name !== main)].map((name) => ({ name, text: texts.get(name) }));
  }
  for (const name of main ? [...own, main] : own) {
    texts.set(name, readFileSync(new URL(name, import.meta.url), "utf8"));
  }
  texts.set("start.js", `export const AT = ${at};`);
  const behind = `./${main ?? "worker.js"}`;
  texts.set("main.js", `export * from "${behind}"; export { default } from "${behind}";`);
  return [own[0], ...[...texts.keys()].filter((name) => name !== own[0])].map((name) => ({ name, text: texts.get(name) }));
}

/** seal seals as Crier does. */
export function seal(token, postId, key = encryptionKey) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), nonce);
  cipher.setAAD(Buffer.from(`${postId}|token|v1`));
  return Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

/**
 * World is a worker, the network it publishes to, and its caller. All of them have one clock. It stands still while a
 * test does something or the worker works, and goes on to what is due next while tests wait: so nothing takes time but
 * what is waited for.
 */
export class World {
  /** now is the time, in milliseconds. */
  now = Date.now();
  /** actions counts what tests are doing, waiters are those who wait until time passes, timers what is to come. */
  actions = 0;
  waiters = [];
  timers = new Set();
  /** held are the worker's calls that a test has stopped. */
  held = new Set();
  /** starts counts how often the runtime was started. */
  starts = 0;
  /** known counts the changes of jobs that the runtime has told of since its last start. */
  known = 0;
  /** versions counts the changes of each job, by its id. */
  versions = new Map();

  static async start({ bindings = {}, main = undefined, machine = false, isBefore = false, inspected = false } = {}) {
    const w = new World();
    w.fake = await new Fake(w).listen();
    w.kv = await new FakeKv(w).listen();
    w.runtime = new Runtime();
    w.main = main;
    w.machine = machine;
    w.inspected = inspected;
    w.isBefore = isBefore;
    w.bindings = bindings;
    await w.boot();
    return w;
  }

  async boot() {
    this.starts++;
    this.known = 0;
    const bindings = {
      WORKER_KEY: workerKey, ENCRYPTION_KEY: encryptionKey, VERSION: "test-1", GRAPH_INSTAGRAM: this.fake.base,
      GRAPH_FACEBOOK: this.fake.base, ...this.bindings,
    };
    this.at = await this.runtime.start({
      modules: modules(this.main, this.now, this.machine, this.isBefore), bindings, kv: this.kv.address, isInspected: this.inspected,
    });
  }

  /** restart ends the runtime wherever it is, and starts it again on the same disk. */
  restart(bindings = {}) {
    return this.acting(async () => {
      await this.runtime.end();
      this.bindings = { ...this.bindings, ...bindings };
      await this.boot();
    });
  }

  /** acting does something during which the clock stands still. */
  async acting(something) {
    this.actions++;
    this.isRested = false;
    try {
      return await something();
    } finally {
      this.actions--;
    }
  }

  /** really waits by the machine's clock, while the worker's stands still. */
  really(ms) {
    return this.acting(() => new Promise((done) => setTimeout(done, ms)));
  }

  /**
   * hold counts a call of the worker as stopped by a test until what it waits for is there, or the call is given up: its connection is
   * closed then. One to KV keeps its connection, and is given up after so many milliseconds.
   */
  async hold(req, what, patience = 0) {
    this.held.add(req);
    req.socket.once("close", () => this.held.delete(req));
    if (patience > 0) {
      this.later(patience, () => this.held.delete(req));
    }
    await what;
    this.held.delete(req);
  }

  /** later does something in some milliseconds. */
  later(ms, something) {
    this.timers.add({ at: this.now + ms, something });
  }

  /** comes waits for a time. */
  async comes(at) {
    const timer = { at, something: () => undefined };
    this.timers.add(timer);
    while (this.now < at) {
      await this.turn();
    }
    this.timers.delete(timer);
  }

  /** passes lets time go by without anybody asking the worker. */
  passes(ms) {
    return this.comes(this.now + ms);
  }

  /** reached waits for what does not come by itself while the clock stands still. */
  async reached(promise) {
    let there = false;
    promise.then(() => (there = true));
    await this.until(() => there);
  }

  /**
   * until asks again and again until there is an answer; what describe tells is in the error when there never is. What stays once it is
   * there is asked for atRest, when the worker has done what it has to.
   */
  async until(ask, describe = () => "", { patience = 480_000, atRest = false } = {}) {
    for (const end = Date.now() + patience; Date.now() < end; ) {
      const got = await ask();
      if (got) {
        return got;
      }
      await this.turn(atRest);
    }
    assert.fail(`it never came: ${JSON.stringify(await describe())}`);
  }

  /** turn waits until there may be something new: the worker has come to rest or, if that will do, time has passed. */
  turn(atRest = false) {
    const turn = new Promise((done) => this.waiters.push({ done, atRest }));
    if (this.waiters.length === 1) {
      this.go();
    }
    return turn;
  }

  /** go waits until the worker has come to rest, and once those who wait have seen that, has time pass. */
  async go() {
    const release = (isAtRest = true) => {
      const released = this.waiters.filter((waiter) => isAtRest || !waiter.atRest);
      this.waiters = this.waiters.filter((waiter) => !released.includes(waiter));
      released.forEach((waiter) => waiter.done());
    };
    // Those who have waited for long look at how long that is.
    for (const end = Date.now() + 10_000; Date.now() < end; ) {
      await new Promise((done) => setTimeout(done, 2));
      const told = this.actions > 0 ? undefined : await this.clock().catch(() => undefined);
      // A runtime that is just dying tells nothing.
      if (!told || this.actions > 0 || told.busy > 0 || told.steps !== this.held.size || (told.next ?? Infinity) <= this.now) {
        continue;
      }
      if (!this.isRested) {
        this.isRested = true;
        return release();
      }
      await this.move(Math.min(told.next ?? Infinity, ...[...this.timers].map((timer) => timer.at)));
      this.isRested = false;
      release(false);
      if (this.waiters.length === 0) {
        return;
      }
    }
    release();
  }

  /** move sets the clock, and does what was to be done until then. */
  async move(at) {
    if (at === Infinity) {
      return;
    }
    this.now = at;
    await this.clock(at);
    for (const timer of this.timers) {
      if (timer.at <= at) {
        this.timers.delete(timer);
        timer.something();
      }
    }
  }

  /**
   * clock tells what the worker waits for, and sets its clock. It is asked so often that it keeps its connection, and asks again where the
   * runtime has just closed that.
   */
  async clock(at = 0) {
    const tell = async () => JSON.parse((await ask(new URL(`/clock?at=${at}&after=${this.known}`, this.at.worker), { headers: plain })).text);
    const { starts } = this;
    const told = await tell().catch(tell);
    if (starts === this.starts) {
      this.known = told.changes;
      told.changed.forEach((id) => this.versions.set(id, (this.versions.get(id) ?? 0) + 1));
    }
    return told;
  }

  async stop() {
    await this.runtime.end();
    this.runtime.remove();
    await this.fake.close();
    await this.kv.close();
  }

  async ask(method, path, body, headers = { Authorization: `Bearer ${workerKey}` }) {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const call = async () => {
      // The runtime closes idle connections, and a call that is just being sent on one is lost.
      const answer = await ask(new URL(path, this.at.worker), { method, body: text, headers: { ...headers, ...plain }, once: method !== "GET" });
      return { status: answer.status, body: JSON.parse(answer.text) };
    };
    // Who only looks changes nothing, and may ask again where the runtime has just closed the connection.
    return method === "GET" ? call().catch(call) : this.acting(call);
  }

  /** cron fires the minute's trigger; several at once overlap. */
  cron() {
    const at = new URL(`?cron=*+*+*+*+*&time=${this.now}`, this.at.cron);
    return this.acting(() => ask(at, { headers: plain, once: true }).then((answer) => answer.text));
  }

  account() {
    return this.fake.account(String(accounts++));
  }

  /** draft returns a job for the account that is due after so many milliseconds. */
  draft(account, { inMs = 0, id = randomUUID(), rev = 1, epoch = 0, token = account.token, post = {}, ...more } = {}) {
    const body = {
      rev, epoch, runAt: new Date(this.now + inMs).toISOString(), accountId: account.id, login: "primary", token: seal(token, id),
      post: { mediaType: "IMAGE", caption: `caption ${id}`, items: [{ kind: "image", url: "https://media.example/a.jpg" }], ...post }, ...more,
    };
    return { id, body };
  }

  async put(draft) {
    const answer = await this.ask("PUT", `/v1/jobs/${draft.id}`, draft.body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return draft.id;
  }

  async job(id) {
    const { body } = await this.ask("GET", `/v1/jobs/${id}`);
    return body.job;
  }

  /** ends returns the job once it is in one of the states. It asks for the job when the worker may have changed it. */
  ends(id, ...states) {
    let seen;
    return this.until(async () => {
      const version = `${this.starts} ${this.versions.get(id)}`;
      if (version === seen) {
        return undefined;
      }
      const job = await this.job(id);
      seen = job ? version : undefined;
      return job && states.includes(job.state) ? job : undefined;
    }, () => this.job(id), { atRest: states.every((state) => state === "PUBLISHED" || state === "FAILED") });
  }

  async published(id) {
    const job = await this.ends(id, "PUBLISHED", "FAILED");
    assert.equal(job.state, "PUBLISHED", JSON.stringify(job));
    return job;
  }

  async failed(id) {
    const job = await this.ends(id, "PUBLISHED", "FAILED");
    assert.equal(job.state, "FAILED", JSON.stringify(job));
    return job;
  }
}

/** gate stops what calls its hook until it is opened, and tells when it was reached. */
export function gate() {
  let open, reached;
  const opened = new Promise((done) => (open = done));
  const there = new Promise((done) => (reached = done));
  return { open, there, hook: () => (reached(), opened) };
}
