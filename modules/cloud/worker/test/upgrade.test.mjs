// A worker that runs is deployed again: what the scripts of before have stored goes on, wherever it was.

import assert from "node:assert/strict";
import { test } from "node:test";
import { World, gate } from "./kit.mjs";

test("jobs that the first version has stored go on", async () => {
  const w = await World.start({ persist: true, main: "aged.js" });
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

    assert.equal((await w.ask("GET", "/v1/diagnostics")).body.schema, 3);
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
