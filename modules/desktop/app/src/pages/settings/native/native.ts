import { internal, ok, v1 } from '../../../api/client.ts'
import type { Query } from '../../../lib/cache.svelte.ts'

/** How the native sign-in of an account stands. */
export const native = (accountId: string) => ({
  key: `settings/native/${accountId}`,
  kinds: ['account'],
  load: async (signal: AbortSignal) => {
    const asked = { params: { path: { accountId } }, signal }
    const [credentials, ready, second] = await Promise.all([
      ok(v1.GET('/settings/private-api-credentials/{accountId}', asked)), ok(v1.GET('/settings/session-phase/{accountId}', asked)),
      ok(internal.GET('/accounts/{accountId}/native-session/second-factor', asked)),
    ])
    return { ...credentials, phase: ready.phase, hasWorker: ready.cloudConfigured, second }
  },
}) satisfies Query<unknown>

/** Where a code of the second factor is from. */
export type By = 'APP' | 'SMS' | 'BACKUP'

/** Where a code was sent, masked by Instagram, and until when it is awaited. */
export interface Sent {
  to: string | null
  by: string | null
  until: number
}

const keyOf = (accountId: string) => `crier.native.${accountId}`

/** Remembers in this tab where a code was sent: the service tells it once. */
export function remember(accountId: string, sent: Sent): void {
  sessionStorage.setItem(keyOf(accountId), JSON.stringify(sent))
}

/** What this tab remembers of a code. Another tab knows only that one is awaited. */
export function sentTo(accountId: string): Sent | undefined {
  const kept = sessionStorage.getItem(keyOf(accountId))
  return kept ? (JSON.parse(kept) as Sent) : undefined
}

export function forgetSent(accountId: string): void {
  sessionStorage.removeItem(keyOf(accountId))
}
