import { watch, type Watched } from '../lib/cache.svelte.ts'
import { connection } from '../lib/connection.svelte.ts'
import { health } from '../lib/queries.ts'
import type { Report } from './health.ts'

const soon = 1_500
const later = 300_000

/** Follows how Crier itself is doing. The sidebar, the overview and the page Health say what is in it, and nothing else. What is looked at in the background tells no events. */
export function watchHealth(): Watched<Report> {
  const asked = watch(() => health, { keep: true })
  $effect(() => {
    if (!connection.up || !asked.data) return
    const timer = setTimeout(() => { if (!asked.loading) void asked.reload() }, asked.data.isLooking ? soon : later)
    return () => clearTimeout(timer)
  })
  return asked
}
