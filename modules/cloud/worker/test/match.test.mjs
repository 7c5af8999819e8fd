// The rules of matching, with the cases of package posts/publish/match.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check } from "./evidence.mjs";

const vectors = JSON.parse(readFileSync(new URL("../../../posts/publish/match/vectors.json", import.meta.url), "utf8"));

test("there are cases", () => assert.ok(vectors.length >= 20));

for (const vector of vectors) {
  test(vector.name, () => check(vector));
}
