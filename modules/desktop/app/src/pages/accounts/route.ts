import { route } from '../../lib/route.ts'

export default route({ path: '/accounts', title: 'Accounts', load: () => import('./Accounts.svelte') })
