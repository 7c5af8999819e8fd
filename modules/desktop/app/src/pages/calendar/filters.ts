import type { PostSummaryStatus, PostSummaryType } from './words.ts'
import { statuses, types } from './words.ts'

/** Which posts a calendar shows, as the address has it. */
export interface Filters {
  account: string | null
  type: PostSummaryType | null
  status: PostSummaryStatus | null
}

const oneOf = <T extends string>(text: string | null, all: readonly { value: T }[]): T | null => all.find((known) => known.value === text)?.value ?? null

/** Reads the filters of an address. What is none is left out. */
export function filtersIn(query: URLSearchParams): Filters {
  const account = query.get('account')
  return {
    account: account && /^[0-9a-f-]{36}$/.test(account) ? account : null,
    type: oneOf(query.get('type'), types),
    status: oneOf(query.get('status'), statuses),
  }
}

/** Whether any post is left out. */
export function isFiltered(filters: Filters): boolean {
  return filters.account !== null || filters.type !== null || filters.status !== null
}

/** What the service is asked for. */
export function asked(filters: Filters) {
  return {
    ...(filters.account && { accountId: filters.account }),
    ...(filters.type && { mediaType: filters.type }),
    ...(filters.status && { status: filters.status === 'QUEUED' ? (['QUEUED', 'PROCESSING', 'PUBLISHING'] as const).slice() : [filters.status] }),
  }
}
