interface Sized {
  width?: number | null
  height?: number | null
}

const ratioOf = (file: Sized | undefined) => (file?.width && file.height ? file.width / file.height : null)

/** The shape in which the feed shows a post. A single picture is shown whole or refused, and a reel is cut to 4:5; a carousel has the shape of its first picture, between 1.91:1 and 4:5. */
export function frameRatio(kind: string, first: Sized | undefined): number {
  const ratio = ratioOf(first) ?? 0.8
  return kind === 'IMAGE' ? Math.min(2.4, Math.max(9 / 16, ratio)) : Math.min(1.91, Math.max(0.8, ratio))
}

/** Whether a carousel cuts something off a file, as it has another shape than the first. */
export function crops(first: Sized | undefined, file: Sized | undefined): boolean {
  const [a, b] = [ratioOf(first), ratioOf(file)]
  return a !== null && b !== null && Math.abs(a - b) > 0.02 * a
}
