import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountOverview, Post } from '../src/api/client.ts'
import { outcomeWords } from '../src/lib/outcomes.ts'
import { lasts } from '../src/lib/words.ts'
import { rowsOf, sectionsOf, sizeOf } from '../src/pages/media/rows.ts'
import { causeOf, filterOf, inWords, isFiltered, statusesOf } from '../src/pages/posts/filter.ts'
import { groupsOf, lateness, ownerOf, stoppedBy } from '../src/pages/queue/queue.ts'
import { initials, stateOf } from '../src/ui/account.ts'
import { signOf } from '../src/ui/status.ts'

const now = Date.parse('2026-12-10T12:00:00Z')
const post = (id: string, about: Partial<Post> = {}) => ({ id, status: 'SCHEDULED', createdAt: '2026-12-01T00:00:00Z', scheduledFor: null, errorMessage: null, cloudJobId: null, ...about }) as Post

test('the queue is told by time, with what has its turn first, and each post once', () => {
  const groups = groupsOf([
    post('c', { scheduledFor: '2026-12-11T23:30:00Z' }), post('a', { status: 'QUEUED' }), post('b', { scheduledFor: '2026-12-10T18:00:00Z' }),
    post('late', { scheduledFor: '2026-12-10T11:00:00Z' }), post('a', { status: 'QUEUED' }), post('far', { scheduledFor: '2027-12-10T11:00:00Z' }),
  ], now, 'Europe/Berlin')
  assert.deepEqual(groups.map((group) => [group.key, group.posts.map((each) => each.id)]), [['now', ['a', 'late']], ['2026-12-10', ['b']], ['2026-12-12', ['c']], ['2027-12-10', ['far']]])
  assert.deepEqual([groups[1], groups[3]].map((group) => group?.title), ['Today, Thursday, 10 December', 'Friday, 10 December 2027'])
})

test('lateness, owner and what keeps a post from going out', () => {
  assert.equal(lateness(post('a', { scheduledFor: '2026-12-10T11:48:00Z' }), now), '12 min late')
  assert.equal(lateness(post('a', { scheduledFor: '2026-12-10T11:59:30Z' }), now), '')
  assert.equal(ownerOf(post('a', { cloudJobId: 'x' })).word, 'Cloud worker')
  assert.equal(ownerOf(post('a')).word, 'This computer')
  const account = (remedy: string | null, health = 'ok') => ({ account: { id: 'x', tokenExpiresAt: '2026-12-12T00:00:00Z' }, remedy, health }) as AccountOverview
  const told = (about: Partial<Post>, overview?: AccountOverview, problem?: string) => {
    const { word, why } = stateOf(post('a', { scheduledFor: '2026-12-13T00:00:00Z', ...about }), problem, overview)
    return [word, why]
  }
  const dead = account('rye.co must be connected again (crier accounts connect): the password was changed', 'dead')
  assert.deepEqual(told({ errorMessage: 'the token expired' }, dead), ['Held back', 'The token expired.'])
  assert.deepEqual(told({}, dead, 'the picture is too tall'), ['Will fail', 'The picture is too tall.'])
  assert.deepEqual(told({}, dead), ['Cannot go out', 'rye.co must be connected again: the password was changed.'])
  assert.deepEqual(told({}, account(null, 'expiring')), ['Cannot go out', 'The access of the account ends before.'])
  assert.deepEqual(told({ scheduledFor: '2026-12-11T00:00:00Z' }, account(null, 'expiring')), ['Scheduled', ''])
  assert.deepEqual(told({ status: 'PUBLISHING' }, dead), ['Publishing', ''])
  assert.deepEqual(told({ status: 'QUEUED', errorMessage: 'the network is away' }), ['Held back', 'The network is away.'])
  for (const [status, word] of [['DRAFT', 'Draft'], ['PUBLISHED', 'Published'], ['FAILED', 'Not published']] as const) {
    assert.deepEqual(told({ status, errorMessage: 'the network said no' }, dead, 'the picture is too tall'), [word, ''], 'nothing is in its way any more')
  }
  assert.deepEqual(told({}, undefined), ['Scheduled', ''])
})

test('an account that keeps posts from going out is told once, with how many', () => {
  const dead = { account: { id: 'x', username: 'rye.co' }, health: 'dead', remedy: 'rye.co must be connected again (crier accounts connect): the password was changed' } as AccountOverview
  const ending = { account: { id: 'z', username: 'z', tokenExpiresAt: '2026-12-12T00:00:00Z' }, health: 'expiring', remedy: null } as AccountOverview
  const fine = { account: { id: 'y', username: 'y' }, health: 'ok', remedy: null } as AccountOverview
  const of = (socialAccountId: string, about: Partial<Post> = {}) => post('a', { socialAccountId, scheduledFor: '2026-12-13T00:00:00Z', ...about })
  const posts = [of('x'), of('x'), of('x', { status: 'PUBLISHING' }), of('y'), of('z')]
  assert.deepEqual(stoppedBy([dead, fine, ending], posts), [
    { overview: dead, title: 'rye.co cannot publish, and two posts wait for it.', why: 'rye.co must be connected again: the password was changed.' },
    { overview: ending, title: 'The access of z ends before one post is due.', why: 'Connect it again before that.' },
  ])
})

test('a filter is read from an address, and said in words', () => {
  const filter = filterOf(new URLSearchParams('q=rye&status=WAITING&code=TOKEN_EXPIRED&account=x'))
  assert.deepEqual(statusesOf(filter), ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING'])
  assert.equal(inWords(filter, 'bakery'), 'There is no “rye” in posts that wait with the cause “Access has ended” of bakery.')
  assert.equal(inWords(filterOf(new URLSearchParams('status=DRAFT')), undefined), 'There are no drafts.')
  assert.equal(isFiltered(filterOf(new URLSearchParams('status=NONSENSE'))), false)
})

test('rows are as wide as the page, of about one height, and lose no file', () => {
  const shapes = [[4, 5], [16, 9], [9, 16], [1, 1], [3, 4], [10, 1], [1, 10], [null, null]] as const
  let random = 11
  for (let round = 0; round < 200; round++) {
    const files = Array.from({ length: 1 + (round % 23) }, (_, i) => {
      random = (random * 48_271) % 2_147_483_647
      const [width, height] = shapes[random % shapes.length] ?? [1, 1]
      return { id: i, width, height }
    })
    const width = 300 + (round % 7) * 150
    const rows = rowsOf(files, width)
    assert.deepEqual(rows.flatMap((row) => row.items.map((item) => item.file.id)), files.map((file) => file.id))
    for (const row of rows.slice(0, -1)) {
      assert.equal(row.items.reduce((sum, item) => sum + item.width, 6 * (row.items.length - 1)), width)
      assert.ok(row.height >= 98 && row.height <= 392, `a row of ${row.height}`)
    }
    assert.ok((rows.at(-1)?.items ?? []).every((item) => item.width <= width))
  }
})

test('files stand under this week and the months', () => {
  const file = (createdAt: string) => ({ createdAt })
  const told = sectionsOf(['2026-12-10T00:00:00Z', '2026-12-04T12:00:00Z', '2026-12-03T12:00:00Z', '2026-11-01T12:00:00Z', '2025-11-01T12:00:00Z'].map(file), now, 'UTC')
  assert.deepEqual(told.map((section) => [section.title, section.files.length]), [['This week', 2], ['December', 1], ['November', 1], ['November 2025', 1]])
  assert.deepEqual([999, 65_885, 1_800_000, 4_800_000_000].map(sizeOf), ['999 bytes', '66 KB', '1.8 MB', '4.8 GB'])
  assert.deepEqual([42, 61.6].map(lasts), ['0:42', '1:02'])
})

test('a failed post is not known exactly where it is in doubt, whatever its message says', () => {
  const word = (doubt: 'none' | 'may_be_live' | 'may_be_on_page' | undefined, status = 'FAILED') => signOf({ status: status as never, ...(doubt && { doubt }) }).word
  assert.deepEqual([word('may_be_live'), word('none'), word(undefined)], ['Not known yet', 'Not published', 'Not published'])
  assert.deepEqual([word('none', 'SCHEDULED'), word('may_be_on_page', 'PUBLISHED')], ['Scheduled', 'Published'])
})

test('a cause is named in words', () => {
  assert.deepEqual(['RATE_LIMITED', 'UNKNOWN_ERROR', 'VIDEO_PROCESSING_FAILED'].map(causeOf), ['Limit reached', 'Unknown error', 'Video processing failed'])
})

test('two accounts are told apart by two letters', () => {
  const of = (name: string | null, username = 'x') => initials({ name, username })
  assert.deepEqual([of('Demo Bakery (sandbox)'), of('Demo Potter (sandbox)'), of('Ütz'), of(null, 'rye.and.spelt'), of(null, 'a'), of('👩 🍞', '')], ['DB', 'DP', 'ÜT', 'RS', 'A', '?'])
})

test('what was done to many posts is told by cause, each with how many', () => {
  const outcome = (about: object) => ({ postId: 'a', isDone: false, at: null, status: null, code: null, error: null, ...about }) as Parameters<typeof outcomeWords>[0][number]
  const done = outcome({ isDone: true })
  assert.equal(outcomeWords([done, done], 'moved'), '2 posts moved.')
  assert.equal(outcomeWords([done], (isOne) => (isOne ? 'is back' : 'are back')), '1 post is back.')
  const going = ['QUEUED', 'PROCESSING', 'PUBLISHING'].map((status) => outcome({ status, code: 'INVALID_STATUS', error: `it is ${status}` }))
  assert.equal(outcomeWords([...going, done], 'moved'), '1 post moved. 3 of 4 stayed: they are going out now.')
  const stays = [outcome({ status: 'PUBLISHED', code: 'INVALID_STATUS' }), outcome({ code: 'NOT_FOUND' }), outcome({ status: 'DRAFT', code: 'INVALID_STATUS', error: 'the draft has no day yet; plan it for one first' })]
  assert.equal(outcomeWords(stays, 'moved'), '1 of 3 stayed: it went out already. 1 of 3 stayed: it is gone. 1 of 3 stayed: The draft has no day yet; plan it for one first.')
})
