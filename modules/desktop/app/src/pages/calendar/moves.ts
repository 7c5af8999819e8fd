// What it means to move a post. Wall times are moved by the calendar alone; which instant one is the service says.
import type { InternalSchemas } from '../../api/client.ts'
import { addDays, dayOf, daysBetween, minutesOf, shortDay, spokenTime, wallClock, wallTime } from '../../lib/time.ts'
import { isUnsure } from '../../ui/status.ts'

export type Summary = InternalSchemas['PostSummary']
export type Day = InternalSchemas['CalendarDay']

/** A time as calendars and clocks of a zone show it. */
export interface Wall {
  date: string
  /** Such as 09:00. */
  time: string
  zone: string
}

/** The wall time of a post in a zone; null for a draft that is planned for no time. */
export function wallIn(post: Pick<Summary, 'at'>, zone: string): Wall | null {
  return post.at === null ? null : { date: dayOf(post.at, zone), time: wallClock(post.at, zone), zone }
}

/** The wall time that a post keeps when it is moved by whole days: that of the zone it was planned in, where this browser knows it. */
export function ownWall(post: Summary, zone: string): Wall | null {
  try {
    return wallIn(post, post.timezone)
  } catch {
    return wallIn(post, zone)
  }
}

/** The wall time as many days and minutes later. */
export function shifted(wall: Wall, days: number, minutes = 0): Wall {
  const total = minutesOf(wall.time) + minutes
  const over = Math.floor(total / 1_440)
  return { date: addDays(wall.date, days + over), time: wallTime(total - over * 1_440), zone: wall.zone }
}

/** Where a post comes to lie when it is put on a day that the view shows: at the time that it has, or at another one for a draft without one. */
export function onDay(post: Summary, date: string, zone: string, otherwise: string, own = ownWall(post, zone)): Wall {
  const shown = post.localTime?.slice(0, 10)
  return shown && own ? shifted(own, daysBetween(shown, date)) : { date, time: otherwise, zone }
}

/** What a move asks the service: 2026-12-17T09:00:00. */
export function localOf(wall: Wall): string {
  return `${wall.date}T${wall.time}:00`
}

/** Why a post stays where it is, whatever the target; null when it can be moved. */
export function fixedBecause(post: Summary): string | null {
  switch (post.status) {
    case 'DRAFT':
    case 'SCHEDULED':
      return null
    case 'PUBLISHED':
      return 'It went out already. A published post stays where it is.'
    case 'FAILED':
      return isUnsure(post) ? 'It may have gone out. Open it to see what is known.' : 'It did not go out. Open it to see why and to try again.'
    default:
      return 'It is being published now. Nothing can be moved any more.'
  }
}

/** Why a post cannot be put at a time; null when it can. */
export function pastBecause(to: Wall, now: number): string | null {
  const today = dayOf(now, to.zone)
  if (to.date < today) return `${shortDay(to.date)} has passed.`
  if (to.date === today && to.time <= wallClock(now, to.zone)) return `${spokenTime(to.time)} today has passed.`
  return null
}

/** Thu 17 Dec, 09:00; with the zone where it is another than that of the view. */
export function wallWords(wall: Wall, zone: string): string {
  return `${shortDay(wall.date)}, ${spokenTime(wall.time)}${wall.zone === zone ? '' : ` in ${wall.zone}`}`
}

/** Whether a post did not go out, is kept back, or may have gone out: no view counts it among others. */
export function needsSomebody(post: { status: string; heldCode?: string | null }): boolean {
  return post.status === 'FAILED' || Boolean(post.heldCode)
}

/** The posts with those first that need somebody. */
export function failedFirst<T extends { status: string; heldCode?: string | null }>(posts: readonly T[]): T[] {
  return [...posts.filter(needsSomebody), ...posts.filter((post) => !needsSomebody(post))]
}

/** The post that goes out next, of those that the days have. */
export function nextOut(days: Iterable<Day>, now: number): Summary | undefined {
  for (const day of days) {
    const next = day.posts.find((post) => post.status === 'SCHEDULED' && Date.parse(post.at ?? '') >= now)
    if (next) return next
  }
  return undefined
}

/** A post that is shown where it is going. */
export interface Moved {
  post: Summary
  /** The day of the view that it was on, null for the tray. */
  from: string | null
}

/** The days as they are once the posts have moved. A post whose time is null is on none of them. */
export function withMoved(days: readonly Day[], moved: ReadonlyMap<string, Moved>): readonly Day[] {
  if (moved.size === 0) return days
  return days.map((day) => {
    const kept = day.posts.filter((post) => !moved.has(post.id))
    const unseen = [...moved.values()].filter((m) => m.from === day.date && !days.some((d) => d.posts.some((post) => post.id === m.post.id)))
    const arrived = [...moved.values()].filter((m) => m.post.localTime?.startsWith(day.date)).map((m) => m.post)
    const posts = [...kept, ...arrived].sort((a, b) => (a.localTime ?? '').localeCompare(b.localTime ?? '') || a.id.localeCompare(b.id))
    return { ...day, posts, count: day.count - (day.posts.length - kept.length) - unseen.length + arrived.length }
  })
}
