// What the tests stand on: the worker in the real runtime, and a desktop that speaks to it.

import { createCipheriv, randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { Miniflare } from "miniflare";
import { Fake } from "./fake.mjs";
import { Shelf } from "./shelf.mjs";

const folder = new URL("../script/", import.meta.url).pathname;
export const encryptionKey = Buffer.alloc(32, 7).toString("base64");
export const workerKey = "the-worker-key-of-the-tests";
/** pace is how many times faster than life the worker waits. */
export const pace = 100;

let accounts = 17840000000000000n;

function modules() {
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  names.sort((a, b) => Number(b === "worker.js") - Number(a === "worker.js"));
  return names.map((name) => ({ type: "ESModule", path: join(folder, name), contents: readFileSync(join(folder, name), "utf8") }));
}

/** seal seals as the desktop does. */
export function seal(token, postId, key = encryptionKey) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), nonce);
  cipher.setAAD(Buffer.from(`${postId}|token|v1`));
  return Buffer.concat([nonce, cipher.update(token, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

/** World is a worker, the network it publishes to, and whoever calls it. */
export class World {
  static async start({ bindings = {}, persist = false, shelf = false, wrap = (modules) => modules } = {}) {
    const w = new World();
    w.fake = await new Fake().listen();
    w.shelf = shelf ? await new Shelf().listen() : undefined;
    w.wrap = wrap;
    w.bindings = bindings;
    w.disk = persist ? mkdtempSync(join(tmpdir(), "crier-worker-")) : undefined;
    await w.boot();
    return w;
  }

  options() {
    return {
      modules: this.wrap(modules()), modulesRoot: folder, compatibilityDate: "2026-04-01", cf: false, unsafeTriggerHandlers: true, telemetry: { enabled: false },
      durableObjects: { SCHED: { className: "Scheduler", useSQLite: true } }, 
      kvNamespaces: { POSTS: this.shelf ? { id: "posts", remoteProxyConnectionString: this.shelf.url } : "posts" },
      ...(this.disk ? { durableObjectsPersist: join(this.disk, "do"), kvPersist: join(this.disk, "kv") } : {}),
      bindings: {
        WORKER_KEY: workerKey, ENCRYPTION_KEY: encryptionKey, VERSION: "test-1", PACE: String(pace), GRAPH_INSTAGRAM: this.fake.base,
        GRAPH_FACEBOOK: this.fake.base, ...this.bindings,
      },
    };
  }

  async boot() {
    this.mf = new Miniflare(this.options());
    this.url = await this.mf.ready;
  }

  /** restart ends the runtime wherever it is, and starts it anew on the same disk. */
  async restart(bindings = {}) {
    await this.mf.dispose();
    this.bindings = { ...this.bindings, ...bindings };
    await this.boot();
  }

  async stop() {
    await this.mf.dispose().catch(() => undefined);
    await this.fake.close();
    await this.shelf?.close();
    if (this.disk) {
      rmSync(this.disk, { recursive: true, force: true });
    }
  }

  async ask(method, path, body, headers = { Authorization: `Bearer ${workerKey}` }) {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const res = await fetch(new URL(path, this.url), { method, body: text, headers });
    return { status: res.status, body: await res.json() };
  }

  /** cron fires the minute's trigger; several at once overlap. */
  cron() {
    return fetch(new URL("/cdn-cgi/handler/scheduled?cron=*+*+*+*+*", this.url)).then((r) => r.text());
  }

  account() {
    return this.fake.account(String(accounts++));
  }

  /** draft returns a job for the account that is due after so many milliseconds. */
  draft(account, { inMs = 0, id = randomUUID(), rev = 1, epoch = 0, token = account.token, post = {}, ...more } = {}) {
    const body = {
      rev, epoch, runAt: new Date(Date.now() + inMs).toISOString(), accountId: account.id, login: "primary", token: seal(token, id),
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

  /** ends returns the job once it is in one of the states. */
  ends(id, ...states) {
    return until(async () => {
      const job = await this.job(id);
      return job && states.includes(job.state) ? job : undefined;
    }, () => this.job(id));
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

/** until asks again and again until there is an answer; what describe tells is in the error when there never is. */
export async function until(ask, describe = () => "", patience = 120_000) {
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const got = await ask();
    if (got) {
      return got;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.fail(`it never came: ${JSON.stringify(await describe())}`);
}
