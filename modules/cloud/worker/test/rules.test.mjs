// The table of errors is made from Crier's; how a row is chosen is written here a second time.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { rules } from "../script/errors.js";
import { NetworkError } from "../script/network.js";
import { atCheckpoint, isKnown, ruleFor } from "../script/rules.js";
import { judge } from "../script/verdict.js";

test("each error is taken for what Crier takes it for", () => {
  const vectors = JSON.parse(readFileSync(new URL("../testdata/errors.json", import.meta.url), "utf8"));
  assert.ok(vectors.length > 500);
  for (const { code, sub, transient, http = 400, known, ...sides } of vectors) {
    for (const side of ["read", "write"]) {
      const { cls, tries = 0, then = "", unsure = false, unknown = false } = ruleFor(code, sub, side, transient, http);
      // A read has no outcome that could be unknown, and a write to a server that failed always has.
      const unsureOf = { write: unsure || http >= 500, read: false };
      assert.deepEqual({ cls, tries, then, unsure: unsureOf[side], unknown }, sides[side], `${side} ${code}/${sub}, ${transient}, HTTP ${http}`);
    }
    assert.equal(isKnown(code, sub), known, `${code}/${sub}`);
  }
});

test("each row is found by its code and subcode, on its side", () => {
  for (const r of rules) {
    for (const code of [r.code ?? -1, ...(r.end ? [r.end] : [])]) {
      for (const side of r.on ? [r.on] : ["read", "write"]) {
        assert.deepEqual(ruleFor(code, r.sub ?? 0, side, false, 400), r);
        if (r.sub === undefined) {
          assert.deepEqual(ruleFor(code, 1, side, false, 400), r, "a subcode without a row of its own");
        }
      }
    }
  }
});

test("a post that the network refuses has the code that Crier gives it", () => {
  for (const [code, subcode, want] of [
    [36004, 2207010, "VALIDATION_ERROR"], [77777, 2207010, "VALIDATION_ERROR"], [36003, 2207009, "MEDIA_INVALID"], [352, 2207026, "MEDIA_INVALID"],
    [9, 2207042, "RATE_LIMITED"], [190, 460, "TOKEN_EXPIRED"], [100, 2207040, "UNKNOWN_ERROR"],
  ]) {
    const { cls, tries, then } = ruleFor(code, subcode, "write", false, 400);
    assert.equal(judge(new NetworkError("no", { op: "create", unsure: false, code, subcode, cls, tries, then }), 0).code, want, `${code}/${subcode}`);
  }
});

test("a publishing subcode means the same under every code", () => {
  const found = ruleFor(77777, 2207042, "write", false, 400);
  assert.equal(found.cls, "cap reached");
});

test("what the table does not have", () => {
  for (const [code, sub, transient, cls, unsure, status = 400] of [
    [77777, 0, false, "permanent", false], [199, 0, false, "permanent", false], [300, 0, false, "permanent", false], [80003, 0, false, "permanent", false],
    [77777, 0, true, "retry", true], [-1, 2207998, false, "retry", false], [-1, 2207998, true, "retry", true],
    [-1, 0, false, "retry", true, 500], [502, 0, false, "retry", true, 502], [80008, 0, false, "wait", true, 429], [80008, 0, true, "wait", true, 429],
  ]) {
    const found = ruleFor(code, sub, "write", transient, status);
    assert.equal(found.cls, cls, `${code}/${sub}, HTTP ${status}`);
    assert.equal(found.unsure ?? false, unsure, `${code}/${sub}, HTTP ${status}`);
    assert.ok(!rules.includes(found));
  }
});

test("a checkpoint is any refusal that waits for the user, and of refused tokens those that the table names", () => {
  const found = rules.filter((r) => atCheckpoint(r.cls, r.sub ?? 0)).map((r) => `${r.code ?? "any"}/${r.sub}`);
  assert.deepEqual(found.sort(), ["190/459", "190/464", "25/2207050", "any/1404006", "any/1404078", "any/4854002"]);
});
