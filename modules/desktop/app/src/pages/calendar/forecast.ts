// What stands before the posts of a day, as the forecast and the accounts tell.
import type { AccountOverview, InternalSchemas } from '../../api/client.ts'
import { clock, dayOf } from '../../lib/time.ts'
import { capital, counted } from '../../lib/words.ts'
import { accountName, nameIn } from '../../ui/account.ts'

export type Forecast = InternalSchemas['Forecast']

/** A danger of a day: for its head, and as a sentence. */
export interface Notice {
  short: string
  text: string
  /** Where something can be done about it. */
  to?: string
  /** Whether it has happened already. */
  isBad?: true
}

/** The most days that a forecast looks ahead. */
export const mostDays = 31

/** What a day's head says of each cause; its list has the sentence. */
const shorts: Partial<Record<string, string>> = {
  TOKEN: 'No access', MEDIA: 'A file is wrong', REFUSED: 'Will be refused', SESSION: 'No sign-in', ASLEEP: 'Off at that hour', CLOSE: 'Close together', NEAR_DUPLICATE: 'Twice the same',
}

/** The dangers of the days, by their dates. Without a forecast those of the accounts alone. */
export function noticesOf(
  forecast: Forecast | undefined, accounts: readonly AccountOverview[], zone: string, account: string | null, now: number,
): ReadonlyMap<string, readonly Notice[]> {
  const days = new Map<string, Notice[]>()
  const add = (date: string, notice: Notice) => days.set(date, [...(days.get(date) ?? []), notice])
  for (const { account: { id, tokenExpiresAt: ends, ...named }, health } of accounts) {
    // One that has ended already ends on no day to come.
    if (ends && health === 'expiring' && Date.parse(ends) > now && (account ?? id) === id) {
      add(dayOf(ends, zone), { short: `Access ends ${clock(ends, zone)}`, text: `The access of ${accountName(named)} ends at ${clock(ends, zone)}.`, to: '/accounts' })
    }
  }
  const groups = new Map<string, Told[]>()
  for (const post of forecast?.posts ?? []) {
    if (account !== null && post.accountId !== account) continue
    for (const told of post.findings) {
      const key = [post.date, told.code, post.accountId].join()
      groups.set(key, [...(groups.get(key) ?? []), { ...post, told }])
    }
  }
  // What fails comes first: a day's head has room for one.
  for (const posts of [...groups.values()].sort(([a], [b]) => Number(b?.told.fails) - Number(a?.told.fails))) {
    const [{ accountId, date, at, told }] = posts as [Told]
    const n = posts.length
    const name = nameIn(accounts, accountId)
    add(date, { short: shorts[told.code] ?? `${n.toLocaleString('en-GB')} over the limit`, text: `${capital(counted(n, 'post'))} of ${name}${n === 1 ? '' : '. The first'}, at ${clock(at, zone)}: ${told.says} ${told.fix}`, to: told.to })
  }
  return days
}

type Told = Forecast['posts'][number] & { told: Forecast['posts'][number]['findings'][number] }

/** What keeps posts from going out at their time, by their ids. */
export function failuresOf(forecast: Forecast | undefined): ReadonlyMap<string, string> {
  return new Map(forecast?.posts.filter((post) => post.fails).map((post) => [post.postId, post.findings[0]?.says ?? '']))
}
