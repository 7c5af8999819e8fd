import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failuresOf, noticesOf, type Forecast } from '../src/pages/calendar/forecast.ts'
import { newPostOn, halfHourAt, openPostOf } from '../src/pages/calendar/newpost.ts'
import type { AccountOverview } from '../src/api/client.ts'
import { filtersIn, isFiltered } from '../src/pages/calendar/filters.ts'
import { beginFor, daysOf, density, heading, isDay, stepTo, weeksOf } from '../src/pages/calendar/grid.ts'
import { mergedFiles } from '../src/pages/calendar/mergefiles.ts'
import { cardHeight, hourHeight, hoursOf, place, timeAt } from '../src/pages/calendar/lanes.ts'
import { traySays } from '../src/pages/calendar/words.ts'
import { failureOf } from '../src/ui/day.ts'
import { failedFirst, fixedBecause, nextOut, onDay, pastBecause, shifted, withMoved, type Day, type Moved, type Summary } from '../src/pages/calendar/moves.ts'

const summary = (changes: Partial<Summary>) =>
  ({ id: 'a', status: 'SCHEDULED', at: '2026-12-15T08:00:00.000Z', localTime: '2026-12-15T09:00:00', timezone: 'Europe/Berlin', ...changes }) as Summary


test('the end of the years that four digits can say is no endless month', () => {
  assert.equal(weeksOf('9999-12-31').length, 5)
  assert.deepEqual(['2026-12-10', '8999-12-31', '9999-12-31', '0000-01-01', '2026-02-30'].map(isDay), [true, true, false, false, false])
})

test('the week of a day is the first of five, and the agenda has two', () => {
  const december = weeksOf('2026-12-10')
  assert.equal(december.length, 5)
  assert.equal(december[0]?.[0], '2026-12-07')
  assert.equal(december[4]?.[6], '2027-01-10')
  assert.deepEqual(daysOf('week', '2026-12-13'), ['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11', '2026-12-12', '2026-12-13'])
  assert.deepEqual([daysOf('agenda', '2026-12-13').length, daysOf('agenda', '2026-12-13').at(-1)], [14, '2026-12-20'])
  // A day after them comes into the last row.
  assert.equal(weeksOf(beginFor('month', '2027-01-11'))[4]?.[0], '2027-01-11')
})

test('the head names what is shown', () => {
  assert.deepEqual(heading('month', '2026-12-07'), { words: 'December', year: '2026' })
  assert.deepEqual(heading('month', '2026-11-29'), { words: 'December', year: '2026' })
  assert.deepEqual(heading('month', '2026-12-28'), { words: 'January', year: '2027' })
  // All of February, between two other months.
  assert.deepEqual(heading('month', '2027-01-31'), { words: 'February', year: '2027' })
  assert.deepEqual(heading('week', '2026-12-10'), { words: '7 to 13 December', year: '2026' })
  assert.deepEqual(heading('agenda', '2026-12-10'), { words: '7 to 20 December', year: '2026' })
  assert.deepEqual(heading('week', '2027-01-01'), { words: '28 December to 3 January', year: '2027' })
})

test('what is no day is none', () => {
  for (const text of ['2026-02-30', '2026-13-01', 'today', '', null, '2026-1-1', '2026-12-01T00:00']) assert.equal(isDay(text), false, String(text))
  assert.equal(isDay('2028-02-29'), true)
})

test('a day shows one post large, three in rows, and of more the first two', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 400].map((n) => density(n).shown), [1, 1, 2, 3, 2, 2])
  assert.deepEqual([1, 2, 3, 4].map((n) => density(n).form), ['lead', 'row', 'slim', 'slim'])
})

test('keys go between days', () => {
  assert.deepEqual(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Tab'].map((key) => stepTo(key, '2026-12-31')),
    ['2026-12-30', '2027-01-01', '2026-12-24', '2027-01-07', '2026-12-28', '2027-01-03', '2026-12-03', '2027-01-28', null])
})

test('a post keeps its wall time where clocks are set in between', () => {
  const summer = summary({ at: '2027-03-27T08:00:00.000Z', localTime: '2027-03-27T09:00:00' })
  assert.deepEqual(onDay(summer, '2027-03-29', 'Europe/Berlin', '12:00'), { date: '2027-03-29', time: '09:00', zone: 'Europe/Berlin' })
})

test('a post of another zone keeps the time of that zone', () => {
  const tokyo = summary({ at: '2026-12-15T20:00:00.000Z', timezone: 'Asia/Tokyo' })
  assert.deepEqual(onDay(tokyo, '2026-12-17', 'Europe/Berlin', '12:00'), { date: '2026-12-18', time: '05:00', zone: 'Asia/Tokyo' })
  const unknown = summary({ timezone: 'Mars/Olympus' })
  assert.deepEqual(onDay(unknown, '2026-12-17', 'Europe/Berlin', '12:00'), { date: '2026-12-17', time: '09:00', zone: 'Europe/Berlin' })
})

test('a draft without a time gets the one that was used last', () => {
  assert.deepEqual(onDay(summary({ at: null, localTime: null }), '2026-12-17', 'Europe/Berlin', '18:30'), { date: '2026-12-17', time: '18:30', zone: 'Europe/Berlin' })
})

test('quarters of an hour go over midnight', () => {
  const wall = { date: '2026-12-31', time: '23:50', zone: 'UTC' }
  assert.deepEqual(shifted(wall, 0, 15), { date: '2027-01-01', time: '00:05', zone: 'UTC' })
  assert.deepEqual(shifted({ ...wall, time: '00:10' }, 0, -15), { date: '2026-12-30', time: '23:55', zone: 'UTC' })
  assert.deepEqual(shifted(wall, 7), { date: '2027-01-07', time: '23:50', zone: 'UTC' })
})

test('the past is refused, by the clocks of the zone', () => {
  const now = Date.parse('2026-12-10T23:30:00Z')
  assert.equal(pastBecause({ date: '2026-12-10', time: '09:00', zone: 'Europe/Berlin' }, now), 'Thu 10 Dec has passed.')
  assert.equal(pastBecause({ date: '2026-12-11', time: '00:30', zone: 'Europe/Berlin' }, now), '00:30 today has passed.')
  assert.equal(pastBecause({ date: '2026-12-11', time: '00:31', zone: 'Europe/Berlin' }, now), null)
  assert.equal(pastBecause({ date: '2026-12-10', time: '23:45', zone: 'UTC' }, now), null)
})

test('what has gone out or is going stays', () => {
  assert.equal(fixedBecause(summary({})), null)
  assert.equal(fixedBecause(summary({ status: 'DRAFT' })), null)
  for (const status of ['QUEUED', 'PROCESSING', 'PUBLISHING', 'PUBLISHED', 'FAILED'] as const) assert.ok(fixedBecause(summary({ status })), status)
})

test('a moved post is shown where it goes, and counted once', () => {
  const post = summary({})
  const days = [
    { date: '2026-12-15', count: 5, byStatus: {}, posts: [post, summary({ id: 'b', localTime: '2026-12-15T10:00:00' })] },
    { date: '2026-12-17', count: 1, byStatus: {}, posts: [summary({ id: 'c', localTime: '2026-12-17T08:00:00' })] },
  ] as Day[]
  const to = (localTime: string | null): ReadonlyMap<string, Moved> => new Map([['a', { post: { ...post, localTime }, from: '2026-12-15' }]])
  const shown = (list: readonly Day[]) => list.map((day) => `${day.count}:${day.posts.map((p) => p.id).join('')}`)
  assert.deepEqual(shown(withMoved(days, to('2026-12-17T09:00:00'))), ['4:b', '2:ca'])
  assert.deepEqual(shown(withMoved(days, to('2027-01-01T09:00:00'))), ['4:b', '1:c'])
  assert.deepEqual(shown(withMoved(days, to(null))), ['4:b', '1:c'])
  // The service has told it already, and one that the day does not tell is counted off it too.
  assert.deepEqual(shown(withMoved([{ ...days[0]!, count: 4, posts: [] }, { ...days[1]!, count: 2, posts: [...days[1]!.posts, post] }], to('2026-12-17T09:00:00'))), ['4:', '2:ca'])
  assert.deepEqual(shown(withMoved([{ ...days[0]!, posts: [] }, days[1]!], to('2026-12-17T09:00:00'))), ['4:', '2:ca'])
  assert.equal(withMoved(days, new Map()), days)
})

test('posts at one time stand beside each other, and of many the second lane says how many', () => {
  const at = (...times: string[]) => times.map((time, i) => ({ id: i, localTime: `2026-12-10T${time}:00`, status: 'SCHEDULED' }))
  const column = place(at('04:00', '06:00', '09:00', '09:15', '12:00', '12:10', '12:20').slice(1))
  assert.deepEqual(column.placed.map((p) => [p.post.id, p.top, p.lane, p.lanes]), [[1, 0, 0, 1], [2, 3 * hourHeight, 0, 2], [3, Math.round(3.25 * hourHeight), 1, 2], [4, 6 * hourHeight, 0, 2]])
  assert.deepEqual(column.crowds.map((c) => c.posts.map((p) => p.id)), [[5, 6]])
  // One that did not go out is shown below what is there, and all of them are.
  const shown = (column: ReturnType<typeof place<{ id: number; localTime: string; status: string }>>) => column.placed.map((p) => [p.post.id, p.top - 6 * hourHeight, p.lane])
  const bad = place(at('12:00', '12:10', '12:20').map((post, i) => ({ ...post, status: i === 2 ? 'FAILED' : 'SCHEDULED' })))
  assert.deepEqual([shown(bad), bad.crowds], [[[0, 0, 0], [1, Math.round(hourHeight / 6), 1], [2, cardHeight, 0]], []])
  const all = place(at('12:00', '12:00', '12:00', '12:00', '15:00').map((post, i) => ({ ...post, status: i < 3 ? 'FAILED' : 'SCHEDULED' })))
  assert.deepEqual(shown(all), [[0, 0, 0], [1, 0, 1], [2, cardHeight, 0], [4, 3 * hourHeight, 0]])
  assert.deepEqual(all.crowds.map((c) => [c.posts.map((p) => p.id), c.top - 6 * hourHeight]), [[[3], cardHeight]])
  // One each hour takes turns.
  const hourly = place(at('08:00', '09:00', '10:00', '11:00'))
  assert.deepEqual([hourly.placed.map((p) => [p.lane, p.lanes]), hourly.crowds], [[[0, 2], [1, 2], [0, 2], [1, 2]], []])
  assert.deepEqual(place([]), { placed: [], crowds: [] })
})

test('the night opens as far as something is there', () => {
  const of = (...times: string[]) => hoursOf(times.map((time) => ({ localTime: `2026-12-10T${time}:00`, status: 'SCHEDULED' })), false)
  assert.deepEqual([of(), of('09:00'), of('03:10'), of('22:00'), of('00:15', '23:50')], [{ from: 6, to: 22 }, { from: 6, to: 22 }, { from: 2, to: 22 }, { from: 6, to: 24 }, { from: 0, to: 24 }])
  assert.deepEqual(hoursOf([], true), { from: 0, to: 24 })
  const late = place([{ localTime: '2026-12-10T23:50:00', status: 'SCHEDULED' }], 6, 24)
  assert.equal(late.placed[0]?.top, 18 * hourHeight - cardHeight)
})

test('what goes out next is known', () => {
  const post = (id: string, status: Summary['status'], at: string) => summary({ id, status, at })
  const days = [
    { posts: [post('gone', 'PUBLISHED', '2026-12-10T09:00:00Z'), post('late', 'SCHEDULED', '2026-12-10T09:30:00Z')] },
    { posts: [post('draft', 'DRAFT', '2026-12-11T08:00:00Z'), post('next', 'SCHEDULED', '2026-12-11T09:00:00Z'), post('after', 'SCHEDULED', '2026-12-11T10:00:00Z')] },
  ] as Day[]
  assert.equal(nextOut(days, Date.parse('2026-12-10T10:00:00Z'))?.id, 'next')
})

test('the head of a day says what did not go out, and of what may be live that it is not known', () => {
  const day = (FAILED: number, ...doubts: string[]) => ({ byStatus: { FAILED }, posts: doubts.map((doubt) => ({ status: 'FAILED', doubt })) }) as never
  assert.equal(failureOf(day(0)), null)
  assert.deepEqual(failureOf(day(1, 'none')), { short: '1 did not go out', text: 'One post did not go out.', isBad: true })
  assert.equal(failureOf(day(3, 'none', 'may_be_live'))?.short, '2 did not go out')
  assert.deepEqual(failureOf(day(1, 'may_be_live')), { short: '1 not known yet', text: 'Whether one post went out is not known yet.', isBad: true })
  assert.deepEqual(failedFirst([{ status: 'DRAFT' }, { status: 'FAILED' }, { status: 'SCHEDULED', heldCode: 'WORKER_UNREACHABLE' }]).map(({ status }) => status), ['FAILED', 'SCHEDULED', 'DRAFT'])
})

test('a height is a time', () => {
  assert.deepEqual([-20, 0, hourHeight, hourHeight * 1.26, hourHeight * 40].map((y) => timeAt(y)), ['06:00', '06:00', '07:00', '07:15', '21:45'])
})

test('filters are those of the address', () => {
  const of = (text: string) => filtersIn(new URLSearchParams(text))
  assert.deepEqual(of('account=11111111-1111-4111-8111-111111111111&type=REELS&status=FAILED'), { account: '11111111-1111-4111-8111-111111111111', type: 'REELS', status: 'FAILED' })
  assert.equal(isFiltered(of('account=<script>&type=FILM&status=gone')), false)
  assert.equal(isFiltered(of('type=IMAGE')), true)
})

test('a file that comes later takes its place among those it was dropped with', () => {
  assert.deepEqual(mergedFiles(['a', 'c'], ['a', 'b', 'c'], ['b']), ['a', 'b', 'c'])
  assert.deepEqual(mergedFiles(['b'], ['a', 'b'], ['a']), ['a', 'b'])
  // What was put into the draft by hand, or taken out of it, stays so.
  assert.deepEqual(mergedFiles(['x', 'c', 'a'], ['a', 'b', 'c'], ['b']), ['x', 'c', 'a', 'b'])
  assert.deepEqual(mergedFiles([], ['a', 'b'], ['b']), ['b'])
  assert.deepEqual(mergedFiles(['a', 'b'], ['a', 'b'], ['b']), ['a', 'b'])
})

test('a new post begins at the half hour of a place, and in a day at the usual time or the next hour', () => {
  assert.equal(halfHourAt(0, 6, 22), '06:00')
  assert.equal(halfHourAt(hourHeight * 8.9, 6, 22), '14:30')
  assert.equal(halfHourAt(hourHeight * 99, 6, 22), '21:30')
  assert.equal(halfHourAt(-3, 0, 24), '00:00')
  const now = Date.parse('2026-12-17T13:20:00Z')
  const on = (date: string, chosen: string | null = null, at = now) => newPostOn(date, chosen, '09:00', at, 'Europe/Berlin')
  assert.deepEqual(on('2026-12-18'), { route: '/compose/new?date=2026-12-18&time=09:00' })
  assert.deepEqual(on('2026-12-17'), { route: '/compose/new?date=2026-12-17&time=15:00' })
  assert.deepEqual(on('2026-12-17', '18:30'), { route: '/compose/new?date=2026-12-17&time=18:30' })
  assert.deepEqual(on('2026-12-17', '14:00'), { refused: '14:00 today has passed.' })
  assert.deepEqual(on('2026-12-16'), { refused: 'Wed 16 Dec has passed.' })
  assert.deepEqual(on('2026-12-17', null, Date.parse('2026-12-17T22:30:00Z')), { refused: '09:00 today has passed.' })
})

test('a post that is written lies where the calendar has its instant, and before that is known where its clocks do', () => {
  const when = { day: '2026-12-17', time: '23:30', zone: 'America/New_York', instant: '2026-12-18T04:30:00.000Z' }
  assert.deepEqual(openPostOf('new', when, 'Europe/Berlin'), { id: 'new', date: '2026-12-18', time: '05:30' })
  assert.deepEqual(openPostOf('new', { ...when, instant: null }, 'Europe/Berlin'), { id: 'new', date: '2026-12-17', time: '23:30' })
  assert.equal(openPostOf('new', null, 'Europe/Berlin'), null)
})

const bakery = (changes: object = {}, tokenExpiresAt: string | null = null) =>
  ({ account: { id: 'bakery', name: 'Bakery', username: 'b', tokenExpiresAt }, health: 'ok', remedy: null, ...changes }) as unknown as AccountOverview
/** A forecast of posts, each with its day, its id and what is foretold of it. */
const foretold = (...posts: readonly [date: string, at: string, code: string, fails: boolean][]) => ({
  posts: posts.map(([date, at, code, fails], i) => ({ date, at, postId: `p${i}`, accountId: 'bakery', fails, findings: [{ code, fails, says: `${code} says so.`, fix: 'Do it.', to: `/${code}` }] })),
}) as unknown as Forecast
const textsOn = (date: string, ...[forecast, accounts, zone = 'Europe/Berlin', account]: Partial<Parameters<typeof noticesOf>>) =>
  noticesOf(forecast, accounts ?? [bakery()], zone, account ?? null, Date.parse('2026-12-10T08:00:00Z')).get(date)?.map((notice) => `${notice.short}: ${notice.text}`)

test('a day says what will happen to its posts, each cause and account once', () => {
  const told = foretold(['2026-12-25', '2026-12-25T17:00:00.000Z', 'CAP', true], ['2026-12-25', '2026-12-25T18:00:00.000Z', 'CAP', true], ['2026-12-26', '2026-12-26T08:00:00.000Z', 'CAP', true], ['2026-12-26', '2026-12-26T09:00:00.000Z', 'CLOSE', false])
  assert.deepEqual(textsOn('2026-12-25', told), ['2 over the limit: Two posts of Bakery. The first, at 18:00: CAP says so. Do it.'])
  assert.deepEqual(textsOn('2026-12-26', told), ['1 over the limit: One post of Bakery, at 09:00: CAP says so. Do it.', 'Close together: One post of Bakery, at 10:00: CLOSE says so. Do it.'])
  assert.equal(textsOn('2026-12-25', told, [bakery()], 'UTC', 'potter'), undefined)
  assert.deepEqual(textsOn('2026-12-26', foretold(['2026-12-26', '2026-12-26T08:00:00.000Z', 'TOKEN', true]), []), ['No access: One post of an account that is gone, at 09:00: TOKEN says so. Do it.'])
  assert.deepEqual([...failuresOf(told)], [['p0', 'CAP says so.'], ['p1', 'CAP says so.'], ['p2', 'CAP says so.']])
})

test('a day says that the access of an account ends on it', () => {
  const ends = '2026-12-19T22:59:00.000Z'
  assert.deepEqual(textsOn('2026-12-19', undefined, [bakery({ health: 'expiring' }, ends)]), ['Access ends 23:59: The access of Bakery ends at 23:59.'])
  assert.equal(textsOn('2026-12-19', undefined, [bakery({ health: 'dead' }, ends)]), undefined)
  assert.equal(textsOn('2026-12-01', undefined, [bakery({ health: 'expiring' }, '2026-12-01T09:00:00.000Z')]), undefined)
})

test('the tray says what a draft is, and which file it lacks, but asks for no caption', () => {
  const says = (mediaType: Summary['mediaType'], mediaCount: number) => traySays({ mediaType, mediaCount, caption: '' } as Summary)
  assert.deepEqual([says('STORIES', 1), says('IMAGE', 1), says('CAROUSEL', 3), says('REELS', 1)], ['Story', 'Picture', 'Carousel of 3', 'Reel'])
  assert.deepEqual([says('STORIES', 0), says('REELS', 0), says('CAROUSEL', 0)], ['Needs a picture', 'Needs a video', 'Needs a picture'])
})
