// A new post that is begun in the calendar, and where the calendar shows the one in the composer.
import { dayOf, minutesOf, wallClock, wallTime } from '../../lib/time.ts'
import { hourHeight } from './lanes.ts'
import { pastBecause } from './moves.ts'

/** The half hour at a height of a column whose first hour is from: 17:30. */
export function halfHourAt(y: number, from: number, to: number): string {
  const halves = Math.min(Math.max(Math.floor((y / hourHeight) * 2), 0), (to - from) * 2 - 1)
  return wallTime(from * 60 + halves * 30)
}

/** Where a new post for a day is begun, or why none is. The usual time is taken where none was chosen, and today the next hour once that has passed. */
export function newPostOn(date: string, chosen: string | null, usual: string, now: number, zone: string): { route: string } | { refused: string } {
  const isLate = date === dayOf(now, zone) && usual <= wallClock(now, zone)
  const next = Math.floor(minutesOf(wallClock(now, zone)) / 60 + 1) * 60
  const time = chosen ?? (isLate && next < 1_440 ? wallTime(next) : usual)
  const refused = pastBecause({ date, time, zone }, now)
  return refused ? { refused } : { route: `/compose/new?date=${date}&time=${time}` }
}

interface When {
  day: string
  time: string
  zone: string
  instant: string | null
}

/** The post in the composer, and where the calendar shows it. */
export interface OpenPost {
  id: string
  date: string
  time: string
}

/** Where a calendar of the zone shows the post in the composer; null without a time. */
export function openPostOf(id: string, when: When | null, zone: string): OpenPost | null {
  if (!when) return null
  const { instant } = when
  return instant ? { id, date: dayOf(instant, zone), time: wallClock(instant, zone) } : { id, date: when.day, time: when.time }
}
