import type { AccountOverview, InternalSchemas } from '../../api/client.ts'
import { accountName, nameIn, worksAgain } from '../../ui/account.ts'
import { failureOf } from '../../ui/day.ts'
import { others, saysOf, type Report } from '../../ui/health.ts'
import { isUnsure } from '../../ui/status.ts'
import { sentence } from '../../lib/failure.ts'
import { shortDay, spokenTime } from '../../lib/time.ts'
import { capital, count, counted, list } from '../../lib/words.ts'

export type Summary = InternalSchemas['PostSummary']
export type Day = InternalSchemas['CalendarDay']
export type Failures = InternalSchemas['FailureGroup']

/** What needs somebody, with the latest of the posts that it is about. */
export interface Need {
  key: string
  title: string
  text: string
  isBad: boolean
  posts: readonly Summary[]
  /** Where it is looked into, and what the button says. */
  to: string
  action: string
  /** The code and the account whose failed posts can be retried together. */
  retry?: { cause: string; accountId: string } | undefined
  /** Whether it is about one post. */
  isOne?: boolean
  /** The cause, whichever posts have it, and when it last happened. */
  cause?: string
  at?: string
}

/** How many posts are in the groups. */
export function postsOf(groups: readonly Failures[]): number {
  return groups.reduce((sum, group) => sum + group.count, 0)
}

/** The drafts whose day has come: a plan publishes nothing. */
function draftsDue(days: readonly Day[], today: string): Need[] {
  const due = days.filter((day) => day.date <= today && day.count > 0)
  const count = due.reduce((sum, day) => sum + day.count, 0)
  const posts = due.flatMap((day) => day.posts)
  const only = count === 1 ? posts[0] : undefined
  if (count === 0) return []
  const when = only?.localTime?.slice(0, 10) === today ? `for today, ${timeOf(only)}` : 'for a day that has come'
  return [{
    key: 'drafts', isBad: false, posts,
    title: only ? `A draft was planned ${when}` : `${capital(counted(count, 'draft'))} were planned for days that have come`,
    text: 'A draft does not go out by itself. Schedule it, publish it, or plan it for another day.',
    to: only ? `/compose/${only.id}` : `/calendar?date=${due[0]?.date ?? today}&status=DRAFT`,
    action: only ? 'Open' : 'Look at them',
  }]
}

/** What is held because the data folder has gone back in time, until somebody has decided and ended that. */
export function heldOf(held: InternalSchemas['QuarantineStatus'] | undefined): Need[] {
  if (!held?.isQuarantined) return []
  return [{
    key: 'held', isBad: true, posts: [], to: '/held', action: 'Decide',
    title: held.open > 0 ? `${capital(counted(held.open, 'post is', 'posts are'))} held until you decide` : 'Nothing goes out until you say so',
    text: sentence(`nothing goes out, because ${held.reason}`),
  }]
}

/** The parts of Crier that somebody has to do something about. */
export function partsOf(report: Report | undefined): Need[] {
  return others(report).map((part) => ({
    key: part.id, isBad: part.verdict === 'mend', posts: [], title: part.name, text: saysOf(part),
    ...(part.fix.to && !part.fix.to.startsWith('/docs/') ? { to: part.fix.to, action: part.fix.label } : { to: '/health', action: 'Look' }),
  }))
}

/** The posts that wait and would fail as they are. */
export function unfitOf(days: readonly Day[] = []): Need[] {
  const posts = days.flatMap((day) => day.posts).filter((post) => post.status === 'SCHEDULED' && post.problem !== null)
  const [first] = posts
  if (!first) return []
  const only = posts.length === 1
  return [{
    key: 'unfit', isBad: false, posts, title: `${capital(counted(posts.length, 'post'))} will fail as ${only ? 'it is' : 'they are'}`, text: sentence(first.problem ?? ''),
    to: only ? `/compose/${first.id}` : '/queue', action: only ? 'Mend it' : 'Look at them',
  }]
}

function textOf(account: AccountOverview | undefined, code: string, message: string | null, canRetry: boolean): string {
  if (canRetry) return `The account ${code === 'NOT_FOUND' ? 'was disconnected, and is connected again' : 'works again'}. Retried, each goes out at its time; what is past that goes out now, a minute apart.`
  return sentence(message ?? 'Crier has no reason on record.') + (account ? '' : ' To retry, connect the account again.')
}

/** The accounts that cannot publish, the failed posts of others by account and cause, the accounts with a warning, then the drafts whose day has come. */
export function needsOf(accounts: readonly AccountOverview[], failures: readonly Failures[], drafts: readonly Day[] = [], today = ''): Need[] {
  const troubled = accounts.filter((overview) => overview.remedy !== null)
  const needs = troubled.map((overview): Need => {
    const stopped = failures.filter((group) => group.accountId === overview.account.id)
    const name = accountName(overview.account)
    return {
      key: `account/${overview.account.id}`, isBad: true, posts: stopped.flatMap((group) => group.posts), to: '/accounts', action: overview.health === 'checkpoint' ? 'What to do' : 'Connect again',
      title: overview.health === 'checkpoint' ? `Instagram asks ${name} to confirm something` : `Instagram wants ${name} to sign in again`,
      text: (stopped.length > 0 ? `${capital(counted(postsOf(stopped), 'post'))} did not go out. ` : '') + sentence(overview.remedy ?? ''),
    }
  })
  const explained = new Set(troubled.map((overview) => overview.account.id))
  for (const { accountId, code, count, message, posts, lastAt } of failures) {
    if (explained.has(accountId)) continue
    const account = accounts.find((overview) => overview.account.id === accountId)
    const only = count === 1 ? posts[0] : undefined
    const retry = account && worksAgain(code, account) ? { cause: code, accountId } : undefined
    needs.push({
      key: `${accountId}/${code}/${posts[0]?.id ?? ''}`, isBad: true, posts, retry, isOne: count === 1, cause: `${accountId}/${code}`, at: lastAt,
      title: `${capital(counted(count, 'post'))} of ${nameIn(accounts, accountId)} ${posts.some(isUnsure) ? 'may not have gone' : 'did not go'} out`,
      text: textOf(account, code, message, retry !== undefined),
      to: only ? `/posts/${only.id}` : `/posts?status=FAILED&code=${code}${account ? `&account=${accountId}` : ''}`,
      action: only ? 'Look' : 'Look at them',
    })
  }
  for (const { account, warning } of accounts) {
    if (warning) needs.push({ key: account.id, isBad: false, posts: [], to: '/accounts', action: 'What to do', title: `Connect ${accountName(account)} again`, text: sentence(warning) })
  }
  return [...needs, ...draftsDue(drafts, today)]
}

/** What is missing in the week, each in a sentence with where it is mended. */
export function missingOf(week: InternalSchemas['Week'], accounts: readonly AccountOverview[], today: string): { text: string; to: string }[] {
  const found = week.planned.filter(({ quiet }) => quiet.length > 0).map(({ accountId, quiet }) => ({
    text: `${nameIn(accounts, accountId)} has nothing on ${list(quiet.map((day) => shortDay(day)))}, when it usually publishes.`,
    to: `/calendar?date=${quiet[0] ?? today}&account=${accountId}`,
  }))
  const add = (of: InternalSchemas['WeekPosts'] | undefined, text: (isOne: boolean) => string, all: string) => {
    if (of) found.push({ text: `${counted(of.count, 'draft')} ${text(of.count === 1)}`, to: of.count === 1 ? `/compose/${of.postId}` : all })
  }
  add(week.drafts, (isOne) => `${isOne ? 'is' : 'are'} planned for this week, and ${isOne ? 'does' : 'do'} not go out by ${isOne ? 'itself' : 'themselves'}.`, `/calendar?date=${today}&status=DRAFT`)
  add(week.withoutDay, (isOne) => `${isOne ? 'has' : 'have'} pictures and a caption, and no day.`, '/posts?status=DRAFT')
  if (week.noAltText) found.push({ text: `${counted(week.noAltText.count, 'post')} of this week ${week.noAltText.count === 1 ? 'has' : 'have'} a picture without an alt text.`, to: week.noAltText.count === 1 ? `/compose/${week.noAltText.postId}` : `/calendar?date=${today}` })
  return found
}

/** How many posts of the day wait or are being published. */
export function waitingOf(day: Day): number {
  const { SCHEDULED = 0, QUEUED = 0, PROCESSING = 0, PUBLISHING = 0 } = day.byStatus
  return SCHEDULED + QUEUED + PROCESSING + PUBLISHING
}

/** The day in a sentence: Two went out this morning. One more today. */
export function dayInWords(published: number, waiting: number, isMorning: boolean): string {
  const out = published === 0 ? '' : `${capital(count(published))} went out ${isMorning ? 'this morning' : 'today'}.`
  if (waiting === 0) return out || 'Nothing goes out today.'
  if (out) return `${out} ${capital(count(waiting))} more today.`
  return `${capital(count(waiting))} ${waiting === 1 ? 'goes' : 'go'} out today.`
}

/** The wall time of a post, as the user reads it. */
export function timeOf(post: Summary): string {
  return spokenTime(post.localTime?.slice(11, 16) ?? '')
}

/** What a ribbon says below its day. */
export function ribbonWords(day: Day, isToday: boolean): { text: string; sign: 'bad' | 'warn' | null } {
  const failure = failureOf(day)
  if (failure) return { text: failure.short, sign: 'bad' }
  const held = day.posts.find((post) => post.heldCode !== null)
  if (held) return { text: `${timeOf(held)} is held`, sign: 'warn' }
  const draft = day.posts.find((post) => post.status === 'DRAFT')
  if (draft) return { text: `${timeOf(draft)} is a draft`, sign: 'warn' }
  if (day.count === 0) return { text: 'Quiet', sign: null }
  const waiting = waitingOf(day)
  if (isToday) return { text: waiting > 0 ? `${waiting.toLocaleString('en-GB')} to go` : 'All done', sign: null }
  return { text: day.count === 1 ? '1 post' : `${day.count.toLocaleString('en-GB')} posts`, sign: null }
}

/** Where an hour lies on a ribbon, 0 to 100. The night is short there: people plan for the day. */
export function placeOf(hour: number): number {
  const dawn = 6
  const night = 8
  return hour < dawn ? (hour / dawn) * night : night + ((hour - dawn) / (24 - dawn)) * (100 - night)
}
