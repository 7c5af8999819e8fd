// What became of a publish call is found out by reads, and it is never repeated on hope.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { World } from "./kit.mjs";

describe("outcomes", { concurrency: 8 }, () => {
  /** @type {World} */
  let w;
  before(async () => {
    w = await World.start();
  });
  after(() => w.stop());

  function once(account) {
    assert.equal(account.media.length, 1, "one post on the network");
    assert.equal(account.republished ?? 0, 0, "no call for a container that is published");
  }

  for (const kind of ["after", "html", "empty", "hang"]) {
    for (const post of [{}, { mediaType: "STORIES" }, { mediaType: "REELS", items: [{ kind: "video", url: "https://media.example/a.mp4" }] }]) {
      test(`the answer is lost (${kind}), the ${post.mediaType ?? "IMAGE"} is live`, async () => {
        const a = w.account();
        a.faults.push({ op: "publish", kind, times: 1 });
        const job = await w.published(await w.put(w.draft(a, { post })));
        once(a);
        assert.equal(w.fake.calls(a.id, "publish").length, 1);
        assert.equal(job.mediaId, a.media[0].id);
        assert.equal(job.permalink, a.media[0].permalink);
        assert.equal(job.mediaFound, true);
      });
    }
  }

  test("the call never arrived", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "before", times: 1 });
    const job = await w.published(await w.put(w.draft(a)));
    once(a);
    const calls = w.fake.calls(a.id, "publish");
    assert.equal(calls.length, 2);
    assert.equal(calls[0].params.creation_id, calls[1].params.creation_id, "the same container");
    assert.equal(a.containers.length, 1);
    assert.ok(calls[1].at - calls[0].at >= 60_000, "not while the first may be on its way");
    assert.equal(job.mediaFound, false);
  });

  test("the call never arrives", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "before" });
    const job = await w.failed(await w.put(w.draft(a)));
    assert.equal(w.fake.calls(a.id, "publish").length, 4);
    assert.match(job.errorMessage, /4 attempts; the post is not live/);
    assert.equal(job.publishIntentAt, null);
  });

  test("the call arrives late", async () => {
    const a = w.account();
    let late = false;
    a.faults.push({ op: "publish", kind: "before", times: 1 });
    a.hooks.publish = (params) => {
      if (!late) {
        late = true;
        w.later(30_000, () => w.fake.publish(a, params.creation_id));
      }
    };
    const job = await w.published(await w.put(w.draft(a)));
    once(a);
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
    assert.equal(job.mediaId, a.media[0].id);
  });

  test("refused as spam, and live", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "live", code: 4, subcode: 2207051, times: 1 });
    const job = await w.published(await w.put(w.draft(a)));
    once(a);
    assert.equal(job.mediaId, a.media[0].id);
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  test("a limit on the publish call is waited out", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "error", code: 4, times: 1 });
    const started = w.now;
    await w.published(await w.put(w.draft(a)));
    once(a);
    assert.ok(w.now - started >= 15 * 60_000, "a quarter of an hour");
  });

  test("an error that nobody has heard of, and live", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "live", code: 4711, times: 1 });
    const job = await w.published(await w.put(w.draft(a)));
    once(a);
    assert.equal(job.mediaId, a.media[0].id);
  });

  for (const http of [429, 503]) {
    for (const kind of ["live", "error"]) {
      test(`an error that nobody has heard of, under HTTP ${http} (${kind})`, async () => {
        const a = w.account();
        a.faults.push({ op: "publish", kind, code: -1, http, times: 1 });
        const job = await w.published(await w.put(w.draft(a)));
        once(a);
        assert.equal(job.mediaId, a.media[0].id);
        const calls = w.fake.calls(a.id, "publish");
        assert.equal(calls.length, kind === "live" ? 1 : 2, "only what reads show not to be live is sent again");
        assert.equal(new Set(calls.map((c) => c.params.creation_id)).size, 1, "the same container");
      });
    }
  }

  test("a certain refusal ends the post", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "error", code: 25, subcode: 2207050 });
    const job = await w.failed(await w.put(w.draft(a)));
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
    assert.ok(job.publishIntentAt && job.callAnswered && job.containerId, "Crier asks whether it is live all the same");
  });

  for (const [code, subcode] of [[9, 2207042], [36003, 2207009], [506, 0]]) {
    test(`refused by an answer that is documented (${code}/${subcode}), and live`, async () => {
      const a = w.account();
      a.faults.push({ op: "publish", kind: "live", code, subcode, times: 1 });
      const id = await w.put(w.draft(a));
      const failed = await w.failed(id);
      assert.ok(failed.publishIntentAt && failed.containerId, "Crier can look");
      const job = await w.ends(id, "PUBLISHED");
      once(a);
      assert.equal(job.mediaId, a.media[0].id);
      assert.equal(w.fake.calls(a.id, "publish").length, 1);
    });
  }

  test("the token dies with the answer", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    a.faults.push({ op: "status", kind: "error", code: 190, subcode: 460, skip: 1 });
    const job = await w.failed(await w.put(w.draft(a)));
    assert.equal(job.errorCode, "TOKEN_EXPIRED");
    assert.match(job.errorMessage, /check before retrying/);
    assert.ok(job.publishIntentAt && job.containerId, "Crier can look");
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  test("an outcome that nobody tells is said to be unknown, and found later", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    const silence = { op: "status", kind: "error", code: 2, skip: 1 };
    a.faults.push(silence);
    const id = await w.put(w.draft(a));
    const failed = await w.failed(id);
    assert.equal(failed.errorCode, "UNKNOWN_ERROR");
    assert.match(failed.errorMessage, /may be live, check before retrying/);
    a.faults.length = 0;
    const job = await w.ends(id, "PUBLISHED");
    once(a);
    assert.equal(job.mediaId, a.media[0].id);
    assert.ok(job.seq > failed.seq, "it is a new result");
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  test("the address follows later", async () => {
    const a = w.account();
    a.faults.push({ op: "media", kind: "error", code: 100, subcode: 33, times: 2 });
    const id = await w.put(w.draft(a));
    const first = await w.published(id);
    assert.equal(first.mediaId, a.media[0].id);
    const job = await w.until(async () => ((await w.job(id)).permalink ? w.job(id) : undefined), () => w.job(id));
    assert.equal(job.permalink, a.media[0].permalink);
    once(a);
  });

  test("what somebody posts by hand is not taken for the post", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    const draft = w.draft(a, { post: { caption: "the same" } });
    a.hooks.publish = () => {
      w.fake.put(a, { caption: "the same" });
      a.hooks.publish = undefined;
    };
    const id = await w.put(draft);
    const job = await w.published(id);
    assert.equal(job.mediaId, null, "which of the two it is cannot be told");
    assert.equal(a.media.length, 2);
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  test("media that are older, of another form or another post's are not taken", async () => {
    const a = w.account();
    const known = w.fake.put(a, { caption: "the same" });
    w.fake.put(a, { caption: "the same" }, w.now - 10 * 60_000);
    w.fake.put(a, { caption: "the same", media_type: "REELS", video_url: "x" });
    w.fake.put(a, { caption: "another" });
    a.faults.push({ op: "publish", kind: "after", times: 1 });
    const job = await w.published(await w.put(w.draft(a, { post: { caption: " the same\r\n", ownedMediaIds: [known.id] } })));
    assert.equal(job.mediaId, a.media[0].id);
    assert.equal(a.media.length, 5);
  });

  test("posts that look alike are told apart by their order", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "hang", times: 2 });
    const ids = await Promise.all([0, 1].map((i) => w.put(w.draft(a, { inMs: i * 1000, post: { caption: "alike" } }))));
    const jobs = await Promise.all(ids.map((id) => w.published(id)));
    assert.equal(a.media.length, 2);
    const published = w.fake.calls(a.id, "publish");
    assert.equal(published.length, 2);
    assert.equal(new Set(jobs.map((j) => j.mediaId)).size, 2);
    for (const job of jobs) {
      const place = published.findIndex((c) => c.params.creation_id === job.containerId);
      assert.equal(job.mediaId, a.media.at(-1 - place).id);
    }
  });
});
