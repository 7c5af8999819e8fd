import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIn } from '../src/lib/build.ts'
import { asFailure, Failure, failureOf, keepNames, sentence } from '../src/lib/failure.ts'
import { nameOf, spelled } from '../src/lib/keynames.ts'
import { addressOf, match, routeOf } from '../src/lib/paths.ts'
import * as time from '../src/lib/time.ts'
import { capital, count, counted, list } from '../src/lib/words.ts'

test('a pattern gives the parameters of a path that fits', () => {
  assert.deepEqual(match('/posts/:id', '/posts/a%20b'), { id: 'a b' })
  assert.deepEqual(match('/posts', '/posts'), {})
  assert.deepEqual(match('*', '/any/thing'), {})
  for (const path of ['/posts', '/posts/', '/posts/a/b', '/post/a', '/posts/%ff']) assert.equal(match('/posts/:id', path), null, path)
})

test('routes and addresses are each other’s', () => {
  for (const [address, route] of [['/app', '/'], ['/app/', '/'], ['/app/posts/1/', '/posts/1'], ['/apple', null], ['/docs', null]] as const) {
    assert.equal(routeOf(address), route, address)
  }
  assert.equal(routeOf(addressOf('/queue')), '/queue')
})

test('the wall time is that of the zone, across a change of the clocks', () => {
  assert.equal(time.clock('2027-03-28T00:59:00Z', 'Europe/Berlin'), '01:59')
  assert.equal(time.clock('2027-03-28T01:00:00Z', 'Europe/Berlin'), '03:00')
  assert.equal(time.clock('2026-12-24T23:00:00Z', 'Europe/Berlin'), '00:00')
  assert.equal(time.dayOf('2026-12-24T23:00:00Z', 'Europe/Berlin'), '2026-12-25')
  assert.equal(time.dayOf('2026-12-24T04:00:00Z', 'America/Los_Angeles'), '2026-12-23')
  assert.equal(time.hourOf('2026-12-24T17:30:00Z', 'UTC'), 17.5)
})

test('a wall time is so many minutes', () => {
  for (const [text, minutes] of [['00:00', 0], ['09:05', 545], ['23:59', 1439]] as const) {
    assert.equal(time.minutesOf(text), minutes)
    assert.equal(time.wallTime(minutes), text)
  }
})

test('days are counted by the calendar', () => {
  assert.equal(time.daysBetween('2027-03-27', '2027-03-29'), 2)
  assert.equal(time.addDays('2026-12-31', 1), '2027-01-01')
  assert.equal(time.addDays('2027-03-28', 1), '2027-03-29')
  assert.equal(time.addDays('2028-03-01', -1), '2028-02-29')
  assert.equal(time.longDay('2026-12-10'), 'Thursday, 10 December')
  assert.equal(time.shortDay('2026-12-10', '2026-12-01'), 'Thu 10')
  assert.equal(time.shortDay('2027-01-01', '2026-12-01'), 'Fri 1 Jan')
  assert.deepEqual(['2026-12-10', '2026-12-11', '2026-12-09', '2026-12-14', '2027-12-10'].map((day) => time.namedDay(day, '2026-12-10')), ['today', 'tomorrow', 'yesterday', 'Mon 14 Dec', 'Fri 10 Dec 2027'])
})

test('how far away an instant is', () => {
  const now = Date.parse('2026-12-10T12:00:00Z')
  const away = { '2026-12-10T12:00:30Z': 'in under a minute', '2026-12-10T17:57:00Z': 'in 5 h 57 min', '2026-12-10T14:00:00Z': 'in 2 h', '2026-12-10T11:48:00Z': '12 min ago',
    '2026-12-11T13:00:00Z': 'in 1 day', '2026-12-17T12:00:00Z': 'in 7 days', '2026-12-10T11:59:40Z': 'just now' }
  for (const [instant, words] of Object.entries(away)) assert.equal(time.away(instant, now, 'UTC'), words)
})

test('days away are those of the calendar in the zone', () => {
  const table = [
    // On a Thursday night the next Thursday is in seven days, whatever the clock says there.
    ['2026-11-26T02:30:00Z', '2026-12-03T16:15:00Z', 'UTC', 'in 7 days'],
    ['2026-11-26T02:30:00Z', '2026-12-03T00:15:00Z', 'UTC', 'in 7 days'],
    ['2026-11-26T02:30:00Z', '2026-11-29T15:00:00Z', 'UTC', 'in 3 days'],
    ['2026-11-26T23:30:00Z', '2026-11-28T01:00:00Z', 'UTC', 'in 2 days'],
    ['2026-11-26T02:30:00Z', '2026-11-27T22:00:00Z', 'UTC', 'in 1 day'],
    ['2026-11-26T02:30:00Z', '2026-11-27T23:30:00Z', 'Europe/Berlin', 'in 2 days'],
    ['2026-11-26T02:30:00Z', '2026-11-28T07:30:00Z', 'America/Los_Angeles', 'in 2 days'],
    ['2026-11-26T07:00:00Z', '2026-11-29T09:00:00Z', 'America/Los_Angeles', 'in 4 days'],
    // Across both changes of the clocks.
    ['2027-03-27T11:00:00Z', '2027-03-29T21:30:00Z', 'Europe/Berlin', 'in 2 days'],
    ['2027-10-30T10:00:00Z', '2027-11-01T22:30:00Z', 'Europe/Berlin', 'in 2 days'],
    // A day of 25 hours.
    ['2027-10-30T22:10:00Z', '2027-10-31T22:10:00Z', 'Europe/Berlin', 'in 1 day'],
    ['2026-11-26T02:30:00Z', '2026-11-24T20:00:00Z', 'UTC', '2 days ago'],
    // Less than a day is told in hours, across midnight too.
    ['2026-11-26T23:30:00Z', '2026-11-27T01:00:00Z', 'UTC', 'in 1 h 30 min'],
  ] as const
  for (const [now, instant, zone, words] of table) assert.equal(time.away(instant, Date.parse(now), zone), words, `${now} to ${instant} in ${zone}`)
})

test('the service’s clock is believed over one that is wrong by more than moments', () => {
  const now = Date.now()
  const date = new Date(now + 86_400_000).toUTCString()
  time.setServiceTime(date, now)
  assert.equal(time.clockOffset(), Date.parse(date) - now)
  assert.ok(time.serviceNow() >= Date.parse(date))
  time.setServiceTime(null, now)
  assert.ok(time.clockOffset() > 0)
  time.setServiceTime(new Date(now).toUTCString(), now)
  assert.equal(time.clockOffset(), 0)
})

test('a refusal is read, and a stranger’s answer too', () => {
  const headers = { 'X-Request-Id': 'r1' }
  const refused = failureOf(new Response('', { status: 409, headers }), { error: 'it was claimed meanwhile', code: 'INVALID_STATUS' })
  assert.deepEqual([refused.sentence, refused.code, refused.status, refused.requestId, refused.isLost], ['It was claimed meanwhile.', 'INVALID_STATUS', 409, 'r1', false])
  for (const body of [undefined, null, 'text', { error: 7 }]) assert.match(failureOf(new Response('', { status: 502 }), body).message, /502/)
  assert.equal(asFailure(refused), refused)
  assert.equal(asFailure(new Error('x')).sentence, 'X.')
  assert.ok(new Failure('gone').isLost)
  assert.equal(sentence('Is it there?'), 'Is it there?')
})

test('a message is told to people without what programs go by', () => {
  const refused = 'the network refused: the session was ended for security reasons. (code 190/460, trace AX6AHCPWSOCNAJOY25IVIE); connect the account again (crier accounts connect), then retry the post'
  const table = [
    [refused, 'The network refused: the session was ended for security reasons; connect the account again, then retry the post.'],
    ['the limit is used up; a place frees at 2026-11-27T02:23:44.332Z at the latest: retry it then', 'The limit is used up; a place frees at 03:23 on Fri 27 Nov at the latest: retry it then.'],
    ['its access ended at 2026-11-26T23:30:00Z', 'Its access ended at 00:30 on Fri 27 Nov.'],
    ['the account has the same file and caption planned for 2026-11-26T23:30:00.000Z; both will be published, unless you delete one of them (DELETE /posts/320723fa-2965-4a65-b0a7-1a2b3c4d5e6f)',
      'The account has the same file and caption planned for 00:30 on Fri 27 Nov; both will be published, unless you delete one of them.'],
    ['body.session: this is no session', 'This is no session.'],
    ['it is too long (2,300 of 2,200)', 'It is too long (2,300 of 2,200).'],
  ] as const
  for (const [message, words] of table) assert.equal(sentence(message, 'Europe/Berlin'), words)
})

test('a sentence that begins with a name writes it as it is, whatever follows', () => {
  assert.equal(sentence('bakery has no page'), 'Bakery has no page.')
  keepNames(['bakery'])
  assert.equal(sentence('bakery has no page'), 'bakery has no page.')
  assert.equal(sentence('bakery: the token ended'), 'bakery: the token ended.')
  // Of an account that is gone, or a file.
  assert.equal(sentence('rye.co is at a checkpoint'), 'rye.co is at a checkpoint.')
  assert.equal(sentence('photo-1.png is too large'), 'photo-1.png is too large.')
  assert.equal(sentence('the bakery is gone. nothing was sent'), 'The bakery is gone. nothing was sent.')
})

test('keys have one name, whatever was held', () => {
  const key = (k: string, held: object = {}) => ({ key: k, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })
  assert.equal(nameOf(key('N', { shiftKey: true }), false), 'n')
  assert.equal(nameOf(key('?', { shiftKey: true }), false), '?')
  assert.equal(nameOf(key('Enter', { ctrlKey: true }), false), 'Mod+Enter')
  assert.equal(nameOf(key('z', { metaKey: true }), true), 'Mod+z')
  assert.equal(nameOf(key('ArrowRight', { altKey: true, shiftKey: true }), false), 'Alt+Shift+ArrowRight')
  assert.deepEqual(spelled('Mod+Enter', false), ['Ctrl', 'Enter'])
  assert.deepEqual(spelled('g c', false), ['G', 'C'])
})

test('numbers and lists in sentences', () => {
  assert.deepEqual([counted(0, 'post'), counted(1, 'post'), counted(1200, 'post'), capital(count(2))], ['no posts', 'one post', '1,200 posts', 'Two'])
  assert.deepEqual([list([]), list(['a']), list(['a', 'b', 'c'])], ['', 'a', 'a, b and c'])
})

test('a build is read from addresses and from the page', () => {
  assert.equal(buildIn('http://x.localhost:1/app/-/0123abcd/shell.js'), '0123abcd')
  assert.equal(buildIn('<script src="/app/-/ff00/app.js">'), 'ff00')
  assert.equal(buildIn('http://127.0.0.1:5173/src/lib/build.ts'), null)
})
