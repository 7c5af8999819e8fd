import type { AccountOverview, InternalSchemas } from '../../api/client.ts'
import { clock, dayOf, shortDay } from '../../lib/time.ts'
import { capital, count, counted } from '../../lib/words.ts'
import { accountName } from '../../ui/account.ts'

export type Forecast = InternalSchemas['Forecast']

/** What stands before posts that are due, and where it is looked into. */
export interface Warning {
  text: string
  to: string
}

/** How many posts are due. */
export function dueWords(forecast: Forecast): string {
  if (forecast.count === 0) return 'No posts are due.'
  const due = `${forecast.count.toLocaleString('en-GB')} ${forecast.count === 1 ? 'post is' : 'posts are'} due`
  return forecast.lookedAt < forecast.count ? `${due}; the first ${forecast.lookedAt.toLocaleString('en-GB')} were looked at.` : `${due}.`
}

/** What stands before them, each in a sentence. */
export function warningsOf(forecast: Forecast, accounts: readonly AccountOverview[], zone: string): Warning[] {
  const when = (at: string) => `${shortDay(dayOf(at, zone))}, ${clock(at, zone)}`
  return forecast.accounts.flatMap((of): Warning[] => {
    const overview = accounts.find(({ account }) => account.id === of.accountId)
    const name = overview ? accountName(overview.account) : 'an account that is gone'
    const warnings = of.aboveCap.map((day): Warning => ({
      text: `${capital(counted(day.count, 'post'))} on ${shortDay(day.date)} ${day.count === 1 ? 'passes' : 'pass'} ${name}’s limit of ${of.cap} a day.`,
      to: `/calendar?date=${day.date}&account=${of.accountId}`,
    }))
    if (of.noAccess) {
      const { count: n, at, postId } = of.noAccess
      const ends = overview?.account.tokenExpiresAt
      const isEnding = overview !== undefined && overview.remedy === null && ends != null
      warnings.push({
        text: isEnding
          ? `The access of ${name} ends on ${when(ends)}, before ${count(n)} of its posts.`
          : `${overview ? name : capital(name)} cannot publish now. ${capital(count(n))} of its posts ${n === 1 ? 'is' : 'are'} due, ${n === 1 ? '' : 'the first '}on ${when(at)}.`,
        to: isEnding ? '/accounts' : `/posts/${postId}`,
      })
    }
    if (of.lostMedia) {
      const { count: n, at, postId } = of.lostMedia
      warnings.push({ text: `${capital(counted(n, 'post'))} of ${name} ${n === 1 ? 'has' : 'have'} lost a file, ${n === 1 ? 'due' : 'the first due'} on ${when(at)}.`, to: `/posts/${postId}` })
    }
    return warnings
  })
}
