// Which days a view has, and how they are filled. Days are texts such as 2026-12-10, which sort as days do.
import { addDays, dayNumber, monthName, weekBegins } from '../../lib/time.ts'

export type View = 'month' | 'week' | 'agenda'

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

/** How many weeks the month view shows, and how many it goes on by: one stays in view. */
const weeks = 5
export const page = 7 * (weeks - 1)

/** The weeks from the day's own on, which is the first row. */
export function weeksOf(day: string): string[][] {
  return Array.from({ length: weeks }, (_, i) => weekOf(addDays(day, 7 * i)))
}

/** The days that a view shows. */
export function daysOf(view: View, day: string): string[] {
  return view === 'month' ? weeksOf(day).flat() : view === 'week' ? weekOf(day) : [...weekOf(day), ...weekOf(addDays(day, 7))]
}

/** The day that the view begins with, for it to show another one after its end: in the last row of the month. */
export function beginFor(view: View, day: string): string {
  return view === 'month' ? addDays(day, -page) : day
}

/** The month of which the weeks show most: that of the day in their middle. */
export function monthOf(day: string): string {
  return weekOf(addDays(day, page / 2))[3] ?? day
}

/** What the head of the page says: December, 7 to 13 December, 30 November to 6 December; and the year. */
export function heading(view: View, day: string): { words: string; year: string } {
  if (view === 'month') return { words: monthName(monthOf(day)), year: monthOf(day).slice(0, 4) }
  const days = daysOf(view, day)
  const first = days[0] ?? day
  const last = days.at(-1) ?? day
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
      return addDays(day, -page)
    case 'PageDown':
      return addDays(day, page)
    default:
      return null
  }
}
