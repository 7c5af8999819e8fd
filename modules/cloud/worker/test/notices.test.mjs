// A failure while Crier is off reaches a person, once for each cause and day, and costs no post anything.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeAddress } from "./fakeaddress.mjs";
import { Notices } from "../script/notices.js";
import { World, encryptionKey, workerKey } from "./kit.mjs";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** during runs a test in a world of its own, whose worker knows an address. */
function during(name, kind, what, more = {}) {
  test(name, async () => {
    const world = { now: 0, hold: (...args) => w.hold(...args) };
    const address = await new FakeAddress(world).listen();
    const w = await World.start({ bindings: { NOTIFY_URL: address.url, ...(kind === "" ? {} : { NOTIFY_KIND: kind }) }, ...more });
    Object.defineProperty(world, "now", { get: () => w.now });
    try {
      // A day in UTC must not end before it is looked at.
      if (w.now % day > 12 * hour) await w.passes(day - (w.now % day) + minute);
      await what(w, address);
      for (const { headers, body } of address.got) {
        for (const secret of [workerKey, encryptionKey, "token-1784", "caption "]) {
          assert.ok(!`${JSON.stringify(headers)} ${body}`.includes(secret), body);
        }
      }
    } finally {
      await w.stop();
      await address.close();
    }
  });
}

/** rejected is a post that the network refuses. */
async function rejected(w, more = {}) {
  const a = w.account();
  a.faults.push({ op: "create", kind: "error", code: 36003, subcode: 2207009 });
  return { a, id: await w.put(w.draft(a, more)) };
}

during("a post fails while Crier is off: a webhook is told, once for the cause and the day", "webhook", async (w, address) => {
  const { a, id } = await rejected(w, { inMs: 30 * minute });
  for (let i = 0; i < 3; i++) {
    const b = w.draft(a, { inMs: 50 * minute });
    await w.put(b);
  }
  await w.passes(6 * hour);
  assert.equal(address.got.length, 1, JSON.stringify(address.got));
  const [{ method, path, headers, body }] = address.got;
  assert.deepEqual([method, path, headers["content-type"]], ["POST", "/topic-that-is-a-secret", "application/json; charset=utf-8"]);
  const said = JSON.parse(body);
  assert.deepEqual([said.code, said.postId, said.isTest], ["MEDIA_INVALID", id, false]);
  assert.match(said.text, /Crier: a post was not published\n.*Instagram does not take its media/s);
  assert.equal(said.content, said.text);
  const { body: told } = await w.ask("GET", "/v1/diagnostics");
  assert.equal(told.notify.isSet, true);
  assert.equal(told.notify.lastSentAt, new Date(address.got[0].at).toISOString());
  assert.equal(told.notify.waitingCount, 0);
  assert.ok(!JSON.stringify(told).includes("topic-that-is-a-secret"));
});

during("another cause, and the same one of another account, are told too; a topic of ntfy gets the text", "ntfy", async (w, address) => {
  await rejected(w);
  await rejected(w);
  const c = w.account();
  await w.put(w.draft(c, { inMs: minute, token: "dead" }));
  await w.passes(hour);
  assert.equal(address.got.length, 3);
  for (const { headers, body } of address.got) {
    assert.equal(headers["content-type"], "text/plain; charset=utf-8");
    assert.equal(headers.priority, "high");
    assert.match(headers.title, /^Crier: /);
    assert.match(body, /^The post that was due at 20/);
  }
  assert.equal(address.got.filter(({ body }) => body.includes("connect the account again")).length, 1);
});

during("what is held is told while the post can still go out, and again on the next day", "webhook", async (w, address) => {
  const a = w.account();
  await w.put(w.draft(a, { token: "dead" }));
  await w.passes(30 * minute);
  const held = await w.put(w.draft(a, { inMs: 10 * day, token: "dead" }));
  await w.passes(10 * day + 3 * hour);
  const told = address.got.map(({ body }) => JSON.parse(body));
  assert.deepEqual(told.map((one) => one.code), ["TOKEN_EXPIRED", "TOKEN_EXPIRED"]);
  assert.equal(told[1].postId, held);
  assert.match(told[1].title, /cannot be published yet/);
});

during("while Crier asks, and once it has the result, nobody else is told", "webhook", async (w, address) => {
  await rejected(w);
  for (let i = 0; i < 30; i++) {
    await w.passes(minute);
    await w.ask("GET", "/v1/results?after=0");
  }
  assert.equal(address.got.length, 0);
  const { body } = await w.ask("GET", "/v1/results?after=0");
  await w.ask("POST", "/v1/results/acknowledge", { results: body.results.map(({ id, seq }) => ({ id, seq })) });
  await w.passes(3 * hour);
  assert.equal(address.got.length, 0);
  // The same cause on the same day, with Crier off by now.
  await rejected(w);
  await w.passes(hour);
  assert.equal(address.got.length, 1);
});

during("another post of a cause is told of when Crier has the first one's result", "webhook", async (w, address) => {
  const { a, id } = await rejected(w);
  const other = await w.put(w.draft(a, { inMs: 2 * minute }));
  await w.passes(4 * minute);
  const { body } = await w.ask("GET", "/v1/results?after=0");
  assert.equal(body.results.length, 2);
  await w.ask("POST", "/v1/results/acknowledge", { results: body.results.filter((one) => one.id === id).map(({ id, seq }) => ({ id, seq })) });
  await w.passes(hour);
  assert.deepEqual(address.got.map(({ body }) => JSON.parse(body).postId), [other]);
});

during("what fails after its cause was told is told on the next day, once", "webhook", async (w, address) => {
  const { a, id } = await rejected(w);
  const later = await w.put(w.draft(a, { inMs: 30 * minute }));
  await w.passes(6 * hour);
  assert.deepEqual(address.got.map(({ body }) => JSON.parse(body).postId), [id]);
  await w.passes(3 * day);
  assert.deepEqual(address.got.map(({ body }) => JSON.parse(body).postId), [id, later]);
  assert.equal(Math.floor(address.got[1].at / day), Math.floor(address.got[0].at / day) + 1);
});

test("what was kept and cannot be read counts as nothing, and stops nothing", () => {
  for (const flawed of ["{", "null", '{"told":1}', '{"open":[null]}', '{"open":[{"cause":"x","id":"y"}],"later":["x"]}']) {
    const notices = new Notices({ fact: () => flawed }, { NOTIFY_URL: "https://example.com", NOTIFY_KIND: "webhook" }, 1, { at: 0 });
    assert.deepEqual([notices.state().waitingCount, notices.nextAt()], [0, Infinity], flawed);
  }
});

during("with the secret of a deployment before, which Cloudflare may keep, nobody is told, and nothing is kept", "", async (w, address) => {
  await rejected(w);
  await w.passes(2 * hour);
  assert.equal(address.got.length, 0);
  const { body } = await w.ask("GET", "/v1/diagnostics");
  assert.deepEqual(body.notify, { isSet: false, mark: null, lastSentAt: null, problem: null, waitingCount: 0 });
  assert.deepEqual((await w.ask("POST", "/v1/notify", {})).body, { isSet: false, delivered: false, problem: null });
});

during("an address that refuses is tried three times, and given up for the day", "webhook", async (w, address) => {
  address.status = 302;
  await rejected(w);
  await w.passes(5 * hour);
  assert.deepEqual(address.got.map(({ path }) => path), Array(3).fill("/topic-that-is-a-secret"), "a redirect is not followed");
  const { body } = await w.ask("GET", "/v1/diagnostics");
  assert.equal(body.notify.problem, "it answered with HTTP 302");
  assert.deepEqual((await w.ask("POST", "/v1/notify", {})).body, { isSet: true, delivered: false, problem: "it answered with HTTP 302" });
  address.status = 204;
  assert.deepEqual((await w.ask("POST", "/v1/notify", {})).body, { isSet: true, delivered: true, problem: null });
  assert.equal(JSON.parse(address.got.at(-1).body).isTest, true);
});

during("an address that never answers makes no post late", "webhook", async (w, address) => {
  address.status = 0;
  await rejected(w);
  const posts = [];
  // They are due while the call hangs, which begins ten minutes after the failure.
  for (let i = 0; i < 8; i++) {
    posts.push(w.draft(w.account(), { inMs: 10 * minute + (i + 1) * 1000 }));
  }
  for (const post of posts) {
    await w.put(post);
  }
  await w.passes(2 * hour);
  assert.equal(address.got.length, 3);
  for (const { id, body } of posts) {
    const job = await w.published(id);
    const late = Date.parse(job.lastAttemptAt) - Date.parse(body.runAt);
    assert.ok(late <= 2000, `${late} ms late`);
    assert.ok(Date.parse(job.publishedAt) - Date.parse(body.runAt) < 8000, "it went out while the call hung");
  }
  assert.ok((await w.ask("GET", "/v1/diagnostics")).body.usage.mostCalls <= 48);
});

during("what is to be told outlives the death of the object", "webhook", async (w, address) => {
  const { id } = await rejected(w);
  await w.passes(5 * minute);
  await w.restart();
  await w.passes(hour);
  assert.deepEqual(address.got.map(({ body }) => JSON.parse(body).postId), [id]);
  await w.restart();
  await w.passes(hour);
  assert.equal(address.got.length, 1);
});
