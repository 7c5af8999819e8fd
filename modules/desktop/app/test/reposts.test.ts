import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byDay, canRepost, needsSomebody, overlayOf, signatureOf, stateOf, type Mention, type Summary } from '../src/pages/reposts/reposts.ts'

const now = Date.parse('2026-12-10T12:00:00Z')
const mention = (changes: Partial<Mention> = {}) => ({
  status: 'DETECTED', reason: null, postId: null, mentionedAt: '2026-12-10T09:00:00Z', expiresAt: '2026-12-11T09:00:00Z', publishedAt: null, ...changes,
}) as Mention
const unsure = { doubt: 'may_be_live' } as Summary
const over = { expiresAt: '2026-12-10T11:00:00Z' }

describe('a mention', () => {
  it('is offered to be reposted while its story is there', () => {
    assert.ok(canRepost(mention(), undefined, now))
    assert.ok(canRepost(mention({ status: 'PENDING' }), undefined, now))
    assert.ok(!canRepost(mention(over), undefined, now))
    for (const status of ['PROCESSING', 'PUBLISHED', 'SKIPPED', 'EXPIRED'] as const) assert.ok(!canRepost(mention({ status }), undefined, now), status)
  })
  it('is tried again after its story has gone when it was fetched before', () => assert.ok(canRepost(mention({ status: 'FAILED', postId: 'p', ...over }), { doubt: null } as Summary, now)))
  it('is not sent again where it may be live, and needs somebody', () => {
    const failed = mention({ status: 'FAILED', postId: 'p' })
    assert.ok(!canRepost(failed, unsure, now))
    assert.ok(needsSomebody(failed, unsure, now))
    assert.equal(stateOf(failed, unsure, now, 'UTC').word, 'Perhaps in your story')
  })
  it('that goes out by itself needs nobody', () => assert.ok(!needsSomebody(mention({ status: 'PENDING' }), undefined, now)))
  it('says why it is not reposted, without commands', () => {
    assert.equal(stateOf(mention({ status: 'FAILED', reason: 'the session has ended; import another one (crier accounts session)' }), undefined, now, 'UTC').why, 'The session has ended; import another one.')
    assert.equal(stateOf(mention(over), undefined, now, 'UTC').word, 'Gone')
    assert.equal(stateOf(mention({ status: 'PUBLISHED', publishedAt: '2026-12-09T22:15:00Z' }), undefined, now, 'UTC').word, 'Reposted yesterday 22:15')
  })
  it('stands on its day', () => assert.deepEqual(
    byDay([mention({ id: 'a', mentionedAt: '2026-12-09T23:30:00Z' }), mention({ id: 'b' })], now, 'Europe/Berlin').map(({ title, mentions }) => [title, mentions.map(({ id }) => id)]),
    [['Today', ['b', 'a']]],
  ))
})

describe('a signature', () => {
  it('is shown as its words', () => {
    assert.equal(signatureOf(null), '')
    assert.equal(signatureOf('{}'), 'Repost: @{username}')
    assert.equal(signatureOf('{"text":"via @{username}","x":0.2}'), 'via @{username}')
  })
  it('keeps its place when its words change', () => {
    assert.equal(overlayOf('{"text":"a","x":0.2}', ' b '), '{"text":"b","x":0.2}')
    assert.equal(overlayOf('{"text":"a"}', ' '), '')
    assert.equal(overlayOf(null, 'a'), '{"text":"a"}')
  })
})
