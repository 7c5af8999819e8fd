// The queries about one post, for its page and the demo of bad days.
import { internal, ok } from '../../api/client.ts'
import type { Query } from '../../lib/cache.svelte.ts'

/** What happened to a post. */
export const timelineQuery = (id: string) => ({
  key: `post/${id}/timeline`,
  kinds: ['post', 'media'],
  load: (signal: AbortSignal) => ok(internal.GET('/posts/{id}/timeline', { params: { path: { id } }, signal })),
}) satisfies Query<unknown>

/** What the sandbox's own ledger says of it. */
export const ledgerQuery = (postId: string) => ({
  key: `sandbox/ledger/${postId}`,
  kinds: ['post'],
  load: (signal: AbortSignal) => ok(internal.GET('/sandbox/ledger', { params: { query: { postId } }, signal })),
}) satisfies Query<unknown>
