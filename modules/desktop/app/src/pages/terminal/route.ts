import { route } from '../../lib/route.ts'

// The pages of what the interface does not do yet: each names the commands that do it.
const load = () => import('./Terminal.svelte')

export default [
  route({ path: '/health', title: 'Health', load }),
  route({ path: '*', title: 'No such page', load }),
]
