/** One stretch of time, in milliseconds. */
export interface Stretch {
  from: number
  to: number
}

/** A place on the axis, in percent of it. */
export interface Place {
  left: number
  width: number
}

// A pause is drawn as no longer than this share of the time in which something went on, and never shorter than the least.
const longestPause = 0.5
const leastPause = 2_000
// What took less than a hair's breadth is drawn as one.
const hair = 0.8

/**
 * The axis that all bars of a timeline share. It is true to scale, but for pauses: hours of waiting between two attempts would make a dot of everything
 * that happened, so each is drawn shorter than it was.
 */
export class Axis {
  #knots: { at: number; x: number }[] = []
  #length = 0

  constructor(stretches: readonly Stretch[]) {
    const busy = merged(stretches)
    const working = busy.reduce((sum, s) => sum + s.to - s.from, 0)
    const most = Math.max(leastPause, working * longestPause)
    let x = 0
    for (const [i, stretch] of busy.entries()) {
      const before = busy[i - 1]
      if (before) x += Math.min(stretch.from - before.to, most)
      this.#knots.push({ at: stretch.from, x })
      x += stretch.to - stretch.from
      this.#knots.push({ at: stretch.to, x })
    }
    this.#length = x
  }

  #x(at: number): number {
    const after = this.#knots.findIndex((knot) => knot.at >= at)
    const next = this.#knots[after]
    const last = this.#knots[after < 0 ? this.#knots.length - 1 : after - 1]
    if (!next) return last?.x ?? 0
    if (!last || next.at === last.at) return next.x
    return last.x + ((at - last.at) / (next.at - last.at)) * (next.x - last.x)
  }

  /** Where a stretch lies. */
  place(stretch: Stretch): Place {
    if (this.#length === 0) return { left: 0, width: 100 }
    const left = (this.#x(stretch.from) / this.#length) * 100
    const width = Math.max(hair, (this.#x(stretch.to) / this.#length) * 100 - left)
    return { left: Math.min(left, 100 - width), width }
  }
}

function merged(stretches: readonly Stretch[]): Stretch[] {
  const list: Stretch[] = []
  for (const stretch of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = list.at(-1)
    if (last && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
    else list.push({ ...stretch })
  }
  return list
}
