import { maxCaption } from '../../api/limits.ts'

export interface Segment {
  text: string
  kind: 'plain' | 'hashtag' | 'mention'
}

// As the service counts hashtags, and as it takes usernames.
const marked = /#[\p{L}\p{N}_]+|(?<![\p{L}\p{N}_.])@[A-Za-z0-9._]{1,30}/gu

/** The caption in pieces, which put together are the caption again. */
export function segments(caption: string): Segment[] {
  const found: Segment[] = []
  let end = 0
  for (const match of caption.matchAll(marked)) {
    if (match.index > end) found.push({ text: caption.slice(end, match.index), kind: 'plain' })
    found.push({ text: match[0], kind: match[0].startsWith('#') ? 'hashtag' : 'mention' })
    end = match.index + match[0].length
  }
  if (end < caption.length) found.push({ text: caption.slice(end), kind: 'plain' })
  return found
}

/** How many characters the text has as the service counts them: code points. */
export function length(text: string): number {
  let n = 0
  for (const _ of text) n++
  return n
}

export interface Counts {
  characters: number
  hashtags: number
}

export function countsOf(caption: string): Counts {
  return { characters: length(caption), hashtags: caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0 }
}

/** What the counters say, and whether it is too much. How many hashtags are, is disputed: the service says it with its warnings. */
export function counter({ characters, hashtags }: Counts): { text: string; isOver: boolean } {
  const text = `${characters.toLocaleString('en-GB')} of ${maxCaption.toLocaleString('en-GB')}${hashtags > 0 ? `. Hashtags ${hashtags}` : ''}`
  return { text, isOver: characters > maxCaption }
}

/** The text as it can be sent: without the one character that no database takes, and with every half of a pair whole. */
export function sendable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

const shownInFeed = 125

/** How the feed begins the caption, and whether it says "more" after it. */
export function feedText(caption: string): { text: string; isCut: boolean } {
  const characters = [...caption.trim()]
  if (characters.length <= shownInFeed) return { text: caption.trim(), isCut: false }
  const start = characters.slice(0, shownInFeed).join('')
  const space = start.lastIndexOf(' ')
  return { text: `${(space > 60 ? start.slice(0, space) : start).trimEnd()}…`, isCut: true }
}
