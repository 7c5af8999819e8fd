import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingsOf } from '../src/lib/when.ts'

// A Sunday.
const now = { date: '2026-11-29', time: '15:50' }
const told = (text: string) => readingsOf(text, now).map(({ name, date, time }) => `${name}|${date}|${time ?? ''}`)

test('what a post is called and when it is to go out are told apart', () => {
  for (const [text, ...want] of [
    ['move stollen to friday 18:00', 'stollen|2026-12-04|18:00'],
    ['Move Stollen, last batch to Fri, 6 pm', 'Stollen last batch|2026-12-04|18:00'],
    ['stollen fri 18', 'stollen|2026-12-18|', 'stollen|2026-12-04|18:00'],
    ['stollen fri 17', 'stollen|2026-12-04|17:00'],
    ['move it to tomorrow', 'it|2026-11-30|'],
    ['stollen today at 17.30', 'stollen|2026-11-29|17:30'],
    ['sun 16:00', '|2026-11-29|16:00'],
    ['sun 15:00', '|2026-12-06|15:00'],
    ['gift sets to 24 december 9:00', 'gift sets|2026-12-24|09:00'],
    ['gift sets on Dec 24', 'gift sets|2026-12-24|'],
    ['move x thu 24 dec 12am', 'x|2026-12-24|00:00'],
    ['kiln to 2027-01-15', 'kiln|2027-01-15|'],
    ['kiln on 3 mar', 'kiln|2027-03-03|'],
  ] as const) assert.deepEqual(told(text), want, text)
})

test('what is no day, or a plain search that ends in one, moves nothing', () => {
  for (const text of ['', 'stollen', 'bread in the sun', 'open on monday and', 'friday', 'move stollen', 'to 31 feb', 'fri 25:00', 'move x to fri 13pm', 'to 2026-13-01', 'kiln 18', 'move 18:00', 'to saturnday']) {
    assert.deepEqual(told(text), [], text)
  }
})
