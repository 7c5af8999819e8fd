// What the network answers and this version does not know: the worker names the same as Crier, decides nothing by it,
// and hands it over with the result.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Budget, Network, NetworkError } from "../script/network.js";
import { World } from "./kit.mjs";

const version = "v25.0";
const container = "17900000000000001";
const token = "IGAA-token-0123456789";

/** cases are the answers that Crier's client is tried with. */
function cases() {
  const text = readFileSync(new URL("../../../../platform/graph/testdata/strange.json", import.meta.url), "utf8");
  return JSON.parse(text.replaceAll("CONTAINER", container).replaceAll("TOKEN", token).replaceAll("VERSION", version));
}

/** asked makes a call that is answered so, and returns what came of it and what was kept. */
async function asked({ status, header, body }, call, keep = undefined) {
  const kept = [];
  const real = globalThis.fetch;
  globalThis.fetch = async () => new Response(body, { status, headers: header ? [header] : [] });
  try {
    const network = new Network({ primary: "https://graph.example" }, new Budget(50), 1, keep ?? ((one) => kept.push(one)));
    const got = await call(network, { id: "17841400000000101", login: "primary", token }).catch((err) => err);
    return { got, kept };
  } finally {
    globalThis.fetch = real;
  }
}

const status = (network, account) => network.status(account, container);
const publish = (network, account) => network.publish(account, container);

test("each answer is named as Crier names it, and taken for no more than it says", async () => {
  for (const one of cases()) {
    const { got, kept } = await asked(one, status);
    assert.deepEqual(kept, one.want === "" ? [] : [{ op: "container status", what: one.want }], one.name);
    assert.equal(got instanceof NetworkError ? got.cls : "", one.class, one.name);
    if (one.want.startsWith("the state")) {
      assert.ok(!["FINISHED", "PUBLISHED", "ERROR", "EXPIRED"].includes(got.code), one.name);
    }
    if (one.status !== 200 && one.want !== "" && one.class !== "token dead") {
      const { got: refused } = await asked(one, publish);
      assert.ok(refused.undocumented, `${one.name}: reads tell what became of the call`);
    }
  }
});

test("of each word that decides something, one that is not known is named", async () => {
  const recent = (network, account) => network.page(account, "media", {});
  const media = (fields) => JSON.stringify({ data: [{ id: "1", media_type: "IMAGE", media_product_type: "FEED" }, { id: "2", ...fields }], paging: { cursors: { after: "a" }, next: "b" } });
  for (const [call, body, want] of [
    [recent, media({ media_type: "VIDEO", media_product_type: "REELS" }), []],
    [recent, media({ media_type: "HOLOGRAM" }), ["the media type HOLOGRAM"]],
    [recent, media({ media_product_type: "GUILD" }), ["the product type GUILD"]],
    [recent, media({ mood: 1 }), ["the member mood"]],
    [recent, media({ caption: "x".repeat(70_000), mood: 1 }), []],
    [publish, '{"id":"17900000000000077","grade":2}', ["the member grade"]],
    [(network, account) => network.renew(account), `{"access_token":"${token}2","expires_in":1,"scope":"all"}`, ["the member scope"]],
  ]) {
    const { got, kept } = await asked({ status: 200, body }, call);
    assert.ok(!(got instanceof Error), String(got));
    assert.deepEqual(kept.map((one) => one.what), want);
  }
});

test("what is named is bounded, and what cannot be kept stops nothing", async () => {
  const body = JSON.stringify({ id: container, status_code: "FINISHED", ["m".repeat(10_000)]: 1, ["\u0007bell"]: 2 });
  const { kept } = await asked({ status: 200, body }, status);
  assert.ok(kept[0].what.length <= 200 && !kept[0].what.includes("\u0007"));
  const { got } = await asked({ status: 200, body }, status, () => {
    throw new Error("full");
  });
  assert.equal(got.code, "FINISHED");
});

describe("a network that has changed", { concurrency: 4 }, () => {
  /** @type {World} */
  let w;
  before(async () => {
    w = await World.start();
  });
  after(() => w.stop());

  const results = async (id) => (await w.ask("GET", "/v1/results?after=0&limit=200")).body.results.find((one) => one.id === id);

  for (const [name, fault, want] of [
    ["an unknown member", { op: "create", kind: "odd", body: { mood: "fine" } }, { op: "create container", what: "the member mood" }],
    ["an unknown state", { op: "status", kind: "odd", body: { status_code: "PONDERING" } }, { op: "container status", what: "the state PONDERING" }],
    ["a renamed state", { op: "status", kind: "odd", body: { status_code: "LIVE" } }, { op: "container status", what: "the state LIVE" }],
    ["another version", { op: "publish", kind: "odd", header: ["Facebook-Api-Version", "v31.0"] }, { op: "publish", what: `the version v31.0 where ${version} was asked` }],
    ["a deprecation", { op: "publish", kind: "odd", header: ["Deprecation", "true"] }, { op: "publish", what: "the header Deprecation: true" }],
    ["an unknown code, live", { op: "publish", kind: "live", code: 98765 }, { op: "publish", what: "the error 98765 with subcode 0" }],
    ["an unknown publishing subcode, live", { op: "publish", kind: "live", code: 9, subcode: 2207998 }, { op: "publish", what: "the error 9 with subcode 2207998" }],
  ]) {
    test(`${name}: the post goes out once, and its result says what it was`, async () => {
      const a = w.account();
      a.faults.push({ ...fault, times: 1 });
      const id = await w.put(w.draft(a));
      const job = await w.published(id);
      assert.deepEqual([a.media.length, w.fake.calls(a.id, "publish").length, job.mediaId], [1, 1, a.media[0].id]);
      const result = await results(id);
      assert.deepEqual(result.unknown, [want]);
      await w.ask("POST", "/v1/results/acknowledge", { results: [{ id, seq: result.seq + 1 }] });
      assert.deepEqual((await w.job(id)).unknown, [want], "what is not at home is kept");
      const { body } = await w.ask("POST", "/v1/results/acknowledge", { results: [{ id, seq: result.seq }] });
      assert.equal(body.acknowledged, 1);
      assert.deepEqual((await w.job(id)).unknown, []);
    });
  }

  test("a post keeps a few, each of them once, and none where all is known", async () => {
    const [odd, plain] = [w.account(), w.account()];
    odd.polls = 14;
    for (let i = 0; i < 12; i++) {
      odd.faults.push({ op: "status", kind: "odd", body: { status_code: `STATE_${Math.max(i, 1)}` }, times: 1 });
    }
    const reel = { mediaType: "REELS", items: [{ kind: "video", url: "https://media.example/a.mp4" }] };
    const [full, none] = [await w.put(w.draft(odd, { post: reel })), await w.put(w.draft(plain))];
    await w.published(full);
    await w.published(none);
    const named = (await results(full)).unknown.map((one) => one.what);
    assert.deepEqual(named, Array.from({ length: 10 }, (_, i) => `the state STATE_${i + 1}`));
    assert.deepEqual((await results(none)).unknown, []);
  });
});
