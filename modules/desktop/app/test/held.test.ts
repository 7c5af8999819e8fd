import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentence } from '../src/lib/failure.ts'
import { dueOf, outcomeOf, saysOf, signOf, waysOf, type HeldPost } from '../src/pages/held/held.ts'
import { heldOf } from '../src/pages/overview/overview.ts'

const now = Date.parse('2026-12-10T12:00:00Z')
const held = (changes: Partial<HeldPost> = {}) => ({ status: 'SCHEDULED', scheduledFor: '2026-12-10T08:00:00Z', verdict: null, decision: null, says: '', isOpen: true, ...changes }) as HeldPost

test('a post that may be live is looked at first, and one that is not there is released', () => {
  assert.deepEqual(waysOf(held({ verdict: 'UNSURE' })), ['look', 'live', 'release', 'drop'])
  assert.deepEqual(waysOf(held()), ['look', 'live', 'release', 'drop'])
  assert.deepEqual(waysOf(held({ verdict: 'ABSENT' })), ['release', 'drop'])
  assert.deepEqual(waysOf(held({ verdict: 'LIVE', isOpen: false })), [])
})

test('a held post in a word', () => {
  const word = (changes: Partial<HeldPost>) => signOf(held(changes), now).word
  assert.equal(word({ verdict: 'UNSURE' }), 'Cannot tell')
  assert.equal(word({ verdict: 'ABSENT' }), 'Not there')
  assert.equal(word({ verdict: 'ABSENT', scheduledFor: '2026-12-10T18:00:00Z' }), 'Still to come')
  assert.equal(word({}), 'Being looked at')
  assert.equal(word({ verdict: 'UNSURE', decision: 'released' }), 'Released')
  assert.equal(word({ verdict: 'CLOUD', isOpen: false }), 'With the worker')
})

test('when it was due, and what releasing it does', () => {
  assert.equal(dueOf(held(), now, 'UTC'), 'was due today 08:00')
  assert.equal(outcomeOf(held(), now, 'UTC'), 'it goes out now')
  assert.equal(outcomeOf(held({ scheduledFor: '2026-12-10T18:00:00Z' }), now, 'UTC'), 'it goes out today 18:00')
  assert.equal(dueOf(held({ status: 'DRAFT', scheduledFor: null, decision: 'dropped' }), now, 'UTC'), 'does not go out by itself')
})

test('what the account says names no commands', () => {
  assert.equal(saysOf(held({ says: 'the cloud worker has it, unless you take it back (crier cloud takeover)' }), 'UTC'), 'The cloud worker has it, unless you take it back.')
  assert.equal(saysOf(held({ says: 'it is there', decision: 'live' }), 'UTC'), '')
  assert.equal(sentence('posts are held; see: crier restore status'), 'Posts are held.')
})

test('the overview says that posts are held', () => {
  assert.deepEqual(heldOf(undefined), [])
  assert.equal(heldOf({ isQuarantined: true, open: 2, reason: 'the folder is older' } as never)[0]?.title, 'Two posts are held until you decide')
  assert.equal(heldOf({ isQuarantined: true, open: 0, reason: 'the folder is older' } as never)[0]?.text, 'Nothing goes out, because the folder is older.')
})
