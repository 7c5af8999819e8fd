// The first comment: made once below a post that is live, and the post stays PUBLISHED whatever becomes of it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { World, gate } from "./kit.mjs";

const minute = 60_000;
const post = { firstComment: "Which loaf next?" };

/** @type {World} */
let w;
before(async () => {
  w = await World.start();
});
after(() => w.stop());

describe("first comments", { concurrency: 32 }, () => {
  /** settled returns the job once its comment is in the state, and wants the post to be live once. */
  async function settled(a, id, state) {
    const job = await w.until(async () => {
      const job = await w.job(id);
      return ["NONE", "WAITING", "SENT"].includes(job.commentState) ? undefined : job;
    }, () => w.job(id), { atRest: true });
    assert.deepEqual([job.state, job.commentState, job.errorCode, a.media.length], ["PUBLISHED", state, null, 1], JSON.stringify(job));
    return job;
  }

  const publishes = async (a, more = {}) => w.put(w.draft(a, { post: { ...post, ...more } }));

  test("it is made once the post is live, and comes home with the result", async () => {
    const a = w.account();
    const made = gate();
    a.hooks.comment = made.hook;
    const id = await publishes(a);
    await w.reached(made.there);
    const live = await w.job(id);
    assert.deepEqual([live.state, live.commentState, live.commentId], ["PUBLISHED", "SENT", null]);
    made.open();
    const job = await settled(a, id, "POSTED");
    assert.equal(a.comments.length, 1);
    assert.deepEqual([job.commentId, job.commentError, a.comments[0].text, a.comments[0].of], [a.comments[0].id, null, post.firstComment, job.mediaId]);
    assert.ok(job.seq > live.seq, "it is a result again");
    assert.deepEqual(w.fake.calls(a.id, "comment").map((c) => c.params), [{ message: post.firstComment }]);
    assert.ok(!w.fake.calls(a.id, "create").some((c) => JSON.stringify(c.params).includes("loaf")));
  });

  for (const [name, more] of [["no comment", { firstComment: undefined }], ["one of blanks", { firstComment: " \n" }], ["a story", { mediaType: "STORIES" }]]) {
    test(`${name}: nothing is said`, async () => {
      const a = w.account();
      const job = await w.published(await publishes(a, more));
      assert.equal(job.commentState, "NONE");
      await w.passes(minute);
      assert.equal(w.fake.calls(a.id, "comment").length + w.fake.calls(a.id, "comments").length, 0);
    });
  }

  test("one that is too long is refused before its time", async () => {
    const { id, body } = w.draft(w.account(), { post: { firstComment: "a".repeat(2201) } });
    assert.equal((await w.ask("PUT", `/v1/jobs/${id}`, body)).body.code, "INVALID_JOB");
  });

  for (const kind of ["after", "hang", "html", "empty"]) {
    test(`the answer is lost (${kind}): it is found, and not made again`, async () => {
      const a = w.account();
      a.faults.push({ op: "comment", kind, times: 1 });
      const job = await settled(a, await publishes(a), "POSTED");
      assert.equal(job.commentId, a.comments[0].id);
      assert.equal(w.fake.calls(a.id, "comment").length, 1);
    });
  }

  for (const [name, faults, hidden] of [
    ["the call never arrives", [{ op: "comment", kind: "before", times: 1 }]],
    ["the network hides it", [{ op: "comment", kind: "after", times: 1 }], true],
    ["the list cannot be read", [{ op: "comment", kind: "after", times: 1 }, { op: "comments", kind: "error", code: 2, skip: 1 }]],
    ["the list is none", [{ op: "comment", kind: "after", times: 1 }, { op: "comments", kind: "odd", body: { data: {} }, skip: 1 }]],
    ["the list has no times", [{ op: "comment", kind: "after", times: 1 }, { op: "comments", kind: "odd", body: { data: [{ id: "1", text: post.firstComment }] }, skip: 1 }]],
    ["a refusal that nobody knows", [{ op: "comment", kind: "error", code: 4711, times: 1 }]],
    ["a refusal of a server that failed", [{ op: "comment", kind: "error", code: 100, http: 500, times: 1 }]],
    ["a success without an id", [{ op: "comment", kind: "odd", body: { id: "none" }, times: 1 }], true],
  ]) {
    test(`${name}: it may be there, and is not made again`, async () => {
      const a = w.account();
      a.hidesComments = hidden;
      a.faults.push(...faults);
      const id = await publishes(a);
      const live = await w.published(id);
      await settled(a, id, "NOT_SEEN");
      assert.equal(w.fake.calls(a.id, "comment").length, 1);
      assert.ok(w.now - Date.parse(live.endedAt) > 5 * minute, "lists lag");
    });
  }

  test("the id of the post itself is no comment's", async () => {
    const a = w.account();
    a.hooks.comment = () => void a.faults.push({ op: "comment", kind: "odd", body: { id: a.media[0].id }, times: 1 });
    assert.equal((await settled(a, await publishes(a), "POSTED")).commentId, a.comments[0].id);
    assert.equal(w.fake.calls(a.id, "comment").length, 1);
  });

  test("a comment of the same words that was there before is not taken for it", async () => {
    const a = w.account();
    a.faults.push({ op: "comment", kind: "before", times: 1 });
    a.hooks.comments = () => {
      a.hooks.comments = undefined;
      w.fake.comment(a, a.media[0], post.firstComment, "somebody");
    };
    const job = await settled(a, await publishes(a), "NOT_SEEN");
    assert.equal(job.commentId, null);
  });

  test("of two of the same words nobody knows which it is", async () => {
    const a = w.account();
    a.faults.push({ op: "comment", kind: "after", times: 1 });
    a.hooks.comment = () => void w.fake.comment(a, a.media[0], post.firstComment, "somebody");
    assert.equal((await settled(a, await publishes(a), "NOT_SEEN")).commentId, null);
  });

  test("one of the same words by somebody else is not it, where Crier has said the account's name", async () => {
    const a = w.account();
    a.faults.push({ op: "comment", kind: "after", times: 1 });
    a.hooks.comment = () => void w.fake.comment(a, a.media[0], post.firstComment, "somebody");
    const job = await settled(a, await w.put(w.draft(a, { post, username: `user${a.id}` })), "POSTED");
    assert.equal(job.commentId, a.comments[0].id);
    assert.equal(a.comments[1].username, "somebody");
  });

  test("the network's clock is an hour ahead, and others comment too", async () => {
    const a = w.account();
    a.ahead = 60 * minute;
    a.faults.push({ op: "comment", kind: "after", times: 1 });
    a.hooks.comment = () => ["a", "b", "c"].forEach((text) => w.fake.comment(a, a.media[0], text, "somebody"));
    const job = await settled(a, await publishes(a), "POSTED");
    assert.equal(job.commentId, a.comments.find((c) => c.text === post.firstComment).id);
  });

  test("a refusal that passes is tried again, after a look", async () => {
    const a = w.account();
    a.faults.push({ op: "comment", kind: "error", code: -1, subcode: 2207032, times: 2 });
    const job = await settled(a, await publishes(a), "POSTED");
    assert.deepEqual([w.fake.calls(a.id, "comment").length, a.comments.length, job.commentError], [3, 1, null]);
  });

  test("a refusal that was none is found before the next call", async () => {
    const a = w.account();
    a.faults.push({ op: "comment", kind: "live", code: -1, subcode: 2207032, times: 1 });
    await settled(a, await publishes(a), "POSTED");
    assert.deepEqual([w.fake.calls(a.id, "comment").length, a.comments.length], [1, 1]);
  });

  test("a limit of the network is waited for", async () => {
    const a = w.account();
    a.faults.push({ op: "comment", kind: "error", code: 4, subcode: 0, times: 1 });
    const id = await publishes(a);
    await w.published(id);
    await settled(a, id, "POSTED");
    const [first, second] = w.fake.calls(a.id, "comment");
    assert.ok(second === undefined || second.at - first.at >= 15 * minute);
    assert.equal(a.comments.length, 1);
  });

  for (const [code, subcode] of [[10, 0], [200, 0], [190, 463], [100, 33]]) {
    test(`a refusal for good (${code}/${subcode}) ends it with the network's words`, async () => {
      const a = w.account();
      a.faults.push({ op: "comment", kind: "error", code, subcode, message: "no comments here" });
      const job = await settled(a, await publishes(a), "FAILED");
      assert.match(job.commentError, /no comments here/);
      assert.equal(w.fake.calls(a.id, "comment").length, 1);
    });
  }

  test("a result that Crier has stored meanwhile ends no comment, and what becomes of it is a new one", async () => {
    const a = w.account();
    const made = gate();
    a.hooks.comment = made.hook;
    a.faults.push({ op: "comment", kind: "after", times: 1 });
    const id = await publishes(a);
    await w.reached(made.there);
    const { seq } = await w.job(id);
    const { body } = await w.ask("POST", "/v1/results/acknowledge", { results: [{ id, seq }] });
    assert.equal(body.acknowledged, 1);
    made.open();
    const job = await settled(a, id, "POSTED");
    assert.ok((await w.ask("GET", "/v1/results?limit=200")).body.results.some((one) => one.seq === job.seq));
  });

  test("the media is found out first, also after Crier has stored that the post is live", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 }, { op: "list", kind: "before", skip: 1, times: 6 });
    const id = await publishes(a);
    const { seq, mediaId, commentState } = await w.published(id);
    assert.deepEqual([mediaId, commentState], [null, "WAITING"]);
    await w.ask("POST", "/v1/results/acknowledge", { results: [{ id, seq }] });
    const job = await settled(a, id, "POSTED");
    assert.equal(job.mediaId, a.media[0].id);
  });

  test("of a post that failed first, and turns out to be live, it is Crier's", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "after", times: 1 }, { op: "status", kind: "error", code: 2, skip: 1 });
    const id = await publishes(a);
    assert.equal((await w.failed(id)).commentState, "RETURNED");
    a.faults.length = 0;
    await w.ends(id, "PUBLISHED");
    await settled(a, id, "RETURNED");
    await w.passes(minute);
    assert.equal(w.fake.calls(a.id, "comment").length, 0);
  });

  test("the address that is still missing is looked for afterwards", async () => {
    const a = w.account();
    a.faults.push({ op: "media", kind: "error", code: 2, times: 1 });
    const id = await publishes(a);
    assert.equal((await settled(a, id, "POSTED")).permalink, null);
    await w.until(async () => (await w.job(id)).permalink);
    assert.equal(w.fake.calls(a.id, "comment").length, 1);
  });
});

describe("a comment behind a fence", () => {
  const ended = (id, state) => w.until(async () => {
    const job = await w.job(id);
    return job.commentState === state ? job : undefined;
  }, () => w.job(id));

  test("one that was not sent is Crier's, one that was sent is looked for", async () => {
    const [unsent, sent] = [w.account(), w.account()];
    const [looked, made] = [gate(), gate()];
    unsent.hooks.comments = looked.hook;
    sent.hooks.comment = made.hook;
    sent.faults.push({ op: "comment", kind: "after", times: 1 });
    const ids = [await w.put(w.draft(unsent, { post })), await w.put(w.draft(sent, { post }))];
    const waiting = await w.put(w.draft(w.account(), { post, inMs: 60 * minute }));
    await w.reached(Promise.all([looked.there, made.there]));
    const { body } = await w.ask("POST", "/v1/fence", {});
    assert.deepEqual([body.resolving, body.handedBack], [[], [waiting]], "the others are live");
    assert.equal((await w.job(waiting)).commentState, "RETURNED");
    looked.open();
    made.open();
    const [back, found] = [await ended(ids[0], "RETURNED"), await ended(ids[1], "POSTED")];
    assert.deepEqual([back.state, back.commentSentAt, w.fake.calls(unsent.id, "comment").length], ["PUBLISHED", null, 0]);
    assert.equal(found.commentId, sent.comments[0].id);
    assert.equal(w.fake.calls(sent.id, "comment").length, 1);
  });

  test("while KV cannot be read nothing is said, and the post stays live", async () => {
    const { body } = await w.ask("GET", "/v1/diagnostics");
    const a = w.account();
    const looked = gate();
    a.hooks.comments = looked.hook;
    const id = await w.put(w.draft(a, { post, epoch: body.fence }));
    await w.reached(looked.there);
    w.kv.refused = 500;
    a.hooks.comments = undefined;
    looked.open();
    await w.passes(2 * minute);
    const job = await w.job(id);
    assert.deepEqual([job.state, job.errorCode, job.commentState, w.fake.calls(a.id, "comment").length], ["PUBLISHED", null, "WAITING", 0]);
    w.kv.refused = 0;
    await ended(id, "POSTED");
    assert.equal(a.comments.length, 1);
  });
});
