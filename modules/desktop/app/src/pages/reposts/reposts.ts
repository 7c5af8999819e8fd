import type { InternalSchemas } from '../../api/client.ts'
import { sentence } from '../../lib/failure.ts'
import { clock, dayOf, namedDay } from '../../lib/time.ts'
import { capital } from '../../lib/words.ts'
import type { Sign } from '../../ui/status.ts'

export type Mention = InternalSchemas['RepostRecord']
export type Summary = InternalSchemas['PostSummary']
export type Show = 'all' | 'needs' | 'out'

/** Whether the story is still to be seen, and so can be fetched. */
const isThere = (mention: Mention, now: number) => Date.parse(mention.expiresAt) > now

/** Whether the post of a mention has failed and may be in the story all the same. */
export const isUnsure = (post: Summary | undefined) => post?.doubt === 'may_be_live'

/** Whether somebody can have it reposted. What may be there is looked at first. */
export function canRepost(mention: Mention, post: Summary | undefined, now: number): boolean {
  if (isUnsure(post)) return false
  return ['DETECTED', 'PENDING', 'FAILED'].includes(mention.status) && (mention.postId !== null || isThere(mention, now))
}

export const canSkip = (mention: Mention) => ['DETECTED', 'PENDING', 'FAILED'].includes(mention.status)

/** Whether it waits for somebody to decide. */
export function needsSomebody(mention: Mention, post: Summary | undefined, now: number): boolean {
  return (mention.status === 'DETECTED' || mention.status === 'FAILED') && (isUnsure(post) || canRepost(mention, post, now))
}

/** How a mention stands, and why. */
export function stateOf(mention: Mention, post: Summary | undefined, now: number, zone: string): { sign: Sign; word: string; why: string } {
  const why = mention.reason ? sentence(mention.reason, zone) : ''
  switch (mention.status) {
    case 'PENDING':
      return { sign: 'due', word: 'Goes out by itself', why: why || 'In its turn, outside of the quiet hours.' }
    case 'PROCESSING':
      return { sign: 'now', word: 'Being reposted', why }
    case 'PUBLISHED':
      return { sign: 'ok', word: mention.publishedAt ? `Reposted ${momentOf(mention.publishedAt, now, zone)}` : 'Reposted', why }
    case 'FAILED':
      if (isUnsure(post)) return { sign: 'ask', word: 'Perhaps in your story', why: why || 'No answer came back. Sending it again could show it twice.' }
      return { sign: 'bad', word: 'Not reposted', why }
    case 'SKIPPED':
      return { sign: 'draft', word: 'Left out', why }
    case 'EXPIRED':
      return { sign: 'draft', word: 'Gone', why }
    case 'DETECTED':
      if (!isThere(mention, now)) return { sign: 'draft', word: 'Gone', why: 'Stories last for 24 hours.' }
      return { sign: 'warn', word: 'Needs you', why: why || 'Crier reposts nothing here without being asked.' }
  }
}

/** 12:40, or yesterday 12:40. */
export function momentOf(at: string, now: number, zone: string): string {
  const day = namedDay(dayOf(at, zone), dayOf(now, zone))
  return day === 'today' ? clock(at, zone) : `${day} ${clock(at, zone)}`
}

/** The mentions by the day on which they were made, the newest first. */
export function byDay(mentions: readonly Mention[], now: number, zone: string): { day: string; title: string; mentions: Mention[] }[] {
  const days = new Map<string, Mention[]>()
  for (const mention of [...mentions].sort((a, b) => Date.parse(b.mentionedAt) - Date.parse(a.mentionedAt))) {
    const day = dayOf(mention.mentionedAt, zone)
    days.set(day, [...(days.get(day) ?? []), mention])
  }
  return [...days].map(([day, of]) => ({ day, title: capital(namedDay(day, dayOf(now, zone))), mentions: of }))
}

/** What the signature says, as one writes it; empty where there is none. */
export function signatureOf(overlay: string | null): string {
  const text = (JSON.parse(overlay || '{"text":""}') as { text?: string }).text
  return text ?? 'Repost: @{username}'
}

/** The overlay with other words, at its place; empty for none. */
export function overlayOf(before: string | null, text: string): string {
  return text.trim() ? JSON.stringify({ ...(JSON.parse(before || '{}') as object), text: text.trim() }) : ''
}
