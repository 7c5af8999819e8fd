// KV is asked for a fence before a post is begun and before its publish call. What comes meanwhile holds, and without an
// answer nothing is begun.

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { World, gate } from "./kit.mjs";

/** @type {World} */
let w;
beforeEach(async () => {
  w = await World.start();
});
afterEach(() => w.stop());

/** reading stops the reads of KV from now on, until it is opened. */
function reading() {
  const { there, open, hook } = gate();
  w.kv.onGet = hook;
  return { there, open: () => ((w.kv.onGet = undefined), open()) };
}

/** nothingFired waits until a later post has gone out, and wants nothing of the account. */
async function nothingFired(a) {
  await w.published(await w.put(w.draft(w.account())));
  assert.equal(w.fake.calls(a.id, "publish").length, 0);
  assert.equal(a.media.length, 0);
}

describe("while the fence is being read for a post that is due", () => {
  test("it is cancelled", async () => {
    const a = w.account();
    const draft = w.draft(a);
    const read = reading();
    await w.put(draft);
    await w.reached(read.there);
    const { status, body } = await w.ask("DELETE", `/v1/jobs/${draft.id}?rev=1`);
    assert.equal(status, 200, JSON.stringify(body));
    read.open();
    await nothingFired(a);
    assert.equal((await w.job(draft.id)).state, "CANCELLED");
    assert.equal(w.fake.calls(a.id).length, 0);
  });

  test("it is put off", async () => {
    const a = w.account();
    const draft = w.draft(a);
    const read = reading();
    await w.put(draft);
    await w.reached(read.there);
    await w.put({ id: draft.id, body: { ...draft.body, rev: 2, runAt: new Date(w.now + 60 * 60 * 1000).toISOString() } });
    read.open();
    await nothingFired(a);
    const job = await w.job(draft.id);
    assert.deepEqual([job.state, job.rev], ["SCHEDULED", 2]);
    assert.equal(w.fake.calls(a.id).length, 0);
  });

  test("it is changed: only the new one goes out", async () => {
    const a = w.account();
    const draft = w.draft(a, { post: { caption: "old" } });
    const read = reading();
    await w.put(draft);
    await w.reached(read.there);
    await w.put({ id: draft.id, body: { ...draft.body, rev: 2, post: { ...draft.body.post, caption: "new" } } });
    read.open();
    assert.equal((await w.published(draft.id)).rev, 2);
    assert.deepEqual(a.media.map((m) => m.caption), ["new"]);
    assert.equal(w.fake.calls(a.id, "create").length, 1);
  });

  test("it is taken back", async () => {
    const a = w.account();
    const draft = w.draft(a);
    const read = reading();
    await w.put(draft);
    await w.reached(read.there);
    assert.deepEqual((await w.ask("POST", "/v1/fence", { epoch: 1 })).body.handedBack, [draft.id]);
    read.open();
    await w.published(await w.put(w.draft(w.account(), { epoch: 1 })));
    assert.equal((await w.job(draft.id)).state, "FENCED");
    assert.equal(w.fake.calls(a.id).length, 0);
  });
});

test("taken back while the fence is being read before the publish call", async () => {
  const a = w.account();
  a.polls = 1;
  const draft = w.draft(a);
  await w.put(draft);
  await w.ends(draft.id, "PROCESSING");
  const read = reading();
  await w.reached(read.there);
  assert.deepEqual((await w.ask("POST", "/v1/fence", { epoch: 1 })).body.handedBack, [draft.id]);
  read.open();
  await w.published(await w.put(w.draft(w.account(), { epoch: 1 })));
  assert.equal((await w.job(draft.id)).state, "FENCED");
  assert.equal(w.fake.calls(a.id, "publish").length, 0);
});

describe("KV cannot be read", () => {
  const held = (id) => w.until(async () => {
    const job = await w.job(id);
    return job?.errorCode === "CLOUD_ERROR" ? job : undefined;
  }, () => w.job(id));

  test("nothing is begun until it can", async () => {
    const a = w.account();
    w.kv.refused = 500;
    const draft = w.draft(a);
    await w.put(draft);
    assert.equal((await held(draft.id)).state, "SCHEDULED");
    const reads = w.kv.reads;
    await w.until(() => w.kv.reads > reads + 2);
    assert.equal(w.fake.calls(a.id).length, 0);
    w.kv.refused = 0;
    const job = await w.published(draft.id);
    assert.equal(job.errorCode, null);
    assert.equal(a.media.length, 1);
  });

  test("no publish call is made until it can", async () => {
    const a = w.account();
    const status = gate();
    a.hooks.status = status.hook;
    const draft = w.draft(a);
    await w.put(draft);
    await w.reached(status.there);
    w.kv.refused = 429;
    a.hooks.status = undefined;
    status.open();
    assert.equal((await held(draft.id)).state, "PROCESSING");
    assert.equal(w.fake.calls(a.id, "publish").length, 0);
    w.kv.refused = 0;
    await w.published(draft.id);
    assert.equal(a.media.length, 1);
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  test("a read that is never answered holds its post for a moment, and no other", async () => {
    const { there, hook } = gate();
    w.kv.onGet = hook;
    const stuck = w.draft(w.account());
    await w.put(stuck);
    await w.reached(there);
    w.kv.onGet = undefined;
    await w.published(await w.put(w.draft(w.account())));
    assert.equal((await w.published(stuck.id)).errorCode, null);
  });

  test("a write that is never answered holds up nothing", async () => {
    const { there, hook } = gate();
    w.kv.onPut = hook;
    const first = await w.published(await w.put(w.draft(w.account())));
    await w.reached(there);
    w.kv.onPut = undefined;
    await w.published(await w.put(w.draft(w.account())));
    await w.until(() => JSON.parse(w.kv.values.get(`post:${first.id}`) ?? "{}").state === "PUBLISHED");
  });

  test("for a day: what was to go out then fails", async () => {
    const a = w.account();
    w.kv.refused = 500;
    const day = 24 * 60 * 60 * 1000;
    const [over, nearly] = [w.draft(a, { inMs: -day - 1000 }), w.draft(a, { inMs: -day + 700 })];
    await w.put(nearly);
    await held(nearly.id);
    await w.put(over);
    for (const { id } of [over, nearly]) {
      const job = await w.failed(id);
      assert.equal(job.errorCode, "CLOUD_ERROR");
      assert.equal(job.publishIntentAt, null);
      assert.notEqual(job.seq, null);
    }
    assert.equal(w.fake.calls(a.id).length, 0);
  });
});

describe("the worker issues epochs", () => {
  test("without a number it is one that was never given out", async () => {
    const a = w.account();
    const late = w.draft(a, { inMs: 60 * 60_000, epoch: 7 });
    await w.put(late);
    const { body } = await w.ask("POST", "/v1/fence", {});
    assert.deepEqual([body.epoch, body.handedBack], [8, [late.id]]);
    assert.equal((await w.ask("POST", "/v1/fence", {})).body.epoch, 9);
    assert.equal((await w.ask("PUT", `/v1/jobs/${late.id}`, { ...late.body, rev: 2, epoch: 8 })).body.fence, 9);
  });

  test("memory 3: a folder that was put back raises a fence that fences", async () => {
    const a = w.account();
    assert.equal((await w.ask("POST", "/v1/fence", {})).body.epoch, 1);
    const draft = w.draft(a, { inMs: 60 * 60_000, epoch: 1 });
    await w.put(draft);
    // The folder was put back to a time before the first fence.
    assert.deepEqual((await w.ask("POST", "/v1/fence", {})).body, { epoch: 2, handedBack: [draft.id], resolving: [] });
  });

  test("memory 5: one that is far beyond all is refused, and so is such a revision", async () => {
    const last = Number.MAX_SAFE_INTEGER;
    const a = w.account();
    const draft = w.draft(a, { inMs: 60 * 60_000 });
    await w.put(draft);
    for (const [method, path, body, code] of [
      ["POST", "/v1/fence", { epoch: last }, "INVALID_BODY"],
      ["DELETE", `/v1/jobs/${draft.id}?rev=${last}`, undefined, "INVALID_PARAM"],
      ["PUT", `/v1/jobs/${draft.id}`, { ...draft.body, rev: last }, "INVALID_JOB"],
      ["PUT", `/v1/jobs/${draft.id}`, { ...draft.body, rev: 2, epoch: last }, "INVALID_JOB"],
    ]) {
      const said = await w.ask(method, path, body);
      assert.deepEqual([said.status, said.body.code], [400, code], `${method} ${path}`);
    }
    // The time in milliseconds is an epoch: so it is where the worker could not be asked.
    assert.equal((await w.ask("POST", "/v1/fence", { epoch: w.now })).body.epoch, w.now);
    await w.put({ id: draft.id, body: { ...draft.body, rev: 3, epoch: w.now } });
    assert.equal((await w.ask("GET", "/v1/diagnostics")).body.highestRev, 3);
  });
});

describe("a fence in KV that says nothing", () => {
  for (const flawed of ["1o", "9007199254740991", "-3", "1e3", "null"]) {
    test(`"${flawed}" is put right, and posts go out`, async () => {
      await w.ask("POST", "/v1/fence", { epoch: 4 });
      w.kv.values.set("meta:fence", flawed);
      const a = w.account();
      await w.published(await w.put(w.draft(a, { epoch: 4 })));
      assert.equal(w.kv.values.get("meta:fence"), "4");
      assert.equal((await w.ask("GET", "/v1/diagnostics")).body.fence, 4);
    });
  }
});
