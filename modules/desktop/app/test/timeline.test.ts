import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Axis } from '../src/pages/post/axis.ts'
import { faultOf, verdict, type Ledger } from '../src/pages/demo/faults.ts'
import { dayAndTimeOf } from '../src/pages/post/instants.ts'
import { copyOf, proofOf, withLedger } from '../src/pages/post/proof.ts'
import { momentsOf, type Timeline } from '../src/pages/post/timeline.ts'
import { answerOf, plain, shortPath, took, type Step } from '../src/pages/post/words.ts'

let seq = 0
function at(second: number): string {
  return new Date(Date.UTC(2026, 11, 10, 12, 0, 0) + second * 1_000).toISOString()
}
function step(second: number, about: Partial<Step> & Pick<Step, 'kind'>): Step {
  return { seq: ++seq, at: at(second), lastAt: at(second), times: 1, ...about }
}
function call(second: number, op: string, about: Partial<Step> = {}): Step {
  return step(second, { kind: 'CALL', op, method: 'GET', host: 'graph.instagram.com', path: '/v25.0/17841400000000101/media', httpStatus: 200, durationMs: 200, ...about })
}
const status = (second: number, to: NonNullable<Step['to']>, from?: Step['from'], about: Partial<Step> = {}) =>
  step(second, { kind: 'STATUS', to, ...(from ? { from } : {}), ...about })

function timelineOf(steps: Step[], post: object = {}): Timeline {
  return { leftOut: 0, steps, post: { mediaType: 'CAROUSEL', status: 'PUBLISHED', mediaFiles: [{ mimeType: 'image/jpeg' }, { mimeType: 'image/jpeg' }], ...post } as Timeline['post'] }
}

function lost(): Timeline {
  return timelineOf([
    status(0, 'QUEUED', 'SCHEDULED'),
    step(0, { kind: 'CLAIM', text: 'attempt 1 of 4', lateMs: 4 }),
    status(0, 'PROCESSING', 'QUEUED'),
    call(0.1, 'publishing limit'),
    call(0.2, 'create container', { method: 'POST' }),
    call(0.4, 'create container', { method: 'POST' }),
    call(2, 'container status', { text: 'FINISHED' }),
    call(3, 'create container', { method: 'POST' }),
    call(8, 'container status', { text: 'FINISHED' }),
    status(8.1, 'PUBLISHING', 'PROCESSING'),
    step(8.2, { kind: 'CALL', op: 'publish', method: 'POST', host: 'graph.instagram.com', path: '/v25.0/17841400000000101/media_publish', durationMs: 30_000, text: 'EOF' }),
    step(38.2, { kind: 'WAIT', text: 'the attempt failed: the network could not be reached: publish: EOF', until: at(41.2) }),
    step(41.2, { kind: 'CLAIM', text: 'attempt 2 of 4' }),
    call(41.3, 'container status', { text: 'PUBLISHED' }),
    call(41.5, 'recent media', { times: 4, lastAt: at(47) }),
    step(47.3, { kind: 'NOTE', what: 'MATCHED', text: 'one of 1 media of the account matches the post: 18000000000000014' }),
    step(47.4, { kind: 'NOTE', what: 'LIVE', text: 'the post is live since 2026-12-10T12:00:09.000Z as media 18000000000000014' }),
    call(47.5, 'media', { text: 'http://127.0.0.1:1/www-ig/p/AD_y55X1AA4/' }),
    status(47.8, 'PUBLISHED', 'PUBLISHING'),
  ], { snPermalink: 'x' })
}

test('changes of what waits, and the words of programs, are told plainly', () => {
  const told = momentsOf(timelineOf([
    status(0, 'SCHEDULED'),
    step(1, { kind: 'NOTE', what: 'CHANGED', text: 'PUT /schedule/{id}: the content was changed' }),
    step(2, { kind: 'NOTE', what: 'MOVED', text: 'PUT /schedule/{id}: the post was moved to 2026-12-11T09:00:00.000Z', until: '2026-12-11T09:00:00.000Z' }),
  ], { status: 'SCHEDULED' }))
  assert.deepEqual(told.map((m) => m.title), ['Given a time', 'Changed', 'Given another time'])
  assert.match(told[2]?.text ?? '', /^It goes out on Fri 11 Dec, \d\d:00\.$/)
  assert.equal(told[1]?.said, 'PUT /schedule/{id}: the content was changed')
  assert.equal(plain('the file 52e17eb8-6331-4dd5-baef-fcb2f260656f cannot be published'), 'The file cannot be published.')
  assert.equal(plain('the post is live since noon as media 18000000000000014'), 'The post is live since noon.')
})

test('a lost answer is told as what it is, and never as a failure', () => {
  const told = momentsOf(lost())
  assert.deepEqual(told.map((m) => m.title), [
    'It was due', 'Two pictures handed over', 'Instagram prepared the carousel', 'Publish sent. No answer came back', 'Crier looked instead', 'Published, once',
  ])
  assert.deepEqual(told.map((m) => m.sign), ['due', 'ok', 'ok', 'ask', 'ok', 'ok'])
  assert.equal(told[0]?.aside, 'on time')
  assert.equal(told[3]?.aside, '1 call, 30.0 s')
  assert.equal(told[4]?.aside, '6 calls, 6.4 s')
  assert.equal(told[5]?.aside, '47.8 s in all')
  assert.ok(told[3]?.isOpen && told[3].text.endsWith('It waits 3.0 s, then looks.'))
  assert.doesNotMatch(told.map((m) => m.title + m.text).join(' '), /fail/i)
  assert.equal(told.flatMap((m) => m.calls).length, lost().steps.filter((s) => s.kind === 'CALL').length, 'every call stands in one moment')
})

test('the proof counts the publish calls and says how it is known', () => {
  const proof = proofOf(lost())
  assert.equal(proof.sent, 1)
  assert.equal(proof.intentAt, at(8.1))
  assert.equal(proof.answer, 'none, after 30.0 s')
  assert.match(proof.provedBy, /reading it back: same account, same two pictures/)
  assert.deepEqual(proofOf(timelineOf([], { status: 'SCHEDULED' })), { intentAt: null, sent: 0, answer: 'not sent yet', provedBy: 'nothing yet' })
})

test('what the ledger has written down counts more than the timeline', () => {
  const told = proofOf(lost())
  const attempt = { place: 'instagram', intentAt: at(8.15), answeredAt: null, answer: null, verdict: 'live', provedBy: 'found', networkId: '1', prepared: null, decidedAt: null, says: '' } as const
  const proof = withLedger(told, { publishCalls: 1, attempts: [attempt, { ...attempt, place: 'page' }] }, lost().post)
  assert.deepEqual(proof, { intentAt: at(8.15), sent: 1, answer: 'none, after 30.0 s', provedBy: told.provedBy })
  const answered = withLedger(told, { publishCalls: 1, attempts: [{ ...attempt, answeredAt: at(8.562), answer: 'id 1', provedBy: 'answer' }] }, lost().post)
  assert.deepEqual([answered.answer, answered.provedBy], ['after 412 ms: id 1', 'the answer, which names the post'])
  assert.equal(withLedger(told, undefined, lost().post), told)
  // It is live, and which of the account's posts it is cannot be told.
  const unnamed = withLedger(proofOf(timelineOf([], { status: 'PUBLISHED' })), { publishCalls: 1, attempts: [{ ...attempt, provedBy: null, networkId: null }] }, lost().post)
  assert.equal(unnamed.provedBy, 'Instagram, which says that it is live')
})

test('the verdict of the demo follows the ledger', () => {
  const ledger = (calls: number, items: number) => ({ publishCalls: Array(calls).fill({}), items: Array(items).fill({}) }) as unknown as Ledger
  assert.match(verdict(ledger(1, 1), { status: 'PUBLISHED' }).text, /^One post\. Crier asked once/)
  assert.match(verdict(ledger(1, 1), { status: 'PUBLISHING' }).text, /does not know yet/)
  assert.equal(verdict(ledger(2, 2), { status: 'PUBLISHED' }).isGood, false)
  assert.match(verdict(undefined, undefined).text, /^Nothing was sent/)
  assert.equal(faultOf('nonsense').name, 'lostAnswer')
})

test('a plain publication has no drama', () => {
  const told = momentsOf(timelineOf([
    status(0, 'QUEUED'), step(0, { kind: 'CLAIM' }), status(0, 'PROCESSING', 'QUEUED'), call(0.1, 'create container', { method: 'POST' }),
    call(0.3, 'recent media'), call(0.4, 'container status', { text: 'FINISHED' }), status(0.5, 'PUBLISHING', 'PROCESSING'),
    call(0.6, 'publish', { method: 'POST', text: 'id 18000000000000007' }), step(0.9, { kind: 'NOTE', what: 'LIVE', text: 'the post is live since x as media y' }),
    call(0.9, 'media'), status(1.2, 'PUBLISHED', 'PUBLISHING'),
  ], { mediaType: 'IMAGE', mediaFiles: [{ mimeType: 'image/jpeg' }], snMediaId: '18000000000000007' }))
  assert.deepEqual(told.map((m) => m.title), ['You asked for it', 'Picture handed over', 'Instagram prepared the picture', 'Publish sent, and answered', 'Published, once'])
  assert.ok(told.every((m) => m.sign !== 'warn' && m.sign !== 'ask'))
})

test('a failure whose outcome nobody knows is a question', () => {
  const text = 'it is not known whether the cloud worker has published the post; it may be live, check before retrying (two posts are alike)'
  const steps = [status(0, 'FAILED', 'PUBLISHING', { errorCode: 'UNKNOWN_ERROR', what: 'MAY_BE_LIVE', text })]
  const [unsure] = momentsOf(timelineOf(steps, { status: 'FAILED', errorMessage: text }))
  assert.deepEqual([unsure?.sign, unsure?.title], ['ask', 'Nobody can tell yet'])
  assert.match(unsure?.text ?? '', /^It is not known whether the cloud worker has published the post/)
  // A refusal of a kind that is not known here has the same code.
  steps[0] = status(0, 'FAILED', 'PUBLISHING', { errorCode: 'UNKNOWN_ERROR', text: 'Something new (code 4711)' })
  assert.deepEqual(momentsOf(timelineOf(steps)).map((m) => [m.sign, m.title]), [['bad', 'Not published']])
  steps[0] = status(0, 'FAILED', 'QUEUED', { errorCode: 'TOKEN_EXPIRED', text: 'the token expired' })
  assert.deepEqual(momentsOf(timelineOf(steps)).map((m) => [m.sign, m.title]), [['bad', 'Not published']])
})

test('why a post did not go out is not said once more at its end', () => {
  const text = 'the network refused: Action is blocked'
  const steps = [call(0, 'publish', { method: 'POST', httpStatus: 400, text: 'Action is blocked' }), status(1, 'FAILED', 'PUBLISHING', { errorCode: 'UNKNOWN_ERROR', text })]
  const last = momentsOf(timelineOf(steps, { status: 'FAILED', errorMessage: text })).at(-1)
  assert.deepEqual([last?.title, last?.text], ['Not published', ''])
})

test('a timeline of any steps is told without an error', () => {
  const kinds = ['STATUS', 'CLAIM', 'CALL', 'WAIT', 'NOTE'] as const
  const states = ['DRAFT', 'SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED', 'FAILED'] as const
  let random = 7
  const next = (n: number) => (random = (random * 48_271) % 2_147_483_647) % n
  for (let round = 0; round < 300; round++) {
    const steps = Array.from({ length: next(20) }, (_, i): Step => {
      const kind = kinds[next(5)] ?? 'NOTE'
      if (kind === 'CALL') return call(i, ['publish', 'media', 'container status', 'x'][next(4)] ?? '', { method: next(2) ? 'GET' : 'POST', ...(next(3) ? {} : { httpStatus: 400 }) })
      return step(i, { kind, text: 'words', ...(kind === 'STATUS' ? { to: states[next(7)] ?? 'DRAFT', from: states[next(7)] ?? 'DRAFT' } : {}) })
    })
    const told = momentsOf(timelineOf(steps))
    assert.equal(told.flatMap((m) => m.calls).length <= steps.length, true)
  }
})

test('the copy has no address, caption, name or whole id', () => {
  const copy = copyOf(lost(), shortPath)
  assert.doesNotMatch(copy, /\d{12,}|http:/)
  assert.match(copy, /POST \/17841…101\/media_publish {2}30\.0 s {2}no answer/)
})

test('the axis is shared, true to scale, and keeps pauses short', () => {
  const axis = new Axis([{ from: 0, to: 1_000 }, { from: 3_000, to: 6_000 }])
  const near = (got: number, want: number) => assert.ok(Math.abs(got - want) < 1e-9, `${got}, want ${want}`)
  near(axis.place({ from: 0, to: 1_000 }).width, 100 / 6)
  near(axis.place({ from: 3_000, to: 6_000 }).left, 50)
  const waited = new Axis([{ from: 0, to: 1_000 }, { from: 3_600_000, to: 3_601_000 }])
  near(waited.place({ from: 0, to: 1_000 }).width, 25)
  near(waited.place({ from: 3_600_000, to: 3_601_000 }).left, 75)
  assert.deepEqual(new Axis([]).place({ from: 5, to: 5 }), { left: 0, width: 100 })
  const dot = new Axis([{ from: 0, to: 10_000 }]).place({ from: 10_000, to: 10_000 })
  assert.ok(dot.left + dot.width <= 100 && dot.width > 0)
  near(new Axis([{ from: 0, to: 10 }, { from: 2, to: 4 }]).place({ from: 2, to: 4 }).left, 20)
})

test('the time of a post names its zone where that is not the browser’s', () => {
  const now = Date.parse('2026-12-10T12:00:00Z')
  assert.equal(dayAndTimeOf('2026-12-10T17:30:00Z', 'Asia/Tokyo', now, 'Europe/Berlin'), 'tomorrow at 02:30 in Asia/Tokyo')
  assert.equal(dayAndTimeOf('2026-12-10T17:30:00Z', 'Europe/Berlin', now, 'Europe/Berlin'), 'today at 18:30')
})

test('words', () => {
  assert.deepEqual([0, 212, 6_100, 240_000, 5_400_000].map(took), ['under 1 ms', '212 ms', '6.1 s', '4 min', '1 h 30 min'])
  assert.equal(shortPath('/graph-ig/v25.0/17841400000000101/media_publish'), '/17841…101/media_publish')
  assert.equal(answerOf(call(0, 'x', { text: 'FINISHED' })), 'FINISHED')
  assert.equal(answerOf(call(0, 'x', { httpStatus: 400, code: 9, subcode: 2207042 })), '400 · 9/2207042')
  assert.equal(answerOf(step(0, { kind: 'CALL' })), 'NO ANSWER')
  assert.equal(plain('the attempt failed: the network could not be reached: EOF'), 'The network could not be reached: EOF.')
})
