import type { InternalSchemas } from '../api/client.ts'
import { capital, counted } from '../lib/words.ts'
import { isUnsure } from './status.ts'

/** What went wrong on a day, in short and as a sentence. Of what may be live all the same nobody says that it did not go out. */
export function failureOf(day: Pick<InternalSchemas['CalendarDay'], 'byStatus' | 'posts'>): { short: string; text: string; isBad: true } | null {
  const failed = day.byStatus.FAILED ?? 0
  const unsure = day.posts.filter(isUnsure).length
  if (failed === 0) return null
  return failed > unsure
    ? { short: `${(failed - unsure).toLocaleString('en-GB')} did not go out`, text: `${capital(counted(failed - unsure, 'post'))} did not go out.`, isBad: true }
    : { short: `${unsure.toLocaleString('en-GB')} not known yet`, text: `Whether ${counted(unsure, 'post')} went out is not known yet.`, isBad: true }
}
