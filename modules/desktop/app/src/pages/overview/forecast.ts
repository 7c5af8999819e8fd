import type { AccountOverview, InternalSchemas } from '../../api/client.ts'
import { clock, dayOf, shortDay } from '../../lib/time.ts'
import { capital, counted } from '../../lib/words.ts'
import { nameIn } from '../../ui/account.ts'

export type Forecast = InternalSchemas['Forecast']

/** What stands before posts that are due, and where it is looked into. */
export interface Warning {
  text: string
  to: string
  /** Whether it keeps a post from going out. */
  isBad: boolean
}

/** How many posts are due. */
export function dueWords(forecast: Forecast): string {
  if (forecast.count === 0) return 'No posts are due.'
  const due = `${forecast.count.toLocaleString('en-GB')} ${forecast.count === 1 ? 'post is' : 'posts are'} due`
  return forecast.lookedAt < forecast.count ? `${due}; the first ${forecast.lookedAt.toLocaleString('en-GB')} were looked at.` : `${due}.`
}

/** What stands before them, each in a sentence: before all of them, and of each account and cause before the first. */
export function warningsOf(forecast: Forecast, accounts: readonly AccountOverview[], zone: string): Warning[] {
  const groups = new Map<string, { count: number; textOf: (count: number) => string; to: string; isBad: boolean }>()
  for (const { says, to, fails } of forecast.whole) groups.set(says, { count: 1, textOf: () => says, to: to || '/health', isBad: fails })
  for (const { accountId, at, findings } of forecast.posts) {
    const name = nameIn(accounts, accountId)
    for (const { code, says, to, fails } of findings) {
      const group = groups.get(accountId + code)
      if (group) group.count++
      else groups.set(accountId + code, { count: 1, textOf: (n) => `${capital(counted(n, 'post'))} of ${name}${n === 1 ? '' : '. The first'}, on ${shortDay(dayOf(at, zone))}, ${clock(at, zone)}: ${says}`, to, isBad: fails })
    }
  }
  const warnings = [...groups.values()].map(({ count, textOf, to, isBad }): Warning => ({ text: textOf(count), to, isBad }))
  return [...warnings.filter((one) => one.isBad), ...warnings.filter((one) => !one.isBad)]
}
