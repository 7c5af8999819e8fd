// What several parts of the interface ask, so that it is asked once for all of them.
import { internal, ok, v1 } from '../api/client.ts'
import type { Question } from './cache.svelte.ts'

// The type of a question is what its load gives.
function question<T>(q: Question<T>): Question<T> {
  return q
}

/** The connected accounts and how well they are. */
export const accounts = question({
  key: 'accounts',
  kinds: ['account', 'status'],
  load: (signal) => ok(internal.GET('/accounts', { signal })),
})

/** Version, network and where the sandbox is. */
export const service = question({
  key: 'service',
  kinds: ['status'],
  load: (signal) => ok(internal.GET('/service', { signal })),
})

/** What waits for its time, the next first, and how many there are in all. */
export const upcoming = question({
  key: 'schedule/next',
  kinds: ['post', 'queue'],
  load: (signal) => ok(v1.GET('/schedule', { params: { query: { limit: 100 } }, signal })),
})

/** What did not go out and waits for somebody. */
export const failed = question({
  key: 'posts/failed',
  kinds: ['post'],
  load: (signal) => ok(v1.GET('/posts', { params: { query: { status: 'FAILED', limit: 50 } }, signal })),
})

/** The service's own health. */
export const health = question({
  key: 'health',
  kinds: ['status'],
  load: (signal) => ok(v1.GET('/health', { signal })),
})
