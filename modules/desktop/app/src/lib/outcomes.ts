// What came of what was done to several posts, in words.
import type { InternalSchemas } from '../api/client.ts'
import { sentence } from './failure.ts'
import { figured } from './words.ts'

type Outcome = InternalSchemas['BulkOutcome']

/** What was done, as it follows the number of the posts. */
export type Done = string | ((isOne: boolean) => string)

// Why a post stays: where it stands says that, or else the service does.
function reasonOf({ status, code, error }: Outcome, isOne: boolean): string {
  const they = isOne ? 'it' : 'they'
  if (status && /QUEUED|PROCESSING|PUBLISHING/.test(status)) return `${they} ${isOne ? 'is' : 'are'} going out now.`
  if (status === 'PUBLISHED') return `${they} went out already.`
  return code === 'NOT_FOUND' && !status ? `${they} ${isOne ? 'is' : 'are'} gone.` : sentence(error ?? '')
}

/** What came of the posts, in a line: what was done to how many, and how many stay for which cause. */
export function outcomeWords(outcomes: readonly Outcome[], done: Done): string {
  const bad = outcomes.filter((outcome) => !outcome.isDone)
  const causes = new Map<string, Outcome[]>()
  for (const each of bad) {
    const cause = reasonOf(each, false)
    causes.set(cause, [...(causes.get(cause) ?? []), each])
  }
  const stays = [...causes.values()].map((group) => `${group.length} of ${outcomes.length} stayed: ${reasonOf(group[0]!, group.length === 1)}`)
  const good = outcomes.length - bad.length
  return [...(good > 0 || bad.length === 0 ? [`${figured(good, 'post')} ${typeof done === 'string' ? done : done(good === 1)}.`] : []), ...stays].join(' ')
}
