// Reads days and times as people write them, and "move stollen to friday 18:00". Which instant that is, the service says.
import { addDays, dayNumber, monthName, wallTime, weekday } from './time.ts'

export interface Reading {
  /** What the post is called; empty where only a time is said. */
  name: string
  date: string
  /** Such as 18:00; null where the post keeps its own. */
  time: string | null
}

interface Now {
  date: string
  time: string
}

type When = Omit<Reading, 'name'>

const weekdays = Array.from({ length: 7 }, (_, i) => weekday(addDays('2026-11-29', i)).toLowerCase())
const months = Array.from({ length: 12 }, (_, i) => monthName(`2026-${String(i + 1).padStart(2, '0')}-01`).toLowerCase())

// Where a word stands in a list, of which it may be a beginning of three letters or more; -1 for nowhere.
const placeIn = (names: readonly string[], word = '') => (word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word)))

function timeOf(word = ''): string | null {
  const [, hours, minutes, half] = /^(\d{1,2})(?:[:.]([0-5]\d))?(am|pm)?$/.exec(word) ?? []
  if (!hours || !minutes && !half) return null
  const hour = half ? (Number(hours) % 12) + (half === 'pm' ? 12 : 0) : Number(hours)
  return hour > 23 || half && (Number(hours) < 1 || Number(hours) > 12) ? null : wallTime(hour * 60 + Number(minutes ?? 0))
}

// The first day from a given one on for which it is so, of the next two years.
function firstDay(from: string, isIt: (day: string) => boolean): string | null {
  for (let i = 0; i < 731; i++) if (isIt(addDays(from, i))) return addDays(from, i)
  return null
}

// The day of the week that has not passed: today only where the time is still to come.
function nextOn(day: number, time: string | null, now: Now): string | null {
  return firstDay(time !== null && time > now.time ? now.date : addDays(now.date, 1), (each) => weekday(each).toLowerCase() === weekdays[day])
}

function daysOf(words: readonly string[], time: string | null, now: Now): When[] {
  const said = (date: string | null, at = time): When[] => (date ? [{ date, time: at }] : [])
  const day = placeIn(weekdays, words[0])
  const rest = day >= 0 ? words.slice(1) : words
  if (rest.length === 0) return day >= 0 ? said(nextOn(day, time, now)) : []
  const number = Number(rest.find((word) => /^\d{1,2}$/.test(word)) ?? NaN)
  const month = placeIn(months, rest.find((word) => !/^\d/.test(word)))
  const fits = (each: string) => dayNumber(each) === number && (month < 0 || Number(each.slice(5, 7)) === month + 1) && (day < 0 || weekday(each).toLowerCase() === weekdays[day])
  if (rest.length === 2 && month >= 0) return said(firstDay(now.date, fits))
  if (rest.length !== 1) return []
  if (day >= 0) {
    if (Number.isNaN(number)) return []
    // "fri 18" is the eighteenth, if that is a Friday soon, or Friday at six in the evening.
    const date = firstDay(now.date, fits)
    const hour = time === null && number < 24 ? wallTime(number * 60) : null
    return [...said(date && date < addDays(now.date, 62) ? date : null), ...(hour ? said(nextOn(day, hour, now), hour) : [])]
  }
  const [word = ''] = rest
  if (word === 'today') return said(now.date)
  if (word === 'tomorrow') return said(addDays(now.date, 1))
  return said(/^\d{4}-\d\d-\d\d$/.test(word) && !Number.isNaN(Date.parse(word)) ? word : null)
}

/** The time of a field, such as 18:00, 18.30, 1830, 6pm or 18. */
export function readTime(text: string): string | null {
  const word = text.toLowerCase().replace(/\s/g, '').replace(/^(\d{1,2})(\d\d)$/, '$1:$2')
  return timeOf(word) ?? timeOf(`${word}:00`)
}

/** The day of a field, such as 17 Dec 2026, 17.12., fri or tomorrow: the next one, where the year is not said. */
export function readDay(text: string, today: string): string | null {
  const words = text.toLowerCase().replace(/^(\d{1,2})[./](\d{1,2})\b/, (_, day: string, month: string) => `${day} ${months[Number(month) - 1] ?? month} `).split(/[\s,./]+/).filter(Boolean)
  const at = words.findIndex((word) => /^\d{4}$/.test(word))
  const [year = ''] = at < 0 ? [] : words.splice(at, 1)
  // The day of the week is not read where the rest says the day: who changes the one forgets the other.
  if (words.length > 2 && placeIn(weekdays, words[0]) >= 0) words.shift()
  const [found] = daysOf(words, null, { date: year ? `${year}-01-01` : today, time: '' })
  return found && !found.time && found.date.startsWith(year) ? found.date : null
}

/** What is meant by a text that ends in a day, the likeliest first: none where it may be a plain search, such as for bread in the sun. */
export function readingsOf(text: string, now: Now): Reading[] {
  const words = text.trim().replace(/(\d)\s+([ap]m)\b/gi, '$1$2').split(/[\s,]+/).filter(Boolean)
  const isAsked = /^(move|plan)$/i.test(words[0] ?? '')
  if (isAsked) words.shift()
  // The longest ending that is a time.
  for (let from = Math.max(0, words.length - 5); from < words.length; from++) {
    const when = words.slice(from).map((word) => word.toLowerCase())
    const time = timeOf(when.at(-1))
    const days = time ? when.slice(0, when.at(-2) === 'at' ? -2 : -1) : when
    const found = daysOf(days, time, now)
    if (found.length === 0) continue
    const name = words.slice(0, from)
    const isLed = /^(to|on|for)$/i.test(name.at(-1) ?? '')
    if (isLed) name.pop()
    if (isAsked || isLed || when.length > 1) return found.map((each) => ({ name: name.join(' '), ...each }))
  }
  return []
}
