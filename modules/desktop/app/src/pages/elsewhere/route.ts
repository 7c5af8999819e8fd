import { route } from '../../lib/route.ts'

// What the interface does not do yet has its place here, with what does it meanwhile.
const load = () => import('./Elsewhere.svelte')

export default [
  route({ path: '/reposts', title: 'Reposts', load }),
  route({ path: '/accounts', title: 'Accounts', load }),
  route({ path: '/settings/:part', title: 'Settings', load }),
  route({ path: '/health', title: 'Health', load }),
  route({ path: '*', title: 'No such page', load }),
]
