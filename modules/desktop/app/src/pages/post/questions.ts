// What is asked about one post, which the bad day asks too.
import { internal, ok } from '../../api/client.ts'
import type { Question } from '../../lib/cache.svelte.ts'

/** What happened to a post. */
export const timelineOf = (id: string) => ({
  key: `post/${id}/timeline`,
  kinds: ['post', 'media'],
  load: (signal: AbortSignal) => ok(internal.GET('/posts/{id}/timeline', { params: { path: { id } }, signal })),
}) satisfies Question<unknown>

/** What the sandbox's own ledger says of it. */
export const ledgerOf = (postId: string) => ({
  key: `sandbox/ledger/${postId}`,
  kinds: ['post'],
  load: (signal: AbortSignal) => ok(internal.GET('/sandbox/ledger', { params: { query: { postId } }, signal })),
}) satisfies Question<unknown>
