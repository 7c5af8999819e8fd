import type { Route } from '../../lib/route.ts'

export interface Place {
  /** What stands after /settings/. */
  part: string
  name: string
  load: Route['load']
}

/** The places of the settings, in the order of their list. Each is a page of its own below /settings/. */
export const places: readonly Place[] = [
  { part: 'general', name: 'General', load: () => import('./general/General.svelte') },
  { part: 'native', name: 'Native sign-in', load: () => import('./native/Native.svelte') },
  { part: 'media', name: 'Media address', load: () => import('./media/MediaAddress.svelte') },
  { part: 'worker', name: 'Worker', load: () => import('./worker/Worker.svelte') },
  { part: 'watch', name: 'Watched folder', load: () => import('./watch/Watch.svelte') },
  { part: 'backups', name: 'Backups', load: () => import('./backups/Backups.svelte') },
  { part: 'notifications', name: 'Notifications', load: () => import('./notifications/Notifications.svelte') },
  { part: 'keys', name: 'API keys', load: () => import('./keys/Keys.svelte') },
]
