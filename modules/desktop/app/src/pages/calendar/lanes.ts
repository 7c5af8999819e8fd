// Where the posts of a day stand in the week. A post has no length, its card has one.
import { minutesOf, wallTime } from '../../lib/time.ts'
import { needsSomebody } from './moves.ts'

const firstHour = 6
const lastHour = 22
/** How many pixels an hour has, and how many a card: an hour and a quarter fits. */
export const hourHeight = 45
export const cardHeight = 56
const lanes = 2

/** The hour of a wall time such as 2026-12-10T18:30:00, with its fraction. */
export function hourOf(local: string): number {
  return minutesOf(local.slice(11)) / 60
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
}

export interface Column<T> {
  placed: Placed<T>[]
  crowds: Crowd<T>[]
}

type Timed = { localTime: string | null; status: string; heldCode?: string | null }

/** The hours that the days show: those of the day, and of the night as many as something needs. */
export function hoursOf(posts: readonly Timed[], showsNight: boolean): { from: number; to: number } {
  const hours = posts.flatMap((post) => (post.localTime ? [hourOf(post.localTime)] : []))
  const even = (hour: number) => 2 * Math.floor(hour / 2)
  return showsNight ? { from: 0, to: 24 } : { from: Math.min(firstHour, ...hours.map(even)), to: Math.max(lastHour, ...hours.map((hour) => even(hour) + 2)) }
}

/** Places the posts of a day, which are in the order of their times, in lanes. What finds none free is counted in the second one; what needs somebody stands below what is there. */
export function place<T extends Timed>(posts: readonly T[], from = firstHour, to = lastHour): Column<T> {
  const column: Column<T> = { placed: [], crowds: [] }
  /** The cards that lie beside each other, and where their lanes end. */
  let beside: Placed<T>[] = []
  let ends = [0, 0]
  let crowd: Crowd<T> | undefined
  const topOf = (post: T) => Math.min(Math.round((hourOf(post.localTime ?? '') - from) * hourHeight), (to - from) * hourHeight - cardHeight)
  const close = () => {
    const used = crowd ? lanes : Math.max(0, ...beside.map(({ lane }) => lane + 1))
    for (const card of beside) card.lanes = used
    beside = []
    crowd = undefined
  }
  const put = (post: T, top: number, lane: number) => {
    const card = { post, top, lane, lanes }
    beside.push(card)
    column.placed.push(card)
    ends[lane] = top + cardHeight
    if (lane === 1) crowd = undefined
  }
  for (const post of posts) {
    const top = topOf(post)
    if (top >= Math.max(...ends)) {
      close()
      ends = [top, top]
    }
    const free = ends.findIndex((end) => end <= top)
    const shorter = (ends[0] ?? 0) <= (ends[1] ?? 0) ? 0 : 1
    if (free >= 0) put(post, top, free)
    else if (needsSomebody(post)) put(post, ends[shorter] ?? top, shorter)
    else if (crowd) crowd.posts.push(post)
    else {
      const last = column.placed.findLast((card) => card.lane === 1)
      const joins = last && !needsSomebody(last.post)
      if (joins) {
        column.placed.splice(column.placed.indexOf(last), 1)
        beside.splice(beside.indexOf(last), 1)
      }
      crowd = { posts: joins ? [last.post, post] : [post], top: joins ? last.top : (ends[1] ?? top) }
      ends[1] = crowd.top + cardHeight
      column.crowds.push(crowd)
    }
  }
  close()
  return column
}

/** The wall time at a height of a column, at a quarter of an hour: 17:15. */
export function timeAt(y: number, from = firstHour, to = lastHour): string {
  const quarters = Math.min(Math.max(Math.round((y / hourHeight) * 4), 0), (to - from) * 4 - 1)
  return wallTime(from * 60 + quarters * 15)
}
