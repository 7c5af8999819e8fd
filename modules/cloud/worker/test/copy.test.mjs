// Two copies of a folder that both run: the one that was started last may change things, the other one is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { World, workerKey } from "./kit.mjs";

const [first, second] = ["a".repeat(32), "b".repeat(32)];

/** by returns the headers of a copy. */
function by(nonce) {
  return { Authorization: `Bearer ${workerKey}`, "Crier-Copy": nonce };
}

test("the copy that was started last may change things", async () => {
  const w = await World.start();
  try {
    const a = w.account();
    const draft = w.draft(a, { inMs: 60 * 60_000, rev: 5, epoch: 2 });
    const put = (rev, nonce) => w.ask("PUT", `/v1/jobs/${draft.id}`, { ...draft.body, rev }, by(nonce));
    assert.equal((await put(5, first)).status, 200, "before anybody has said who it is");
    const hello = await w.ask("POST", "/v1/hello", { nonce: first }, by(first));
    assert.deepEqual([hello.status, hello.body.highestRev, hello.body.highestEpoch, hello.body.since], [200, 5, 2, null]);
    assert.equal((await put(6, first)).status, 200);
    assert.notEqual((await w.ask("POST", "/v1/hello", { nonce: second }, by(second))).body.since, null);
    assert.equal((await put(7, second)).status, 200);
    for (const [method, path, body] of [
      ["PUT", `/v1/jobs/${draft.id}`, { ...draft.body, rev: 8 }], ["DELETE", `/v1/jobs/${draft.id}?rev=8`], ["POST", "/v1/fence", {}],
      ["POST", "/v1/results/acknowledge", { results: [] }],
    ]) {
      const said = await w.ask(method, path, body, by(first));
      assert.deepEqual([said.status, said.body.code], [409, "OTHER_COPY"], `${method} ${path}`);
      assert.match(said.body.since, /Z$/);
    }
    assert.equal((await w.ask("GET", `/v1/jobs/${draft.id}`, undefined, by(first))).status, 200, "it may look");
    assert.equal((await w.ask("GET", "/v1/diagnostics")).body.highestRev, 7);
    assert.equal((await w.ask("POST", "/v1/hello", { nonce: "x" }, by(first))).body.code, "INVALID_BODY");
    // Started again it is the last one.
    await w.ask("POST", "/v1/hello", { nonce: first }, by(first));
    assert.equal((await put(9, second)).body.code, "OTHER_COPY");
  } finally {
    await w.stop();
  }
});

test("the highest revision outlives the jobs, and a job is told with what it publishes", async () => {
  const w = await World.start();
  try {
    const a = w.account();
    const draft = w.draft(a, { inMs: 60 * 60_000, rev: 5, post: { caption: "rye" } });
    await w.put(draft);
    const job = await w.job(draft.id);
    assert.deepEqual([job.accountId, job.login, job.post.caption, job.post.items.length], [a.id, "primary", "rye", 1]);
    assert.equal(job.token, undefined);
    await w.ask("DELETE", `/v1/jobs/${draft.id}?rev=12`);
    assert.equal((await w.ask("GET", "/v1/diagnostics")).body.highestRev, 12);
  } finally {
    await w.stop();
  }
});
