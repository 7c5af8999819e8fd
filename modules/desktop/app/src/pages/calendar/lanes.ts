// Where the posts of a day stand in the week. A post has no length, its card has one.
export const firstHour = 6
export const lastHour = 22
/** How many pixels an hour has, and how many a card. */
export const hourHeight = 45
export const cardHeight = 58
const lanes = 2

/** The hour of a wall time such as 2026-12-10T18:30:00, with its fraction. */
export function hourOf(local: string): number {
  return Number(local.slice(11, 13)) + Number(local.slice(14, 16)) / 60
}

export interface Placed<T> {
  post: T
  top: number
  lane: number
  /** How many lanes are beside each other here. */
  lanes: number
}

/** Posts that have no room of their own, from a time on. */
export interface Crowd<T> {
  posts: T[]
  top: number
  lane: number
}

export interface Column<T> {
  early: T[]
  late: T[]
  placed: Placed<T>[]
  crowds: Crowd<T>[]
}

/** Places the posts of a day, which are in the order of their times. Those before six and from ten at night stand apart. */
export function place<T extends { localTime: string | null; status: string }>(posts: readonly T[], from = firstHour, to = lastHour): Column<T> {
  const column: Column<T> = { early: [], late: [], placed: [], crowds: [] }
  let group: T[] = []
  let end = -1
  const topOf = (post: T) => Math.round((hourOf(post.localTime ?? '') - from) * hourHeight)
  const close = () => {
    const top = group[0] ? topOf(group[0]) : 0
    if (group.length <= lanes) {
      group.forEach((post, lane) => column.placed.push({ post, top: topOf(post), lane, lanes: group.length }))
    } else {
      // One that did not go out is never one of those that are only counted, unless another one is.
      const first = group.find((post) => post.status === 'FAILED') ?? group[0]
      const rest = group.filter((post) => post !== first)
      if (first) column.placed.push({ post: first, top: topOf(first), lane: 0, lanes })
      column.crowds.push({ posts: rest, top: rest[0] ? topOf(rest[0]) : top, lane: 1 })
    }
    group = []
  }
  for (const post of posts) {
    const hour = hourOf(post.localTime ?? '')
    if (hour < from) column.early.push(post)
    else if (hour >= to) column.late.push(post)
    else {
      if (group.length > 0 && topOf(post) >= end) close()
      if (group.length === 0) end = topOf(post) + cardHeight
      else end = Math.max(end, group.length < lanes ? topOf(post) + cardHeight : end)
      group.push(post)
    }
  }
  if (group.length > 0) close()
  return column
}

/** The wall time at a height of a column, at a quarter of an hour: 17:15. */
export function timeAt(y: number, from = firstHour, to = lastHour): string {
  const quarters = Math.min(Math.max(Math.round((y / hourHeight) * 4), 0), (to - from) * 4 - 1)
  const minutes = from * 60 + quarters * 15
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
