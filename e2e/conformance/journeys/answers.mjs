// The cloud worker's own table reads the errors that the real services have shown.
import assert from 'node:assert/strict'
import { ruleFor } from '../../../modules/cloud/worker/script/rules.js'

for (const { Op, HTTP, Body, Class, Unsure, Unknown, Source } of JSON.parse(process.env.CONFORMANCE).answers) {
  const { code, error_subcode: sub = 0, is_transient: transient = false } = Body.error
  const rule = ruleFor(code, sub, Op, transient)
  assert.equal(rule.cls, Class, Source)
  assert.equal(Boolean(rule.unknown), Unknown, Source)
  // What a server that failed says of itself is not believed, whatever the table says.
  assert.equal(Op === 'write' && (Boolean(rule.unsure) || HTTP >= 500), Unsure, Source)
}
