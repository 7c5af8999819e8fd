// Which days a view has, and how they are filled. Days are texts such as 2026-12-10, which sort as days do.
import { addDays, dayNumber, monthName, weekBegins } from '../../lib/time.ts'

export type View = 'month' | 'week'

const utc = (day: string) => new Date(`${day}T00:00:00Z`)

/** Whether the text is a day of the calendar. At the ends of the years of four digits there are none: a view would show days beside them. */
export function isDay(text: string | null): text is string {
  return text !== null && /^[1-8]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && utc(text).toISOString().startsWith(text)
}

/** The first day of the day's week: Monday, or what the user has chosen. */
export function weekStart(day: string): string {
  return addDays(day, -((utc(day).getUTCDay() + 7 - weekBegins()) % 7))
}

/** The seven days of the day's week. */
export function weekOf(day: string): string[] {
  const first = weekStart(day)
  return Array.from({ length: 7 }, (_, i) => addDays(first, i))
}

/** The weeks that a month has a day in, whole. */
export function weeksOf(day: string): string[][] {
  const month = day.slice(0, 7)
  return Array.from({ length: 6 }, (_, i) => weekOf(addDays(`${month}-01`, 7 * i))).filter((week) => week.some((each) => each.startsWith(month)))
}

/** The same day of another month, or its last one where it has no such day. */
export function addMonths(day: string, months: number): string {
  const first = utc(`${day.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + months)
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  const date = Math.min(dayNumber(day), last.getUTCDate())
  return `${first.toISOString().slice(0, 7)}-${String(date).padStart(2, '0')}`
}

/** The day as many views later. */
export function turn(view: View, day: string, by: number): string {
  return view === 'month' ? addMonths(day, by) : addDays(day, 7 * by)
}

/** The days that a view shows. */
export function daysOf(view: View, day: string): string[] {
  return view === 'month' ? weeksOf(day).flat() : weekOf(day)
}

/** What the head of the page says: December, 7 to 13 December, 30 November to 6 December; and the year. */
export function heading(view: View, day: string): { words: string; year: string } {
  if (view === 'month') return { words: monthName(day), year: day.slice(0, 4) }
  const week = weekOf(day)
  const first = week[0] ?? day
  const last = week[6] ?? day
  const month = first.slice(0, 7) === last.slice(0, 7) ? '' : ` ${monthName(first)}`
  return { words: `${dayNumber(first)}${month} to ${dayNumber(last)} ${monthName(last)}`, year: last.slice(0, 4) }
}

/** How the posts of a day are shown: one fills the day, up to three have a row each, of more the first two have. */
export function density(count: number): { form: 'lead' | 'row' | 'slim'; shown: number } {
  if (count <= 1) return { form: 'lead', shown: 1 }
  if (count === 2) return { form: 'row', shown: 2 }
  return { form: 'slim', shown: count === 3 ? 3 : 2 }
}

/** Where a day lies from another, by the keys that go between days; null for other keys. */
export function stepTo(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return weekStart(day)
    case 'End':
      return addDays(weekStart(day), 6)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return null
  }
}
