import { watch } from '../lib/cache.svelte.ts'
import { mode } from '../lib/mode.ts'
import { accounts, bucket, cloud, health } from '../lib/queries.ts'
import { isWell, troublesOf, type Trouble } from './health.ts'

/** Follows how Crier itself is doing. The sidebar and the page Health say what is in it, and nothing else. */
export function watchHealth(): { readonly troubles: readonly Trouble[]; readonly isWell: boolean } {
  const asked = [watch(() => accounts), watch(() => health), watch(() => bucket), watch(() => cloud)] as const
  const known = $derived({ isLive: mode === 'live', accounts: asked[0].data?.accounts, health: asked[1].data, bucket: asked[2].data, cloud: asked[3].data })
  return {
    get troubles() { return troublesOf(known) },
    get isWell() { return isWell(known) },
  }
}
