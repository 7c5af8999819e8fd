// The queries of several parts of the interface.
import { internal, ok, v1 } from '../api/client.ts'
import type { Query } from './cache.svelte.ts'
import { keepNames } from './failure.ts'
import { byReason } from './group.ts'

// The type of a query is what its load gives.
function query<T>(q: Query<T>): Query<T> {
  return q
}

/** The connected accounts and how well they are. */
export const accounts = query({
  key: 'accounts',
  kinds: ['account', 'status'],
  load: async (signal) => {
    const told = await ok(internal.GET('/accounts', { signal }))
    keepNames(told.accounts.map(({ account }) => account.username))
    return told
  },
})

/** How a login by an app of one's own comes back, and which apps are remembered. */
export const loginWays = query({
  key: 'accounts/oauth',
  kinds: ['account', 'status'],
  load: (signal) => ok(internal.GET('/accounts/oauth', { signal })),
})

/** Version, network and where the sandbox is. */
export const service = query({
  key: 'service',
  kinds: ['status'],
  load: (signal) => ok(internal.GET('/service', { signal })),
})

/** The mode, and what decides about it. */
export const networkMode = query({
  key: 'network',
  kinds: ['status'],
  load: (signal) => ok(internal.GET('/network', { signal })),
})

/** What waits for its time, the next first, and how many there are in all. */
export const upcoming = query({
  key: 'schedule/next',
  kinds: ['post', 'queue'],
  load: (signal) => ok(v1.GET('/schedule', { params: { query: { limit: 100 } }, signal })),
})

/** What each of the posts would fail for, of a hundred at most: v1's lists do not say. */
export const problemsOf = (ids: readonly string[]) => query({
  key: `posts/problems/${ids.join()}`,
  kinds: ['post', 'media'],
  load: async (signal) => {
    const { posts } = await ok(internal.GET('/posts/summaries', { params: { query: { ids: [...ids] } }, signal }))
    return new Map(posts.map((post) => [post.id, post.problem]))
  },
})

/** What did not go out and waits for somebody, by account and cause, the latest cause first. */
export const failures = query({
  key: 'posts/failures',
  kinds: ['post'],
  load: async (signal) => (await ok(internal.GET('/posts/failures', { params: { query: { days: 365 } }, signal }))).groups.filter((group) => !group.isHeld).flatMap(byReason),
})

/** What is held, because the data folder has gone back in time or to another machine. */
export const quarantine = query({
  key: 'quarantine',
  kinds: ['post', 'status'],
  load: (signal) => ok(internal.GET('/quarantine', { signal })),
})

/** The bucket that the network fetches pictures from. */
export const bucket = query({
  key: 'bucket',
  kinds: ['status'],
  load: (signal) => ok(internal.GET('/cloud/bucket', { signal })),
})

/** How the cloud worker is set up. */
export const cloud = query({
  key: 'cloud',
  kinds: ['status'],
  load: (signal) => ok(internal.GET('/cloud/setup', { signal })),
})

/** How each part is that Crier stands on. */
export const health = query({
  key: 'health',
  kinds: ['status', 'account'],
  load: (signal) => ok(internal.GET('/health/report', { signal })),
})

/** The people, hashtags and places of what was posted, and the texts that are kept. */
export const book = query({
  key: 'book',
  kinds: ['queue', 'status'],
  load: (signal) => ok(internal.GET('/book', { signal })),
})

/** How the user wants to see the interface. */
export const preferences = query({
  key: 'preferences',
  kinds: ['status'],
  load: (signal) => ok(internal.GET('/preferences', { signal })),
})
