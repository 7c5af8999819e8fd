import { ok, send, v1, type V1Schemas } from '../../../api/client.ts'
import type { Query } from '../../../lib/cache.svelte.ts'
import { failureOf } from '../../../lib/failure.ts'

export type Key = V1Schemas['ApiKey']

/** The keys that work, the newest first. */
export const keys = {
  key: 'settings/keys',
  kinds: ['status'],
  load: async (signal) => (await ok(v1.GET('/settings/api-keys', { signal }))).keys.filter((key) => !key.revokedAt),
} satisfies Query<Key[]>

const path = '/api/v1/posts'

/** Asks for the posts with the key alone, as a program would. Returns how many it may read. */
export async function tried(full: string): Promise<number> {
  const response = await send(`${path}?limit=1`, { credentials: 'omit', headers: { Authorization: `Bearer ${full}` } })
  const body: unknown = await response.json()
  if (!response.ok) throw failureOf(response, body)
  return (body as V1Schemas['PostList']).total
}

/** A line that asks for the posts with a key. */
export function line(key: string): string {
  return `curl ${location.origin}${path} \\\n  -H "Authorization: Bearer ${key}"`
}

/** The key without its middle. */
export function cut(full: string): string {
  return `${full.slice(0, 12)}…${full.slice(-4)}`
}
