// The free plan: 100,000 requests and alarms a day, 50 calls and 10 ms of CPU for each of them, 5,000,000 rows read and 100,000
// written a day, 1,000 writes to KV a day and one a second for a key.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Budget } from "../script/network.js";
import { Mirror } from "../script/mirror.js";
import { World } from "./kit.mjs";

async function usage(w) {
  return (await w.ask("GET", "/v1/diagnostics")).body.usage;
}

test("what a post costs", async () => {
  const w = await World.start();
  try {
    const posts = [
      { most: { calls: 5, wakeUps: 8 }, post: {} },
      {
        most: { calls: 35, wakeUps: 12 },
        post: { mediaType: "CAROUSEL", items: Array.from({ length: 10 }, (_, i) => ({ kind: "image", url: `https://media.example/${i}.jpg` })) },
      },
    ];
    for (const { most, post } of posts) {
      const a = w.account();
      const start = await usage(w);
      const id = await w.put(w.draft(a, { inMs: 300, post }));
      await w.published(id);
      await w.until(() => JSON.parse(w.kv.values.get(`post:${id}`) ?? "{}").state === "PUBLISHED");
      const end = await usage(w);
      const calls = w.fake.calls(a.id).length;
      assert.ok(calls <= most.calls, `${calls} calls`);
      assert.ok(end.wakeUps - start.wakeUps <= most.wakeUps, `${end.wakeUps - start.wakeUps} wake-ups`);
      assert.ok(end.kvWrites - start.kvWrites <= 2, `${end.kvWrites - start.kvWrites} writes to KV`);
    }
  } finally {
    await w.stop();
  }
});

test("the writes to KV of a day end with the day", async () => {
  const w = await World.start();
  try {
    const id = await w.put(w.draft(w.account()));
    await w.published(id);
    await w.until(() => JSON.parse(w.kv.values.get(`post:${id}`) ?? "{}").state === "PUBLISHED");
    assert.ok((await usage(w)).kvWrites > 0);
    await w.passes(24 * 60 * 60_000);
    assert.equal((await usage(w)).kvWrites, 0);
  } finally {
    await w.stop();
  }
});

test("what is used is counted by day, and outlives a restart", async () => {
  const w = await World.start();
  try {
    const days = async () => (await usage(w)).days;
    // The day must not end before it is looked at.
    const day = 24 * 60 * 60_000;
    if (day - (w.now % day) < 10 * 60_000) await w.comes(w.now + 10 * 60_000);
    await w.published(await w.put(w.draft(w.account())));
    const dropped = await w.put(w.draft(w.account(), { inMs: 60 * 60_000 }));
    await w.ask("DELETE", `/v1/jobs/${dropped}?rev=1`);
    w.later(90_000, () => undefined);
    await w.comes(w.now + 90_000);
    await w.cron();
    const [first] = await days();
    for (const [what, least] of Object.entries({ requests: 5, rowsRead: 10, rowsWritten: 10, kvReads: 1, kvWrites: 2, kvDeletes: 0 })) {
      assert.ok(first[what] >= least, `${what}: ${first[what]}`);
    }
    await w.restart();
    const [again] = await days();
    assert.equal(again.day, first.day);
    assert.ok(again.requests >= first.requests - 1 && again.rowsRead >= first.rowsRead - 50, JSON.stringify([first, again]));
    await w.comes(w.now + day);
    const [next, before] = await days();
    assert.ok(next.day > before.day && before.day === first.day && next.requests < first.requests, JSON.stringify([next, before]));
  } finally {
    await w.stop();
  }
});

test("many posts at once stay within the calls of a wake-up", async () => {
  const w = await World.start();
  try {
    const ids = [];
    const items = Array.from({ length: 10 }, (_, i) => ({ kind: "image", url: `https://media.example/${i}.jpg` }));
    for (let i = 0; i < 30; i++) {
      ids.push(await w.put(w.draft(w.account(), { inMs: 1500, post: i % 3 ? {} : { mediaType: "CAROUSEL", items } })));
    }
    await Promise.all(ids.map((id) => w.published(id)));
    const used = await usage(w);
    assert.ok(used.mostCalls <= 48, `${used.mostCalls} calls in one wake-up`);
    assert.ok(used.mostCalls > 10, "it is counted");
    assert.ok(used.mostSteps <= 2, `${used.mostSteps} steps in one wake-up`);
    assert.ok(used.kvWrites <= 60, `${used.kvWrites} writes to KV`);
  } finally {
    await w.stop();
  }
});

test("what takes CPU and rows, with a month of posts behind", async () => {
  const w = await World.start({ main: "usage.js", bindings: { NOTIFY_URL: "https://ntfy.example/topic", NOTIFY_KIND: "ntfy" } });
  try {
    const a = w.account();
    await w.ask("GET", `/past?n=3000&account=${a.id}`);
    /** within wants what f uses to be within the limits. */
    const within = async (what, most, f) => {
      const before = (await w.ask("GET", "/used")).body;
      await f();
      const after = (await w.ask("GET", "/used")).body;
      for (const [name, limit] of Object.entries(most)) {
        const used = after[name] - before[name];
        assert.ok(used <= limit, `${what}: ${name} ${used}, more than ${limit}`);
      }
    };
    const shown = async (id) => {
      await w.until(() => JSON.parse(w.kv.values.get(`post:${id}`) ?? "{}").state === "PUBLISHED");
    };
    const items = Array.from({ length: 10 }, (_, i) => ({ kind: "image", url: `https://media.example/${i}.jpg` }));
    const posts = [
      { most: { crypto: 12, parsed: 4_000, read: 100, written: 60 }, post: {} },
      { most: { crypto: 18, parsed: 20_000, read: 200, written: 100 }, post: { mediaType: "CAROUSEL", items } },
    ];
    for (const { most, post } of posts) {
      const draft = w.draft(a, { inMs: 300, post });
      await within(`a post ${post.mediaType ?? ""}`, most, async () => {
        await w.put(draft);
        await shown(draft.id);
      });
    }
    const unanswered = w.account();
    unanswered.faults.push({ op: "publish", kind: "after", times: 1 });
    await within("an answer that is lost", { crypto: 24, parsed: 8_000, read: 200, written: 80 }, async () => shown(await w.put(w.draft(unanswered))));
    // While a call takes long, others are looked out for, once a second.
    const slow = w.account();
    slow.faults.push({ op: "create", kind: "hang", times: 1 });
    const waiting = w.draft(slow);
    await within("half a minute of waiting for the network", { crypto: 12, parsed: 4_000, read: 150, written: 40 }, async () => {
      await w.put(waiting);
      await w.until(() => w.fake.calls(slow.id, "create").length === 2);
    });
    // What comes each minute, or oftener, all day long.
    const often = { crypto: 4, parsed: 1_000, read: 60, written: 6 };
    await w.ask("GET", "/v1/diagnostics");
    await within("a cron", often, () => w.cron());
    for (const path of ["/v1/results?after=0", "/v1/jobs", "/v1/diagnostics"]) {
      await within(path, often, () => w.ask("GET", path));
    }
  } finally {
    await w.stop();
  }
});

test("the counts are right after each change", async () => {
  const w = await World.start();
  try {
    const a = w.account();
    const counts = async () => {
      const { scheduledCount, activeCount, completedCount, failedCount, fencedCount } = (await w.ask("GET", "/v1/diagnostics")).body;
      return [scheduledCount, activeCount, completedCount, failedCount, fencedCount];
    };
    const later = 60 * 60 * 1000;
    assert.deepEqual(await counts(), [0, 0, 0, 0, 0]);
    const [first, second] = [w.draft(a, { inMs: later }), w.draft(a, { inMs: later })];
    await w.put(first);
    await w.put(second);
    assert.deepEqual(await counts(), [2, 0, 0, 0, 0]);
    await w.ask("DELETE", `/v1/jobs/${first.id}?rev=1`);
    assert.deepEqual(await counts(), [1, 0, 0, 0, 0]);
    const published = await w.put(w.draft(a));
    assert.deepEqual((await counts()).slice(3), [0, 0]);
    await w.published(published);
    assert.deepEqual(await counts(), [1, 0, 1, 0, 0]);
    await w.failed(await w.put(w.draft(a, { inMs: -2 * 24 * later })));
    await w.ask("POST", "/v1/fence", { epoch: 1 });
    assert.deepEqual(await counts(), [0, 0, 1, 1, 1]);
  } finally {
    await w.stop();
  }
});

/** strictKV is a KV that refuses a second write of a key within a second, and what is above the day's quota. */
class StrictKV {
  constructor(clock) {
    this.clock = clock;
    this.values = new Map();
    this.last = new Map();
    this.writes = this.refused = 0;
  }

  async put(key, value) {
    if (this.writes >= 1000 || this.clock.now - (this.last.get(key) ?? -Infinity) < 1000) {
      this.refused++;
      throw new Error("KV PUT failed: 429 Too Many Requests");
    }
    this.writes++;
    this.last.set(key, this.clock.now);
    this.values.set(key, value);
  }
}

/** rowsOf stands for the store, with the few things that the mirror asks it for. */
function rowsOf(jobs, clock) {
  const facts = new Map();
  return {
    meter: { add: () => undefined },
    fact: (name) => facts.get(name) ?? null,
    setFact: (name, value) => facts.set(name, value),
    unmirrored: (_, most) => jobs.filter((j) => j.mirror_due !== null && j.mirror_due <= clock.now).slice(0, most),
    rows(query, ...values) {
      const job = jobs.find((j) => j.id === values.at(-1));
      if (query.includes("mirrored_at")) {
        const [now, updated, rev, state, next] = values;
        job.mirrored_at = now;
        job.mirror_due = job.updated_at === updated && job.rev === rev && job.state === state ? null : next;
      } else if (job.mirror_due !== null) {
        [job.mirror_due] = values;
      }
    },
  };
}

test("the mirror keeps a pace for each key and a day's quota, and ends up to date", async (t) => {
  const clock = { now: Date.parse("2026-11-21T10:00:00Z") };
  t.mock.timers.enable({ apis: ["Date"], now: clock.now });
  const forward = (ms) => {
    clock.now += ms;
    t.mock.timers.setTime(clock.now);
  };
  const job = (i) => ({ id: String(i), rev: 1, state: "SCHEDULED", run_at: clock.now, updated_at: clock.now, mirrored_at: 0, mirror_due: clock.now, media_id: null, permalink: null, error_code: null });
  const jobs = Array.from({ length: 900 }, (_, i) => job(i));
  const kv = new StrictKV(clock);
  const mirror = new Mirror(kv, rowsOf(jobs, clock));
  for (let beat = 0; beat < 288; beat++) {
    await mirror.heartBeat(clock.now);
    await mirror.flush(new Budget(48), 0);
    if (beat === 100) {
      for (const j of jobs) {
        Object.assign(j, { state: "PUBLISHED", updated_at: clock.now, mirror_due: clock.now });
      }
    }
    forward(2.5 * 60_000);
  }
  const posts = [...kv.values.keys()].filter((key) => key.startsWith("post:")).length;
  assert.ok(posts >= 400, `${posts} posts are shown on the first day`);
  assert.ok(kv.writes < 1000 && kv.refused === 0, `${kv.writes} writes, ${kv.refused} refused`);
  kv.writes = 0;
  forward(24 * 60 * 60_000);
  for (let i = 0; i < 250; i++) {
    await mirror.flush(new Budget(48), 0);
    forward(2000);
  }
  assert.equal(jobs.filter((j) => j.mirror_due === null).length, 900, "the rest is shown on the next");
});

test("a key that has changed again, and a KV that refuses, are written later", async (t) => {
  const clock = { now: Date.parse("2026-11-21T10:00:00Z") };
  t.mock.timers.enable({ apis: ["Date"], now: clock.now });
  const job = { id: "1", rev: 1, state: "SCHEDULED", run_at: 0, updated_at: 1, mirrored_at: 0, mirror_due: 0, media_id: null, permalink: null, error_code: null };
  const kv = new StrictKV(clock);
  const mirror = new Mirror(kv, rowsOf([job], clock));
  await mirror.flush(new Budget(48), 0);
  assert.equal(job.mirror_due, null);
  Object.assign(job, { state: "PUBLISHED", updated_at: 2, mirror_due: clock.now });
  await mirror.flush(new Budget(48), 0);
  assert.equal(kv.refused, 1);
  assert.ok(job.mirror_due > clock.now, "it is tried again later");
  clock.now = job.mirror_due;
  t.mock.timers.setTime(clock.now);
  await mirror.flush(new Budget(48), 0);
  assert.equal(JSON.parse(kv.values.get("post:1")).state, "PUBLISHED");
  assert.equal(job.mirror_due, null);
});
