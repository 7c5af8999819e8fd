import type { AccountOverview, InternalSchemas, Post } from '../api/client.ts'
import { sentence } from '../lib/failure.ts'
import { span } from '../lib/time.ts'
import { signOf, type Sign } from './status.ts'

const day = 86_400_000

/** The name that people know an account by. The bar says that it is the sandbox's. */
export function accountName(account: Pick<AccountOverview['account'], 'name' | 'username'>): string {
  return account.name?.replace(/ \(sandbox\)$/, '') || account.username
}

/** The name of the account with the id. */
export function nameIn(accounts: readonly AccountOverview[], id: string): string {
  const overview = accounts.find(({ account }) => account.id === id)
  return overview ? accountName(overview.account) : 'an account that is gone'
}

/** Two letters that stand for an account: of the first and the last word of its name, or the first two of one word. */
export function initials(account: Pick<AccountOverview['account'], 'name' | 'username'>): string {
  const words = accountName(account).split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = '?'] = words
  return (words.length > 1 ? [...first].slice(0, 1).concat([...(words.at(-1) ?? '')].slice(0, 1)) : [...first].slice(0, 2)).join('').toUpperCase()
}

/** How many causes need somebody: accounts that cannot publish, and of the failed posts of others each reason. */
export function causes(accounts: readonly AccountOverview[], failures: readonly Pick<InternalSchemas['FailureGroup'], 'accountId'>[]): number {
  const stuck = accounts.filter((overview) => overview.remedy !== null).map((overview) => overview.account.id)
  return stuck.length + failures.filter((group) => !stuck.includes(group.accountId)).length
}

/** Whether the account of posts that failed with this code works again, and the code was about the account: it was refused, or disconnected. */
export function worksAgain(code: string | null | undefined, overview: AccountOverview | undefined): boolean {
  return overview?.remedy === null && (code === 'TOKEN_EXPIRED' || code === 'NOT_FOUND')
}

/** What keeps a post of the account from going out at its time, as it is known now; empty when nothing does. */
export function threatOf(overview: AccountOverview | undefined, at: string): string {
  if (!overview) return ''
  if (overview.remedy) return sentence(overview.remedy)
  const ends = overview.account.tokenExpiresAt
  return overview.health === 'expiring' && ends !== null && Date.parse(ends) < Date.parse(at) ? 'The access of the account ends before.' : ''
}

/** How a post stands, and why where something keeps it from going out: what holds it back, what it would fail for, or its account. Every
 * screen says it in these words. A draft or a post that has ended waits for nothing. */
export function stateOf(
  post: Pick<Post, 'status' | 'errorMessage' | 'scheduledFor'> & Parameters<typeof signOf>[0], problem: string | null | undefined, overview: AccountOverview | undefined,
): { sign: Sign; word: string; why: string } {
  if (['DRAFT', 'PUBLISHED', 'FAILED'].includes(post.status)) return { ...signOf(post), why: '' }
  const threat = post.status === 'SCHEDULED' ? threatOf(overview, post.scheduledFor ?? '') : ''
  const word = post.errorMessage ? 'Held back' : problem ? 'Will fail' : threat && 'Cannot go out'
  return word ? { sign: 'warn', word, why: sentence(post.errorMessage || problem || threat) } : { ...signOf(post), why: '' }
}

/** An account in one line: how it is connected, or what is wrong with it. */
export function accountLine(overview: AccountOverview, now: number): { text: string; sign: Sign; word: string } {
  const ends = overview.account.tokenExpiresAt ? Date.parse(overview.account.tokenExpiresAt) - now : null
  switch (overview.health) {
    case 'dead':
      return { text: 'Connect it again', sign: 'bad', word: 'Cannot publish' }
    case 'expired':
      return { text: 'Access has ended', sign: 'bad', word: 'Cannot publish' }
    case 'checkpoint':
      return { text: 'Instagram asks something', sign: 'bad', word: 'Cannot publish' }
    case 'expiring':
      return { text: ends === null ? 'Access ends soon' : `Access ends in ${ends < day ? span(ends) : `${Math.floor(ends / day)} days`}`, sign: 'warn', word: 'Access ends soon' }
    default:
      if (overview.warning) return { text: 'Connect it again', sign: 'warn', word: 'Warning' }
      return { text: overview.account.partnerPageName ? 'Instagram and Page' : 'Instagram', sign: 'ok', word: 'Connected' }
  }
}
