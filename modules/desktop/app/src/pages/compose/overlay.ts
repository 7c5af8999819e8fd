import type { When } from './content.ts'

/** What the composer tells the page over which it is shown. */
export interface Overlay {
  /** Goes back to that page. */
  close: () => void
  /** Goes on with the same post on a page of its own. */
  widen: () => void
  /** The post has its time; without one it is on its way. */
  sent: (id: string, when: When | null) => void
  /** Which post is open, "new" for one that is not made yet, and for when. */
  opened: (id: string, when: When | null) => void
}
