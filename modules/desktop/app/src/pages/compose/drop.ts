/** How many files a post takes. */
export const maxFiles = 10

export interface Taken<F> {
  taken: F[]
  /** What is said of those that were left out; empty when none were. */
  sentence: string
}

const isMedia = (file: { type: string; name: string }) =>
  /^(image|video)\//.test(file.type) || /\.(jpe?g|png|webp|heic|heif|avif|gif|mp4|mov|mkv|webm|avi|m4v)$/i.test(file.name)

/** Chooses which of the files that were dropped are taken when the post has as many already. */
export function take<F extends { type: string; name: string }>(files: readonly F[], already: number): Taken<F> {
  const media = files.filter(isMedia)
  const room = Math.max(0, maxFiles - already)
  const taken = media.slice(0, room)
  return { taken, sentence: said(files, files.length - media.length, media.length - taken.length, taken.length) }
}

const n = (count: number) => count.toLocaleString('en-GB')

function said(files: readonly { name: string }[], others: number, over: number, taken: number): string {
  const sentences: string[] = []
  if (over > 0) {
    sentences.push(
      taken === 0
        ? `A post takes ten files and has them, so ${over === 1 ? 'this one was' : `these ${n(over)} were`} left out.`
        : `${n(files.length)} files are more than a post takes, which is ten. The first ${n(taken)} ${taken === 1 ? 'was' : 'were'} taken, ${n(over)} left out.`,
    )
  }
  if (others > 0) {
    const one = files.length === 1 ? files[0]?.name : undefined
    sentences.push(one ? `${one} is neither a picture nor a video.` : `${n(others)} ${others === 1 ? 'was neither a picture nor a video and was' : 'were neither pictures nor videos and were'} left out.`)
  }
  return sentences.join(' ')
}

/** The list with one entry at another place. */
export function moveTo<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = [...list]
  const [entry] = moved.splice(from, 1)
  if (entry !== undefined) moved.splice(Math.min(Math.max(0, to), moved.length), 0, entry)
  return moved
}

/** 1.4 MB */
export function megabytes(bytes: number): string {
  if (bytes < 100_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`
}
