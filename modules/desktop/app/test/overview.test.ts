import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueWords, warningsOf, type Forecast } from '../src/pages/overview/forecast.ts'
import { dayInWords, needsOf, placeOf, postsOf, ribbonWords, unfitOf } from '../src/pages/overview/overview.ts'
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
  const of = (changes: object) => ({ accountId: 'mara', count: 12, cap: 25, aboveCap: [], noAccess: null, lostMedia: null, ...changes })
  const forecast = (count: number, ...accounts: object[]) => ({ until: '2026-12-28T10:00:00.000Z', count, lookedAt: Math.min(count, 10_000), accounts }) as Forecast
  const at = { postId: 'first', at: '2026-12-25T08:00:00.000Z' }
  const mara = (remedy: string | null, tokenExpiresAt: string | null) => [{ account: { id: 'mara', name: 'Mara Voss', username: 'mara', tokenExpiresAt }, health: 'ok', remedy }] as never
  const told = (changes: object, accounts = mara(null, '2026-12-25T07:30:00.000Z')) => warningsOf(forecast(12, of(changes)), accounts, 'Europe/Berlin')
  assert.equal(dueWords(forecast(0)), 'No posts are due.')
  assert.equal(dueWords(forecast(1)), '1 post is due.')
  assert.equal(dueWords(forecast(12)), '12 posts are due.')
  assert.equal(dueWords(forecast(12_000)), '12,000 posts are due; the first 10,000 were looked at.')
  assert.deepEqual(told({}), [])
  assert.deepEqual(told({ aboveCap: [{ date: '2026-12-25', count: 3, ...at }, { date: '2026-12-26', count: 1, ...at }] }), [
    { text: 'Three posts on Fri 25 Dec pass Mara Voss’s limit of 25 a day.', to: '/calendar?date=2026-12-25&account=mara' },
    { text: 'One post on Sat 26 Dec passes Mara Voss’s limit of 25 a day.', to: '/calendar?date=2026-12-26&account=mara' },
  ])
  assert.deepEqual(told({ noAccess: { count: 2, ...at } }), [{ text: 'The access of Mara Voss ends on Fri 25 Dec, 08:30, before two of its posts.', to: '/accounts' }])
  assert.deepEqual(told({ noAccess: { count: 1, ...at } }, mara('connect it again', null)), [
    { text: 'Mara Voss cannot publish now. One of its posts is due, on Fri 25 Dec, 09:00.', to: '/posts/first' },
  ])
  assert.deepEqual(told({ noAccess: { count: 1, ...at } }, [] as never)[0]?.text, 'An account that is gone cannot publish now. One of its posts is due, on Fri 25 Dec, 09:00.')
  assert.deepEqual(told({ lostMedia: { count: 1, ...at } }), [{ text: 'One post of Mara Voss has lost a file, due on Fri 25 Dec, 09:00.', to: '/posts/first' }])
})
