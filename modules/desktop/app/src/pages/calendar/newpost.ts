// A new post that is begun in the calendar, and where the calendar shows the one in the composer.
import { wallClock, dayOf, shortDay } from '../../lib/time.ts'
import { hourHeight } from './lanes.ts'

/** The half hour at a height of a column whose first hour is from: 17:30. */
export function halfHourAt(y: number, from: number, to: number): string {
  const halves = Math.min(Math.max(Math.floor((y / hourHeight) * 2), 0), (to - from) * 2 - 1)
  return `${String(from + Math.floor(halves / 2)).padStart(2, '0')}:${halves % 2 ? '30' : '00'}`
}

/** Where a new post for a day is begun, or why none is. The usual time is taken where none was chosen, and today the next hour once that has passed. */
export function newPostOn(date: string, chosen: string | null, usual: string, now: number, zone: string): { route: string } | { refused: string } {
  const today = dayOf(now, zone)
  const passed = date < today ? `${shortDay(date)} has passed.` : null
  const isLate = (time: string) => date === today && time <= wallClock(now, zone)
  const next = String(Number(wallClock(now, zone).slice(0, 2)) + 1).padStart(2, '0')
  const time = chosen ?? (isLate(usual) && next < '24' ? `${next}:00` : usual)
  if (passed ?? isLate(time)) return { refused: passed ?? `${time} today has passed.` }
  return { route: `/compose/new?date=${date}&time=${time}` }
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
