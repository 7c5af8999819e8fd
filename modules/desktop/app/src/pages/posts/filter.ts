import type { Post } from '../../api/client.ts'
import { capital } from '../../lib/words.ts'

export type PostStatus = Post['status']

/** What the history is filtered by, as it stands in the address. */
export interface Filter {
  q: string
  status: string
  account: string
  code: string
}

/** The choices of the status, each with the statuses that it means. */
export const choices: readonly { value: string; name: string; statuses: readonly PostStatus[] }[] = [
  { value: '', name: 'All', statuses: [] },
  { value: 'PUBLISHED', name: 'Published', statuses: ['PUBLISHED'] },
  { value: 'FAILED', name: 'Not published', statuses: ['FAILED'] },
  { value: 'WAITING', name: 'Waiting', statuses: ['SCHEDULED', 'QUEUED', 'PROCESSING', 'PUBLISHING'] },
  { value: 'DRAFT', name: 'Drafts', statuses: ['DRAFT'] },
]

/** Reads the filter from an address. What it does not know it leaves out. */
export function filterOf(query: URLSearchParams): Filter {
  const status = query.get('status') ?? ''
  return {
    q: query.get('q') ?? '',
    status: choices.some((choice) => choice.value === status) ? status : '',
    account: query.get('account') ?? '',
    code: query.get('code') ?? '',
  }
}

const causes: Readonly<Record<string, string>> = {
  TOKEN_EXPIRED: 'Access has ended', NOT_FOUND: 'Account disconnected', RATE_LIMITED: 'Limit reached', MEDIA_INVALID: 'File not accepted', BUCKET_NOT_CONFIGURED: 'No bucket',
  PRIVATE_API_REQUIRED: 'Sign-in needed', CREDENTIALS_NOT_CONFIGURED: 'Sign-in needed',
}

/** What a code means, in words. */
export function causeOf(code: string): string {
  return causes[code] ?? capital(code.toLowerCase().replaceAll('_', ' '))
}

export function isFiltered(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== '')
}

export function statusesOf(filter: Filter): PostStatus[] {
  return [...(choices.find((choice) => choice.value === filter.status)?.statuses ?? [])]
}

/** The filter in words, for where nothing fits it: There is no “rye” in published posts of hearthandrye. */
export function inWords(filter: Filter, account: string | undefined): string {
  const choice = choices.find((each) => each.value === filter.status)
  const posts = choice && choice.value ? { PUBLISHED: 'published posts', FAILED: 'posts that did not go out', WAITING: 'posts that wait', DRAFT: 'drafts' }[choice.value] : 'posts'
  return `There ${filter.q ? `is no “${filter.q}” in ` : 'are no '}${posts}${filter.code ? ` with the cause “${causeOf(filter.code)}”` : ''}${account ? ` of ${account}` : ''}.`
}
