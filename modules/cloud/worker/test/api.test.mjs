import assert from "node:assert/strict";
import { createHmac, randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { World, encryptionKey, seal, workerKey } from "./kit.mjs";
import { schema } from "../script/env.js";

const later = 60 * 60 * 1000;

describe("the API", () => {
  /** @type {World} */
  let w;
  before(async () => {
    w = await World.start();
  });
  after(() => w.stop());

  async function refused(ask, status, code) {
    const answer = await ask;
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.equal(answer.body.code, code);
    assert.equal(answer.body.status, status);
    assert.equal(typeof answer.body.error, "string");
    return answer.body;
  }

  test("only who has the key comes in", async () => {
    for (const headers of [{}, { Authorization: "Bearer " }, { Authorization: "Bearer wrong" }, { Authorization: `Basic ${workerKey}` }, { Authorization: `Bearer ${workerKey}x` }]) {
      await refused(w.ask("GET", "/v1/diagnostics", undefined, headers), 401, "UNAUTHORIZED");
    }
  });

  test("diagnostics", async () => {
    const { body, status } = await w.ask("GET", "/v1/diagnostics");
    assert.equal(status, 200);
    assert.equal(body.version, "test-1");
    assert.equal(body.schema, schema);
    assert.equal(body.hasEncryptionKey, true);
    assert.equal(body.keyCheckValue, createHmac("sha256", Buffer.from(encryptionKey, "base64")).update("kcv").digest("hex").slice(0, 16));
    assert.equal(body.lastCronRun, null);
    const before = w.now;
    await w.cron();
    const ticked = (await w.ask("GET", "/v1/diagnostics")).body;
    assert.ok(Date.parse(ticked.lastCronRun) === before, ticked.lastCronRun);
    assert.equal(w.kv.values.get("meta:lastCronRun"), ticked.lastCronRun);
  });

  test("the KV of these tests refuses what Cloudflare's refuses", async () => {
    const put = (key, value, metadata = "") => fetch(`${w.kv.base}/${key}`, { method: "PUT", body: value, headers: { "cf-kv-metadata": metadata } });
    for (const [key, value, metadata, status] of [
      ["a?expiration_ttl=59", "v", "", 400], ["a?expiration_ttl=60", "v", "", 200], ["a?expiration_ttl=soon", "v", "", 400],
      ["k".repeat(513), "v", "", 400], ["k".repeat(512), "v", "", 200], ["%C3%A4".repeat(257), "v", "", 400], ["", "v", "", 400],
      ["a", "v", "m".repeat(1025), 400], ["a", "v", "m".repeat(1024), 200], ["a", "v".repeat((25 << 20) + 1), "", 400],
    ]) {
      assert.equal((await put(key, value, metadata)).status, status, `${key.slice(0, 30)}, ${value.length}, ${metadata.length}`);
    }
    assert.equal((await fetch(`${w.kv.base}/a`, { method: "POST" })).status, 405);
    assert.equal(w.kv.values.get("a"), "v");
  });

  test("what is not known", async () => {
    await refused(w.ask("GET", "/v1/nothing"), 404, "NOT_FOUND");
    await refused(w.ask("POST", "/v1/jobs"), 404, "NOT_FOUND");
    await refused(w.ask("GET", "/v2/diagnostics"), 404, "NOT_FOUND");
    await refused(w.ask("GET", `/v1/jobs/${randomUUID()}`), 404, "UNKNOWN_JOB");
    await refused(w.ask("GET", "/v1/jobs/..%2Fx"), 400, "INVALID_PARAM");
    await refused(w.ask("GET", "/v1/results?limit=0"), 400, "INVALID_PARAM");
    await refused(w.ask("DELETE", `/v1/jobs/${randomUUID()}`), 400, "INVALID_PARAM");
  });

  test("bodies that are no jobs", async () => {
    const path = `/v1/jobs/${randomUUID()}`;
    await refused(w.ask("PUT", path, "{"), 400, "INVALID_BODY");
    await refused(w.ask("PUT", path, "[]"), 400, "INVALID_BODY");
    await refused(w.ask("PUT", path, `{"a":"${"x".repeat(70_000)}"}`), 413, "BODY_TOO_LARGE");
    const item = { kind: "image", url: "https://media.example/a.jpg" };
    const wrong = [
      { rev: 0 }, { rev: 1.5 }, { epoch: -1 }, { runAt: "tomorrow" }, { runAt: "2026-11-21T10:00:00" }, { accountId: "../me" }, { accountId: 17 },
      { login: "other" }, { token: undefined }, { post: null }, { post: { mediaType: "VIDEO", items: [item] } },
      { post: { mediaType: "IMAGE", items: [] } }, { post: { mediaType: "IMAGE", items: [item, item] } }, { post: { mediaType: "CAROUSEL", items: [item] } },
      { post: { mediaType: "REELS", items: [item] } }, { post: { mediaType: "IMAGE", items: [{ ...item, url: "file:///etc/passwd" }] } },
      { post: { mediaType: "IMAGE", items: [{ ...item, url: "https://media.example/ä.jpg" }] } }, { post: { mediaType: "IMAGE", items: [item], caption: "x".repeat(2201) } },
      { post: { mediaType: "IMAGE", items: [{ ...item, userTags: [{ username: "a", x: 2 }] }] } }, { post: { mediaType: "IMAGE", items: [item], collaborators: ["a", "b", "c", "d"] } },
      { post: { mediaType: "IMAGE", items: [item], locationId: "1".repeat(101) } },
      { post: { mediaType: "IMAGE", items: [item], isAiGenerated: "yes" } }, { post: { mediaType: "REELS", items: [{ ...item, kind: "video" }], trial: "toString" } },
    ];
    for (const change of wrong) {
      const { body } = w.draft(w.account(), { inMs: later });
      await refused(w.ask("PUT", path, { ...body, ...change }), 400, "INVALID_JOB");
    }
    await refused(w.ask("GET", path), 404, "UNKNOWN_JOB");
  });

  test("the longest texts that Crier takes of its clients", async () => {
    const item = { kind: "image", url: "https://media.example/a.jpg", altText: "é".repeat(1000) };
    await w.put(w.draft(w.account(), { inMs: later, post: { items: [item], caption: "é".repeat(2200), locationId: "1".repeat(100) } }));
  });

  test("a token that the key does not open, or of another post, is refused", async () => {
    const a = w.account();
    const { id, body } = w.draft(a, { inMs: later });
    for (const token of [seal("t", id, Buffer.alloc(32, 9).toString("base64")), seal("t", randomUUID()), "", "????", "AAAA"]) {
      await refused(w.ask("PUT", `/v1/jobs/${id}`, { ...body, token }), 409, "ENCRYPTION_KEY_MISMATCH");
    }
  });

  test("revisions", async () => {
    const a = w.account();
    const second = w.draft(a, { inMs: later, rev: 2, post: { caption: "two" } });
    const path = `/v1/jobs/${second.id}`;
    await w.put(second);
    await w.put({ id: second.id, body: { ...second.body, token: seal(a.token, second.id) } });
    await refused(w.ask("PUT", path, { ...second.body, rev: 1 }), 409, "STALE_REVISION");
    await refused(w.ask("PUT", path, { ...second.body, post: { ...second.body.post, caption: "another" } }), 409, "STALE_REVISION");
    await refused(w.ask("DELETE", `${path}?rev=1`), 409, "STALE_REVISION");
    const soon = { id: second.id, body: { ...w.draft(a, { id: second.id, rev: 3, post: { caption: "three" } }).body } };
    await w.put(soon);
    await w.published(second.id);
    assert.equal(a.media[0].caption, "three");
    assert.equal(a.media.length, 1);
    assert.equal((await w.ask("PUT", path, soon.body)).body.job.state, "PUBLISHED", "a repeated PUT is told what became of it");
    await refused(w.ask("PUT", path, { ...soon.body, rev: 4 }), 409, "ALREADY_ENDED");
    const told = await refused(w.ask("DELETE", `${path}?rev=4`), 409, "ALREADY_ENDED");
    assert.equal(told.job.mediaId, a.media[0].id);
  });

  test("a cancelled job never fires, nor does a revision that was still on its way", async () => {
    const a = w.account();
    const draft = w.draft(a, { inMs: 1000 });
    await w.put(draft);
    const path = `/v1/jobs/${draft.id}`;
    for (let i = 0; i < 2; i++) {
      const { status, body } = await w.ask("DELETE", `${path}?rev=2`);
      assert.equal(status, 200);
      assert.deepEqual([body.job.state, body.job.unsent], ["CANCELLED", i === 0], "the one who cancelled it may have sent it");
    }
    await refused(w.ask("PUT", path, draft.body), 409, "STALE_REVISION");
    await refused(w.ask("PUT", path, { ...draft.body, rev: 2 }), 409, "STALE_REVISION");
    const unknown = w.draft(a);
    const never = await w.ask("DELETE", `/v1/jobs/${unknown.id}?rev=1`);
    assert.deepEqual([never.status, never.body.job.unsent], [200, false]);
    await refused(w.ask("PUT", `/v1/jobs/${unknown.id}`, unknown.body), 409, "STALE_REVISION");
    const marker = await w.put(w.draft(w.account(), { inMs: 1500 }));
    await w.published(marker);
    assert.equal(w.fake.calls(a.id).length, 0);
    await w.put({ id: draft.id, body: { ...w.draft(a, { id: draft.id, rev: 3 }).body } });
    await w.published(draft.id);
  });

  test("a claimed job is neither changed nor cancelled", async () => {
    const a = w.account();
    a.polls = 8;
    const draft = w.draft(a);
    await w.put(draft);
    await w.ends(draft.id, "PROCESSING");
    const path = `/v1/jobs/${draft.id}`;
    await refused(w.ask("PUT", path, { ...draft.body, rev: 2 }), 409, "ALREADY_CLAIMED");
    await refused(w.ask("DELETE", `${path}?rev=2`), 409, "ALREADY_CLAIMED");
    await w.published(draft.id);
  });

  test("results are read and acknowledged", async () => {
    const a = w.account();
    const ids = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await w.put(w.draft(a)));
      await w.published(ids[i]);
    }
    const all = [];
    for (let after = 0, more = true; more; ) {
      const { body } = await w.ask("GET", `/v1/results?after=${after}&limit=1`);
      assert.ok(body.results.length <= 1);
      all.push(...body.results);
      ({ next: after, hasMore: more } = body);
    }
    const ours = all.filter((r) => ids.includes(r.id));
    assert.deepEqual(ours.map((r) => r.id), ids);
    const results = ours.map(({ id, seq }) => ({ id, seq }));
    const { body } = await w.ask("POST", "/v1/results/acknowledge", { results: [...results.slice(0, 2), { ...results[2], seq: results[2].seq - 1 }] });
    assert.deepEqual(body, { acknowledged: 2, changed: [ids[2]] });
    const left = (await w.ask("GET", "/v1/results")).body.results.map((r) => r.id);
    assert.deepEqual(left.filter((id) => ids.includes(id)), [ids[2]]);
    await refused(w.ask("POST", "/v1/results/acknowledge", { results: "all" }), 400, "INVALID_BODY");
  });

  test("the jobs that are left, in pages", async () => {
    const a = w.account();
    const ids = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await w.put(w.draft(a, { inMs: later })));
    }
    const seen = [];
    for (let after = ""; after !== null; ) {
      const { body } = await w.ask("GET", `/v1/jobs?limit=2&after=${after}`);
      seen.push(...body.jobs.map((j) => j.id));
      after = body.next;
    }
    assert.deepEqual(ids.filter((id) => !seen.includes(id)), []);
    assert.equal(new Set(seen).size, seen.length);
  });

  test("the mirror shows the posts and no secrets", async () => {
    const a = w.account();
    const draft = w.draft(a, { inMs: later, post: { caption: "not for the mirror" } });
    await w.put(draft);
    const key = `post:${draft.id}`;
    const found = await w.until(() => w.kv.values.get(key));
    assert.equal(JSON.parse(found).state, "SCHEDULED");
    assert.ok(!found.includes("not for the mirror") && !found.includes(a.token));
    assert.deepEqual(JSON.parse(w.kv.metadata.get(key)), { state: "SCHEDULED", runAt: draft.body.runAt });
    await w.put(w.draft(a, { id: draft.id, rev: 2 }));
    const job = await w.published(draft.id);
    const shown = await w.until(() => {
      const value = JSON.parse(w.kv.values.get(key));
      return value.state === "PUBLISHED" ? value : undefined;
    });
    assert.equal(shown.mediaId, job.mediaId);
    const other = w.draft(a, { inMs: later });
    await w.put(other);
    await w.until(() => w.kv.values.get(`post:${other.id}`));
    await w.ask("DELETE", `/v1/jobs/${other.id}?rev=1`);
    await w.until(() => !w.kv.values.has(`post:${other.id}`));
  });

  test("nothing unexpected was asked of the network", () => {
    assert.deepEqual(w.fake.unexpected, []);
    for (const call of w.fake.ledger) {
      assert.ok(!JSON.stringify(call.params).includes("token-"), "a token is sent in the header alone");
    }
  });
});
