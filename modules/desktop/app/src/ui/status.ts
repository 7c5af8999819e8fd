import type { InternalSchemas, Post } from '../api/client.ts'

/** What a glyph can say. */
export type Sign = 'ok' | 'due' | 'warn' | 'bad' | 'draft' | 'now' | 'ask'

/** How a post stands. v1, which knows no doubt, is asked for posts that have not ended, and for published ones. */
type Ended = Pick<Post, 'status'> & { doubt?: InternalSchemas['PostSummary']['doubt'] }

/** Whether a post has failed and may be live all the same. */
export function isUnsure(post: Ended): boolean {
  return post.doubt === 'may_be_live'
}

/** The glyph of a post and its word. */
export function signOf(post: Ended): { sign: Sign; word: string } {
  if (isUnsure(post)) return { sign: 'ask', word: 'Not known yet' }
  switch (post.status) {
    case 'DRAFT':
      return { sign: 'draft', word: 'Draft' }
    case 'SCHEDULED':
      return { sign: 'due', word: 'Scheduled' }
    case 'QUEUED':
      return { sign: 'now', word: 'Waiting its turn' }
    case 'PROCESSING':
    case 'PUBLISHING':
      return { sign: 'now', word: 'Publishing' }
    case 'PUBLISHED':
      return { sign: 'ok', word: 'Published' }
    case 'FAILED':
      return { sign: 'bad', word: 'Not published' }
  }
}

type Typed = Pick<Post, 'mediaType'> & { mediaFiles?: readonly unknown[] }

/** What a post is, in words: Picture, Carousel of 5, Reel, Story. */
export function kindOf(post: Typed): string {
  switch (post.mediaType) {
    case 'IMAGE':
      return 'Picture'
    case 'CAROUSEL':
      return post.mediaFiles ? `Carousel of ${post.mediaFiles.length}` : 'Carousel'
    case 'REELS':
      return 'Reel'
    case 'STORIES':
      return 'Story'
  }
}

/** The icon of what is not a plain picture. */
export function iconOf(post: Pick<Post, 'mediaType'>): 'carousel' | 'reel' | 'story' | null {
  switch (post.mediaType) {
    case 'IMAGE':
      return null
    case 'CAROUSEL':
      return 'carousel'
    case 'REELS':
      return 'reel'
    case 'STORIES':
      return 'story'
  }
}

/** The caption as a headline and what follows it. The headline is the first line, or its first sentence where that line is long. */
export function headline(caption: string | null | undefined, longest = 70): { head: string; rest: string } {
  const text = (caption ?? '').trim()
  const line = text.split('\n', 1)[0] ?? ''
  const sentences = /^.{8,}?[.!?…](?=\s)/u.exec(line)?.[0]
  const head = line.length <= longest ? line : sentences && sentences.length <= longest ? sentences : cut(line, longest)
  return { head, rest: head.endsWith('…') && !line.startsWith(head) ? text : text.slice(head.length).trim() }
}

/** What a post is called: by its caption, or by what it is. */
export function titleOf(post: Typed & { caption: string | null }, longest?: number): string {
  return headline(post.caption, longest).head || kindOf(post)
}

/** A post within a sentence. */
export function nameOf(post: Pick<Post, 'caption'>): string {
  const { head } = headline(post.caption, 40)
  return head ? `“${head}”` : 'The post'
}

function cut(line: string, longest: number): string {
  const whole = [...line].slice(0, longest).join('')
  const space = whole.lastIndexOf(' ')
  return `${(space > longest / 2 ? whole.slice(0, space) : whole).trimEnd()}…`
}
