// A token whose end comes while Crier is off gets a new life, which goes home with the results; and no post depends on that.

import { createDecipheriv } from "node:crypto";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Renewals } from "../script/renewals.js";
import { World, encryptionKey, gate, workerKey } from "./kit.mjs";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** within runs a test in a world of its own. */
function within(name, what, more = {}) {
  test(name, async () => {
    const w = await World.start(more);
    try {
      await what(w);
      assert.deepEqual(w.fake.unexpected, []);
    } finally {
      await w.stop();
    }
  });
}

/** planned is a post of an account, whose token ends in so many milliseconds. */
function planned(w, a, inMs, endsInMs, more = {}) {
  return w.put(w.draft(a, { inMs, tokenExpiresAt: new Date(w.now + endsInMs).toISOString(), ...more }));
}

async function home(w) {
  return (await w.ask("GET", "/v1/results?after=0")).body.renewed;
}

/** opened is a token as Crier opens it. */
function opened({ accountId, token }) {
  const raw = Buffer.from(token, "base64");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(encryptionKey, "base64"), raw.subarray(0, 12));
  decipher.setAAD(Buffer.from(`${accountId}|renewed|v1`));
  decipher.setAuthTag(raw.subarray(-16));
  return decipher.update(raw.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
}

within("a post that is due after the token's end goes out with the one that was renewed, twice over", async (w) => {
  const a = w.account();
  const first = a.token;
  const ids = [await planned(w, a, 15 * day, 10 * day), await planned(w, a, 80 * day, 10 * day)];
  await w.passes(9 * day);
  assert.deepEqual(w.fake.calls(a.id, "refresh").map(({ token }) => token), [undefined], "one call, without the token in a header");
  const [got, ...more] = await home(w);
  assert.deepEqual([more.length, got.accountId, opened(got), got.isAssumed], [0, a.id, a.token, false]);
  assert.equal(got.replaces.length, 1);
  assert.ok(Math.abs(Date.parse(got.expiresAt) - (w.now + 60 * day)) < 8 * day, got.expiresAt);
  // The network takes it until its own end.
  assert.equal(a.former[0], first);
  await w.passes(2 * day);
  a.former.length = 0;
  await w.passes(5 * day);
  assert.equal((await w.job(ids[0])).state, "PUBLISHED");
  await w.passes(66 * day);
  assert.equal((await w.published(ids[1])).state, "PUBLISHED");
  const [again] = await home(w);
  assert.equal(opened(again), a.token);
  assert.equal(again.replaces.length, 2, "Crier may have either of them");
  assert.equal(w.fake.calls(a.id, "refresh").length, 2);
});

within("while Crier is there it renews the tokens itself", async (w) => {
  const a = w.account();
  await planned(w, a, 12 * day, 10 * day);
  for (let i = 0; i < 9; i++) {
    await w.passes(23 * hour);
    await home(w);
  }
  assert.equal(w.fake.calls(a.id, "refresh").length, 0);
});

within("a token whose end is a guess is renewed once Crier is silent for a day", async (w) => {
  const a = w.account();
  // It was pasted long after the network gave it: it ends on day 20, not on day 60.
  w.later(20 * day, () => (a.former.length = 0));
  const id = await planned(w, a, 30 * day, 60 * day, { isTokenEndAssumed: true });
  await w.passes(day - hour);
  assert.equal(w.fake.calls(a.id, "refresh").length, 0);
  await w.passes(2 * hour);
  assert.equal(w.fake.calls(a.id, "refresh").length, 1);
  await w.passes(20 * day);
  assert.equal(w.fake.calls(a.id, "refresh").length, 1, "its end is known then");
  await w.passes(9 * day);
  assert.equal((await w.published(id)).state, "PUBLISHED");
});

within("an end that was a guess, and is known by now, is waited for", async (w) => {
  const a = w.account();
  const guess = new Date(w.now + 60 * day).toISOString();
  const post = w.draft(a, { inMs: 30 * day, tokenExpiresAt: guess, isTokenEndAssumed: true });
  await w.put(post);
  await w.put({ ...post, body: { ...post.body, rev: 2, isTokenEndAssumed: false } });
  await w.passes(10 * day);
  assert.equal(w.fake.calls(a.id, "refresh").length, 0);
});

within("a copy of the folder in whose place another one is does not count as Crier", async (w) => {
  const a = w.account();
  await planned(w, a, 12 * day, 9 * day);
  const [first, second] = ["a", "b"].map((c) => ({ Authorization: `Bearer ${workerKey}`, "Crier-Copy": c.repeat(32) }));
  for (const headers of [first, second]) {
    await w.ask("POST", "/v1/hello", { nonce: headers["Crier-Copy"] }, headers);
  }
  const asksFor = async (days, headers) => {
    for (let i = 0; i < days * 2; i++) {
      await w.passes(12 * hour);
      assert.equal((await w.ask("GET", "/v1/results?after=0", undefined, headers)).status, 200);
    }
    return w.fake.calls(a.id, "refresh").length;
  };
  assert.equal(await asksFor(3, second), 0);
  assert.equal(await asksFor(2, first), 1);
});

within("a page's token, and one of which no end is known, are left alone", async (w) => {
  const [page, endless] = [w.account(), w.account()];
  await planned(w, page, 12 * day, 5 * day, { login: "partner" });
  await w.put(w.draft(endless, { inMs: 12 * day }));
  await w.passes(9 * day);
  assert.deepEqual([page, endless].map((a) => w.fake.calls(a.id, "refresh").length), [0, 0]);
});

within("a refusal is tried again every six hours, and is no failure of a post", async (w) => {
  const a = w.account();
  a.faults.push({ op: "refresh", kind: "error", code: 190, subcode: 463, times: 3 }, { op: "refresh", kind: "before", times: 1 });
  const id = await planned(w, a, 3 * day, 9 * day);
  const late = await planned(w, a, 12 * day, 9 * day);
  await w.passes(3 * day + 3 * hour);
  assert.equal((await w.job(id)).state, "PUBLISHED");
  const calls = w.fake.calls(a.id, "refresh");
  assert.equal(calls.length, 5, "four that fail, and the one after them");
  for (let i = 1; i < calls.length; i++) {
    assert.ok(calls[i].at - calls[i - 1].at >= 6 * hour);
  }
  await w.passes(9 * day);
  assert.equal((await w.job(late)).state, "PUBLISHED");
});

within("a call that hangs, and the death of the object within it, make no post late", async (w) => {
  const a = w.account();
  a.faults.push({ op: "refresh", kind: "hang", times: 1 });
  const asked = gate();
  await planned(w, a, 20 * day, 5 * day);
  const posts = Array.from({ length: 6 }, (_, i) => w.draft(w.account(), { inMs: day + (i + 1) * 1000 }));
  for (const post of posts) {
    await w.put(post);
  }
  await w.passes(day + minute);
  assert.equal(w.fake.calls(a.id, "refresh").length, 1);
  for (const { id, body } of posts) {
    const job = await w.published(id);
    assert.ok(Date.parse(job.lastAttemptAt) - Date.parse(body.runAt) <= 2000, JSON.stringify(job));
  }
  // The next call is under way when the object dies.
  a.hooks.refresh = asked.hook;
  await w.passes(day);
  w.later(7 * hour, () => undefined);
  await w.reached(asked.there);
  a.hooks.refresh = undefined;
  asked.open();
  await w.restart();
  await w.passes(day);
  assert.equal(opened((await home(w))[0]), a.token);
});

within("what is at home comes no more, is used until the posts come with it, and what Crier has otherwise counts", async (w) => {
  const a = w.account();
  const stays = await planned(w, a, 12 * day, 9 * day);
  const moved = w.draft(a, { inMs: 12 * day, tokenExpiresAt: new Date(w.now + 9 * day).toISOString() });
  await w.put(moved);
  await w.passes(2 * day);
  const [got] = await home(w);
  const { status, body } = await w.ask("POST", "/v1/results/acknowledge", { results: [], renewed: [{ accountId: got.accountId, fingerprint: got.fingerprint }] });
  assert.deepEqual([status, body], [200, { acknowledged: 0, changed: [] }]);
  assert.deepEqual(await home(w), []);
  for (const renewed of [[{ accountId: 1, fingerprint: "x" }], "x", Array(201).fill({ accountId: "1", fingerprint: "x" })]) {
    assert.equal((await w.ask("POST", "/v1/results/acknowledge", { results: [], renewed })).status, 400);
  }
  // The account was connected again, with a token that is not of this line.
  const other = `token-${a.id}-by-hand`;
  a.former = [a.token];
  a.token = other;
  await w.put(w.draft(a, { id: moved.id, rev: 2, inMs: 12 * day, tokenExpiresAt: new Date(w.now + 60 * day).toISOString(), token: other }));
  await w.passes(14 * day);
  for (const [id, token] of [[stays, `token-${a.id}-1`], [moved.id, other]]) {
    const job = await w.published(id);
    const sent = w.fake.calls(a.id, "publish").find((call) => call.params.creation_id === job.containerId);
    assert.equal(sent.token, `Bearer ${token}`);
  }
});

within("the token of an account without work is forgotten once it is at home", async (w) => {
  let starts = 0;
  const kept = async () => {
    // Said by a copy that was started since, the worker offers again what it has.
    await w.ask("POST", "/v1/hello", { nonce: String(++starts).padStart(16, "0") });
    return (await home(w)).length;
  };
  const atHome = async () => {
    const renewed = (await home(w)).map(({ accountId, fingerprint }) => ({ accountId, fingerprint }));
    const { body } = await w.ask("GET", "/v1/results?after=0");
    await w.ask("POST", "/v1/results/acknowledge", { results: body.results.map(({ id, seq }) => ({ id, seq })), renewed });
  };
  // Both are cancelled: one when the token is at home, and one before.
  for (const isHomeFirst of [true, false]) {
    const a = w.account();
    const ids = [await planned(w, a, 12 * day, 9 * day), await planned(w, a, 13 * day, 9 * day)];
    await w.passes(2 * day);
    if (isHomeFirst) await atHome();
    for (const id of ids) {
      assert.equal(await kept(), 1);
      if (isHomeFirst) await atHome();
      assert.equal((await w.ask("DELETE", `/v1/jobs/${id}?rev=1`)).status, 200);
    }
    if (!isHomeFirst) {
      assert.equal(await kept(), 1, "nobody has it yet");
      await atHome();
    }
    assert.equal(await kept(), 0);
  }
  // The last post went out.
  const b = w.account();
  await planned(w, b, 3 * day, 9 * day);
  await w.passes(5 * day);
  assert.equal(await kept(), 1);
  await atHome();
  assert.equal(await kept(), 0);
});

within("a restored folder gets the token again, and nobody gets one that is found dead", async (w) => {
  const a = w.account();
  await planned(w, a, 12 * day, 9 * day);
  const dead = await planned(w, a, 4 * day, 9 * day);
  const renewed = async () => (await home(w)).map(({ accountId, fingerprint }) => ({ accountId, fingerprint }));
  await w.ask("POST", "/v1/hello", { nonce: "a".repeat(16) });
  await w.passes(2 * day);
  await w.ask("POST", "/v1/results/acknowledge", { results: [], renewed: await renewed() });
  await w.ask("POST", "/v1/hello", { nonce: "a".repeat(16) });
  assert.equal((await renewed()).length, 0, "it is the same copy");
  await w.ask("POST", "/v1/hello", { nonce: "b".repeat(16) });
  assert.equal((await renewed()).length, 1);
  [a.token, a.former] = ["another", []];
  await w.failed(dead);
  assert.equal((await renewed()).length, 0);
});

within("the tokens of before are still replaced when one of a job lives longer", async (w) => {
  const a = w.account();
  const stays = await planned(w, a, 70 * day, 9 * day);
  await w.passes(2 * day);
  const other = `token-${a.id}-by-hand`;
  a.former = [a.token];
  a.token = other;
  await planned(w, a, 69 * day, 61 * day, { token: other });
  await w.passes(56 * day);
  const [got] = await home(w);
  assert.deepEqual([opened(got), got.replaces.length], [a.token, 3]);
  a.former = [];
  await w.passes(13 * day);
  assert.equal((await w.published(stays)).state, "PUBLISHED");
});

test("what was kept of an account and cannot be read counts as nothing, and stops nothing", async () => {
  for (const flawed of ["{", "null", '"text"', '{"token":1}', '{"token":"x","replaces":"all","expiresAt":1,"triedAt":1}']) {
    const store = {
      fact: (name) => (name === "renewAt" ? null : flawed), facts: () => [{ name: "renewed 17", value: flawed }], setFact: () => undefined, forgetFact: () => undefined,
      tokens: () => [], deadToken: () => null, hasWork: () => true,
    };
    const renewals = new Renewals(store, encryptionKey, { at: 0 });
    assert.deepEqual(renewals.toFetch(), [], flawed);
    assert.equal(await renewals.inPlaceOf({ login: "primary", account_id: "17", token_expires_at: Date.now() }, "mark"), null, flawed);
    assert.equal(renewals.nextDue(), null, flawed);
  }
});

test("the tokens are looked at each day, whatever was noted before", () => {
  for (const [noted, at] of [[null, 0], ["never", 0], [String(Date.now() + 50 * day), 0], ["17", 17]]) {
    const facts = new Map([["renewAt", noted]]);
    const store = { fact: (name) => facts.get(name) ?? null, setFact: (name, value) => facts.set(name, value), facts: () => [], tokens: () => [] };
    const renewals = new Renewals(store, encryptionKey, { at: 0 });
    assert.equal(renewals.nextAt(), at, `noted was ${noted}`);
    assert.equal(renewals.nextDue(), null);
    assert.ok(renewals.nextAt() <= Date.now() + day && Number(facts.get("renewAt")) === renewals.nextAt(), `in ${renewals.nextAt() - Date.now()} ms`);
  }
});

within("jobs that earlier scripts have stored are renewed too, and no row is spent each minute", async (w) => {
  const a = w.account();
  await planned(w, a, 20 * day, 9 * day);
  w.isBefore = false;
  await w.restart();
  await w.passes(3 * day);
  assert.equal(w.fake.calls(a.id, "refresh").length, 1);
  const rows = async () => (await w.ask("GET", "/v1/diagnostics")).body.usage.days[0].rowsRead;
  const before = await rows();
  for (let i = 0; i < 10; i++) {
    await w.cron();
  }
  const after = await rows();
  assert.ok(after - before < 10 * 30, `${after - before} rows in ten minutes`);
}, { isBefore: true });
