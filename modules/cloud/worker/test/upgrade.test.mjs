// A worker that runs is deployed again: what earlier scripts have stored goes on, wherever it was.

import assert from "node:assert/strict";
import { test } from "node:test";
import { schema } from "../script/env.js";
import { World, gate } from "./kit.mjs";

test("jobs that the first version has stored go on", async () => {
  const w = await World.start({ main: "oldtables.js" });
  try {
    const stops = [];
    /** stopped has the worker stop within the account's next call of the operation, after so many that go on. */
    const stopped = (a, op, skip = 0) => {
      const { hook, ...g } = gate();
      a.hooks[op] = () => (skip-- > 0 ? undefined : hook());
      stops.push({ a, op, ...g });
    };
    const accounts = Array.from({ length: 5 }, () => w.account());
    const [waiting, making, sent, dropped, unknown] = accounts;
    stopped(making, "status");
    for (const a of [sent, dropped]) {
      // It dies between the call and the first look at what became of it.
      stopped(a, "status", 1);
    }
    sent.faults.push({ op: "publish", kind: "after", times: 1 });
    dropped.faults.push({ op: "publish", kind: "before", times: 1 });
    unknown.faults.push({ op: "publish", kind: "after", times: 1 }, { op: "status", kind: "error", code: 2, skip: 1 });
    const failed = await w.put(w.draft(unknown));
    await w.failed(failed);
    const ids = [await w.put(w.draft(waiting, { inMs: 60 * 60_000 })), ...(await Promise.all([making, sent, dropped].map((a) => w.put(w.draft(a)))))];
    await w.reached(Promise.all(stops.map((s) => s.there)));

    const { body: columns } = await w.ask("POST", "/age");
    assert.ok(columns.includes("intent_at") && !columns.includes("call_from"), columns.join());
    unknown.faults.length = 0;
    w.main = undefined;
    const death = w.restart();
    for (const { a, op, open } of stops) {
      a.hooks[op] = undefined;
      open();
    }
    await death;

    assert.equal((await w.ask("GET", "/v1/diagnostics")).body.schema, schema);
    await w.ends(failed, "PUBLISHED");
    const jobs = [await w.job(failed), ...(await Promise.all(ids.map((id) => w.published(id))))];
    for (const job of jobs) {
      const a = accounts.find((one) => one.containers.some((c) => c.id === job.containerId));
      assert.equal(a.media.length, 1);
      assert.equal(job.mediaId, a.media[0].id);
      assert.equal(a.republished ?? 0, 0);
    }
    assert.equal(w.fake.calls(dropped.id, "publish").length, 2);

    // It is a table of this version by now, also after the next start.
    await w.restart();
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    assert.equal((await w.published(await w.put(w.draft(a)))).mediaId, a.media[0].id);
  } finally {
    await w.stop();
  }
});

test("jobs of the version before this one go on, and the highest revision is known", async () => {
  const w = await World.start({ main: "oldtables.js" });
  try {
    const [published, waiting] = [w.account(), w.account()];
    const done = await w.put(w.draft(published, { rev: 40 }));
    await w.published(done);
    const open = w.draft(waiting, { inMs: 60_000, rev: 41, epoch: 2 });
    await w.put(open);
    await w.ask("POST", "/age?to=3");
    w.main = undefined;
    await w.restart({ CRIER_VERSION: "1.2.3" });
    const { body } = await w.ask("GET", "/v1/diagnostics");
    assert.deepEqual([body.schema, body.schemaBy, body.highestRev], [schema, "1.2.3", 41]);
    assert.equal((await w.ask("POST", "/v1/hello", { nonce: "a".repeat(16) })).body.highestEpoch, 2);
    await w.published(open.id);
    assert.equal(waiting.media.length, 1);
  } finally {
    await w.stop();
  }
});

test("scripts that are older than their tables publish nothing and change nothing", async () => {
  const w = await World.start({ main: "oldtables.js" });
  try {
    const a = w.account();
    const draft = w.draft(a, { inMs: 60_000 });
    await w.put(draft);
    await w.ask("POST", `/age?to=${schema + 1}`);
    w.main = undefined;
    await w.restart();
    assert.equal((await w.ask("GET", "/v1/diagnostics")).body.schema, schema + 1);
    for (const [method, path, body] of [["PUT", `/v1/jobs/${draft.id}`, { ...draft.body, rev: 2 }], ["DELETE", `/v1/jobs/${draft.id}?rev=2`], ["POST", "/v1/fence", {}]]) {
      const { status, body: said } = await w.ask(method, path, body);
      assert.deepEqual([status, said.code], [409, "NEWER_STORAGE"], `${method} ${path}`);
    }
    w.now += 120_000;
    await w.cron();
    assert.equal((await w.job(draft.id)).state, "SCHEDULED");
    assert.equal(w.fake.calls(a.id).length, 0);
  } finally {
    await w.stop();
  }
});

test("jobs that earlier scripts have stored go on, each goes out once", async () => {
  const w = await World.start({ isBefore: true });
  try {
    const accounts = Array.from({ length: 5 }, () => w.account());
    const [done, waiting, sent, fenced, cancelled] = accounts;
    const first = await w.put(w.draft(done, { rev: 7, epoch: 1 }));
    await w.published(first);
    const back = await w.put(w.draft(fenced, { inMs: 60 * 60_000, epoch: 0 }));
    assert.equal((await w.ask("POST", "/v1/fence", { epoch: 1 })).status, 200);
    const later = w.draft(waiting, { inMs: 60_000, rev: 9, epoch: 1 });
    const dropped = w.draft(cancelled, { inMs: 60_000, epoch: 1 });
    await w.put(later);
    await w.put(dropped);
    await w.ask("DELETE", `/v1/jobs/${dropped.id}?rev=2`);
    // It dies between the publish call, whose answer is lost, and the first look at what became of it.
    const { hook, there, open } = gate();
    let skip = 1;
    sent.hooks.status = () => (skip-- > 0 ? undefined : hook());
    sent.faults.push({ op: "publish", kind: "after", times: 1 });
    const lost = await w.put(w.draft(sent, { epoch: 1 }));
    await w.reached(there);

    w.isBefore = false;
    const death = w.restart({ CRIER_VERSION: "1.2.3" });
    sent.hooks.status = undefined;
    open();
    await death;

    const { body } = await w.ask("GET", "/v1/diagnostics");
    assert.deepEqual([body.schema, body.schemaBy, body.highestRev, body.fence], [schema, "1.2.3", 9, 1]);
    for (const id of [first, lost, later.id]) {
      await w.published(id);
    }
    assert.equal((await w.job(back)).state, "FENCED");
    assert.equal((await w.ask("PUT", `/v1/jobs/${dropped.id}`, dropped.body)).body.code, "STALE_REVISION");
    assert.deepEqual(accounts.map((a) => a.media.length), [1, 1, 1, 0, 0]);
  } finally {
    await w.stop();
  }
});

test("an old Crier that knows nothing of versions puts its scripts over these: each post goes out once", async () => {
  const w = await World.start();
  try {
    const accounts = Array.from({ length: 3 }, () => w.account());
    const [done, waiting, last] = accounts;
    done.faults.push({ op: "create", kind: "odd", body: { mood: "fine" }, times: 1 });
    const first = await w.put(w.draft(done, { rev: 7 }));
    assert.equal((await w.published(first)).unknown.length, 1);
    const later = await w.put(w.draft(waiting, { inMs: 60_000 }));
    w.isBefore = true;
    await w.restart();
    const end = await w.put(w.draft(last, { inMs: 60 * 60_000, rev: 50 }));
    await w.published(later);
    const { state, unknown } = await w.job(first);
    assert.deepEqual([state, unknown], ["PUBLISHED", undefined]);
    w.isBefore = false;
    await w.restart();
    assert.equal((await w.ask("POST", "/v1/hello", { nonce: "a".repeat(16) })).body.highestRev, 50);
    await w.published(end);
    assert.equal((await w.job(first)).unknown[0].what, "the member mood", "what the earlier scripts do not know is still there");
    assert.equal((await w.ask("GET", "/v1/diagnostics")).body.schema, schema);
    assert.deepEqual(accounts.map((a) => a.media.length), [1, 1, 1]);
  } finally {
    await w.stop();
  }
});
