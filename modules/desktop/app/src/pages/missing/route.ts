import { route } from '../../lib/route.ts'

export default route({ path: '*', title: 'No such page', load: () => import('./Missing.svelte') })
