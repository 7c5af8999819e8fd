import type { IconName } from './icons.ts'

export interface Place {
  route: string
  name: string
  icon: IconName
  /** The letter after g. */
  key: string
}

/** Where one works, in the order of the sidebar. */
export const places: readonly Place[] = [
  { route: '/', name: 'Overview', icon: 'overview', key: 'o' },
  { route: '/calendar', name: 'Calendar', icon: 'calendar', key: 'c' },
  { route: '/posts', name: 'Posts', icon: 'posts', key: 'p' },
  { route: '/queue', name: 'Queue', icon: 'queue', key: 'q' },
  { route: '/media', name: 'Media', icon: 'media', key: 'm' },
  { route: '/reposts', name: 'Reposts', icon: 'repost', key: 'r' },
]

/** Where one decides about held posts, which stands after the queue while there are some. */
export const heldPosts: Place = { route: '/held', name: 'Held posts', icon: 'bell', key: 'e' }

/** Where one looks after Crier itself. */
export const upkeep: readonly Place[] = [
  { route: '/accounts', name: 'Accounts', icon: 'person', key: 'a' },
  { route: '/health', name: 'Health', icon: 'health', key: 'h' },
  { route: '/settings', name: 'Settings', icon: 'gear', key: 's' },
]

/** Whether the path is the place or below it. */
export function isAt(place: Place, path: string): boolean {
  if (place.route === '/') return path === '/'
  const top = `/${place.route.split('/')[1] ?? ''}`
  return path === top || path.startsWith(`${top}/`)
}
