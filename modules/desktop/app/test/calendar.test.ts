import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersIn, isFiltered } from '../src/pages/calendar/filters.ts'
import { addMonths, daysOf, density, heading, isDay, stepTo, weeksOf } from '../src/pages/calendar/grid.ts'
import { joined } from '../src/pages/calendar/joining.ts'
import { hourHeight, place, timeAt } from '../src/pages/calendar/lanes.ts'
import { fixedBecause, onDay, pastBecause, shifted, withMoved, type Day, type Moved, type Summary } from '../src/pages/calendar/moves.ts'

const summary = (changes: Partial<Summary>) =>
  ({ id: 'a', status: 'SCHEDULED', at: '2026-12-15T08:00:00.000Z', localTime: '2026-12-15T09:00:00', timezone: 'Europe/Berlin', ...changes }) as Summary

test('a month has whole weeks from Monday', () => {
  const december = weeksOf('2026-12-17')
  assert.equal(december.length, 5)
  assert.equal(december[0]?.[0], '2026-11-30')
  assert.equal(december[4]?.[6], '2027-01-03')
  assert.equal(weeksOf('2027-02-01').length, 4)
  assert.equal(weeksOf('2027-08-31').length, 6)
  assert.deepEqual(daysOf('week', '2026-12-13'), ['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11', '2026-12-12', '2026-12-13'])
})

test('a month later is the same day, or the last one that there is', () => {
  assert.equal(addMonths('2027-01-31', 1), '2027-02-28')
  assert.equal(addMonths('2026-12-10', 1), '2027-01-10')
  assert.equal(addMonths('2027-03-31', -1), '2027-02-28')
  assert.equal(addMonths('2028-02-29', -12), '2027-02-28')
})

test('the head names what is shown', () => {
  assert.deepEqual(heading('month', '2026-12-01'), { words: 'December', year: '2026' })
  assert.deepEqual(heading('week', '2026-12-10'), { words: '7 to 13 December', year: '2026' })
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
    ['2026-12-30', '2027-01-01', '2026-12-24', '2027-01-07', '2026-12-28', '2027-01-03', '2026-11-30', '2027-01-31', null])
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
  const at = (...times: string[]) => times.map((time, i) => ({ id: i, localTime: `2026-12-10T${time}:00` }))
  const column = place(at('05:59', '06:00', '09:00', '09:15', '12:00', '12:10', '12:20', '22:00'))
  assert.deepEqual([column.early.length, column.late.length], [1, 1])
  assert.deepEqual(column.placed.map((p) => [p.post.id, p.top, p.lane, p.lanes]), [[1, 0, 0, 1], [2, 3 * hourHeight, 0, 2], [3, Math.round(3.25 * hourHeight), 1, 2], [4, 6 * hourHeight, 0, 2]])
  assert.deepEqual(column.crowds.map((c) => c.posts.map((p) => p.id)), [[5, 6]])
  assert.deepEqual(place([]), { early: [], late: [], placed: [], crowds: [] })
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
  assert.deepEqual(joined(['a', 'c'], ['a', 'b', 'c'], ['b']), ['a', 'b', 'c'])
  assert.deepEqual(joined(['b'], ['a', 'b'], ['a']), ['a', 'b'])
  // What was put into the draft by hand, or taken out of it, stays so.
  assert.deepEqual(joined(['x', 'c', 'a'], ['a', 'b', 'c'], ['b']), ['x', 'c', 'a', 'b'])
  assert.deepEqual(joined([], ['a', 'b'], ['b']), ['b'])
  assert.deepEqual(joined(['a', 'b'], ['a', 'b'], ['b']), ['a', 'b'])
})
