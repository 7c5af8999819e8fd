// Deaths and races: whatever meets, each post is on the network once, and none is lost.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { World, gate, seal } from "./kit.mjs";

/** check wants each post exactly once on the network, without a call too many. */
function check(w, account, captions) {
  assert.deepEqual(account.media.map((m) => m.caption).sort(), [...captions].sort());
  assert.equal(account.republished ?? 0, 0);
  assert.deepEqual(w.fake.unexpected, []);
}

/** hold stops an account's operation until it is opened, and tells when it was reached. */
function hold(account, op) {
  const { hook, ...g } = gate();
  account.hooks[op] = () => {
    account.hooks[op] = undefined;
    return hook();
  };
  return g;
}

describe("deaths of the runtime", () => {
  for (const op of ["create", "status", "publish", "media"]) {
    test(`within ${op}: with an answer, without one, and carried out without one`, async () => {
      const w = await World.start();
      try {
        const posts = await Promise.all([undefined, "before", "after"].map(async (kind) => {
          const a = w.account();
          if (kind) {
            a.faults.push({ op, kind, times: 1 });
          }
          const draft = w.draft(a, { post: { caption: "once" } });
          const { there, open } = hold(a, op);
          await w.put(draft);
          return { a, id: draft.id, there, open };
        }));
        await w.reached(Promise.all(posts.map((p) => p.there)));
        const death = w.restart();
        posts.forEach((p) => p.open());
        await death;
        for (const { a, id } of posts) {
          // No request wakes it: the alarm does.
          await w.until(() => a.media.length > 0);
          const job = await w.published(id);
          check(w, a, ["once"]);
          assert.equal(job.mediaId, a.media[0].id);
        }
      } finally {
        await w.stop();
      }
    });
  }

  for (const [op, states] of [["comments", ["POSTED", "POSTED", "POSTED"]], ["comment", ["POSTED", "NOT_SEEN", "POSTED"]]]) {
    test(`within ${op}: with an answer, without one, and carried out without one`, async () => {
      const w = await World.start();
      try {
        const posts = await Promise.all([undefined, "before", "after"].map(async (kind) => {
          const a = w.account();
          if (kind) {
            a.faults.push({ op, kind, times: 1 });
          }
          const draft = w.draft(a, { post: { caption: "once", firstComment: "first" } });
          const { there, open } = hold(a, op);
          await w.put(draft);
          return { a, id: draft.id, there, open };
        }));
        await w.reached(Promise.all(posts.map((p) => p.there)));
        const death = w.restart();
        posts.forEach((p) => p.open());
        await death;
        for (const [i, { a, id }] of posts.entries()) {
          const job = await w.until(async () => {
            const job = await w.job(id);
            return job.commentState === states[i] ? job : undefined;
          }, () => w.job(id));
          check(w, a, ["once"]);
          assert.deepEqual([job.state, a.comments.length, w.fake.calls(a.id, "comment").length], ["PUBLISHED", states[i] === "POSTED" ? 1 : 0, 1]);
        }
      } finally {
        await w.stop();
      }
    });
  }

  test("again and again at a comment: it is left as it is, and the post is live", async () => {
    const w = await World.start();
    try {
      const accounts = [w.account(), w.account()];
      const [unsent, sent] = accounts;
      sent.faults.push({ op: "comment", kind: "after", times: 1 });
      const made = hold(sent, "comment");
      let looks = [hold(unsent, "comments")];
      const ids = [];
      for (const a of accounts) {
        ids.push(await w.put(w.draft(a, { post: { firstComment: "first" } })));
      }
      await w.reached(made.there);
      looks.push(hold(sent, "comments"));
      made.open();
      for (let deaths = 0; deaths < 10; deaths++) {
        await w.reached(Promise.all(looks.map((look) => look.there)));
        const opened = looks;
        looks = accounts.map((a) => hold(a, "comments"));
        await w.restart();
        opened.forEach((look) => look.open());
      }
      const states = async () => (await Promise.all(ids.map((id) => w.job(id)))).map((job) => `${job.state} ${job.commentState}`).join();
      await w.until(async () => (await states()) === "PUBLISHED RETURNED,PUBLISHED NOT_SEEN", states);
      assert.deepEqual(accounts.map((a) => w.fake.calls(a.id, "comment").length), [0, 1]);
    } finally {
      await w.stop();
    }
  });

  test("again and again in the work on a post: it is put aside, and was not published", async () => {
    const w = await World.start();
    try {
      const [a, b] = [w.account(), w.account()];
      const [draft, other] = [w.draft(a), w.draft(b, { inMs: 1500, post: { caption: "another" } })];
      await w.put(other);
      let sent = hold(a, "create");
      await w.put(draft);
      // The first is that of the claim, which is something done.
      for (let deaths = 0; deaths < 4; deaths++) {
        await w.reached(sent.there);
        const { open } = sent;
        sent = hold(a, "create");
        await w.restart();
        open();
      }
      sent.open();
      const job = await w.failed(draft.id);
      assert.equal(job.errorCode, "UNKNOWN_ERROR");
      assert.match(job.errorMessage, /again and again/);
      assert.equal(job.publishIntentAt, null, "a retry on Crier may publish it");
      assert.equal(w.fake.calls(a.id, "create").length, 4);
      check(w, a, []);
      await w.published(other.id);
    } finally {
      await w.stop();
    }
  });

  test("again and again in finding out whether a post is live: it may be, and that is found out later", async () => {
    const w = await World.start();
    try {
      const a = w.account();
      a.faults.push({ op: "publish", kind: "after", times: 1 });
      const draft = w.draft(a, { post: { caption: "once" } });
      const publish = hold(a, "publish");
      await w.put(draft);
      await w.reached(publish.there);
      let looked = hold(a, "status");
      publish.open();
      for (let deaths = 0; deaths < 10; deaths++) {
        await w.reached(looked.there);
        const { open } = looked;
        looked = hold(a, "status");
        await w.restart();
        open();
      }
      const job = await w.failed(draft.id);
      assert.match(job.errorMessage, /check before retrying/);
      assert.notEqual(job.publishIntentAt, null);
      looked.open();
      assert.equal((await w.ends(draft.id, "PUBLISHED")).mediaId, a.media[0].id);
      check(w, a, ["once"]);
      assert.equal(w.fake.calls(a.id, "publish").length, 1);
    } finally {
      await w.stop();
    }
  });

  test("before its time, and the time passes while it is dead", async () => {
    const w = await World.start();
    try {
      const a = w.account();
      const draft = w.draft(a, { inMs: 300, post: { caption: "once" } });
      await w.put(draft);
      await w.runtime.end();
      w.now = Date.parse(draft.body.runAt);
      await w.boot();
      await w.until(() => a.media.length > 0);
      await w.published(draft.id);
      check(w, a, ["once"]);
    } finally {
      await w.stop();
    }
  });

  test("a changed key holds posts and loses none", async () => {
    const w = await World.start();
    try {
      const a = w.account();
      const draft = w.draft(a, { inMs: 200, post: { caption: "once" } });
      await w.put(draft);
      const other = Buffer.alloc(32, 9).toString("base64");
      await w.restart({ ENCRYPTION_KEY: other });
      const held = await w.until(async () => {
        const job = await w.job(draft.id);
        return job.errorCode ? job : undefined;
      }, () => w.job(draft.id));
      assert.equal(held.state, "SCHEDULED");
      assert.equal(held.errorCode, "ENCRYPTION_KEY_MISMATCH");
      assert.equal(w.fake.calls(a.id).length, 0);
      await w.put({ id: draft.id, body: { ...draft.body, rev: 2, token: seal(a.token, draft.id, other) } });
      await w.published(draft.id);
      check(w, a, ["once"]);
    } finally {
      await w.stop();
    }
  });

  test("a changed key does not hold for ever what was begun before", async () => {
    const day = 24 * 3600 * 1000;
    const w = await World.start();
    try {
      const a = w.account();
      a.polls = Infinity;
      const draft = w.draft(a, { inMs: 3000 - day, post: { mediaType: "REELS", items: [{ kind: "video", url: "https://media.example/a.mp4" }] } });
      await w.put(draft);
      await w.ends(draft.id, "PROCESSING");
      await w.restart({ ENCRYPTION_KEY: Buffer.alloc(32, 9).toString("base64") });
      const job = await w.failed(draft.id);
      assert.equal(job.errorCode, "ENCRYPTION_KEY_MISMATCH");
      assert.equal(job.publishIntentAt, null);
      assert.equal(a.media.length, 0);
    } finally {
      await w.stop();
    }
  });

  test("a deployment with a fence", async () => {
    const w = await World.start();
    try {
      const a = w.account();
      const [draft, far] = [w.draft(a, { inMs: 500 }), w.draft(a, { inMs: 60 * 60 * 1000 })];
      await w.put(draft);
      await w.put(far);
      await w.restart({ FENCE_EPOCH: "1" });
      await w.cron();
      assert.equal((await w.job(far.id)).state, "FENCED", "what is not due is handed back too");
      assert.equal((await w.ends(draft.id, "FENCED")).mediaId, null);
      assert.equal(w.fake.calls(a.id).length, 0);
      await w.put(w.draft(a, { id: far.id, rev: 2, epoch: 1, inMs: 60 * 60 * 1000 }));
      await w.cron();
      assert.equal((await w.job(far.id)).state, "SCHEDULED");
    } finally {
      await w.stop();
    }
  });
});

describe("races", { concurrency: 4 }, () => {
  /** @type {World} */
  let w;
  before(async () => {
    w = await World.start();
  });
  after(() => w.stop());

  test("crons that overlap the alarm and each other", async () => {
    const a = w.account();
    const ids = await Promise.all(Array.from({ length: 6 }, (_, i) => w.put(w.draft(a, { inMs: 200, post: { caption: `c${i}` } }))));
    for (let i = 0; i < 6; i++) {
      // The alarm comes among them: of the time of the posts, and then of each look at their containers.
      await Promise.all([w.move(w.now + 3000), ...Array.from({ length: 10 }, () => w.cron())]);
    }
    await Promise.all(ids.map((id) => w.published(id)));
    check(w, a, ids.map((_, i) => `c${i}`));
    assert.equal(w.fake.calls(a.id, "publish").length, 6);
    assert.equal(a.containers.length, 6);
  });

  test("cancel against fire", async () => {
    const a = w.account();
    const drafts = Array.from({ length: 40 }, (_, i) => w.draft(a, { inMs: 1000, post: { caption: `c${i}` } }));
    await Promise.all(drafts.map((d) => w.put(d)));
    const alive = [];
    await Promise.all(drafts.map(async (d, i) => {
      // A few come before the time, the others one after the other while the worker begins the posts.
      await w.comes(Date.parse(d.body.runAt) - Math.max(0, 5 - i) * 4);
      await w.really(Math.max(0, i - 5) * 4);
      const { status, body } = await w.ask("DELETE", `/v1/jobs/${d.id}?rev=1`);
      assert.ok(status === 200 || ["ALREADY_CLAIMED", "ALREADY_ENDED"].includes(body.code), JSON.stringify(body));
      if (status !== 200) {
        alive.push(d.body.post.caption);
        await w.published(d.id);
      }
    }));
    check(w, a, alive);
  });

  test("two changes against each other and against fire", async () => {
    const a = w.account();
    for (let i = 0; i < 6; i++) {
      const first = w.draft(a, { inMs: 1500, post: { caption: `${i} first` } });
      await w.put(first);
      // Before the time, at it, and while the worker begins the post.
      await w.comes(Date.parse(first.body.runAt) - (i < 2 ? 100 : 0));
      await w.really(Math.max(0, i - 2) * 5);
      const changes = [2, 3].map((rev) => ({ ...first.body, rev, post: { ...first.body.post, caption: `${i} change ${rev}` } }));
      const answers = await Promise.all(changes.map((body) => w.ask("PUT", `/v1/jobs/${first.id}`, body)));
      const taken = changes.filter((_, k) => answers[k].status === 200);
      const job = await w.published(first.id);
      const last = taken.at(-1);
      assert.equal(job.rev, last?.rev ?? 1);
      assert.equal(a.media[0].caption, last?.post.caption ?? `${i} first`);
      assert.equal(a.media.length, i + 1);
    }
  });

  test("the same job sent many times at once", async () => {
    const a = w.account();
    const draft = w.draft(a, { post: { caption: "once" } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => w.ask("PUT", `/v1/jobs/${draft.id}`, { ...draft.body, token: seal(a.token, draft.id) })));
    assert.deepEqual(answers.map((r) => r.status), answers.map(() => 200));
    await w.published(draft.id);
    check(w, a, ["once"]);
  });
});

describe("taking posts back", () => {
  /** @type {World} */
  let w;
  before(async () => {
    w = await World.start();
  });
  after(() => w.stop());

  test("by the API: what is handed back never fires, what was sent is resolved", async () => {
    const [waiting, making, sending] = [w.account(), w.account(), w.account()];
    const drafts = [w.draft(waiting, { inMs: 60_000 }), w.draft(making), w.draft(sending, { post: { caption: "once" } })];
    const [made, sent] = [hold(making, "status"), hold(sending, "publish")];
    for (const draft of drafts) {
      await w.put(draft);
    }
    await w.reached(Promise.all([made.there, sent.there]));
    const { body } = await w.ask("POST", "/v1/fence", { epoch: 1 });
    assert.deepEqual(body.handedBack.sort(), [drafts[0].id, drafts[1].id].sort());
    assert.deepEqual(body.resolving, [drafts[2].id]);
    made.open();
    sent.open();
    await w.published(drafts[2].id);
    check(w, sending, ["once"]);
    for (const draft of drafts.slice(0, 2)) {
      assert.equal((await w.job(draft.id)).state, "FENCED");
    }
    const again = await w.ask("PUT", `/v1/jobs/${drafts[0].id}`, { ...drafts[0].body, rev: 2 });
    assert.equal(again.body.code, "FENCED");
    await w.comes(Date.parse(drafts[0].body.runAt) + 100);
    await w.cron();
    assert.equal(waiting.media.length + making.media.length, 0);
    assert.equal(w.fake.calls(waiting.id).length, 0);
    assert.deepEqual((await w.ask("POST", "/v1/fence", { epoch: 1 })).body, { epoch: 1, handedBack: [], resolving: [] });
    const results = (await w.ask("GET", "/v1/results")).body.results;
    assert.equal(results.filter((r) => r.state === "FENCED").length, 2);
    await w.published(await w.put(w.draft(waiting, { id: drafts[0].id, rev: 2, epoch: 1, post: { caption: "back again" } })));
    check(w, waiting, ["back again"]);
  });

  test("in KV, while the worker does not answer: before a post is begun, and before its publish call", async () => {
    const [a, b] = [w.account(), w.account()];
    const [early, begun] = [w.draft(a, { inMs: 60_000, epoch: 1 }), w.draft(b, { epoch: 1 })];
    const made = hold(b, "status");
    await w.put(begun);
    await w.reached(made.there);
    await w.put(early);
    w.kv.values.set("meta:fence", "2");
    made.open();
    await w.ends(begun.id, "FENCED");
    await w.ends(early.id, "FENCED");
    assert.equal(w.fake.calls(b.id, "publish").length + w.fake.calls(a.id).length, 0);
    assert.equal((await w.ask("GET", "/v1/diagnostics")).body.fence, 2, "it is kept");
  });

  test("a call that did not take effect is not repeated behind the fence", async () => {
    const a = w.account();
    a.faults.push({ op: "publish", kind: "before", times: 1 });
    const sent = hold(a, "publish");
    const draft = w.draft(a, { epoch: 2 });
    await w.put(draft);
    await w.reached(sent.there);
    assert.deepEqual((await w.ask("POST", "/v1/fence", { epoch: 3 })).body.resolving, [draft.id]);
    sent.open();
    const job = await w.failed(draft.id);
    assert.match(job.errorMessage, /handed back/);
    assert.equal(job.publishIntentAt, null);
    assert.equal(w.fake.calls(a.id, "publish").length, 1);
    assert.equal(a.media.length, 0);
  });
});
