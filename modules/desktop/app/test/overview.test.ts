import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueWords, warningsOf, type Forecast } from '../src/pages/overview/forecast.ts'
import { dayInWords, missingOf, needsOf, placeOf, postsOf, ribbonWords, unfitOf } from '../src/pages/overview/overview.ts'
import { causesOf, untold } from '../src/ui/untold.ts'
import { codeOf } from '../src/pages/signed-out/link.ts'
import { byReason } from '../src/lib/group.ts'
import { accountLine, causes } from '../src/ui/account.ts'
import { headline } from '../src/ui/status.ts'

test('the day in a sentence', () => {
  assert.equal(dayInWords(2, 1, true), 'Two went out this morning. One more today.')
  assert.equal(dayInWords(0, 1, true), 'One goes out today.')
  assert.equal(dayInWords(0, 3, false), 'Three go out today.')
  assert.equal(dayInWords(1, 0, false), 'One went out today.')
  assert.equal(dayInWords(0, 0, false), 'Nothing goes out today.')
})

/** Failed posts of an account and a cause, of which the service shows five at most. */
function group(accountId: string, code: string, count = 1, message = `said ${code}`, doubt = 'none') {
  return { accountId, code, count, message, posts: Array.from({ length: Math.min(count, 5) }, (_, i) => ({ id: `${accountId}${i + 1}`, status: 'FAILED', errorMessage: message, doubt })) }
}

test('failed posts are told by cause, and those of an account that cannot publish with it', () => {
  const account = (id: string, remedy: string | null) => ({ account: { id, username: id, name: null }, health: remedy ? 'dead' : 'ok', remedy })
  const accounts = [account('mara', 'connect it again'), account('rye', null)] as never
  const failures = [group('mara', 'TOKEN_EXPIRED', 2), group('mara', 'UPLOAD_ERROR'), group('rye', 'UPLOAD_ERROR', 73), group('gone', 'RATE_LIMITED')] as never
  const needs = needsOf(accounts, failures)
  assert.deepEqual(needs.map((need) => [need.title, need.posts.length, need.to]), [
    ['Instagram wants mara to sign in again', 3, '/accounts'],
    ['73 posts of rye did not go out', 5, '/posts?status=FAILED&code=UPLOAD_ERROR&account=rye'],
    ['One post of an account that is gone did not go out', 1, '/posts/gone1'],
  ])
  assert.equal(needs[0]?.text, 'Three posts did not go out. Connect it again.')
  assert.equal(postsOf(failures), 77)
  // The number beside the place says the same: three, not the posts and the account.
  assert.equal(causes(accounts, failures), needs.length)
})

test('of posts that may be live nobody says that they did not go out', () => {
  const says = (doubt: string) => needsOf([], [group('rye', 'UNKNOWN_ERROR', 2, 'the network said no', doubt)] as never)[0]?.title
  assert.equal(says('may_be_live'), 'Two posts of an account that is gone may not have gone out')
  assert.equal(says('none'), 'Two posts of an account that is gone did not go out')
})

test('two reasons of one code are two causes, unless the account is the cause or not all posts are told', () => {
  const of = (code: string, count: number, ...messages: string[]) => ({ accountId: 'a', code, count, message: messages[0] ?? null, posts: messages.map((errorMessage, i) => ({ id: String(i), errorMessage })) }) as never
  const told = (group: never) => byReason(group).map(({ message, count, posts }) => [message, count, posts.length])
  assert.deepEqual(told(of('UNKNOWN_ERROR', 3, 'a', 'b', 'a')), [['a', 2, 2], ['b', 1, 1]])
  assert.deepEqual(told(of('UNKNOWN_ERROR', 9, 'a', 'b')), [['a', 9, 2]])
  assert.deepEqual(told(of('TOKEN_EXPIRED', 2, 'a', 'b')), [['a', 2, 2]])
})

test('the failed posts of an account that is connected again, or works again, can be retried together', () => {
  const account = (id: string, remedy: string | null) => ({ account: { id, username: id, name: null }, health: remedy ? 'dead' : 'ok', remedy })
  const failed = (id: string, code: string, count = 1) => group(id, code, count, 'account disconnected')
  const needs = needsOf(
    [account('mara', 'connect it again'), account('rye', null)] as never,
    [failed('rye', 'NOT_FOUND', 2), failed('rye', 'TOKEN_EXPIRED'), failed('rye', 'UPLOAD_ERROR'), failed('gone', 'NOT_FOUND'), failed('mara', 'TOKEN_EXPIRED')] as never,
  )
  assert.deepEqual(needs.map((need) => need.retry), [undefined, { cause: 'NOT_FOUND', accountId: 'rye' }, { cause: 'TOKEN_EXPIRED', accountId: 'rye' }, undefined, undefined])
  assert.deepEqual(needs.slice(1, 3).map((need) => need.isOne), [false, true])
  assert.deepEqual(needs.slice(1).map((need) => need.text), [
    'The account was disconnected, and is connected again. Retried, each goes out at its time; what is past that goes out now, a minute apart.',
    'The account works again. Retried, each goes out at its time; what is past that goes out now, a minute apart.',
    'Account disconnected.', 'Account disconnected. To retry, connect the account again.',
  ])
})

test('an account with a warning needs somebody, and hides no failed post', () => {
  const warning = 'crier.demo.potter must be connected again before 2027-02-19T09:30:00.000Z (crier accounts connect): the data access of its login ends then'
  const potter = { account: { id: 'potter', username: 'crier.demo.potter', name: null, tokenExpiresAt: null, partnerPageName: 'Potter' }, health: 'ok', remedy: null, warning }
  const failed = [group('potter', 'UPLOAD_ERROR')]
  const needs = needsOf([potter] as never, failed as never)
  assert.deepEqual(needs.map((need) => [need.title, need.isBad, need.to]), [
    ['One post of crier.demo.potter did not go out', true, '/posts/potter1'],
    ['Connect crier.demo.potter again', false, '/accounts'],
  ])
  assert.match(needs[1]?.text ?? '', /^crier\.demo\.potter must be connected again before \d\d:\d\d on .+: the data access of its login ends then\.$/)
  // The number beside the place counts what has failed.
  assert.equal(causes([potter] as never, failed as never), 1)
  assert.deepEqual(accountLine(potter as never, 0), { text: 'Connect it again', sign: 'warn', word: 'Warning' })
  assert.equal(accountLine({ ...potter, warning: null } as never, 0).sign, 'ok')
})

test('drafts whose day has come need somebody', () => {
  const day = (date: string, ...posts: object[]) => ({ date, count: posts.length, byStatus: {}, posts }) as never
  const draft = (id: string, localTime: string) => ({ id, localTime })
  const one = needsOf([], [], [day('2026-12-15'), day('2026-12-16', draft('1', '2026-12-16T09:00:00')), day('2026-12-17', draft('2', '2026-12-17T09:00:00'))], '2026-12-16')
  assert.deepEqual(one.map((need) => [need.title, need.to]), [['A draft was planned for today, 09:00', '/compose/1']])
  const two = needsOf([], [], [day('2026-12-14', draft('1', '2026-12-14T09:00:00')), day('2026-12-16', draft('2', '2026-12-16T09:00:00'))], '2026-12-16')
  assert.deepEqual(two.map((need) => [need.title, need.to, need.posts.length]), [['Two drafts were planned for days that have come', '/calendar?date=2026-12-14&status=DRAFT', 2]])
  assert.deepEqual(needsOf([], [], [day('2026-12-17', draft('2', '2026-12-17T09:00:00'))], '2026-12-16'), [])
})

test('posts that wait and would fail as they are need somebody', () => {
  const day = (...posts: object[]) => ({ date: '2026-12-16', count: posts.length, byStatus: {}, posts }) as never
  const post = (id: string, status: string, problem: string | null) => ({ id, status, problem })
  const told = unfitOf([day(post('1', 'SCHEDULED', null), post('2', 'DRAFT', 'no picture')), day(post('3', 'SCHEDULED', 'it is too tall'))])
  assert.deepEqual(told.map((need) => [need.title, need.text, need.to]), [['One post will fail as it is', 'It is too tall.', '/compose/3']])
  assert.deepEqual(unfitOf([day(post('3', 'SCHEDULED', 'a')), day(post('4', 'SCHEDULED', 'b'))]).map((need) => [need.title, need.to]), [['Two posts will fail as they are', '/queue']])
  assert.deepEqual(unfitOf([day(post('1', 'SCHEDULED', null))]), [])
})

test('what a ribbon says', () => {
  const day = (byStatus: Record<string, number>, posts: object[] = []) => ({ date: '2026-12-16', count: Object.values(byStatus).reduce((a, b) => a + b, 0), byStatus, posts }) as never
  assert.deepEqual(ribbonWords(day({}), false), { text: 'Quiet', sign: null })
  assert.deepEqual(ribbonWords(day({ SCHEDULED: 2 }), false), { text: '2 posts', sign: null })
  assert.deepEqual(ribbonWords(day({ SCHEDULED: 1, PUBLISHED: 2 }), true), { text: '1 to go', sign: null })
  assert.deepEqual(ribbonWords(day({ PUBLISHED: 2 }), true), { text: 'All done', sign: null })
  assert.deepEqual(ribbonWords(day({ FAILED: 1, SCHEDULED: 1 }), false), { text: '1 did not go out', sign: 'bad' })
  assert.deepEqual(ribbonWords(day({ DRAFT: 1 }, [{ status: 'DRAFT', heldCode: null, localTime: '2026-12-16T19:00:00' }]), false), { text: '19:00 is a draft', sign: 'warn' })
  assert.ok(placeOf(0) === 0 && placeOf(24) === 100 && placeOf(5) < placeOf(6) && placeOf(6) < placeOf(12))
})

test('a headline is the first line, its first sentence, or its beginning', () => {
  assert.deepEqual(headline('Stollen has rested'), { head: 'Stollen has rested', rest: '' })
  assert.deepEqual(headline('One.\nTwo.'), { head: 'One.', rest: 'Two.' })
  assert.deepEqual(headline(null), { head: '', rest: '' })
  const long = 'The first sentence of this caption. ' + 'And more words than fit. '.repeat(5)
  assert.equal(headline(long).head, 'The first sentence of this caption.')
  const endless = headline('x'.repeat(500))
  assert.equal([...endless.head].length, 71)
  assert.equal(endless.rest, 'x'.repeat(500))
  const emoji = headline('🍞'.repeat(2200))
  assert.equal([...emoji.head].length, 71)
  assert.ok(!/\ud83c(?![\udc00-\udfff])/.test(emoji.head))
})

test('a sign-in link is found in what was pasted', () => {
  const code = 'A'.repeat(43)
  for (const text of [code, `http://crier-x.localhost:7171/login?code=${code}`, ` http://127.0.0.1:7171/login?code=${code}\n`]) assert.equal(codeOf(text), code)
  for (const text of ['', 'http://127.0.0.1:7171/', 'crier login', `javascript:alert("${code}")`]) assert.equal(codeOf(text), null)
})

test('the forecast says how many are due, and what stands before them', () => {
  const forecast = (count: number, posts: object[] = [], whole: object[] = []) => ({ count, lookedAt: Math.min(count, 10_000), posts, whole }) as unknown as Forecast
  const mara = [{ account: { id: 'mara', name: 'Mara Voss', username: 'mara' } }] as never
  const post = (hour: string, code: string, fails: boolean, accountId = 'mara') => ({ accountId, at: `2026-12-25T${hour}:00:00.000Z`, findings: [{ code, fails, says: `${code} at ${hour}.`, to: `/${hour}` }] })
  assert.equal(dueWords(forecast(0)), 'No posts are due.')
  assert.equal(dueWords(forecast(1)), '1 post is due.')
  assert.equal(dueWords(forecast(12)), '12 posts are due.')
  assert.equal(dueWords(forecast(12_000)), '12,000 posts are due; the first 10,000 were looked at.')
  assert.deepEqual(warningsOf(forecast(12), mara, 'UTC'), [])
  const told = forecast(12, [post('07', 'CLOSE', false), post('08', 'CAP', true), post('09', 'CAP', true), post('10', 'TOKEN', true, 'gone')], [{ code: 'DISK', fails: false, says: 'The disk is getting full.', to: '' }])
  assert.deepEqual(warningsOf(told, mara, 'Europe/Berlin'), [
    { text: 'Two posts of Mara Voss. The first, on Fri 25 Dec, 09:00: CAP at 08.', to: '/08', isBad: true },
    { text: 'One post of an account that is gone, on Fri 25 Dec, 11:00: TOKEN at 10.', to: '/10', isBad: true },
    { text: 'The disk is getting full.', to: '/health', isBad: false },
    { text: 'One post of Mara Voss, on Fri 25 Dec, 08:00: CLOSE at 07.', to: '/07', isBad: false },
  ])
})

test('a notification tells of each cause once a day, and of what has happened since it was asked for', () => {
  const at = Date.parse('2026-12-14T09:00:00Z')
  const hour = 3_600_000
  const overview = (id: string, remedy: string | null, health = 'ok', tokenExpiresAt: string | null = null) => ({ account: { id, username: id, name: null, tokenExpiresAt }, health, remedy, warning: null })
  const accounts = [overview('mara', 'connect it again'), overview('rye', null, 'expiring', '2026-12-16T10:00:00Z'), overview('potter', null, 'expiring', '2026-12-30T10:00:00Z')] as never
  const failed = (postAt: string, id = 'rye1') => [{ ...group('rye', 'UPLOAD_ERROR'), lastAt: postAt, posts: [{ id, status: 'FAILED', doubt: 'none' }] }] as never
  const held = [{ ...group('rye', 'RATE_LIMITED', 2), lastAt: '2026-12-14T08:30:00Z' }] as never
  const causes = (postAt: string, id?: string) => causesOf(needsOf(accounts, failed(postAt, id)), held, accounts, at)
  const told = { '': [0, at - hour] } as const
  const first = untold(causes('2026-12-14T08:30:00Z'), told, at)
  assert.deepEqual(first.map(({ key, title, to, page }) => [key, title, to, page]), [
    ['account/mara', 'Instagram wants mara to sign in again', '/accounts', undefined],
    ['rye/UPLOAD_ERROR', 'One post of rye did not go out', '/posts/rye1', '/posts/rye1'],
    ['held/rye/RATE_LIMITED', 'Two posts of rye are held', '/queue', '/posts/rye1'],
    ['ends/rye', 'The access of rye ends in 2 days', '/accounts', undefined],
  ])
  // What failed before somebody asked to be told is not told.
  assert.deepEqual(untold(causes('2026-12-14T07:30:00Z'), told, at).map(({ key }) => key), ['account/mara', 'held/rye/RATE_LIMITED', 'ends/rye'])
  const later = { ...told, ...Object.fromEntries(first.map((cause) => [cause.key, [at, cause.at ?? at] as const])) }
  assert.deepEqual(untold(causes('2026-12-14T09:10:00Z', 'rye2'), later, at + hour), [])
  // On the next day what goes on is told again, and of what happened only what is new.
  assert.deepEqual(untold(causes('2026-12-14T08:30:00Z'), later, at + 25 * hour).map(({ key }) => key), ['account/mara', 'ends/rye'])
  assert.deepEqual(untold(causes('2026-12-14T09:10:00Z', 'rye2'), later, at + 25 * hour).map(({ key }) => key), ['account/mara', 'rye/UPLOAD_ERROR', 'ends/rye'])
})

test('what is missing in a week, in sentences that lead to where it is mended', () => {
  const accounts = [{ account: { id: 'rye', username: 'rye', name: 'Hearth & Rye' } }] as never
  const week = { planned: [{ accountId: 'rye', count: 1, quiet: ['2026-12-17', '2026-12-19'] }], drafts: { count: 1, postId: 'a' }, withoutDay: { count: 2, postId: 'b' }, noAltText: { count: 1, postId: 'c' } } as never
  assert.deepEqual(missingOf(week, accounts, '2026-12-14').map(({ text, to }) => [text, to]), [
    ['Hearth & Rye has nothing on Thu 17 Dec and Sat 19 Dec, when it usually publishes.', '/calendar?date=2026-12-17&account=rye'],
    ['one draft is planned for this week, and does not go out by itself.', '/compose/a'],
    ['two drafts have pictures and a caption, and no day.', '/posts?status=DRAFT'],
    ['one post of this week has a picture without an alt text.', '/compose/c'],
  ])
  assert.deepEqual(missingOf({ planned: [{ accountId: 'rye', count: 0, quiet: [] }] } as never, accounts, '2026-12-14'), [])
})
