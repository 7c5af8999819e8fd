// Evidence as package match writes it, held against the worker's rules.

import assert from "node:assert/strict";
import { bind, isAbsent } from "../script/match.js";

/** evidenceOf reads evidence, whose instants are texts. */
function evidenceOf({ attempts, items, since }) {
  return {
    attempts: (attempts ?? []).map((a) => ({ ...a, from: Date.parse(a.from), until: Date.parse(a.until) })),
    items: (items ?? []).map((i) => ({ ...i, at: Date.parse(i.at) })),
    ...(since ? { since: Date.parse(since) } : {}),
  };
}

/** check wants the same to be bound, and the same attempts to be absent. */
export function check({ evidence, bound, absent }) {
  const read = evidenceOf(evidence);
  assert.deepEqual(Object.fromEntries(bind(read)), bound ?? {});
  assert.deepEqual(read.attempts.map((a) => a.seq).filter((seq) => isAbsent(read, seq)), absent ?? []);
}
