import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstOpen, markOf, progressOf, type Step } from '../src/pages/golive/steps.ts'

const ids = ['account', 'token', 'media', 'rehearsal', 'limit', 'page', 'mode', 'first', 'off'] as const
/** The steps by the first letters of their states; a capital is one that is not needed. */
const steps = (states: string) =>
  [...states].map((letter, i) => ({ id: ids[i], state: { d: 'done', t: 'todo', f: 'failing', w: 'waiting' }[letter.toLowerCase()], needed: letter === letter.toLowerCase() }) as Step)
const of = (state: Step['state'], needed = true, id: Step['id'] = 'media') => ({ id, state, needed }) as Step

describe('the step that is open', () => {
  it('is the first that needs somebody', () => {
    assert.equal(firstOpen(steps('dddddDtwT')), 'mode')
    assert.equal(firstOpen(steps('ddfwdDdtT')), 'media')
    assert.equal(firstOpen(steps('tdtwwDdtT')), 'account')
  })
  it('is the access where there is no account, which shows itself by it', () => assert.equal(firstOpen(steps('tttwwwdtT')), 'token'))
  it('is none when all is done, or what is left is not needed', () => assert.equal(firstOpen(steps('dddddDddT')), null))
})

it('says how far it is', () => {
  assert.equal(progressOf(steps('dtdttDwtD')), '4 of 9 settled, 5 to go.')
  assert.equal(progressOf(steps('dfdwdDddT')), 'One step needs you.')
  assert.equal(progressOf(steps('dffwdDddT')), 'Two steps need you.')
  assert.equal(progressOf(steps('dddddDddT')), 'Everything works.')
})

it('marks a step by what is proved, and gives a number to what is to come', () => {
  assert.deepEqual(markOf(of('done'), false), { sign: 'ok', word: 'Done' })
  assert.deepEqual(markOf(of('failing', false), false), { sign: 'bad', word: 'Needs you' })
  assert.deepEqual(markOf(of('todo'), true), { sign: 'now', word: 'Open' })
  assert.deepEqual(markOf(of('todo'), false), { sign: null, word: 'To do' })
  assert.deepEqual(markOf(of('waiting'), true), { sign: null, word: 'Waits' })
  assert.deepEqual(markOf(of('done', false, 'page'), false), { sign: 'draft', word: 'Not needed' })
  assert.deepEqual(markOf(of('todo', false, 'off'), true), { sign: 'draft', word: 'Not needed' })
  assert.deepEqual(markOf(of('done', false, 'off'), false), { sign: 'ok', word: 'Done' })
})
