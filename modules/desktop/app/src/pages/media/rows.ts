import { groupBy } from '../../lib/group.ts'
import { addDays, dayOf, monthName } from '../../lib/time.ts'

interface Sized {
  width: number | null
  height: number | null
}

/** Files beside each other, which together are as wide as the page. */
export interface Row<T> {
  height: number
  items: { file: T; width: number }[]
}

// What is wider or taller than this is cut, or one panorama would make a row of its own.
const narrowest = 0.56
const widest = 2.2

function ratioOf(file: Sized): number {
  const ratio = file.width && file.height ? file.width / file.height : 1
  return Math.min(widest, Math.max(narrowest, ratio))
}

/** Puts the files into rows of about a height, each of the whole width; the last is as wide as its files are. */
export function rowsOf<T extends Sized>(files: readonly T[], width: number, height = 196, gap = 6): Row<T>[] {
  const rows: Row<T>[] = []
  let row: T[] = []
  const heightOf = (list: readonly T[]) => (width - gap * (list.length - 1)) / list.reduce((sum, file) => sum + ratioOf(file), 0)
  const close = (list: readonly T[], isLast = false) => {
    const at = isLast ? Math.min(height, heightOf(list)) : heightOf(list)
    const items = list.map((file) => ({ file, width: Math.floor(ratioOf(file) * at) }))
    const rest = width - gap * (list.length - 1) - items.reduce((sum, item) => sum + item.width, 0)
    const last = items.at(-1)
    // What rounding leaves goes to the last, so that all rows end in one line.
    if (last && !isLast) last.width += rest
    rows.push({ height: Math.round(at), items })
  }
  for (const file of files) {
    const longer = [...row, file]
    if (row.length > 0 && heightOf(longer) < height && height - heightOf(longer) > heightOf(row) - height) {
      close(row)
      row = [file]
    } else if (heightOf(longer) <= height) {
      close(longer)
      row = []
    } else row = longer
  }
  if (row.length > 0) close(row, true)
  return rows
}

/** The files of one time, newest first. */
export interface Section<T> {
  title: string
  files: T[]
}

/** This week, then the months. */
export function sectionsOf<T extends { createdAt: string }>(files: readonly T[], now: number, zone: string): Section<T>[] {
  const today = dayOf(now, zone)
  const week = addDays(today, -6)
  const titleOf = (file: T) => {
    const day = dayOf(file.createdAt, zone)
    if (day >= week) return 'This week'
    return day.slice(0, 4) === today.slice(0, 4) ? monthName(day) : `${monthName(day)} ${day.slice(0, 4)}`
  }
  return [...groupBy(files, titleOf)].map(([title, group]) => ({ title, files: group }))
}

/** 1.8 MB, 4.8 GB */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} KB`
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
