import type { AccountOverview, Post } from '../../api/client.ts'
import { groupBy } from '../../lib/group.ts'
import { dayOf, longDay, otherYear, span } from '../../lib/time.ts'
import { counted } from '../../lib/words.ts'
import { accountName, threatOf } from '../../ui/account.ts'

/** The posts of one day, or those whose turn it is. */
export interface Group {
  key: string
  title: string
  posts: Post[]
}

// Less than this is not late: the work on a post takes a moment.
const grace = 60_000

const at = (post: Post) => Date.parse(post.scheduledFor ?? post.createdAt)

/** Whether the work on the post has begun, or may begin at any moment. */
export function isTurn(post: Post, now: number): boolean {
  return post.status !== 'SCHEDULED' || at(post) <= now
}

/** Those whose turn it is, then the days, each by time. A post that is in both lists is told once. */
export function groupsOf(posts: readonly Post[], now: number, zone: string): Group[] {
  const list = [...new Map(posts.map((post) => [post.id, post])).values()].sort((a, b) => at(a) - at(b))
  const turn = list.filter((post) => isTurn(post, now))
  const days = groupBy(list.filter((post) => !isTurn(post, now)), (post) => dayOf(at(post), zone))
  const groups = [...days].map(([day, group]) => ({ key: day, title: dayTitle(day, dayOf(now, zone)), posts: group }))
  return turn.length > 0 ? [{ key: 'now', title: 'Now', posts: turn }, ...groups] : groups
}

function dayTitle(day: string, today: string): string {
  return day === today ? `Today, ${longDay(day)}` : longDay(day) + otherYear(day, today)
}

/** How late a post is, in words; empty for one that is not. */
export function lateness(post: Post, now: number): string {
  const late = post.scheduledFor ? now - Date.parse(post.scheduledFor) : 0
  return late > grace ? `${span(late)} late` : ''
}

/** Who publishes the post. */
export function ownerOf(post: Post): { word: string; says: string } {
  return post.cloudJobId
    ? { word: 'Cloud worker', says: 'The cloud worker publishes it, also while this computer is off' }
    : { word: 'This computer', says: 'This computer publishes it; Crier has to be running' }
}

/** The accounts that keep posts of these from going out, each with how many, and why. */
export function stoppedBy(accounts: readonly AccountOverview[], posts: readonly Post[]): { overview: AccountOverview; title: string; why: string }[] {
  return accounts.flatMap((overview) => {
    const threats = posts.flatMap((post) => (post.socialAccountId === overview.account.id && post.status === 'SCHEDULED' ? threatOf(overview, post.scheduledFor ?? '') || [] : []))
    const name = accountName(overview.account), n = threats.length
    if (!threats[0]) return []
    return overview.remedy
      ? [{ overview, title: `${name} cannot publish, and ${counted(n, 'post')} ${n === 1 ? 'waits' : 'wait'} for it.`, why: threats[0] }]
      : [{ overview, title: `The access of ${name} ends before ${counted(n, 'post')} ${n === 1 ? 'is' : 'are'} due.`, why: 'Connect it again before that.' }]
  })
}
