// The way back of a login: what the worker passes on, and to whom.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { call, worker } from "./mediakit.mjs";

const random = "A-_z".repeat(10) + "abc";
const state = `7171.${random}`;
const asked = (params) => `/oauth?${new URLSearchParams(params)}`;

worker("a login is led back to Crier with code, state and error, and nothing else", async (w) => {
  const before = await w.ask("GET", "/v1/diagnostics");
  const led = async (params, method = "GET") => {
    const got = await call(w, method, asked(params));
    assert.equal(got.status, 302, JSON.stringify(params));
    assert.deepEqual([got.headers["cache-control"], got.headers["referrer-policy"], got.bytes.length], ["no-store", "no-referrer", 0]);
    assert.equal(got.headers["set-cookie"], undefined);
    return got.headers.location;
  };
  const at = (port, params) => `http://127.0.0.1:${port}/oauth/callback?${new URLSearchParams(params)}`;
  const code = "AQB+/=&#_";
  assert.equal(await led({ code, state, more: "x", redirect_uri: "https://elsewhere.example/" }), at(7171, { code, state }));
  assert.equal(await led({ error: "access_denied", error_reason: "user_denied", error_description: "Permissions error", state }), at(7171, { state, error: "access_denied" }));
  for (const port of [1024, 65535]) {
    assert.equal(await led({ code, state: `${port}.${random}` }, "HEAD"), at(port, { code, state: `${port}.${random}` }));
  }
  const after = await w.ask("GET", "/v1/diagnostics");
  assert.equal(after.body.leadsBack, true);
  assert.equal(after.body.usage.requests, before.body.usage.requests + 1, "neither object is asked");
  assert.equal(after.body.media.days[0]?.requests ?? 0, (before.body.media.days[0]?.requests ?? 0) + 1);
});

worker("what is no login of Crier's is led nowhere", async (w) => {
  for (const bad of [
    "", random, `80.${random}`, `1023.${random}`, `65536.${random}`, `07171.${random}`, `7171.${random}x`, `7171.${random.slice(1)}`, `7171@evil.example.${random}`,
    `7171/x.${random}`, `7171.${random}\r\nX: y`, `-7171.${random}`, `1e4.${random}`, ` 7171.${random}`,
  ]) {
    const got = await call(w, "GET", asked({ code: "x", state: bad }));
    assert.deepEqual([got.status, got.headers.location], [400, undefined], bad);
    assert.ok(!got.bytes.toString().includes("evil"), "it does not repeat what it was sent");
  }
  assert.equal((await call(w, "GET", asked({ code: "x".repeat(2049), state }))).status, 400);
  assert.equal((await call(w, "GET", asked({ error: "x".repeat(65), state }))).status, 400);
  assert.equal((await call(w, "GET", `${asked({ code: "x", state })}&state=80.${random}`)).status, 302, "the first state counts");
  const posted = await call(w, "POST", asked({ code: "x", state }), { body: "code=x" });
  assert.deepEqual([posted.status, posted.headers.allow], [405, "GET, HEAD"]);
  for (const path of ["/oauth/", "/oauth/callback", "/OAuth"]) {
    assert.equal((await call(w, "GET", `${path}?state=${state}`)).status, 401, path);
  }
  assert.ok(!readFileSync(new URL("../script/oauth.js", import.meta.url), "utf8").includes("env"), "it knows no secret");
});
