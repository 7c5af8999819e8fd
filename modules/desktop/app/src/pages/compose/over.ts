import type { When } from './content.ts'

/** What the composer tells the page that it lies over. */
export interface Over {
  /** Goes back to that page. */
  close: () => void
  /** Goes on with the same post on a page of its own. */
  widen: () => void
  /** The post has its time; without one it is on its way. */
  sent: (id: string, when: When | null) => void
  /** Which post is written, "new" for one that is not made yet, and for when. */
  writes: (id: string, when: When | null) => void
}
