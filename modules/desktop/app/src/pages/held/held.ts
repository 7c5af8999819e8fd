import type { InternalSchemas } from '../../api/client.ts'
import { sentence } from '../../lib/failure.ts'
import { clock, dayOf, namedDay } from '../../lib/time.ts'
import type { Sign } from '../../ui/status.ts'

export type HeldPost = InternalSchemas['HeldPost']

/** What somebody can decide about a post, in the order in which it is offered. */
export type Way = 'look' | 'live' | 'release' | 'drop'

/** The glyph of a held post and its word. */
export function signOf(post: HeldPost, now: number): { sign: Sign; word: string } {
  if (post.decision === 'released') return { sign: 'due', word: 'Released' }
  if (post.decision === 'live' || post.verdict === 'LIVE') return { sign: 'ok', word: 'Is live' }
  if (post.decision === 'dropped') return { sign: 'draft', word: 'Made a draft' }
  if (post.verdict === 'CLOUD') return { sign: 'now', word: 'With the worker' }
  if (post.verdict === 'UNSURE') return { sign: 'ask', word: 'Cannot tell' }
  if (isToCome(post, now)) return { sign: 'due', word: 'Still to come' }
  return post.verdict === 'ABSENT' ? { sign: 'bad', word: 'Not there' } : { sign: 'now', word: 'Being looked at' }
}

/** Whether its hour has not come yet. */
export const isToCome = (post: HeldPost, now: number) => post.scheduledFor !== null && Date.parse(post.scheduledFor) > now

/** What is offered for it. Sending what may be there comes after looking, and is asked about. */
export function waysOf(post: HeldPost): Way[] {
  if (!post.isOpen) return []
  if (post.verdict === 'ABSENT') return ['release', 'drop']
  return ['look', 'live', 'release', 'drop']
}

/** What happens to it once it is released. */
export function outcomeOf(post: HeldPost, now: number, zone: string): string {
  return isToCome(post, now) ? `it goes out ${momentOf(post.scheduledFor ?? '', now, zone)}` : 'it goes out now'
}

/** today 18:00, Wed 9 Dec 07:30. */
export function momentOf(at: string, now: number, zone: string): string {
  return `${namedDay(dayOf(at, zone), dayOf(now, zone))} ${clock(at, zone)}`
}

/** When it was, or is, due. */
export function dueOf(post: HeldPost, now: number, zone: string): string {
  if (post.status === 'DRAFT') return 'does not go out by itself'
  if (post.scheduledFor === null) return 'was to go out at once'
  return `${isToCome(post, now) ? 'due' : 'was due'} ${momentOf(post.scheduledFor, now, zone)}`
}

/** What the account says of it, until it is decided. */
export const saysOf = (post: HeldPost, zone: string) => (post.decision ? '' : post.says ? sentence(post.says, zone) : post.isOpen ? 'The account is not read yet. Crier reads it every minute.' : '')
