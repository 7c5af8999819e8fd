import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { World } from "./kit.mjs";

const image = { kind: "image", url: "https://media.example/a.jpg" };
const video = { kind: "video", url: "https://media.example/a.mp4" };

describe("publishing", { concurrency: 8 }, () => {
  /** @type {World} */
  let w;
  before(async () => {
    w = await World.start();
  });
  after(() => w.stop());

  test("an image goes out at its time", async () => {
    const a = w.account();
    const draft = w.draft(a, { inMs: 400, post: { items: [{ ...image, altText: "a cat", userTags: [{ username: "@tom", x: 0.25, y: 0.5 }] }], locationId: "77", collaborators: ["@ann"] } });
    const id = await w.put(draft);
    assert.equal((await w.job(id)).state, "SCHEDULED");
    const job = await w.published(id);
    assert.equal(a.media.length, 1);
    assert.equal(job.mediaId, a.media[0].id);
    assert.equal(job.permalink, a.media[0].permalink);
    assert.equal(job.mediaFound, false);
    assert.equal(job.retryCount, 0);
    const [create] = w.fake.calls(a.id, "create");
    assert.ok(create.at >= Date.parse(draft.body.runAt), "not before its time");
    assert.deepEqual(create.params, {
      image_url: image.url, caption: draft.body.post.caption, alt_text: "a cat", location_id: "77",
      user_tags: '[{"username":"tom","x":0.25,"y":0.5}]', collaborators: '["ann"]',
    });
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  for (const [name, post, params] of [
    ["a reel", { mediaType: "REELS", items: [{ ...video, thumbOffsetMs: 1500, userTags: [{ username: "tom", x: 0.1, y: 0.1 }] }], shareToFeed: true },
      { media_type: "REELS", video_url: video.url, thumb_offset: "1500", share_to_feed: "true", user_tags: '[{"username":"tom"}]', caption: "c" }],
    ["a reel with a cover", { mediaType: "REELS", items: [{ ...video, thumbOffsetMs: 1500, coverUrl: image.url }] },
      { media_type: "REELS", video_url: video.url, cover_url: image.url, caption: "c" }],
    ["a trial reel that is labelled", { mediaType: "REELS", items: [{ ...video, userTags: [{ username: "tom" }] }], shareToFeed: false, isAiGenerated: true, trial: "performance" },
      { media_type: "REELS", video_url: video.url, share_to_feed: "false", is_ai_generated: "true", trial_params: '{"graduation_strategy":"SS_PERFORMANCE"}',
        user_tags: '[{"username":"tom"}]', caption: "c" }],
    ["an image story with people", { mediaType: "STORIES", items: [{ ...image, userTags: [{ username: "tom" }] }], trial: "manual", isAiGenerated: true },
      { media_type: "STORIES", image_url: image.url, user_tags: '[{"username":"tom"}]', is_ai_generated: "true" }],
    ["an image story", { mediaType: "STORIES", items: [{ ...image, altText: "no" }], locationId: "77", collaborators: ["x"] }, { media_type: "STORIES", image_url: image.url }],
    ["a video story", { mediaType: "STORIES", items: [video] }, { media_type: "STORIES", video_url: video.url }],
  ]) {
    test(name, async () => {
      const a = w.account();
      a.polls = 2;
      const id = await w.put(w.draft(a, { post: { ...post, caption: "c" } }));
      const job = await w.published(id);
      assert.equal(job.mediaId, a.media[0].id);
      assert.equal(a.media.length, 1);
      assert.deepEqual(w.fake.calls(a.id, "create").map((c) => c.params), [params]);
    });
  }

  test("a carousel: its items first, in order", async () => {
    const a = w.account();
    a.polls = 1;
    const items = Array.from({ length: 10 }, (_, i) => (i % 2 ? { kind: "video", url: `https://media.example/${i}.mp4` } : { kind: "image", url: `https://media.example/${i}.jpg`, altText: `no ${i}` }));
    const id = await w.put(w.draft(a, { post: { mediaType: "CAROUSEL", items, collaborators: ["ann"], caption: "ten" } }));
    await w.published(id);
    const made = w.fake.calls(a.id, "create").map((c) => c.params);
    assert.equal(made.length, 11);
    assert.deepEqual(made[0], { image_url: items[0].url, is_carousel_item: "true", alt_text: "no 0" });
    assert.deepEqual(made[1], { video_url: items[1].url, is_carousel_item: "true", media_type: "VIDEO" });
    assert.deepEqual(made[10], { media_type: "CAROUSEL", children: a.containers.slice(0, 10).map((c) => c.id).join(","), caption: "ten", collaborators: '["ann"]' });
    assert.equal(a.media.length, 1);
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  test("the partner login", async () => {
    const a = w.account();
    await w.published(await w.put(w.draft(a, { login: "partner" })));
    assert.equal(a.media.length, 1);
  });

  test("an item that fails is made again alone", async () => {
    const a = w.account();
    a.faults.push({ op: "create", kind: "error", code: -1, subcode: 2207032, skip: 1, times: 1 });
    const id = await w.put(w.draft(a, { post: { mediaType: "CAROUSEL", items: [image, image, image] } }));
    const job = await w.published(id);
    assert.equal(job.retryCount, 1);
    assert.equal(a.containers.length, 4, "three items and the carousel");
  });

  test("what the network takes its time for", async () => {
    const a = w.account();
    a.polls = 6;
    const job = await w.published(await w.put(w.draft(a)));
    assert.equal(job.retryCount, 0);
    assert.equal(a.containers.length, 1);
  });

  test("media that never get ready", async () => {
    const a = w.account();
    a.polls = Infinity;
    const job = await w.failed(await w.put(w.draft(a)));
    assert.equal(job.errorCode, "PROCESSING_FAILED");
    assert.match(job.errorMessage, /processing the media for \d+ minutes/);
    assert.equal(job.containerId, a.containers[0].id, "Crier can go on with the container");
    assert.equal(w.fake.calls(a.id, "publish").length, 0);
  });

  test("a container that fails or expires is made again", async () => {
    for (const [end, text, code] of [["EXPIRED", "Expired: too late", undefined], ["ERROR", "Error: failed with error code 2207082", undefined], ["ERROR", "Error: failed with error code 2207026", "VIDEO_PROCESSING_FAILED"]]) {
      const a = w.account();
      Object.assign(a, { end, text });
      a.hooks.create = () => {
        if (a.containers.length === 1) {
          a.end = a.text = undefined;
        }
      };
      const id = await w.put(w.draft(a, { post: { mediaType: "REELS", items: [video] } }));
      if (code) {
        assert.equal((await w.failed(id)).errorCode, code);
        assert.equal(a.containers.length, 1);
      } else {
        assert.equal((await w.published(id)).retryCount, 1);
        assert.equal(a.containers.length, 2);
      }
    }
  });

  test("a container whose failure stands in its text alone fails at once", async () => {
    for (const text of ["Error: failed with error code 2207026", " ERROR : failed with 2207026", "code 2207026"]) {
      const a = w.account();
      Object.assign(a, { end: "ERROR", text, codeless: true, polls: 0 });
      const job = await w.failed(await w.put(w.draft(a)));
      assert.equal(job.errorCode, "PROCESSING_FAILED");
      assert.match(job.errorMessage, /2207026/);
      assert.equal(job.retryCount, 0);
      assert.equal(w.fake.calls(a.id, "status").length, 1);
    }
  });

  test("a state without a code whose text names no failure is waited for", async () => {
    const a = w.account();
    Object.assign(a, { text: "Finished: ready", codeless: true, polls: 0 });
    const job = await w.failed(await w.put(w.draft(a)));
    assert.match(job.errorMessage, /processing the media for \d+ minutes \("Finished: ready"\)/);
    assert.equal(w.fake.calls(a.id, "publish").length, 0);
  });

  test("a failure before the publish call is tried four times", async () => {
    const a = w.account();
    a.faults.push({ op: "create", kind: "error", code: 2 });
    const job = await w.failed(await w.put(w.draft(a)));
    assert.equal(job.retryCount, 3);
    assert.equal(w.fake.calls(a.id, "create").length, 4);
    assert.match(job.errorMessage, /code 2, trace AtraceOfTheFake/);
  });

  for (const kind of ["before", "after", "html", "empty", "hang"]) {
    test(`creation and status with fault ${kind}`, async () => {
      const a = w.account();
      a.faults.push({ op: "create", kind, times: 1 }, { op: "status", kind, times: 2 });
      const job = await w.published(await w.put(w.draft(a)));
      assert.equal(job.retryCount, 1);
      assert.equal(a.media.length, 1);
      assert.equal(w.fake.calls(a.id, "publish").length, 1);
    });
  }

  test("creation and status with an error that nobody has heard of, of a server that failed", async () => {
    const a = w.account();
    const unknown = { kind: "error", code: -1, http: 503 };
    a.faults.push({ ...unknown, op: "create", times: 1 }, { ...unknown, op: "status", times: 2 });
    const job = await w.published(await w.put(w.draft(a)));
    assert.equal(job.retryCount, 1);
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
  });

  for (const limit of [{ code: 80002 }, { code: 80008, http: 429 }]) {
    test(`a limit is waited out and is no attempt (${limit.code})`, async () => {
      const a = w.account();
      a.faults.push({ op: "create", kind: "error", ...limit, times: 1 });
      const job = await w.published(await w.put(w.draft(a)));
      assert.equal(job.retryCount, 0);
    });
  }

  test("the cap", async () => {
    const a = w.account();
    a.cap = 1;
    await w.published(await w.put(w.draft(a)));
    const job = await w.failed(await w.put(w.draft(a)));
    assert.equal(job.errorCode, "RATE_LIMITED");
    assert.match(job.errorMessage, /a place frees at \d{4}-/);
    assert.ok(job.publishIntentAt && job.callAnswered, "Crier asks whether it is live all the same");
    assert.equal(w.fake.calls(a.id, "publish").length, 2);
  });

  test("a dead token holds the account's other posts, until it is renewed", async () => {
    const a = w.account();
    a.token = "renewed";
    const first = await w.failed(await w.put(w.draft(a, { token: "old" })));
    assert.equal(first.errorCode, "TOKEN_EXPIRED");
    const calls = w.fake.calls(a.id).length;
    const others = [w.draft(a, { token: "old" }), w.draft(a, { token: "old" })];
    for (const other of others) {
      await w.put(other);
      const held = await w.ends(other.id, "SCHEDULED");
      assert.equal(held.state, "SCHEDULED");
    }
    await w.passes(40 * 60_000);
    assert.equal(w.fake.calls(a.id).length, calls, "the network is not asked");
    for (const other of others) {
      await w.put(w.draft(a, { id: other.id, rev: 2 }));
      await w.published(other.id);
    }
    assert.equal(a.media.length, 2);
  });

  for (const [code, subcode, atCheckpoint] of [[25, 2207050, true], [190, 459, true], [190, 464, true], [190, 460, false]]) {
    test(`a checkpoint is told from a dead token: ${code}/${subcode}`, async () => {
      const a = w.account();
      a.faults.push({ op: "publish", kind: "error", code, subcode });
      const first = await w.failed(await w.put(w.draft(a)));
      assert.equal(first.errorCode, "TOKEN_EXPIRED");
      assert.equal(first.atCheckpoint, atCheckpoint);
      const held = w.draft(a, { inMs: -23.9 * 60 * 60 * 1000 });
      await w.put(held);
      await w.until(async () => (await w.job(held.id)).errorCode === "TOKEN_EXPIRED", () => w.job(held.id));
      assert.equal((await w.job(held.id)).atCheckpoint, atCheckpoint);
      const last = await w.failed(held.id);
      assert.equal(last.errorMessage, first.errorMessage);
      assert.equal(last.atCheckpoint, atCheckpoint);
      a.faults.length = 0;
      const renewed = await w.published(await w.put(w.draft(a, { tokenWorkedAt: new Date(w.now).toISOString() })));
      assert.equal(renewed.atCheckpoint, false);
    });
  }

  for (const op of ["create", "publish"]) {
    test(`the user ends a checkpoint while nobody is at Crier: ${op}`, async () => {
      const a = w.account();
      a.faults.push({ op, kind: "error", code: 25, subcode: 2207050 });
      await w.failed(await w.put(w.draft(a)));
      const held = [0, 0, 40].map((minutes) => w.draft(a, { inMs: minutes * 60_000 }));
      for (const draft of held) {
        await w.put(draft);
      }
      const before = w.fake.calls(a.id, op).length;
      await w.passes(70 * 60_000);
      const asked = w.fake.calls(a.id, op).length - before;
      assert.ok(asked >= 1 && asked <= 4, `asked ${asked} times in 70 minutes`);
      a.faults.length = 0;
      for (const { id } of held) {
        assert.equal((await w.published(id)).atCheckpoint, false);
      }
      assert.equal(a.media.length, 3);
      assert.equal(w.fake.calls(a.id, "publish").length, op === "publish" ? before + asked + 3 : 3);
    });
  }

  test("a token that works again has the account's held posts go on", async () => {
    const a = w.account();
    a.token = "checkpoint";
    const first = await w.failed(await w.put(w.draft(a, { token: "same" })));
    a.token = "same";
    const held = w.draft(a, { tokenWorkedAt: new Date(Date.parse(first.endedAt) - 60_000).toISOString() });
    await w.put(held);
    await w.until(async () => (await w.job(held.id)).errorCode === "TOKEN_EXPIRED", () => w.job(held.id));
    await w.comes(w.now + 1000);
    await w.put(w.draft(a, { id: held.id, rev: 2, tokenWorkedAt: new Date(w.now).toISOString() }));
    await w.published(held.id);
  });

  test("a token that has expired by its date is not sent", async () => {
    const a = w.account();
    const job = await w.failed(await w.put(w.draft(a, { tokenExpiresAt: "2026-01-01T00:00:00Z" })));
    assert.equal(job.errorCode, "TOKEN_EXPIRED");
    assert.equal(w.fake.calls(a.id).length, 0);
  });

  test("missed by more than a day", async () => {
    const a = w.account();
    const job = await w.failed(await w.put(w.draft(a, { inMs: -25 * 60 * 60 * 1000 })));
    assert.equal(job.errorCode, "INVALID_SCHEDULE");
    assert.match(job.errorMessage, /missed by 25 hours/);
    assert.equal(w.fake.calls(a.id).length, 0);
  });

  test("late posts of one account are spaced", async () => {
    const a = w.account();
    const drafts = [3, 2, 1].map((h) => w.draft(a, { inMs: -h * 60 * 60 * 1000 }));
    for (const draft of drafts) {
      await w.put(draft);
    }
    for (const draft of drafts) {
      await w.published(draft.id);
    }
    const at = w.fake.calls(a.id, "create").map((c) => c.at);
    assert.equal(at.length, 3);
    assert.ok(at[1] - at[0] >= 60_000 && at[2] - at[1] >= 60_000, JSON.stringify(at));
  });
});
