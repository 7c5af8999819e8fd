/** A place in a picture: 0 is left and top, 1 is right and bottom. */
export interface Point {
  x: number
  y: number
}

/** A place that is within the picture, to a tenth of a percent. */
export function point(x: number, y: number): Point {
  const within = (n: number) => Math.round(Math.min(1, Math.max(0, Number.isFinite(n) ? n : 0.5)) * 1_000) / 1_000
  return { x: within(x), y: within(y) }
}

/** Where in the box a point of the window is. */
export function pointIn(box: { left: number; top: number; width: number; height: number }, x: number, y: number): Point {
  return point(box.width ? (x - box.left) / box.width : 0.5, box.height ? (y - box.top) / box.height : 0.5)
}

const directions: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Where an arrow key moves to: by one percent, with Shift by five; null for any other key. */
export function moved(from: Point, key: string, isShift: boolean): Point | null {
  const direction = directions[key]
  if (!direction) return null
  const step = isShift ? 0.05 : 0.01
  return point(from.x + direction[0] * step, from.y + direction[1] * step)
}

/** 40 of 0.4, and 12.5 of 0.125. */
export function percent(n: number): number {
  return Math.round(n * 1_000) / 10
}

/** 0.4 of "40", "40 %" or "40,0"; null for what is no number. */
export function fraction(text: string): number | null {
  const number = Number(text.replace(',', '.').replace('%', '').trim())
  return text.trim() === '' || Number.isNaN(number) ? null : point(number / 100, 0).x
}
