import { tallestPicture, widestPicture } from '../api/limits.ts'

interface Sized {
  width?: number | null
  height?: number | null
}

const ratioOf = (file: Sized | undefined) => (file?.width && file.height ? file.width / file.height : null)

/** The shape of a reel in the feed, which cuts it, and of what is not known. */
const reel = 4 / 5

/** The shape in which the feed shows a post. A single picture is shown whole or refused; a carousel has the shape of its first picture, as far as the network takes it. */
export function frameRatio(kind: string, first: Sized | undefined): number {
  const ratio = ratioOf(first) ?? reel
  return kind === 'IMAGE' ? Math.min(2.4, Math.max(9 / 16, ratio)) : Math.min(widestPicture, Math.max(kind === 'REELS' ? reel : tallestPicture, ratio))
}

/** Whether a carousel cuts something off a file, as it has another shape than the first. */
export function crops(first: Sized | undefined, file: Sized | undefined): boolean {
  const [a, b] = [ratioOf(first), ratioOf(file)]
  return a !== null && b !== null && Math.abs(a - b) > 0.02 * a
}
