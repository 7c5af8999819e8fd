// Shows instants in a time zone. Which instant a wall time means the service alone says; nothing here turns one into the other.

const formatters = new Map<string, Intl.DateTimeFormat>()

// An Intl formatter takes longer to make than a thousand uses of it.
function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options)
  let made = formatters.get(key)
  if (!made) {
    made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
    formatters.set(key, made)
  }
  return made
}

/** What the options ask for, as it is in the zone. */
export function part(instant: number, zone: string, options: Intl.DateTimeFormatOptions): string {
  return formatter(zone, options).format(instant)
}

export type Instant = string | number

function milliseconds(instant: Instant): number {
  return typeof instant === 'number' ? instant : Date.parse(instant)
}

/** The zone of this browser. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

// How the user wants days and times to be shown.
let chosen = { zone: '', has12Hours: false, weekBegins: 1 }

/** Has days and times shown in another way from now on. weekBegins is the day on which a week does: 0 for Sunday, 1 for Monday, 6 for Saturday. */
export function showTimes(as: typeof chosen): void {
  chosen = as
}

/** The zone that the user has chosen, or that of this browser. */
export function ownZone(): string {
  return chosen.zone || browserZone()
}

/** The day on which a week begins, 0 for Sunday. */
export function weekBegins(): number {
  return chosen.weekBegins
}

/** 18:05, for people and for programs. */
export function wallClock(instant: Instant, zone: string): string {
  return part(milliseconds(instant), zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** A wall time such as 18:05, as the user wants to read it: 18:05, or 6:05 pm. */
export function spokenTime(time: string): string {
  const [hour, minute] = time.split(':')
  if (!chosen.has12Hours || !hour || !minute) return time
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}`
}

/** 18:05, or 6:05 pm. */
export function clock(instant: Instant, zone: string): string {
  return spokenTime(wallClock(instant, zone))
}

/** 2026-12-10, which sorts and compares as days do. */
export function dayOf(instant: Instant, zone: string): string {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return part(milliseconds(instant), zone, day).split('/').reverse().join('-')
}

/** The hour of the day with its fraction, 0 to 24: where the instant lies on a ribbon of its day. */
export function hourOf(instant: Instant, zone: string): number {
  return minutesOf(wallClock(instant, zone)) / 60
}

/** 545 of 09:05. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** 09:05 of 545. */
export function wallTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The day as many days later, by the calendar alone. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** How many days lie between two. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / 86_400_000)
}

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Thursday */
export function weekday(day: string): string {
  return part(utc(day), 'UTC', { weekday: 'long' })
}

/** Thu */
export function shortWeekday(day: string): string {
  return part(utc(day), 'UTC', { weekday: 'short' })
}

/** December */
export function monthName(day: string): string {
  return part(utc(day), 'UTC', { month: 'long' })
}

/** Dec */
export function shortMonth(day: string): string {
  return part(utc(day), 'UTC', { month: 'short' })
}

/** 10, without a zero before it. */
export function dayNumber(day: string): number {
  return Number(day.slice(8))
}

/** Thursday, 10 December */
export function longDay(day: string): string {
  return `${weekday(day)}, ${dayNumber(day)} ${monthName(day)}`
}

/** Thu 10, or Thu 10 Dec when the month is another than that of the day that is given beside it. */
export function shortDay(day: string, beside?: string): string {
  const month = beside && beside.slice(0, 7) === day.slice(0, 7) ? '' : ` ${shortMonth(day)}`
  return `${shortWeekday(day)} ${dayNumber(day)}${month}`
}

/** The year of the day, with a space before it, where it is not that of today. */
export function otherYear(day: string, today: string): string {
  const year = day.slice(0, 4)
  return today.startsWith(year) ? '' : ` ${year}`
}

/** today, tomorrow, yesterday, Thu 10 Dec, or Fri 10 Dec 2027. */
export function namedDay(day: string, today: string): string {
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  if (day === addDays(today, -1)) return 'yesterday'
  return shortDay(day) + otherYear(day, today)
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long that is: under a minute, 12 min, 5 h 57 min, 3 days. */
export function span(length: number): string {
  const whole = Math.abs(length)
  if (whole < minute) return 'under a minute'
  if (whole < hour) return `${Math.floor(whole / minute)} min`
  if (whole < day) {
    const minutes = Math.floor((whole % hour) / minute)
    return `${Math.floor(whole / hour)} h` + (minutes ? ` ${minutes} min` : '')
  }
  const days = Math.round(whole / day)
  return days === 1 ? '1 day' : `${days} days`
}

/** in 5 h 57 min, or 12 min ago; from a day on by the calendar of the zone: next Thursday is in 7 days all Thursday. */
export function away(instant: Instant, now: number, zone = ownZone()): string {
  const length = milliseconds(instant) - now
  if (Math.abs(length) < minute) return length >= 0 ? 'in under a minute' : 'just now'
  const words = span(Math.abs(length) < day ? length : utc(dayOf(instant, zone)) - utc(dayOf(now, zone)) || day)
  return length > 0 ? `in ${words}` : `${words} ago`
}

let offset = 0
let told: () => void = () => undefined

/** Has f run when the time of the service turns out to be another than was thought. */
export function onServiceTime(f: () => void): void {
  told = f
}

/** Takes the time that the service sent with an answer: the browser's clock may be wrong by days. */
export function setServiceTime(date: string | null, browser: number): void {
  const said = date ? Date.parse(date) : NaN
  // The header has whole seconds, and an answer is under way for a while.
  if (Number.isNaN(said)) return
  const before = offset
  offset = Math.abs(said - browser) > 3_000 ? said - browser : 0
  if (Math.abs(offset - before) > 3_000) told()
}

/** The service's time. */
export function serviceNow(): number {
  return Date.now() + offset
}

/** By how much the browser's clock is behind, in milliseconds; 0 when it is right. */
export function clockOffset(): number {
  return offset
}
