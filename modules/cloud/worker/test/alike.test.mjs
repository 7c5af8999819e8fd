// Which media a post is, among others that look the same: it is told where nothing else can be it, and else it is not.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { World } from "./kit.mjs";

const second = 1000;
const minute = 60 * second;

describe("posts that look alike", { concurrency: 8 }, () => {
  /** @type {World} */
  let w;
  before(async () => {
    w = await World.start();
  });
  after(() => w.stop());

  const post = { caption: "alike" };

  /** first does something when the account's next publish call arrives, before it is carried out. */
  function first(a, something) {
    a.hooks.publish = (params) => {
      a.hooks.publish = undefined;
      something(params);
    };
  }

  /** owns wants each job to be the media that its container became. */
  function owns(a, jobs) {
    for (const job of jobs) {
      const { media } = a.containers.find((c) => c.id === job.containerId);
      assert.ok(media, "it is live");
      assert.equal(job.mediaId, media);
    }
    assert.equal(a.republished ?? 0, 0);
  }

  for (const listLag of [1, 2, 3]) {
    test(`a list that leaves out the post for ${listLag} reads`, async () => {
      const a = w.account();
      a.faults.push({ op: "publish", kind: "after", times: 1 });
      first(a, () => (a.listLag = listLag));
      owns(a, [await w.published(await w.put(w.draft(a, { post })))]);
    });
  }

  test("one by hand just before the call is not taken for the post that is not listed yet", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    first(a, () => {
      w.fake.put(a, { caption: "alike" }, w.now - second);
      a.listLag = 3;
    });
    const job = await w.published(await w.put(w.draft(a, { post })));
    assert.equal(job.mediaId, null, "which of the two it is cannot be told");
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  test("one by hand some seconds before the call is not the post", async () => {
    const a = w.account();
    a.polls = 4;
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    first(a, () => {
      w.fake.put(a, { caption: "alike" }, w.now - 4 * second);
      a.listLag = 3;
    });
    owns(a, [await w.published(await w.put(w.draft(a, { post })))]);
  });

  test("one by hand before the call is not the post where nothing tells the network's time", async () => {
    const a = w.account();
    a.dateless = true;
    w.fake.put(a, { caption: "alike" });
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    first(a, () => (a.listLag = 3));
    owns(a, [await w.published(await w.put(w.draft(a, { post })))]);
  });

  test("one by hand at the time of the call: which it is cannot be told, and the post is said to be live", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    first(a, () => w.fake.put(a, { caption: "alike" }));
    const started = w.now;
    const job = await w.published(await w.put(w.draft(a, { post })));
    assert.equal(job.mediaId, null);
    assert.ok(Date.parse(job.endedAt) - started < minute, "at once");
  });

  for (const ahead of [-60 * minute, 60 * minute]) {
    test(`the network's clock is ${ahead / minute} minutes ahead`, async () => {
      const a = w.account();
      a.ahead = ahead;
      a.faults.push({ op: "publish", kind: "after", times: 1 });
      const job = await w.published(await w.put(w.draft(a, { post })));
      owns(a, [job]);
      assert.ok(Math.abs(Date.parse(job.publishedAt) - (w.now + ahead)) < minute, "as the network has it");
    });
  }

  test("a call that takes effect after a minute", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "before", times: 1 });
    first(a, ({ creation_id }) => w.later(minute, () => w.fake.publish(a, creation_id)));
    const ids = [await w.put(w.draft(a, { post })), await w.put(w.draft(a, { inMs: second, post }))];
    owns(a, await Promise.all(ids.map((id) => w.published(id))));
    assert.equal(w.fake.calls(a.id, "publish").length, 2, "one for each");
    assert.equal(a.media.length, 2);
  });

  test("the call of one never arrives, and the answer of the other is lost", async () => {
    for (const kinds of [["before", "after"], ["after", "before"], ["before", "before"], ["after", "after"], ["before", "after", "after"]]) {
      const a = w.account();
      a.faults.push(...kinds.map((kind) => ({ op: "publish", kind, times: 1 })));
      const stories = { mediaType: "STORIES" };
      const ids = [await w.put(w.draft(a, { post: stories })), await w.put(w.draft(a, { post: stories }))];
      owns(a, await Promise.all(ids.map((id) => w.published(id))));
      assert.equal(a.media.length, 2);
    }
  });

  test("a post waits as long as it is asked what became of one that looks the same", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    const silence = { op: "status", kind: "error", code: 2 };
    first(a, ({ creation_id }) => a.faults.push({ ...silence, id: creation_id }));
    const ids = [await w.put(w.draft(a, { post })), await w.put(w.draft(a, { inMs: second, post }))];
    const other = await w.put(w.draft(a, { inMs: 2 * second, post: { caption: "another" } }));
    await w.published(other);
    await w.comes(w.now + 5 * minute);
    const states = await Promise.all(ids.map((id) => w.job(id)));
    assert.deepEqual(states.map((job) => job.state).sort(), ["PROCESSING", "PUBLISHING"]);
    assert.match(states.find((job) => job.state === "PROCESSING").errorMessage, /looks the same/);
    a.faults.length = 0;
    owns(a, await Promise.all(ids.map((id) => w.published(id))));
  });

  test("a post waits as long as the call of one can still take effect of which it is not known which media it is", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 2 });
    first(a, () => a.faults.push({ op: "list", kind: "before", times: 6 }));
    const ids = [await w.put(w.draft(a, { post })), await w.put(w.draft(a, { inMs: second, post }))];
    const ended = await Promise.all(ids.map((id) => w.published(id)));
    assert.ok(ended.some((job) => job.mediaId === null), "it is published, and looked for");
    const calls = w.fake.calls(a.id, "publish");
    assert.ok(calls[1].at - calls[0].at > minute, `${calls[1].at - calls[0].at} ms`);
    owns(a, await w.until(async () => {
      const jobs = await Promise.all(ids.map((id) => w.job(id)));
      return jobs.every((job) => job.mediaId) ? jobs : undefined;
    }));
  });

  test("one whose outcome stays unknown does not hold the next for ever", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "before", times: 1 });
    first(a, ({ creation_id }) => a.faults.push({ op: "status", kind: "error", code: 2, id: creation_id }));
    const unknown = await w.put(w.draft(a, { post }));
    const next = await w.put(w.draft(a, { inMs: second, post }));
    assert.match((await w.failed(unknown)).errorMessage, /may be live/);
    owns(a, [await w.published(next)]);
  });

  test("a container that the network has forgotten, and an account that does not show the post: it is not live", async () => {
    const a = w.account();
    w.fake.put(a, { caption: "alike" });
    a.faults.push({ op: "publish", kind: "before", times: 1 });
    first(a, () => a.faults.push({ op: "status", kind: "error", code: 100, subcode: 33 }));
    const id = await w.put(w.draft(a, { post }));
    assert.notEqual((await w.failed(id)).publishIntentAt, null);
    await w.comes(w.now + 24 * 60 * minute);
    const job = await w.until(async () => {
      const job = await w.job(id);
      return job.publishIntentAt === null ? job : undefined;
    }, () => w.job(id));
    assert.equal(job.state, "FAILED");
    assert.match(job.errorMessage, /it is not live/);
    assert.equal(job.containerId, null);
    assert.ok(w.now - Date.parse(job.runAt) >= 25 * 60 * minute);
  });

  for (const timestamp of ["", "2126-01-01T00:00:00+0000"]) {
    test(`a list with a media of the time "${timestamp}" proves nothing`, async () => {
      const a = w.account();
      a.faults.push({ op: "publish", kind: "after", times: 1 });
      first(a, () => a.faults.push({ op: "status", kind: "error", code: 100, subcode: 33 }));
      a.hooks.status = () => a.media.forEach((m) => Object.assign(m, { timestamp }));
      const id = await w.put(w.draft(a, { post }));
      await w.failed(id);
      await w.comes(w.now + 25.7 * 60 * minute);
      const job = await w.job(id);
      assert.equal(job.state, "FAILED");
      assert.notEqual(job.publishIntentAt, null);
      assert.equal(a.media.length, 1);
    });
  }
});
