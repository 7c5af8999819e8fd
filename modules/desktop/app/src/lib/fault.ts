import { internal, ok } from '../api/client.ts'
import { invalidate, type Query } from './cache.svelte.ts'
import { asFailure } from './failure.ts'
import { toast } from './toast.svelte.ts'

/** How the sandbox fails on purpose. */
export const fault = {
  key: 'sandbox/fault',
  kinds: ['account', 'post'],
  load: (signal: AbortSignal) => ok(internal.GET('/sandbox/faults', { signal })),
} satisfies Query<unknown>

/** Asks the network about an account again, which then publishes again if it works. */
export const refresh = (id: string) => ok(internal.POST('/accounts/{id}/refresh', { params: { path: { id } } }))

/** Has the sandbox work again, and the accounts that it has refused meanwhile. */
export async function endFault(): Promise<void> {
  try {
    await ok(internal.POST('/sandbox/faults', { body: { fault: 'none' } }))
    const { accounts } = await ok(internal.GET('/accounts'))
    await Promise.allSettled(accounts.map(({ account, remedy }) => remedy && refresh(account.id)))
  } catch (thrown) {
    toast(asFailure(thrown).sentence)
  }
  invalidate('account', 'post')
}
