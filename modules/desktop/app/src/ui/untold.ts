import type { AccountOverview, InternalSchemas } from '../api/client.ts'
import { sentence } from '../lib/failure.ts'
import type { Told } from '../lib/telling.svelte.ts'
import { span } from '../lib/time.ts'
import { capital, counted } from '../lib/words.ts'
import type { Need } from '../pages/overview/overview.ts'
import { accountName, nameIn } from './account.ts'

const day = 86_400_000

/** What a notification can tell of. */
export interface Cause {
  /** The cause and the account. */
  key: string
  title: string
  text: string
  to: string
  /** When it last happened; absent where it goes on. */
  at?: number
  /** The page of the latest post. Nobody has to be told who looks at it. */
  page?: string
}

/** Everything that is worth a notification: what is counted as needing somebody, posts that are held, and accounts whose access ends within a week. */
export function causesOf(needs: readonly Need[], held: readonly InternalSchemas['FailureGroup'][], accounts: readonly AccountOverview[], now: number): Cause[] {
  const happened = (key: string, at: string | undefined, post: { id: string } | undefined) => ({ key, ...(at ? { at: Date.parse(at) } : {}), ...(post ? { page: `/posts/${post.id}` } : {}) })
  return [
    ...needs.filter((need) => need.isBad).map(({ key, cause, at, title, text, to, posts }) => ({ ...happened(cause ?? key, at, posts[0]), title, text, to })),
    ...held.map((group) => ({
      ...happened(`held/${group.accountId}/${group.code}`, group.lastAt, group.posts[0]),
      title: `${capital(counted(group.count, 'post'))} of ${nameIn(accounts, group.accountId)} ${group.count === 1 ? 'is' : 'are'} held`, text: sentence(group.message ?? ''),
      to: group.count === 1 && group.posts[0] ? `/posts/${group.posts[0].id}` : '/queue',
    })),
    ...accounts.flatMap(({ account, health }) => {
      const left = Date.parse(account.tokenExpiresAt ?? '') - now
      return health === 'expiring' && left < 7 * day ? [{ key: `ends/${account.id}`, title: `The access of ${accountName(account)} ends in ${span(left)}`, text: 'Renew it, or connect the account again, so that its posts go out.', to: '/accounts' }] : []
    }),
  ]
}

/** Those of the causes that are to be told now: each once a day, and what happened once. */
export function untold(causes: readonly Cause[], told: Told, now: number): Cause[] {
  const keys = new Set<string>()
  return causes.filter(({ key, at }) => {
    const [shown, upTo] = told[key] ?? [0, told['']?.[1] ?? 0]
    const isNew = !keys.has(key) && now - shown >= day && (at === undefined || at > upTo)
    if (isNew) keys.add(key)
    return isNew
  })
}
