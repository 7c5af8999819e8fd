// A burst of posts by the machine's clock, and what it takes of the free plan: 50 calls and 10 ms of CPU for each wake-up, 1,000
// writes to KV and 100,000 rows written a day. The figures are printed: the CPU of the worker by the runtime's own profiler, which a
// busy machine makes longer and never shorter, and that of the whole process.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { World } from "./kit.mjs";
import { profile } from "./profile.mjs";

const tick = 10; // milliseconds of CPU in the kernel's unit

/** cpu returns how many milliseconds of CPU the runtime of a world has used, null where the system does not tell. */
function cpu(w) {
  try {
    let used = 0;
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const [, ppid, , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(ppid) === w.runtime.process.pid && stat.includes("(workerd)")) {
        used += (Number(user) + Number(system)) * tick;
      }
    }
    return used;
  } catch {
    return null;
  }
}

for (const posts of [12, 100]) {
  test(`a burst of ${posts} posts`, async (t) => {
    const w = await World.start({ main: "usage.js", machine: true, inspected: true, bindings: { PACE: "20" } });
    // The network has the machine's clock too.
    const clock = setInterval(() => (w.now = Date.now()), 20);
    try {
      w.now = Date.now();
      const usage = async () => (await w.ask("GET", "/v1/diagnostics")).body;
      const used = async () => (await w.ask("GET", "/used")).body;
      const drafts = Array.from({ length: posts }, () => w.draft(w.account(), { inMs: 5000 + posts * 60 }));
      for (const draft of drafts) {
        await w.put(draft);
      }
      const [first, before, busy] = [await usage(), await used(), cpu(w)];
      const ended = await profile(w.at.inspector);
      const begun = Date.now();
      let last = first;
      while (last.completedCount < posts && Date.now() - begun < 200_000) {
        await new Promise((done) => setTimeout(done, 500));
        last = await usage();
      }
      const [after, spent] = [await used(), cpu(w)];
      const { worked, longest, samples } = await ended();
      assert.equal(last.completedCount, posts, JSON.stringify(last.usage));
      const wakeUps = last.usage.wakeUps - first.usage.wakeUps;
      const each = (name) => ((after[name] - before[name]) / posts).toFixed(1);
      const calls = wakeUps + last.usage.requests - first.usage.requests;
      const ms = spent === null || busy === null ? "unknown" : ((spent - busy) / wakeUps).toFixed(1);
      t.diagnostic(`${posts} posts, ${first.scheduledCount} of which were there before the first was due: ${wakeUps} wake-ups in ${((Date.now() - begun) / 1000).toFixed(1)} s, ${(worked / calls).toFixed(2)} ms of CPU of the worker for each of ${calls} wake-ups and requests, at most ${longest.toFixed(1)} ms without a pause (${samples} samples), ${ms} ms of CPU of the process for each wake-up, at most ${last.usage.mostCalls} calls and ` +
        `${last.usage.mostSteps} steps in one; for each post ${each("read")} rows read, ${each("written")} written, ${((last.usage.kvWrites) / posts).toFixed(1)} writes to KV, ` +
        `${((last.usage.alarmsSet - first.usage.alarmsSet) / posts).toFixed(1)} alarms set`);
      assert.ok(last.usage.mostCalls <= 48, `${last.usage.mostCalls} calls in one wake-up`);
      assert.ok(last.usage.kvWrites <= 2 * posts, `${last.usage.kvWrites} writes to KV`);
      assert.ok((after.written - before.written) / posts <= 60, `${each("written")} rows written for each post`);
      assert.equal(w.fake.ledger.filter((call) => call.op === "publish").length, posts);
    } finally {
      clearInterval(clock);
      await w.stop();
    }
  });
}
