import { watch } from '../lib/cache.svelte.ts'
import { accounts, failures, quarantine } from '../lib/queries.ts'
import { causes } from './account.ts'
import { others } from './health.ts'
import { watchHealth } from './watchhealth.svelte.ts'

/** Follows what needs a person. The sidebar, the tab's icon and its title have the same number. */
export function watchNeeds() {
  const all = watch(() => accounts)
  const wrong = watch(() => failures)
  const held = watch(() => quarantine)
  const own = watchHealth()
  const count = $derived(causes(all.data?.accounts ?? [], wrong.data ?? []) + (held.data?.isQuarantined ? 1 : 0) + others(own.data).filter(({ verdict }) => verdict === 'mend').length)
  return { all, wrong, held, own, get count() { return count } }
}
