// What stands before the posts of a day, as the forecast and the accounts tell.
import type { AccountOverview, InternalSchemas } from '../../api/client.ts'
import { clock, dayOf, shortDay } from '../../lib/time.ts'
import { capital, count as words, counted } from '../../lib/words.ts'
import { accountName } from '../../ui/account.ts'

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

/** The dangers of the days, by their dates. Without a forecast those of the accounts alone. */
export function noticesOf(
  forecast: Forecast | undefined, accounts: readonly AccountOverview[], zone: string, account: string | null, now: number,
): ReadonlyMap<string, readonly Notice[]> {
  const days = new Map<string, Notice[]>()
  const add = (date: string, notice: Notice) => days.set(date, [...(days.get(date) ?? []), notice])
  const told = new Map(forecast?.accounts.map((of) => [of.accountId, of]))
  const ids = new Set([...accounts.map((overview) => overview.account.id), ...told.keys()])
  for (const id of ids) {
    if (account !== null && id !== account) continue
    const overview = accounts.find((known) => known.account.id === id)
    const name = overview ? accountName(overview.account) : 'an account that is gone'
    const own = told.get(id)
    // One that has ended already ends on no day to come.
    const end = overview?.account.tokenExpiresAt ?? null
    const ends = end !== null && Date.parse(end) > now && (overview?.health === 'expiring' || (overview?.remedy === null && own?.noAccess !== undefined)) ? end : null
    const first = (at: string) => `on ${shortDay(dayOf(at, zone))} at ${clock(at, zone)}`
    const refused = own?.noAccess
    const which = refused && `${words(refused.count)} of its posts`
    if (refused && !ends) {
      add(dayOf(refused.at, zone), {
        short: 'No access', text: `${overview ? name : capital(name)} cannot publish now, and ${which} ${refused.count === 1 ? 'is due ' : 'are due, the first '}${first(refused.at)}.`, to: '/accounts',
      })
    }
    if (ends) {
      const before = refused ? `, before ${which}${refused.count === 1 ? ' ' : ', the first '}${first(refused.at)}` : ''
      add(dayOf(ends, zone), { short: `Access ends ${clock(ends, zone)}`, text: `The access of ${name} ends at ${clock(ends, zone)}${before}.`, to: '/accounts' })
    }
    for (const { date, count, at } of own?.aboveCap ?? []) {
      const from = dayOf(at, zone) === date ? `, ${count === 1 ? '' : 'the first '}at ${clock(at, zone)},` : ''
      add(date, { short: `${count.toLocaleString('en-GB')} over the limit`, text: `${capital(counted(count, 'post'))} of ${name}${from} ${count === 1 ? 'passes' : 'pass'} its limit of ${own?.cap} in 24 hours.` })
    }
    if (own?.lostMedia) {
      const { count, at, postId } = own.lostMedia
      add(dayOf(at, zone), { short: 'A file is gone', text: `${capital(counted(count, 'post'))} of ${name} ${count === 1 ? 'has' : 'have'} lost a file, ${count === 1 ? 'due' : 'the first due'} ${first(at)}.`, to: `/compose/${postId}` })
    }
  }
  return days
}

/** The posts that the limit of their account leaves no room for, of each day the first. */
export function crowdedOut(forecast: Forecast | undefined): ReadonlySet<string> {
  return new Set(forecast?.accounts.flatMap((of) => of.aboveCap.map((day) => day.postId)))
}
